/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What netperf prints: labels over five lines, the lowest of them units, a blank line, and
 * sizes of sockets and messages, the time, and the result at the end of one line:
 *   bytes  bytes   bytes    secs.    10^6bits/sec
 *   131072  16384  16384    10.00    9412.33
 */
#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

enum pattern { UNITS, RESULT, TEST, N_PATTERNS };

static struct pl_pattern patterns[N_PATTERNS] = {
    [UNITS] = {.name = "units",
	       .regex = "^\\s*bytes\\s+[Bb]ytes\\s+bytes\\s+(?:bytes\\s+)?secs\\.\\s+"
			"(10\\^\\dbits/sec|[KMG]?Bytes/sec|per sec)$"},
    [RESULT] = {.name = "result",
		.regex = "^\\s*(?:\\d+\\s+){3,4}\\d+\\.\\d+\\s+(\\d+(?:\\.\\d+)?)$"},
    [TEST] = {.name = "test", .regex = "^\\s*(?:MIGRATED )?([A-Z/ ]+ TEST) from "},
};

/* Lines above the units that belong to netperf */
#define MAX_ABOVE 6

/* The test that the lines above `index` name; *top_out: netperf's first line. */
static struct pl_text test_above(struct bench_reader *reader, uint32_t index, uint32_t *top_out)
{
	struct pl_captures c;

	*top_out = index;
	for (int64_t i = (int64_t)index - 1; i >= reader->from && i + MAX_ABOVE >= index; i--)
		if (pl_match(reader->scan->matcher, &patterns[TEST], reader->scan->lines->v[i].text,
			     0, &c)) {
			*top_out = (uint32_t)i;
			return pl_text_trim(c.v[1]);
		}
	return PL_TEXT_NONE;
}

/* The result below the units of line `index`; returns the first line behind it. */
static uint32_t read_result(struct bench_reader *reader, uint32_t index, struct pl_text unit)
{
	struct pl_scan *scan = reader->scan;
	const struct pl_lines *lines = scan->lines;
	struct pl_captures c;
	struct pl_table *table;
	struct pl_row *row;
	uint32_t i = index + 1, top;

	while (i < reader->to && i < index + 3 && !lines->v[i].text.len)
		i++;
	if (i >= reader->to || pl_claimed(scan, i) ||
	    !pl_match(scan->matcher, &patterns[RESULT], lines->v[i].text, 0, &c))
		return index + 1;
	table = bench_table_new(scan, PL_TABLE_BENCHMARK, &lines->v[i], 1);
	table->title = test_above(reader, index, &top);
	table->columns[0].label = bench_heading(reader, top);
	table->unit = unit;
	row = bench_row_new(scan, table, &lines->v[i],
			    pl_text_equal(unit, PL_TEXT("per sec")) ? PL_TEXT("Trans. Rate")
								    : PL_TEXT("Throughput"));
	if (row) {
		row->cells[0].value = bench_number_value(c.v[1], false);
		row->cells[0].has = PL_HAS_VALUE;
	}
	for (uint32_t k = top; k <= i; k++)
		if (lines->v[k].text.len)
			pl_claim(scan, k);
	return i + 1;
}

static void recognize(struct pl_scan *scan)
{
	const struct pl_lines *lines = scan->lines;
	struct bench_reader reader = bench_reader_new(scan);

	for (uint32_t i = 0; i < lines->n;) {
		struct pl_stretch stretch = {i, i + 1};
		struct pl_captures c;

		if (scan->claims[i] || !pl_text_find(lines->v[i].text, "secs.") ||
		    !pl_match(scan->matcher, &patterns[UNITS], lines->v[i].text, 0, &c)) {
			i++;
			continue;
		}
		bench_reader_move(&reader, &stretch);
		i = read_result(&reader, i, c.v[1]);
	}
}

static const char *const needles[] = {"  secs. ", NULL};

const struct pl_recognizer pl_recognizer_netperf = {
    .id = "netperf",
    .summary = "throughput and rates that netperf prints",
    .origin = "netperf, classic output of its stream and request/response tests",
    .version = 3,
    .rank = 45,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
