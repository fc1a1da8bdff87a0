/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_grid.h"

#include <glib.h>

#include "recognizers/bench_broken.h"
#include "recognizers/bench_shape.h"
#include "recognizers/bench_side.h"
#include "recognizers/bench_text.h"

/* Blank lines between two rows */
#define MAX_BLANKS 2

/* The next line that is neither blank nor a rule. */
static struct bench_line *next_filled(struct bench_reader *reader, uint32_t index)
{
	struct bench_line *line;

	for (unsigned i = 0; i < 3; i++) {
		line = bench_reader_line(reader, ++index);
		if (!line || !(line->blank || line->rule))
			return line;
	}
	return NULL;
}

/* The row that follows a heading at `index`: at once, or behind more brackets. */
static struct bench_line *row_below(struct bench_reader *reader, const struct bench_line *heading)
{
	struct bench_line *next = next_filled(reader, heading->index);

	while (bench_is_bracket(heading) && next && bench_is_bracket(next))
		next = next_filled(reader, next->index);
	return next;
}

static void push_row(struct bench_grid *grid, struct bench_line *line, uint32_t section)
{
	struct bench_row *row = PL_PUSH(grid->reader->scan->arena, grid->rows, grid->n_rows);

	row->line = line;
	row->section = section;
}

/* A row that lacks just as many figures as stand alone on the line below */
static bool is_short(struct bench_reader *reader, const struct bench_line *line,
		     const struct bench_shape *shape)
{
	const struct bench_line *tail = bench_reader_line(reader, (int64_t)line->index + 1);
	size_t remarks, n;

	if (line->pieces > 1 || line->barred || !shape->words || !bench_is_row(line) ||
	    line->cells[0].kind != BENCH_WORDS || !bench_continues_row(tail) ||
	    pl_claimed(reader->scan, tail->index))
		return false;
	n = bench_count_values(line, &remarks);
	return !remarks && n < shape->values && bench_joined_values(line, tail) == shape->values &&
	       bench_stands_apart(line, tail);
}

/* Is line a row of the shape, but for its label? */
static bool continues_label(const struct bench_line *line, const struct bench_shape *shape)
{
	struct bench_cell *cells[BENCH_MAX_COLUMNS];
	size_t remarks, n;

	if (!bench_is_row(line) || line->barred || line->arrow != shape->arrow)
		return false;
	n = bench_count_values(line, &remarks);
	return n + remarks == line->n_cells && n == shape->values && n > 1 &&
	       bench_shape_place(shape, line, cells);
}

/* `>90 us`, left of all figures of the rows above, is the last row's label. */
static void name_by_bound(struct bench_line *line, const struct bench_shape *shape)
{
	struct bench_cell *first = line->cells;

	if (!shape->words || line->n_cells < 2 || first->kind != BENCH_FIGURE ||
	    !strchr("<>", first->text.ptr[0]) || first->to >= shape->columns[0].from)
		return;
	first->kind = BENCH_WORDS;
	line->figures--;
}

/* Figures that the label of line swallowed: only with them has it one on each side of
 * its arrow, or as many as the next row. */
static void free_tails(struct bench_reader *reader, struct bench_line *line)
{
	struct bench_line *next = bench_reader_line(reader, (int64_t)line->index + 1);
	size_t remarks, n, more, tail, next_tail;

	if (line->arrow && line->n_cells == 2 && bench_line_count_tail(line, 0) == 1) {
		bench_line_split_tail(reader->scan, line, 0);
		return;
	}
	if (!next || line->barred || next->barred || line->n_cells < 2 || next->n_cells < 2)
		return;
	n = bench_count_values(line, &remarks);
	more = bench_count_values(next, &remarks);
	tail = bench_line_count_tail(line, 0);
	next_tail = bench_line_count_tail(next, 0);
	if (n && more && n != more && n + tail == more + next_tail && tail)
		bench_line_split_tail(reader->scan, line, 0);
}

