/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one line of labels says about the columns below it. */
#ifndef PERFLORE_BENCH_MAP_H
#define PERFLORE_BENCH_MAP_H

#include "recognizers/bench_grid.h"

/* What one line says about the columns. */
struct bench_mapping {
	struct pl_text piece[BENCH_MAX_COLUMNS];
	bool shared[BENCH_MAX_COLUMNS]; /* the piece stands over its neighbours, too */
	size_t matched;			/* columns with a piece */
	size_t outside;			/* pieces over the rows' labels */
	size_t chunks;
	bool in_order; /* every column has a piece of its own */
	bool fused;    /* a word stands over several columns: labels that ran together, or
			  one that spans them */
	bool crowded;  /* over one column stand two, and one names a side of a comparison */
	struct pl_text head[2];
	struct pl_text remark;
};

struct bench_chunk {
	struct pl_text text;
	uint32_t from, to;
};

static inline bool bench_chunk_meets(const struct bench_chunk *chunk,
				     const struct bench_column *column, uint32_t slack)
{
	return chunk->from < column->to + slack && column->from < chunk->to + slack;
}

size_t bench_count_words(struct pl_text text);

/* Does line begin with a name or unit in brackets? Where the rows do, too, it is the
 * label column's: `[ ID] Interval` over `[  5]   0.00-1.00 sec`. */
bool bench_has_bracket(const struct bench_grid *grid, const struct bench_line *line);

/* Pieces of line that may be labels; underlines are none. */
size_t bench_chunks_of(const struct bench_grid *grid, const struct bench_line *line,
		       struct bench_chunk *chunks);

void bench_map_give(struct bench_mapping *map, size_t column, struct pl_text text);

/* By order: bench_order.c */

/* Every figure of column k is a percentage. */
bool bench_is_percents(const struct bench_grid *grid, size_t k);

/* `base`, `v6.9`, `patched` */
bool bench_names_side(struct pl_text text);

bool bench_names_change(struct pl_text text);

/* Tabs part the head as they part the rows: each piece names the column of its field. */
bool bench_map_tabs(const struct bench_grid *grid, const struct bench_line *line,
		    struct bench_mapping *map);

/* Heads of columns, in their order, that do not stand over their figures because labels or
 * figures are longer than they are. They must be as many as there are columns, or as
 * columns that are no percentages; what speaks of a change must head percentages, and
 * nothing else may. */
bool bench_map_shifted(const struct bench_grid *grid, const struct bench_line *line,
		       const struct bench_chunk *chunks, size_t n, struct bench_mapping *map);

/* The chunks are the columns in their order, perhaps behind those of the rows' labels
 * and before one of the words behind the figures. */
bool bench_map_in_order(const struct bench_grid *grid, const struct bench_line *line,
			const struct bench_chunk *chunks, size_t n, struct bench_mapping *map);

/* Bars on both sides: the fields are the columns, also those that are empty. */
bool bench_map_fields(const struct bench_grid *grid, const struct bench_line *line,
		      struct bench_mapping *map);

/* Bars that only part, as many in each row: a label stands between the same two as its
 * column, wherever these drift to. */
bool bench_map_bars(const struct bench_grid *grid, const struct bench_line *line,
		    struct bench_mapping *map);

/* ` threads base patched`, narrower than the columns below: one word for each of them. */
bool bench_map_words(const struct bench_grid *grid, const struct bench_line *line,
		     const struct bench_chunk *chunk, struct bench_mapping *map);

/* By place: bench_place.c */

/* Chunks that each stand over as many columns: `none    io.cost    bfq` over pairs. */
bool bench_map_groups(const struct bench_grid *grid, const struct bench_chunk *chunks, size_t n,
		      struct bench_mapping *map);

/* Each chunk by what stands below it. */
bool bench_map_by_place(struct pl_arena *arena, const struct bench_grid *grid,
			const struct bench_chunk *chunks, size_t n, struct bench_mapping *map);

/* Of all these the one that fits: bench_map.c */

/* Reads line as column labels. `strict`: all columns must be named, in order. */
bool bench_map_line(const struct bench_grid *grid, const struct bench_line *line, bool strict,
		    struct bench_mapping *map);

#endif
