/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_token.h"

#include <math.h>

#include <glib.h>

#include "core/number.h"
#include "lines/row_text.h"

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
static size_t rate_at(struct pl_text text, struct lkp_token *token)
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
static bool next_token(struct pl_text text, size_t *i, size_t *column, struct lkp_token *token)
{
	size_t k = *i, length;
	struct pl_text rest;

	while (k < text.len && pl_is_blank(text.ptr[k])) {
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

		while (blanks < rest.len && pl_is_blank(rest.ptr[blanks]))
			blanks++;
		length = pl_number_at(pl_text_slice(rest, blanks, rest.len), &token->value);
		if (!length || blanks + length >= rest.len || rest.ptr[blanks + length] != '%')
			return false;
		token->kind = LKP_STDDEV;
		*i = k + blanks + length + 1;
		*column += blanks + length;
		token->end = *column;
		return true;
	}
	length = rate_at(rest, token);
	if (length) {
		token->kind = LKP_RATE;
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
	if (length < rest.len && !pl_is_blank(rest.ptr[length]) &&
	    !pl_text_starts(pl_text_slice(rest, length, rest.len), PL_TEXT(PL_PLUS_MINUS)))
		return false;
	*i = k + length;
	*column += length;
	return true;
}

size_t lkp_read_tokens(struct pl_text text, struct lkp_token *tokens, size_t *i_out)
{
	size_t n = 0, column = 0;

	*i_out = 0;
	while (n < LKP_MAX_TOKENS && next_token(text, i_out, &column, &tokens[n]))
		n++;
	return n;
}

bool lkp_begins_with_figures(struct pl_text text, size_t i)
{
	struct lkp_token token;
	size_t column = 0;

	text = pl_text_slice(text, MIN(i, text.len), text.len);
	i = 0;
	return next_token(text, &i, &column, &token) && next_token(text, &i, &column, &token);
}
