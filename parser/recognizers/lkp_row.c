/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_row.h"

#include <math.h>
#include <stdlib.h>

#include <glib.h>

#include "core/number.h"
#include "lines/row_text.h"

/* Geometry of the printers: a value ends at column 10, its stddev at 16; each further
 * cell is 28 wide: change (ends at 10), value (22), stddev (28). */
enum {
	VALUE_END = 10,
	BASE_WIDTH = LKP_BASE_WIDTH,
	CELL_WIDTH = 28,
	CELL_CHANGE_END = 10,
	CELL_VALUE_END = 22
};

/* Above this a change means "the base is zero": 100 / 1e-100, the printers' stand-in. */
#define APPEARED_FROM 1e90

enum token_kind { NUMBER, STDDEV, RATE /* fails:runs */ };

struct token {
	enum token_kind kind;
	bool percent, plus, minus;
	bool finite;
	double value;
	int64_t fails, runs;
	struct pl_text digits; /* of a number, with its sign */
	size_t start, end;     /* display columns of the digits, without `%` */
};

#define MAX_TOKENS (3 * LKP_MAX_COLUMNS)

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* +Inf%, -Inf%, NaN%, nan%: length without the sign of percent */
static size_t not_finite_at(struct pl_text text)
{
	size_t i = text.len && (text.ptr[0] == '+' || text.ptr[0] == '-') ? 1 : 0;

	if (text.len >= i + 4 && text.ptr[i + 3] == '%' &&
	    (!g_ascii_strncasecmp(text.ptr + i, "inf", 3) ||
	     !g_ascii_strncasecmp(text.ptr + i, "nan", 3)))
		return i + 3;
	return 0;
}

/* `fails:runs` at the start of text; either may be blank, not both */
static size_t rate_at(struct pl_text text, struct token *token)
{
	size_t a = 0, b;

	while (a < text.len && g_ascii_isdigit(text.ptr[a]))
		a++;
	if (a >= text.len || text.ptr[a] != ':')
		return 0;
	b = a + 1;
	while (b < text.len && g_ascii_isdigit(text.ptr[b]))
		b++;
	token->fails = 0;
	if (a && !pl_integer_of(pl_text_slice(text, 0, a), &token->fails))
		return 0;
	if (!pl_integer_of(pl_text_slice(text, a + 1, b), &token->runs))
		return 0;
	return b;
}

/* A number whose digits are grouped by commas: its length, else 0. */
static size_t grouped_at(struct pl_text text, double *value_out)
{
	char plain[32];
	size_t i = 0, n = 0;

	if (i < text.len && (text.ptr[i] == '+' || text.ptr[i] == '-'))
		plain[n++] = text.ptr[i++];
	while (i < text.len && n < 4 && g_ascii_isdigit(text.ptr[i]))
		plain[n++] = text.ptr[i++];
	while (i + 3 < text.len && text.ptr[i] == ',' && n + 3 < sizeof(plain)) {
		for (size_t k = 1; k <= 3; k++)
			if (!g_ascii_isdigit(text.ptr[i + k]))
				return 0;
		memcpy(plain + n, text.ptr + i + 1, 3);
		n += 3;
		i += 4;
	}
	if (i < text.len && text.ptr[i] == '.')
		do
			plain[n++] = text.ptr[i++];
		while (i < text.len && n < sizeof(plain) && g_ascii_isdigit(text.ptr[i]));
	return pl_number_at((struct pl_text){plain, n}, value_out) == n ? i : 0;
}

