/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels of columns by their order: as many pieces as columns, fields of bars and tabs. */
#include "recognizers/bench_map.h"

#include <glib.h>

#include "recognizers/bench_text.h"

/* Is there a row with so many cells before its figures? */
static bool has_labels(const struct bench_grid *grid, size_t n)
{
	for (size_t i = 0; i < grid->n_rows; i++)
		if (grid->rows[i].n_labels == n)
			return true;
	return false;
}

/* A chunk that is to name column k stands over another one. */
static bool is_over_other(const struct bench_grid *grid, const struct bench_chunk *chunk, size_t k)
{
	if (bench_chunk_meets(chunk, &grid->columns[k], 2))
		return false;
	for (size_t i = 0; i < grid->n_columns; i++)
		if (i != k && bench_chunk_meets(chunk, &grid->columns[i], 0))
			return true;
	return false;
}

/* Does each row part its cells by tabs, the columns always at the same field? */
static bool has_fields(const struct bench_grid *grid, uint16_t *fields_out)
{
	for (size_t k = 0; k < grid->n_columns; k++) {
		fields_out[k] = 0;
		for (size_t i = 0; i < grid->n_rows; i++) {
			const struct bench_cell *cell = grid->rows[i].cells[k];

			if (!grid->rows[i].line->tabs ||
			    (cell && fields_out[k] && cell->field != fields_out[k]))
				return false;
			if (cell)
				fields_out[k] = cell->field;
		}
	}
	return true;
}

bool bench_map_tabs(const struct bench_grid *grid, const struct bench_line *line,
		    struct bench_mapping *map)
{
	uint16_t fields[BENCH_MAX_COLUMNS];
	size_t k = 0, words = 0;

	if (!line->tabs || !has_fields(grid, fields))
		return false;
	for (size_t i = 0; i < line->n_cells; i++) {
		const struct bench_cell *cell = &line->cells[i];

		if (cell->field < fields[0]) {
			if (map->outside < 2)
				map->head[map->outside] = cell->text;
			map->outside++;
			continue;
		}
		while (k < grid->n_columns && fields[k] < cell->field)
			k++;
		if (k == grid->n_columns || fields[k] != cell->field)
			return false;
		bench_map_give(map, k, cell->text);
		words = MAX(words, bench_count_words(cell->text));
	}
	/* a blank parts them, too */
	return map->matched == grid->n_columns || (map->matched && words < 2);
}

/* A word that heads a column of its own wherever it stands */
static bool is_label_word(struct pl_text word)
{
	return bench_heads_labels(word) || bench_is_version(word) ||
	       (bench_words(word) & (BENCH_COMPARES | BENCH_CHANGES | BENCH_STATISTIC));
}

bool bench_is_percents(const struct bench_grid *grid, size_t k)
{
	size_t percents = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!cell || cell->kind != BENCH_FIGURE)
			continue;
		if (cell->unit.len != 1 || cell->unit.ptr[0] != '%')
			return false;
		percents++;
	}
	return percents > 0;
}

bool bench_names_side(struct pl_text text)
{
	return bench_is_version(text) || (bench_words(text) & BENCH_COMPARES);
}

bool bench_names_change(struct pl_text text)
{
	return (bench_words(text) & BENCH_CHANGES) || pl_text_has(text, '%');
}

bool bench_map_shifted(const struct bench_grid *grid, const struct bench_line *line,
		       const struct bench_chunk *chunks, size_t n, struct bench_mapping *map)
{
	size_t columns[BENCH_MAX_COLUMNS], n_columns = 0, percents = 0, changes = 0, offset;
	bool all;

	if (grid->barred || line->barred || !grid->labels_end || grid->n_columns < 2 || n < 2)
		return false;
	for (size_t i = 0; i < n; i++)
		changes += bench_names_change(chunks[i].text);
	for (size_t k = 0; k < grid->n_columns; k++)
		percents += bench_is_percents(grid, k);
	all = changes || !percents;
	for (size_t k = 0; k < grid->n_columns; k++)
		if (all || !bench_is_percents(grid, k))
			columns[n_columns++] = k;
	if (n < n_columns || n > n_columns + 2 || n_columns < 2)
		return false;
	offset = n - n_columns;
	if (offset ? !has_labels(grid, offset) ||
			 chunks[0].from > grid->rows[0].line->cells[0].from + 1
		   : chunks[0].from <= grid->rows[0].line->cells[0].from + 1 ||
			 !bench_names_side(chunks[0].text))
		return false;
	for (size_t i = 0; i < n_columns && all && percents; i++)
		if (bench_names_change(chunks[offset + i].text) != bench_is_percents(grid, i))
			return false;
	for (size_t i = 0; i < offset; i++)
		map->head[i] = chunks[i].text;
	map->outside = offset;
	for (size_t i = 0; i < n_columns; i++)
		bench_map_give(map, columns[i], chunks[offset + i].text);
	return true;
}