/* `Base    Patched`: the labels of the next table's columns */
static bool names_sides(const struct bench_line *line)
{
	for (size_t i = 0; i < line->n_cells; i++)
		if (!bench_is_version(line->cells[i].text) &&
		    !(bench_words(line->cells[i].text) & BENCH_COMPARES))
			return false;
	return line->n_cells > 1;
}

/* Rows of one shape from `first` on. */
static void collect_rows(struct bench_grid *grid, uint32_t first, struct bench_shape *shape)
{
	struct bench_reader *reader = grid->reader;
	struct pl_arena *arena = reader->scan->arena;
	struct bench_line *line = bench_reader_line(reader, first);
	uint32_t section = 0;
	unsigned blanks = 0;
	bool broken, far = false;

	bench_join_note(reader, line);
	broken = bench_is_broken(reader, line);
	if (broken)
		bench_join(reader->scan, line, bench_reader_line(reader, (int64_t)first + 1));
	else
		free_tails(reader, line);
	grid->next = first + line->pieces;
	if (!bench_shape_of(line, shape))
		return;
	push_row(grid, line, 0);
	for (uint32_t i = grid->next; (line = bench_reader_line(reader, i)); i++) {
		struct bench_line *next;

		if (pl_claimed(reader->scan, i) || bench_reader_full(reader))
			return;
		if (line->blank) {
			if (++blanks > MAX_BLANKS)
				return;
			far = true;
			continue;
		}
		if (line->rule || line->snip) {
			far |= line->snip;
			continue;
		}
		bench_join_note(reader, line);
		if (broken && bench_is_broken(reader, line))
			bench_join(reader->scan, line, bench_reader_line(reader, (int64_t)i + 1));
		else if (broken && line->pieces == 1 && bench_is_row(line) &&
			 bench_continues_row(bench_reader_line(reader, (int64_t)i + 1)))
			bench_join(reader->scan, line, bench_reader_line(reader, (int64_t)i + 1));
		if (is_short(reader, line, shape))
			bench_join(reader->scan, line, bench_reader_line(reader, (int64_t)i + 1));
		name_by_bound(line, shape);
		if (bench_shape_fits(reader, shape, line, far || grid->n_sections)) {
			if (grid->n_rows == 1)
				shape->words |= line->cells[0].kind == BENCH_WORDS;
			push_row(grid, line, section);
			i += line->pieces - 1u;
			grid->next = i + 1;
			blanks = 0;
			far = false;
			continue;
		}
		if (!far && !grid->n_sections && bench_shape_outgrows(reader, shape, line, first)) {
			struct bench_shape before = *shape;

			bench_shape_of(line, shape);
			for (size_t k = 0; k < before.values; k++) {
				shape->columns[k].from =
				    MIN(shape->columns[k].from, before.columns[k].from);
				shape->columns[k].to =
				    MAX(shape->columns[k].to, before.columns[k].to);
			}
			grid->n_columns = shape->values;
			push_row(grid, line, section);
			grid->next = i + 1;
			continue;
		}
		next = row_below(reader, line);
		/* a label too long for its row */
		if (shape->words && next && next->index == i + 1 && line->n_cells == 1 && !blanks &&
		    !line->figures && continues_label(next, shape)) {
			push_row(grid, next, section);
			grid->rows[grid->n_rows - 1].name = line;
			i = next->index;
			grid->next = i + 1;
			far = false;
			continue;
		}
		/* a heading labels the only column of a table of its own */
		if (shape->values == 1)
			return;
		if (!bench_is_heading(line, shape->barred) || names_sides(line) ||
		    (line->n_cells == 2 && !line->barred && shape->values < 3) || !next ||
		    pl_claimed(reader->scan, next->index) ||
		    !bench_shape_fits(reader, shape, next, true))
			return;
		/* behind a blank line it could as well be the next table's title */
		if (blanks && next->index != i + 1)
			return;
		*PL_PUSH(arena, grid->sections, grid->n_sections) = i;
		section = (uint32_t)grid->n_sections;
		i = next->index - 1;
		blanks = 0;
		far = true;
	}
}

