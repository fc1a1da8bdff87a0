/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_broken.h"

#include <glib.h>

#include "core/features.h"
#include "lines/row_text.h"
#include "recognizers/lkp_head.h"
#include "recognizers/lkp_marks.h"

/* A row is broken into this many lines, which together are this long; the longest row
 * seen is under 1 KiB. */
#define MAX_PIECES PL_FEATURE_ROW_PIECES
#define MAX_JOINED 2048

/* Lines of a comment that somebody may put between the pieces of a row. */
#define MAX_COMMENT 30

const struct pl_line *lkp_line_broken_off(const struct pl_lines *lines, size_t i)
{
	return i + 1 < lines->n && lines->v[i + 1].depth < lines->v[i].depth ? &lines->v[i + 1]
									     : NULL;
}

static const struct {
	struct pl_text word;
	enum pl_aggregate aggregate;
} aggregates[] = {
    {PL_TEXT("TOTAL"), PL_AGGREGATE_TOTAL},
    {PL_TEXT("GEO-MEAN"), PL_AGGREGATE_GEO_MEAN},
};

struct pl_text lkp_cut_aggregate(struct pl_text name, enum pl_aggregate *aggregate_out)
{
	for (size_t i = 0; i < G_N_ELEMENTS(aggregates); i++) {
		size_t length = aggregates[i].word.len;

		if (!pl_text_starts(name, aggregates[i].word) ||
		    (name.len > length && !pl_is_blank(name.ptr[length])))
			continue;
		*aggregate_out = aggregates[i].aggregate;
		return pl_text_trim(pl_text_slice(name, length, name.len));
	}
	return name;
}

/* Is name whole? The word of an aggregate alone is not. */
static bool is_whole_name(struct pl_text name)
{
	enum pl_aggregate aggregate;

	return lkp_cut_aggregate(name, &aggregate).len > 0;
}

/* A row that a mail program broke has a name of one word; where the piece lost its quote
 * marks, too, it must look like a metric's. */
static bool is_joined_name(struct pl_text name, bool marks_lost)
{
	enum pl_aggregate aggregate;

	name = lkp_cut_aggregate(name, &aggregate);
	return name.len && !pl_text_has(name, ' ') && (!marks_lost || pl_row_text_is_name(name));
}

/* Is line i the rest of a row whose beginning nothing could be made of? Its figures then
 * are not those of the first columns. */
static bool is_rest(const struct pl_scan *scan, size_t i)
{
	const struct pl_line *line = &scan->lines->v[i];
	size_t least = i > MAX_COMMENT ? i - MAX_COMMENT : 0;

	/* a comment may stand between */
	for (size_t k = i; k > least; k--) {
		const struct pl_line *above = &scan->lines->v[k - 1];

		if (above->text.len && above->depth >= line->depth)
			return !scan->claims[k - 1] && lkp_row_is_cells(above->text);
	}
	return false;
}

bool lkp_is_rest(const struct pl_scan *scan, size_t i)
{
	struct pl_text text = pl_text_trim(scan->lines->v[i].text);

	if (text.len && (text.ptr[0] == '+' || text.ptr[0] == '-'))
		text = pl_text_slice(text, 1, text.len);
	return text.len && g_ascii_isdigit(text.ptr[0]) && is_rest(scan, i);
}

/* Letters in a word that cannot be a misread sign or figure */
#define MIN_WORD 3

bool lkp_is_unreadable_row(struct pl_text text)
{
	size_t figures = 0, i = 0, start;

	if (!pl_feature_begins_row(text))
		return false;
	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);
		size_t letters = 0;
		bool figure = false;

		start = i - word.len;

		if (!word.len || pl_text_find(word, "://"))
			return false;
		if (pl_row_text_is_name(word))
			break;
		for (size_t k = 0; k < word.len; k++) {
			figure |= g_ascii_isdigit(word.ptr[k]);
			letters += g_ascii_isalpha(word.ptr[k]);
		}
		if (letters >= MIN_WORD)
			return false;
		figures += figure;
	}
	return figures > 1 && i == text.len &&
	       pl_text_ends(pl_text_slice(text, 0, start), PL_TEXT("  "));
}

bool lkp_is_parted_unreadable(const struct pl_scan *scan, size_t i)
{
	const struct pl_line *line = &scan->lines->v[i];

	return i + 2 < scan->lines->n && pl_row_text_is_numbers(line->text) && !line[1].text.len &&
	       line[2].depth == line->depth && pl_text_find(line->text, PL_PLUS_MINUS) &&
	       pl_row_text_is_name(line[2].text);
}

