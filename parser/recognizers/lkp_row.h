/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One row of an LKP comparison table: cells, then the name. The grammar of both
 * printers: VALUE [STDDEV] { [CHANGE] VALUE [STDDEV] } NAME for stat rows,
 * FAILS:RUNS { REPRODUCTION FAILS:RUNS } NAME for fail rows. Blank cells are told by
 * their column where tokens alone do not tell.
 */
#ifndef PERFLORE_LKP_ROW_H
#define PERFLORE_LKP_ROW_H

#include <perflore/records.h>

/* Columns a table may have: the widest seen has 12. */
#define LKP_MAX_COLUMNS 32

/* Columns of the base, its spread among them. */
#define LKP_BASE_WIDTH 16

#define LKP_INDENT_UNKNOWN SIZE_MAX

/* What is known of a row before it is read. */
struct lkp_row_shape {
	size_t n_columns; /* 0: as many as it has */
	size_t indent;	  /* columns in front of its table, or LKP_INDENT_UNKNOWN */
	size_t laid_out;  /* bytes of the row that stand in their columns: a mail program broke
			     off the others */
};

/* Parses text as a row of shape->n_columns columns (0: then the row must show by itself
 * that it is one: signed changes that agree with the values, a dotted name). Fills
 * row->kind, metric (the text right of the cells, notes cut off) and cells, which has
 * room for LKP_MAX_COLUMNS. With n_columns the name may be missing: the metric is
 * empty. Nothing is allocated: most lines that look like rows are none. */
bool lkp_row_parse(struct pl_text text, const struct lkp_row_shape *shape, struct pl_cell *cells,
		   struct pl_row *row_out);

/* One figure or more, and no name: what a mail program left of a row, perhaps with the
 * sign of a spread at the end. */
bool lkp_row_is_cells(struct pl_text text);

#endif
