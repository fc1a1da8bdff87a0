/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf stat: counts of events, one a line, with the figures that perf derives from them
 * behind `#`; in its frame, by interval (-I), by core (-A, --per-core), or only the
 * counts, as people cut them out.
 */
#include <glib.h>

#include "core/number.h"
#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_text.h"

enum pattern {
	FRAME,
	INTERVAL_HEAD,
	COUNT,
	COMMENT,
	SPREAD,
	TIME,
	SHARE,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [FRAME] = {.name = "frame", .regex = "^[|\\s]*(Performance counter stats for .+)$"},
    [INTERVAL_HEAD] = {.name = "interval-head", .regex = "^\\s*#\\s+time\\s.*\\bcounts\\b"},
    /* by core; count; unit; event; a percentage glued to it; the rest */
    [COUNT] = {.name = "count",
	       .regex = "^[|\\s]*(?:((?:S\\d+|D\\d+|N\\d+|CPU\\d+|C\\d+)[-\\w]*)\\s+(?:\\d+\\s+(?="
			"\\S+\\s+\\S))?)?"
			"(<not (?:counted|supported)>|\\d[\\d.,]*)"
			"\\s+(?:(msec|nsec|usec|sec|ns|Joules|KiB|MiB|GiB|Bytes|Watts|pJ|%)\\s+)?"
			"([A-Za-z][\\w.:/,=@*{}+-]*)(?:\\(([\\d.,]+)%\\))?"
			"(?:\\s+((?:#|\\().*))?$"},
    [COMMENT] = {.name = "derived",
		 .regex = "^#?\\s*([\\d.,]+)\\s*(%?)\\s*(?:(of\\s.*)|([A-Za-z].*?))$"},
    [SPREAD] = {.name = "spread", .regex = "\\(\\s*\\+-\\s*([\\d.,]+)%\\s*\\)"},
    [TIME] = {.name = "time",
	      .regex = "^[|\\s]*([\\d.,]+)(\\s\\+-\\s+[\\d.,]+)?\\s+"
		       "(seconds\\s(?:time elapsed|user|sys))\\b(.*)$"},
    [SHARE] = {.name = "multiplexed", .regex = "\\s*[(\\[]\\s*[\\d.,]+%\\s*[)\\]]$"},
};

#define MAX_TABLE_ROWS 512

struct count {
	uint32_t line;
	struct pl_text number, unit, name, text, spread, ratio;
	bool missing;
	bool derived; /* from an event, by perf */
};

struct reading {
	struct bench_reader *reader;
	struct pl_scan *scan;
	struct count *counts;
	size_t n;
	size_t last; /* 1 + index of the last event, for what stands on the line below */
	bool known;  /* one event at least is known by its name */
	bool interval;
};

static struct count *add(struct reading *r, uint32_t line)
{
	struct count *count = PL_PUSH(r->scan->arena, r->counts, r->n);

	count->line = line;
	return count;
}

static struct pl_text trim_end(struct pl_text text)
{
	while (text.len && pl_is_blank(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

/* Takes spread and share off the end of what stands behind the event. */
static struct pl_text take_spread(struct reading *r, struct pl_text rest, struct count *event)
{
	struct pl_captures c;

	if (pl_match(r->scan->matcher, &patterns[SPREAD], rest, 0, &c)) {
		if (event && !event->spread.len)
			event->spread = c.v[1];
		return trim_end(pl_text_slice(rest, 0, c.from));
	}
	if (pl_match(r->scan->matcher, &patterns[SHARE], rest, 0, &c))
		rest = pl_text_slice(rest, 0, c.from);
	return trim_end(rest);
}

/* `# 1.06  insn per cycle`: a row of its own; `# 0.17% of all branches`: a ratio. */
static void take_derived(struct reading *r, uint32_t line, struct pl_text rest, struct count *event)
{
	struct pl_captures c;
	struct count *derived;

	rest = pl_text_trim(rest);
	if (!rest.len || rest.ptr[0] != '#' ||
	    !pl_match(r->scan->matcher, &patterns[COMMENT], rest, 0, &c))
		return;
	if (c.v[2].len) {
		if (event && !event->ratio.len)
			event->ratio = c.v[1];
		return;
	}
	if (!c.v[4].len || pl_text_has(c.v[4], '/'))
		return;
	derived = add(r, line);
	derived->number = c.v[1];
	derived->name = bench_fold(r->scan->arena, c.v[4]);
	derived->text = c.v[1];
	derived->derived = true;
}

static bool is_known(struct pl_text name)
{
	static const char *const words[] = {
	    "cycles",	   "instructions", "branches",	"-misses", "-loads",
	    "-stores",	   "-faults",	   "-switches", "-clock",  "-migrations",
	    "-references", "LLC-",	   "LLC.",	"TLB",	   "L1-",
	    "cache-",	   "node-",	   "-prefetch", "faults",  "migrations",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (pl_text_find(name, words[i]))
			return true;
	return false;
}

static bool is_number(struct pl_text text)
{
	return bench_number_at(text) == text.len;
}

/* The interval's time stands first and is dropped. */
static struct pl_text skip_time(struct pl_text text)
{
	size_t i = 0;

	text = pl_text_trim(text);
	while (i < text.len && (g_ascii_isdigit(text.ptr[i]) || text.ptr[i] == '.'))
		i++;
	return i ? pl_text_slice(text, i, text.len) : text;
}

/* Tries line index as a count. */
static bool take_count(struct reading *r, uint32_t index)
{
	const struct pl_line *line = &r->scan->lines->v[index];
	struct pl_text text = r->interval ? skip_time(line->text) : line->text, rest;
	struct pl_captures c;
	struct count *count;
	size_t place = r->n;

	if (!pl_match(r->scan->matcher, &patterns[COUNT], text, 0, &c))
		return false;
	if (c.v[2].ptr[0] != '<' && !is_number(c.v[2]))
		return false;
	count = add(r, index);
	count->missing = c.v[2].ptr[0] == '<';
	count->number = c.v[2];
	count->unit = c.v[3];
	count->ratio = c.v[5];
	count->text = c.v[3].len ? pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)c.v[2].len,
						   c.v[2].ptr, (int)c.v[3].len, c.v[3].ptr)
				 : c.v[2];
	count->name = c.v[1].len ? pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)c.v[1].len,
						   c.v[1].ptr, (int)c.v[4].len, c.v[4].ptr)
				 : c.v[4];
	r->known |= is_known(c.v[4]);
	r->last = place + 1;
	rest = take_spread(r, c.v[6], count);
	if (rest.len)
		take_derived(r, index, rest, &r->counts[place]);
	return true;
}

