/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of figures as people lay them out: columns by blanks, tabs or bars, labels
 * above. Nothing but the rows' own alignment says where the columns are, and nothing
 * but words says that it is a measurement: in doubt it is none.
 */
#include <glib.h>

#include "core/recognizer.h"
#include "recognizers/bench_emit.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_twins.h"
#include "recognizers/bench_value.h"

/* Lines above a table whose words tell what it is about */
#define CONTEXT 6

/* Words of the lines above the table */
static unsigned context_words(struct bench_reader *reader, uint32_t top)
{
	unsigned words = 0;

	for (int64_t i = (int64_t)top - 1; i >= 0 && i + CONTEXT >= top; i--) {
		const struct bench_line *line = bench_reader_line(reader, i);

		if (!line)
			break;
		if (!line->blank && !line->rule)
			words |= bench_words(reader->scan->lines->v[i].text);
	}
	return words;
}

/* The lowest line of labels ends like a heading. */
static bool ends_in_colon(struct bench_grid *grid)
{
	struct pl_text text;

	if (!grid->n_heads)
		return false;
	text = grid->reader->scan->lines->v[grid->heads[grid->n_heads - 1]].text;
	return text.len && text.ptr[text.len - 1] == ':';
}

/* scripts/bloat-o-meter: sizes of functions, nothing that was measured */
static bool is_code_size(const struct bench_grid *grid)
{
	return bench_same(grid->label_head[0], "Function") && grid->n_columns == 3 &&
	       bench_same(grid->columns[0].label, "old");
}

static bool is_one_of(struct pl_text text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (bench_same(text, words[i]))
			return true;
	return false;
}

/* Sizes of segments or structs, as size and pahole print them */
static bool is_layout(const struct bench_grid *grid)
{
	static const char *const segments[] = {"text", "data", "bss", "rodata", "dec"};
	size_t rows = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_row *row = &grid->rows[i];
		struct pl_text label =
		    row->n_labels ? bench_drop_colon(row->line->cells[0].text) : PL_TEXT_NONE;

		rows += pl_text_starts(label, PL_TEXT("struct ")) ||
			is_one_of(label, segments, G_N_ELEMENTS(segments));
	}
	return rows > 1 && rows * 2 >= grid->n_rows;
}

/* The robot's box of counts: ids of errors, and how often a kernel booted */
static bool is_error_box(const struct bench_grid *grid)
{
	static const char *const ids[] = {"boot_successes", "boot_failures",
					  "BUG:",	    "WARNING:",
					  "RIP:",	    "EIP:",
					  "INFO:",	    "kernel_BUG_at",
					  "Kernel_panic",   "general_protection_fault",
					  "Oops:"};
	size_t rows = 0;

	for (size_t i = 0; grid->barred && i < grid->n_rows; i++)
		for (size_t k = 0; grid->rows[i].n_labels && k < G_N_ELEMENTS(ids); k++)
			rows +=
			    pl_text_starts(grid->rows[i].line->cells[0].text, pl_text_of(ids[k]));
	return rows * 2 >= grid->n_rows && rows;
}

/* `default    max`: what may be set */
static bool is_settings(const struct bench_grid *grid)
{
	static const char *const bounds[] = {"max", "min", "range", "unit", "type"};
	bool by_default = false, bounded = false;

	for (size_t k = 0; k < grid->n_columns; k++) {
		by_default |= bench_same(grid->columns[k].label, "default");
		bounded |= is_one_of(grid->columns[k].label, bounds, G_N_ELEMENTS(bounds));
	}
	return by_default && bounded;
}

/* What is installed where the tests ran: tools and their versions */
static bool is_software(const struct bench_grid *grid, const struct bench_facts *facts)
{
	static const char *const tools[] = {
	    "gcc",  "clang",  "llvm",	 "clang/llvm", "glibc", "libc",	  "binutils", "make",
	    "qemu", "python", "python3", "rust",       "rustc", "pahole", "bison",    "flex",
	    "ld",   "lld",    "perl",	 "bash",       "cmake", "gnu c",  "gnu make"};
	size_t rows = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_row *row = &grid->rows[i];

		rows += row->n_labels && is_one_of(bench_drop_colon(row->line->cells[0].text),
						   tools, G_N_ELEMENTS(tools));
	}
	return rows > 1 && rows * 2 >= grid->n_rows && !facts->measured;
}

/* `1 203 331   1 210 442`: blanks part thousands, or is each group a figure? Labels that
 * stand over several figures do not tell. */
static bool has_spaced_thousands(const struct bench_grid *grid)
{
	size_t spaced = 0;

	for (size_t k = 1; k < grid->n_columns; k++) {
		const struct bench_column *left = &grid->columns[k - 1], *right = &grid->columns[k];
		size_t thousands = 0;

		for (size_t i = 0; i < grid->n_rows; i++) {
			const struct bench_cell *a = grid->rows[i].cells[k - 1];
			const struct bench_cell *b = grid->rows[i].cells[k];

			thousands += bench_is_plain(a) && bench_is_plain(b) && b->number.len == 3 &&
				     a->number.len <= 3 && b->from == a->to + 1;
		}
		spaced += thousands == grid->n_rows &&
			  (!right->label.len || pl_text_equal(left->label, right->label));
	}
	return spaced > 0;
}

