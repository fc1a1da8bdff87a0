/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_line.h"

#include "recognizers/bench_cut.h"
#include "recognizers/bench_typed.h"

/* Bytes become columns where the line holds other letters than ASCII. */
static void count_columns(struct bench_line *line)
{
	uint32_t byte = 0, column = 0;
	bool ascii = true;

	for (size_t i = 0; i < line->text.len && ascii; i++)
		ascii = !(line->text.ptr[i] & 0x80);
	if (ascii)
		return;
	for (size_t k = 0; k < line->n_cells; k++) {
		struct bench_cell *cell = &line->cells[k];

		for (; byte < cell->from; byte++)
			column += (line->text.ptr[byte] & 0xC0) != 0x80;
		cell->from = column;
		for (; byte < cell->to; byte++)
			column += (line->text.ptr[byte] & 0xC0) != 0x80;
		cell->to = column;
	}
}

static void count_figures(struct bench_line *line)
{
	line->figures = 0;
	for (size_t i = 0; i < line->n_cells; i++)
		line->figures +=
		    line->cells[i].kind == BENCH_FIGURE || line->cells[i].kind == BENCH_MARK;
}

/* Numbers the fields that tabs part, where nothing else parts cells. */
static void count_fields(struct bench_line *line)
{
	uint16_t field = 0;
	size_t byte = 0;

	line->tabs = 0;
	if (line->barred || !pl_text_has(line->text, '\t'))
		return;
	for (size_t k = 0; k < line->n_cells; k++) {
		size_t from = (size_t)(line->cells[k].text.ptr - line->text.ptr);
		uint16_t last = field;

		for (; byte < from; byte++)
			field += line->text.ptr[byte] == '\t';
		if (k && field == last)
			return;
		line->cells[k].field = field;
	}
	line->tabs = field;
}

static void cut(struct pl_scan *scan, struct bench_line *line)
{
	struct bench_cell cells[BENCH_MAX_CELLS];
	size_t n = bench_cut(line, cells);

	line->n_cells = (uint16_t)n;
	line->cells = pl_arena_alloc(scan->arena, n * sizeof(*line->cells));
	memcpy(line->cells, cells, n * sizeof(*line->cells));
	line->bracket = n && cells[0].kind == BENCH_WORDS && cells[0].text.ptr[0] == '[' &&
			cells[0].text.ptr[cells[0].text.len - 1] == ']';
	count_figures(line);
	count_fields(line);
	count_columns(line);
}

void bench_line_cut(struct pl_scan *scan, struct bench_line *line)
{
	line->barred = line->text.ptr[bench_skip_blanks(line->text, 0)] == '|';
	cut(scan, line);
}

struct bench_line *bench_line_open(struct pl_scan *scan, const struct bench_line *line)
{
	struct bench_line *copy = pl_arena_alloc(scan->arena, sizeof(*copy));

	*copy = *line;
	copy->barred = false;
	cut(scan, copy);
	return copy;
}

struct bench_line *bench_line_new(struct pl_scan *scan, uint32_t index)
{
	struct bench_line *line = pl_arena_alloc(scan->arena, sizeof(*line));

	line->index = index;
	line->pieces = 1;
	line->text = bench_typed(scan->arena, &scan->lines->v[index]);
	line->blank = bench_skip_blanks(line->text, 0) == line->text.len;
	if (line->blank)
		return line;
	line->rule = bench_is_rule(line->text);
	if (!line->rule && bench_is_drawn(line->text)) {
		line->rule = true;
		line->hollow = bench_count_bars(line->text) > 2;
	}
	line->snip = !line->rule && bench_is_snip(line->text);
	if (line->rule || line->snip)
		return line;
	line->text = bench_laid_out(scan->arena, line->text);
	bench_line_cut(scan, line);
	return line;
}

/* The byte of the line's text where cell ends */
static size_t end_of(const struct bench_line *line, const struct bench_cell *cell)
{
	return (size_t)(cell->text.ptr + cell->text.len - line->text.ptr);
}

/* The column of a byte of the line's text */
static uint32_t column_of(const struct bench_line *line, size_t byte)
{
	uint32_t column = 0;

	for (size_t i = 0; i < byte; i++)
		column += (line->text.ptr[i] & 0xC0) != 0x80;
	return column;
}

size_t bench_line_count_tail(const struct bench_line *line, size_t k)
{
	const struct bench_cell *words = &line->cells[k];
	size_t n = 0, to = end_of(line, words);

	for (size_t i = words->tail; words->kind == BENCH_WORDS && i && i < to; n++) {
		struct bench_cell figure;
		size_t end = bench_figure_at(pl_text_slice(line->text, 0, to), i, &figure);

		if (!end)
			break;
		i = bench_skip_blanks(line->text, end);
	}
	return n;
}

bool bench_line_split_tail(struct pl_scan *scan, struct bench_line *line, size_t k)
{
	struct bench_cell figures[BENCH_MAX_CELLS], *cells, *words = &line->cells[k];
	size_t n = 0, split = words->tail, to = end_of(line, words);

	if (words->kind != BENCH_WORDS || !split)
		return false;
	for (size_t i = split, end; i < to; i = bench_skip_blanks(line->text, end)) {
		if (n + line->n_cells >= BENCH_MAX_CELLS)
			return false;
		end = bench_figure_at(pl_text_slice(line->text, 0, to), i, &figures[n]);
		if (!end)
			return false;
		figures[n].from = column_of(line, i);
		figures[n++].to = column_of(line, end);
	}
	cells = pl_arena_alloc(scan->arena, (line->n_cells + n) * sizeof(*cells));
	memcpy(cells, line->cells, (k + 1) * sizeof(*cells));
	cells[k].text = pl_text_trim(
	    pl_text_slice(line->text, (size_t)(words->text.ptr - line->text.ptr), split));
	cells[k].to = column_of(line, end_of(line, &cells[k]));
	cells[k].tail = 0;
	memcpy(cells + k + 1, figures, n * sizeof(*cells));
	memcpy(cells + k + 1 + n, line->cells + k + 1, (line->n_cells - k - 1) * sizeof(*cells));
	line->cells = cells;
	line->n_cells = (uint16_t)(line->n_cells + n);
	count_figures(line);
	return true;
}
