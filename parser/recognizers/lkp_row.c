/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_row.h"

#include <math.h>
#include <stdlib.h>

#include <glib.h>

#include "lines/row_text.h"
#include "recognizers/lkp_cells.h"
#include "recognizers/lkp_name.h"
#include "recognizers/lkp_token.h"

/* Without a header the changes must be signed as only the printers do, or stddevs
 * stand beside the values. */
static bool speaks_for_itself(const struct lkp_token *tokens, size_t n, struct pl_text name)
{
	bool stddev = false, signs = true;
	size_t numbers = 0;

	if (!lkp_is_dotted(name))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (tokens[i].kind == LKP_STDDEV)
			stddev = true;
		else if (++numbers % 2 == 0 && !tokens[i].percent && !tokens[i].plus &&
			 !tokens[i].minus)
			signs = false;
		else if (numbers % 2 == 0 && !stddev && !tokens[i].plus && !tokens[i].minus)
			signs = false;
	}
	return numbers >= 3 && numbers % 2 && signs;
}

/* Half of the last digit printed: what rounding may have taken from a number. */
static double half_digit(struct pl_text digits)
{
	size_t i = 0;
	int decimals = 0;
	bool point = false;

	for (; i < digits.len && (digits.ptr[i] | 0x20) != 'e'; i++) {
		if (digits.ptr[i] == '.')
			point = true;
		else if (g_ascii_isdigit(digits.ptr[i]))
			decimals += point;
	}
	if (i + 1 < digits.len)
		decimals -= atoi(digits.ptr + i + 1);
	return 0.5 * pow(10, -decimals);
}

/* Do base, change and value of each column agree within what their digits round? With
 * room for digits that were rounded twice. Tokens are in full order. */
static bool agrees(const struct lkp_token *tokens, size_t n)
{
	const struct lkp_token *base = NULL, *change = NULL;
	size_t numbers = 0;

	for (size_t i = 0; i < n; i++) {
		const struct lkp_token *t = &tokens[i];
		double room, least, most, a, b;

		if (t->kind != LKP_NUMBER)
			continue;
		if (!numbers++) {
			base = t;
			continue;
		}
		if (numbers % 2 == 0) {
			change = t;
			continue;
		}
		room = 2 * half_digit(base->digits);
		if (!change->finite || fabs(base->value) <= room)
			continue;
		a = t->value - 2 * half_digit(t->digits);
		b = t->value + 2 * half_digit(t->digits);
		if (change->percent) {
			double low = base->value - room, high = base->value + room;

			least = 100 * MIN(MIN(a / low, a / high), MIN(b / low, b / high)) - 100;
			most = 100 * MAX(MAX(a / low, a / high), MAX(b / low, b / high)) - 100;
		} else {
			least = a - base->value - room;
			most = b - base->value + room;
		}
		/* of a negative base the sign is that of the difference, or of the ratio */
		room = 2 * half_digit(change->digits);
		if ((change->value < least - room || change->value > most + room) &&
		    (base->value > 0 || -change->value < least - room ||
		     -change->value > most + room))
			return false;
	}
	return true;
}

bool lkp_row_is_cells(struct pl_text text)
{
	struct lkp_token tokens[LKP_MAX_TOKENS];
	struct pl_text rest;
	size_t i, n = lkp_read_tokens(text, tokens, &i);

	rest = pl_text_trim(pl_text_slice(text, i, text.len));
	return n && (!rest.len || pl_row_text_is_sign(rest));
}

/* A row cut into its figures and its name. */
struct pieces {
	struct lkp_token tokens[LKP_MAX_TOKENS];
	size_t n, numbers, rates;
	size_t end;   /* of the figures, and of the blanks behind them */
	bool aligned; /* they stand in their columns */
	struct pl_text name;
	enum lkp_note note; /* behind the name */
};

static bool cut_row(struct pl_text text, size_t laid_out, struct pieces *p)
{
	size_t name_end;

	p->n = lkp_read_tokens(text, p->tokens, &p->end);
	if (!p->n || p->n == LKP_MAX_TOKENS)
		return false;
	p->numbers = p->rates = 0;
	for (size_t k = 0; k < p->n; k++) {
		p->numbers += p->tokens[k].kind == LKP_NUMBER;
		p->rates += p->tokens[k].kind == LKP_RATE;
	}
	p->aligned = p->end <= laid_out;
	p->name = lkp_cut_note(pl_text_slice(text, p->end, text.len), p->rates > 0,
			       p->end >= laid_out, &p->note);
	name_end = p->end + p->name.len;
	if (!p->rates)
		p->name = lkp_cut_footnotes(p->name);
	if (!lkp_may_be_name(p->name))
		p->name = PL_TEXT_NONE;
	/* the next row: a paragraph that was filled anew */
	return p->note != LKP_NOTE_WORDS || !lkp_begins_with_figures(text, name_end);
}

/* Is it a row though nothing above says so? */
static bool is_row_alone(struct pl_text text, const struct pieces *p)
{
	if (p->rates || p->note == LKP_NOTE_WORDS || !speaks_for_itself(p->tokens, p->n, p->name))
		return false;
	/* prose has one blank in front of each word, and no spreads */
	if (p->aligned && p->numbers == p->n && !pl_is_blank(text.ptr[p->end - 2]))
		return false;
	return agrees(p->tokens, p->n);
}

static bool assign_figures(const struct pieces *p, struct pl_cell *cells, size_t n_columns,
			   size_t indent)
{
	bool leads = p->tokens[0].kind == LKP_NUMBER;

	if (p->numbers == 2 * n_columns - 1 && leads)
		return lkp_assign_full(p->tokens, p->n, cells, n_columns) &&
		       (p->aligned || agrees(p->tokens, p->n));
	if (p->numbers == n_columns && leads && lkp_assign_values(p->tokens, p->n, cells))
		return true;
	memset(cells, 0, n_columns * sizeof(*cells));
	if (p->note == LKP_NOTE_WORDS || !lkp_is_one_word(p->name))
		return false;
	return p->aligned && !lkp_is_stripped(&p->tokens[0])
		   ? lkp_assign_by_column(p->tokens, p->n, cells, n_columns, indent)
		   : lkp_assign_by_sign(p->tokens, p->n, cells, n_columns);
}

bool lkp_row_parse(struct pl_text text, const struct lkp_row_shape *shape, struct pl_cell *cells,
		   struct pl_row *row_out)
{
	size_t n_columns = shape->n_columns;
	struct pieces p;

	if (!cut_row(text, shape->laid_out, &p))
		return false;
	if (!n_columns) {
		if (!is_row_alone(text, &p))
			return false;
		n_columns = (p.numbers + 1) / 2;
	}
	if (n_columns > LKP_MAX_COLUMNS)
		return false;
	memset(cells, 0, n_columns * sizeof(*cells));
	if (p.rates) {
		if (!lkp_assign_rates(p.tokens, p.n, cells, n_columns))
			return false;
	} else {
		if (!assign_figures(&p, cells, n_columns, shape->indent))
			return false;
		lkp_settle_cells(cells, n_columns);
	}
	memset(row_out, 0, sizeof(*row_out));
	row_out->kind = p.rates ? PL_ROW_FAIL : PL_ROW_STAT;
	row_out->metric = p.name;
	row_out->cells = cells;
	row_out->n_cells = n_columns;
	return true;
}
