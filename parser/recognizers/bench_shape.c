/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_shape.h"

#include <glib.h>

#include "recognizers/bench_text.h"

void bench_column_widen(struct bench_column *column, const struct bench_cell *cell)
{
	column->from = MIN(column->from, cell->from);
	column->to = MAX(column->to, cell->to);
}

bool bench_shape_of(const struct bench_line *line, struct bench_shape *shape)
{
	size_t remarks, n = bench_count_values(line, &remarks);
	const struct bench_cell *first = line->cells + line->n_cells - remarks - n;

	if (n > BENCH_MAX_COLUMNS)
		return false;
	shape->values = n;
	shape->cells = line->n_cells;
	shape->barred = line->barred;
	shape->arrow = line->arrow;
	shape->words = first > line->cells;
	shape->numbered = bench_is_numbered(line);
	shape->tabbed = line->tabs > 0;
	for (size_t i = 0; i < n; i++) {
		shape->columns[i] = (struct bench_column){.from = first[i].from, .to = first[i].to};
		shape->fields[i] = first[i].field;
	}
	return true;
}

/* Which columns the values of a line that tabs part stand in */
static bool place_fields(const struct bench_shape *shape, struct bench_cell *first, size_t n,
			 struct bench_cell **cells_out)
{
	size_t k = 0;

	memset(cells_out, 0, shape->values * sizeof(*cells_out));
	for (size_t i = 0; i < n; i++) {
		while (k < shape->values && shape->fields[k] != first[i].field)
			k++;
		if (k == shape->values)
			return false;
		cells_out[k++] = &first[i];
	}
	return n > 0;
}

bool bench_shape_place(const struct bench_shape *shape, const struct bench_line *line,
		       struct bench_cell **cells_out)
{
	size_t remarks, n = bench_count_values(line, &remarks), k = 0;
	struct bench_cell *first = line->cells + line->n_cells - remarks - n;

	for (size_t i = 0; i < shape->values; i++)
		cells_out[i] = NULL;
	for (size_t i = 0; i < n; i++) {
		while (k < shape->values &&
		       !bench_overlaps(first[i].from, first[i].to, shape->columns[k].from,
				       shape->columns[k].to, 1))
			k++;
		if (k == shape->values)
			return shape->tabbed && line->tabs &&
			       place_fields(shape, first, n, cells_out);
		cells_out[k++] = &first[i];
	}
	return n > 0;
}

static size_t count_bars(const struct bench_line *line)
{
	size_t bars = 0;

	for (size_t i = 0; i < line->text.len; i++)
		bars += line->text.ptr[i] == '|';
	return bars;
}

/* Bars part line, the row at `top` and the labels above alike: what is behind the last one may
 * be blank. */
static bool has_bars_of(struct bench_reader *reader, const struct bench_line *line, uint32_t top,
			const struct bench_line *head)
{
	size_t bars = count_bars(line);

	return bars > 1 && line->n_cells == bars + 1 && head->n_cells == bars + 1 &&
	       count_bars(head) == bars && count_bars(bench_reader_line(reader, top)) == bars;
}

bool bench_shape_outgrows(struct bench_reader *reader, const struct bench_shape *shape,
			  const struct bench_line *line, uint32_t top)
{
	const struct bench_line *head = bench_reader_line(reader, (int64_t)top - 1);
	struct bench_shape wide = {0};
	bool barred;

	while (head && head->rule)
		head = bench_reader_line(reader, (int64_t)head->index - 1);
	if (!head || head->n_cells < 2 || head->figures || line->barred || shape->barred ||
	    line->arrow != shape->arrow || !bench_is_row(line))
		return false;
	barred = has_bars_of(reader, line, top, head);
	if ((!shape->words && !barred) || !bench_shape_of(line, &wide) ||
	    wide.words != shape->words || wide.values <= shape->values)
		return false;
	for (size_t i = 0; i < shape->values; i++)
		if (!bench_overlaps(wide.columns[i].from, wide.columns[i].to,
				    shape->columns[i].from, shape->columns[i].to, 1) &&
		    !(wide.tabbed && shape->tabbed && wide.fields[i] == shape->fields[i]))
			return false;
	return true;
}

bool bench_shape_fits(struct bench_reader *reader, struct bench_shape *shape,
		      struct bench_line *line, bool far)
{
	struct bench_cell *cells[BENCH_MAX_COLUMNS];
	size_t remarks, n;

	/* bars that only part: here the label is blank */
	if (line->barred && !shape->barred) {
		struct bench_line *open = bench_line_open(reader->scan, line);

		if (open->barred || !bench_shape_fits(reader, shape, open, far))
			return false;
		*line = *open;
		return true;
	}
	if (line->barred != shape->barred || line->arrow != shape->arrow || !line->n_cells ||
	    shape->numbered != bench_is_numbered(line))
		return false;
	n = bench_count_values(line, &remarks);
	/* a label that touches its figures; behind a gap it is rather a sentence */
	if (n < shape->values && shape->words && !line->barred && !far &&
	    n + bench_line_count_tail(line, 0) == shape->values &&
	    bench_line_split_tail(reader->scan, line, 0))
		n = bench_count_values(line, &remarks);
	if (!bench_is_row(line))
		return false;
	/* between bars a word may stand where the others have figures */
	if (line->barred && line->n_cells == shape->cells)
		return true;
	if (n == shape->values && (!far || line->barred)) {
		if (shape->words != (n + remarks < line->n_cells) && !line->barred && n > 1 &&
		    !bench_shape_place(shape, line, cells))
			return false;
		for (size_t i = 0; i < n; i++)
			bench_column_widen(&shape->columns[i],
					   &line->cells[line->n_cells - remarks - n + i]);
		return true;
	}
	if (line->barred)
		return false;
	/* `hackbench  1 group` is a heading */
	if (n == 1 && shape->values > 2 && bench_is_wordy(&line->cells[line->n_cells - 1]))
		return false;
	if (n == shape->values || n < shape->values) {
		if (!bench_shape_place(shape, line, cells))
			return false;
		if (n == 1 && shape->values > 2 && far)
			return false;
		/* `6.9    6.9+patch` heads the next table's columns */
		if (far && remarks && line->n_cells == n + remarks &&
		    g_ascii_isdigit(line->cells[n].text.ptr[0]))
			return false;
		return true;
	}
	/* the label ends in a number that the rows above have not */
	if (n > shape->values && shape->words && !far) {
		const struct bench_cell *first = line->cells + line->n_cells - remarks - n;
		size_t extra = n - shape->values;

		for (size_t i = 0; i < shape->values; i++)
			if (!bench_overlaps(first[extra + i].from, first[extra + i].to,
					    shape->columns[i].from, shape->columns[i].to, 1))
				return false;
		return first + extra > line->cells && first[extra - 1].to <= shape->columns[0].from;
	}
	return false;
}
