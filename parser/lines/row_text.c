/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lines/row_text.h"

#include "lines/odd_chars.h"

/* printed so in 2014 */
#define TILDE PL_TEXT("~")

/* The sign's disguises; of two that begin alike the longer stands first. U+FFFD: the byte was
 * lost on the way. */
static const struct pl_text forms[] = {
    PL_TEXT("\xC3\x83\xE2\x80\x9A\xC3\x82\xC2\xB1"), /* UTF-8 read as windows-1252, twice */
    PL_TEXT("\xC3\x83\xC2\x82\xC3\x82\xC2\xB1"),     /* as latin-1, twice */
    PL_TEXT("\xC3\x82\xC2\xB1"),		     /* once */
    PL_TEXT("A+-"),				     /* the same, in an ASCII archive */
    PL_TEXT("\xC3\xAF\xC2\xBF\xC2\xBD"),	     /* U+FFFD read as latin-1 */
    PL_TEXT("\xEF\xBF\xBD\xEF\xBF\xBD"),
    PL_TEXT("\xEF\xBF\xBD"),
    PL_TEXT("+/-"),
    PL_TEXT("+-"),
    PL_TEXT("&plusmn;"),
    PL_TEXT("&#177;"),
    PL_TEXT("&#xB1;"),
    PL_TEXT("=C2=B1"),
    PL_TEXT("=B1"),
    PL_TEXT("\xC4\x85"),     /* 0xB1 read as latin-2 */
    PL_TEXT("\xC4\xA7"),     /* as latin-3 */
    PL_TEXT("\xD0\x91"),     /* as iso-8859-5 */
    PL_TEXT("\xE2\x95\xA0"), /* as koi8-r */
    PL_TEXT("\xE2\x96\x92"), /* as a code page of DOS */
    PL_TEXT("\xE0\xB8\xB1"), /* as tis-620 */
    PL_TEXT("\xEF\xBD\xB1"), /* as shift_jis */
    TILDE,
    PL_TEXT("??"),
    PL_TEXT("?"),
    PL_TEXT(PL_PLUS_MINUS),
};

/* Behind the sign stand blanks, a number without point, `%`. */
static bool is_stddev(struct pl_text rest)
{
	size_t i = 0, digits = 0, length, columns;

	for (;;) {
		if (i < rest.len && pl_is_blank(rest.ptr[i]))
			i++;
		else if ((length = pl_odd_blank_at(rest, i, &columns)))
			i += length;
		else
			break;
	}
	if (i < rest.len && rest.ptr[i] == '-')
		i++;
	else
		i += pl_odd_dash_at(rest, i);
	while (i < rest.len && g_ascii_isdigit(rest.ptr[i])) {
		i++;
		digits++;
	}
	return digits && i < rest.len && rest.ptr[i] == '%';
}

/* Blanks in front of a spread whose value is blank: in prose and ranges (`5% ~ 10%`)
 * fewer stand there. */
#define MIN_BLANK_VALUE 8

/* Length of the form at the start of text if it stands for the sign, else 0. */
static size_t form_at(struct pl_text text, bool after_value, bool tildes)
{
	if (!after_value || (text.ptr[0] == '~' && !tildes))
		return 0;
	for (size_t k = 0; k < G_N_ELEMENTS(forms); k++)
		if (pl_text_starts(text, forms[k]) &&
		    is_stddev(pl_text_slice(text, forms[k].len, text.len)))
			return forms[k].len;
	return 0;
}

/* A line that has the sign means by a tilde something else: about. */
static bool has_sign(struct pl_text text)
{
	return pl_text_find(text, PL_PLUS_MINUS) || pl_text_find(text, "+-");
}

static bool can_begin_form(char c)
{
	return c == '+' || c == 'A' || c == '~' || c == '?' || c == '&' || c == '=' || (c & 0x80);
}

/* The length of a dash at text[i] that stands for the minus sign of a number or of its
 * exponent, else 0. behind_sign: the plus-minus sign stands in front. */
static size_t minus_at(struct pl_text text, size_t i, bool behind_sign)
{
	size_t length = pl_odd_dash_at(text, i);
	size_t next = i + length;
	bool begins = !i || behind_sign || pl_is_blank(text.ptr[i - 1]) || text.ptr[i - 1] == '(' ||
		      pl_odd_blank_before_end(pl_text_slice(text, 0, i));
	bool exponent = i > 1 && text.ptr[i - 1] == 'e' && g_ascii_isdigit(text.ptr[i - 2]);

	if (!length || next >= text.len)
		return 0;
	if (g_ascii_isdigit(text.ptr[next]))
		return begins || exponent ? length : 0;
	return begins && pl_text_starts(pl_text_slice(text, next, text.len), PL_TEXT("Inf%"))
		   ? length
		   : 0;
}

/* The plus-minus sign ends the n bytes of out. */
static bool after_sign(const char *out, size_t n)
{
	return pl_text_ends((struct pl_text){out, n}, PL_TEXT(PL_PLUS_MINUS));
}

/* A number is the first that stands in text. */
static bool begins_with_number(struct pl_text text)
{
	size_t i = 0, dash;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	dash = minus_at(text, i, false);
	return dash || (i < text.len && g_ascii_isdigit(text.ptr[i]));
}

