/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two sides in one line: each named behind its figure, below the heading of the case,
 *   With 5 levels:
 *   49975.5 op/s (unpatched) compared to 50778.5 op/s (patched)
 * where the names are the columns and the heading is the row's label; or counts of one thing,
 *   - without hogs: 9.84M accesses => 12.7M accesses
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

#define FIGURE "([\\d.,]+[kKMG]?(?: ?[A-Za-z/%]+)?) \\(([A-Za-z][^()]{0,23})\\)"

enum pattern { PAIR, COUNTS, N_PATTERNS };

static struct pl_pattern patterns[N_PATTERNS] = {
    [PAIR] = {.name = "pair", .regex = "^\\s*" FIGURE " compared to " FIGURE "\\.?$"},
    [COUNTS] = {.name = "counts",
		.regex = "^\\s*(?:[-*] +)?(\\S[^:]{0,40}): +([\\d.]+[kMG]) ([a-z]+) => "
			 "([\\d.]+[kMG]) \\3$"},
};

/* The longest heading of a case */
#define MAX_CASE 60
#define MAX_ROWS 512

struct pair {
	struct pl_text label, names[2];
	struct bench_cell figures[2];
};

/* The heading right above line `index`, without mark and colon; empty: none */
static struct pl_text case_above(struct bench_reader *reader, uint32_t index)
{
	const struct bench_line *line = bench_reader_line(reader, (int64_t)index - 1);

	if (!bench_is_open(reader, line) || line->text.len > MAX_CASE ||
	    !pl_text_ends(line->text, PL_TEXT(":")))
		return PL_TEXT_NONE;
	return bench_plain_heading(reader->scan->arena, line->text);
}

/* Reads the pair on line `index` and the heading above it. */
static bool read_pair(struct bench_reader *reader, uint32_t index, struct pair *pair)
{
	struct pl_scan *scan = reader->scan;
	struct pl_text text;
	struct pl_captures c;
	bool measured = false;

	if (index >= reader->to || pl_claimed(scan, index))
		return false;
	text = scan->lines->v[index].text;
	if (!pl_text_has(text, ')') || !pl_match(scan->matcher, &patterns[PAIR], text, 0, &c))
		return false;
	for (size_t k = 0; k < 2; k++) {
		struct pl_text figure = c.v[1 + 2 * k];

		if (bench_figure_at(figure, 0, &pair->figures[k]) != figure.len ||
		    pair->figures[k].odd)
			return false;
		measured |= bench_is_measured_unit(pair->figures[k].unit);
		pair->names[k] = c.v[2 + 2 * k];
	}
	if (!measured || (pair->figures[0].unit.len && pair->figures[1].unit.len &&
			  !pl_text_equal(pair->figures[0].unit, pair->figures[1].unit)))
		return false;
	pair->label = case_above(reader, index);
	return pair->label.len &&
	       (bench_words(pair->names[0]) & BENCH_COMPARES ||
		bench_words(pair->names[1]) & BENCH_COMPARES || bench_is_version(pair->names[0]));
}

static void push(struct pl_scan *scan, struct pl_table *table, uint32_t index,
		 const struct pair *pair)
{
	struct pl_row *row = bench_row_new(scan, table, &scan->lines->v[index], pair->label);

	for (size_t k = 0; row && k < 2; k++)
		bench_set_value(scan, &pair->figures[k], false, PL_TEXT_NONE, pair->figures[k].text,
				&row->cells[k]);
	pl_claim(scan, index - 1);
	pl_claim(scan, index);
}

/* Pairs of the same two sides from line `first` on, each below its own heading; returns the
 * first line behind them. */
static uint32_t read_list(struct bench_reader *reader, uint32_t first, struct pair *pair)
{
	struct pl_scan *scan = reader->scan;
	struct pl_table *table =
	    bench_table_new(scan, PL_TABLE_BENCHMARK, &scan->lines->v[first], 2);
	struct pl_text names[2] = {pair->names[0], pair->names[1]};
	uint32_t i = first;

	for (size_t k = 0; k < 2; k++)
		table->columns[k].label = bench_fold(scan->arena, names[k]);
	for (;;) {
		uint32_t next = i + 1;

		push(scan, table, i, pair);
		i = next;
		if (next < reader->to && !scan->lines->v[next].text.len)
			next++;
		if (table->n_rows >= MAX_ROWS || !read_pair(reader, next + 1, pair) ||
		    !pl_text_equal(pair->names[0], names[0]) ||
		    !pl_text_equal(pair->names[1], names[1]))
			return i;
		i = next + 1;
	}
}

/* Lines of counts from `first` on, two at least; returns the first line behind them. */
static uint32_t read_counts(struct bench_reader *reader, uint32_t first)
{
	struct pl_scan *scan = reader->scan;
	const struct pl_lines *lines = scan->lines;
	struct pl_table *table;
	struct pl_captures c;
	uint32_t end = first;

	while (end < reader->to && end - first < MAX_ROWS && !pl_claimed(scan, end) &&
	       pl_text_find(lines->v[end].text, " => ") &&
	       pl_match(scan->matcher, &patterns[COUNTS], lines->v[end].text, 0, &c))
		end++;
	if (end < first + 2)
		return first + 1;
	table = bench_table_new(scan, PL_TABLE_BENCHMARK, &lines->v[first], 2);
	table->title = bench_title(reader, first, true);
	for (uint32_t i = first; i < end; i++) {
		struct pl_row *row;

		pl_match(scan->matcher, &patterns[COUNTS], lines->v[i].text, 0, &c);
		row = bench_row_new(scan, table, &lines->v[i], bench_fold(scan->arena, c.v[1]));
		for (size_t k = 0; row && k < 2; k++) {
			struct pl_text figure = c.v[2 + 2 * k];
			struct bench_cell cell;

			if (bench_figure_at(figure, 0, &cell) == figure.len)
				bench_set_value(scan, &cell, false, PL_TEXT_NONE,
						pl_arena_printf(scan->arena, "%.*s %.*s",
								(int)figure.len, figure.ptr,
								(int)c.v[3].len, c.v[3].ptr),
						&row->cells[k]);
		}
		pl_claim(scan, i);
	}
	return end;
}

static uint32_t visit(struct bench_reader *reader, uint32_t i)
{
	struct pair pair;

	return read_pair(reader, i, &pair) ? read_list(reader, i, &pair) : read_counts(reader, i);
}

static void recognize(struct pl_scan *scan)
{
	bench_reader_visit(scan, 0, visit);
}

const struct pl_recognizer pl_recognizer_versus = {
    .id = "versus",
    .summary = "two sides in one line",
    .origin = "kernel mail, 2021 to 2023",
    .version = 1,
    .rank = 49,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
