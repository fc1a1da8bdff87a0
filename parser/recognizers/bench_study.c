/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_study.h"

#include <math.h>

#include <glib.h>

#include "recognizers/bench_change.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_value.h"

static bool is_integer(const struct bench_cell *cell)
{
	return bench_is_plain(cell) && !pl_text_has(cell->number, '.') &&
	       !pl_text_has(cell->number, '-') && !pl_text_has(cell->number, '+');
}

/* Column k holds, in every row that has it, numbers that rise strictly: integers, or with
 * points such as those of quantiles. */
static bool rises(const struct bench_grid *grid, size_t k, bool points)
{
	double last = -INFINITY;
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!cell || !bench_is_figure(cell) || cell->n_notes ||
		    (pl_text_has(cell->number, '.') && !points))
			return false;
		if (bench_value_of(cell, false) <= last)
			return false;
		last = bench_value_of(cell, false);
		n++;
	}
	return n > 1;
}

static bool has_notes(const struct bench_cell *cell)
{
	return cell->n_notes > 0;
}

bool bench_is_labelled(const struct bench_grid *grid)
{
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++)
		n += grid->rows[i].n_labels > 0 || grid->rows[i].name;
	return 2 * n > grid->n_rows;
}

/* Is the first column, where no words stand before it, one of values? Then all columns
 * look alike, and each has a heading. */
static bool is_first_value(const struct bench_grid *grid)
{
	if (grid->n_columns < 2)
		return true;
	if (bench_count_cells(grid, 0, has_notes))
		return true;
	if (bench_heads_labels(grid->columns[0].label) || rises(grid, 0, false))
		return false;
	return grid->headed == grid->n_columns && !grid->label_head[0].len &&
	       (bench_words(grid->columns[0].label) & BENCH_COMPARES) && grid->n_rows > 1;
}

/* The notes of column k are all `( 0.00%)`: mmtests marks the base so. */
static bool is_zero_base(const struct bench_grid *grid, size_t k)
{
	size_t zeros = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!cell || !cell->n_notes)
			continue;
		if (bench_number_value(cell->notes[0].number, false) != 0)
			return false;
		zeros++;
	}
	return zeros > 0;
}

static void find_labels(struct bench_grid *grid)
{
	bool words = bench_is_labelled(grid);
	size_t k = 0, headed_behind;

	if (!words && !is_first_value(grid)) {
		grid->columns[0].labels = true;
		k = 1;
	}
	for (; k + 1 < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];
		size_t integers = bench_count_cells(grid, k, is_integer);
		bool noted = true;

		if (!integers || integers < bench_count_cells(grid, k, bench_is_figure))
			continue;
		headed_behind = 0;
		for (size_t j = k + 1; j < grid->n_columns; j++) {
			headed_behind += grid->columns[j].label.len > 0;
			noted &= bench_count_cells(grid, j, has_notes) * 2 > grid->n_rows;
		}
		if (bench_heads_labels(column->label)) {
			column->labels = true;
			continue;
		}
		/* others only where no value stands before them */
		if (k && !grid->columns[k - 1].labels)
			continue;
		if ((!column->label.len && headed_behind == grid->n_columns - k - 1 && words) ||
		    (noted && !column->label.len && !bench_count_cells(grid, k, has_notes) &&
		     is_zero_base(grid, k + 1)))
			column->labels = true;
	}
}

/* Does each figure carry the same unit that is measured, or each a time of day? */
static bool has_same_unit(const struct bench_grid *grid)
{
	const struct bench_cell *first = NULL;

	for (size_t i = 0; i < grid->n_rows; i++)
		for (size_t k = 0; k < grid->n_columns; k++) {
			const struct bench_cell *cell = grid->rows[i].cells[k];

			if (!bench_is_figure(cell) || grid->columns[k].labels)
				continue;
			if (!first)
				first = cell;
			if (cell->clock != first->clock ||
			    !pl_text_equal(cell->unit, first->unit) ||
			    (!cell->clock && !bench_is_measured_unit(cell->unit)))
				return false;
		}
	return first != NULL;
}

bool bench_is_commit(struct pl_text text)
{
	bool digit = false;

	if (text.len < 7 || text.len > 40)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (!g_ascii_isdigit(text.ptr[i]) && !(text.ptr[i] >= 'a' && text.ptr[i] <= 'f'))
			return false;
		digit |= g_ascii_isdigit(text.ptr[i]);
	}
	return digit;
}

/* Two words and more behind the number: a sentence rather than a unit */
static bool has_words(const struct bench_cell *cell)
{
	size_t words = 0;

	for (size_t i = cell->number.len; i + 1 < cell->text.len; i++)
		words += cell->text.ptr[i] == ' ' && g_ascii_isalpha(cell->text.ptr[i + 1]);
	return words > 1;
}

/* A measurement among the words that name a row: the line holds more than one pair */
static bool is_lost(const struct bench_cell *cell)
{
	if (cell->kind == BENCH_FIGURE)
		return cell->clock || (cell->unit.len && bench_is_measured_unit(cell->unit)) ||
		       pl_text_has(cell->number, '.');
	for (size_t i = 0; i + 2 < cell->text.len; i++)
		if (cell->text.ptr[i] == ':' && cell->text.ptr[i + 1] == ' ' &&
		    g_ascii_isdigit(cell->text.ptr[i + 2]))
			return true;
	return false;
}

