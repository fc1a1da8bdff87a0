/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_emit.h"

#include <math.h>

#include <glib.h>

#include "recognizers/bench_head.h"
#include "recognizers/bench_text.h"

/* How far a printed change may be from the computed one, in percent points, where its
 * heading says that it is one */
#define LOOSE 0.6

/* The largest integer that a double holds exactly */
#define MAX_EXACT 9007199254740992.0

enum note_use { NOTE_KEEP, NOTE_CHANGE, NOTE_STDDEV, NOTE_RATIO };

static enum note_use use_of(const struct bench_note *note, const struct bench_column *column)
{
	switch (note->form) {
	case '|':
		return NOTE_RATIO;
	case '*':
		return NOTE_CHANGE;
	case '+':
		return note->percent ? NOTE_STDDEV : NOTE_KEEP;
	case '[':
		return note->percent || column->pct_imp ? NOTE_CHANGE : NOTE_KEEP;
	case '(':
		if (note->percent)
			return note->spread || column->cv ? NOTE_STDDEV : NOTE_CHANGE;
		return column->cv && !note->spread ? NOTE_STDDEV : NOTE_KEEP;
	}
	return NOTE_KEEP;
}

static bool is_figure(const struct bench_cell *cell)
{
	return cell && cell->kind == BENCH_FIGURE;
}

static bool is_plain(const struct bench_cell *cell)
{
	return is_figure(cell) && !cell->odd && !cell->n_notes && !cell->unit.len && !cell->clock;
}

static bool is_integer(const struct bench_cell *cell)
{
	return is_plain(cell) && !pl_text_has(cell->number, '.') &&
	       !pl_text_has(cell->number, '-') && !pl_text_has(cell->number, '+');
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

static bool has_decimal_comma(const struct bench_grid *grid)
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

static double value_of(const struct bench_cell *cell, bool comma)
{
	return cell->clock ? cell->seconds
			   : bench_number_value(cell->number, comma) * scale_of(cell->scale);
}

/* Column k holds, in every row that has it, integers that rise strictly. */
static bool rises(const struct bench_grid *grid, size_t k)
{
	double last = -INFINITY;
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!cell || !is_figure(cell) || cell->n_notes || pl_text_has(cell->number, '.'))
			return false;
		if (value_of(cell, false) <= last)
			return false;
		last = value_of(cell, false);
		n++;
	}
	return n > 1;
}

static size_t count_cells(const struct bench_grid *grid, size_t k,
			  bool (*test)(const struct bench_cell *))
{
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++)
		n += grid->rows[i].cells[k] && test(grid->rows[i].cells[k]);
	return n;
}

static bool has_notes(const struct bench_cell *cell)
{
	return cell->n_notes > 0;
}

static bool is_labelled(const struct bench_grid *grid)
{
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++)
		n += grid->rows[i].n_labels > 0 || grid->rows[i].name;
	return 2 * n > grid->n_rows;
}

/* Is the first column, where no words stand before it, one of values? Then all columns
 * look alike, and each has a heading. */
static bool is_first_value(const struct bench_grid *grid)
{
	if (grid->n_columns < 2)
		return true;
	if (count_cells(grid, 0, has_notes))
		return true;
	if (bench_heads_labels(grid->columns[0].label) || rises(grid, 0))
		return false;
	return grid->headed == grid->n_columns && !grid->label_head[0].len &&
	       (bench_words(grid->columns[0].label) & BENCH_COMPARES) && grid->n_rows > 1;
}

/* The notes of column k are all `( 0.00%)`: mmtests marks the base so. */
static bool is_zero_base(const struct bench_grid *grid, size_t k)
{
	size_t zeros = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!cell || !cell->n_notes)
			continue;
		if (bench_number_value(cell->notes[0].number, false) != 0)
			return false;
		zeros++;
	}
	return zeros > 0;
}

