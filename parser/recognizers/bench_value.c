/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_value.h"

#include <math.h>

#include <glib.h>

#include "recognizers/bench_text.h"

enum bench_note_use bench_note_use(const struct bench_note *note, const struct bench_column *column)
{
	switch (note->form) {
	case '|':
		return BENCH_NOTE_RATIO;
	case '*':
		return BENCH_NOTE_CHANGE;
	case '+':
		return note->percent ? BENCH_NOTE_STDDEV : BENCH_NOTE_KEEP;
	case '[':
		return note->percent || column->pct_imp ? BENCH_NOTE_CHANGE : BENCH_NOTE_KEEP;
	case '(':
		if (note->percent)
			return note->spread || column->cv ? BENCH_NOTE_STDDEV : BENCH_NOTE_CHANGE;
		return column->cv && !note->spread ? BENCH_NOTE_STDDEV : BENCH_NOTE_KEEP;
	}
	return BENCH_NOTE_KEEP;
}

bool bench_is_figure(const struct bench_cell *cell)
{
	return cell && cell->kind == BENCH_FIGURE;
}

bool bench_is_plain(const struct bench_cell *cell)
{
	return bench_is_figure(cell) && !cell->odd && !cell->n_notes && !cell->unit.len &&
	       !cell->clock;
}

size_t bench_count_cells(const struct bench_grid *grid, size_t k,
			 bool (*test)(const struct bench_cell *))
{
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++)
		n += grid->rows[i].cells[k] && test(grid->rows[i].cells[k]);
	return n;
}

static double scale_of(char scale)
{
	switch (scale) {
	case 'k':
	case 'K':
		return 1e3;
	case 'M':
		return 1e6;
	case 'G':
		return 1e9;
	}
	return 1;
}

bool bench_has_decimal_comma(const struct bench_grid *grid)
{
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_line *line = grid->rows[i].line;

		for (size_t k = 0; k < line->n_cells; k++) {
			const struct bench_cell *cell = &line->cells[k];

			if (cell->kind != BENCH_FIGURE)
				continue;
			if (bench_number_proves_comma(cell->number))
				return true;
			for (size_t n = 0; n < cell->n_notes; n++)
				if (bench_number_proves_comma(cell->notes[n].number))
					return true;
		}
	}
	return false;
}

double bench_value_of(const struct bench_cell *cell, bool comma)
{
	char scaled[G_ASCII_DTOSTR_BUF_SIZE];
	double value;

	if (cell->clock)
		return cell->seconds;
	value = bench_number_value(cell->number, comma);
	if (!cell->scale)
		return value;
	/* the product is off by a rounding that the printed number has not: 8.36 * 1e6 */
	g_ascii_formatd(scaled, sizeof(scaled), "%.15g", value * scale_of(cell->scale));
	return g_ascii_strtod(scaled, NULL);
}

double bench_half_place(const struct bench_cell *cell)
{
	const char *point = memchr(cell->number.ptr, '.', cell->number.len);
	size_t places = point ? (size_t)(cell->number.ptr + cell->number.len - point) - 1 : 0;

	return 0.5 * pow(10, -(double)places) * scale_of(cell->scale);
}

const struct bench_note *bench_change_note(const struct bench_column *column,
					   const struct bench_cell *cell)
{
	for (size_t n = 0; n < cell->n_notes; n++)
		if (bench_note_use(&cell->notes[n], column) == BENCH_NOTE_CHANGE)
			return &cell->notes[n];
	return NULL;
}

struct bench_cell bench_as_change(const struct bench_column *column, const struct bench_cell *cell)
{
	const struct bench_note *note = column->noted ? bench_change_note(column, cell) : NULL;

	return note ? (struct bench_cell){.kind = BENCH_FIGURE, .number = note->number} : *cell;
}

double bench_change_of(const struct bench_column *column, const struct bench_cell *cell,
		       bool decimal_comma)
{
	struct bench_cell change = bench_as_change(column, cell);

	return bench_value_of(&change, decimal_comma);
}
