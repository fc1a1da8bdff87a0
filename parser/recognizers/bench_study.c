/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_study.h"

#include <math.h>

#include <glib.h>

#include "recognizers/bench_text.h"

/* Rows whose arithmetic tells what a column is */
#define MAX_JUDGED 64

/* How far a printed change may be from the computed one, in percent points, where its
 * heading says that it is one */
#define LOOSE 0.6

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

static bool is_integer(const struct bench_cell *cell)
{
	return bench_is_plain(cell) && !pl_text_has(cell->number, '.') &&
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

/* The note of cell that is a change; or NULL */
static const struct bench_note *change_note(const struct bench_column *column,
					    const struct bench_cell *cell)
{
	for (size_t n = 0; n < cell->n_notes; n++)
		if (bench_note_use(&cell->notes[n], column) == BENCH_NOTE_CHANGE)
			return &cell->notes[n];
	return NULL;
}

/* cell as the change that it holds alone */
static struct bench_cell as_change(const struct bench_column *column, const struct bench_cell *cell)
{
	const struct bench_note *note = column->noted ? change_note(column, cell) : NULL;

	return note ? (struct bench_cell){.kind = BENCH_FIGURE, .number = note->number} : *cell;
}

double bench_change_of(const struct bench_column *column, const struct bench_cell *cell,
		       bool decimal_comma)
{
	struct bench_cell change = as_change(column, cell);

	return bench_value_of(&change, decimal_comma);
}

/* Column k holds, in every row that has it, numbers that rise strictly: integers, or with
 * points such as those of quantiles. */
static bool rises(const struct bench_grid *grid, size_t k, bool points)
{
	double last = -INFINITY;
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!cell || !bench_is_figure(cell) || cell->n_notes ||
		    (pl_text_has(cell->number, '.') && !points))
			return false;
		if (bench_value_of(cell, false) <= last)
			return false;
		last = bench_value_of(cell, false);
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

bool bench_is_labelled(const struct bench_grid *grid)
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
	if (bench_heads_labels(grid->columns[0].label) || rises(grid, 0, false))
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
	bool words = bench_is_labelled(grid);
	size_t k = 0, headed_behind;

	if (!words && !is_first_value(grid)) {
		grid->columns[0].labels = true;
		k = 1;
	}
	for (; k + 1 < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];
		size_t integers = count_cells(grid, k, is_integer);
		bool noted = true;

		if (!integers || integers < count_cells(grid, k, bench_is_figure))
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
	double c = bench_value_of(change, comma), b = bench_value_of(base, comma),
	       v = bench_value_of(value, comma);
	double up = (v - b) / b * 100, ratio = (b / v - 1) * 100;
	double slack = more + 1.2 * half_place(change) +
		       (100 + fabs(c)) * (half_place(base) / fabs(b) + half_place(value) / fabs(v));

	return fabs(c - up) <= slack || fabs(c + up) <= slack || fabs(c - ratio) <= slack ||
	       fabs(c + ratio) <= slack;
}

/* `~0%` is a change, too: it needs no sign. */
static bool is_percent(const struct bench_cell *cell)
{
	return bench_is_figure(cell) && cell->unit.len == 1 && cell->unit.ptr[0] == '%' &&
	       (!cell->odd || pl_text_equal(cell->text, PL_TEXT("~0%")));
}

/* Are most figures of column k the change of column `of` against `base`? */
static bool is_explained(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			 bool comma, double more)
{
	size_t n = 0, judged = 0;

	for (size_t i = 0; i < grid->n_rows && judged < MAX_JUDGED; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;
		struct bench_cell change;

		if (!bench_is_figure(cells[k]) || !bench_is_figure(cells[of]) ||
		    !bench_is_figure(cells[base]))
			continue;
		judged++;
		change = as_change(&grid->columns[k], cells[k]);
		n += explains(&change, cells[base], cells[of], comma, more);
	}
	return judged && n * 4 >= judged * 3;
}

/* Is it the change against the row above all: are the rows the versions? */
static bool is_down(const struct bench_grid *grid, size_t k, size_t of, bool comma)
{
	const struct bench_cell *first = NULL;
	size_t n = 0, judged = 0;

	for (size_t i = 0; i < grid->n_rows && judged < MAX_JUDGED; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;

		if (!bench_is_figure(cells[of]))
			continue;
		if (!first) {
			first = cells[of];
			continue;
		}
		if (!bench_is_figure(cells[k]))
			continue;
		judged++;
		n += explains(cells[k], first, cells[of], comma, LOOSE);
	}
	return judged && n * 4 >= judged * 3;
}

/* Is there a row that tells whether k is the change from base to `of`? */
static bool can_be_judged(const struct bench_grid *grid, size_t k, size_t of, size_t base)
{
	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;

		if (bench_is_figure(cells[k]) && bench_is_figure(cells[of]) &&
		    bench_is_figure(cells[base]))
			return true;
	}
	return false;
}

