/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What fio prints for a job, and the samples of its io_uring relatives
 * (`IOPS=..., BW=..., IOS/call=...`). Repeats in brackets, the spread of bandwidth and
 * of IOPS, histograms, and the summary of the run are left out; but lines of summaries alone,
 * each below a list item or a heading that says which run it was, are read.
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_side.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_text.h"

enum pattern {
	DIRECTION,
	LATENCY,
	PERCENTILES,
	PERCENTILE,
	SAMPLE,
	PAIR,
	JOB,
	SUMMARY,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [DIRECTION] = {.name = "direction",
		   .regex = "^\\s*(read|write|trim|mixed)\\s*:\\s*((?:IOPS|io|bw|iops)=.*)$"},
    [LATENCY] = {.name = "latency", .regex = "^\\s*([sc]?lat \\([num]?sec\\))\\s*:\\s*(min=.*)$"},
    [PERCENTILES] = {.name = "percentiles",
		     .regex = "^\\s*([sc]?lat percentiles \\([num]?sec\\))\\s*:$"},
    [PERCENTILE] = {.name = "percentile", .regex = "([\\d.]+th)=\\[\\s*([\\d.]+[kKMG]?)\\]"},
    [SAMPLE] = {.name = "sample", .regex = "^\\s*(IOPS=[\\d.]+[kKMG]?, .*)$"},
    /* only what follows another pair, or begins: not what stands in brackets */
    [PAIR] = {.name = "pair",
	      .regex =
		  "(?:^|\\G,?\\s*)([A-Za-z/]+)=\\s*([\\d.]+)([kKMG](?![A-Za-z/]))?([A-Za-z/\\d]*)"},
    [JOB] = {.name = "job", .regex = "\\(groupid=\\d+, jobs=\\d+\\): err="},
    [SUMMARY] = {.name = "summary",
		 .regex = "^\\s*(READ|WRITE|TRIM): (bw)=([\\d.]+)([kKMG]?i?B/s) \\([\\d.]+"
			  "[kKMG]?i?B/s\\), [\\d.]+[kKMG]?i?B/s-"},
};

/* Lines of a job that hold nothing of interest, in a row */
#define MAX_OTHER 16

/* The longest list item above a summary */
#define MAX_ITEM 140

struct reading {
	struct bench_reader *reader;
	struct pl_scan *scan;
	struct pl_table *table;	    /* open table, or NULL */
	struct pl_text direction;   /* read, write */
	struct pl_text percentiles; /* label of the percentiles that follow */
	uint32_t last;		    /* last line that was used */
	bool samples;		    /* the table is of samples */
};

static void open_table(struct reading *r, uint32_t index, bool samples)
{
	if (r->table && r->samples == samples)
		return;
	r->table = bench_table_new(r->scan, PL_TABLE_BENCHMARK, &r->scan->lines->v[index], 1);
	r->table->columns[0].label = bench_heading(r->reader, index);
	r->samples = samples;
}

static struct pl_text join(struct reading *r, struct pl_text a, struct pl_text b)
{
	if (!a.len)
		return b;
	return pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)a.len, a.ptr, (int)b.len, b.ptr);
}

/* A row; scale may be 0, tail is what stands behind the number. */
static void add(struct reading *r, uint32_t index, struct pl_text metric, struct pl_text number,
		struct pl_text tail, struct pl_text text)
{
	struct bench_cell figure = {.kind = BENCH_FIGURE, .number = number, .odd = tail.len > 0};
	struct pl_row *row;

	if (bench_number_at(number) != number.len)
		return;
	if (text.len > number.len && strchr("kKMG", text.ptr[number.len]) && !tail.len)
		figure.scale = text.ptr[number.len];
	row = bench_row_new(r->scan, r->table, &r->scan->lines->v[index], metric);
	if (row)
		bench_set_value(r->scan, &figure, false, PL_TEXT_NONE, text, &row->cells[0]);
}

/* `key=value, key=value`; those among keys, or all. */
static void add_pairs(struct reading *r, uint32_t index, struct pl_text prefix, struct pl_text text,
		      const char *const *keys)
{
	struct pl_captures c;
	size_t from = 0;

	while (pl_match(r->scan->matcher, &patterns[PAIR], text, from, &c)) {
		struct pl_text value = pl_text_slice(text, (size_t)(c.v[2].ptr - text.ptr), c.to);
		struct pl_text scale = c.v[3];
		bool wanted = !keys;

		for (size_t i = 0; keys && keys[i]; i++)
			wanted |= pl_text_equal(c.v[1], pl_text_of(keys[i]));
		if (wanted)
			add(r, index, join(r, prefix, c.v[1]), c.v[2],
			    scale.len && !c.v[4].len ? PL_TEXT_NONE : c.v[4], value);
		from = c.to;
	}
}

