/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_grid.h"

#include <glib.h>

#include "recognizers/bench_broken.h"
#include "recognizers/bench_text.h"

/* Lines above a stretch that may belong to its tables */
#define LINES_ABOVE 14
/* Cells that are cut in one part, about 100 MB of them; the largest real mail has a few
 * thousand. What comes behind is a problem entry. */
#define MAX_CELLS 400000
/* Blank lines between two rows */
#define MAX_BLANKS 2
/* The longest heading of a section */
#define MAX_HEADING 60

struct bench_reader bench_reader_new(struct pl_scan *scan)
{
	struct bench_reader reader = {.scan = scan};

	reader.lines = pl_arena_alloc(scan->arena, scan->lines->n * sizeof(*reader.lines));
	return reader;
}

void bench_reader_move(struct bench_reader *reader, const struct pl_stretch *stretch)
{
	const struct pl_lines *lines = reader->scan->lines;
	unsigned depth = lines->v[stretch->from].depth;

	reader->from = stretch->from;
	reader->to = stretch->to;
	while (reader->from && stretch->from - reader->from < LINES_ABOVE &&
	       lines->v[reader->from - 1].depth == depth)
		reader->from--;
	while (reader->to < lines->n && lines->v[reader->to].depth == depth)
		reader->to++;
}

struct bench_line *bench_reader_line(struct bench_reader *reader, int64_t index)
{
	if (index < reader->from || index >= reader->to)
		return NULL;
	if (!reader->lines[index]) {
		reader->lines[index] = bench_line_new(reader->scan, (uint32_t)index);
		reader->cells += 1u + reader->lines[index]->n_cells;
	}
	return reader->lines[index];
}

bool bench_reader_full(struct bench_reader *reader)
{
	if (reader->cells <= MAX_CELLS)
		return false;
	pl_problem_add(reader->scan->arena, &reader->scan->message->mail->problems,
		       PL_TEXT("too-many-rows"), PL_TEXT_NONE);
	return true;
}

static bool is_value(const struct bench_cell *cell)
{
	return cell->kind != BENCH_WORDS;
}

size_t bench_count_values(const struct bench_line *line, size_t *remarks_out)
{
	size_t end = line->n_cells, n = 0;
	size_t least = line->barred ? 1 : 0;

	*remarks_out = 0;
	if (end && !is_value(&line->cells[end - 1])) {
		*remarks_out = 1;
		end--;
	}
	while (n < end && end - n > least && is_value(&line->cells[end - 1 - n]))
		n++;
	return n;
}

/* A path, with a bar behind it */
static bool is_file(const struct bench_line *line)
{
	const struct bench_cell *name = &line->cells[0];
	size_t i = name->to;

	if (line->barred || line->n_cells != 2 || name->kind != BENCH_WORDS ||
	    pl_text_has(name->text, ' ') ||
	    !(pl_text_has(name->text, '/') || pl_text_has(name->text, '.')))
		return false;
	while (i < line->text.len && line->text.ptr[i] == ' ')
		i++;
	return i < line->text.len && line->text.ptr[i] == '|';
}

/* `file | 12 ++--`, of a patch's statistics */
static bool is_statistic(const struct bench_line *line)
{
	const struct bench_cell *last = &line->cells[line->n_cells - 1];

	if (last->kind != BENCH_FIGURE)
		return false;
	if (!last->odd)
		return is_file(line) && !pl_text_has(last->number, '.') && !last->unit.len;
	for (size_t i = 0; i < last->text.len; i++)
		if (!strchr("0123456789 +-", last->text.ptr[i]))
			return false;
	return pl_text_has(last->text, '+') || pl_text_has(last->text, '-');
}

static bool is_listed(struct pl_text text)
{
	size_t i = 0;

	text = pl_text_trim(text);
	if (pl_text_starts(text, PL_TEXT("* ")) || pl_text_starts(text, PL_TEXT("\xE2\x80\xA2")))
		return true;
	while (i < text.len && g_ascii_isdigit(text.ptr[i]))
		i++;
	return i && i + 1 < text.len && (text.ptr[i] == '.' || text.ptr[i] == ')') &&
	       text.ptr[i + 1] == ' ';
}

/* `drwxr-xr-x` of ls -l */
static bool is_listing(struct pl_text text)
{
	text = pl_text_trim(text);
	if (text.len < 10 || !strchr("-dlcbps", text.ptr[0]))
		return false;
	for (size_t i = 1; i < 10; i++)
		if (!strchr("rwxsStT-", text.ptr[i]))
			return false;
	return memchr(text.ptr, 'r', 10) != NULL;
}

/* Words that stand in no row: addresses, hex dumps, times of a log. */
static bool is_foreign(struct pl_text text)
{
	size_t hex = 0;

	if (pl_text_find(text, "://") || is_listing(text))
		return true;
	for (size_t i = 0; i < text.len; i++) {
		if (i + 2 < text.len && text.ptr[i] == '0' && text.ptr[i + 1] == 'x' &&
		    g_ascii_isxdigit(text.ptr[i + 2]) && !(i && g_ascii_isalnum(text.ptr[i - 1])))
			return true;
		hex = g_ascii_isxdigit(text.ptr[i]) ? hex + 1 : 0;
		if (hex >= 16)
			return true;
	}
	return false;
}

