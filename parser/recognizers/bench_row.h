/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a line of a table may be: a row, a heading between rows, words in brackets. */
#ifndef PERFLORE_BENCH_ROW_H
#define PERFLORE_BENCH_ROW_H

#include "recognizers/bench_line.h"

/* Is line a heading between rows: short, and no sentence? */
bool bench_is_heading(const struct bench_line *line, bool barred);

/* May line be a row? */
bool bench_is_row(const struct bench_line *line);

/* Does line begin like an item of a numbered list, `2. `? */
bool bench_is_numbered(const struct bench_line *line);

/* Cells at the end that are figures; words behind them are *remarks_out. */
size_t bench_count_values(const struct bench_line *line, size_t *remarks_out);

/* `pipe`, `1 group`: no figure that a row might have */
bool bench_is_wordy(const struct bench_cell *cell);

/* Nothing but words in brackets, of the head of a table or of a section. */
bool bench_is_bracket(const struct bench_line *line);

#endif