static void find_labels(struct bench_grid *grid)
{
	bool words = is_labelled(grid);
	size_t k = 0, headed_behind;

	if (!words && !is_first_value(grid)) {
		grid->columns[0].labels = true;
		k = 1;
	}
	for (; k + 1 < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];
		size_t integers = count_cells(grid, k, is_integer);
		bool noted = true;

		if (!integers || integers < count_cells(grid, k, is_figure))
			continue;
		headed_behind = 0;
		for (size_t j = k + 1; j < grid->n_columns; j++) {
			headed_behind += grid->columns[j].label.len > 0;
			noted &= count_cells(grid, j, has_notes) * 2 > grid->n_rows;
		}
		if (bench_heads_labels(column->label)) {
			column->labels = true;
			continue;
		}
		/* others only where no value stands before them */
		if (k && !grid->columns[k - 1].labels)
			continue;
		if ((!column->label.len && headed_behind == grid->n_columns - k - 1 && words) ||
		    (noted && !column->label.len && !count_cells(grid, k, has_notes) &&
		     is_zero_base(grid, k + 1)))
			column->labels = true;
	}
}

/* ---- columns of changes ---- */

/* Half a unit of the last printed place */
static double half_place(const struct bench_cell *cell)
{
	const char *point = memchr(cell->number.ptr, '.', cell->number.len);
	size_t places = point ? (size_t)(cell->number.ptr + cell->number.len - point) - 1 : 0;

	return 0.5 * pow(10, -(double)places) * scale_of(cell->scale);
}

/* Is change the printed form of going from base to value, whichever sign it has? The
 * figures are rounded; people round more than that (`more`, in percent points). */
static bool explains(const struct bench_cell *change, const struct bench_cell *base,
		     const struct bench_cell *value, bool comma, double more)
{
	double c = value_of(change, comma), b = value_of(base, comma), v = value_of(value, comma);
	double up = (v - b) / b * 100, ratio = (b / v - 1) * 100;
	double slack = more + 1.2 * half_place(change) +
		       (100 + fabs(c)) * (half_place(base) / fabs(b) + half_place(value) / fabs(v));

	return fabs(c - up) <= slack || fabs(c + up) <= slack || fabs(c - ratio) <= slack ||
	       fabs(c + ratio) <= slack;
}

static bool is_percent(const struct bench_cell *cell)
{
	return is_figure(cell) && cell->unit.len == 1 && cell->unit.ptr[0] == '%' && !cell->odd;
}

/* Are most figures of column k the change of column `of` against `base`? */
static bool is_explained(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			 bool comma, double more)
{
	size_t n = 0, judged = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;

		if (!is_figure(cells[k]) || !is_figure(cells[of]) || !is_figure(cells[base]))
			continue;
		judged++;
		n += explains(cells[k], cells[base], cells[of], comma, more);
	}
	return judged && n * 4 >= judged * 3;
}

/* Is it the change against the row above all: are the rows the versions? */
static bool is_down(const struct bench_grid *grid, size_t k, size_t of, bool comma)
{
	const struct bench_cell *first = NULL;
	size_t n = 0, judged = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;

		if (!is_figure(cells[of]))
			continue;
		if (!first) {
			first = cells[of];
			continue;
		}
		if (!is_figure(cells[k]))
			continue;
		judged++;
		n += explains(cells[k], first, cells[of], comma, LOOSE);
	}
	return judged && n * 4 >= judged * 3;
}

/* Is it the change between some two other columns? */
static bool is_of_others(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			 bool comma)
{
	for (size_t j = base + 1; j < k; j++)
		if (j != of && !grid->columns[j].change && !grid->columns[j].labels &&
		    (is_explained(grid, k, of, j, comma, LOOSE) ||
		     is_explained(grid, k, j, base, comma, LOOSE)))
			return true;
	return false;
}

static size_t value_before(const struct bench_grid *grid, size_t k)
{
	while (k && (grid->columns[k - 1].change || grid->columns[k - 1].dropped))
		k--;
	return k ? k - 1 : 0;
}

