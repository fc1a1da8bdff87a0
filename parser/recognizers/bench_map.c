/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_map.h"

#include <glib.h>

#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

size_t bench_count_words(struct pl_text text)
{
	size_t words = 0;

	for (size_t i = 0; i < text.len; i++)
		words += text.ptr[i] != ' ' && (!i || text.ptr[i - 1] == ' ');
	return words;
}

bool bench_has_bracket(const struct bench_grid *grid, const struct bench_line *line)
{
	struct pl_text row = pl_text_trim(grid->rows[0].line->text);

	return line->bracket && !(row.len && row.ptr[0] == '[');
}

size_t bench_chunks_of(const struct bench_grid *grid, const struct bench_line *line,
		       struct bench_chunk *chunks)
{
	size_t n = 0;

	for (size_t i = 0; i < line->n_cells; i++) {
		const struct bench_cell *cell = &line->cells[i];

		if (cell->kind == BENCH_EMPTY || !cell->text.len || bench_is_rule(cell->text) ||
		    (!i && bench_has_bracket(grid, line)))
			continue;
		chunks[n++] =
		    (struct bench_chunk){bench_drop_frame(cell->text), cell->from, cell->to};
	}
	return n;
}

/* `Patched: reads   writes` over the labels and two columns: what the colon ends is no
 * part of the first column's label. Returns the new number of chunks. */
static size_t part_at_colon(const struct bench_grid *grid, const struct bench_line *line,
			    struct bench_chunk *chunks, size_t n)
{
	struct pl_text text = n ? chunks[0].text : PL_TEXT_NONE;
	const char *colon = pl_text_find(text, ": ");
	size_t i;

	if (!colon || line->barred || n < 2 || n != grid->n_columns ||
	    chunks[0].from >= grid->labels_end)
		return n;
	i = (size_t)(colon - text.ptr) + 2;
	if (chunks[0].from + i + 2 < grid->labels_end)
		return n;
	memmove(chunks + 1, chunks, n * sizeof(*chunks));
	chunks[0].text.len = i - 2;
	chunks[0].to = chunks[0].from + (uint32_t)i - 2;
	chunks[1].text = pl_text_trim(pl_text_slice(text, i, text.len));
	chunks[1].from += (uint32_t)i;
	return n + 1;
}

void bench_map_give(struct bench_mapping *map, size_t column, struct pl_text text)
{
	if (!map->piece[column].len)
		map->matched++;
	map->piece[column] = text;
}

/* Figures with a unit or notes are no labels. Percentages without point may be; so may
 * a number and a word or two, but no time of day. */
static bool is_measurement(const struct bench_cell *cell)
{
	if (cell->kind != BENCH_FIGURE)
		return false;
	if (cell->n_notes || cell->clock || (cell->odd && pl_text_has(cell->text, ':')))
		return true;
	return bench_is_measured_unit(cell->unit) &&
	       (cell->unit.ptr[0] != '%' || pl_text_has(cell->number, '.'));
}

/* Do the figures of line, if any, all carry a percent sign, or none? */
static bool has_even_figures(const struct bench_line *line)
{
	size_t percents = 0, others = 0;

	for (size_t i = 0; i < line->n_cells; i++) {
		if (line->cells[i].kind != BENCH_FIGURE)
			continue;
		if (line->cells[i].unit.len && line->cells[i].unit.ptr[0] == '%')
			percents++;
		else
			others++;
	}
	return !percents || !others;
}

/* Typed at a prompt */
static bool is_typed(struct pl_text text)
{
	text = pl_text_trim(text);
	if (pl_text_find(text, "# ") || pl_text_find(text, "$ ") || pl_text_find(text, " | "))
		return true;
	for (size_t i = 0; i + 2 < text.len; i++)
		if (text.ptr[i] == ' ' && text.ptr[i + 1] == '-' &&
		    (g_ascii_isalpha(text.ptr[i + 2]) ||
		     (text.ptr[i + 2] == '-' && i + 3 < text.len &&
		      g_ascii_isalpha(text.ptr[i + 3]))))
			return true;
	return false;
}

static bool is_prose(const struct bench_chunk *chunks, size_t n)
{
	size_t words = 0;

	for (size_t i = 0; i < n; i++) {
		struct pl_text text = chunks[i].text;

		if (bench_count_words(text) > 8 && n < 3)
			return true;
		words += bench_count_words(text);
		if ((pl_text_find(text, ". ") && bench_count_words(text) > 4) ||
		    (text.ptr[text.len - 1] == '.' && text.len > 4) ||
		    text.ptr[text.len - 1] == ',' || text.ptr[text.len - 1] == ';')
			return true;
	}
	return words > 40;
}

