/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histograms of bpftrace: the map's name, then a bucket, its count and a bar a line.
 */
#include <glib.h>

#include "core/number.h"
#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_text.h"

enum pattern { NAME, BUCKET, N_PATTERNS };

static struct pl_pattern patterns[N_PATTERNS] = {
    [NAME] = {.name = "map", .regex = "^\\s*((?:\\d\\d:\\d\\d:\\d\\d\\s+)?@\\w*(?:\\[.*\\])?):$"},
    [BUCKET] =
	{.name = "bucket",
	 .regex = "^\\s*([\\[(](?:\\.\\.\\.|-?\\d+[KMGT]?)(?:, (?:\\.\\.\\.|-?\\d+[KMGT]?))?[\\])])"
		  "\\s+(\\d+)\\s*(?:\\|[@ ]*\\|?)?$"},
};

/* Nothing but a bar, which a mail program put on a line of its own */
static bool is_bar(struct pl_text text)
{
	text = pl_text_trim(text);
	if (!text.len || text.ptr[0] != '|')
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (!strchr("|@ ", text.ptr[i]))
			return false;
	return true;
}

/* The map that line `index` names, and its buckets; returns the first line behind them. */
static uint32_t read_map(struct pl_scan *scan, uint32_t index)
{
	const struct pl_lines *lines = scan->lines;
	struct pl_table *table = NULL;
	struct pl_captures name, c;
	uint32_t i, end = index + 1;

	if (!pl_match(scan->matcher, &patterns[NAME], lines->v[index].text, 0, &name))
		return end;
	for (i = end; i < lines->n && lines->v[i].depth == lines->v[index].depth; i++) {
		struct pl_row *row;

		if (pl_claimed(scan, i))
			break;
		if (table && is_bar(lines->v[i].text))
			continue;
		if (!pl_match(scan->matcher, &patterns[BUCKET], lines->v[i].text, 0, &c))
			break;
		if (!table) {
			table = bench_table_new(scan, PL_TABLE_COUNTERS, &lines->v[i], 1);
			table->title = bench_fold(scan->arena, name.v[1]);
		}
		row = bench_row_new(scan, table, &lines->v[i], c.v[1]);
		if (!row)
			break;
		row->cells[0].value = bench_number_value(c.v[2], false);
		row->cells[0].has = PL_HAS_VALUE;
		if (!pl_number_is_exact(row->cells[0].value, c.v[2]))
			row->cells[0].text = c.v[2];
		end = i + 1;
	}
	for (i = index; table && i < end; i++)
		pl_claim(scan, i);
	return end;
}

static void recognize(struct pl_scan *scan)
{
	for (size_t s = 0; s < scan->figures.n; s++) {
		const struct pl_stretch *stretch = &scan->figures.v[s];

		/* the name holds no figure: it stands right above the stretch, or in it */
		for (uint32_t i = stretch->from ? stretch->from - 1 : 0; i < stretch->to;) {
			struct pl_text text = scan->lines->v[i].text;

			if (text.len && text.ptr[text.len - 1] == ':' && pl_text_has(text, '@') &&
			    !scan->claims[i])
				i = read_map(scan, i);
			else
				i++;
		}
	}
}

const struct pl_recognizer pl_recognizer_bpftrace = {
    .id = "bpftrace",
    .summary = "histograms of bpftrace",
    .origin = "src/output.cpp of bpftrace",
    .version = 3,
    .rank = 48,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