/* `node0  node1`: counts by node. Numastat's have names of their own. */
static bool is_per_node(const struct bench_grid *grid, bool *numastat_out)
{
	size_t nodes = 0;

	*numastat_out = false;
	for (size_t k = 0; k < grid->n_columns; k++) {
		struct pl_text label = grid->columns[k].label;

		nodes += label.len > 4 && g_ascii_strncasecmp(label.ptr, "node", 4) == 0 &&
			 g_ascii_isdigit(label.ptr[label.len - 1]);
	}
	for (size_t i = 0; i < grid->n_rows; i++)
		*numastat_out |=
		    grid->rows[i].n_labels &&
		    pl_text_starts(grid->rows[i].line->cells[0].text, PL_TEXT("numa_"));
	return nodes > 1;
}

/* `before: 12.3 M`: every figure of the only column has the same scale. */
static bool is_scaled(const struct bench_grid *grid)
{
	char scale = grid->rows[0].cells[0] ? grid->rows[0].cells[0]->scale : 0;

	for (size_t i = 0; i < grid->n_rows; i++)
		if (!bench_is_figure(grid->rows[i].cells[0]) ||
		    grid->rows[i].cells[0]->scale != scale)
			return false;
	return scale != 0;
}

/* A column of figures: in one unit, or below a heading that says what they are. */
static bool is_list(struct bench_grid *grid, const struct bench_facts *facts,
		    struct pl_text heading)
{
	unsigned about = bench_words(heading);

	if (facts->values != 1 || grid->n_columns != 1 || grid->barred || grid->n_heads ||
	    facts->labelled < grid->n_rows || grid->n_rows < 2 || facts->odd || facts->lost ||
	    is_software(grid, facts))
		return false;
	if (facts->versions || (facts->row_words & BENCH_COMPARES))
		return facts->same_unit || (facts->decimals == facts->figures && heading.len) ||
		       (is_scaled(grid) &&
			((facts->row_words | context_words(grid->reader, grid->top)) &
			 BENCH_MEASURES));
	if (facts->spreads == facts->figures && (facts->row_words & BENCH_MEASURES))
		return true;
	if (facts->same_unit)
		return ((facts->row_words | about) & BENCH_MEASURES) || (about & BENCH_COMPARES);
	return (about & (BENCH_COMPARES | BENCH_MEASURES)) &&
	       (facts->decimals == facts->figures || facts->measured == facts->figures) &&
	       (facts->row_words & (BENCH_MEASURES | BENCH_STATISTIC));
}

/* The lines above show a file of /proc or /sys, or a command that prints some listing. */
static bool is_excerpt(struct bench_grid *grid)
{
	for (int64_t i = (int64_t)grid->top - 1; i >= 0 && i + 3 >= grid->top; i--) {
		const struct bench_line *line = bench_reader_line(grid->reader, i);
		struct pl_text text;

		if (!line)
			break;
		text = grid->reader->scan->lines->v[i].text;
		if (!line->blank && (pl_text_find(text, "/proc/") || pl_text_find(text, "cat /") ||
				     pl_text_find(text, " /sys/")))
			return true;
	}
	return false;
}

/* `~150k us -> ~8.9k us` in all rows, below words about a measurement */
static bool is_before_after(struct bench_grid *grid, const struct bench_facts *facts)
{
	return grid->arrows && facts->values == 2 && grid->n_rows > 1 &&
	       facts->figures == 2 * grid->n_rows &&
	       (facts->measured == facts->figures ||
		(facts->measured && facts->decimals == facts->figures)) &&
	       ((context_words(grid->reader, grid->top) | facts->row_words) &
		(BENCH_MEASURES | BENCH_COMPARES));
}

/* The table right above has the same rows and named columns. */
static bool is_sibling(const struct bench_grid *grid)
{
	const struct pl_scan *scan = grid->reader->scan;
	const struct pl_message *message = scan->message;
	const struct pl_table *above;
	size_t k = 0;

	if (!message->n_tables)
		return false;
	above = &message->tables[message->n_tables - 1];
	if (above->part != scan->part || above->n_rows != grid->n_rows || !above->n_rows ||
	    above->depth != scan->lines->v[grid->top].depth ||
	    above->rows[above->n_rows - 1].line + CONTEXT < scan->lines->v[grid->top].number)
		return false;
	for (size_t i = 0; i < grid->n_columns; i++) {
		if (grid->columns[i].labels || grid->columns[i].change)
			continue;
		if (k == above->n_columns || !grid->columns[i].label.len ||
		    !pl_text_equal(above->columns[k++].label, grid->columns[i].label))
			return false;
	}
	for (size_t i = 0; i < grid->n_rows; i++)
		if (grid->rows[i].n_labels != 1 ||
		    !pl_text_equal(bench_drop_colon(grid->rows[i].line->cells[0].text),
				   above->rows[i].metric))
			return false;
	return k == above->n_columns;
}

