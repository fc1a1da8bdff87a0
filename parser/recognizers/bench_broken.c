/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_broken.h"

#include "recognizers/bench_text.h"

/* How far in the end of a broken row may stand */
#define MAX_INDENT 8

bool bench_continues_row(const struct bench_line *line)
{
	if (!line || !line->n_cells || line->barred || line->cells[0].from > MAX_INDENT)
		return false;
	return line->figures == line->n_cells;
}

bool bench_stands_apart(const struct bench_line *row, const struct bench_line *tail)
{
	size_t remarks, n = bench_count_values(row, &remarks);

	return tail->cells[0].from <= 2 ||
	       tail->cells[0].to <= row->cells[row->n_cells - remarks - n].from;
}

/* Chunks of the line above that stand right of the rows' labels: how many columns a
 * broken row must have. */
static size_t heads_above(struct bench_reader *reader, const struct bench_line *row)
{
	for (int64_t i = (int64_t)row->index - 1; i + 4 > row->index; i--) {
		struct bench_line *line = bench_reader_line(reader, i);
		size_t n = 0;

		if (!line || line->blank)
			return 0;
		if (line->rule)
			continue;
		for (size_t k = 0; k < line->n_cells; k++)
			n += line->cells[k].from > row->cells[0].to;
		return n;
	}
	return 0;
}

/* A spread's sign ends the line: its number stands on the next */
static bool ends_in_sign(const struct bench_line *line)
{
	return pl_text_ends(line->text, PL_TEXT("+/-")) ||
	       pl_text_ends(line->text, PL_TEXT("+-")) ||
	       pl_text_ends(line->text, PL_TEXT("\xC2\xB1"));
}

size_t bench_joined_values(const struct bench_line *row, const struct bench_line *tail)
{
	size_t remarks;

	return bench_count_values(row, &remarks) + tail->n_cells - ends_in_sign(row);
}

void bench_join(struct pl_scan *scan, struct bench_line *row, const struct bench_line *tail)
{
	struct pl_text rest = pl_text_trim(tail->text);

	row->text = pl_arena_printf(scan->arena, "%.*s%s%.*s", (int)row->text.len, row->text.ptr,
				    ends_in_sign(row) ? " " : "   ", (int)rest.len, rest.ptr);
	bench_line_cut(scan, row);
	row->pieces++;
}

/* `( -0.62%)`, `-0.70%*`, `( -0.62%)  1002.11 (   0.09%)`: figures and what notes hold */
static bool is_note(struct pl_text text)
{
	bool closed = false;

	for (size_t i = 0; i < text.len; i++) {
		if (!strchr("0123456789.,%()[]*+- ", text.ptr[i]) || !text.ptr[i])
			return false;
		closed |= strchr(")]*", text.ptr[i]) != NULL;
	}
	return closed;
}

bool bench_join_note(struct bench_reader *reader, struct bench_line *row)
{
	const struct bench_line *tail =
	    bench_reader_line(reader, (int64_t)row->index + row->pieces);
	struct bench_line whole = *row;
	struct pl_text note;
	size_t remarks;
	char last, first;

	if (!tail || !tail->n_cells || tail->barred || tail->cells[0].from > MAX_INDENT ||
	    row->barred || row->n_cells < 2 || row->cells[0].kind != BENCH_WORDS ||
	    pl_claimed(reader->scan, tail->index))
		return false;
	note = pl_text_trim(tail->text);
	first = note.ptr[0];
	last = row->text.ptr[row->text.len - 1];
	if (!is_note(note) || !(strchr("([*", first) || strchr("([*", last)))
		return false;
	whole.text = pl_arena_printf(reader->scan->arena, "%.*s %.*s", (int)row->text.len,
				     row->text.ptr, (int)note.len, note.ptr);
	bench_line_cut(reader->scan, &whole);
	whole.pieces++;
	if (!bench_is_row(&whole) || !bench_count_values(&whole, &remarks) || remarks)
		return false;
	for (size_t i = 1; i < whole.n_cells; i++)
		if (whole.cells[i].kind == BENCH_FIGURE && whole.cells[i].odd)
			return false;
	if (!whole.cells[whole.n_cells - 1].n_notes)
		return false;
	*row = whole;
	return true;
}

bool bench_is_broken(struct bench_reader *reader, const struct bench_line *row)
{
	const struct bench_line *tail = bench_reader_line(reader, (int64_t)row->index + 1);
	const struct bench_line *next = bench_reader_line(reader, (int64_t)row->index + 2);
	const struct bench_line *next_tail = bench_reader_line(reader, (int64_t)row->index + 3);
	size_t remarks, n;

	if (row->pieces > 1 || row->barred || !bench_is_row(row) ||
	    row->cells[0].kind != BENCH_WORDS || !bench_continues_row(tail) ||
	    row->n_cells + tail->n_cells > BENCH_MAX_COLUMNS)
		return false;
	n = bench_joined_values(row, tail);
	bench_count_values(row, &remarks);
	if (remarks || n < 2 || !bench_stands_apart(row, tail))
		return false;
	if (next && bench_is_row(next) && next->cells[0].kind == BENCH_WORDS &&
	    bench_continues_row(next_tail) && next_tail->n_cells == tail->n_cells)
		return true;
	return (!next || next->blank) && heads_above(reader, row) == n;
}
