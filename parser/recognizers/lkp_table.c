/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Comparison tables of LKP / 0-day, as printed by both printers of lkp-tests
 * (ncompare since 2015, compare since 2013), alone or in any depth of quoting:
 *
 *   =====                                     rule
 *   key1/key2/...:                            axes
 *     val1/val2/...
 *   commit:                                   ids and titles, one a column
 *     <id> ("title")
 *   <id16> <id27> ...                         header: labels,
 *   ------ -------                            rule,
 *   fail:runs / %stddev lines                 sections
 *   rows
 *
 * Each depth of the part has a state of its own: a table runs on over lines of other
 * depths, which are comments.
 */
#include <stdlib.h>

#include <glib.h>

#include "core/bounds.h"
#include "core/features.h"
#include "core/metric.h"
#include "core/recognizer.h"
#include "recognizers/lkp_broken.h"
#include "recognizers/lkp_head.h"
#include "recognizers/lkp_row.h"
#include "recognizers/lkp_unmarked.h"

enum pattern {
	AXES,
	LIST_HEAD,
	LIST_ENTRY,
	SECTION,
	SECTION_REST,
	SNIP,
	NOTE,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    /* one key at least must be one that every job has */
    [AXES] = {.name = "axes",
	      .regex = "^\\s*(?=.*(?:testcase|tbox_group))([\\w.+-]+(?:/[\\w.+-]+)+):\\s*(.*)$"},
    [LIST_HEAD] = {.name = "commit-list-head", .regex = "^\\s*commit:$"},
    [LIST_ENTRY] = {.name = "commit-list-entry",
		    .regex = "^\\s*(?:([0-9a-f]{7,40})(?:\\s+(\\S.*))?"
			     "|([^\\s(]\\S*)(?:\\s+(\\(.*))?)$"},
    [SECTION] = {.name = "section",
		 .regex = "^\\s*(?:%stddev|fail:runs)"
			  "(?:\\s+(?:%?change|%reproduction|%stddev|fail:runs|\\\\|\\|))*$"},
    /* what a mail program broke off a section line */
    [SECTION_REST] = {.name = "section-rest",
		      .regex = "^\\s*(?:%?change|%reproduction|%stddev|fail:runs)"
			       "(?:\\s+(?:%?change|%reproduction|%stddev|fail:runs))*$"},
    [SNIP] = {.name = "snip",
	      .regex =
		  "^\\s*(?:\\.{2,}|\\[?\\(?<?(?:\\.\\.\\.|snip|cut|skip|\\xE2\\x80\\xA6).{0,30}"
		  "|(?:[-=*~ ]|\xE2\x80[\x93-\x95]){0,6}(?:8<|>8)"
		  "(?:[-=*~ 8<>]|\xE2\x80[\x93-\x95])*)$",
	      .options = 0x00000008u /* PCRE2_CASELESS */},
    /* a reader's note to the line above, perhaps broken off it */
    [NOTE] = {.name = "note",
	      .regex = "^\\s*(?:<(?:[-=<]{2}|\xE2\x80[\x93-\x95])|[*#!^(\\[][^=]{0,24}$)"},
};

/* Axes of one table; jobs have a dozen. */
#define MAX_AXES 100
/* Values of axes are folded into this many lines. */
#define MAX_FOLDED 3

/* What one depth of the part holds at the moment. */
struct state {
	struct pl_table *table; /* open table, or NULL */
	size_t indent;		/* its first column, or LKP_INDENT_UNKNOWN */
	bool section;		/* the table's %stddev or fail:runs line was seen */
	bool by_test;		/* its right-hand text is the test, not the metric */
	size_t tests;		/* rows at its end whose metric is still to come */

	struct pl_params axes;	/* of the next table */
	struct pl_column *list; /* commit list of the next table: label = id as listed */
	size_t n_list;
	bool in_list;
	bool list_gap;	/* a blank line stands behind its last entry */
	bool keys_open; /* a line of keys was seen: values follow */
	struct pl_text keys;

	struct pl_text *labels; /* header line(s) of ids */
	size_t n_labels;
	uint32_t labels_line;
	size_t labels_indent;
	bool labels_blank;	    /* a blank line stands below them */
	size_t dashes;		    /* groups in the rule line(s) below them */
	const struct pl_line *tags; /* the line above, if it may be labels without an id */
};

