/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_cells.h"

#include <math.h>

#include "core/number.h"

/* Geometry of the printers: a value ends at column 10, its stddev at 16; each further
 * cell is 28 wide: change (ends at 10), value (22), stddev (28). */
enum {
	VALUE_END = 10,
	BASE_WIDTH = LKP_BASE_WIDTH,
	CELL_WIDTH = 28,
	CELL_CHANGE_END = 10,
	CELL_VALUE_END = 22
};

/* So far a spread, and any other figure, may stand from its column. */
#define MAX_SPREAD_SHIFT 4
#define MAX_SHIFT 5

/* Above this a change means "the base is zero": 100 / 1e-100, the printers' stand-in. */
#define APPEARED_FROM 1e90

static void set_value(struct pl_cell *cell, const struct lkp_token *token)
{
	cell->has |= PL_HAS_VALUE;
	cell->value = token->value;
	if (!pl_number_is_exact(token->value, token->digits))
		cell->text = token->digits;
}

static void set_change(struct pl_cell *cell, const struct lkp_token *token)
{
	cell->has |= PL_HAS_CHANGE;
	cell->change = token->value;
	cell->change_unit = token->percent ? PL_UNIT_PERCENT : PL_UNIT_ABS;
}

static void set_stddev(struct pl_cell *cell, const struct lkp_token *token)
{
	cell->has |= PL_HAS_STDDEV;
	cell->stddev_pct = token->value;
}

bool lkp_assign_full(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
		     size_t n_columns)
{
	size_t cell = 0;
	bool value_next = true;

	for (size_t i = 0; i < n; i++) {
		const struct lkp_token *t = &tokens[i];

		if (t->kind == LKP_STDDEV) {
			if (value_next && i && tokens[i - 1].kind != LKP_NUMBER)
				return false;
			if (!i)
				return false;
			set_stddev(&cells[cell], t);
		} else if (value_next) {
			if (t->percent || t->plus || !t->finite)
				return false;
			set_value(&cells[cell], t);
			value_next = false;
		} else {
			if (++cell >= n_columns)
				return false;
			set_change(&cells[cell], t);
			value_next = true;
		}
	}
	return cell == n_columns - 1 && !value_next;
}

bool lkp_assign_values(const struct lkp_token *tokens, size_t n, struct pl_cell *cells)
{
	size_t cell = 0;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		const struct lkp_token *t = &tokens[i];

		if (t->kind == LKP_STDDEV) {
			if (!any)
				return false;
			set_stddev(&cells[cell], t);
			continue;
		}
		if (t->percent || t->plus)
			return false;
		if (any)
			cell++;
		any = true;
		set_value(&cells[cell], t);
	}
	return true;
}

bool lkp_assign_by_sign(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
			size_t n_columns)
{
	size_t values = 0;
	bool changed = true; /* nothing, or a change, stands in front */

	for (size_t i = 0; i < n; i++) {
		const struct lkp_token *t = &tokens[i];

		if (t->kind == LKP_STDDEV) {
			if (!i || tokens[i - 1].kind != LKP_NUMBER || changed)
				return false;
			set_stddev(&cells[values - 1], t);
		} else if (t->percent || t->plus || t->minus) {
			if (changed || values >= n_columns)
				return false;
			set_change(&cells[values], t);
			changed = true;
		} else {
			if (values >= n_columns || !t->finite)
				return false;
			set_value(&cells[values++], t);
			changed = false;
		}
	}
	return values == n_columns && !changed;
}