static bool take(struct reading *r, uint32_t index)
{
	static const char *const totals[] = {"IOPS", "BW", "bw", "iops", NULL};
	static const char *const latencies[] = {"min", "max", "avg", "stdev", NULL};
	struct pl_text text = r->scan->lines->v[index].text;
	struct pl_captures c;

	if (pl_match(r->scan->matcher, &patterns[DIRECTION], text, 0, &c)) {
		open_table(r, index, false);
		r->direction = c.v[1];
		r->percentiles = PL_TEXT_NONE;
		add_pairs(r, index, r->direction, c.v[2], totals);
		return true;
	}
	if (pl_match(r->scan->matcher, &patterns[SAMPLE], text, 0, &c)) {
		open_table(r, index, true);
		add_pairs(r, index, PL_TEXT_NONE, c.v[1], NULL);
		return true;
	}
	if (!r->table || r->samples)
		return false;
	if (pl_match(r->scan->matcher, &patterns[LATENCY], text, 0, &c)) {
		add_pairs(r, index, join(r, r->direction, c.v[1]), c.v[2], latencies);
		return true;
	}
	if (pl_match(r->scan->matcher, &patterns[PERCENTILES], text, 0, &c)) {
		r->percentiles = join(r, r->direction, c.v[1]);
		return true;
	}
	if (r->percentiles.len && text.len && pl_text_trim(text).ptr[0] == '|') {
		size_t from = 0;

		while (pl_match(r->scan->matcher, &patterns[PERCENTILE], text, from, &c)) {
			size_t n = bench_number_at(c.v[2]);

			add(r, index, join(r, r->percentiles, c.v[1]), pl_text_slice(c.v[2], 0, n),
			    PL_TEXT_NONE, c.v[2]);
			from = c.to;
		}
		return true;
	}
	return false;
}

/* `- wq max_active=8` or a heading right above line `index`, without mark and colon */
static struct pl_text run_above(struct reading *r, uint32_t index)
{
	const struct bench_line *line = bench_reader_line(r->reader, (int64_t)index - 1);
	struct pl_text text;

	if (!bench_is_open(r->reader, line))
		return PL_TEXT_NONE;
	text = pl_text_trim(line->text);
	if (!pl_text_starts(text, PL_TEXT("- ")) && !pl_text_starts(text, PL_TEXT("* ")))
		return bench_is_side(text) ? bench_heading(r->reader, index) : PL_TEXT_NONE;
	return text.len <= MAX_ITEM ? bench_plain_heading(r->scan->arena, text) : PL_TEXT_NONE;
}

/* Lines of a run's summary from `index` on, without its jobs, as a table; returns the first line
 * behind them. */
static uint32_t read_summary(struct reading *r, uint32_t index)
{
	const struct pl_lines *lines = r->scan->lines;
	struct pl_text run = run_above(r, index);
	struct pl_captures c;

	while (run.len && index < r->reader->to && !pl_claimed(r->scan, index) &&
	       pl_match(r->scan->matcher, &patterns[SUMMARY], lines->v[index].text, 0, &c)) {
		if (!r->table) {
			r->table =
			    bench_table_new(r->scan, PL_TABLE_BENCHMARK, &lines->v[index], 1);
			r->table->columns[0].label = run;
		}
		add(r, index, join(r, c.v[1], c.v[2]), c.v[3], c.v[4],
		    (struct pl_text){c.v[3].ptr, c.v[3].len + c.v[4].len});
		pl_claim(r->scan, index++);
	}
	r->table = NULL;
	return index;
}

/* Lines of fio that hold nothing we keep, so that nobody takes them for a table. */
static bool is_chatter(struct pl_text text)
{
	static const char *const keys[] = {
	    "bw ",    "iops ",	 "lat (", "cpu ",   "IO depths",  "submit",    "complete",
	    "issued", "latency", "READ:", "WRITE:", "Run status", "Disk stats"};

	text = pl_text_trim(text);
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (pl_text_starts(text, pl_text_of(keys[i])))
			return true;
	return false;
}

static void recognize(struct pl_scan *scan)
{
	struct bench_reader reader = bench_reader_new(scan);

	for (size_t s = 0; s < scan->figures.n; s++) {
		struct reading r = {.reader = &reader, .scan = scan};

		bench_reader_move(&reader, &scan->figures.v[s]);
		for (uint32_t i = scan->figures.v[s].from; i < reader.to; i++) {
			struct pl_text text = scan->lines->v[i].text;
			uint32_t end;

			if (!r.table && i >= scan->figures.v[s].to)
				break;
			/* other words part the samples of one run from the next */
			if (r.table && r.samples && text.len && !pl_text_find(text, "IOPS="))
				r.table = NULL;
			/* all that is read has a `=`, but for a heading */
			if (pl_claimed(scan, i) ||
			    (!pl_text_has(text, '=') && !(r.table && pl_text_has(text, ':'))) ||
			    (!r.table && !pl_text_find(text, "IOPS=") &&
			     !pl_text_find(text, "bw=")))
				continue;
			if (r.table && i > r.last + MAX_OTHER)
				r.table = NULL;
			if (pl_match(scan->matcher, &patterns[JOB], text, 0, NULL))
				r.table = NULL;
			if (!r.table && (end = read_summary(&r, i)) > i) {
				i = end - 1;
			} else if (take(&r, i)) {
				r.last = i;
				pl_claim(scan, i);
			} else if (r.table && is_chatter(text)) {
				pl_claim(scan, i);
			}
		}
	}
}

const struct pl_recognizer pl_recognizer_fio = {
    .id = "fio",
    .summary = "results of fio jobs",
    .origin = "stat.c of fio; t/io_uring.c for the samples",
    .version = 5,
    .rank = 44,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
