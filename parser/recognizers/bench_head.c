/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines above a grid that name its columns: in their order, or by what stands below
 * each of their pieces.
 */
#include "recognizers/bench_grid.h"

#include <glib.h>

#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

/* Labels that ran together are longer than this; a heading between rows is shorter. */
#define MAX_HEADING 60

/* What one line says about the columns. */
struct mapping {
	struct pl_text piece[BENCH_MAX_COLUMNS];
	bool shared[BENCH_MAX_COLUMNS]; /* the piece stands over its neighbours, too */
	size_t matched;			/* columns with a piece */
	size_t outside;			/* pieces over the rows' labels */
	size_t chunks;
	bool in_order; /* every column has a piece of its own */
	bool fused;    /* a word stands over several columns: labels that ran together, or
			  one that spans them */
	struct pl_text head[2];
	struct pl_text remark;
};

struct chunk {
	struct pl_text text;
	uint32_t from, to;
};

static bool meets(const struct chunk *chunk, const struct bench_column *column, uint32_t slack)
{
	return chunk->from < column->to + slack && column->from < chunk->to + slack;
}

static size_t count_words(struct pl_text text)
{
	size_t words = 0;

	for (size_t i = 0; i < text.len; i++)
		words += text.ptr[i] != ' ' && (!i || text.ptr[i - 1] == ' ');
	return words;
}

/* Pieces of line that may be labels; underlines are none. */
static size_t chunks_of(const struct bench_line *line, struct chunk *chunks)
{
	size_t n = 0;

	for (size_t i = 0; i < line->n_cells; i++) {
		const struct bench_cell *cell = &line->cells[i];

		if (cell->kind == BENCH_EMPTY || !cell->text.len || bench_is_rule(cell->text) ||
		    (!i && line->bracket))
			continue;
		chunks[n++] = (struct chunk){cell->text, cell->from, cell->to};
	}
	return n;
}

/* `Patched: reads   writes` over the labels and two columns: what the colon ends is no
 * part of the first column's label. Returns the new number of chunks. */
static size_t part_at_colon(const struct bench_grid *grid, const struct bench_line *line,
			    struct chunk *chunks, size_t n)
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

static void give(struct mapping *map, size_t column, struct pl_text text)
{
	if (!map->piece[column].len)
		map->matched++;
	map->piece[column] = text;
}

/* The chunks are the columns in their order, perhaps behind those of the rows' labels
 * and before one of the words behind the figures. */
static bool map_in_order(const struct bench_grid *grid, const struct bench_line *line,
			 const struct chunk *chunks, size_t n, struct mapping *map)
{
	size_t offset, met = 0, remark = 0;
	bool aside;

	if (grid->rows[0].remark && n > grid->n_columns &&
	    !meets(&chunks[n - 1], &grid->columns[grid->n_columns - 1], 0))
		remark = 1;
	if (n < grid->n_columns + remark || n - grid->n_columns - remark > 2)
		return false;
	offset = n - grid->n_columns - remark;
	for (size_t i = 0; i < grid->n_columns; i++)
		met += meets(&chunks[offset + i], &grid->columns[i], 2);
	/* a head that is not aligned stands right of the labels, at least */
	aside = chunks[offset].from >= grid->labels_end &&
		(!offset || chunks[offset - 1].from < grid->labels_end);
	if (grid->barred ? line->n_cells != grid->rows[0].line->n_cells
			 : met * 10 < grid->n_columns * 6 && !aside)
		return false;
	/* a chunk that stands over the labels is not the first column's */
	if (!offset && grid->labels_end && chunks[0].to <= grid->labels_end &&
	    !meets(&chunks[0], &grid->columns[0], 0))
		return false;
	for (size_t i = 0; i < offset; i++) {
		map->head[i] = chunks[i].text;
		map->outside++;
	}
	for (size_t i = 0; i < grid->n_columns; i++)
		give(map, i, chunks[offset + i].text);
	if (remark)
		map->remark = chunks[n - 1].text;
	return true;
}

