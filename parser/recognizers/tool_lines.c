/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines in which benchmarks and timers print their result. Each kind of line is a pattern
 * and the figures in it; runs that follow each other with nothing but the tool's own words
 * in between are one table.
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_twins.h"

#define N "([\\d.,]+(?:e[-+]?\\d+)?"

enum pattern {
	HACKBENCH,
	DD,
	TBENCH,
	PGBENCH,
	PERF_TOTAL,
	PERF_RATE,
	REDIS,
	USEMEM,
	USEMEM_FREE,
	CYCLICTEST,
	GNU_TIME,
	GNU_TIME_LONG,
	FISH_TIME,
	KERNBENCH,
	SYSBENCH,
	SYSBENCH_RATE,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [HACKBENCH] = {.name = "hackbench", .regex = "^\\s*(Time): " N ")$"},
    [DD] = {.name = "dd",
	    .regex =
		"^\\s*\\d+ bytes .*(copied), " N " s(?:ec|econds)?), " N " [kMGT]?i?B/s(?:ec)?)$"},
    [TBENCH] = {.name = "tbench",
		.regex = "^\\s*(Throughput) " N " MB/sec)((?:  ?\\d+ (?:clients|procs))*)"
			 "(?:  ?(max_latency)=" N " ms))?$"},
    [PGBENCH] = {.name = "pgbench", .regex = "^\\s*(tps) = " N ")( \\([a-z ]+\\))$"},
    [PERF_TOTAL] = {.name = "perf-bench total", .regex = "^\\s*(Total time): " N " \\[sec\\])$"},
    [PERF_RATE] = {.name = "perf-bench rate", .regex = "^\\s*" N ") ((?:usecs|nsecs)/op|ops/sec)$"},
    [REDIS] = {.name = "redis-benchmark",
	       .regex =
		   "^\\s*([A-Z][\\w ()]*): " N " requests per second)(?:, (p50)=" N " msec))?$"},
    [USEMEM] = {.name = "usemem", .regex = "^\\s*(\\d+) bytes / " N ") (usecs) = " N ") (KB/s)$"},
    [USEMEM_FREE] = {.name = "usemem free", .regex = "^\\s*" N ") (usecs to free memory)$"},
    [CYCLICTEST] = {.name = "cyclictest",
		    .regex = "^\\s*(T: ?\\d+) \\( *\\d+\\) P: ?\\d+ I: ?\\d+ C: *\\d+ "
			     "(Min): *" N ") (Act): *" N ") (Avg): *" N ") (Max): *" N ")$"},
    [GNU_TIME] = {.name = "time",
		  .regex =
		      "^\\s*" N ")(user) " N ")(system) ((?:\\d{1,4}:)?\\d{1,4}:\\d\\d(?:\\.\\d+)?)"
		      "(elapsed) \\d+%CPU"},
    [GNU_TIME_LONG] = {.name = "time -v",
		       .regex = "^\\s*(Elapsed \\(wall clock\\) time) \\(h:mm:ss or m:ss\\): "
				"((?:\\d{1,4}:)?\\d{1,4}:\\d\\d(?:\\.\\d+)?)$"},
    [FISH_TIME] = {.name = "time of fish",
		   .regex = "^\\s*(Executed in|usr time|sys time)\\s+" N
			    " (?:secs|millis|micros|mins))\\s+(\\S.*)$"},
    [KERNBENCH] = {.name = "kernbench",
		   .regex = "^\\s*(Elapsed Time|User Time|System Time|Percent CPU|"
			    "Context Switches|Sleeps) " N " \\([\\d.]+\\))$"},
    [SYSBENCH] = {.name = "sysbench",
		  .regex =
		      "^\\s*(events per second|total time|total number of events):\\s+" N "s?)$"},
    [SYSBENCH_RATE] = {.name = "sysbench rate",
		       .regex =
			   "^\\s*(transactions|queries):\\s+" N ")\\s+\\(" N ") (per sec\\.)\\)$"},
};

/* The largest number of figures in a line */
#define MAX_FIGURES 4
/* Lines between two results of one table */
#define MAX_GAP 8
/* Lines above the first result that may tell which tool it was */
#define MAX_ABOVE 8
#define MAX_FOUND 512