static bool is_spread_head(struct pl_text label)
{
	static const char *const words[] = {"std", "Std", "STD", "ariance", "CV", "rsd"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (pl_text_find(label, words[i]))
			return true;
	return false;
}

static void find_changes(struct bench_grid *grid)
{
	bool comma = has_decimal_comma(grid);
	size_t base = 0;

	while (base < grid->n_columns && grid->columns[base].labels)
		base++;
	for (size_t k = base + 2; k < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];
		size_t of = value_before(grid, k);
		size_t percents = count_cells(grid, k, is_percent);
		size_t figures = count_cells(grid, k, is_figure);
		bool named = (bench_words(column->label) & BENCH_CHANGES) ||
			     pl_text_equal(column->label, PL_TEXT("%"));

		/* a value has one change */
		if (!figures || of <= base || grid->columns[k - 1].change ||
		    is_spread_head(column->label))
			continue;
		/* numbers without `%` are changes in percent where the heading says so */
		if (percents < figures && !(named && !percents && pl_text_has(column->label, '%') &&
					    count_cells(grid, k, is_plain) == figures))
			continue;
		column->change = is_explained(grid, k, of, base, comma, named ? LOOSE : 0) ||
				 (named && !is_of_others(grid, k, of, base, comma) &&
				  !is_down(grid, k, of, comma));
	}
}

/* ---- facts ---- */

/* Does each figure carry the same unit that is measured, or each a time of day? */
static bool has_same_unit(const struct bench_grid *grid)
{
	const struct bench_cell *first = NULL;

	for (size_t i = 0; i < grid->n_rows; i++)
		for (size_t k = 0; k < grid->n_columns; k++) {
			const struct bench_cell *cell = grid->rows[i].cells[k];

			if (!is_figure(cell) || grid->columns[k].labels)
				continue;
			if (!first)
				first = cell;
			if (cell->clock != first->clock ||
			    !pl_text_equal(cell->unit, first->unit) ||
			    (!cell->clock && !bench_is_measured_unit(cell->unit)))
				return false;
		}
	return first != NULL;
}

static bool is_commit(struct pl_text text)
{
	bool digit = false;

	if (text.len < 7 || text.len > 40)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (!g_ascii_isdigit(text.ptr[i]) && !(text.ptr[i] >= 'a' && text.ptr[i] <= 'f'))
			return false;
		digit |= g_ascii_isdigit(text.ptr[i]);
	}
	return digit;
}

/* Two words and more behind the number: a sentence rather than a unit */
static bool has_words(const struct bench_cell *cell)
{
	size_t words = 0;

	for (size_t i = cell->number.len; i + 1 < cell->text.len; i++)
		words += cell->text.ptr[i] == ' ' && g_ascii_isalpha(cell->text.ptr[i + 1]);
	return words > 1;
}

/* A measurement among the words that name a row: the line holds more than one pair */
static bool is_lost(const struct bench_cell *cell)
{
	if (cell->kind == BENCH_FIGURE)
		return cell->clock || (cell->unit.len && bench_is_measured_unit(cell->unit)) ||
		       pl_text_has(cell->number, '.');
	for (size_t i = 0; i + 2 < cell->text.len; i++)
		if (cell->text.ptr[i] == ':' && cell->text.ptr[i + 1] == ' ' &&
		    g_ascii_isdigit(cell->text.ptr[i + 2]))
			return true;
	return false;
}

static void count_cell(const struct bench_grid *grid, size_t k, const struct bench_cell *cell,
		       struct bench_facts *facts)
{
	const struct bench_column *column = &grid->columns[k];

	facts->words += cell && cell->kind == BENCH_WORDS;
	if (!is_figure(cell))
		return;
	facts->figures++;
	facts->odd += cell->odd && !cell->remarked;
	facts->commas += pl_text_has(cell->number, ',');
	facts->wordy += cell->odd && !cell->remarked && has_words(cell);
	facts->changes += column->change;
	facts->decimals += pl_text_has(cell->number, '.');
	if (!column->change && cell->unit.len && bench_is_measured_unit(cell->unit))
		facts->measured++;
	facts->measured += cell->clock;
	for (size_t n = 0; n < cell->n_notes; n++) {
		const struct bench_note *note = &cell->notes[n];

		facts->changes += use_of(note, column) == NOTE_CHANGE;
		facts->spreads += note->spread;
		facts->shares += note->form == '|';
	}
}