/* One token at text[*i]; false where the name begins. */
static bool next_token(struct pl_text text, size_t *i, size_t *column, struct token *token)
{
	size_t k = *i, length;
	struct pl_text rest;

	while (k < text.len && is_blank(text.ptr[k])) {
		k++;
		(*column)++;
	}
	*i = k;
	if (k >= text.len)
		return false;
	rest = pl_text_slice(text, k, text.len);
	memset(token, 0, sizeof(*token));
	token->finite = true;
	if (pl_text_starts(rest, PL_TEXT(PL_PLUS_MINUS))) {
		size_t blanks = 2;

		while (blanks < rest.len && is_blank(rest.ptr[blanks]))
			blanks++;
		length = pl_number_at(pl_text_slice(rest, blanks, rest.len), &token->value);
		if (!length || blanks + length >= rest.len || rest.ptr[blanks + length] != '%')
			return false;
		token->kind = STDDEV;
		*i = k + blanks + length + 1;
		*column += blanks + length;
		token->end = *column;
		return true;
	}
	length = rate_at(rest, token);
	if (length) {
		token->kind = RATE;
	} else if ((length = not_finite_at(rest))) {
		token->finite = false;
		token->value = (rest.ptr[0] | 0x20) == 'n' ? NAN : INFINITY;
	} else {
		length = pl_number_at(rest, &token->value);
		if (length && length < rest.len && rest.ptr[length] == ',')
			length = grouped_at(rest, &token->value);
		if (!length)
			return false;
		token->digits = pl_text_slice(rest, 0, length);
	}
	token->start = *column;
	token->plus = rest.ptr[0] == '+';
	token->minus = rest.ptr[0] == '-';
	token->end = *column + length;
	if (length < rest.len && rest.ptr[length] == '%') {
		token->percent = true;
		length++;
	}
	/* a number ends at a blank or where a stddev is glued to it */
	if (length < rest.len && !is_blank(rest.ptr[length]) &&
	    !pl_text_starts(pl_text_slice(rest, length, rest.len), PL_TEXT(PL_PLUS_MINUS)))
		return false;
	*i = k + length;
	*column += length;
	return true;
}

static void set_value(struct pl_cell *cell, const struct token *token)
{
	cell->has |= PL_HAS_VALUE;
	cell->value = token->value;
	if (!pl_number_is_exact(token->value, token->digits))
		cell->text = token->digits;
}

static void set_change(struct pl_cell *cell, const struct token *token)
{
	cell->has |= PL_HAS_CHANGE;
	cell->change = token->value;
	cell->change_unit = token->percent ? PL_UNIT_PERCENT : PL_UNIT_ABS;
}

static void set_stddev(struct pl_cell *cell, const struct token *token)
{
	cell->has |= PL_HAS_STDDEV;
	cell->stddev_pct = token->value;
}