/* More pieces stand over the labels than these have parts, and one of them names a column:
 * none stands over its own. */
static bool is_adrift(const struct bench_grid *grid, const struct bench_chunk *chunks,
		      const struct bench_mapping *map)
{
	size_t labels = 1;

	for (size_t i = 0; i < grid->n_rows; i++)
		labels = MAX(labels, grid->rows[i].n_labels);
	if (grid->barred || map->outside <= labels || map->outside + map->matched != map->chunks)
		return false;
	for (size_t i = 0; i < map->outside; i++)
		if (bench_is_version(chunks[i].text) ||
		    (bench_words(chunks[i].text) & BENCH_COMPARES))
			return true;
	return false;
}

static bool begins_with_hour(const struct bench_line *line)
{
	struct pl_text text = pl_text_trim(line->text);
	static const char form[] = "00:00:00";

	if (text.len < sizeof(form))
		return false;
	for (size_t i = 0; i + 1 < sizeof(form); i++)
		if (form[i] == '0' ? !g_ascii_isdigit(text.ptr[i]) : text.ptr[i] != ':')
			return false;
	return true;
}

/* Does line begin with the time, as the rows do? mpstat and sar print it on each line. */
static bool is_timed(const struct bench_grid *grid, const struct bench_line *line)
{
	return begins_with_hour(line) && begins_with_hour(grid->rows[0].line);
}

bool bench_map_line(const struct bench_grid *grid, const struct bench_line *line, bool strict,
		    struct bench_mapping *map)
{
	struct bench_chunk chunks[BENCH_MAX_CELLS + 1];
	size_t n;

	/* bars that only part: the line begins with one by chance */
	if (line->barred && !grid->barred)
		line = bench_line_open(grid->reader->scan, line);
	n = part_at_colon(grid, line, chunks, bench_chunks_of(grid, line, chunks));
	memset(map, 0, sizeof(*map));
	if ((line->barred && grid->barred && !n) || bench_is_bracket(line))
		return true;
	/* an arrow between words explains one between figures */
	if (!n || is_prose(chunks, n) || line->arrow ||
	    (grid->barred && !line->barred && !pl_text_has(line->text, '|')))
		return false;
	if (!has_even_figures(line))
		return false;
	for (size_t i = is_timed(grid, line); i < line->n_cells; i++)
		if (is_measurement(&line->cells[i]) || is_typed(line->cells[i].text))
			return false;
	/* a heading above the only column labels it in another way */
	if (grid->n_columns == 1 && n == 1 && !line->barred && chunks[0].from < grid->labels_end)
		return false;
	/* a row that a mail program broke */
	if (grid->barred && line->figures && line->n_cells != grid->rows[0].line->n_cells)
		return false;
	if (bench_map_fields(grid, line, map))
		return map->matched > 0 || map->outside > 0;
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (bench_map_bars(grid, line, map))
		return true;
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (bench_map_in_order(grid, line, chunks, n, map)) {
		map->in_order = true;
		return true;
	}
	if (strict)
		return false;
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (n > 1 &&
	    (bench_map_shifted(grid, line, chunks, n, map) || bench_map_tabs(grid, line, map)))
		return true;
	/* without gaps it is a title, unless there is a word for each column */
	if (n == 1 && !grid->barred && bench_count_words(chunks[0].text) != grid->n_columns &&
	    (chunks[0].from < grid->labels_end ||
	     (!grid->labels_end && bench_count_words(chunks[0].text) > 1)))
		return false;
	if (n == 1 && !grid->barred && grid->n_heads &&
	    chunks[0].from <= MAX(grid->labels_end, grid->columns[0].from))
		return false;
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (n == 1 && bench_map_words(grid, line, &chunks[0], map)) {
		map->in_order = true;
		return true;
	}
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (bench_map_groups(grid, chunks, n, map))
		return true;
	if (!bench_map_by_place(grid->reader->scan->arena, grid, chunks, n, map) ||
	    (!map->matched && !grid->barred && !is_adrift(grid, chunks, map)))
		return false;
	if (map->outside > 3)
		return false;
	if (is_adrift(grid, chunks, map) || (map->crowded && map->matched < grid->n_columns)) {
		memset(map, 0, sizeof(*map));
		map->chunks = n;
		return true;
	}
	if (n == 1 && chunks[0].from < grid->labels_end && map->matched < grid->n_columns &&
	    !grid->barred)
		return false;
	return n > 1 || grid->barred || map->matched * 2 >= grid->n_columns ||
	       chunks[0].from >= grid->labels_end;
}