void bench_grid_study(struct bench_grid *grid, struct bench_facts *facts)
{
	size_t versions = 0, commits = 0, named_rows = 0;

	memset(facts, 0, sizeof(*facts));
	find_labels(grid);
	find_changes(grid);
	for (size_t k = 0; k < grid->n_columns; k++) {
		const struct bench_column *column = &grid->columns[k];

		facts->head_words |= bench_words(column->label);
		if (column->labels)
			continue;
		if (!column->change) {
			facts->values++;
			facts->headed += column->label.len > 0;
			versions += bench_is_version(column->label);
			commits += is_commit(column->label);
		}
		for (size_t i = 0; i < grid->n_rows; i++)
			count_cell(grid, k, grid->rows[i].cells[k], facts);
	}
	/* what stands over the rows' labels says less about the figures */
	for (size_t i = 0; i < 2; i++) {
		unsigned words = bench_words(grid->label_head[i]);

		facts->head_words |= words & (words & BENCH_LABELS ? ~0u : BENCH_FOREIGN);
	}
	facts->head_words |= bench_words(grid->remark_head);
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_row *row = &grid->rows[i];
		bool labelled = row->n_labels > 0 || row->name;

		for (size_t k = 0; k < row->n_labels; k++) {
			facts->row_words |= bench_words(row->line->cells[k].text);
			facts->lost += is_lost(&row->line->cells[k]);
		}
		if (row->n_labels)
			named_rows += bench_is_version(row->line->cells[0].text);
		for (size_t k = 0; k < grid->n_columns; k++)
			labelled |= grid->columns[k].labels && row->cells[k];
		facts->labelled += labelled;
	}
	facts->versions = (versions && 2 * versions >= facts->values) ||
			  (named_rows && 2 * named_rows >= grid->n_rows);
	/* what numbers the rows has no point */
	for (size_t i = 0; i < grid->n_rows && grid->columns[0].labels; i++)
		facts->odd_labels += is_plain(grid->rows[i].cells[0]) &&
				     pl_text_has(grid->rows[i].cells[0]->number, '.') &&
				     !rises(grid, 0);
	facts->same_unit = has_same_unit(grid);
	facts->hex = commits && commits == facts->values;
	facts->better_column =
	    bench_same(grid->remark_head, "better if") || bench_same(grid->remark_head, "better");
}

/* ---- records ---- */

struct pl_table *bench_table_new(struct pl_scan *scan, enum pl_table_kind kind,
				 const struct pl_line *line, size_t n_columns)
{
	struct pl_message *message = scan->message;
	struct pl_table *table = PL_PUSH(scan->arena, message->tables, message->n_tables);

	table->kind = kind;
	table->line = line->number;
	table->depth = line->depth;
	table->report = -1;
	table->part = scan->part;
	table->n_columns = n_columns;
	table->columns = pl_arena_alloc(scan->arena, n_columns * sizeof(*table->columns));
	return table;
}

struct pl_row *bench_row_new(struct pl_scan *scan, struct pl_table *table,
			     const struct pl_line *line, struct pl_text metric)
{
	struct pl_row *row;

	if (table->n_rows >= scan->limits->rows) {
		pl_problem_add(scan->arena, &scan->message->mail->problems,
			       PL_TEXT("too-many-rows"), PL_TEXT_NONE);
		return NULL;
	}
	row = PL_PUSH(scan->arena, table->rows, table->n_rows);
	row->line = line->number;
	row->kind = PL_ROW_STAT;
	row->metric = metric;
	row->n_cells = table->n_columns;
	row->cells = pl_arena_alloc(scan->arena, row->n_cells * sizeof(*row->cells));
	return row;
}

void bench_set_value(struct pl_scan *scan, const struct bench_cell *cell, bool decimal_comma,
		     struct pl_text unit, struct pl_text text, struct pl_cell *out)
{
	size_t number = cell->number.len + (cell->scale != 0);