static bool is_down_any(const struct bench_grid *grid, size_t k, size_t base, bool comma)
{
	for (size_t j = base; j < k; j++)
		if (!grid->columns[j].change && is_down(grid, k, j, comma))
			return true;
	return false;
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

static bool is_spread_head(struct pl_text label)
{
	static const char *const words[] = {"std", "Std", "STD", "ariance", "CV", "rsd"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (pl_text_find(label, words[i]))
			return true;
	return false;
}

/* What may stand between a value and its change: a spread, or the plain difference */
static bool is_aside(const struct bench_column *column)
{
	return is_spread_head(column->label) ||
	       ((bench_words(column->label) & BENCH_CHANGES) && !pl_text_has(column->label, '%'));
}

/* The value whose change column k may be. */
static size_t value_before(const struct bench_grid *grid, size_t k)
{
	size_t near;

	while (k && grid->columns[k - 1].change)
		k--;
	near = k;
	while (k > 1 && is_aside(&grid->columns[k - 1]))
		k--;
	if (!k || grid->columns[k - 1].change || grid->columns[k - 1].labels)
		k = near;
	return k ? k - 1 : 0;
}

static bool has_change(const struct bench_grid *grid, size_t of)
{
	for (size_t k = 0; k < grid->n_columns; k++)
		if (grid->columns[k].change && grid->columns[k].of == of)
			return true;
	return false;
}

/* A change stands in each cell of column k, behind the plain difference. */
static bool is_noted(const struct bench_grid *grid, size_t k)
{
	size_t notes = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!bench_is_figure(cell))
			continue;
		if (!change_note(&grid->columns[k], cell))
			return false;
		notes++;
	}
	return notes > 0;
}

/* Is each figure of column k the plain difference of the two others? */
static bool is_difference(const struct bench_grid *grid, size_t k, size_t of, size_t base,
			  bool comma)
{
	size_t n = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		struct bench_cell *const *cells = grid->rows[i].cells;
		double slack;

		if (!bench_is_figure(cells[k]) || !bench_is_figure(cells[of]) ||
		    !bench_is_figure(cells[base]))
			continue;
		slack =
		    1.2 * (half_place(cells[k]) + half_place(cells[of]) + half_place(cells[base]));
		if (fabs(bench_value_of(cells[k], comma) - bench_value_of(cells[of], comma) +
			 bench_value_of(cells[base], comma)) > slack)
			return false;
		n++;
	}
	return n > 0;
}

/* Every figure of column k but 0 has a sign. */
static bool is_signed(const struct bench_grid *grid, size_t k)
{
	size_t signs = 0;

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[k];

		if (!bench_is_figure(cell))
			continue;
		if (strchr("+-", cell->number.ptr[0]))
			signs++;
		else if (bench_value_of(cell, false) != 0)
			return false;
	}
	return signs > 0;
}

/* `+1143` beside `216494   217637`: what the two columns say already, and no value */
static bool is_plain_difference(const struct bench_grid *grid, size_t k, size_t of, size_t base,
				bool named, bool comma)
{
	return grid->n_rows > 1 && of > base && !grid->columns[of].change &&
	       count_cells(grid, k, bench_is_plain) == count_cells(grid, k, bench_is_figure) &&
	       (named || (!grid->columns[k].label.len && is_signed(grid, k))) &&
	       (is_difference(grid, k, of, base, comma) || is_difference(grid, k, base, of, comma));
}

/* `change   base   patched`: it stands first */
static bool leads_changes(const struct bench_grid *grid, size_t k, bool comma)
{
	return k + 2 < grid->n_columns && (bench_words(grid->columns[k].label) & BENCH_CHANGES) &&
	       count_cells(grid, k, is_percent) == count_cells(grid, k, bench_is_figure) &&
	       is_explained(grid, k, k + 2, k + 1, comma, LOOSE);
}

/* Does the label name what was (-1), what is new (1), or neither? */
static int side_of(struct pl_text label)
{
	static const char *const old[] = {"base",     "baseline", "before",    "old",  "vanilla",
					  "original", "stock",	  "unpatched", "orig", "mainline"};
	static const char *const new[] = {"after", "patched", "new"};

	for (size_t i = 0; i < G_N_ELEMENTS(old); i++)
		if (bench_same(label, old[i]))
			return -1;
	for (size_t i = 0; i < G_N_ELEMENTS(new); i++)
		if (bench_same(label, new[i]))
			return 1;
	return 0;
}