/* `2.8024 +- 0.0100 seconds time elapsed  ( +-  0.36% )` */
static bool take_time(struct reading *r, uint32_t index)
{
	struct pl_captures c;
	struct count *count;

	if (!pl_match(r->scan->matcher, &patterns[TIME], r->scan->lines->v[index].text, 0, &c) ||
	    !is_number(c.v[1]))
		return false;
	count = add(r, index);
	count->number = c.v[1];
	count->text = bench_fold(
	    r->scan->arena, pl_arena_printf(r->scan->arena, "%.*s%.*s", (int)c.v[1].len, c.v[1].ptr,
					    (int)c.v[2].len, c.v[2].len ? c.v[2].ptr : ""));
	count->name = bench_fold(r->scan->arena, c.v[3]);
	take_spread(r, c.v[4], count);
	r->last = 0;
	return true;
}

/* What perf, or a mail program, put on a line of its own below an event. */
static bool take_rest(struct reading *r, uint32_t index)
{
	struct pl_text text = pl_text_trim(r->scan->lines->v[index].text), rest;
	size_t event = r->last;

	while (text.len && (text.ptr[0] == '|' || text.ptr[0] == ' '))
		text = pl_text_slice(text, 1, text.len);
	if (!event || !text.len)
		return false;
	if (text.ptr[0] != '#' && text.ptr[0] != '(' && !pl_text_find(text, "( +-"))
		return false;
	rest = take_spread(r, text, &r->counts[event - 1]);
	if (text.ptr[0] == '#')
		take_derived(r, index, rest, NULL);
	return true;
}

static bool has_comma(const struct reading *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (bench_number_proves_comma(r->counts[i].number) ||
		    bench_number_proves_comma(r->counts[i].spread))
			return true;
	return false;
}

static struct pl_text common_unit(const struct reading *r)
{
	struct pl_text unit = PL_TEXT_NONE;

	for (size_t i = 0; i < r->n; i++) {
		if (!r->counts[i].unit.len || (unit.len && !pl_text_equal(unit, r->counts[i].unit)))
			return PL_TEXT_NONE;
		unit = r->counts[i].unit;
	}
	return unit;
}

static void set_count(const struct count *count, bool comma, struct pl_text unit,
		      struct pl_cell *cell)
{
	if (count->missing) {
		cell->text = count->text;
		return;
	}
	cell->value = bench_number_value(count->number, comma);
	cell->has |= PL_HAS_VALUE;
	if ((!pl_text_equal(count->text, count->number) && !unit.len) ||
	    !pl_number_is_exact(cell->value, count->number))
		cell->text = count->text;
	if (count->spread.len) {
		cell->stddev_pct = bench_number_value(count->spread, comma);
		cell->has |= PL_HAS_STDDEV;
	}
	if (count->ratio.len) {
		cell->ratio_pct = bench_number_value(count->ratio, comma);
		cell->has |= PL_HAS_RATIO;
	}
}