/* Bars on both sides: the fields are the columns, also those that are empty. */
static bool map_fields(const struct bench_grid *grid, const struct bench_line *line,
		       struct mapping *map)
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
			give(map, i - labels, cell->text);
		} else {
			if (i < 2)
				map->head[i] = cell->text;
			map->outside++;
		}
	}
	return true;
}

/* A word that heads a column of its own wherever it stands */
static bool is_label_word(struct pl_text word)
{
	return bench_heads_labels(word) || bench_is_version(word) ||
	       (bench_words(word) & (BENCH_COMPARES | BENCH_CHANGES | BENCH_STATISTIC));
}

/* ` threads base patched`, narrower than the columns below: one word for each of them. */
static bool map_words(const struct bench_grid *grid, const struct bench_line *line,
		      const struct chunk *chunk, struct mapping *map)
{
	struct pl_text text = chunk->text;
	size_t k = 0;

	if (line->barred || count_words(text) != grid->n_columns || grid->n_columns < 2 ||
	    grid->labels_end || chunk->to > grid->columns[grid->n_columns - 1].from)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		size_t from = i;

		while (i < text.len && text.ptr[i] != ' ')
			i++;
		if (!is_label_word(pl_text_slice(text, from, i)))
			return false;
		give(map, k++, pl_text_slice(text, from, i));
	}
	return true;
}

static uint32_t distance(const struct chunk *chunk, const struct bench_column *column)
{
	uint32_t a = chunk->from + chunk->to, b = column->from + column->to;

	return a > b ? a - b : b - a;
}

/* Parts the words of a chunk over columns [first, last] where they end with the columns,
 * as they do in tables that are set flush right. */
static bool share_flush(const struct bench_grid *grid, const struct chunk *chunk, size_t first,
			size_t last, struct mapping *map)
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
		give(map, k, pieces[k]);
	return true;
}

/* One word for each of the columns [first, last], where there are as many. */
static bool share_evenly(const struct chunk *chunk, size_t first, size_t last, struct mapping *map)
{
	struct pl_text text = chunk->text;

	if (count_words(text) != last - first + 1)
		return false;
	for (size_t i = 0, k = first; i < text.len && k <= last; i++) {
		size_t from = i;

		while (i < text.len && text.ptr[i] != ' ')
			i++;
		if (i > from)
			give(map, k++, pl_text_slice(text, from, i));
	}
	return true;
}

/* Parts the words of a chunk that stands over columns [first, last] among them; false
 * where one would get none. */