struct reader {
	struct pl_scan *scan;
	struct state **states; /* by depth */
	size_t n_states;
	bool headers; /* the part may hold headers; else only rows quoted alone */
	struct pl_table **found;
	size_t n_found;
	size_t rows, cells; /* of the mail so far */
	size_t unreadable;  /* rows of this part */
};

static struct state *state_of(struct reader *r, unsigned depth)
{
	while (r->n_states <= depth)
		*PL_PUSH(r->scan->arena, r->states, r->n_states) = NULL;
	if (!r->states[depth])
		r->states[depth] = pl_arena_alloc(r->scan->arena, sizeof(struct state));
	return r->states[depth];
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool has_key(const struct pl_params *axes, struct pl_text key)
{
	for (size_t i = 0; i < axes->n; i++)
		if (pl_text_equal(axes->v[i].key, key))
			return true;
	return false;
}

/* Appends the axes that keys and values name. A value that holds `/` makes the
 * numbers differ, and a key may stand twice: then nothing is known. */
static void set_axes(struct reader *r, struct state *s, struct pl_text keys, struct pl_text values)
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
		param = PL_PUSH(r->scan->arena, axes.v, axes.n);
		param->key = pl_text_slice(keys, from, i);
		param->value = pl_text_slice(values, value_from, k);
		i++;
		k++;
	}
	if (k < values.len)
		return;
	s->axes = axes;
}

static void settle_tests(struct state *s, struct pl_text metric)
{
	struct pl_table *table = s->table;

	for (size_t i = table->n_rows - s->tests; i < table->n_rows; i++) {
		table->rows[i].test = table->rows[i].metric;
		table->rows[i].metric = metric;
	}
	s->tests = 0;
}

static void close_table(struct state *s)
{
	if (s->table && s->by_test && s->tests)
		settle_tests(s, PL_TEXT_NONE);
	s->table = NULL;
	s->section = false;
	s->by_test = false;
	s->tests = 0;
}

static void forget_header(struct state *s)
{
	s->labels = NULL;
	s->n_labels = 0;
	s->labels_indent = 0;
	s->labels_blank = false;
	s->dashes = 0;
}

/* NULL where the mail has too many. */
static struct pl_table *open_table(struct reader *r, struct state *s, const struct pl_line *line,
				   uint32_t number, size_t n_columns)
{
	struct pl_table *table;

	close_table(s);
	if (!pl_has_room(r->scan, r->scan->message->n_tables + r->n_found, r->scan->limits->tables,
			 PL_TEXT("too-many-tables")))
		return NULL;
	table = pl_arena_alloc(r->scan->arena, sizeof(*table));
	table->kind = PL_TABLE_LKP;
	table->line = number;
	table->depth = line->depth;
	table->report = -1;
	table->part = r->scan->part;
	table->n_columns = n_columns;
	table->columns = pl_arena_alloc(r->scan->arena, n_columns * sizeof(*table->columns));
	s->indent = LKP_INDENT_UNKNOWN;
	*PL_PUSH(r->scan->arena, r->found, r->n_found) = table;
	s->table = table;
	return table;
}

/* Titles come from the commit list: by id where one is the other's beginning, by
 * order where the label is no id. */
static void set_titles(struct pl_table *table, const struct state *s)
{
	for (size_t i = 0; i < table->n_columns; i++) {
		struct pl_column *c = &table->columns[i];

		for (size_t k = 0; k < s->n_list; k++) {
			struct pl_text id = s->list[k].label;

			if (!lkp_is_hex(id, 7)
				? i == k && pl_text_equal(id, c->label)
				: pl_text_starts(c->label, id) || pl_text_starts(id, c->label)) {
				c->title = s->list[k].title;
				break;
			}
		}
	}
}

/* The labels and their rule are complete: a table begins. */
static void begin_table(struct reader *r, struct state *s, const struct pl_line *line)
{
	size_t n = s->n_labels;
	struct pl_table *table;
	bool by_test = false;

	for (size_t i = 0; i < s->n_labels; i++)
		if (pl_text_equal(s->labels[i], lkp_by_test_label)) {
			by_test = true;
			n--;
		}
	if (n < 1 || n > LKP_MAX_COLUMNS) {
		forget_header(s);
		return;
	}
	table = open_table(r, s, line, s->labels_line, n);
	if (!table) {
		forget_header(s);
		return;
	}
	s->by_test = by_test;
	s->indent = s->labels_indent;
	for (size_t i = 0, k = 0; i < s->n_labels; i++) {
		if (pl_text_equal(s->labels[i], lkp_by_test_label))
			continue;
		table->columns[k].label = s->labels[i];
		if (lkp_is_hex(s->labels[i], 7))
			table->columns[k].commit = s->labels[i];
		k++;
	}
	set_titles(table, s);
	table->axes = s->axes;
	s->axes = (struct pl_params){NULL, 0};
	s->n_list = 0;
	s->in_list = false;
	forget_header(s);
}