bool bench_is_row(const struct bench_line *line)
{
	size_t remarks;

	if (!line || !line->figures || line->n_cells < 2 || is_statistic(line))
		return false;
	if (!bench_count_values(line, &remarks))
		return false;
	/* a sum */
	for (size_t i = 0; i < line->n_cells; i++)
		if (line->cells[i].odd && pl_text_has(line->cells[i].text, '='))
			return false;
	return !is_listed(line->text) && !is_foreign(line->text);
}

static bool overlaps(uint32_t from, uint32_t to, uint32_t other_from, uint32_t other_to,
		     uint32_t slack)
{
	return from < other_to + slack && other_from < to + slack;
}

/* The columns as the rows so far show them. */
struct shape {
	size_t values;
	size_t cells; /* of the first row */
	size_t remarks;
	struct bench_column columns[BENCH_MAX_COLUMNS];
	bool barred, arrow, words;
	bool tabbed; /* the columns' fields are known */
	uint16_t fields[BENCH_MAX_COLUMNS];
};

static void widen(struct bench_column *column, const struct bench_cell *cell)
{
	column->from = MIN(column->from, cell->from);
	column->to = MAX(column->to, cell->to);
}

static bool shape_of(const struct bench_line *line, struct shape *shape)
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
	shape->tabbed = line->tabs > 0;
	for (size_t i = 0; i < n; i++) {
		shape->columns[i] = (struct bench_column){.from = first[i].from, .to = first[i].to};
		shape->fields[i] = first[i].field;
	}
	return true;
}

/* Which columns the values of a line that tabs part stand in */
static bool place_fields(const struct shape *shape, struct bench_cell *first, size_t n,
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

/* Which columns the values of line stand in; false where that is not clear. */
static bool place(const struct shape *shape, const struct bench_line *line,
		  struct bench_cell **cells_out)
{
	size_t remarks, n = bench_count_values(line, &remarks), k = 0;
	struct bench_cell *first = line->cells + line->n_cells - remarks - n;

	for (size_t i = 0; i < shape->values; i++)
		cells_out[i] = NULL;
	for (size_t i = 0; i < n; i++) {
		while (k < shape->values &&
		       !overlaps(first[i].from, first[i].to, shape->columns[k].from,
				 shape->columns[k].to, 1))
			k++;
		if (k == shape->values)
			return shape->tabbed && line->tabs &&
			       place_fields(shape, first, n, cells_out);
		cells_out[k++] = &first[i];
	}
	return n > 0;
}

/* Is line a row with more figures than those above, which lack their last cells? Only
 * below a line that may name the columns: else it is the rows above that name them. */
static bool outgrows(struct bench_reader *reader, const struct shape *shape,
		     const struct bench_line *line, uint32_t top)
{
	const struct bench_line *head = bench_reader_line(reader, (int64_t)top - 1);
	struct shape wide = {0};

	while (head && head->rule)
		head = bench_reader_line(reader, (int64_t)head->index - 1);
	if (!head || head->n_cells < 2 || head->figures || line->barred || shape->barred ||
	    line->arrow != shape->arrow || !shape->words || !bench_is_row(line) ||
	    !shape_of(line, &wide) || !wide.words || wide.values <= shape->values)
		return false;
	for (size_t i = 0; i < shape->values; i++)
		if (!overlaps(wide.columns[i].from, wide.columns[i].to, shape->columns[i].from,
			      shape->columns[i].to, 1) &&
		    !(wide.tabbed && shape->tabbed && wide.fields[i] == shape->fields[i]))
			return false;
	return true;
}

/* `pipe`, `1 group`: no figure that a row might have */
static bool is_wordy(const struct bench_cell *cell)
{
	return cell->kind == BENCH_WORDS ||
	       (cell->kind == BENCH_FIGURE && cell->odd && !cell->unit.len && !cell->n_notes &&
		g_ascii_isalpha(cell->text.ptr[cell->text.len - 1]));
}

/* Is line a row of the shape? `far`: something stands between it and the last row. */
static bool fits(struct bench_reader *reader, struct shape *shape, struct bench_line *line,
		 bool far)
{
	struct bench_cell *cells[BENCH_MAX_COLUMNS];
	size_t remarks, n;

	/* bars that only part: here the label is blank */
	if (line->barred && !shape->barred) {
		struct bench_line *open = bench_line_open(reader->scan, line);

		if (open->barred || !fits(reader, shape, open, far))
			return false;
		*line = *open;
		return true;
	}
	if (line->barred != shape->barred || line->arrow != shape->arrow || !line->n_cells)
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
		    !place(shape, line, cells))
			return false;
		for (size_t i = 0; i < n; i++)
			widen(&shape->columns[i], &line->cells[line->n_cells - remarks - n + i]);
		return true;
	}
	if (line->barred)
		return false;
	/* `hackbench  1 group` is a heading */
	if (n == 1 && shape->values > 2 && is_wordy(&line->cells[line->n_cells - 1]))
		return false;
	if (n == shape->values || n < shape->values) {
		if (!place(shape, line, cells))
			return false;
		if (n == 1 && shape->values > 2 && far)
			return false;
		return true;
	}
	/* the label ends in a number that the rows above have not */
	if (n > shape->values && shape->words && !far) {
		const struct bench_cell *first = line->cells + line->n_cells - remarks - n;
		size_t extra = n - shape->values;

		for (size_t i = 0; i < shape->values; i++)
			if (!overlaps(first[extra + i].from, first[extra + i].to,
				      shape->columns[i].from, shape->columns[i].to, 1))
				return false;
		return first + extra > line->cells && first[extra - 1].to <= shape->columns[0].from;
	}
	return false;
}

