/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The vertical axis goes from the least to the largest value, so that a change of a few
 * percent is seen; the horizontal one is time. A point is two marks in one column: base
 * and head.
 */
#include "plot.h"

#include <math.h>

#include "format.h"

enum { HEIGHT = 9, LABEL = 10, NARROWEST = 20 };

enum mark { NO_MARK, BASE, HEAD, BOTH };

struct marks {
	const char *mark[4]; /* by enum mark */
	const char *axis, *tick, *corner, *floor;
};

static const struct marks plain = {{" ", "o", "*", "@"}, "|", "+", "+", "-"};
static const struct marks drawn = {{" ", "○", "●", "◉"}, "│", "┤", "└", "─"};

struct plot {
	double low, high;
	int64_t first, last;
	size_t dated;
	unsigned width;
	unsigned char *cells; /* enum mark, HEIGHT rows from the top */
};

bool pl_cell_number(const struct pl_found_cell *cell, double *number_out)
{
	if (cell->has & PL_HAS_VALUE)
		*number_out = cell->value;
	else if ((cell->has & PL_HAS_FAILS) && cell->runs > 0)
		*number_out = (double)cell->fails / (double)cell->runs;
	else
		return false;
	return true;
}

static void measure_cell(struct plot *plot, const struct pl_found_cell *cell)
{
	double number;

	if (!pl_cell_number(cell, &number))
		return;
	plot->low = fmin(plot->low, number);
	plot->high = fmax(plot->high, number);
}

static void measure(struct plot *plot, const struct pl_series *series)
{
	plot->low = INFINITY;
	plot->high = -INFINITY;
	for (size_t i = 0; i < series->n_points; i++) {
		const struct pl_found_row *row = &series->points[i].row;

		if (!row->mail.has_date)
			continue;
		if (!plot->dated++)
			plot->first = row->mail.date;
		plot->last = row->mail.date;
		measure_cell(plot, &row->base);
		measure_cell(plot, &row->head);
	}
}

static void set(struct plot *plot, int64_t date, const struct pl_found_cell *cell, enum mark mark)
{
	double number, span = (double)(plot->last - plot->first);
	size_t column, row;

	if (!pl_cell_number(cell, &number))
		return;
	column = span > 0 ? (size_t)round((double)(date - plot->first) / span * (plot->width - 1))
			  : plot->width / 2;
	row = (size_t)round((plot->high - number) / (plot->high - plot->low) * (HEIGHT - 1));
	plot->cells[row * plot->width + column] |= (unsigned char)mark;
}

static void append_label(GString *out, double value)
{
	char buffer[32];

	pl_format_value(value, buffer);
	g_string_append_printf(out, "%*s ", LABEL, buffer);
}

static void append_rows(const struct plot *plot, const struct marks *marks, GString *out)
{
	for (size_t row = 0; row < HEIGHT; row++) {
		bool labelled = row % (HEIGHT / 2) == 0;
		size_t end = plot->width;

		if (labelled)
			append_label(out, plot->high - (plot->high - plot->low) * (double)row /
							   (HEIGHT - 1));
		else
			g_string_append_printf(out, "%*s ", LABEL, "");
		g_string_append(out, labelled ? marks->tick : marks->axis);
		while (end && plot->cells[row * plot->width + end - 1] == NO_MARK)
			end--;
		for (size_t column = 0; column < end; column++)
			g_string_append(out, marks->mark[plot->cells[row * plot->width + column]]);
		g_string_append_c(out, '\n');
	}
}

static void append_floor(const struct plot *plot, const struct marks *marks, GString *out)
{
	char first[24] = "", last[24] = "";

	g_string_append_printf(out, "%*s %s", LABEL, "", marks->corner);
	for (unsigned i = 0; i < plot->width; i++)
		g_string_append(out, marks->floor);
	g_string_append_c(out, '\n');
	if (pl_date_format(plot->first, first) && pl_date_format(plot->last, last))
		g_string_append_printf(out, "%*s  %.10s%*.10s\n", LABEL, "", first,
				       (int)plot->width - 10, last);
	g_string_append_printf(out, "%*s  %s base  %s head  %s both\n", LABEL, "",
			       marks->mark[BASE], marks->mark[HEAD], marks->mark[BOTH]);
}

void pl_plot_series(const struct pl_series *series, unsigned columns, bool ascii, GString *out)
{
	const struct marks *marks = ascii ? &plain : &drawn;
	struct plot plot = {.width = MAX(columns, LABEL + NARROWEST + 2) - LABEL - 2};

	measure(&plot, series);
	if (plot.dated < 2 || !(plot.high > plot.low))
		return;
	plot.cells = g_malloc0((size_t)HEIGHT * plot.width);
	for (size_t i = 0; i < series->n_points; i++) {
		const struct pl_found_row *row = &series->points[i].row;

		if (!row->mail.has_date)
			continue;
		set(&plot, row->mail.date, &row->base, BASE);
		set(&plot, row->mail.date, &row->head, HEAD);
	}
	append_rows(&plot, marks, out);
	append_floor(&plot, marks, out);
	g_free(plot.cells);
}