static void add_row(struct reader *r, struct state *s, const struct pl_row *row, uint32_t line)
{
	struct pl_table *table = s->table;
	struct pl_row *added;

	if (!pl_has_room(r->scan, r->rows, r->scan->limits->rows, PL_TEXT("too-many-rows")) ||
	    !pl_has_room(r->scan, r->cells, r->scan->limits->cells, PL_TEXT("too-many-rows")))
		return;
	r->rows++;
	r->cells += row->n_cells;
	added = PL_PUSH(r->scan->arena, table->rows, table->n_rows);
	*added = *row;
	added->cells = pl_arena_alloc(r->scan->arena, row->n_cells * sizeof(*row->cells));
	memcpy(added->cells, row->cells, row->n_cells * sizeof(*row->cells));
	added->line = line;
	s->tests++;
	added->metric = lkp_cut_aggregate(row->metric, &added->aggregate);
	if (added->aggregate == PL_AGGREGATE_NONE)
		return;
	table->n_rows--;
	s->tests--;
	settle_tests(s, added->metric);
	table->n_rows++;
}

static bool ends_title(struct pl_text text)
{
	return pl_text_find(text, "\")") && !pl_text_find(text, "(\"");
}

/* `<id> ("title")`; the title may go on over lines until `")`. */
static void list_entry(struct reader *r, struct state *s, size_t *i,
		       const struct pl_captures *captures)
{
	const struct pl_lines *lines = r->scan->lines;
	bool id = captures->v[1].ptr != NULL;
	struct pl_text title = captures->v[id ? 2 : 4];
	struct pl_column *entry;
	size_t start = *i;

	if (s->n_list >= LKP_MAX_COLUMNS)
		return;
	entry = PL_PUSH(r->scan->arena, s->list, s->n_list);
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
		title = pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)title.len, title.ptr,
					(int)more.len, more.ptr);
		(*i)++;
	}
	for (size_t k = title.len; k > 3; k--) /* a note may stand behind it */
		if (title.ptr[k - 2] == '"' && title.ptr[k - 1] == ')') {
			entry->title = pl_text_slice(title, 2, k - 2);
			break;
		}
}

/* Takes the labels of a line, in addition to those of the lines above. */
static void take_labels(struct reader *r, struct state *s, const struct pl_line *line)
{
	struct pl_text text = lkp_cut_label_note(line->text);
	size_t i = 0;

	if (s->dashes || s->labels_blank)
		forget_header(s);
	if (!s->n_labels) {
		s->labels_line = line->number;
		while (s->labels_indent < line->text.len &&
		       is_blank(line->text.ptr[s->labels_indent]))
			s->labels_indent++;
	}
	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);

		if (!word.len)
			return;
		if (s->n_labels > LKP_MAX_COLUMNS) {
			forget_header(s);
			return;
		}
		*PL_PUSH(r->scan->arena, s->labels, s->n_labels) = word;
	}
}

/* The line below *i, if it lost its marks: what a mail program broke off. */
static const struct pl_line *broken_off(const struct reader *r, size_t i)
{
	const struct pl_lines *lines = r->scan->lines;

	return i + 1 < lines->n && lines->v[i + 1].depth < lines->v[i].depth ? &lines->v[i + 1]
									     : NULL;
}

/* Line i holds what a mail program broke off the labels above: tags alone, and then a rule. */
static bool is_rest_of_labels(const struct reader *r, size_t i)
{
	const struct pl_lines *lines = r->scan->lines;

	return i + 1 < lines->n && lkp_dash_groups(lines->v[i + 1].text) &&
	       lkp_is_rest_of_labels(lines->v[i].text);
}

/* Labels, and their rule, perhaps each over several lines; *i moves to the last of those
 * that lost their marks. True where line *i belongs to a header. tags: the line above, if
 * it may be labels and no id. */
