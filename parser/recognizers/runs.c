/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The runs of one measurement, one by one: below the heading of a side, each on a line,
 *   Original (3 attempts):
 *   81341 us
 * or all in one, with their average behind:
 *   Server: 125140.00 mbps, 122887.50 mbps, 113245.91 mbps (average: 120424.47 mbps)
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_side.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

#define MAX_RUNS 16
#define MAX_ROWS 512
/* The longest label of a list, and the longest heading above */
#define MAX_LABEL 40
#define MAX_HEADING 60
/* Lines above the figures where a first list may begin that is broken before its average */
#define LINES_OF_LIST 2
/* Lines above that are looked at for the heading of a side */
#define MAX_ABOVE 40

struct runs {
	struct pl_text label;
	struct bench_cell figures[MAX_RUNS];
	size_t n;		/* without the average */
	uint32_t lines;		/* that a mail program made of it */
	struct pl_text average; /* as its name is printed */
};

/* A figure with a time or rate as its unit, and nothing more, at text[i]; its end or 0 */
static size_t measured_at(struct pl_text text, size_t i, struct bench_cell *cell)
{
	size_t end = bench_figure_at(text, i, cell);

	return end && cell->unit.len && bench_is_measured_unit(cell->unit) && !cell->odd &&
		       !cell->n_notes
		   ? end
		   : 0;
}

/* Is text such a figure alone? */
static bool is_bare(struct pl_text text, struct bench_cell *cell)
{
	text = pl_text_trim(text);
	return text.len && g_ascii_isdigit(text.ptr[0]) && measured_at(text, 0, cell) == text.len;
}

/* Figures alone on lines `first` and below, under the heading of a side; returns the first
 * line behind them. */
static uint32_t read_column(struct bench_reader *reader, uint32_t first)
{
	struct pl_scan *scan = reader->scan;
	const struct pl_lines *lines = scan->lines;
	struct bench_cell cell, unit;
	struct pl_text heading;
	struct pl_table *table;
	uint32_t end = first;

	if (!is_bare(lines->v[first].text, &unit))
		return first + 1;
	while (end < reader->to && !pl_claimed(scan, end) && is_bare(lines->v[end].text, &cell) &&
	       pl_text_equal(cell.unit, unit.unit) && end - first < MAX_ROWS)
		end++;
	heading = bench_heading(reader, first);
	if (end < first + 2 || !heading.len || !bench_is_side(heading) ||
	    (end < reader->to && lines->v[end].text.len))
		return end;
	table = bench_table_new(scan, PL_TABLE_BENCHMARK, &lines->v[first], 1);
	table->columns[0].label = heading;
	table->unit = unit.unit;
	for (uint32_t i = first; i < end; i++) {
		struct pl_row *row = bench_row_new(scan, table, &lines->v[i], PL_TEXT_NONE);

		if (row && is_bare(lines->v[i].text, &cell))
			bench_set_value(scan, &cell, false, table->unit, cell.text, &row->cells[0]);
		pl_claim(scan, i);
	}
	return end;
}

/* `Server: f, f, f (average: f)`, in text as a whole */
static bool read_text(struct pl_text text, struct runs *runs)
{
	const char *colon = pl_text_find(text, ":"), *close;
	struct bench_cell *cell = runs->figures;
	struct pl_text piece;
	size_t i, end;

	runs->n = 0;
	if (!colon || colon - text.ptr > MAX_LABEL || !pl_text_ends(text, PL_TEXT(")")))
		return false;
	runs->label = pl_text_trim(pl_text_slice(text, 0, (size_t)(colon - text.ptr)));
	close = memrchr(text.ptr, '(', text.len);
	if (!runs->label.len || !close || close < colon)
		return false;
	piece = pl_text_slice(text, 0, (size_t)(close - text.ptr));
	for (i = (size_t)(colon - text.ptr) + 1;; i++) {
		size_t comma;

		i = bench_skip_blanks(piece, i);
		comma = i;
		while (comma < piece.len &&
		       (piece.ptr[comma] != ',' ||
			(comma + 1 < piece.len && !pl_is_blank(piece.ptr[comma + 1]))))
			comma++;
		end = measured_at(pl_text_slice(piece, 0, comma), i, cell);
		if (!end || bench_skip_blanks(piece, end) < comma ||
		    !pl_text_equal(cell->unit, runs->figures[0].unit))
			return false;
		runs->n++;
		cell++;
		i = comma;
		if (i >= piece.len)
			break;
		if (runs->n + 1 == MAX_RUNS)
			return false;
	}
	/* the average */
	piece = pl_text_slice(text, (size_t)(close - text.ptr) + 1, text.len - 1);
	colon = pl_text_find(piece, ": ");
	if (runs->n < 2 || !colon)
		return false;
	runs->average = pl_text_slice(piece, 0, (size_t)(colon - piece.ptr));
	i = runs->average.len + 2;
	return (bench_same(runs->average, "average") || bench_same(runs->average, "avg") ||
		bench_same(runs->average, "mean")) &&
	       measured_at(piece, i, cell) == piece.len &&
	       pl_text_equal(cell->unit, runs->figures[0].unit);
}

