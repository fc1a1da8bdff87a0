/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The box of counts in functional reports of LKP / 0-day:
 *
 *   +----------------+------------+------------+
 *   |                | bd222ca85f | ae86a1c553 |
 *   +----------------+------------+------------+
 *   | boot_successes | 0          | 0          |
 *   +----------------+------------+------------+
 *
 * The ruler, which has no blank where it could be broken, says how many cells a row has;
 * pieces of a row are joined until they are there.
 */
#include "recognizers/lkp_box.h"

#include <glib.h>

#include "core/number.h"

/* A box has a label column and this many commits at most: the widest seen has 4. */
#define MAX_COUNTS 16

/* A row is in so many pieces at most: one a cell. */
#define MAX_PIECES (MAX_COUNTS + 1)

struct box {
	struct lkp_reader *reader;
	size_t columns; /* cells of a row; 0: no ruler or head yet */
	bool has_head;	/* the row of commits */
	bool has_counts;
	struct pl_text row; /* a row that lacks cells */
	size_t pieces;	    /* of it */
};

/* Cells of a box row: parted by `|` with a blank (or nothing) on both sides, since an
 * id may hold a bare `|`. Returns their number, 0 where text is no row. What stands
 * behind the last `|` is no cell. */
static size_t box_cells(struct pl_text text, struct pl_text cells[MAX_COUNTS + 1])
{
	size_t n = 0, start = 1;

	if (!text.len || text.ptr[0] != '|')
		return 0;
	for (size_t i = 1; i < text.len; i++) {
		bool left = i == 1 || pl_is_blank(text.ptr[i - 1]);
		bool right = i + 1 == text.len || pl_is_blank(text.ptr[i + 1]);

		if (text.ptr[i] != '|' || !left || !right)
			continue;
		if (n > MAX_COUNTS)
			return 0;
		cells[n++] = pl_text_trim(pl_text_slice(text, start, i));
		start = i + 1;
	}
	return n;
}

/* The number of columns between the `+` of a ruler; 0 where text is none. */
static size_t ruler_columns(struct pl_text text)
{
	size_t n = 0;

	if (text.len < 3 || text.ptr[0] != '+' || text.ptr[text.len - 1] != '+')
		return 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] != '+' && text.ptr[i] != '-')
			return 0;
		n += text.ptr[i] == '+';
	}
	return n - 1;
}

/* An id, a tag or a branch, perhaps cut; *sure_out where it can be no plain word. */
static bool is_commit_label(struct pl_text text, bool *sure_out)
{
	for (size_t i = 0; i < text.len; i++) {
		if (!g_ascii_isalnum(text.ptr[i]) && !strchr(".-_+/", text.ptr[i]))
			return false;
		*sure_out |= g_ascii_isdigit(text.ptr[i]) || text.ptr[i] == '/';
	}
	return text.len >= 4;
}

/* The box's first row: no label, then commits. */
static bool is_box_head(const struct pl_text *cells, size_t n)
{
	bool sure = false;

	if (n < 2 || cells[0].len)
		return false;
	for (size_t i = 1; i < n; i++)
		if (!is_commit_label(cells[i], &sure))
			return false;
	return sure;
}

static void add_counts(struct box *box, const struct pl_text *cells, size_t n)
{
	struct pl_arena *arena = box->reader->scan->arena;
	struct pl_report *report = box->reader->report;
	int64_t counts[MAX_COUNTS] = {0};
	bool successes = pl_text_equal(cells[0], PL_TEXT("boot_successes"));
	bool failures = pl_text_equal(cells[0], PL_TEXT("boot_failures"));
	struct pl_error_count *error;

	for (size_t i = 1; i < n; i++)
		if (cells[i].len && !pl_integer_of(cells[i], &counts[i - 1]))
			return;
	if (!cells[0].len)
		return;
	box->has_counts = true;
	if (successes || failures) {
		while (report->n_boots < n - 1) {
			struct pl_boots *boots = PL_PUSH(arena, report->boots, report->n_boots);

			boots->successes = boots->failures = -1;
		}
		for (size_t i = 1; i < n; i++)
			*(successes ? &report->boots[i - 1].successes
				    : &report->boots[i - 1].failures) = counts[i - 1];
		return;
	}
	error = PL_PUSH(arena, report->errors, report->n_errors);
	error->id = cells[0];
	error->n_counts = n - 1;
	error->counts = pl_arena_alloc(arena, (n - 1) * sizeof(*error->counts));
	memcpy(error->counts, counts, (n - 1) * sizeof(*error->counts));
}