static bool header_line(struct reader *r, struct state *s, size_t *i, const struct pl_line *tags)
{
	const struct pl_line *line = &r->scan->lines->v[*i], *more;
	size_t start = *i, groups = lkp_dash_groups(line->text);

	if (groups && !s->n_labels && tags && lkp_count_words(tags->text) == groups) {
		take_labels(r, s, tags);
		/* short words stand at the right of their columns */
		s->labels_indent = 0;
		while (is_blank(line->text.ptr[s->labels_indent]))
			s->labels_indent++;
	}
	if (groups && s->n_labels) {
		s->dashes += groups;
		while (s->dashes < s->n_labels && (more = broken_off(r, *i)) &&
		       (groups = lkp_dash_groups(more->text))) {
			s->dashes += groups;
			(*i)++;
		}
		if (s->dashes == s->n_labels)
			begin_table(r, s, &r->scan->lines->v[start]);
		else if (s->dashes > s->n_labels)
			forget_header(s);
		return true;
	}
	if (lkp_is_label_line(line->text) ||
	    (s->n_labels && !s->dashes && !s->labels_blank && is_rest_of_labels(r, *i))) {
		take_labels(r, s, line);
		for (; (more = broken_off(r, *i)); (*i)++) {
			if (!lkp_is_label_line(more->text) && !is_rest_of_labels(r, *i + 1) &&
			    !pl_text_equal(pl_text_trim(more->text), lkp_by_test_label))
				break;
			take_labels(r, s, more);
		}
		return true;
	}
	/* the by-test label alone, pushed to a line of its own */
	if (s->n_labels && !s->dashes &&
	    pl_text_equal(pl_text_trim(line->text), lkp_by_test_label)) {
		*PL_PUSH(r->scan->arena, s->labels, s->n_labels) = lkp_by_test_label;
		return true;
	}
	return false;
}

/* `%stddev %change %stddev` or `fail:runs %reproduction fail:runs`, perhaps over several
 * lines; *i moves to the last of them. */
static bool section_line(struct reader *r, struct state *s, size_t *i)
{
	const struct pl_lines *lines = r->scan->lines;
	const struct pl_line *line = &lines->v[*i];
	size_t n;

	if (!pl_match(r->scan->matcher, &patterns[SECTION], line->text, 0, NULL))
		return false;
	n = lkp_count_columns(line->text);
	for (; *i + 1 < lines->n && n <= LKP_MAX_COLUMNS; (*i)++) {
		const struct pl_line *next = &lines->v[*i + 1];

		if (next->depth > line->depth ||
		    !lkp_continues_section(next[-1].text, next->text) ||
		    !pl_match(r->scan->matcher, &patterns[SECTION_REST], next->text, 0, NULL))
			break;
		n += lkp_count_columns(next->text);
	}
	if (!s->table || (!s->table->columns[0].label.len && s->table->n_columns != n)) {
		if (r->scan->lines->filename.len)
			return true;
		/* its marker line refilled into it: nothing below stands in its place */
		if (n <= LKP_MAX_COLUMNS && !pl_text_has(line->text, '\\') &&
		    open_table(r, s, line, line->number, n))
			s->indent = lkp_section_indent(line->text);
	}
	s->section = s->table != NULL;
	return true;
}

/* text has as many values as there are keys; the old printer's last key has none. */
static bool is_for_all_keys(const struct state *s, struct pl_text text)
{
	size_t slashes = lkp_count_slashes(text), keys = lkp_count_slashes(s->keys);

	return slashes &&
	       (slashes == keys || (slashes + 1 == keys && pl_text_ends(s->keys, PL_TEXT("/run"))));
}

/* Values are indented; a mail program may have taken the blanks, but not the number. */
static bool is_axes_values(const struct state *s, struct pl_text text)
{
	return lkp_count_slashes(text) && (is_blank(text.ptr[0]) || is_for_all_keys(s, text));
}

/* The values on line *i, with what was folded onto the next lines; *i moves to the last of
 * them. */
static struct pl_text axes_values(struct reader *r, const struct state *s, size_t *i)
{
	const struct pl_lines *lines = r->scan->lines;
	const struct pl_line *line = &lines->v[*i];
	struct pl_text values = line->text;

	for (size_t used = 1; used < MAX_FOLDED && *i + 1 < lines->n; used++) {
		struct pl_text more = pl_text_trim(lines->v[*i + 1].text);
		bool mark =
		    pl_text_ends(values, PL_TEXT("/")) || pl_text_starts(more, PL_TEXT("/"));

		if (lines->v[*i + 1].depth != line->depth || !pl_text_has(more, '/') ||
		    lkp_count_slashes(values) >= lkp_count_slashes(s->keys))
			break;
		values = pl_arena_printf(r->scan->arena, "%.*s%s%.*s", (int)values.len, values.ptr,
					 mark ? "" : " ", (int)more.len, more.ptr);
		(*i)++;
	}
	return values;
}