/* The list on line `index`, or on it and the next where a mail program broke it. */
static bool read_runs(struct bench_reader *reader, uint32_t index, struct runs *runs)
{
	struct pl_scan *scan = reader->scan;
	struct pl_text text;

	if (index >= reader->to || pl_claimed(scan, index))
		return false;
	text = scan->lines->v[index].text;
	if (!pl_text_find(text, ", ") || !pl_text_has(text, '('))
		return false;
	runs->lines = 1;
	if (read_text(text, runs))
		return true;
	if (index + 1 >= reader->to || pl_claimed(scan, index + 1) || pl_text_has(text, ')') ||
	    !scan->lines->v[index + 1].text.len)
		return false;
	text = pl_arena_printf(scan->arena, "%.*s %.*s", (int)text.len, text.ptr,
			       (int)scan->lines->v[index + 1].text.len,
			       scan->lines->v[index + 1].text.ptr);
	runs->lines = 2;
	return read_text(text, runs);
}

static bool is_heading(struct bench_reader *reader, const struct bench_line *line)
{
	return bench_is_open(reader, line) && line->text.len <= MAX_HEADING &&
	       pl_text_ends(line->text, PL_TEXT(":"));
}

/* What stands above line `first`: the heading of the lists, behind that of the side that it and
 * those before it are of. Empty: none. */
static struct pl_text title_above(struct bench_reader *reader, uint32_t first)
{
	struct pl_arena *arena = reader->scan->arena;
	const struct bench_line *own = bench_reader_line(reader, (int64_t)first - 1);
	struct pl_text title, side;

	if (!is_heading(reader, own))
		return PL_TEXT_NONE;
	title = bench_plain_heading(arena, own->text);
	for (int64_t i = (int64_t)own->index - 1; i + MAX_ABOVE > own->index; i--) {
		const struct bench_line *line = bench_reader_line(reader, i);
		const struct bench_line *below = bench_reader_line(reader, i + 1);

		if (!line)
			return title;
		if (line->blank || reader->scan->claims[line->index])
			continue;
		if (!is_heading(reader, line))
			return title;
		/* right above another heading: the side's */
		if (!is_heading(reader, below))
			continue;
		side = bench_plain_heading(arena, line->text);
		return pl_arena_printf(arena, "%.*s: %.*s", (int)side.len, side.ptr, (int)title.len,
				       title.ptr);
	}
	return title;
}

/* Lists from line `first` on, whose first is runs; returns the first line behind them. */
static uint32_t read_lists(struct bench_reader *reader, uint32_t first, struct runs *runs)
{
	struct pl_scan *scan = reader->scan;
	const struct pl_lines *lines = scan->lines;
	size_t n = runs->n;
	struct pl_text title = title_above(reader, first), unit = runs->figures[0].unit;
	struct pl_table *table;
	uint32_t i = first;

	table = bench_table_new(scan, PL_TABLE_BENCHMARK, &lines->v[first], n + 1);
	table->title = title;
	table->unit = unit;
	table->columns[n].label = runs->average;
	do {
		struct pl_row *row =
		    bench_row_new(scan, table, &lines->v[i], bench_fold(scan->arena, runs->label));

		for (size_t k = 0; row && k <= n; k++)
			bench_set_value(scan, &runs->figures[k], false, unit, runs->figures[k].text,
					&row->cells[k]);
		for (uint32_t k = 0; k < runs->lines; k++)
			pl_claim(scan, i++);
	} while (table->n_rows < MAX_ROWS && read_runs(reader, i, runs) && runs->n == n &&
		 pl_text_equal(runs->figures[0].unit, unit));
	return i;
}

static uint32_t visit(struct bench_reader *reader, uint32_t i)
{
	struct runs runs;

	if (pl_claimed(reader->scan, i))
		return i + 1;
	return read_runs(reader, i, &runs) ? read_lists(reader, i, &runs) : read_column(reader, i);
}

static void recognize(struct pl_scan *scan)
{
	bench_reader_visit(scan, LINES_OF_LIST, visit);
}

const struct pl_recognizer pl_recognizer_runs = {
    .id = "runs",
    .summary = "the runs of one measurement, one by one",
    .origin = "kernel mail, 2023",
    .version = 1,
    .rank = 50,
    .figures = true,
    .recognize = recognize,
};
