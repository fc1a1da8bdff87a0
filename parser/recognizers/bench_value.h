/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of a grid's cells: their values, and what the notes behind them are. */
#ifndef PERFLORE_BENCH_VALUE_H
#define PERFLORE_BENCH_VALUE_H

#include "recognizers/bench_grid.h"

/* Where a note behind a number goes. */
enum bench_note_use { BENCH_NOTE_KEEP, BENCH_NOTE_CHANGE, BENCH_NOTE_STDDEV, BENCH_NOTE_RATIO };

enum bench_note_use bench_note_use(const struct bench_note *note,
				   const struct bench_column *column);

/* cell may be NULL */
bool bench_is_figure(const struct bench_cell *cell);

/* A number and nothing else */
bool bench_is_plain(const struct bench_cell *cell);

/* Cells of column k that are there and that test holds for */
size_t bench_count_cells(const struct bench_grid *grid, size_t k,
			 bool (*test)(const struct bench_cell *));

/* Some number of the grid proves that commas are decimal. */
bool bench_has_decimal_comma(const struct bench_grid *grid);

double bench_value_of(const struct bench_cell *cell, bool decimal_comma);

/* Half a unit of the last printed place of cell's number */
double bench_half_place(const struct bench_cell *cell);

/* The note of cell that is a change; or NULL */
const struct bench_note *bench_change_note(const struct bench_column *column,
					   const struct bench_cell *cell);

/* cell as the change that it holds alone; it borrows cell's text. */
struct bench_cell bench_as_change(const struct bench_column *column, const struct bench_cell *cell);

/* The change that cell of a column of changes holds. */
double bench_change_of(const struct bench_column *column, const struct bench_cell *cell,
		       bool decimal_comma);

#endif
