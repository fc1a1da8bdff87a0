/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf report and perf top: symbols with their share of the samples. Call graphs below
 * an entry are left out.
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_text.h"

enum pattern {
	ENTRY,
	HEAD,
	SAMPLES,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [ENTRY] = {.name = "entry",
	       .regex = "^\\s*(?:[-+]\\s+)?(\\d[\\d.,]*)%\\s+(?:(\\d[\\d.,]*)%\\s+)?"
			"(?:[^%]*?\\s)?\\[([k.gu])\\]\\s+(\\S.*)$"},
    [HEAD] = {.name = "head",
	      .regex = "^\\s*#?\\s*(?:Overhead|Children)\\s+(?:(Self)\\s|.*Symbol)"},
    [SAMPLES] = {.name = "samples", .regex = "^\\s*(?:#\\s*)?(Samples:\\s.*)$"},
};

/* Lines of a call graph between two entries */
#define MAX_GRAPH 200
/* Lines between the first entry and what stands above */
#define MAX_ABOVE 8

struct entry {
	uint32_t line;
	struct pl_text share, self, symbol;
	bool kernel;
};

struct reading {
	struct bench_reader *reader;
	struct pl_scan *scan;
	struct entry *entries;
	size_t n;
	size_t indent; /* of the entries' first character */
	bool marked;   /* the first entry begins with a mark: folded, or open */
};

static size_t indent_of(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	return i;
}

static bool take_entry(struct reading *r, uint32_t index)
{
	struct pl_captures c;
	struct entry *entry;
	size_t end = 0;

	if (!pl_match(r->scan->matcher, &patterns[ENTRY], r->scan->lines->v[index].text, 0, &c))
		return false;
	if (bench_number_at(c.v[1]) != c.v[1].len ||
	    (c.v[2].len && bench_number_at(c.v[2]) != c.v[2].len))
		return false;
	entry = PL_PUSH(r->scan->arena, r->entries, r->n);
	entry->line = index;
	entry->share = c.v[1];
	entry->self = c.v[2];
	entry->kernel = c.v[3].ptr[0] == 'k';
	/* columns behind the symbol are parted by more than one blank */
	while (end < c.v[4].len &&
	       !(c.v[4].ptr[end] == '\t' ||
		 (c.v[4].ptr[end] == ' ' && end + 1 < c.v[4].len && c.v[4].ptr[end + 1] == ' ')))
		end++;
	entry->symbol = pl_text_trim(pl_text_slice(c.v[4], 0, end));
	return true;
}

/* Does line belong to the graph below an entry? */
static bool is_graph(const struct reading *r, struct pl_text text)
{
	size_t indent = indent_of(text);

	if (indent == text.len)
		return true;
	if (text.ptr[indent] == '|' || text.ptr[indent] == '#' ||
	    pl_text_starts(pl_text_slice(text, indent, text.len), PL_TEXT("--")))
		return true;
	return indent > r->indent + 1 &&
	       (pl_text_has(text, '%') || !pl_text_has(pl_text_trim(text), ' ') || indent > 8);
}

static uint32_t read_entries(struct reading *r, uint32_t from)
{
	uint32_t end = from;

	r->indent = indent_of(r->scan->lines->v[from].text);
	r->marked = strchr("+-", r->scan->lines->v[from].text.ptr[r->indent]) != NULL;
	for (uint32_t i = from; i < r->reader->to && i < end + MAX_GRAPH; i++) {
		if (pl_claimed(r->scan, i))
			break;
		if (take_entry(r, i))
			end = i + 1;
		else if (!is_graph(r, r->scan->lines->v[i].text))
			break;
	}
	return end;
}

static bool is_function(struct pl_text symbol)
{
	for (size_t i = 0; i < symbol.len; i++)
		if (!g_ascii_isalnum(symbol.ptr[i]) && !strchr("_.$", symbol.ptr[i]))
			return false;
	return symbol.len && !g_ascii_isdigit(symbol.ptr[0]);
}