static bool is_table(struct bench_grid *grid, const struct bench_facts *facts)
{
	unsigned words = facts->head_words | facts->row_words, context;
	bool numastat;
	int points = 0;

	if (!facts->values || facts->hex || (facts->head_words & BENCH_FOREIGN))
		return false;
	if (facts->words * 3 > facts->figures || facts->wordy * 8 > facts->figures ||
	    facts->lost * 3 > grid->n_rows)
		return false;
	if (facts->figures * 2 < facts->values * grid->n_rows && !facts->better_column)
		return false;
	if ((facts->labelled * 2 < grid->n_rows && !facts->shares) || facts->odd_labels)
		return false;
	if (is_code_size(grid) || is_layout(grid) || is_settings(grid) || is_error_box(grid) ||
	    is_software(grid, facts) || has_spaced_thousands(grid))
		return false;
	/* rows that prove themselves */
	if (facts->values > 1 && facts->changes * 2 >= grid->n_rows &&
	    (facts->headed || (facts->changes >= grid->n_rows && grid->n_rows > 1)) &&
	    facts->odd * 4 < facts->figures)
		return true;
	if (is_before_after(grid, facts))
		return true;
	if (facts->headed * 3 < facts->values * 2 && !grid->hollow)
		return false;
	if (grid->n_rows < 2 && !facts->shares && !bench_same(grid->label_head[0], "stressor"))
		return false;
	/* a heading above `key: value` is no column label */
	if (facts->values == 1 && grid->n_columns == 1 && ends_in_colon(grid))
		return false;
	points += (facts->head_words & BENCH_COMPARES) ? 2 : 0;
	points += (facts->row_words & BENCH_COMPARES) ? 1 : 0;
	points += (words & BENCH_MEASURES) ? 2 : 0;
	points += (words & BENCH_STATISTIC) ? 1 : 0;
	points += facts->versions ? 2 : 0;
	points += facts->changes ? 2 : 0;
	points += facts->spreads ? 2 : 0;
	points += facts->measured * 2 >= facts->figures ? 2 : 0;
	points += facts->decimals * 2 >= facts->figures ? 1 : 0;
	points += facts->shares || (is_per_node(grid, &numastat) && numastat) ? 3 : 0;
	points += facts->commas * 2 >= facts->figures && facts->headed > 1 ? 1 : 0;
	points += facts->better_column ? 2 : 0;
	points -= facts->odd * 2 > facts->figures ? 2 : 0;
	if (points < 1 || (points < 3 && is_excerpt(grid)))
		return false;
	context = context_words(grid->reader, grid->top);
	points += (context & BENCH_MEASURES) ? 1 : 0;
	points += (context & BENCH_COMPARES) ? 1 : 0;
	points += is_sibling(grid) ? 2 : 0;
	points += grid->n_rows > 2 ? 1 : 0;
	points += grid->barred ? 1 : 0;
	points += facts->headed > 1 && facts->headed == facts->values &&
		  facts->decimals == facts->figures;
	return points >= (facts->values > 1 ? 3 : 4);
}

static enum pl_table_kind kind_of(const struct bench_grid *grid, const struct bench_facts *facts)
{
	bool numastat;

	return facts->shares || is_per_node(grid, &numastat) ? PL_TABLE_COUNTERS
							     : PL_TABLE_BENCHMARK;
}

static uint32_t visit(struct bench_reader *reader, uint32_t i)
{
	struct bench_grid grid;
	struct bench_facts facts;
	struct pl_text heading;

	if (pl_claimed(reader->scan, i) || reader->scan->claims[i] ||
	    !bench_is_row(bench_reader_line(reader, i)))
		return i + 1;
	if (!bench_grid_collect(reader, i, &grid))
		return grid.next;
	bench_grid_find_heads(&grid);
	bench_grid_study(&grid, &facts);
	heading = bench_heading(reader, grid.top);
	if (is_list(&grid, &facts, heading))
		bench_grid_emit(&grid, PL_TABLE_BENCHMARK, heading);
	else if (!grid.numbered && is_table(&grid, &facts))
		bench_grid_emit(&grid, kind_of(&grid, &facts), PL_TEXT_NONE);
	return grid.next;
}

static void recognize(struct pl_scan *scan)
{
	bench_reader_visit(scan, 0, visit);
	bench_tell_apart(scan);
}

const struct pl_recognizer pl_recognizer_column_table = {
    .id = "column-table",
    .summary = "tables of figures in columns, written by hand or by benchmark scripts",
    .origin = "kernel mail, 2012 to 2026",
    .version = 16,
    .rank = 90,
    .figures = true,
    .recognize = recognize,
};