static void count_cell(const struct bench_grid *grid, size_t k, const struct bench_cell *cell,
		       struct bench_facts *facts)
{
	const struct bench_column *column = &grid->columns[k];

	facts->words += cell && cell->kind == BENCH_WORDS;
	if (!bench_is_figure(cell))
		return;
	facts->figures++;
	facts->odd += cell->odd && !cell->remarked;
	facts->commas += pl_text_has(cell->number, ',');
	facts->wordy += cell->odd && !cell->remarked && has_words(cell);
	facts->changes += column->change;
	facts->decimals += pl_text_has(cell->number, '.');
	if (!column->change && cell->unit.len && bench_is_measured_unit(cell->unit))
		facts->measured++;
	facts->measured += cell->clock;
	for (size_t n = 0; n < cell->n_notes; n++) {
		const struct bench_note *note = &cell->notes[n];

		facts->changes += bench_note_use(note, column) == BENCH_NOTE_CHANGE;
		facts->spreads += note->spread;
		facts->shares += note->form == '|';
	}
}

/* `6.7`: beside others of its like the name of a kernel */
static bool is_release(struct pl_text text)
{
	size_t i = 2;

	text = pl_text_trim(text);
	if (text.len < 3 || text.ptr[0] < '3' || text.ptr[0] > '7' || text.ptr[1] != '.')
		return false;
	while (i < text.len && g_ascii_isdigit(text.ptr[i]))
		i++;
	return i == text.len && i <= 4 && (i == 3 || text.ptr[2] != '0');
}

/* Every value column is headed by a release, or every row is labelled by one. */
static bool compares_releases(const struct bench_grid *grid)
{
	size_t columns = 0, rows = 0, values = 0;

	for (size_t k = 0; k < grid->n_columns; k++) {
		if (grid->columns[k].labels || grid->columns[k].change)
			continue;
		values++;
		columns += is_release(grid->columns[k].label);
	}
	for (size_t i = 0; i < grid->n_rows && grid->columns[0].labels; i++)
		rows += bench_is_plain(grid->rows[i].cells[0]) &&
			is_release(grid->rows[i].cells[0]->text);
	return (columns > 1 && columns == values) || (rows > 1 && rows == grid->n_rows);
}

/* `50.0th` */
static bool is_quantile(struct pl_text text)
{
	size_t n = bench_number_at(text);

	text = bench_behind(text, n);
	return n && (pl_text_equal(text, PL_TEXT("th")) || pl_text_equal(text, PL_TEXT("th:")));
}

void bench_grid_study(struct bench_grid *grid, struct bench_facts *facts)
{
	size_t versions = 0, commits = 0, named_rows = 0;
	bool ordered;

	memset(facts, 0, sizeof(*facts));
	find_labels(grid);
	bench_find_changes(grid);
	for (size_t k = 0; k < grid->n_columns; k++) {
		const struct bench_column *column = &grid->columns[k];

		facts->head_words |= bench_words(column->label);
		if (column->labels)
			continue;
		if (!column->change) {
			facts->values++;
			facts->headed += column->label.len > 0;
			versions += bench_is_version(column->label);
			commits += bench_is_commit(column->label);
		}
		for (size_t i = 0; i < grid->n_rows; i++)
			count_cell(grid, k, grid->rows[i].cells[k], facts);
	}
	/* what stands over the rows' labels says less about the figures */
	for (size_t i = 0; i < 2; i++) {
		unsigned words = bench_words(grid->label_head[i]);

		facts->head_words |= words & (words & BENCH_LABELS ? ~0u : BENCH_FOREIGN);
	}
	facts->head_words |= bench_words(grid->remark_head);
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_row *row = &grid->rows[i];
		bool labelled = row->n_labels > 0 || row->name;

		for (size_t k = 0; k < row->n_labels; k++) {
			facts->row_words |= bench_words(row->line->cells[k].text);
			facts->lost += is_lost(&row->line->cells[k]);
			if (is_quantile(row->line->cells[k].text))
				facts->row_words |= BENCH_STATISTIC;
		}
		if (row->n_labels)
			named_rows += bench_is_version(row->line->cells[0].text);
		for (size_t k = 0; k < grid->n_columns; k++)
			labelled |= grid->columns[k].labels && row->cells[k];
		facts->labelled += labelled;
	}
	facts->versions = (versions && 2 * versions >= facts->values) ||
			  (named_rows && 2 * named_rows >= grid->n_rows) || compares_releases(grid);
	/* what numbers the rows has no point, but releases and quantiles below names have */
	ordered = facts->headed == facts->values && (facts->versions || rises(grid, 0, true));
	for (size_t i = 0; i < grid->n_rows && grid->columns[0].labels && !ordered; i++)
		facts->odd_labels += bench_is_plain(grid->rows[i].cells[0]) &&
				     pl_text_has(grid->rows[i].cells[0]->number, '.');
	facts->same_unit = has_same_unit(grid);
	facts->hex = commits && commits == facts->values;
	facts->better_column =
	    bench_same(grid->remark_head, "better if") || bench_same(grid->remark_head, "better");
}
