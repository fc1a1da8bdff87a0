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

/* Parses text as a row of n_columns columns (0: as many as it has, and then the
 * row must show by itself that it is one: signed changes, a dotted name). Fills
 * row->kind, metric (the text right of the cells, notes cut off) and cells, which has
 * room for LKP_MAX_COLUMNS. With n_columns the name may be missing: the metric is
 * empty. Nothing is allocated: most lines that look like rows are none. */
bool lkp_row_parse(struct pl_text text, size_t n_columns, struct pl_cell *cells,
		   struct pl_row *row_out);

#endif
