/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_preamble.h"

#include "recognizers/lkp_broken.h"
#include "recognizers/lkp_head.h"

enum pattern {
	AXES,
	LIST_HEAD,
	LIST_ENTRY,
	N_PATTERNS,
};

struct pl_pattern lkp_preamble_patterns[N_PATTERNS] = {
    /* one key at least must be one that every job has */
    [AXES] = {.name = "axes",
	      .regex = "^\\s*(?=.*(?:testcase|tbox_group))([\\w.+-]+(?:/[\\w.+-]+)+):\\s*(.*)$"},
    [LIST_HEAD] = {.name = "commit-list-head", .regex = "^\\s*commit:$"},
    [LIST_ENTRY] = {.name = "commit-list-entry",
		    .regex = "^\\s*(?:([0-9a-f]{7,40})(?:\\s+(\\S.*))?"
			     "|([^\\s(]\\S*)(?:\\s+(\\(.*))?)$"},
};

const size_t lkp_n_preamble_patterns = N_PATTERNS;

/* Axes of one table; jobs have a dozen. */
#define MAX_AXES 100
/* Values of axes are folded into this many lines. */
#define MAX_FOLDED 3

static bool has_key(const struct pl_params *axes, struct pl_text key)
{
	for (size_t i = 0; i < axes->n; i++)
		if (pl_text_equal(axes->v[i].key, key))
			return true;
	return false;
}

/* Appends the axes that keys and values name. A value that holds `/` makes the
 * numbers differ, and a key may stand twice: then nothing is known. */
static void set_axes(struct pl_scan *scan, struct lkp_preamble *p, struct pl_text keys,
		     struct pl_text values)
{
	struct pl_params axes = {NULL, 0};
	size_t i = 0, k = 0;

	values = pl_text_trim(values);
	if (pl_text_ends(values, PL_TEXT("/...")))
		values.len -= 4;
	while (i <= keys.len) {
		size_t from = i, value_from = k;
		bool has_value = k <= values.len;
		struct pl_param *param;

		while (i < keys.len && keys.ptr[i] != '/')
			i++;
		while (k < values.len && values.ptr[k] != '/')
			k++;
		/* an empty or missing last value is dropped with its key */
		if (i == keys.len && axes.n && (!has_value || value_from >= values.len))
			break;
		if (!has_value || value_from == k || axes.n >= MAX_AXES ||
		    has_key(&axes, pl_text_slice(keys, from, i)))
			return;
		param = PL_PUSH(scan->arena, axes.v, axes.n);
		param->key = pl_text_slice(keys, from, i);
		param->value = pl_text_slice(values, value_from, k);
		i++;
		k++;
	}
	if (k < values.len)
		return;
	p->axes = axes;
}

static bool ends_title(struct pl_text text)
{
	return pl_text_find(text, "\")") && !pl_text_find(text, "(\"");
}

/* `<id> ("title")`; the title may go on over lines until `")`. */
static void list_entry(struct pl_scan *scan, struct lkp_preamble *p, size_t *i,
		       const struct pl_captures *captures)
{
	const struct pl_lines *lines = scan->lines;
	bool id = captures->v[1].ptr != NULL;
	struct pl_text title = captures->v[id ? 2 : 4];
	struct pl_column *entry;
	size_t start = *i;

	if (p->n_list >= LKP_MAX_COLUMNS)
		return;
	entry = PL_PUSH(scan->arena, p->list, p->n_list);
	entry->label = captures->v[id ? 1 : 3];
	if (!pl_text_starts(title, PL_TEXT("(\""))) {
		/* people also write the title, or a note, without the marks */
		entry->title = title;
		return;
	}
	for (size_t used = 1; used < 3 && !pl_text_find(title, "\")"); used++) {
		const struct pl_line *next = *i + 1 < lines->n ? &lines->v[*i + 1] : NULL;
		struct pl_text more;

		/* what was broken off may have lost its marks, but then it ends the title */
		if (!next || !next->text.len || next->depth > lines->v[start].depth ||
		    (next->depth < lines->v[start].depth && !ends_title(next->text)))
			break;
		more = pl_text_trim(next->text);
		title = pl_arena_printf(scan->arena, "%.*s %.*s", (int)title.len, title.ptr,
					(int)more.len, more.ptr);
		(*i)++;
	}
	for (size_t k = title.len; k > 3; k--) /* a note may stand behind it */
		if (title.ptr[k - 2] == '"' && title.ptr[k - 1] == ')') {
			entry->title = pl_text_slice(title, 2, k - 2);
			break;
		}
}

/* text has as many values as there are keys; the old printer's last key has none. */
static bool is_for_all_keys(const struct lkp_preamble *p, struct pl_text text)
{
	size_t slashes = lkp_count_slashes(text), keys = lkp_count_slashes(p->keys);

	return slashes &&
	       (slashes == keys || (slashes + 1 == keys && pl_text_ends(p->keys, PL_TEXT("/run"))));
}