/* What is printed in a line of each kind: pairs of captures, a name and its figure. */
static const struct kind {
	enum pattern pattern;
	const char *first; /* what such a line may begin with; 0 is any digit, A any capital */
	const char *sign;  /* each such line holds it */
	unsigned family;   /* lines of one family stand in one table */
	bool alone;	   /* a single line is proof enough */
	uint8_t also;	   /* capture joined to the first name */
	uint8_t prefix;	   /* capture in front of the other names */
	uint8_t figures[MAX_FIGURES][2];
} kinds[] = {
    {HACKBENCH, "T", "Time: ", 1, false, 0, 0, {{1, 2}}},
    {DD, "0", "copied, ", 2, true, 0, 0, {{1, 2}, {1, 3}}},
    {TBENCH, "T", "Throughput ", 3, true, 3, 0, {{1, 2}, {4, 5}}},
    {PGBENCH, "t", "tps = ", 4, true, 3, 0, {{1, 2}}},
    {PERF_TOTAL, "T", "Total time: ", 5, true, 0, 0, {{1, 2}}},
    {PERF_RATE, "0", "s/", 5, false, 0, 0, {{2, 1}}},
    {REDIS, "A", "requests per second", 6, true, 0, 1, {{1, 2}, {3, 4}}},
    {USEMEM, "0", " bytes / ", 7, true, 0, 0, {{3, 2}, {5, 4}}},
    {USEMEM_FREE, "0", "usecs to free memory", 7, true, 0, 0, {{2, 1}}},
    {CYCLICTEST, "T", "T:", 8, true, 0, 1, {{2, 3}, {4, 5}, {6, 7}, {8, 9}}},
    {GNU_TIME, "0", "elapsed ", 9, true, 0, 0, {{2, 1}, {4, 3}, {6, 5}}},
    {GNU_TIME_LONG, "E", " (wall clock) ", 9, true, 0, 0, {{1, 2}}},
    {FISH_TIME, "E", "Executed in", 10, true, 0, 0, {{1, 2}}},
    {FISH_TIME, "us", " time ", 10, false, 0, 0, {{1, 2}}},
    {KERNBENCH, "EUSPC", " (", 11, false, 0, 0, {{1, 2}}},
    {SYSBENCH, "et", "events per second:", 12, true, 0, 0, {{1, 2}}},
    {SYSBENCH, "et", ": ", 12, false, 0, 0, {{1, 2}}},
    {SYSBENCH_RATE, "tq", " per sec.", 12, true, 0, 1, {{1, 2}, {4, 3}}},
};

struct found {
	uint32_t line;
	struct pl_text metric, figure;
	struct pl_text rest; /* what else the line prints, of the same */
};

struct finder {
	struct pl_scan *scan;
	struct found *found;
	size_t n;
	bool proved;
};

/* dd is also used to make or to read a small file: what took no time measures nothing. */
#define MIN_SECONDS 0.1

static bool is_result(const struct kind *kind, const struct pl_captures *c)
{
	return kind->pattern != DD ||
	       bench_number_value(pl_text_slice(c->v[2], 0, bench_number_at(c->v[2])),
				  pl_text_has(c->v[2], ',')) >= MIN_SECONDS;
}

/* The first letter of text, `0` for digits; 0: text is blank */
static char class_of(struct pl_text text)
{
	size_t i = bench_skip_blanks(text, 0);

	if (i == text.len)
		return 0;
	return g_ascii_isdigit(text.ptr[i]) ? '0' : text.ptr[i];
}

/* The kind of line `index` that belongs to family (0: any), its captures in *c; or NULL. */
static const struct kind *kind_of(struct pl_scan *scan, uint32_t index, unsigned family,
				  struct pl_captures *c)
{
	struct pl_text text = scan->lines->v[index].text;
	char first = class_of(text);

	if (!first || scan->claims[index])
		return NULL;
	for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++)
		if ((strchr(kinds[k].first, first) ||
		     (kinds[k].first[0] == 'A' && g_ascii_isupper(first))) &&
		    (!family || kinds[k].family == family) && pl_text_find(text, kinds[k].sign) &&
		    pl_match(scan->matcher, &patterns[kinds[k].pattern], text, 0, c) &&
		    is_result(&kinds[k], c))
			return &kinds[k];
	return NULL;
}

static struct pl_text join(struct pl_arena *arena, struct pl_text a, struct pl_text b)
{
	a = bench_fold(arena, pl_text_trim(a));
	b = bench_fold(arena, pl_text_trim(b));
	if (!a.len || !b.len)
		return a.len ? a : b;
	return pl_arena_printf(arena, "%.*s %.*s", (int)a.len, a.ptr, (int)b.len, b.ptr);
}

static void take(struct finder *f, const struct kind *kind, uint32_t index,
		 const struct pl_captures *c)
{
	for (size_t i = 0; i < MAX_FIGURES && kind->figures[i][0]; i++) {
		struct pl_text name = c->v[kind->figures[i][0]];
		struct pl_text figure = c->v[kind->figures[i][1]];
		struct found *found;

		/* what is not a number after all, or not printed */
		if (!figure.len || !bench_number_at(figure))
			continue;
		if (!i && kind->also)
			name = join(f->scan->arena, name, c->v[kind->also]);
		else if (kind->prefix && kind->prefix != kind->figures[i][0])
			name = join(f->scan->arena, c->v[kind->prefix], name);
		found = PL_PUSH(f->scan->arena, f->found, f->n);
		found->line = index;
		found->metric = name;
		found->figure = pl_text_trim(figure);
		if (kind->pattern == FISH_TIME)
			found->rest = c->v[3];
	}
	f->proved |= kind->alone;
}

