/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which columns of a grid are changes: what their headings say, and whether the figures of
 * the rows bear it out.
 */
#ifndef PERFLORE_BENCH_CHANGE_H
#define PERFLORE_BENCH_CHANGE_H

#include "recognizers/bench_grid.h"

/* Sets change, noted and `of` of the columns; which of them are labels is known. */
void bench_find_changes(struct bench_grid *grid);

#endif