	out->value = value_of(cell, decimal_comma);
	out->has |= PL_HAS_VALUE;
	text = bench_fold(scan->arena, pl_text_trim(text));
	if (unit.len && pl_text_equal(cell->unit, unit) && !cell->odd && pl_text_ends(text, unit))
		text = pl_text_trim(pl_text_slice(text, 0, text.len - unit.len));
	if (text.len == number && !cell->clock && fabs(out->value) <= MAX_EXACT &&
	    memcmp(text.ptr, cell->number.ptr, cell->number.len) == 0)
		return;
	out->text = text;
}

struct emitter {
	struct bench_grid *grid;
	struct pl_scan *scan;
	bool comma;
	bool base_row; /* the rows are the versions: changes stay in the text */
	struct pl_text unit;
	size_t values[BENCH_MAX_COLUMNS]; /* columns of values, in order */
	size_t n_values;
};

static void set_change(struct pl_cell *cell, double change)
{
	cell->change = change;
	cell->change_unit = PL_UNIT_PERCENT;
	cell->has |= PL_HAS_CHANGE;
}

/* What is left of the cell's text without what went elsewhere. */
static struct pl_text rest_of(struct emitter *e, const struct bench_cell *cell,
			      const struct bench_column *column)
{
	struct pl_text text = cell->text, out = PL_TEXT_NONE;
	const char *p = text.ptr, *end = text.ptr + text.len;
	bool cut = false;

	for (size_t n = 0; n < cell->n_notes; n++) {
		const struct bench_note *note = &cell->notes[n];
		enum note_use use = use_of(note, column);
		struct pl_text piece;

		if (use == NOTE_KEEP || (use == NOTE_CHANGE && e->base_row))
			continue;
		piece = (struct pl_text){p, (size_t)(note->text.ptr - p)};
		out = cut ? pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)out.len, out.ptr,
					    (int)piece.len, piece.ptr)
			  : piece;
		p = note->text.ptr + note->text.len;
		cut = true;
	}
	if (!cut)
		return text;
	return p == end ? out
			: pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)out.len, out.ptr,
					  (int)(end - p), p);
}

static void set_cell(struct emitter *e, const struct bench_cell *cell, size_t k,
		     struct pl_cell *out)
{
	const struct bench_column *column = &e->grid->columns[k];

	if (!cell || cell->kind == BENCH_EMPTY)
		return;
	if (cell->kind != BENCH_FIGURE) {
		out->text = bench_fold(e->scan->arena, cell->text);
		return;
	}
	bench_set_value(e->scan, cell, e->comma, e->unit, rest_of(e, cell, column), out);
	for (size_t n = 0; n < cell->n_notes; n++) {
		const struct bench_note *note = &cell->notes[n];
		double number = bench_number_value(note->number, e->comma);

		switch (use_of(note, column)) {
		case NOTE_CHANGE:
			if (k != e->values[0] && !e->base_row)
				set_change(out, number);
			break;
		case NOTE_STDDEV:
			if (number >= 0) {
				out->stddev_pct = number;
				out->has |= PL_HAS_STDDEV;
			}
			break;
		case NOTE_RATIO:
			out->ratio_pct = number;
			out->has |= PL_HAS_RATIO;
			break;
		case NOTE_KEEP:
			break;
		}
	}
}

/* A bare number gets its heading in front. */
static struct pl_text label_of(struct emitter *e, const struct bench_cell *cell,
			       struct pl_text head)
{
	struct pl_text text = bench_fold(e->scan->arena, pl_text_trim(cell->text));

	if (is_plain(cell) && head.len)
		return pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)head.len, head.ptr,
				       (int)text.len, text.ptr);
	return text;
}

static void add_label(struct emitter *e, struct pl_text *metric, struct pl_text label)
{
	if (!label.len)
		return;
	*metric = metric->len ? pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)metric->len,
						metric->ptr, (int)label.len, label.ptr)
			      : label;
}