static bool share_words(struct pl_arena *arena, const struct bench_grid *grid,
			const struct chunk *chunk, size_t first, size_t last, struct mapping *map)
{
	struct pl_text text = chunk->text, pieces[BENCH_MAX_COLUMNS] = {{NULL, 0}};
	size_t column = first;

	for (size_t i = 0; i < text.len;) {
		struct chunk word;
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
		give(map, k, pieces[k]);
	return true;
}

/* Chunks that each stand over as many columns: `none    io.cost    bfq` over pairs. */
static bool map_groups(const struct bench_grid *grid, const struct chunk *chunks, size_t n,
		       struct mapping *map)
{
	size_t skip = n && grid->labels_end && chunks[0].to <= grid->labels_end, each;
	size_t first = !skip && n && !grid->labels_end && chunks[0].from >= grid->columns[0].to;

	n -= skip;
	if (n < 2 || (grid->n_columns - first) % n || (grid->n_columns - first) / n < 2)
		return false;
	each = (grid->n_columns - first) / n;
	for (size_t i = 0; i < n; i++) {
		const struct chunk *chunk = &chunks[i + skip];
		uint32_t middle = (chunk->from + chunk->to) / 2;

		if (middle < grid->columns[first + i * each].from ||
		    middle > grid->columns[first + i * each + each - 1].to)
			return false;
	}
	for (size_t k = first; k < grid->n_columns; k++)
		give(map, k, chunks[(k - first) / each + skip].text);
	if (skip) {
		map->head[0] = chunks[0].text;
		map->outside = 1;
	}
	return true;
}

/* The last word of chunk, where it stands over the words behind the figures, is theirs. */
static struct chunk without_remark(const struct bench_grid *grid, struct chunk chunk,
				   struct mapping *map)
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

static bool is_percents(const struct bench_grid *grid, size_t k)
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

/* Of the columns [first, last] below chunk only one holds values, and what follows are
 * percentages that no word of it speaks of: the chunk names that one alone. */
static bool names_first(const struct bench_grid *grid, const struct chunk *chunk, size_t first,
			size_t last)
{
	if ((bench_words(chunk->text) & BENCH_CHANGES) || pl_text_has(chunk->text, '%'))
		return false;
	for (size_t k = first; k <= last; k++)
		if (is_percents(grid, k) != (k > first))
			return false;
	return true;
}

/* Each chunk by what stands below it. */
static bool map_by_place(struct pl_arena *arena, const struct bench_grid *grid,
			 const struct chunk *chunks, size_t n, struct mapping *map)
{
	for (size_t i = 0; i < n; i++) {
		struct chunk own = without_remark(grid, chunks[i], map);
		const struct chunk *chunk = &own;
		size_t first = grid->n_columns, last = 0, best = 0;

		for (size_t k = 0; k < grid->n_columns; k++)
			if (meets(chunk, &grid->columns[k], 0)) {
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
			give(map, best, chunk->text);
			continue;
		}
		if (first == last) {
			if (map->piece[first].len)
				give(map, first,
				     pl_arena_printf(arena, "%.*s %.*s", (int)map->piece[first].len,
						     map->piece[first].ptr, (int)chunk->text.len,
						     chunk->text.ptr));
			else
				give(map, first, chunk->text);
			continue;
		}
		if (names_first(grid, chunk, first, last) && !map->piece[first].len) {
			give(map, first, chunk->text);
			continue;
		}
		/* words over columns each, or a heading that spans them */
		if (count_words(chunk->text) >= last - first + 1 &&
		    (share_flush(grid, chunk, first, last, map) ||
		     share_words(arena, grid, chunk, first, last, map) ||
		     share_evenly(chunk, first, last, map)))
			continue;
		if (n == 1 && chunk->from < grid->labels_end)
			return false;
		map->fused |= count_words(chunk->text) == 1;
		for (size_t k = first; k <= last; k++) {
			give(map, k, chunk->text);
			map->shared[k] = true;
		}
	}
	return true;
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
		    (g_ascii_isalpha(text.ptr[i + 2]) || text.ptr[i + 2] == '-'))
			return true;
	return false;
}

static bool is_prose(const struct chunk *chunks, size_t n)
{
	size_t words = 0;

	for (size_t i = 0; i < n; i++) {
		struct pl_text text = chunks[i].text;

		if (count_words(text) > 8 && n < 3)
			return true;
		words += count_words(text);
		if ((pl_text_find(text, ". ") && count_words(text) > 4) ||
		    (text.ptr[text.len - 1] == '.' && text.len > 4) ||
		    text.ptr[text.len - 1] == ',' || text.ptr[text.len - 1] == ';')
			return true;
	}
	return words > 40;
}

/* Reads line as column labels. `strict`: all columns must be named, in order. */
static bool map_line(const struct bench_grid *grid, const struct bench_line *line, bool strict,
		     struct mapping *map)
{
	struct chunk chunks[BENCH_MAX_CELLS + 1];
	size_t n;