/* Axes and commit list above a header. True where line belongs to them. *i may move
 * on over continued lines. */
static bool preamble_line(struct reader *r, struct state *s, size_t *i)
{
	const struct pl_line *line = &r->scan->lines->v[*i], *more;
	struct pl_captures c;

	if (s->keys_open) {
		s->keys_open = false;
		if (is_axes_values(s, line->text)) {
			set_axes(r, s, s->keys, axes_values(r, s, i));
			return true;
		}
	}
	if (pl_match(r->scan->matcher, &patterns[LIST_HEAD], line->text, 0, NULL)) {
		s->in_list = true;
		s->list_gap = false;
		s->list = NULL;
		s->n_list = 0;
		return true;
	}
	if (s->in_list) {
		if (!line->text.len) {
			/* some mailers put blank lines between all lines */
			s->list_gap = s->n_list > 0;
			return true;
		}
		if ((!s->list_gap || pl_text_find(line->text, "(\"")) &&
		    pl_match(r->scan->matcher, &patterns[LIST_ENTRY], line->text, 0, &c)) {
			s->list_gap = false;
			list_entry(r, s, i, &c);
			return true;
		}
		s->in_list = false;
	} else if (s->axes.n && pl_text_find(line->text, "(\"") &&
		   pl_match(r->scan->matcher, &patterns[LIST_ENTRY], line->text, 0, &c) &&
		   c.v[1].ptr) {
		/* the old printer's list has no head */
		s->in_list = true;
		s->list_gap = false;
		s->list = NULL;
		s->n_list = 0;
		list_entry(r, s, i, &c);
		return true;
	}
	if (line->text.len && pl_text_has(line->text, ':') && pl_text_has(line->text, '/') &&
	    pl_match(r->scan->matcher, &patterns[AXES], line->text, 0, &c)) {
		close_table(s);
		s->axes = (struct pl_params){NULL, 0};
		if (c.v[2].len) {
			set_axes(r, s, c.v[1], c.v[2]);
		} else {
			s->keys = c.v[1];
			more = broken_off(r, *i);
			s->keys_open = !more || !is_for_all_keys(s, more->text);
			if (!s->keys_open) {
				++*i;
				set_axes(r, s, s->keys, axes_values(r, s, i));
			}
		}
		return true;
	}
	return false;
}

static void claim_lines(struct reader *r, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		pl_claim(r->scan, i);
}

/* A note stands right below a row; an arrow points at it from anywhere. */
static bool is_note(struct reader *r, const struct state *s, size_t i)
{
	const struct pl_line *line = &r->scan->lines->v[i];
	struct pl_text text = pl_text_trim(line->text);

	if (pl_text_has(text, '<'))
		return pl_match(r->scan->matcher, &patterns[NOTE], line->text, 0, NULL);
	return s->table && s->table->n_rows && i && r->scan->claims[i - 1] &&
	       pl_match(r->scan->matcher, &patterns[NOTE], line->text, 0, NULL);
}

/* Line i holds as many words as the rule right below has groups, two or more: they are its
 * labels. */
static bool is_above_rule(const struct reader *r, size_t i)
{
	const struct pl_line *line = &r->scan->lines->v[i];
	size_t groups;

	if (i + 1 >= r->scan->lines->n || line[1].depth != line->depth)
		return false;
	groups = lkp_dash_groups(line[1].text);
	return groups > 1 && lkp_count_words(line->text) == groups;
}

/* So many rows that cannot be read are named in a mail's problems. */
#define MAX_UNREADABLE 20

static void report_unreadable(struct reader *r, size_t i)
{
	struct pl_scan *scan = r->scan;

	if (++r->unreadable <= MAX_UNREADABLE)
		pl_problem_add(scan->arena, &scan->message->mail->problems,
			       PL_TEXT("row-unreadable"),
			       pl_arena_printf(scan->arena, "line %u", scan->lines->v[i].number));
}

/* Line i is a row of the open table that cannot be read: others go on below it. */
static void skip_row(struct reader *r, size_t i)
{
	pl_claim(r->scan, i);
	report_unreadable(r, i);
}