bool bench_map_in_order(const struct bench_grid *grid, const struct bench_line *line,
			const struct bench_chunk *chunks, size_t n, struct bench_mapping *map)
{
	size_t offset, met = 0, remark = 0;
	bool aside, tabbed;

	if (grid->rows[0].remark && n > grid->n_columns &&
	    !bench_chunk_meets(&chunks[n - 1], &grid->columns[grid->n_columns - 1], 0))
		remark = 1;
	if (n < grid->n_columns + remark || n - grid->n_columns - remark > 2)
		return false;
	offset = n - grid->n_columns - remark;
	for (size_t i = 0; i < grid->n_columns; i++)
		met += bench_chunk_meets(&chunks[offset + i], &grid->columns[i], 2);
	/* a head that is not aligned stands right of the labels, at least */
	aside = chunks[offset].from >= grid->labels_end &&
		(!offset || chunks[offset - 1].from < grid->labels_end);
	tabbed = line->tabs && grid->rows[0].line->tabs && has_labels(grid, offset);
	if (grid->barred ? line->n_cells != grid->rows[0].line->n_cells
			 : met * 10 < grid->n_columns * 6 && !aside && !tabbed)
		return false;
	/* a chunk that stands over the labels is not the first column's */
	if (!offset && grid->labels_end && chunks[0].to <= grid->labels_end &&
	    !bench_chunk_meets(&chunks[0], &grid->columns[0], 0))
		return false;
	for (size_t i = 0; i < grid->n_columns && offset && !grid->barred; i++)
		if (is_over_other(grid, &chunks[offset + i], i) && !has_labels(grid, offset))
			return false;
	for (size_t i = 0; i < offset; i++) {
		map->head[i] = chunks[i].text;
		map->outside++;
	}
	for (size_t i = 0; i < grid->n_columns; i++)
		bench_map_give(map, i, chunks[offset + i].text);
	if (remark)
		map->remark = chunks[n - 1].text;
	return true;
}

bool bench_map_fields(const struct bench_grid *grid, const struct bench_line *line,
		      struct bench_mapping *map)
{
	if (!line->barred || line->n_cells != grid->rows[0].line->n_cells ||
	    line->n_cells < grid->n_columns + grid->n_remarks)
		return false;
	for (size_t i = 0; i < line->n_cells; i++) {
		const struct bench_cell *cell = &line->cells[i];
		size_t labels = line->n_cells - grid->n_columns - grid->n_remarks;

		if (cell->kind == BENCH_EMPTY || bench_is_rule(cell->text))
			continue;
		if (i >= labels + grid->n_columns) {
			map->remark = cell->text;
		} else if (i >= labels) {
			bench_map_give(map, i - labels, cell->text);
		} else {
			if (i < 2)
				map->head[i] = cell->text;
			map->outside++;
		}
	}
	return true;
}

/* Cells of line left of its first bar, from cell `first` on */
static size_t count_left(const struct bench_line *line, size_t first)
{
	const char *bar = memchr(line->text.ptr, '|', line->text.len);
	size_t n = 0;

	for (size_t i = first; bar && i < line->n_cells; i++)
		n += line->cells[i].text.ptr < bar;
	return n;
}

bool bench_map_bars(const struct bench_grid *grid, const struct bench_line *line,
		    struct bench_mapping *map)
{
	size_t bars = bench_count_bars(line->text), left = grid->n_columns - bars, k = left;
	const char *from, *end = line->text.ptr + line->text.len, *bar;

	if (grid->barred || line->barred || bars < 2 || bars > grid->n_columns || left > 1)
		return false;
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_row *row = &grid->rows[i];

		if (row->line->barred || row->line->pieces > 1 ||
		    bench_count_bars(row->line->text) != bars ||
		    count_left(row->line, row->n_labels) != left)
			return false;
	}
	/* does it name the rows or their first column? */
	if (left && count_left(line, 0) == 1)
		return false;
	for (size_t i = 0, n = count_left(line, 0); i < n; i++) {
		if (left && n > 1 && i + 1 == n)
			bench_map_give(map, 0, line->cells[i].text);
		else if (i < 2)
			map->head[i] = line->cells[i].text;
		map->outside++;
	}
	for (from = memchr(line->text.ptr, '|', line->text.len); from; from = bar) {
		struct pl_text piece;

		bar = memchr(from + 1, '|', (size_t)(end - from) - 1);
		piece = (struct pl_text){from + 1, (size_t)((bar ? bar : end) - from) - 1};
		if (pl_text_trim(piece).len)
			bench_map_give(map, k, pl_text_trim(piece));
		k++;
	}
	map->in_order = map->matched + 1 >= grid->n_columns;
	return map->matched > left;
}

bool bench_map_words(const struct bench_grid *grid, const struct bench_line *line,
		     const struct bench_chunk *chunk, struct bench_mapping *map)
{
	struct pl_text text = chunk->text;
	size_t k = 0;

	if (line->barred || bench_count_words(text) != grid->n_columns || grid->n_columns < 2 ||
	    grid->labels_end || chunk->to > grid->columns[grid->n_columns - 1].from)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		size_t from = i;

		while (i < text.len && text.ptr[i] != ' ')
			i++;
		if (!is_label_word(pl_text_slice(text, from, i)))
			return false;
		bench_map_give(map, k++, pl_text_slice(text, from, i));
	}
	return true;
}