/* Values are indented; a mail program may have taken the blanks, but not the number. */
static bool is_axes_values(const struct lkp_preamble *p, struct pl_text text)
{
	return lkp_count_slashes(text) && (pl_is_blank(text.ptr[0]) || is_for_all_keys(p, text));
}

/* The values on line *i, with what was folded onto the next lines; *i moves to the last of
 * them. */
static struct pl_text axes_values(struct pl_scan *scan, const struct lkp_preamble *p, size_t *i)
{
	const struct pl_lines *lines = scan->lines;
	const struct pl_line *line = &lines->v[*i];
	struct pl_text values = line->text;

	for (size_t used = 1; used < MAX_FOLDED && *i + 1 < lines->n; used++) {
		struct pl_text more = pl_text_trim(lines->v[*i + 1].text);
		bool mark =
		    pl_text_ends(values, PL_TEXT("/")) || pl_text_starts(more, PL_TEXT("/"));

		if (lines->v[*i + 1].depth != line->depth || !pl_text_has(more, '/') ||
		    lkp_count_slashes(values) >= lkp_count_slashes(p->keys))
			break;
		values = pl_arena_printf(scan->arena, "%.*s%s%.*s", (int)values.len, values.ptr,
					 mark ? "" : " ", (int)more.len, more.ptr);
		(*i)++;
	}
	return values;
}

static void begin_list(struct lkp_preamble *p)
{
	p->in_list = true;
	p->list_gap = false;
	p->list = NULL;
	p->n_list = 0;
}

/* Reads line *i as one of the list of commits, as lkp_preamble_line() does. */
static bool list_line(struct pl_scan *scan, struct lkp_preamble *p, size_t *i)
{
	struct pl_text text = scan->lines->v[*i].text;
	struct pl_captures c;

	if (pl_match(scan->matcher, &lkp_preamble_patterns[LIST_HEAD], text, 0, NULL)) {
		begin_list(p);
		return true;
	}
	if (p->in_list) {
		if (!text.len) {
			/* some mailers put blank lines between all lines */
			p->list_gap = p->n_list > 0;
			return true;
		}
		if ((!p->list_gap || pl_text_find(text, "(\"")) &&
		    pl_match(scan->matcher, &lkp_preamble_patterns[LIST_ENTRY], text, 0, &c)) {
			p->list_gap = false;
			list_entry(scan, p, i, &c);
			return true;
		}
		p->in_list = false;
	} else if (p->axes.n && pl_text_find(text, "(\"") &&
		   pl_match(scan->matcher, &lkp_preamble_patterns[LIST_ENTRY], text, 0, &c) &&
		   c.v[1].ptr) {
		/* the old printer's list has no head */
		begin_list(p);
		list_entry(scan, p, i, &c);
		return true;
	}
	return false;
}

/* The same for the keys of axes, and their values if they stand there. */
static bool axes_line(struct pl_scan *scan, struct lkp_preamble *p, size_t *i)
{
	struct pl_text text = scan->lines->v[*i].text;
	const struct pl_line *more;
	struct pl_captures c;

	if (!text.len || !pl_text_has(text, ':') || !pl_text_has(text, '/') ||
	    !pl_match(scan->matcher, &lkp_preamble_patterns[AXES], text, 0, &c))
		return false;
	p->axes = (struct pl_params){NULL, 0};
	if (c.v[2].len) {
		set_axes(scan, p, c.v[1], c.v[2]);
		return true;
	}
	p->keys = c.v[1];
	more = lkp_line_broken_off(scan->lines, *i);
	p->keys_open = !more || !is_for_all_keys(p, more->text);
	if (!p->keys_open) {
		++*i;
		set_axes(scan, p, p->keys, axes_values(scan, p, i));
	}
	return true;
}

enum lkp_preamble_use lkp_preamble_line(struct pl_scan *scan, struct lkp_preamble *p, size_t *i)
{
	if (p->keys_open) {
		p->keys_open = false;
		if (is_axes_values(p, scan->lines->v[*i].text)) {
			set_axes(scan, p, p->keys, axes_values(scan, p, i));
			return LKP_PREAMBLE;
		}
	}
	if (list_line(scan, p, i))
		return LKP_PREAMBLE;
	return axes_line(scan, p, i) ? LKP_PREAMBLE_BEGINS : LKP_NO_PREAMBLE;
}

/* Titles come from the commit list: by id where one is the other's beginning, by
 * order where the label is no id. */
static void set_titles(const struct lkp_preamble *p, struct pl_table *table)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		struct pl_column *c = &table->columns[i];

		for (size_t k = 0; k < p->n_list; k++) {
			struct pl_text id = p->list[k].label;

			if (!lkp_is_hex(id, 7)
				? i == k && pl_text_equal(id, c->label)
				: pl_text_starts(c->label, id) || pl_text_starts(id, c->label)) {
				c->title = p->list[k].title;
				break;
			}
		}
	}
}

void lkp_preamble_give(struct lkp_preamble *p, struct pl_table *table)
{
	set_titles(p, table);
	table->axes = p->axes;
	p->axes = (struct pl_params){NULL, 0};
	p->n_list = 0;
	p->in_list = false;
}