static size_t distance(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* The cell at whose spread column `end` is; n_columns where it is at none. */
static size_t spread_at(size_t end, size_t margin, size_t n_columns)
{
	size_t best = SIZE_MAX, cell = 0;

	for (size_t k = 0; k < n_columns; k++) {
		size_t from = distance(end, margin + BASE_WIDTH - 1 + CELL_WIDTH * k);

		if (from < best) {
			best = from;
			cell = k;
		}
	}
	return best > MAX_SPREAD_SHIFT ? n_columns : cell;
}

/* The same for a figure, which is a value or (*change_out) a change. */
static size_t field_at(const struct lkp_token *t, size_t margin, size_t n_columns, bool *change_out)
{
	size_t best = SIZE_MAX, cell = 0;

	for (size_t k = 0; k < n_columns; k++) {
		size_t start = margin + BASE_WIDTH + (k ? CELL_WIDTH * (k - 1) : 0);
		size_t value_end = k ? start + CELL_VALUE_END : margin + VALUE_END;

		if (!t->percent && !t->plus && distance(t->end, value_end) < best) {
			best = distance(t->end, value_end);
			cell = k;
			*change_out = false;
		}
		if (k && distance(t->end, start + CELL_CHANGE_END) < best) {
			best = distance(t->end, start + CELL_CHANGE_END);
			cell = k;
			*change_out = true;
		}
	}
	return best > MAX_SHIFT ? n_columns : cell;
}

bool lkp_assign_by_column(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
			  size_t n_columns, size_t indent)
{
	size_t margin = 0, cell = 0;

	if (tokens[0].kind == LKP_NUMBER && tokens[0].end > VALUE_END)
		margin = tokens[0].end - VALUE_END;
	/* shifted, or a blank base: nothing tells */
	if (indent == LKP_INDENT_UNKNOWN && margin >= BASE_WIDTH)
		return false;
	/* a figure right of all that a base prints: the base is blank */
	if (indent != LKP_INDENT_UNKNOWN && margin > indent &&
	    tokens[0].start >= indent + VALUE_END)
		margin = indent;
	for (size_t i = 0; i < n; i++) {
		const struct lkp_token *t = &tokens[i];
		bool change = false;
		size_t at;

		if (t->kind == LKP_STDDEV) {
			/* with its value if there is one, else where it stands */
			if (!i || tokens[i - 1].kind != LKP_NUMBER || tokens[i - 1].percent)
				cell = spread_at(t->end, margin, n_columns);
			if (cell == n_columns)
				return false;
			set_stddev(&cells[cell], t);
			continue;
		}
		at = field_at(t, margin, n_columns, &change);
		if (at == n_columns || at < cell ||
		    (cells[at].has & (change ? PL_HAS_CHANGE | PL_HAS_VALUE : PL_HAS_VALUE)))
			return false;
		cell = at;
		if (change)
			set_change(&cells[cell], t);
		else
			set_value(&cells[cell], t);
	}
	return true;
}

bool lkp_is_stripped(const struct lkp_token *first)
{
	return first->kind == LKP_NUMBER &&
	       (first->end + 1 < VALUE_END || (!first->start && first->end < VALUE_END));
}

static bool is_zero(const struct pl_cell *cell)
{
	return (cell->has & PL_HAS_VALUE) && cell->value == 0;
}

void lkp_settle_cells(struct pl_cell *cells, size_t n_columns)
{
	bool base_stddev = cells[0].has & PL_HAS_STDDEV;

	for (size_t i = 0; i < n_columns; i++) {
		struct pl_cell *c = &cells[i];
		bool unknown = (c->has & PL_HAS_STDDEV) && c->stddev_pct < 0;
		bool percent = (c->has & PL_HAS_CHANGE) && c->change_unit == PL_UNIT_PERCENT;
		bool minus_100 = percent && c->change == -100 && is_zero(c);

		if (unknown) {
			c->has &= ~(unsigned)PL_HAS_STDDEV;
			if (is_zero(c))
				c->note = PL_NOTE_ABSENT;
		}
		if (c->note == PL_NOTE_NONE && percent) {
			if (isnan(c->change) || (minus_100 && is_zero(&cells[0]) && !base_stddev))
				c->note = PL_NOTE_BOTH_ZERO;
			else if (isinf(c->change) || c->change >= APPEARED_FROM)
				c->note = PL_NOTE_APPEARED;
			else if (minus_100)
				c->note = PL_NOTE_VANISHED;
		}
		if ((c->has & PL_HAS_CHANGE) &&
		    (c->note == PL_NOTE_BOTH_ZERO || c->note == PL_NOTE_APPEARED ||
		     !isfinite(c->change) || fabs(c->change) >= APPEARED_FROM)) {
			c->has &= ~(unsigned)PL_HAS_CHANGE;
			c->change_unit = PL_UNIT_NONE;
		}
	}
}

bool lkp_assign_rates(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
		      size_t n_columns)
{
	size_t cell = 0;

	if (tokens[0].kind != LKP_RATE)
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct lkp_token *t = &tokens[i];

		if (t->kind == LKP_RATE) {
			if (cells[cell].has & PL_HAS_FAILS && ++cell >= n_columns)
				return false;
			cells[cell].has |= PL_HAS_FAILS;
			cells[cell].fails = t->fails;
			cells[cell].runs = t->runs;
		} else if (t->kind == LKP_NUMBER && t->percent && cell + 1 < n_columns) {
			cell++;
			set_change(&cells[cell], t);
		} else {
			return false;
		}
	}
	return cell == n_columns - 1 && (cells[cell].has & PL_HAS_FAILS);
}