static void find_changes(struct bench_grid *grid)
{
	bool comma = bench_has_decimal_comma(grid);
	size_t base = 0;

	while (base < grid->n_columns && grid->columns[base].labels)
		base++;
	if (leads_changes(grid, base, comma)) {
		grid->columns[base].change = true;
		grid->columns[base].of = (uint16_t)(base + 2);
		base++;
	}
	for (size_t k = base + 2; k < grid->n_columns; k++) {
		struct bench_column *column = &grid->columns[k];
		size_t of = value_before(grid, k);
		size_t percents = count_cells(grid, k, is_percent);
		size_t figures = count_cells(grid, k, bench_is_figure);
		bool named = (bench_words(column->label) & BENCH_CHANGES) ||
			     pl_text_equal(column->label, PL_TEXT("%"));
		bool pct = pl_text_find(column->label, "pct") != NULL;

		if (figures && is_plain_difference(grid, k, of, base, named, comma)) {
			column->change = true;
			column->of = BENCH_NO_COLUMN;
			continue;
		}
		/* a value has one change */
		if (!figures || of <= base || has_change(grid, of) || is_spread_head(column->label))
			continue;
		column->of = (uint16_t)of;
		if (named && is_noted(grid, k)) {
			column->noted = true;
			column->change = is_explained(grid, k, of, base, comma, LOOSE) ||
					 is_difference(grid, k, of, base, comma);
			column->noted = column->change;
			continue;
		}
		/* what is new stands first: its change is no other column's */
		if (side_of(grid->columns[base].label) > 0 && side_of(grid->columns[of].label) < 0)
			continue;
		/* numbers without `%` are changes in percent where the heading says so */
		if (percents < figures &&
		    !(!percents && (pct || (named && pl_text_has(column->label, '%'))) &&
		      count_cells(grid, k, bench_is_plain) == figures))
			continue;
		column->change =
		    is_explained(grid, k, of, base, comma, named ? LOOSE : 0) ||
		    (named && !can_be_judged(grid, k, of, base) &&
		     !is_of_others(grid, k, of, base, comma) && !is_down_any(grid, k, base, comma));
	}
}

/* Does each figure carry the same unit that is measured, or each a time of day? */
static bool has_same_unit(const struct bench_grid *grid)
{
	const struct bench_cell *first = NULL;

	for (size_t i = 0; i < grid->n_rows; i++)
		for (size_t k = 0; k < grid->n_columns; k++) {
			const struct bench_cell *cell = grid->rows[i].cells[k];

			if (!bench_is_figure(cell) || grid->columns[k].labels)
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

bool bench_is_commit(struct pl_text text)
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
	if (!bench_is_figure(cell))
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

		facts->changes += bench_note_use(note, column) == BENCH_NOTE_CHANGE;
		facts->spreads += note->spread;
		facts->shares += note->form == '|';
	}
}

/* `6.7`: beside others of its like the name of a kernel */
static bool is_release(struct pl_text text)
{
	size_t i = 2;

	text = pl_text_trim(text);
	if (text.len < 3 || text.ptr[0] < '3' || text.ptr[0] > '7' || text.ptr[1] != '.')
		return false;
	while (i < text.len && g_ascii_isdigit(text.ptr[i]))
		i++;
	return i == text.len && i <= 4 && (i == 3 || text.ptr[2] != '0');
}

/* Every value column is headed by a release, or every row is labelled by one. */
static bool compares_releases(const struct bench_grid *grid)
{
	size_t columns = 0, rows = 0, values = 0;

	for (size_t k = 0; k < grid->n_columns; k++) {
		if (grid->columns[k].labels || grid->columns[k].change)
			continue;
		values++;
		columns += is_release(grid->columns[k].label);
	}
	for (size_t i = 0; i < grid->n_rows && grid->columns[0].labels; i++)
		rows += bench_is_plain(grid->rows[i].cells[0]) &&
			is_release(grid->rows[i].cells[0]->text);
	return (columns > 1 && columns == values) || (rows > 1 && rows == grid->n_rows);
}

/* `50.0th` */
static bool is_quantile(struct pl_text text)
{
	size_t n = bench_number_at(text);

	text = bench_behind(text, n);
	return n && (pl_text_equal(text, PL_TEXT("th")) || pl_text_equal(text, PL_TEXT("th:")));
}

void bench_grid_study(struct bench_grid *grid, struct bench_facts *facts)
{
	size_t versions = 0, commits = 0, named_rows = 0;
	bool ordered;

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
			commits += bench_is_commit(column->label);
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
			if (is_quantile(row->line->cells[k].text))
				facts->row_words |= BENCH_STATISTIC;
		}
		if (row->n_labels)
			named_rows += bench_is_version(row->line->cells[0].text);
		for (size_t k = 0; k < grid->n_columns; k++)
			labelled |= grid->columns[k].labels && row->cells[k];
		facts->labelled += labelled;
	}
	facts->versions = (versions && 2 * versions >= facts->values) ||
			  (named_rows && 2 * named_rows >= grid->n_rows) || compares_releases(grid);
	/* what numbers the rows has no point, but releases and quantiles below names have */
	ordered = facts->headed == facts->values && (facts->versions || rises(grid, 0, true));
	for (size_t i = 0; i < grid->n_rows && grid->columns[0].labels && !ordered; i++)
		facts->odd_labels += bench_is_plain(grid->rows[i].cells[0]) &&
				     pl_text_has(grid->rows[i].cells[0]->number, '.');
	facts->same_unit = has_same_unit(grid);
	facts->hex = commits && commits == facts->values;
	facts->better_column =
	    bench_same(grid->remark_head, "better if") || bench_same(grid->remark_head, "better");
}