/* `line`: where the table begins; `top`: the line below which its heading ends. */
static void emit(struct reading *r, uint32_t line, uint32_t top, struct pl_text title)
{
	const struct pl_lines *lines = r->scan->lines;
	struct pl_table *table = bench_table_new(r->scan, PL_TABLE_COUNTERS, &lines->v[line], 1);
	bool comma = has_comma(r);

	table->title = title;
	table->unit = common_unit(r);
	table->columns[0].label = bench_heading(r->reader, top);
	for (size_t i = 0; i < r->n; i++) {
		struct pl_row *row =
		    bench_row_new(r->scan, table, &lines->v[r->counts[i].line], r->counts[i].name);

		if (!row)
			break;
		set_count(&r->counts[i], comma, table->unit, &row->cells[0]);
	}
}

/* Reads counts from line `from` on; returns the first line behind them. */
static uint32_t read_counts(struct reading *r, uint32_t from, bool framed)
{
	uint32_t end = from;
	unsigned blanks = 0;

	for (uint32_t i = from; i < r->reader->to && r->n < MAX_TABLE_ROWS; i++) {
		struct pl_text text = r->scan->lines->v[i].text;
		bool empty =
		    !pl_text_trim(text).len || pl_text_equal(pl_text_trim(text), PL_TEXT("|"));

		if (pl_claimed(r->scan, i))
			break;
		if (empty) {
			if (++blanks > (framed ? 3 : 0))
				break;
			continue;
		}
		if ((framed && take_time(r, i)) || take_count(r, i) ||
		    (r->n && !blanks && take_rest(r, i))) {
			blanks = 0;
			end = i + 1;
			continue;
		}
		break;
	}
	return end;
}

static void claim(struct pl_scan *scan, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (scan->lines->v[i].text.len)
			pl_claim(scan, i);
}

/* A frame, or a head of intervals, at line i. Returns the first line behind it. */
static uint32_t read_frame(struct reading *r, uint32_t i)
{
	struct pl_text text = r->scan->lines->v[i].text, title = PL_TEXT_NONE;
	struct pl_captures c;
	uint32_t end;

	if (pl_match(r->scan->matcher, &patterns[FRAME], text, 0, &c)) {
		title = bench_fold(r->scan->arena, pl_text_trim(c.v[1]));
		if (title.len && title.ptr[title.len - 1] == ':')
			title.len--;
	} else if (pl_match(r->scan->matcher, &patterns[INTERVAL_HEAD], text, 0, NULL)) {
		r->interval = true;
	} else {
		return i;
	}
	end = read_counts(r, i + 1, true);
	if (!r->n)
		return i;
	emit(r, r->interval ? i : r->counts[0].line, i, title);
	claim(r->scan, i, end);
	return end;
}

/* The run's times behind a blank line, as they end a frame. */
static uint32_t read_times(struct reading *r, uint32_t from)
{
	uint32_t end = from;

	for (uint32_t i = from; i < r->reader->to && i < end + 2 && r->n < MAX_TABLE_ROWS; i++) {
		if (pl_claimed(r->scan, i))
			break;
		if (take_time(r, i))
			end = i + 1;
		else if (pl_text_trim(r->scan->lines->v[i].text).len)
			break;
	}
	return end;
}

/* Counts without a frame: two at least, known by their names, below a heading. */
static uint32_t read_bare(struct reading *r, uint32_t i)
{
	uint32_t end = read_counts(r, i, false);
	size_t events = 0, single = 0;

	for (size_t k = 0; k < r->n; k++) {
		if (r->counts[k].derived)
			continue;
		events++;
		single += pl_text_has(r->counts[k].name, '-') || is_known(r->counts[k].name);
	}
	if (end < i + 2 || !r->known || single < events - events / 4)
		return end;
	end = read_times(r, end);
	emit(r, i, i, PL_TEXT_NONE);
	claim(r->scan, i, end);
	return end;
}

static void recognize(struct pl_scan *scan)
{
	struct bench_reader reader = bench_reader_new(scan);

	for (size_t s = 0; s < scan->figures.n; s++) {
		bench_reader_move(&reader, &scan->figures.v[s]);
		for (uint32_t i = reader.from; i < scan->figures.v[s].to; i++) {
			struct reading r = {.reader = &reader, .scan = scan};
			struct pl_text text = scan->lines->v[i].text;
			size_t k = 0;
			uint32_t next = i;

			while (k < text.len &&
			       (text.ptr[k] == ' ' || text.ptr[k] == '|' || text.ptr[k] == '\t'))
				k++;
			if (k == text.len || scan->claims[i])
				continue;
			if (text.ptr[k] == 'P' || text.ptr[k] == '#')
				next = read_frame(&r, i);
			else if (g_ascii_isdigit(text.ptr[k]) && k)
				next = read_bare(&r, i);
			if (next > i)
				i = next - 1;
		}
	}
}

const struct pl_recognizer pl_recognizer_perf_stat = {
    .id = "perf-stat",
    .summary = "counts of perf stat",
    .origin = "tools/perf/util/stat-display.c in the kernel tree",
    .version = 5,
    .rank = 40,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
