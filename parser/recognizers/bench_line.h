/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line of a table that people write, cut into cells. Cells are parted by two or more
 * blanks, a tab, a bar or an arrow; figures also by one blank.
 */
#ifndef PERFLORE_BENCH_LINE_H
#define PERFLORE_BENCH_LINE_H

#include "core/recognizer.h"
#include "recognizers/bench_figure.h"
#include "recognizers/bench_mark.h"

#define BENCH_MAX_CELLS 48

struct bench_line {
	uint32_t index;	     /* of the line in scan->lines */
	struct pl_text text; /* tabs expanded; one tab is left where each stood */
	struct bench_cell *cells;
	uint16_t n_cells;
	uint16_t figures; /* cells that are figures or marks */
	uint16_t tabs;	  /* the last cell's field, where tabs alone part the cells, else 0 */
	uint16_t pieces;  /* lines that a mail program made of it */
	bool blank, rule, snip, barred /* begins with a bar */, arrow;
	bool bracket; /* begins with words in square brackets */
	bool hollow;  /* a row of bars with nothing between them: a head without labels */
};

/* Cuts line index of scan into cells. */
struct bench_line *bench_line_new(struct pl_scan *scan, uint32_t index);

/* Cuts line->text anew. */
void bench_line_cut(struct pl_scan *scan, struct bench_line *line);

/* A copy of line, a bar at its begin notwithstanding cut at gaps. */
struct bench_line *bench_line_open(struct pl_scan *scan, const struct bench_line *line);

/* The figures at the end of the words in a cell. */
size_t bench_line_count_tail(const struct bench_line *line, size_t cell);

/* Makes two cells of words and the figures behind them, where there are such. */
bool bench_line_split_tail(struct pl_scan *scan, struct bench_line *line, size_t cell);

#endif