static bool needs_work(struct pl_text text, unsigned odd)
{
	if (pl_text_has(text, '\t'))
		return true;
	if (odd && pl_odd_find(text) & (PL_ODD_BLANKS | PL_ODD_DASHES))
		return true;
	for (size_t i = 0; i < text.len; i++)
		if (can_begin_form(text.ptr[i]) &&
		    form_at(pl_text_slice(text, i, text.len), true, true) &&
		    !pl_text_starts(pl_text_slice(text, i, text.len), PL_TEXT(PL_PLUS_MINUS)))
			return true;
	return false;
}

/* Bytes that text may grow to: a tab becomes 8 blanks, the sign has two bytes. An odd blank
 * has no fewer bytes than columns. */
static size_t room_for(struct pl_text text)
{
	size_t room = text.len;

	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\t')
			room += 7;
		else if (text.ptr[i] == '~' || text.ptr[i] == '?')
			room++;
	}
	return room;
}

struct pl_text pl_row_text_normalize(struct pl_arena *arena, struct pl_text text, unsigned odd,
				     bool *tilde_inout)
{
	char *out;
	size_t n = 0, column = 0;
	bool after_number = false, tildes;
	size_t blanks = 0; /* in front of the next character */

	if (!text.len || (!(odd & PL_ODD_BLANKS) && !pl_text_has(text, '%') &&
			  !(odd & PL_ODD_DASHES && begins_with_number(text))))
		return text;
	if (!needs_work(text, odd))
		return text;
	tildes = !tilde_inout || *tilde_inout || !pl_text_has(text, '~') || !has_sign(text);
	out = pl_arena_alloc(arena, room_for(text));
	for (size_t i = 0; i < text.len;) {
		struct pl_text rest = pl_text_slice(text, i, text.len);
		size_t form, width;

		if (text.ptr[i] == '\t') {
			do {
				out[n++] = ' ';
				column++;
				blanks++;
			} while (column % 8);
			i++;
		} else if (odd && (form = pl_odd_blank_at(text, i, &width))) {
			memset(out + n, ' ', width);
			n += width;
			column += width;
			blanks += width;
			i += form;
		} else if (odd && (form = minus_at(text, i, after_sign(out, n)))) {
			out[n++] = '-';
			column++;
			i += form;
			after_number = false;
			blanks = 0;
		} else if (can_begin_form(text.ptr[i]) &&
			   (form =
				form_at(rest, after_number || blanks >= MIN_BLANK_VALUE, tildes))) {
			if (tilde_inout)
				*tilde_inout |= text.ptr[i] == '~';
			memcpy(out + n, PL_PLUS_MINUS, 2);
			n += 2;
			column++;
			i += form;
			after_number = false;
			blanks = 0;
		} else {
			char c = text.ptr[i++];

			blanks = pl_is_blank(c) ? blanks + 1 : 0;
			if (!pl_is_blank(c))
				after_number = g_ascii_isdigit(c);
			if ((c & 0xC0) != 0x80)
				column++;
			out[n++] = c;
		}
	}
	return (struct pl_text){out, n};
}

bool pl_row_text_is_sign(struct pl_text text)
{
	for (size_t k = 0; k < G_N_ELEMENTS(forms); k++)
		if (pl_text_equal(text, forms[k]))
			return true;
	return false;
}

bool pl_row_text_is_numbers(struct pl_text text)
{
	size_t numbers = 0, digits = 0;
	bool mark = false, in_number = false;

	if (!text.len ||
	    !(g_ascii_isdigit(text.ptr[text.len - 1]) || text.ptr[text.len - 1] == '%'))
		return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (pl_is_blank(c)) {
			in_number = false;
			continue;
		}
		if (c == '%' || (c & 0x80) || c == ':')
			mark = true;
		else if (!g_ascii_isdigit(c) && !strchr("+-.eINnfa", c))
			return false;
		if ((c & 0x80) && i + 1 < text.len) {
			if (memcmp(text.ptr + i, PL_PLUS_MINUS, 2) != 0)
				return false;
			i++;
			continue;
		}
		digits += g_ascii_isdigit(c);
		if (!in_number && (g_ascii_isdigit(c) || c == '-' || c == '+')) {
			in_number = true;
			numbers++;
		}
	}
	return numbers >= 2 && digits >= 2 && mark;
}

bool pl_row_text_is_name(struct pl_text text)
{
	size_t i = 0, start, marks = 0;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	if (i > 12)
		return false;
	start = i;
	if (i >= text.len || !g_ascii_isalpha(text.ptr[i]))
		return false;
	for (; i < text.len && !pl_is_blank(text.ptr[i]); i++)
		marks += (text.ptr[i] == '.' || text.ptr[i] == '/') && i > start;
	/* elided */
	if (i == text.len && pl_text_ends(text, PL_TEXT("...")))
		return marks > 3;
	/* the last character is no mark: a sentence ends with a point */
	return i == text.len && marks && g_ascii_isgraph(text.ptr[i - 1]) &&
	       text.ptr[i - 1] != '.' && text.ptr[i - 1] != ':' && i - start > 4;
}