/* The number of values that most rows have. */
static size_t usual_values(const struct bench_grid *grid)
{
	size_t counts[BENCH_MAX_COLUMNS + 1] = {0}, best = 0, remarks;

	for (size_t i = 0; i < grid->n_rows; i++) {
		size_t n = bench_count_values(grid->rows[i].line, &remarks);

		if (n <= BENCH_MAX_COLUMNS)
			counts[n]++;
	}
	for (size_t n = 1; n <= BENCH_MAX_COLUMNS; n++)
		if (counts[n] >= counts[best])
			best = n;
	return best;
}

/* Cells before the figures, `from` in number, that stand in columns of their own: words
 * where other rows have figures. Returns how many cells are left that name the row. */
static size_t free_columns(const struct bench_shape *shape, struct bench_row *row, size_t from)
{
	size_t first = from, k = 0;

	while (k < shape->values && !row->cells[k])
		k++;
	while (first > 1) {
		struct bench_cell *cell = &row->line->cells[first - 1];

		do {
			if (!k)
				return first;
			k--;
		} while (!bench_overlaps(cell->from, cell->to, shape->columns[k].from,
					 shape->columns[k].to, 0));
		row->cells[k] = cell;
		first--;
	}
	return first;
}

/* Sets the columns, and the cells of each row in them. Rows that fit nowhere end the
 * grid. */
static bool set_columns(struct bench_grid *grid)
{
	struct bench_shape shape = {0};
	bool begun = false;
	size_t remarks;

	if (!grid->n_columns)
		grid->n_columns = usual_values(grid);
	if (!grid->n_columns)
		return false;
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_line *line = grid->rows[i].line;

		if (bench_count_values(line, &remarks) != grid->n_columns)
			continue;
		if (!begun)
			bench_shape_of(line, &shape);
		if (!begun)
			shape.remarks = remarks;
		begun = true;
		for (size_t k = 0; k < grid->n_columns; k++)
			bench_column_widen(
			    &shape.columns[k],
			    &line->cells[line->n_cells - remarks - grid->n_columns + k]);
	}
	memcpy(grid->columns, shape.columns, sizeof(grid->columns));
	grid->barred = shape.barred;
	grid->arrows = shape.arrow;
	grid->n_remarks = shape.barred ? shape.remarks : 0;
	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_row *row = &grid->rows[i];
		struct bench_line *line = row->line;
		size_t n = bench_count_values(line, &remarks), first = line->n_cells - remarks - n;

		row->cells = pl_arena_alloc(grid->reader->scan->arena,
					    grid->n_columns * sizeof(*row->cells));
		if (grid->barred && line->n_cells > grid->n_columns) {
			first = line->n_cells - grid->n_columns - shape.remarks;
			for (size_t k = 0; k < grid->n_columns; k++)
				row->cells[k] = &line->cells[first + k];
			row->n_labels = (uint16_t)first;
			grid->labels_end = MAX(grid->labels_end, line->cells[first - 1].to);
			continue;
		}
		if (remarks)
			row->remark = &line->cells[line->n_cells - 1];
		if (n >= grid->n_columns) {
			first += n - grid->n_columns;
			for (size_t k = 0; k < grid->n_columns; k++)
				row->cells[k] = &line->cells[first + k];
		} else if (!bench_shape_place(&shape, line, row->cells)) {
			grid->n_rows = i;
			grid->next = line->index;
			break;
		}
		if (n < grid->n_columns)
			first = free_columns(&shape, row, first);
		row->n_labels = (uint16_t)first;
		if (first)
			grid->labels_end = MAX(grid->labels_end, line->cells[first - 1].to);
	}
	return grid->n_rows > 0;
}

