/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places where a line is cut into cells. */
#ifndef PERFLORE_BENCH_CUT_H
#define PERFLORE_BENCH_CUT_H

#include "recognizers/bench_line.h"

/* Cuts line->text, at its bars or (not barred) at gaps, into cells, of which there is room for
 * BENCH_MAX_CELLS; their columns are bytes. Returns how many, 0 where they are more than any
 * table has. Sets line->arrow where there is one. */
size_t bench_cut(struct bench_line *line, struct bench_cell *cells);

#endif
