/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shape of a table's rows: how many figures, in which columns. */
#ifndef PERFLORE_BENCH_SHAPE_H
#define PERFLORE_BENCH_SHAPE_H

#include "recognizers/bench_grid.h"

/* The columns as the rows so far show them. */
struct bench_shape {
	size_t values;
	size_t cells; /* of the first row */
	size_t remarks;
	struct bench_column columns[BENCH_MAX_COLUMNS];
	bool barred, arrow, words, numbered;
	bool tabbed; /* the columns' fields are known */
	uint16_t fields[BENCH_MAX_COLUMNS];
};

static inline bool bench_overlaps(uint32_t from, uint32_t to, uint32_t other_from,
				  uint32_t other_to, uint32_t slack)
{
	return from < other_to + slack && other_from < to + slack;
}

/* Makes column as wide as cell. */
void bench_column_widen(struct bench_column *column, const struct bench_cell *cell);

/* The shape of line's figures; false where they are too many. */
bool bench_shape_of(const struct bench_line *line, struct bench_shape *shape);

/* Which columns the values of line stand in (cells_out, one a column); false where that
 * is not clear. */
bool bench_shape_place(const struct bench_shape *shape, const struct bench_line *line,
		       struct bench_cell **cells_out);

/* Is line a row with more figures than those above, which lack their last cells? Only
 * below a line that may name the columns: else it is the rows above that name them. */
bool bench_shape_outgrows(struct bench_reader *reader, const struct bench_shape *shape,
			  const struct bench_line *line, uint32_t top);

/* Is line a row of the shape? It may be cut anew for that, and the shape grow wider.
 * `far`: something stands between it and the last row. */
bool bench_shape_fits(struct bench_reader *reader, struct bench_shape *shape,
		      struct bench_line *line, bool far);

#endif