/* Integers, each larger than the one before, and at least three */
static bool rises(const struct bench_line *line)
{
	size_t remarks, n = bench_count_values(line, &remarks);
	const struct bench_cell *first = line->cells + line->n_cells - remarks - n;
	double last = -1;

	for (size_t i = 0; i < n; i++) {
		double value;

		if (first[i].kind != BENCH_FIGURE || first[i].n_notes || first[i].odd ||
		    pl_text_has(first[i].number, '.') || pl_text_has(first[i].number, ','))
			return false;
		value = bench_number_value(first[i].number, false);
		if (value <= last)
			return false;
		last = value;
	}
	return n >= 3;
}

static struct bench_line *above_rules(struct bench_reader *reader, uint32_t index)
{
	struct bench_line *line = bench_reader_line(reader, (int64_t)index - 1);

	while (line && line->rule && !line->hollow)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	return line;
}

/* `psi=0   root cgroup   5 levels of cgroup`: no cell is a mere figure. */
static bool has_words_alone(const struct bench_line *line)
{
	for (size_t i = 0; i < line->n_cells; i++)
		if (!bench_is_wordy(&line->cells[i]) || !pl_text_has(line->cells[i].text, ' '))
			if (line->cells[i].kind != BENCH_WORDS)
				return false;
	return line->n_cells > 1;
}

/* Versions and numbers may head columns; then the first "row" is none. */
static bool heads_rows(const struct bench_grid *grid)
{
	const struct bench_line *line = grid->rows[0].line;
	const struct bench_line *above = above_rules(grid->reader, line->index);
	size_t remarks, values, labelled = 0, rising = 0;

	if (grid->n_rows < 2)
		return false;
	values = bench_count_values(line, &remarks);
	for (size_t i = 1; i < grid->n_rows; i++) {
		const struct bench_line *other = grid->rows[i].line;
		size_t more, n = bench_count_values(other, &more);

		labelled += n + more < other->n_cells;
		rising += rises(other);
	}
	if (!grid->barred && values + remarks == line->n_cells && labelled == grid->n_rows - 1)
		return true;
	if (rises(line) && !rising && line->cells[0].kind == BENCH_WORDS &&
	    !(above && (above->barred || above->hollow || above->n_cells > 1)))
		return true;
	if (has_words_alone(line)) {
		size_t plain = 0;

		for (size_t i = 1; i < grid->n_rows; i++)
			plain += !has_words_alone(grid->rows[i].line);
		if (plain == grid->n_rows - 1)
			return true;
	}
	/* `type  Groups  6.2  | 6.2 + V12` */
	for (size_t i = 0; i < line->n_cells; i++)
		if (line->cells[i].kind == BENCH_FIGURE && line->cells[i].odd &&
		    bench_is_version(line->cells[i].text))
			return true;
	return false;
}

/* The rows are the items 1, 2 and so on: their numbers are no part of the labels. */
static bool drop_numbers(struct bench_grid *grid)
{
	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_line *line = grid->rows[i].line;

		if (g_ascii_strtoull(line->cells[0].text.ptr, NULL, 10) != i + 1)
			return false;
		line->cells[0].text = bench_drop_number(line->cells[0].text);
	}
	return true;
}

bool bench_grid_collect(struct bench_reader *reader, uint32_t first, struct bench_grid *grid)
{
	struct bench_shape shape = {0};

	memset(grid, 0, sizeof(*grid));
	grid->reader = reader;
	grid->next = first + 1;
	collect_rows(grid, first, &shape);
	if (!grid->n_rows)
		return false;
	if (heads_rows(grid)) {
		grid->heads[0] = grid->rows[0].line->index;
		grid->n_heads = 1;
		grid->rows++;
		grid->n_rows--;
	}
	grid->numbered = shape.numbered;
	if (set_columns(grid) && (!grid->numbered || drop_numbers(grid)))
		return true;
	/* the first row itself fits nowhere */
	grid->next = MAX(grid->next, first + 1);
	return false;
}

uint32_t bench_grid_line(const struct bench_grid *grid)
{
	return grid->n_heads ? grid->heads[0] : grid->rows[0].line->index;
}