	/* bars that only part: the line begins with one by chance */
	if (line->barred && !grid->barred)
		line = bench_line_open(grid->reader->scan, line);
	n = part_at_colon(grid, line, chunks, chunks_of(line, chunks));
	memset(map, 0, sizeof(*map));
	if ((line->barred && grid->barred && !n) || bench_is_bracket(line))
		return true;
	/* an arrow between words explains one between figures */
	if (!n || is_prose(chunks, n) || line->arrow ||
	    (grid->barred && !line->barred && !pl_text_has(line->text, '|')))
		return false;
	if (!has_even_figures(line))
		return false;
	for (size_t i = 0; i < line->n_cells; i++)
		if (is_measurement(&line->cells[i]) || is_typed(line->cells[i].text))
			return false;
	/* a heading above the only column labels it in another way */
	if (grid->n_columns == 1 && n == 1 && !line->barred && chunks[0].from < grid->labels_end)
		return false;
	/* a row that a mail program broke */
	if (grid->barred && line->figures && line->n_cells != grid->rows[0].line->n_cells)
		return false;
	if (map_fields(grid, line, map))
		return map->matched > 0 || map->outside > 0;
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (map_in_order(grid, line, chunks, n, map)) {
		map->in_order = true;
		return true;
	}
	if (strict)
		return false;
	/* without gaps it is a title, unless there is a word for each column */
	if (n == 1 && !grid->barred && count_words(chunks[0].text) != grid->n_columns &&
	    (chunks[0].from < grid->labels_end ||
	     (!grid->labels_end && count_words(chunks[0].text) > 1)))
		return false;
	if (n == 1 && !grid->barred && grid->n_heads &&
	    chunks[0].from <= MAX(grid->labels_end, grid->columns[0].from))
		return false;
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (n == 1 && map_words(grid, line, &chunks[0], map)) {
		map->in_order = true;
		return true;
	}
	memset(map, 0, sizeof(*map));
	map->chunks = n;
	if (map_groups(grid, chunks, n, map))
		return true;
	if (!map_by_place(grid->reader->scan->arena, grid, chunks, n, map) ||
	    (!map->matched && !grid->barred))
		return false;
	if (map->outside > 3)
		return false;
	if (n == 1 && chunks[0].from < grid->labels_end && map->matched < grid->n_columns &&
	    !grid->barred)
		return false;
	return n > 1 || grid->barred || map->matched * 2 >= grid->n_columns ||
	       chunks[0].from >= grid->labels_end;
}

/* Drops what only says what the notes in the cells are: `[pct imp]`, `(CV)`. */
static struct pl_text without_notes(struct pl_text label, struct bench_column *column)
{
	static const struct {
		const char *words;
		bool imp, cv;
	} notes[] = {
	    {"pct imp", true, false},  {"%imp", true, false},	  {"% imp", true, false},
	    {"pct diff", true, false}, {"%diff", true, false},	  {"% diff", true, false},
	    {"cv", false, true},       {"%cv", false, true},	  {"cv%", false, true},
	    {"rsd", false, true},      {"stdev", false, false},	  {"stddev", false, false},
	    {"std", false, false},     {"std dev", false, false}, {"std. dev.", false, false},
	    {"sd", false, false},      {"stdev%", false, true},	  {"stddev%", false, true},
	    {"%stdev", false, true},   {"%stddev", false, true},  {"+-", false, false},
	    {"+/-", false, false},
	};

	for (;;) {
		size_t open = label.len, i;
		struct pl_text inner;
		char close = label.len ? label.ptr[label.len - 1] : 0;

		if (close != ')' && close != ']')
			return label;
		while (open && label.ptr[open - 1] != (close == ')' ? '(' : '['))
			open--;
		if (!open)
			return label;
		inner = pl_text_trim(pl_text_slice(label, open, label.len - 1));
		for (i = 0; i < G_N_ELEMENTS(notes); i++)
			if (bench_same(inner, notes[i].words))
				break;
		if (i == G_N_ELEMENTS(notes))
			return label;
		column->pct_imp |= notes[i].imp;
		column->cv |= notes[i].cv;
		label = pl_text_trim(pl_text_slice(label, 0, open - 1));
	}
}

static void add_piece(struct pl_arena *arena, struct pl_text *label, struct pl_text piece)
{
	piece = bench_fold(arena, pl_text_trim(piece));
	if (!piece.len)
		return;
	*label = label->len ? pl_arena_printf(arena, "%.*s %.*s", (int)piece.len, piece.ptr,
					      (int)label->len, label->ptr)
			    : piece;
}