bool bench_is_heading(const struct bench_line *line, bool barred)
{
	struct pl_text text = line->n_cells ? pl_text_trim(line->cells[0].text) : PL_TEXT_NONE;
	size_t words = 0;

	if (line->barred) {
		/* a label with nothing behind it */
		if (line->cells[0].kind != BENCH_WORDS || line->n_cells < 2)
			return false;
		for (size_t i = 1; i < line->n_cells; i++)
			if (line->cells[i].kind != BENCH_EMPTY)
				return false;
		return true;
	}
	if (line->n_cells == 2 && is_wordy(&line->cells[1]))
		text = pl_text_trim(line->text);
	else if (line->n_cells != 1 || line->figures)
		return false;
	if (!text.len || text.len > MAX_HEADING || barred)
		return false;
	if (strchr(".,;!?", text.ptr[text.len - 1]) || pl_text_find(text, ". ") ||
	    pl_text_find(text, ", "))
		return false;
	for (size_t i = 0; i < text.len; i++)
		words += text.ptr[i] == ' ' && i && text.ptr[i - 1] != ' ';
	return words <= 6 && !is_foreign(text);
}

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

bool bench_is_bracket(const struct bench_line *line)
{
	if (!line || !line->bracket)
		return false;
	for (size_t i = 1; i < line->n_cells; i++)
		if (!bench_is_rule(line->cells[i].text))
			return false;
	return true;
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
		     const struct shape *shape)
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
static bool continues_label(const struct bench_line *line, const struct shape *shape)
{
	struct bench_cell *cells[BENCH_MAX_COLUMNS];
	size_t remarks, n;

	if (!bench_is_row(line) || line->barred || line->arrow != shape->arrow)
		return false;
	n = bench_count_values(line, &remarks);
	return n + remarks == line->n_cells && n == shape->values && n > 1 &&
	       place(shape, line, cells);
}

/* `>90 us`, left of all figures of the rows above, is the last row's label. */
static void name_by_bound(struct bench_line *line, const struct shape *shape)
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

/* Rows of one shape from `first` on. */
static void collect_rows(struct bench_grid *grid, uint32_t first, struct shape *shape)
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
	if (!shape_of(line, shape))
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
		if (fits(reader, shape, line, far || grid->n_sections)) {
			if (grid->n_rows == 1)
				shape->words |= line->cells[0].kind == BENCH_WORDS;
			push_row(grid, line, section);
			i += line->pieces - 1u;
			grid->next = i + 1;
			blanks = 0;
			far = false;
			continue;
		}
		if (!far && !grid->n_sections && outgrows(reader, shape, line, first)) {
			struct shape before = *shape;

			shape_of(line, shape);
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
		if (!bench_is_heading(line, shape->barred) ||
		    (line->n_cells == 2 && !line->barred && shape->values < 3) || !next ||
		    pl_claimed(reader->scan, next->index) || !fits(reader, shape, next, true))
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
static size_t free_columns(const struct shape *shape, struct bench_row *row, size_t from)
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
		} while (!overlaps(cell->from, cell->to, shape->columns[k].from,
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
	struct shape shape = {0};
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
			shape_of(line, &shape);
		if (!begun)
			shape.remarks = remarks;
		begun = true;
		for (size_t k = 0; k < grid->n_columns; k++)
			widen(&shape.columns[k],
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
		} else if (!place(&shape, line, row->cells)) {
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
	/* `type  Groups  6.2  | 6.2 + V12` */
	for (size_t i = 0; i < line->n_cells; i++)
		if (line->cells[i].kind == BENCH_FIGURE && line->cells[i].odd &&
		    bench_is_version(line->cells[i].text))
			return true;
	return false;
}

bool bench_grid_collect(struct bench_reader *reader, uint32_t first, struct bench_grid *grid)
{
	struct shape shape = {0};

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
	if (set_columns(grid))
		return true;
	/* the first row itself fits nowhere */
	grid->next = MAX(grid->next, first + 1);
	return false;
}

uint32_t bench_grid_line(const struct bench_grid *grid)
{
	return grid->n_heads ? grid->heads[0] : grid->rows[0].line->index;
}
