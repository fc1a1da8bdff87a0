/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels of columns by what stands below each of their pieces. */
#include "recognizers/bench_map.h"

#include <glib.h>

#include "recognizers/bench_text.h"

static uint32_t distance(const struct bench_chunk *chunk, const struct bench_column *column)
{
	uint32_t a = chunk->from + chunk->to, b = column->from + column->to;

	return a > b ? a - b : b - a;
}

/* Parts the words of a chunk over columns [first, last] where they end with the columns,
 * as they do in tables that are set flush right. */
static bool share_flush(const struct bench_grid *grid, const struct bench_chunk *chunk,
			size_t first, size_t last, struct bench_mapping *map)
{
	struct pl_text text = chunk->text, pieces[BENCH_MAX_COLUMNS];
	size_t column = first, from = 0;

	for (size_t i = 1; i <= text.len && column <= last; i++) {
		uint32_t at = chunk->from + (uint32_t)i, end = grid->columns[column].to;

		if ((i < text.len && text.ptr[i] != ' ') || at + 1 < end || at > end + 1)
			continue;
		pieces[column++] = pl_text_trim(pl_text_slice(text, from, i));
		from = i;
	}
	if (column <= last || from < text.len)
		return false;
	for (size_t k = first; k <= last; k++)
		bench_map_give(map, k, pieces[k]);
	/* no heading of a section ends its words so */
	map->in_order |= !first && last + 1 == grid->n_columns;
	return true;
}

/* One word for each of the columns [first, last], where there are as many. */
static bool share_evenly(const struct bench_chunk *chunk, size_t first, size_t last,
			 struct bench_mapping *map)
{
	struct pl_text text = chunk->text;

	if (bench_count_words(text) != last - first + 1)
		return false;
	for (size_t i = 0, k = first; i < text.len && k <= last; i++) {
		size_t from = i;

		while (i < text.len && text.ptr[i] != ' ')
			i++;
		if (i > from)
			bench_map_give(map, k++, pl_text_slice(text, from, i));
	}
	return true;
}

/* Parts the words of a chunk that stands over columns [first, last] among them; false
 * where one would get none. */
static bool share_words(struct pl_arena *arena, const struct bench_grid *grid,
			const struct bench_chunk *chunk, size_t first, size_t last,
			struct bench_mapping *map)
{
	struct pl_text text = chunk->text, pieces[BENCH_MAX_COLUMNS] = {{NULL, 0}};
	size_t column = first;

	for (size_t i = 0; i < text.len;) {
		struct bench_chunk word;
		size_t best, from = i;

		/* words in brackets stay together */
		for (bool inside = false; i < text.len && (inside || text.ptr[i] != ' '); i++)
			inside = text.ptr[i] == '(' || (inside && text.ptr[i] != ')');
		word.text = pl_text_slice(text, from, i);
		word.from = chunk->from + (uint32_t)from;
		word.to = chunk->from + (uint32_t)i;
		while (i < text.len && text.ptr[i] == ' ')
			i++;
		best = column;
		for (size_t k = column; k <= last; k++)
			if (distance(&word, &grid->columns[k]) <
			    distance(&word, &grid->columns[best]))
				best = k;
		column = best;
		pieces[best] =
		    pieces[best].len
			? pl_arena_printf(arena, "%.*s %.*s", (int)pieces[best].len,
					  pieces[best].ptr, (int)word.text.len, word.text.ptr)
			: word.text;
	}
	for (size_t k = first; k <= last; k++)
		if (!pieces[k].len)
			return false;
	for (size_t k = first; k <= last; k++)
		bench_map_give(map, k, pieces[k]);
	return true;
}

bool bench_map_groups(const struct bench_grid *grid, const struct bench_chunk *chunks, size_t n,
		      struct bench_mapping *map)
{
	size_t skip = n && grid->labels_end && chunks[0].to <= grid->labels_end, each;
	size_t first = !skip && n && !grid->labels_end && chunks[0].from >= grid->columns[0].to;