static void take_bracket(struct bench_grid *grid, struct pl_text text)
{
	for (size_t k = MIN(grid->n_brackets, BENCH_MAX_HEADS - 1); k; k--)
		grid->brackets[k] = grid->brackets[k - 1];
	grid->brackets[0] = text;
	if (grid->n_brackets < BENCH_MAX_HEADS)
		grid->n_brackets++;
}

/* Takes one line of labels; lines come bottom first. */
static void take_heads(struct bench_grid *grid, uint32_t index, const struct mapping *map)
{
	struct pl_arena *arena = grid->reader->scan->arena;

	for (size_t k = 0; k < grid->n_columns; k++)
		add_piece(arena, &grid->columns[k].label, map->piece[k]);
	for (size_t k = 0; k < 2; k++)
		if (!grid->label_head[k].len)
			grid->label_head[k] =
			    bench_drop_colon(bench_fold(arena, pl_text_trim(map->head[k])));
	if (!grid->remark_head.len)
		grid->remark_head = bench_fold(arena, pl_text_trim(map->remark));
	grid->top = index;
	if (bench_reader_line(grid->reader, index)->bracket)
		take_bracket(grid, bench_reader_line(grid->reader, index)->cells[0].text);
	if (bench_is_bracket(bench_reader_line(grid->reader, index)))
		return;
	for (size_t k = MIN(grid->n_heads, BENCH_MAX_HEADS - 1); k; k--)
		grid->heads[k] = grid->heads[k - 1];
	grid->heads[0] = index;
	if (grid->n_heads < BENCH_MAX_HEADS)
		grid->n_heads++;
}

static void finish_heads(struct bench_grid *grid)
{
	grid->headed = 0;
	for (size_t k = 0; k < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];

		column->label = bench_drop_colon(without_notes(column->label, column));
		/* a note of the first line may stand before the colon */
		column->label = bench_drop_colon(without_notes(column->label, column));
		grid->headed += column->label.len > 0;
	}
}

/* The next lines above `index` over rules, read as labels: does one name each column? */
static bool named_above(struct bench_grid *grid, int64_t index)
{
	struct mapping map;
	bool ruled;

	for (unsigned i = 0; i < 3; i++) {
		struct bench_line *line = bench_above_rules(grid->reader, index, &ruled);

		if (!bench_is_open(grid->reader, line))
			return false;
		if (map_line(grid, line, true, &map))
			return true;
		index = line->index;
	}
	return false;
}

static bool is_any_broken(const struct bench_grid *grid)
{
	for (size_t i = 0; i < grid->n_rows; i++)
		if (grid->rows[i].line->pieces > 1)
			return true;
	return false;
}

/* Labels that a mail program broke like the rows below: both lines' pieces in order. */
static bool take_broken(struct bench_grid *grid, const struct bench_line *line)
{
	struct bench_line *above = bench_reader_line(grid->reader, (int64_t)line->index - 1);
	struct chunk chunks[2 * BENCH_MAX_CELLS];
	struct mapping map;
	size_t n, offset;

	if (!is_any_broken(grid) || !bench_is_open(grid->reader, above) || !line->n_cells ||
	    line->cells[0].from > 2)
		return false;
	n = chunks_of(above, chunks);
	n += chunks_of(line, chunks + n);
	if (n < grid->n_columns || n > grid->n_columns + 1)
		return false;
	memset(&map, 0, sizeof(map));
	offset = n - grid->n_columns;
	if (offset)
		map.head[0] = chunks[0].text;
	for (size_t k = 0; k < grid->n_columns; k++)
		give(&map, k, chunks[offset + k].text);
	take_heads(grid, above->index, &map);
	return true;
}

/* The lowest line of labels, or the heading of the first section. False where line is
 * neither. */