/* A tool's own words around its results */
static bool is_chatter(struct pl_text text)
{
	static const char *const begins[] = {"Running ",    "Each sender ", "# Running ",
					     "# Executed ", "____",	    "each (== "};

	text = pl_text_trim(text);
	for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
		if (pl_text_starts(text, (struct pl_text){begins[i], strlen(begins[i])}))
			return true;
	/* `# 10 groups == 400 processes run` */
	if (text.len > 3 && pl_text_starts(text, PL_TEXT("# ")) && g_ascii_isdigit(text.ptr[2]))
		return true;
	return !text.len || pl_text_find(text, " records in") ||
	       pl_text_find(text, " records out") || bench_is_typed(text);
}

/* Does a line above name hackbench, or hold what it says first? */
static bool is_hackbench(struct bench_reader *reader, uint32_t first)
{
	for (int64_t i = (int64_t)first - 1; i >= reader->from && i + MAX_ABOVE >= first; i--) {
		struct pl_text text = reader->scan->lines->v[i].text;

		if (pl_text_find(text, "hackbench") || pl_text_find(text, "Each sender will pass"))
			return true;
	}
	return false;
}

static struct pl_text unit_of(struct pl_text figure)
{
	size_t n = bench_number_at(figure);

	return pl_text_trim(pl_text_slice(figure, n, figure.len));
}

static struct pl_text without_quotes(struct pl_text text)
{
	return text.len > 2 && text.ptr[0] == '\'' && text.ptr[text.len - 1] == '\''
		   ? pl_text_slice(text, 1, text.len - 1)
		   : text;
}

/* `# Running sched/pipe benchmark...`, above line `first` without another one's result in
 * between: which of perf's benchmarks it is */
static struct pl_text suite_above(struct pl_scan *scan, uint32_t first)
{
	for (uint32_t i = first; i-- && i + MAX_ABOVE >= first && !scan->claims[i];) {
		struct pl_text text = pl_text_trim(scan->lines->v[i].text);
		const char *end = pl_text_find(text, " benchmark");

		if (scan->lines->v[i].depth != scan->lines->v[first].depth)
			break;
		if (end && pl_text_starts(text, PL_TEXT("# Running ")))
			return without_quotes(
			    pl_text_slice(text, strlen("# Running "), (size_t)(end - text.ptr)));
	}
	return PL_TEXT_NONE;
}

/* `1:02:03.5`, rounded once as if it had been printed in seconds */
static double seconds_of(struct pl_text clock)
{
	char buffer[64];
	double whole = 0;
	size_t from = 0, i = 0;

	for (; i < clock.len && clock.ptr[i] != '.'; i++) {
		if (clock.ptr[i] != ':')
			continue;
		whole = 60 * (whole + bench_number_value(pl_text_slice(clock, from, i), false));
		from = i + 1;
	}
	whole += bench_number_value(pl_text_slice(clock, from, i), false);
	g_snprintf(buffer, sizeof(buffer), "%.0f%.*s", whole, (int)MIN(clock.len - i, 12),
		   clock.ptr + i);
	return g_ascii_strtod(buffer, NULL);
}

static void emit(struct finder *f, struct pl_text label, struct pl_text title)
{
	struct pl_scan *scan = f->scan;
	struct pl_table *table =
	    bench_table_new(scan, PL_TABLE_BENCHMARK, &scan->lines->v[f->found[0].line], 1);
	struct pl_text unit = unit_of(f->found[0].figure);
	bool comma = false;

	table->title = title;
	table->columns[0].label = label;
	for (size_t i = 0; i < f->n; i++) {
		struct pl_text figure = f->found[i].figure;

		comma |=
		    bench_number_proves_comma(pl_text_slice(figure, 0, bench_number_at(figure)));
		if (!pl_text_equal(unit_of(figure), unit))
			unit = PL_TEXT_NONE;
	}
	if (bench_is_unit(unit))
		table->unit = unit;
	for (size_t i = 0; i < f->n; i++) {
		const struct found *found = &f->found[i];
		size_t n = bench_number_at(found->figure);
		struct pl_row *row =
		    bench_row_new(scan, table, &scan->lines->v[found->line], found->metric);

		if (!row)
			return;
		row->cells[0].value =
		    pl_text_has(found->figure, ':')
			? seconds_of(found->figure)
			: bench_number_value(pl_text_slice(found->figure, 0, n), comma);
		row->cells[0].has = PL_HAS_VALUE;
		if (found->rest.len || (n < found->figure.len && !table->unit.len))
			row->cells[0].text = join(scan->arena, found->figure, found->rest);
		pl_claim(scan, found->line);
	}
}

