/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list that Fastpath's comparison makes, copied without its box: the two kernels, and for
 * each test a line with its name, and one with the value of the first and the change to the
 * second. (R) and (I) say that the change is a regression or an improvement for sure.
 *   v7.0 (base) | v7.1
 *   -------------------
 *   fix_size_alloc_test: p:4, h:0, l:500000
 *   529652.83 | (R) -13.11%
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

enum pattern { RESULT, N_PATTERNS };

static struct pl_pattern patterns[N_PATTERNS] = {
    [RESULT] = {.name = "result",
		.regex = "^\\s*([\\d.,]+)\\s*\\|\\s*(\\([RI]\\))?\\s*([-+]?[\\d.]+)%$"},
};

#define MAX_ROWS 512
/* The longest name of a test */
#define MAX_NAME 120
/* Lines between the kernels and the first test: a rule, a blank line */
#define MAX_ABOVE 3

static bool is_result(struct pl_scan *scan, uint32_t index, struct pl_captures *c)
{
	struct pl_text text = scan->lines->v[index].text;

	return !pl_claimed(scan, index) && pl_text_has(text, '|') &&
	       pl_text_ends(text, PL_TEXT("%")) &&
	       pl_match(scan->matcher, &patterns[RESULT], text, 0, c);
}

/* The name of the test whose result is on line `index`; empty: none */
static struct pl_text name_above(struct bench_reader *reader, uint32_t index)
{
	const struct bench_line *line = bench_reader_line(reader, (int64_t)index - 1);

	if (!bench_is_open(reader, line) || pl_text_has(line->text, '|') ||
	    line->text.len > MAX_NAME)
		return PL_TEXT_NONE;
	return bench_fold(reader->scan->arena, pl_text_trim(line->text));
}

/* The line above the name on line `index` that names both kernels, which are *labels_out. */
static const struct bench_line *head_above(struct bench_reader *reader, uint32_t index,
					   struct pl_text *labels_out)
{
	struct pl_arena *arena = reader->scan->arena;
	const struct bench_line *line = NULL;
	const char *bar;

	for (uint32_t i = 1; i <= MAX_ABOVE; i++) {
		line = bench_reader_line(reader, (int64_t)index - i);
		if (!line || !(line->blank || line->rule))
			break;
	}
	if (!bench_is_open(reader, line) || !(bar = pl_text_find(line->text, "|")))
		return NULL;
	labels_out[0] = bench_fold(
	    arena, pl_text_trim(pl_text_slice(line->text, 0, (size_t)(bar - line->text.ptr))));
	labels_out[1] =
	    bench_fold(arena, pl_text_trim(pl_text_slice(
				  line->text, (size_t)(bar - line->text.ptr) + 1, line->text.len)));
	return labels_out[0].len && labels_out[1].len && !pl_text_has(labels_out[1], '|') ? line
											  : NULL;
}

static void push(struct pl_scan *scan, struct pl_table *table, uint32_t index, struct pl_text name,
		 const struct pl_captures *c)
{
	struct pl_row *row = bench_row_new(scan, table, &scan->lines->v[index], name);
	struct bench_cell cell;

	pl_claim(scan, index - 1);
	pl_claim(scan, index);
	if (!row)
		return;
	if (bench_figure_at(c->v[1], 0, &cell) == c->v[1].len)
		bench_set_value(scan, &cell, false, PL_TEXT_NONE, c->v[1], &row->cells[0]);
	row->cells[1].change = bench_number_value(c->v[3], false);
	row->cells[1].change_unit = PL_UNIT_PERCENT;
	row->cells[1].has |= PL_HAS_CHANGE;
	row->cells[1].text = c->v[2];
}

/* The list whose first result is on line `first`; returns the first line behind it. */
static uint32_t read_list(struct bench_reader *reader, uint32_t first, struct pl_captures *c)
{
	struct pl_scan *scan = reader->scan;
	struct pl_text name = name_above(reader, first), labels[2];
	const struct bench_line *head = name.len ? head_above(reader, first - 1, labels) : NULL;
	struct pl_table *table;
	uint32_t i = first;

	if (!head)
		return first + 1;
	table = bench_table_new(scan, PL_TABLE_BENCHMARK, &scan->lines->v[head->index], 2);
	table->title = bench_title(reader, head->index, true);
	table->columns[0].label = labels[0];
	table->columns[1].label = labels[1];
	pl_claim(scan, head->index);
	for (;;) {
		push(scan, table, i++, name, c);
		while (i < reader->to && !scan->lines->v[i].text.len)
			i++;
		if (table->n_rows >= MAX_ROWS || i + 1 >= reader->to ||
		    !is_result(scan, i + 1, c) || !(name = name_above(reader, i + 1)).len)
			return i;
		i++;
	}
}

static uint32_t visit(struct bench_reader *reader, uint32_t i)
{
	struct pl_captures c;

	return is_result(reader->scan, i, &c) ? read_list(reader, i, &c) : i + 1;
}

static void recognize(struct pl_scan *scan)
{
	bench_reader_visit(scan, 0, visit);
}

const struct pl_recognizer pl_recognizer_fastpath = {
    .id = "fastpath",
    .summary = "comparisons of Fastpath, one test a line",
    .origin = "kernel mail, 2026",
    .version = 1,
    .rank = 51,
    .figures = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