static bool take_lowest(struct bench_grid *grid, const struct bench_line *line,
			const struct mapping *map, bool mapped)
{
	static const struct mapping nothing;
	struct mapping own;

	if (grid->n_columns > 1 &&
	    (!mapped || (map->chunks == 1 && !map->in_order) ||
	     (map->outside && map->matched * 2 < grid->n_columns)) &&
	    (bench_is_heading(line, false) ||
	     (line->n_cells == 2 && line->text.len <= MAX_HEADING)) &&
	    named_above(grid, line->index)) {
		if (mapped && map->fused && line->n_cells == 1 && line->text.len > MAX_HEADING / 2)
			take_heads(grid, line->index, &nothing);
		else
			grid->first_heading = line->index + 1;
		return true;
	}
	if (!mapped)
		return false;
	/* labels that ran together cannot be parted */
	own = map->fused && named_above(grid, line->index) ? nothing : *map;
	for (size_t k = 0; k < grid->n_columns; k++)
		if (own.shared[k])
			own.piece[k] = PL_TEXT_NONE;
	take_heads(grid, line->index, &own);
	return true;
}

/* A labelled row with a figure in each column: another table's last */
static bool is_data(const struct bench_grid *grid, const struct bench_line *line)
{
	if (line->barred)
		return grid->barred && 2 * line->figures > grid->n_columns;
	return line->n_cells && line->cells[0].kind == BENCH_WORDS &&
	       line->cells[0].to <= grid->labels_end && line->figures >= grid->n_columns &&
	       !bench_is_version(line->cells[line->n_cells - 1].text) && grid->n_columns > 1;
}

/* Above rule stands a line of two fields or more that each span as many columns. */
static bool has_groups_above(const struct bench_grid *grid, const struct bench_line *rule)
{
	const struct bench_line *line = bench_reader_line(grid->reader, (int64_t)rule->index - 1);
	size_t named = 0;

	if (!line || !line->barred || line->rule || pl_claimed(grid->reader->scan, line->index))
		return false;
	for (size_t i = 0; i < line->n_cells; i++)
		named += line->cells[i].kind == BENCH_WORDS || line->cells[i].kind == BENCH_FIGURE;
	return named > 1 && line->n_cells < grid->rows[0].line->n_cells && !line->figures;
}

void bench_grid_find_heads(struct bench_grid *grid)
{
	struct bench_reader *reader = grid->reader;
	uint32_t first = grid->rows[0].line->index;
	struct mapping map;
	bool blank = false;
	struct bench_line *line;

	grid->top = first;
	/* numbers that head the columns; the first section's heading may stand below */
	if (grid->n_heads) {
		uint32_t head = grid->heads[0];

		grid->n_heads = 0;
		if (map_line(grid, bench_reader_line(reader, head), false, &map)) {
			take_heads(grid, head, &map);
			first = head;
		}
	}
	for (int64_t i = (int64_t)first - 1; (line = bench_reader_line(reader, i)); i--) {
		bool mapped;

		if (pl_claimed(reader->scan, line->index) || line->snip || is_data(grid, line))
			break;
		if (line->hollow && grid->barred) {
			grid->hollow = true;
			grid->top = line->index;
			break;
		}
		if (line->rule) {
			if (grid->n_heads && !(grid->barred && (pl_text_has(line->text, '|') ||
								has_groups_above(grid, line))))
				break;
			continue;
		}
		if (line->blank) {
			if (grid->n_heads || blank || grid->first_heading)
				break;
			blank = true;
			continue;
		}
		/* behind a blank line only labels of several columns are told from text */
		mapped = (!blank || grid->n_columns > 1) && map_line(grid, line, blank, &map);
		if (!grid->n_heads && !blank && take_broken(grid, line)) {
			i--;
			continue;
		}
		if (!grid->n_heads && !blank && !grid->first_heading) {
			if (!take_lowest(grid, line, &map, mapped))
				break;
			continue;
		}
		if (!mapped)
			break;
		take_heads(grid, line->index, &map);
		if (grid->n_heads == BENCH_MAX_HEADS || blank)
			break;
	}
	finish_heads(grid);
}
