/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plot of values over time, of characters. */
#ifndef PERFLORE_PLOT_H
#define PERFLORE_PLOT_H

#include <perflore/history.h>

/* Appends the dated points of series, base and head, in at most columns columns; nothing
 * where they are less than two, or all values are the same. */
void pl_plot_series(const struct pl_series *series, unsigned columns, bool ascii, GString *out);

/* The number that a cell stands for: its value, or the share of runs that failed. False:
 * it has none. */
bool pl_cell_number(const struct pl_found_cell *cell, double *number_out);

#endif
