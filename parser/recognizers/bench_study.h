/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which columns of a grid are labels; and what the grid shows that makes it a table of
 * measurements.
 */
#ifndef PERFLORE_BENCH_STUDY_H
#define PERFLORE_BENCH_STUDY_H

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

/* Most rows begin with words. */
bool bench_is_labelled(const struct bench_grid *grid);

/* Is text a commit id? */
bool bench_is_commit(struct pl_text text);

#endif
