/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows that a mail program broke, and what makes them whole again. */
#ifndef PERFLORE_BENCH_BROKEN_H
#define PERFLORE_BENCH_BROKEN_H

#include "recognizers/bench_grid.h"

/* Figures alone at the start of a line: the end of a row that a mail program broke. */
bool bench_continues_row(const struct bench_line *line);

/* Tail begins its line, or at least does not stand below the figures of row. */
bool bench_stands_apart(const struct bench_line *row, const struct bench_line *tail);

/* Figures that row and tail have together. */
size_t bench_joined_values(const struct bench_line *row, const struct bench_line *tail);

/* Row ends before the note of its last figure, and the line below begins with it: makes
 * one line of both. */
bool bench_join_note(struct bench_reader *reader, struct bench_line *row);

/* Makes one line of row and the figures of line `tail`. */
void bench_join(struct pl_scan *scan, struct bench_line *row, const struct bench_line *tail);

/* Row and the line below it are one, if the lines above name as many columns as both
 * have figures, and the next row is broken in the same way. */
bool bench_is_broken(struct bench_reader *reader, const struct bench_line *row);

#endif