/* Looks at line i; returns the next line to look at. */
static size_t look(struct reader *r, size_t i)
{
	const struct pl_line *line = &r->scan->lines->v[i];
	struct state *s = state_of(r, line->depth);
	bool attachment = r->scan->lines->filename.len > 0;
	size_t start = i, used;
	const struct pl_line *tags = s->tags;
	struct pl_cell cells[LKP_MAX_COLUMNS];
	struct pl_row row;

	s->tags = NULL;
	if (s->table) {
		used = attachment && !s->section
			   ? 0
			   : lkp_row_at(r->scan, i, s->table->n_columns, s->indent, cells, &row);
		if (used) {
			add_row(r, s, &row, line->number);
			claim_lines(r, i, i + used);
			return i + used;
		}
	}
	if (!line->text.len && !s->in_list) {
		s->labels_blank = s->n_labels > 0;
		s->tags = tags;
		return i + 1;
	}
	if (r->headers) {
		if (preamble_line(r, s, &i)) {
			if (line->text.len)
				claim_lines(r, start, i + 1);
			return i + 1;
		}
		if (header_line(r, s, &i, tags) || section_line(r, s, &i)) {
			claim_lines(r, start, i + 1);
			return i + 1;
		}
	}
	if (s->table &&
	    (lkp_is_marker(line->text) || lkp_row_is_cells(line->text) || lkp_is_rest(r->scan, i) ||
	     pl_match(r->scan->matcher, &patterns[SNIP], line->text, 0, NULL))) {
		if (lkp_is_parted_unreadable(r->scan, i))
			report_unreadable(r, i);
		return i + 1;
	}
	if (is_note(r, s, i))
		return i + 1;
	if (!attachment && (used = lkp_row_at(r->scan, i, 0, LKP_INDENT_UNKNOWN, cells, &row))) {
		if (!s->table || s->table->n_columns != row.n_cells)
			open_table(r, s, line, line->number, row.n_cells);
		if (s->table)
			add_row(r, s, &row, line->number);
		claim_lines(r, i, i + used);
		return i + used;
	}
	if (!attachment && lkp_is_parted_unreadable(r->scan, i))
		report_unreadable(r, i);
	if (s->table && lkp_is_unreadable_row(line->text)) {
		skip_row(r, i);
		return i + 1;
	}
	close_table(s);
	forget_header(s);
	if (r->headers && (lkp_count_tags(line->text) || is_above_rule(r, i)))
		s->tags = line;
	else if (!lkp_is_rule_of(line->text, '=') && !lkp_is_rule_of(line->text, '*'))
		s->axes = (struct pl_params){NULL, 0};
	return i + 1;
}

static int by_line(const void *a, const void *b)
{
	const struct pl_table *ta = *(const struct pl_table *const *)a;
	const struct pl_table *tb = *(const struct pl_table *const *)b;

	return ta->line < tb->line ? -1 : ta->line > tb->line;
}

static void recognize(struct pl_scan *scan)
{
	struct reader r = {.scan = scan};
	struct pl_message *message = scan->message;
	const struct pl_lines *lines = scan->lines;

	r.headers = scan->needle;
	if (!r.headers && scan->lines->filename.len)
		return;
	if (r.headers)
		scan->lines = lkp_unmarked(scan);
	for (size_t i = 0; i < scan->lines->n;) {
		if (!r.headers && !r.n_found && !pl_feature_begins_row(scan->lines->v[i].text))
			i++;
		else
			i = look(&r, i);
	}
	scan->lines = lines;
	for (size_t i = 0; i < r.n_states; i++)
		if (r.states[i])
			close_table(r.states[i]);
	if (r.n_found)
		qsort(r.found, r.n_found, sizeof(*r.found), by_line);
	for (size_t i = 0; i < r.n_found; i++) {
		struct pl_table *table = r.found[i];

		if (!table->n_rows)
			continue;
		for (size_t k = 0; k < table->n_rows; k++)
			table->rows[k].functions =
			    pl_metric_functions(scan->arena, table->rows[k].metric);
		*PL_PUSH(scan->arena, message->tables, message->n_tables) = *table;
	}
}

/* A header has a section line or a rule of two groups. Nearly all mails hold none of
 * these: there only lines that may begin a row are looked at. */
static const char *const needles[] = {"%stddev", "fail:runs", "- ------------", "-  ------------",
				      NULL};

const struct pl_recognizer pl_recognizer_lkp_table = {
    .id = "lkp-table",
    .summary = "comparison tables of LKP / 0-day (kernel test robot)",
    .origin = "lkp-tests: lib/compare.rb, sbin/compare, 2013 to 2026",
    .version = 9,
    .rank = 20,
    .needles = needles,
    .always = true,
    .needs = PL_FEATURE_ROW,
    .attachments = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