/* The table before: another command of the same tool below it has the same label. */
struct last {
	unsigned family;
	uint32_t end;
	struct pl_text label;
};

/* The command above line `first` whose output it is; empty where none was typed. */
static struct pl_text command_above(struct bench_reader *reader, uint32_t first)
{
	for (int64_t i = (int64_t)first - 1; i >= reader->from && i + MAX_ABOVE >= first; i--) {
		struct pl_text text = pl_text_trim(reader->scan->lines->v[i].text);

		if (bench_is_typed(text))
			return text;
	}
	return PL_TEXT_NONE;
}

static bool is_all_chatter(const struct pl_scan *scan, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (scan->lines->v[i].depth != scan->lines->v[to].depth ||
		    !is_chatter(scan->lines->v[i].text))
			return false;
	return true;
}

/* The first of the tool's own words above line `first`, also over a blank line */
static uint32_t chatter_above(struct bench_reader *reader, uint32_t first)
{
	const struct pl_line *lines = reader->scan->lines->v;
	uint32_t top = first;

	for (uint32_t i = first; i > reader->from && i + MAX_ABOVE > first; i--) {
		if (!lines[i - 1].text.len &&
		    (i - 1 == reader->from || i != first || !is_chatter(lines[i - 2].text)))
			break;
		if (lines[i - 1].text.len && !is_chatter(lines[i - 1].text))
			break;
		if (lines[i - 1].text.len)
			top = i - 1;
	}
	return top;
}

/* The results from line `first` on, of one command; returns the first line behind them. */
static uint32_t read_results(struct bench_reader *reader, uint32_t first, const struct kind *kind,
			     struct pl_captures *c, struct last *last)
{
	struct pl_text command = command_above(reader, first), text;
	struct finder f = {.scan = reader->scan};
	unsigned family = kind->family;
	uint32_t end = first + 1, top;

	take(&f, kind, first, c);
	for (uint32_t i = end; i < reader->to && i < end + MAX_GAP && f.n < MAX_FOUND; i++) {
		text = pl_text_trim(reader->scan->lines->v[i].text);
		if (command.len && bench_is_typed(text) && !pl_text_equal(text, command))
			break;
		if ((kind = kind_of(reader->scan, i, family, c))) {
			take(&f, kind, i, c);
			end = i + 1;
		} else if (!is_chatter(reader->scan->lines->v[i].text)) {
			break;
		}
	}
	if (!f.n)
		return end;
	if (!f.proved && f.found[0].line == f.found[f.n - 1].line &&
	    !(family == kinds[0].family && is_hackbench(reader, first)))
		return end;
	if (family == kinds[0].family && !is_hackbench(reader, first))
		return end;
	top = chatter_above(reader, first);
	text = bench_heading(reader, top);
	if (!text.len && last->family == family && is_all_chatter(reader->scan, last->end, first))
		text = last->label;
	emit(&f, text, suite_above(reader->scan, first));
	*last = (struct last){family, end, text};
	return end;
}

static void recognize(struct pl_scan *scan)
{
	struct bench_reader reader;
	const bool *patch = NULL;
	struct last last = {0, 0, PL_TEXT_NONE};

	for (uint32_t i = 0; i < scan->lines->n;) {
		struct pl_stretch stretch = {i, i + 1};
		struct pl_captures c;
		const struct kind *kind = kind_of(scan, i, 0, &c);

		/* most mails that hold a needle have no result */
		if (kind && !patch) {
			patch = pl_figures_patches(scan->arena, scan->lines);
			reader = bench_reader_new(scan);
		}
		if (!kind || patch[i]) {
			i++;
			continue;
		}
		bench_reader_move(&reader, &stretch);
		i = read_results(&reader, i, kind, &c, &last);
	}
	/* with figures in rows, column_table is the last to look */
	if (!scan->figures.n)
		bench_tell_apart(scan);
}

static const char *const needles[] = {"hackbench",     "Each sender will pass",
				      "copied, ",      "Throughput ",
				      "tps = ",	       "Total time: ",
				      " usecs/op",     "requests per second",
				      " usecs = ",     "usecs to free memory",
				      " I:1000 ",      "elapsed ",
				      "Executed in",   "Elapsed (wall clock) ",
				      "Elapsed Time ", "events per second:",
				      " per sec.)",    NULL};

const struct pl_recognizer pl_recognizer_tool_lines = {
    .id = "tool-lines",
    .summary = "lines in which benchmarks and timers print their result",
    .origin = "hackbench, dd, tbench, pgbench, perf bench, redis-benchmark, usemem, cyclictest, "
	      "time, kernbench, sysbench",
    .version = 7,
    .rank = 47,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
