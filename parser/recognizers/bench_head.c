/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which lines above a grid name its columns, and the labels that they make together. */
#include <glib.h>

#include "recognizers/bench_map.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

/* Labels that ran together are longer than this; a heading between rows is shorter. */
#define MAX_HEADING 60

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
	    {"std%", false, true},     {"%std", false, true},	  {"%stdev", false, true},
	    {"%stddev", false, true},  {"+-", false, false},	  {"+/-", false, false},
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
static void take_heads(struct bench_grid *grid, uint32_t index, const struct bench_mapping *map)
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
	if (bench_has_bracket(grid, bench_reader_line(grid->reader, index)))
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

/* `Small objects:` at `index`, behind a blank line below the rule of the labels: a section */
static bool is_section_below(struct bench_reader *reader, int64_t index)
{
	const struct bench_line *line = bench_reader_line(reader, index);
	const struct bench_line *blank = bench_reader_line(reader, index - 1);
	const struct bench_line *rule = bench_reader_line(reader, index - 2);

	return line && pl_text_ends(line->text, PL_TEXT(":")) && blank && blank->blank && rule &&
	       rule->rule;
}

/* The next lines above `index` over rules, read as labels: does one name each column? */
static bool named_above(struct bench_grid *grid, int64_t index)
{
	struct bench_mapping map;
	bool ruled;

	if (is_section_below(grid->reader, index))
		index--;
	for (unsigned i = 0; i < 3; i++) {
		struct bench_line *line = bench_above_rules(grid->reader, index, &ruled);

		if (!bench_is_open(grid->reader, line))
			return false;
		if (bench_map_line(grid, line, true, &map))
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
	struct bench_chunk chunks[2 * BENCH_MAX_CELLS];
	struct bench_mapping map;
	size_t n, offset;

	if (!is_any_broken(grid) || !bench_is_open(grid->reader, above) || !line->n_cells ||
	    line->cells[0].from > 2)
		return false;
	n = bench_chunks_of(grid, above, chunks);
	n += bench_chunks_of(grid, line, chunks + n);
	if (n < grid->n_columns || n > grid->n_columns + 1)
		return false;
	memset(&map, 0, sizeof(map));
	offset = n - grid->n_columns;
	if (offset)
		map.head[0] = chunks[0].text;
	for (size_t k = 0; k < grid->n_columns; k++)
		bench_map_give(&map, k, chunks[offset + k].text);
	take_heads(grid, above->index, &map);
	return true;
}

/* Labels whose last one a mail program broke at a hyphen: its end stands alone on line, left
 * of the figures. Both lines as one; or NULL. */
static struct bench_line *whole_head(const struct bench_grid *grid, const struct bench_line *line)
{
	struct pl_scan *scan = grid->reader->scan;
	const struct bench_line *above = bench_reader_line(grid->reader, (int64_t)line->index - 1);
	struct bench_line *whole;
	struct pl_text rest = pl_text_trim(line->text);
	size_t length;

	if (line->blank || line->rule || line->n_cells != 1 || line->barred ||
	    line->cells[0].from > 2 ||
	    line->cells[0].to > grid->columns[grid->n_columns - 1].from ||
	    !bench_is_open(grid->reader, above) || above->n_cells < 2 || above->barred ||
	    !g_ascii_isalnum(rest.ptr[0]))
		return NULL;
	length = above->text.len;
	if (above->text.ptr[length - 1] != '-' || !g_ascii_isalnum(above->text.ptr[length - 2]))
		return NULL;
	whole = pl_arena_alloc(scan->arena, sizeof(*whole));
	*whole = *above;
	whole->text = pl_arena_printf(scan->arena, "%.*s%.*s", (int)length, above->text.ptr,
				      (int)rest.len, rest.ptr);
	bench_line_cut(scan, whole);
	return whole;
}

/* The lowest line of labels, or the heading of the first section. False where line is
 * neither. */
static bool take_lowest(struct bench_grid *grid, const struct bench_line *line,
			const struct bench_mapping *map, bool mapped)
{
	static const struct bench_mapping nothing;
	struct bench_mapping own;

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

/* The words in a bracket at the end, or else the begin, of text; empty where none is there */
static struct pl_text bracketed(struct pl_text text, bool at_end)
{
	size_t from = 0, to = text.len;

	text = pl_text_trim(text);
	to = text.len;
	if (!to || (at_end ? text.ptr[to - 1] != ']' : text.ptr[0] != '['))
		return PL_TEXT_NONE;
	if (at_end)
		for (from = to - 1; from && text.ptr[from] != '['; from--)
			;
	else
		for (to = 1; to < text.len && text.ptr[to - 1] != ']'; to++)
			;
	if (text.ptr[from] != '[' || text.ptr[to - 1] != ']')
		return PL_TEXT_NONE;
	return pl_text_trim(pl_text_slice(text, from + 1, to - 1));
}

/* `(<test>) [before] -> [after]` right above rows with arrows */
static void take_arrow_head(struct bench_grid *grid)
{
	struct bench_line *line = bench_reader_line(grid->reader, (int64_t)grid->top - 1);
	struct pl_text left, right;
	const char *arrow;

	if (!grid->arrows || grid->n_heads || grid->n_columns != 2 ||
	    !bench_is_open(grid->reader, line) || line->figures ||
	    !(arrow = pl_text_find(line->text, "] -> [")))
		return;
	left = bracketed(pl_text_slice(line->text, 0, (size_t)(arrow - line->text.ptr) + 1), true);
	right = bracketed(
	    pl_text_slice(line->text, (size_t)(arrow - line->text.ptr) + 5, line->text.len), false);
	if (!left.len || !right.len)
		return;
	grid->columns[0].label = left;
	grid->columns[1].label = right;
	grid->top = grid->heads[0] = line->index;
	grid->n_heads = 1;
}

void bench_grid_find_heads(struct bench_grid *grid)
{
	struct bench_reader *reader = grid->reader;
	uint32_t first = grid->rows[0].line->index;
	struct bench_mapping map;
	bool blank = false;
	struct bench_line *line, *whole;

	grid->top = first;
	/* numbers that head the columns; the first section's heading may stand below */
	if (grid->n_heads) {
		uint32_t head = grid->heads[0];

		grid->n_heads = 0;
		if (bench_map_line(grid, bench_reader_line(reader, head), false, &map)) {
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
			if (!grid->n_heads && grid->first_heading == i + 2 &&
			    is_section_below(reader, i + 1))
				continue;
			if (grid->n_heads || blank || grid->first_heading)
				break;
			blank = true;
			continue;
		}
		if ((whole = whole_head(grid, line))) {
			line = whole;
			i--;
			if (!bench_map_line(grid, line, blank, &map))
				break;
			take_heads(grid, line->index, &map);
			continue;
		}
		/* behind a blank line only labels of several columns are told from text; over these
		 * stand more as they do elsewhere */
		mapped = (!blank || grid->n_columns > 1) &&
			 bench_map_line(grid, line, blank && !grid->n_heads, &map);
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
		if (grid->n_heads == BENCH_MAX_HEADS)
			break;
	}
	take_arrow_head(grid);
	finish_heads(grid);
}