/* Tokens in plain order: every value is there, and every change. */
static bool assign_full(const struct token *tokens, size_t n, struct pl_cell *cells,
			size_t n_columns)
{
	size_t cell = 0;
	bool value_next = true;

	for (size_t i = 0; i < n; i++) {
		const struct token *t = &tokens[i];

		if (t->kind == STDDEV) {
			if (value_next && i && tokens[i - 1].kind != NUMBER)
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

/* Values only: the old printer leaves all small changes blank. */
static bool assign_values(const struct token *tokens, size_t n, struct pl_cell *cells)
{
	size_t cell = 0;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		const struct token *t = &tokens[i];

		if (t->kind == STDDEV) {
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

/* Values and changes where some changes are blank, told by their signs alone: as many
 * values as columns, and a value behind each change. */
static bool assign_by_sign(const struct token *tokens, size_t n, struct pl_cell *cells,
			   size_t n_columns)
{
	size_t values = 0;
	bool changed = true; /* nothing, or a change, stands in front */

	for (size_t i = 0; i < n; i++) {
		const struct token *t = &tokens[i];

		if (t->kind == STDDEV) {
			if (!i || tokens[i - 1].kind != NUMBER || changed)
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

/* Some cells are blank: a `%` or a `+` tells a change, else the column where the
 * token ends is nearer to one field than to the other. */
static bool assign_by_column(const struct token *tokens, size_t n, struct pl_cell *cells,
			     size_t n_columns, size_t indent)
{
	size_t margin = 0, cell = 0;

	if (tokens[0].kind == NUMBER && tokens[0].end > VALUE_END)
		margin = tokens[0].end - VALUE_END;
	/* shifted, or a blank base: nothing tells */
	if (indent == LKP_INDENT_UNKNOWN && margin >= BASE_WIDTH)
		return false;
	/* a figure right of all that a base prints: the base is blank */
	if (indent != LKP_INDENT_UNKNOWN && margin > indent &&
	    tokens[0].start >= indent + VALUE_END)
		margin = indent;
	for (size_t i = 0; i < n; i++) {
		const struct token *t = &tokens[i];
		size_t best = SIZE_MAX, best_cell = 0;
		bool change = false;

		if (t->kind == STDDEV) {
			/* with its value if there is one, else where it stands */
			if (i && tokens[i - 1].kind == NUMBER && !tokens[i - 1].percent) {
				set_stddev(&cells[cell], t);
				continue;
			}
			for (size_t k = 0; k < n_columns; k++) {
				size_t end = margin + BASE_WIDTH - 1 + CELL_WIDTH * k;

				if (distance(t->end, end) < best) {
					best = distance(t->end, end);
					cell = k;
				}
			}
			if (best > 4)
				return false;
			set_stddev(&cells[cell], t);
			continue;
		}
		for (size_t k = 0; k < n_columns; k++) {
			size_t start = margin + BASE_WIDTH + (k ? CELL_WIDTH * (k - 1) : 0);
			size_t value_end = k ? start + CELL_VALUE_END : margin + VALUE_END;

			if (!t->percent && !t->plus && distance(t->end, value_end) < best) {
				best = distance(t->end, value_end);
				best_cell = k;
				change = false;
			}
			if (k && distance(t->end, start + CELL_CHANGE_END) < best) {
				best = distance(t->end, start + CELL_CHANGE_END);
				best_cell = k;
				change = true;
			}
		}
		if (best > 5 || best_cell < cell ||
		    (cells[best_cell].has & (change ? PL_HAS_CHANGE | PL_HAS_VALUE : PL_HAS_VALUE)))
			return false;
		cell = best_cell;
		if (change)
			set_change(&cells[cell], t);
		else
			set_value(&cells[cell], t);
	}
	return true;
}

/* Blanks in front were taken away, so that no figure stands in its column; one may be the
 * blank of a quote mark that had none. */
static bool is_stripped(const struct token *first)
{
	return first->kind == NUMBER &&
	       (first->end + 1 < VALUE_END || (!first->start && first->end < VALUE_END));
}

static bool is_zero(const struct pl_cell *cell)
{
	return (cell->has & PL_HAS_VALUE) && cell->value == 0;
}

/* What zero bases and missing metrics are printed as, told in words. */
static void settle_cells(struct pl_cell *cells, size_t n_columns)
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

static bool assign_rates(const struct token *tokens, size_t n, struct pl_cell *cells,
			 size_t n_columns)
{
	size_t cell = 0;

	if (tokens[0].kind != RATE)
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct token *t = &tokens[i];

		if (t->kind == RATE) {
			if (cells[cell].has & PL_HAS_FAILS && ++cell >= n_columns)
				return false;
			cells[cell].has |= PL_HAS_FAILS;
			cells[cell].fails = t->fails;
			cells[cell].runs = t->runs;
		} else if (t->kind == NUMBER && t->percent && cell + 1 < n_columns) {
			cell++;
			set_change(&cells[cell], t);
		} else {
			return false;
		}
	}
	return cell == n_columns - 1 && (cells[cell].has & PL_HAS_FAILS);
}

/* A name begins with a letter, a digit or a path's slash; a sign that was broken off its
 * number is none. */
static bool may_be_name(struct pl_text name)
{
	bool letter = false;
	double value;
	size_t number = pl_number_at(name, &value);

	if (!name.len || pl_row_text_is_sign(name) ||
	    (!g_ascii_isalnum(name.ptr[0]) && !strchr("_/[<(%", name.ptr[0])))
		return false;
	/* a figure that could not be read: some sign stands behind it */
	if (number && (number == name.len ||
		       (!g_ascii_isalpha(name.ptr[number]) && !strchr("_-./:#", name.ptr[number]))))
		return false;
	for (size_t i = 0; i < name.len; i++)
		letter |= g_ascii_isalpha(name.ptr[i]);
	return letter;
}

/* Where the name begins that stands behind the word of an aggregate, if one does. */
static size_t behind_aggregate(struct pl_text name)
{
	static const struct pl_text words[] = {PL_TEXT("TOTAL "), PL_TEXT("GEO-MEAN ")};
	size_t i = 0;

	for (size_t k = 0; k < G_N_ELEMENTS(words); k++)
		if (pl_text_starts(name, words[k]))
			i = words[k].len;
	while (i < name.len && is_blank(name.ptr[i]))
		i++;
	return i;
}

/* One word, perhaps behind that of an aggregate: where cells are blank, prose that begins
 * with a number would pass for a row. */
static bool is_one_word(struct pl_text name)
{
	return !pl_text_has(pl_text_slice(name, behind_aggregate(name), name.len), ' ');
}

/* What stands behind a name. */
enum note {
	NOTE_NONE,
	NOTE_MARKED, /* it begins with a mark: `[1]`, `<-- (a)`, `# why?` */
	NOTE_WORDS,
};

/* The length of the first word of name, if it can only be the whole name: a metric or a test
 * of these printers has a point or a slash and no blanks. The ids of what fails may have
 * some, one at a time, but not those of kernel messages. */
static size_t whole_name(struct pl_text name, bool fails)
{
	size_t start = behind_aggregate(name), end = start;
	bool parted = false;

	while (end < name.len && !is_blank(name.ptr[end])) {
		parted |= end > start && strchr("./", name.ptr[end]);
		end++;
	}
	if (!parted || !g_ascii_isalnum(name.ptr[start]) || name.ptr[end - 1] == '.')
		return 0;
	if (fails && !pl_text_starts(name, PL_TEXT("dmesg.")) &&
	    !pl_text_starts(name, PL_TEXT("kmsg.")) &&
	    !(end + 1 < name.len && is_blank(name.ptr[end + 1])))
		return 0;
	return end;
}

/* `<---- (a)`, `<== (b)` behind the name are a reader's notes, and so is what begins with
 * any mark behind two blanks, and whatever stands behind a name that is whole. broken_off: a
 * mail program broke the name off its figures, so that prose may stand there. */
static struct pl_text cut_note(struct pl_text name, bool fails, bool broken_off,
			       enum note *note_out)
{
	size_t end = whole_name(name, fails), note = end;

	*note_out = NOTE_NONE;
	for (size_t i = 1; i < name.len; i++) {
		if (!is_blank(name.ptr[i - 1]) || is_blank(name.ptr[i]))
			continue;
		if ((i > 1 && is_blank(name.ptr[i - 2]) && !g_ascii_isalnum(name.ptr[i])) ||
		    (name.ptr[i] == '<' && i + 1 < name.len &&
		     (name.ptr[i + 1] == '-' || name.ptr[i + 1] == '='))) {
			*note_out = NOTE_MARKED;
			return pl_text_trim(pl_text_slice(name, 0, i));
		}
	}
	while (note < name.len && is_blank(name.ptr[note]))
		note++;
	if (!end || (broken_off && note < name.len &&
		     (g_ascii_isalnum(name.ptr[note]) ||
		      pl_text_has(pl_text_trim(pl_text_slice(name, note, name.len)), ' '))))
		return pl_text_trim(name);
	if (note < name.len)
		*note_out = g_ascii_isalnum(name.ptr[note]) ? NOTE_WORDS : NOTE_MARKED;
	return pl_text_slice(name, 0, end - (strchr(",;:", name.ptr[end - 1]) != NULL));
}

/* The length of the mark of a footnote that ends name, which no metric ends in: a star, a dagger,
 * a raised digit, `[1]`, `[a]`, `(1)`; else 0. */
static size_t footnote(struct pl_text name)
{
	static const struct pl_text marks[] = {
	    PL_TEXT("*"),	 PL_TEXT("\xE2\x80\xA0"), PL_TEXT("\xE2\x80\xA1"),
	    PL_TEXT("\xC2\xB9"), PL_TEXT("\xC2\xB2"),	  PL_TEXT("\xC2\xB3"),
	};
	size_t i = name.len, digits = 0, letters = 0;

	for (size_t k = 0; k < G_N_ELEMENTS(marks); k++)
		if (pl_text_ends(name, marks[k]))
			return marks[k].len;
	if (i < 4 || !strchr("])", name.ptr[--i]))
		return 0;
	for (; i && g_ascii_isalnum(name.ptr[i - 1]); i--) {
		digits += g_ascii_isdigit(name.ptr[i - 1]);
		letters += g_ascii_isalpha(name.ptr[i - 1]);
	}
	if (digits + letters == 0 || digits > 2 || letters > 1 || (digits && letters) || i < 2 ||
	    name.ptr[i - 1] != (pl_text_ends(name, PL_TEXT("]")) ? '[' : '(') ||
	    (letters && name.ptr[i - 1] == '(') ||
	    !(g_ascii_isalnum(name.ptr[i - 2]) || strchr(")%", name.ptr[i - 2])))
		return 0;
	return name.len - i + 1;
}

static struct pl_text cut_footnotes(struct pl_text name)
{
	size_t length;

	while ((length = footnote(name)))
		name.len -= length;
	return name;
}

/* A name that shows by itself that it is a metric: one word, dotted. */
static bool is_dotted(struct pl_text name)
{
	bool point = false;

	if (!name.len || !g_ascii_isalpha(name.ptr[0]) || pl_text_find(name, "://"))
		return false;
	for (size_t i = 0; i < name.len; i++) {
		if (is_blank(name.ptr[i]))
			return false;
		if (name.ptr[i] == '.' && i + 1 < name.len)
			point = true;
	}
	return point;
}

/* Without a header the changes must be signed as only the printers do, or stddevs
 * stand beside the values. */
static bool speaks_for_itself(const struct token *tokens, size_t n, struct pl_text name)
{
	bool stddev = false, signs = true;
	size_t numbers = 0;

	if (!is_dotted(name))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (tokens[i].kind == STDDEV)
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
static bool agrees(const struct token *tokens, size_t n)
{
	const struct token *base = NULL, *change = NULL;
	size_t numbers = 0;

	for (size_t i = 0; i < n; i++) {
		const struct token *t = &tokens[i];
		double room, least, most, a, b;

		if (t->kind != NUMBER)
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

/* Reads the tokens of text; *i_out is where what stands behind them begins. Returns how
 * many, MAX_TOKENS where they are too many. */
static size_t read_tokens(struct pl_text text, struct token *tokens, size_t *i_out)
{
	size_t n = 0, column = 0;

	*i_out = 0;
	while (n < MAX_TOKENS && next_token(text, i_out, &column, &tokens[n]))
		n++;
	return n;
}

/* Two figures or more stand in text from i. */
static bool begins_with_figures(struct pl_text text, size_t i)
{
	struct token token;
	size_t column = 0;

	text = pl_text_slice(text, MIN(i, text.len), text.len);
	i = 0;
	return next_token(text, &i, &column, &token) && next_token(text, &i, &column, &token);
}

bool lkp_row_is_cells(struct pl_text text)
{
	struct token tokens[MAX_TOKENS];
	struct pl_text rest;
	size_t i, n = read_tokens(text, tokens, &i);

	rest = pl_text_trim(pl_text_slice(text, i, text.len));
	return n && (!rest.len || pl_row_text_is_sign(rest));
}

bool lkp_row_parse(struct pl_text text, const struct lkp_row_shape *shape, struct pl_cell *cells,
		   struct pl_row *row_out)
{
	struct token tokens[MAX_TOKENS];
	size_t n_columns = shape->n_columns, i, n, numbers = 0, rates = 0, name_end;
	struct pl_text name;
	bool done, whole, headless = !n_columns;
	enum note note;

	n = read_tokens(text, tokens, &i);
	if (!n || n == MAX_TOKENS)
		return false;
	for (size_t k = 0; k < n; k++) {
		numbers += tokens[k].kind == NUMBER;
		rates += tokens[k].kind == RATE;
	}
	whole = i <= shape->laid_out;
	name = cut_note(pl_text_slice(text, i, text.len), rates > 0, i >= shape->laid_out, &note);
	name_end = name.len;
	if (!rates)
		name = cut_footnotes(name);
	if (!may_be_name(name))
		name = PL_TEXT_NONE;
	/* the next row: a paragraph that was filled anew */
	if (note == NOTE_WORDS && begins_with_figures(text, i + name_end))
		return false;
	if (headless) {
		/* prose has one blank in front of each word, and no spreads */
		if (rates || note == NOTE_WORDS || !speaks_for_itself(tokens, n, name) ||
		    (whole && numbers == n && !is_blank(text.ptr[i - 2])) || !agrees(tokens, n))
			return false;
		n_columns = (numbers + 1) / 2;
	}
	if (n_columns > LKP_MAX_COLUMNS)
		return false;
	memset(cells, 0, n_columns * sizeof(*cells));
	memset(row_out, 0, sizeof(*row_out));
	if (rates) {
		row_out->kind = PL_ROW_FAIL;
		done = assign_rates(tokens, n, cells, n_columns);
	} else {
		row_out->kind = PL_ROW_STAT;
		if (numbers == 2 * n_columns - 1 && tokens[0].kind == NUMBER)
			done = assign_full(tokens, n, cells, n_columns) &&
			       (whole || agrees(tokens, n));
		else if (numbers == n_columns && tokens[0].kind == NUMBER &&
			 assign_values(tokens, n, cells))
			done = true;
		else {
			memset(cells, 0, n_columns * sizeof(*cells));
			done = note != NOTE_WORDS && is_one_word(name) &&
			       (whole && !is_stripped(&tokens[0])
				    ? assign_by_column(tokens, n, cells, n_columns, shape->indent)
				    : assign_by_sign(tokens, n, cells, n_columns));
		}
		if (done)
			settle_cells(cells, n_columns);
	}
	if (!done)
		return false;
	row_out->metric = name;
	row_out->cells = cells;
	row_out->n_cells = n_columns;
	return true;
}