static struct pl_text metric_of(struct emitter *e, const struct bench_row *row,
				const struct bench_row *named)
{
	struct bench_grid *grid = e->grid;
	struct pl_text metric = PL_TEXT_NONE;
	const struct bench_row *words = row;

	if (row->name)
		add_label(e, &metric, bench_fold(e->scan->arena, pl_text_trim(row->name->text)));
	else if (!row->n_labels || !row->line->cells[0].text.len)
		words = named;
	for (size_t i = 0; words && i < words->n_labels; i++)
		add_label(e, &metric,
			  label_of(e, &words->line->cells[i],
				   i < 2 ? grid->label_head[i] : PL_TEXT_NONE));
	for (size_t k = 0; k < grid->n_columns; k++)
		if (grid->columns[k].labels && row->cells[k]) {
			struct pl_text head = grid->columns[k].label;

			if (!head.len && k == 0 && !is_labelled(grid))
				head = grid->label_head[0];
			add_label(e, &metric, label_of(e, row->cells[k], head));
		}
	while (metric.len > 2 && metric.ptr[1] == ' ' && strchr("-*", metric.ptr[0]))
		metric = pl_text_trim(pl_text_slice(metric, 2, metric.len));
	while (metric.len &&
	       (metric.ptr[metric.len - 1] == ':' || metric.ptr[metric.len - 1] == ' '))
		metric.len--;
	return metric;
}

/* The rows are the versions where the base itself has changed. */
static bool is_base_row(const struct emitter *e)
{
	const struct bench_grid *grid = e->grid;
	size_t base = e->values[0];

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[base];

		if (!is_figure(cell))
			continue;
		for (size_t n = 0; n < cell->n_notes; n++)
			if (use_of(&cell->notes[n], &grid->columns[base]) == NOTE_CHANGE &&
			    bench_number_value(cell->notes[n].number, e->comma) != 0)
				return true;
	}
	return false;
}

/* The unit that every value carries. */
static struct pl_text common_unit(const struct emitter *e)
{
	struct pl_text unit = PL_TEXT_NONE;

	for (size_t i = 0; i < e->grid->n_rows; i++)
		for (size_t v = 0; v < e->n_values; v++) {
			const struct bench_cell *cell = e->grid->rows[i].cells[e->values[v]];

			if (!is_figure(cell))
				continue;
			if (!cell->unit.len || (unit.len && !pl_text_equal(unit, cell->unit)))
				return PL_TEXT_NONE;
			unit = cell->unit;
		}
	return unit;
}

static void add_row(struct emitter *e, struct pl_table *table, const struct bench_row *row,
		    const struct bench_row *named)
{
	const struct bench_grid *grid = e->grid;
	struct pl_row *out = bench_row_new(e->scan, table, &e->scan->lines->v[row->line->index],
					   metric_of(e, row, named));

	if (!out)
		return;
	for (size_t v = 0; v < e->n_values; v++) {
		size_t k = e->values[v];

		set_cell(e, row->cells[k], k, &out->cells[v]);
		/* the changes that stand in columns of their own */
		for (k++; k < grid->n_columns && grid->columns[k].change; k++)
			if (is_figure(row->cells[k]) && v)
				set_change(&out->cells[v], value_of(row->cells[k], e->comma));
	}
}

/* `better if` says the same in all rows of the section. */
static enum pl_better better_of_rows(const struct bench_grid *grid, size_t from, size_t to)
{
	enum pl_better better = PL_BETTER_NONE;

	for (size_t i = from; i < to; i++) {
		const struct bench_cell *remark = grid->rows[i].remark;
		enum pl_better one = PL_BETTER_NONE;

		if (remark && bench_same(remark->text, "higher"))
			one = PL_BETTER_HIGHER;
		else if (remark && bench_same(remark->text, "lower"))
			one = PL_BETTER_LOWER;
		if (!one || (better && one != better))
			return PL_BETTER_NONE;
		better = one;
	}
	return better;
}

static struct pl_text section_title(struct emitter *e, struct pl_text title,
				    const struct bench_line *heading)
{
	struct pl_text text =
	    heading->n_cells == 1 || heading->barred ? heading->cells[0].text : heading->text;

	text = bench_plain_heading(e->scan->arena, text);
	return title.len ? pl_arena_printf(e->scan->arena, "%.*s: %.*s", (int)title.len, title.ptr,
					   (int)text.len, text.ptr)
			 : text;
}

