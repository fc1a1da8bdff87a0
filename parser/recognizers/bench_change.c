/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_change.h"

#include <math.h>

#include <glib.h>

#include "recognizers/bench_text.h"
#include "recognizers/bench_value.h"

/* Rows whose arithmetic tells what a column is */
#define MAX_JUDGED 64

/* How far a printed change may be from the computed one, in percent points, where its
 * heading says that it is one */
#define LOOSE 0.6

/* Is change the printed form of going from base to value, whichever sign it has? The
 * figures are rounded; people round more than that (`more`, in percent points). */
static bool explains(const struct bench_cell *change, const struct bench_cell *base,
		     const struct bench_cell *value, bool comma, double more)
{
	double c = bench_value_of(change, comma), b = bench_value_of(base, comma),
	       v = bench_value_of(value, comma);
	double up = (v - b) / b * 100, ratio = (b / v - 1) * 100;
	double slack = more + 1.2 * bench_half_place(change) +
		       (100 + fabs(c)) *
			   (bench_half_place(base) / fabs(b) + bench_half_place(value) / fabs(v));

	return fabs(c - up) <= slack || fabs(c + up) <= slack || fabs(c - ratio) <= slack ||
	       fabs(c + ratio) <= slack;
}

/* `~0%` is a change, too: it needs no sign. */
static bool is_percent(const struct bench_cell *cell)
{
	return bench_is_figure(cell) && cell->unit.len == 1 && cell->unit.ptr[0] == '%' &&
	       (!cell->odd || pl_text_equal(cell->text, PL_TEXT("~0%")));
}

/* Are most figures of column k the change of column `of` against `base`? */
static bool is_explained(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			 bool comma, double more)
{
	size_t n = 0, judged = 0;

	for (size_t i = 0; i < grid->n_rows && judged < MAX_JUDGED; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;
		struct bench_cell change;

		if (!bench_is_figure(cells[k]) || !bench_is_figure(cells[of]) ||
		    !bench_is_figure(cells[base]))
			continue;
		judged++;
		change = bench_as_change(&grid->columns[k], cells[k]);
		n += explains(&change, cells[base], cells[of], comma, more);
	}
	return judged && n * 4 >= judged * 3;
}

/* Is it the change against the row above all: are the rows the versions? */
static bool is_down(const struct bench_grid *grid, size_t k, size_t of, bool comma)
{
	const struct bench_cell *first = NULL;
	size_t n = 0, judged = 0;

	for (size_t i = 0; i < grid->n_rows && judged < MAX_JUDGED; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;

		if (!bench_is_figure(cells[of]))
			continue;
		if (!first) {
			first = cells[of];
			continue;
		}
		if (!bench_is_figure(cells[k]))
			continue;
		judged++;
		n += explains(cells[k], first, cells[of], comma, LOOSE);
	}
	return judged && n * 4 >= judged * 3;
}

/* Is there a row that tells whether k is the change from base to `of`? */
static bool can_be_judged(const struct bench_grid *grid, size_t k, size_t of, size_t base)
{
	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;

		if (bench_is_figure(cells[k]) && bench_is_figure(cells[of]) &&
		    bench_is_figure(cells[base]))
			return true;
	}
	return false;
}

static bool is_down_any(const struct bench_grid *grid, size_t k, size_t base, bool comma)
{
	for (size_t j = base; j < k; j++)
		if (!grid->columns[j].change && is_down(grid, k, j, comma))
			return true;
	return false;
}

/* Is it the change between some two other columns? */
static bool is_of_others(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			 bool comma)
{
	for (size_t j = base + 1; j < k; j++)
		if (j != of && !grid->columns[j].change && !grid->columns[j].labels &&
		    (is_explained(grid, k, of, j, comma, LOOSE) ||
		     is_explained(grid, k, j, base, comma, LOOSE)))
			return true;
	return false;
}

static bool is_spread_head(struct pl_text label)
{
	static const char *const words[] = {"std", "Std", "STD", "ariance", "CV", "rsd"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (pl_text_find(label, words[i]))
			return true;
	return false;
}

/* What may stand between a value and its change: a spread, or the plain difference */
static bool is_aside(const struct bench_column *column)
{
	return is_spread_head(column->label) ||
	       ((bench_words(column->label) & BENCH_CHANGES) && !pl_text_has(column->label, '%'));
}

/* The value whose change column k may be. */
static size_t value_before(const struct bench_grid *grid, size_t k)
{
	size_t near;

	while (k && grid->columns[k - 1].change)
		k--;
	near = k;
	while (k > 1 && is_aside(&grid->columns[k - 1]))
		k--;
	if (!k || grid->columns[k - 1].change || grid->columns[k - 1].labels)
		k = near;
	return k ? k - 1 : 0;
}

static bool has_change(const struct bench_grid *grid, size_t of)
{
	for (size_t k = 0; k < grid->n_columns; k++)
		if (grid->columns[k].change && grid->columns[k].of == of)
			return true;
	return false;
}

/* A change stands in each cell of column k, behind the plain difference. */
static bool is_noted(const struct bench_grid *grid, size_t k)
{
	size_t notes = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!bench_is_figure(cell))
			continue;
		if (!bench_change_note(&grid->columns[k], cell))
			return false;
		notes++;
	}
	return notes > 0;
}

