/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a grid to records: which columns are labels, values or changes, what the notes
 * behind the numbers mean, and one table for each section.
 */
#ifndef PERFLORE_BENCH_EMIT_H
#define PERFLORE_BENCH_EMIT_H

#include "recognizers/bench_study.h"

/* Appends the grid's tables to the message and claims its lines. A one-column table
 * without labels takes `label`. */
void bench_grid_emit(struct bench_grid *grid, enum pl_table_kind kind, struct pl_text label);

/* A new table of the message; valid until the next one. */
struct pl_table *bench_table_new(struct pl_scan *scan, enum pl_table_kind kind,
				 const struct pl_line *line, size_t n_columns);

/* A new row of table; NULL where the mail's limit of rows is reached. */
struct pl_row *bench_row_new(struct pl_scan *scan, struct pl_table *table,
			     const struct pl_line *line, struct pl_text metric);

/* The value of cell, its text where it is no plain number; unit is the table's. Notes
 * are left to the caller. */
void bench_set_value(struct pl_scan *scan, const struct bench_cell *cell, bool decimal_comma,
		     struct pl_text unit, struct pl_text text, struct pl_cell *out);

#endif