/* What a program breaks off a row has a mark between its cells, or is a count. */
static bool is_cells(struct pl_text text)
{
	if (pl_text_has(text, '|'))
		return true;
	for (size_t i = 0; i < text.len; i++)
		if (!g_ascii_isdigit(text.ptr[i]))
			return false;
	return text.len > 0;
}

/* A label that did not fit behind its mark; the row's counts stand below. */
static bool is_label(const struct lkp_reader *r, size_t i, struct pl_text row)
{
	struct pl_text text = pl_text_trim(lkp_line(r->scan, i)->text);

	return pl_text_equal(row, PL_TEXT("|")) && !pl_text_has(text, ' ') && i + 1 < r->to &&
	       lkp_line(r->scan, i + 1)->depth <= r->depth &&
	       is_cells(pl_text_trim(lkp_line(r->scan, i + 1)->text));
}

static void drop_row(struct box *box)
{
	box->row = PL_TEXT_NONE;
	box->pieces = 0;
}

/* A row, or a piece of one. */
static void take_piece(struct box *box, struct pl_text text)
{
	struct pl_text cells[MAX_COUNTS + 1];
	struct pl_text row = text;
	size_t n;

	/* Two labels in a row: the counts of the first are lost. */
	if (text.ptr[0] == '|' && !box_cells(text, cells) && !box_cells(box->row, cells))
		drop_row(box);
	if (box->row.len)
		row = pl_arena_printf(box->reader->scan->arena, "%.*s %.*s", (int)box->row.len,
				      box->row.ptr, (int)text.len, text.ptr);
	n = box_cells(row, cells);
	/* What the row above lacks is lost where the next one is whole without it. */
	if (box->row.len && n > box->columns) {
		drop_row(box);
		row = text;
		n = box_cells(row, cells);
	}
	if (n < box->columns && row.ptr[0] == '|' && ++box->pieces < MAX_PIECES) {
		box->row = row;
		return;
	}
	drop_row(box);
	if (n != box->columns)
		return;
	if (!box->has_head)
		box->has_head = is_box_head(cells, n);
	else
		add_counts(box, cells, n);
}

/* A line of the report; false: the box has come to its end. */
static bool take_line(struct box *box, struct pl_text text, bool behind_blank)
{
	struct pl_text cells[MAX_COUNTS + 1];
	size_t columns = ruler_columns(text), n;

	if (columns) {
		drop_row(box);
		if (!box->has_head)
			box->columns = MIN(columns, MAX_COUNTS + 1);
		return !box->has_counts;
	}
	if (!box->columns) {
		n = box_cells(text, cells);
		box->has_head = is_box_head(cells, n);
		box->columns = box->has_head ? n : 0;
		return true;
	}
	if (box->row.len || text.ptr[0] == '|')
		take_piece(box, text);
	else if (behind_blank && text.ptr[0] != '[' && text.ptr[0] != '.')
		return !box->has_counts;
	return true;
}

void lkp_take_box(struct lkp_reader *r)
{
	struct box box = {.reader = r};
	bool behind_blank = false;

	for (size_t i = r->from; i < r->to; i++) {
		const struct pl_line *line = lkp_line(r->scan, i);
		struct pl_text text = pl_text_trim(line->text);

		/* A piece that was broken off may have lost marks; a comment is none. */
		if (line->depth > r->depth ||
		    (line->depth < r->depth &&
		     (!box.row.len || !(is_cells(text) || is_label(r, i, box.row)))))
			continue;
		if (text.len && !take_line(&box, text, behind_blank))
			return;
		if (box.has_head && text.len && (text.ptr[0] == '|' || box.row.len))
			pl_claim(r->scan, i);
		behind_blank = !text.len;
	}
}