/* Is each figure of column k the plain difference of the two others? */
static bool is_difference(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			  bool comma)
{
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;
		double slack;

		if (!bench_is_figure(cells[k]) || !bench_is_figure(cells[of]) ||
		    !bench_is_figure(cells[base]))
			continue;
		slack = 1.2 * (bench_half_place(cells[k]) + bench_half_place(cells[of]) +
			       bench_half_place(cells[base]));
		if (fabs(bench_value_of(cells[k], comma) - bench_value_of(cells[of], comma) +
			 bench_value_of(cells[base], comma)) > slack)
			return false;
		n++;
	}
	return n > 0;
}

/* Every figure of column k but 0 has a sign. */
static bool is_signed(const struct bench_grid *grid, size_t k)
{
	size_t signs = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!bench_is_figure(cell))
			continue;
		if (strchr("+-", cell->number.ptr[0]))
			signs++;
		else if (bench_value_of(cell, false) != 0)
			return false;
	}
	return signs > 0;
}

/* `+1143` beside `216494   217637`: what the two columns say already, and no value */
static bool is_plain_difference(const struct bench_grid *grid, size_t k, size_t of, size_t base,
				bool named, bool comma)
{
	return grid->n_rows > 1 && of > base && !grid->columns[of].change &&
	       bench_count_cells(grid, k, bench_is_plain) ==
		   bench_count_cells(grid, k, bench_is_figure) &&
	       (named || (!grid->columns[k].label.len && is_signed(grid, k))) &&
	       (is_difference(grid, k, of, base, comma) || is_difference(grid, k, base, of, comma));
}

/* `change   base   patched`: it stands first */
static bool leads_changes(const struct bench_grid *grid, size_t k, bool comma)
{
	return k + 2 < grid->n_columns && (bench_words(grid->columns[k].label) & BENCH_CHANGES) &&
	       bench_count_cells(grid, k, is_percent) ==
		   bench_count_cells(grid, k, bench_is_figure) &&
	       is_explained(grid, k, k + 2, k + 1, comma, LOOSE);
}

/* Does the label name what was (-1), what is new (1), or neither? */
static int side_of(struct pl_text label)
{
	static const char *const old[] = {"base",     "baseline", "before",    "old",  "vanilla",
					  "original", "stock",	  "unpatched", "orig", "mainline"};
	static const char *const new[] = {"after", "patched", "new"};

	for (size_t i = 0; i < G_N_ELEMENTS(old); i++)
		if (bench_same(label, old[i]))
			return -1;
	for (size_t i = 0; i < G_N_ELEMENTS(new); i++)
		if (bench_same(label, new[i]))
			return 1;
	return 0;
}

void bench_find_changes(struct bench_grid *grid)
{
	bool comma = bench_has_decimal_comma(grid);
	size_t base = 0;

	while (base < grid->n_columns && grid->columns[base].labels)
		base++;
	if (leads_changes(grid, base, comma)) {
		grid->columns[base].change = true;
		grid->columns[base].of = (uint16_t)(base + 2);
		base++;
	}
	for (size_t k = base + 2; k < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];
		size_t of = value_before(grid, k);
		size_t percents = bench_count_cells(grid, k, is_percent);
		size_t figures = bench_count_cells(grid, k, bench_is_figure);
		bool named = (bench_words(column->label) & BENCH_CHANGES) ||
			     pl_text_equal(column->label, PL_TEXT("%"));
		bool pct = pl_text_find(column->label, "pct") != NULL;

		if (figures && is_plain_difference(grid, k, of, base, named, comma)) {
			column->change = true;
			column->of = BENCH_NO_COLUMN;
			continue;
		}
		/* a value has one change */
		if (!figures || of <= base || has_change(grid, of) || is_spread_head(column->label))
			continue;
		column->of = (uint16_t)of;
		if (named && is_noted(grid, k)) {
			column->noted = true;
			column->change = is_explained(grid, k, of, base, comma, LOOSE) ||
					 is_difference(grid, k, of, base, comma);
			column->noted = column->change;
			continue;
		}
		/* what is new stands first: its change is no other column's */
		if (side_of(grid->columns[base].label) > 0 && side_of(grid->columns[of].label) < 0)
			continue;
		/* numbers without `%` are changes in percent where the heading says so */
		if (percents < figures &&
		    !(!percents && (pct || (named && pl_text_has(column->label, '%'))) &&
		      bench_count_cells(grid, k, bench_is_plain) == figures))
			continue;
		column->change =
		    is_explained(grid, k, of, base, comma, named ? LOOSE : 0) ||
		    (named && !can_be_judged(grid, k, of, base) &&
		     !is_of_others(grid, k, of, base, comma) && !is_down_any(grid, k, base, comma));
	}
}
