/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of before and after, as graphics developers print results of the Phoronix test
 * suite and of their own runs:
 *   test: 120.11 ±0.3% x3 -> 125.22 ±0.2% x3 d=4.25% ±0.4% p=99.9%
 * Number of runs, spread of the difference and probability have no field.
 */
#include "core/number.h"
#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_text.h"

enum pattern { ROW, N_PATTERNS };

static struct pl_pattern patterns[N_PATTERNS] = {
    [ROW] = {.name = "row",
	     .regex =
		 "^\\s*(\\S.*?):?\\s+([\\d.,]+)\\s*\xC2\xB1\\s*([\\d.,]+)%\\s+x\\d+\\s*->"
		 "\\s*([\\d.,]+)\\s*\xC2\xB1\\s*([\\d.,]+)%\\s+x\\d+\\s+d=\\s*([-+]?[\\d.,]+)%"},
};

#define MAX_ROWS 512

struct row {
	uint32_t line;
	struct pl_text metric, value[2], spread[2], change;
};

static bool read_row(struct pl_scan *scan, uint32_t index, struct row *row)
{
	struct pl_captures c;

	if (pl_claimed(scan, index) ||
	    !pl_match(scan->matcher, &patterns[ROW], scan->lines->v[index].text, 0, &c))
		return false;
	for (size_t i = 2; i <= 6; i++)
		if (bench_number_at(c.v[i]) != c.v[i].len)
			return false;
	*row = (struct row){
	    .line = index,
	    .metric = bench_fold(scan->arena, pl_text_trim(c.v[1])),
	    .value = {c.v[2], c.v[4]},
	    .spread = {c.v[3], c.v[5]},
	    .change = c.v[6],
	};
	return true;
}

static void emit(struct bench_reader *reader, const struct row *rows, size_t n)
{
	struct pl_scan *scan = reader->scan;
	const struct pl_lines *lines = scan->lines;
	struct pl_table *table =
	    bench_table_new(scan, PL_TABLE_BENCHMARK, &lines->v[rows[0].line], 2);
	bool comma = false;

	table->title = bench_title(reader, rows[0].line, true);
	for (size_t i = 0; i < n; i++)
		comma |= bench_number_proves_comma(rows[i].value[0]) ||
			 bench_number_proves_comma(rows[i].spread[0]);
	for (size_t i = 0; i < n; i++) {
		struct pl_row *row =
		    bench_row_new(scan, table, &lines->v[rows[i].line], rows[i].metric);

		if (!row)
			return;
		for (size_t k = 0; k < 2; k++) {
			row->cells[k].value = bench_number_value(rows[i].value[k], comma);
			row->cells[k].stddev_pct = bench_number_value(rows[i].spread[k], comma);
			row->cells[k].has = PL_HAS_VALUE | PL_HAS_STDDEV;
			if (!pl_number_is_exact(row->cells[k].value, rows[i].value[k]))
				row->cells[k].text = rows[i].value[k];
		}
		row->cells[1].change = bench_number_value(rows[i].change, comma);
		row->cells[1].change_unit = PL_UNIT_PERCENT;
		row->cells[1].has |= PL_HAS_CHANGE;
		pl_claim(scan, rows[i].line);
	}
}

static void recognize(struct pl_scan *scan)
{
	struct bench_reader reader = bench_reader_new(scan);

	for (size_t s = 0; s < scan->figures.n; s++) {
		const struct pl_stretch *stretch = &scan->figures.v[s];
		struct row *rows = NULL;
		size_t n = 0;

		bench_reader_move(&reader, stretch);
		for (uint32_t i = stretch->from; i < stretch->to; i++) {
			struct row row;

			if (pl_text_find(scan->lines->v[i].text, "d=") && read_row(scan, i, &row)) {
				*PL_PUSH(scan->arena, rows, n) = row;
				if (n < MAX_ROWS)
					continue;
			}
			if (n)
				emit(&reader, rows, n);
			n = 0;
		}
		if (n)
			emit(&reader, rows, n);
	}
}

const struct pl_recognizer pl_recognizer_phoronix = {
    .id = "phoronix",
    .summary = "lists of before and after with spread and difference",
    .origin = "graphics developers' mail about the Phoronix test suite",
    .version = 4,
    .rank = 46,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