/* Head and samples above the first entry: indexes + 1, or 0. */
static void look_up(struct reading *r, uint32_t first, uint32_t *head_out, uint32_t *samples_out)
{
	*head_out = *samples_out = 0;
	for (int64_t i = (int64_t)first - 1; i >= r->reader->from && i + MAX_ABOVE >= first; i--) {
		struct pl_text text = r->scan->lines->v[i].text;

		if (pl_claimed(r->scan, (size_t)i))
			return;
		if (!*head_out && pl_match(r->scan->matcher, &patterns[HEAD], text, 0, NULL)) {
			*head_out = (uint32_t)i + 1;
		} else if (pl_match(r->scan->matcher, &patterns[SAMPLES], text, 0, NULL)) {
			*samples_out = (uint32_t)i + 1;
			return;
		}
	}
}

static void emit(struct reading *r, uint32_t head, uint32_t samples)
{
	const struct pl_lines *lines = r->scan->lines;
	uint32_t line = head ? head - 1 : r->entries[0].line;
	uint32_t top = samples ? samples - 1 : line;
	bool two = r->entries[0].self.len > 0, comma = false;
	struct pl_table *table =
	    bench_table_new(r->scan, PL_TABLE_COUNTERS, &lines->v[line], two ? 2 : 1);
	struct pl_captures c;

	if (samples &&
	    pl_match(r->scan->matcher, &patterns[SAMPLES], lines->v[samples - 1].text, 0, &c))
		table->title = bench_fold(r->scan->arena, pl_text_trim(c.v[1]));
	table->unit = PL_TEXT("%");
	if (two && head) {
		table->columns[0].label = PL_TEXT("Children");
		table->columns[1].label = PL_TEXT("Self");
	} else if (!two) {
		table->columns[0].label = bench_heading(r->reader, top);
	}
	for (size_t i = 0; i < r->n; i++)
		comma |= bench_number_proves_comma(r->entries[i].share);
	for (size_t i = 0; i < r->n; i++) {
		const struct entry *entry = &r->entries[i];
		struct pl_row *row = bench_row_new(r->scan, table, &lines->v[entry->line],
						   bench_fold(r->scan->arena, entry->symbol));

		if (!row)
			break;
		row->cells[0].value = bench_number_value(entry->share, comma);
		row->cells[0].has = PL_HAS_VALUE;
		if (two && entry->self.len) {
			row->cells[1].value = bench_number_value(entry->self, comma);
			row->cells[1].has = PL_HAS_VALUE;
		}
		if (entry->kernel && is_function(entry->symbol))
			*PL_PUSH(r->scan->arena, row->functions.v, row->functions.n) =
			    entry->symbol;
	}
}

static void recognize(struct pl_scan *scan)
{
	struct bench_reader reader = bench_reader_new(scan);

	for (size_t s = 0; s < scan->figures.n; s++) {
		bench_reader_move(&reader, &scan->figures.v[s]);
		for (uint32_t i = scan->figures.v[s].from; i < scan->figures.v[s].to; i++) {
			struct reading r = {.reader = &reader, .scan = scan};
			struct pl_text text = scan->lines->v[i].text;
			uint32_t end, head, samples;

			if (scan->claims[i] || !pl_text_has(text, '%') || !pl_text_has(text, ']'))
				continue;
			end = read_entries(&r, i);
			if (!r.n)
				continue;
			look_up(&r, i, &head, &samples);
			/* two columns without a head could as well be a difference; perf report
			 * alone marks its entries */
			if ((r.n > 1 || head || samples) &&
			    !(r.entries[0].self.len && !head && !r.marked)) {
				emit(&r, head, samples);
				for (uint32_t k = head ? head - 1 : i; k < end; k++)
					if (scan->lines->v[k].text.len)
						pl_claim(scan, k);
			}
			i = end - 1;
		}
	}
}

const struct pl_recognizer pl_recognizer_perf_report = {
    .id = "perf-report",
    .summary = "profiles of perf report and perf top",
    .origin = "tools/perf/ui in the kernel tree",
    .version = 4,
    .rank = 42,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
