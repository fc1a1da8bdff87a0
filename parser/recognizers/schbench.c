/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What schbench prints: percentiles below a line that names them, of the old version
 *   Latency percentiles (usec)
 *           *99.0th: 1234
 *           min=0, max=21345
 * and of the new one, which has several such blocks and counts the samples of each bucket
 *   Wakeup Latencies percentiles (usec) runtime 30 (s) (1284021 total samples)
 *           * 99.0th: 31         (89012 samples)
 *   average rps: 42967.33
 */
#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

enum pattern { HEAD, PERCENTILE, BOUNDS, AVERAGE, N_PATTERNS };

static struct pl_pattern patterns[N_PATTERNS] = {
    [HEAD] = {.name = "head",
	      .regex = "^\\s*((?:[A-Za-z]+ ){1,3}percentiles \\([a-z]+\\)"
		       "(?: runtime \\d+ \\(s\\) \\(\\d+ total samples\\))?)\\s*:?$"},
    [PERCENTILE] = {.name = "percentile",
		    .regex = "^\\s*(?:\\*\\s*)?(\\d{1,2}(?:\\.\\d+)?th):\\s+(\\d+(?:\\.\\d+)?)"
			     "(?:\\s+\\(\\d+ samples\\))?$"},
    [BOUNDS] = {.name = "bounds", .regex = "^\\s*(min)=(\\d+), (max)=(\\d+)$"},
    [AVERAGE] = {.name = "average",
		 .regex = "^\\s*(average rps|avg worker transfer):\\s+(\\d+(?:\\.\\d+)?)"
			  "( ops/sec \\S+)?$"},
};

/* Lines of one block of percentiles */
#define MAX_LINES 32

static bool add_row(struct pl_scan *scan, struct pl_table *table, uint32_t index,
		    struct pl_text metric, struct pl_text number, struct pl_text unit)
{
	struct pl_row *row = bench_row_new(scan, table, &scan->lines->v[index], metric);

	if (!row)
		return false;
	row->cells[0].value = bench_number_value(number, false);
	row->cells[0].has = PL_HAS_VALUE;
	if (unit.len)
		row->cells[0].text = pl_arena_printf(scan->arena, "%.*s%.*s", (int)number.len,
						     number.ptr, (int)unit.len, unit.ptr);
	return true;
}

/* The rows of a block that line `index` - 1 heads; returns the first line behind it. */
static uint32_t read_block(struct bench_reader *reader, uint32_t index, struct pl_text title,
			   struct pl_text label)
{
	struct pl_scan *scan = reader->scan;
	const struct pl_lines *lines = scan->lines;
	struct pl_table *table = NULL;
	struct pl_captures c;
	uint32_t i;

	for (i = index; i < reader->to && i < index + MAX_LINES && !pl_claimed(scan, i); i++) {
		struct pl_text text = lines->v[i].text;
		bool added;

		if (pl_match(scan->matcher, &patterns[PERCENTILE], text, 0, &c)) {
			if (!table) {
				table = bench_table_new(scan, PL_TABLE_BENCHMARK, &lines->v[i], 1);
				table->title = title;
				table->columns[0].label = label;
			}
			added = add_row(scan, table, i, c.v[1], c.v[2], PL_TEXT_NONE);
		} else if (!table) {
			break;
		} else if (pl_match(scan->matcher, &patterns[BOUNDS], text, 0, &c)) {
			added = add_row(scan, table, i, c.v[1], c.v[2], PL_TEXT_NONE) &&
				add_row(scan, table, i, c.v[3], c.v[4], PL_TEXT_NONE);
		} else if (pl_match(scan->matcher, &patterns[AVERAGE], text, 0, &c)) {
			added = add_row(scan, table, i, c.v[1], c.v[2], c.v[3]);
		} else {
			break;
		}
		if (!added)
			break;
		pl_claim(scan, i);
	}
	return i;
}

static void recognize(struct pl_scan *scan)
{
	const struct pl_lines *lines = scan->lines;
	struct bench_reader reader = bench_reader_new(scan);
	struct pl_text label = PL_TEXT_NONE;
	uint32_t end = 0;

	for (uint32_t i = 0; i < lines->n;) {
		struct pl_stretch stretch = {i, i + 1};
		struct pl_captures c;

		if (scan->claims[i] || !pl_text_find(lines->v[i].text, "percentiles (") ||
		    !pl_match(scan->matcher, &patterns[HEAD], lines->v[i].text, 0, &c)) {
			i++;
			continue;
		}
		bench_reader_move(&reader, &stretch);
		/* blocks that follow each other are of one run */
		if (!end || end != i || lines->v[i].depth != lines->v[i - 1].depth)
			label = bench_heading(&reader, i);
		end = read_block(&reader, i + 1, bench_fold(scan->arena, pl_text_trim(c.v[1])),
				 label);
		if (end > i + 1)
			pl_claim(scan, i);
		i = end;
	}
}

static const char *const needles[] = {"percentiles (", NULL};

const struct pl_recognizer pl_recognizer_schbench = {
    .id = "schbench",
    .summary = "percentiles that schbench prints",
    .origin = "schbench by Chris Mason, both versions of its output",
    .version = 3,
    .rank = 43,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