/* A section's heading is words, or lines in brackets that say it all. */
static void set_section(struct emitter *e, struct pl_table *table, struct pl_text title,
			uint32_t index)
{
	struct bench_reader *reader = e->grid->reader;
	const struct bench_line *heading = bench_reader_line(reader, index);
	struct pl_text brackets[BENCH_MAX_HEADS];
	struct bench_frame frame;
	size_t n = 0;

	if (!bench_is_bracket(heading)) {
		table->title = section_title(e, title, heading);
		return;
	}
	for (; bench_is_bracket(heading) && n < BENCH_MAX_HEADS;
	     heading = bench_reader_line(reader, ++index))
		brackets[n++] = heading->cells[0].text;
	frame = bench_read_brackets(e->scan->arena, brackets, n);
	table->title = frame.title;
	table->unit = frame.unit;
	table->better = frame.better;
}

static void set_columns(struct emitter *e, struct pl_table *table, struct pl_text label)
{
	for (size_t v = 0; v < e->n_values; v++) {
		struct pl_column *column = &table->columns[v];

		column->label = e->grid->columns[e->values[v]].label;
		if (!column->label.len && e->n_values == 1)
			column->label = label;
		if (is_commit(column->label))
			column->commit = column->label;
	}
}

static void claim(struct emitter *e, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		const struct bench_line *line = bench_reader_line(e->grid->reader, i);

		if (line && !line->blank)
			pl_claim(e->scan, i);
	}
}

/* Title, unit and direction of the whole grid. */
static struct bench_frame frame_of(struct emitter *e, struct pl_text label)
{
	struct bench_grid *grid = e->grid;
	struct bench_frame frame = bench_frame(grid->reader, grid->top);

	if (grid->n_brackets)
		frame = bench_read_brackets(e->scan->arena, grid->brackets, grid->n_brackets);
	else if (!frame.title.len && !label.len)
		frame.title =
		    bench_title(grid->reader, grid->top, grid->n_heads || e->n_values > 1);
	if (!frame.unit.len)
		frame.unit = e->unit;
	if (!frame.better)
		frame.better = bench_better_near(grid->reader, grid->top, grid->next);
	return frame;
}

void bench_grid_emit(struct bench_grid *grid, enum pl_table_kind kind, struct pl_text label)
{
	struct emitter e = {.grid = grid, .scan = grid->reader->scan};
	struct bench_frame frame;

	for (size_t k = 0; k < grid->n_columns; k++)
		if (!grid->columns[k].labels && !grid->columns[k].change)
			e.values[e.n_values++] = k;
	if (!e.n_values)
		return;
	e.comma = has_decimal_comma(grid);
	e.base_row = is_base_row(&e);
	e.unit = common_unit(&e);
	frame = frame_of(&e, label);
	for (size_t from = 0, to; from < grid->n_rows; from = to) {
		const struct bench_row *named = NULL;
		uint32_t section = grid->rows[from].section, line = bench_grid_line(grid);
		struct pl_table *table;
		enum pl_better better;

		for (to = from + 1; to < grid->n_rows && grid->rows[to].section == section; to++)
			;
		if (from)
			line = grid->sections[section - 1];
		table = bench_table_new(e.scan, kind, &e.scan->lines->v[line], e.n_values);
		table->title = frame.title;
		table->unit = frame.unit;
		table->better = frame.better;
		if (section)
			set_section(&e, table, frame.title, grid->sections[section - 1]);
		else if (grid->first_heading)
			set_section(&e, table, frame.title, grid->first_heading - 1);
		better = better_of_rows(grid, from, to);
		if (better)
			table->better = better;
		set_columns(&e, table, label);
		for (size_t i = from; i < to; i++) {
			add_row(&e, table, &grid->rows[i], named);
			if (grid->rows[i].n_labels && grid->rows[i].line->cells[0].text.len)
				named = &grid->rows[i];
		}
	}
	claim(&e, grid->top, grid->next);
}
