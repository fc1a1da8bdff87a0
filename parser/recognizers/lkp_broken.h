/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A row of an LKP table among the lines of a mail: broken over several, or marked by a
 * reader. Where the pieces cannot be joined with certainty there is no row: figures
 * never move to another column.
 */
#ifndef PERFLORE_LKP_BROKEN_H
#define PERFLORE_LKP_BROKEN_H

#include "core/recognizer.h"
#include "recognizers/lkp_row.h"

/* The line below i, if it has lost its marks: what a mail program broke off line i. NULL: none. */
const struct pl_line *lkp_line_broken_off(const struct pl_lines *lines, size_t i);

/* What name has behind `TOTAL ` or `GEO-MEAN `, else name. */
struct pl_text lkp_cut_aggregate(struct pl_text name, enum pl_aggregate *aggregate_out);

/* Tries line i as a row of a table of n_columns columns, `indent` columns from the left
 * (or LKP_INDENT_UNKNOWN), or (n_columns 0) as one that speaks for itself; a row broken
 * over lines is completed from the next ones of its depth, or of a lower one: some programs
 * forget the marks of what they break, and a blank line may part a name from cells that agree
 * with each other. cells has room for LKP_MAX_COLUMNS. Returns the
 * lines used, 0 where it is no row. */
size_t lkp_row_at(struct pl_scan *scan, size_t i, size_t n_columns, size_t indent,
		  struct pl_cell *cells, struct pl_row *row_out);

/* Whether line i begins with a figure and may be the rest of a row whose beginning, right above,
 * nothing could be made of. */
bool lkp_is_rest(const struct pl_scan *scan, size_t i);

/* text is laid out as a row, figures and then the name of a metric, and has no other words: where
 * it gave no row, a sign or a figure in it can't be read. */
bool lkp_is_unreadable_row(struct pl_text text);

/* Line i holds figures with spreads, and below a blank line stands the name of a metric alone:
 * where they gave no row, the figures contradict each other. */
bool lkp_is_parted_unreadable(const struct pl_scan *scan, size_t i);

#endif