	n -= skip;
	if (n < 2 || (grid->n_columns - first) % n || (grid->n_columns - first) / n < 2)
		return false;
	each = (grid->n_columns - first) / n;
	for (size_t i = 0; i < n; i++) {
		const struct bench_chunk *chunk = &chunks[i + skip];
		uint32_t middle = (chunk->from + chunk->to) / 2;

		if (middle < grid->columns[first + i * each].from ||
		    middle > grid->columns[first + i * each + each - 1].to)
			return false;
	}
	for (size_t k = first; k < grid->n_columns; k++)
		bench_map_give(map, k, chunks[(k - first) / each + skip].text);
	if (skip) {
		map->head[0] = chunks[0].text;
		map->outside = 1;
	}
	return true;
}

/* The last word of chunk, where it stands over the words behind the figures, is theirs. */
static struct bench_chunk without_remark(const struct bench_grid *grid, struct bench_chunk chunk,
					 struct bench_mapping *map)
{
	struct pl_text text = chunk.text;
	size_t i = text.len;

	while (i && text.ptr[i - 1] != ' ')
		i--;
	if (!grid->rows[0].remark || !i || chunk.from + i < grid->columns[grid->n_columns - 1].to)
		return chunk;
	map->remark = pl_text_slice(text, i, text.len);
	chunk.text = pl_text_trim(pl_text_slice(text, 0, i));
	chunk.to = chunk.from + (uint32_t)chunk.text.len;
	return chunk;
}

/* Of the columns [first, last] below chunk only one holds values, and what follows are
 * percentages that no word of it speaks of: the chunk names that one alone. */
static bool names_first(const struct bench_grid *grid, const struct bench_chunk *chunk,
			size_t first, size_t last)
{
	if (bench_names_change(chunk->text))
		return false;
	for (size_t k = first; k <= last; k++)
		if (bench_is_percents(grid, k) != (k > first))
			return false;
	return true;
}

bool bench_map_by_place(struct pl_arena *arena, const struct bench_grid *grid,
			const struct bench_chunk *chunks, size_t n, struct bench_mapping *map)
{
	for (size_t i = 0; i < n; i++) {
		struct bench_chunk own = without_remark(grid, chunks[i], map);
		const struct bench_chunk *chunk = &own;
		size_t first = grid->n_columns, last = 0, best = 0;

		for (size_t k = 0; k < grid->n_columns; k++)
			if (bench_chunk_meets(chunk, &grid->columns[k], 0)) {
				first = MIN(first, k);
				last = k;
			}
		if (first == grid->n_columns) {
			if (chunk->to <= grid->columns[0].from &&
			    (chunk->from < grid->labels_end || !grid->labels_end)) {
				if (map->outside < 2)
					map->head[map->outside] = chunk->text;
				map->outside++;
				continue;
			}
			for (size_t k = 1; k < grid->n_columns; k++)
				if (distance(chunk, &grid->columns[k]) <
				    distance(chunk, &grid->columns[best]))
					best = k;
			/* twice the distance of the middles */
			if (distance(chunk, &grid->columns[best]) > 40) {
				if (chunk->from > grid->columns[grid->n_columns - 1].to &&
				    i == n - 1) {
					map->remark = chunk->text;
					continue;
				}
				return false;
			}
			if (map->piece[best].len)
				return false;
			bench_map_give(map, best, chunk->text);
			continue;
		}
		if (first == last) {
			map->crowded |=
			    map->piece[first].len &&
			    (bench_names_side(map->piece[first]) || bench_names_side(chunk->text));
			if (map->piece[first].len)
				bench_map_give(
				    map, first,
				    pl_arena_printf(arena, "%.*s %.*s", (int)map->piece[first].len,
						    map->piece[first].ptr, (int)chunk->text.len,
						    chunk->text.ptr));
			else
				bench_map_give(map, first, chunk->text);
			continue;
		}
		if (names_first(grid, chunk, first, last) && !map->piece[first].len) {
			bench_map_give(map, first, chunk->text);
			continue;
		}
		/* words over columns each, or a heading that spans them */
		if (bench_count_words(chunk->text) >= last - first + 1 &&
		    (share_flush(grid, chunk, first, last, map) ||
		     share_words(arena, grid, chunk, first, last, map) ||
		     share_evenly(chunk, first, last, map)))
			continue;
		if (n == 1 && chunk->from < grid->labels_end)
			return false;
		map->fused |= bench_count_words(chunk->text) == 1;
		for (size_t k = first; k <= last; k++) {
			bench_map_give(map, k, chunk->text);
			map->shared[k] = true;
		}
	}
	return true;
}
