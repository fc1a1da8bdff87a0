/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a grid to records: which columns are labels, values or changes, what the notes
 * behind the numbers mean, and one table for each section.
 */
#ifndef PERFLORE_BENCH_EMIT_H
#define PERFLORE_BENCH_EMIT_H

#include "recognizers/bench_grid.h"

/* What a grid shows; by it a recognizer decides whether it is a table. */
struct bench_facts {
	size_t values;	     /* columns of values */
	size_t headed;	     /* of these, named ones */
	size_t figures;	     /* cells with a number */
	size_t changes;	     /* cells with a change, or in a column of changes */
	size_t spreads;	     /* cells with a spread */
	size_t shares;	     /* cells with a percentage glued to their count */
	size_t measured;     /* cells whose unit is a time or a rate */
	bool same_unit;	     /* all cells with a number carry the same time or rate */
	size_t commas;	     /* cells with parted thousands */
	size_t decimals;     /* cells with a decimal point */
	size_t words;	     /* cells of words among the values */
	size_t odd;	     /* cells with more than a number */
	size_t wordy;	     /* of the odd ones, cells with several words */
	size_t lost;	     /* measurements that went into labels */
	size_t labelled;     /* rows with a label */
	size_t odd_labels;   /* rows whose label is a number with a point, in no order */
	unsigned head_words; /* enum bench_word bits of the column labels */
	unsigned row_words;  /* of the rows' labels */
	bool versions;	     /* most column labels, or rows, are versions or commit ids */
	bool hex;	     /* all column labels are commit ids */
	bool better_column;
};

/* Tells label, value and change columns apart. */
void bench_grid_study(struct bench_grid *grid, struct bench_facts *facts_out);

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