/* Marks that people put in front of a row to show it. */
static const struct pl_text row_marks[] = {
    PL_TEXT("=>"), PL_TEXT("-->"), PL_TEXT("->"), PL_TEXT("- "), PL_TEXT("**"), PL_TEXT("* "),
    PL_TEXT("*"),  PL_TEXT("+ "),  PL_TEXT("# "), PL_TEXT("! "), PL_TEXT(": "), PL_TEXT("| "),
};

/* The row behind a mark; empty where there is no mark, or no figure. *stars_out: it is of stars,
 * and others may end the row. */
static struct pl_text without_mark(struct pl_text text, bool *stars_out)
{
	while (text.len && pl_is_blank(text.ptr[0]))
		text = pl_text_slice(text, 1, text.len);
	for (size_t k = 0; k < G_N_ELEMENTS(row_marks); k++) {
		struct pl_text rest;

		if (!pl_text_starts(text, row_marks[k]))
			continue;
		rest = pl_text_slice(text, row_marks[k].len, text.len);
		*stars_out = row_marks[k].ptr[0] == '*';
		if (pl_feature_begins_row(rest))
			return rest;
	}
	return PL_TEXT_NONE;
}

static void cut_star(struct pl_row *row, bool stars)
{
	while (stars && pl_text_ends(row->metric, PL_TEXT("*")))
		row->metric.len--;
}

/* text, cells and name that a blank line parted, shows by itself that it is a row. */
static bool is_row_alone(struct pl_text text)
{
	struct lkp_row_shape shape = {0, LKP_INDENT_UNKNOWN, 0};
	struct pl_cell cells[LKP_MAX_COLUMNS];
	struct pl_row row;

	return lkp_row_parse(text, &shape, cells, &row);
}

size_t lkp_row_at(struct pl_scan *scan, size_t i, size_t n_columns, size_t indent,
		  struct pl_cell *cells, struct pl_row *row_out)
{
	const struct pl_lines *lines = scan->lines;
	const struct pl_line *line = &lines->v[i];
	struct pl_text text = lkp_unmark(scan->arena, line->text);
	struct lkp_row_shape shape = {n_columns, indent, text.len};
	char joined[MAX_JOINED];
	size_t length;
	bool marks_lost = false, stars = false, parted = false;

	if (pl_claimed(scan, i))
		return 0;
	if (!pl_feature_begins_row(text)) {
		text = n_columns ? without_mark(text, &stars) : PL_TEXT_NONE;
		shape.laid_out = 0;
		if (!text.len)
			return 0;
		if (lkp_row_parse(text, &shape, cells, row_out) &&
		    is_joined_name(row_out->metric, false)) {
			cut_star(row_out, stars);
			return !is_rest(scan, i);
		}
		if (!lkp_row_is_cells(text))
			return 0;
	} else if (lkp_row_parse(text, &shape, cells, row_out) && is_whole_name(row_out->metric)) {
		return !is_rest(scan, i);
	}
	length = text.len;
	if (length > sizeof(joined) || (!n_columns && !lkp_row_is_cells(text)) || is_rest(scan, i))
		return 0;
	memcpy(joined, text.ptr, length);
	for (size_t used = 2; used <= MAX_PIECES && i + used <= lines->n; used++) {
		const struct pl_line *next = line + used - 1;

		if (next->depth > line->depth || length + 1 + next->text.len > sizeof(joined))
			return 0;
		if (!next->text.len) {
			if (parted || !lkp_row_is_cells(text))
				return 0;
			parted = true;
			continue;
		}
		if (parted && !pl_row_text_is_name(next->text))
			return 0;
		marks_lost |= next->depth < line->depth;
		joined[length++] = ' ';
		memcpy(joined + length, next->text.ptr, next->text.len);
		length += next->text.len;
		/* the break may have parted a sign from its number */
		text = lkp_unmark(scan->arena, (struct pl_text){joined, length});
		text = pl_row_text_normalize(scan->arena, text, 0, NULL);
		if (lkp_row_parse(text, &shape, cells, row_out) &&
		    is_joined_name(row_out->metric, marks_lost)) {
			if (parted && !is_row_alone(text))
				return 0;
			cut_star(row_out, stars);
			row_out->metric = pl_arena_copy(scan->arena, row_out->metric);
			for (size_t k = 0; k < row_out->n_cells; k++)
				cells[k].text = pl_arena_copy(scan->arena, cells[k].text);
			return used;
		}
	}
	return 0;
}
