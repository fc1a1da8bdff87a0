/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text of mails, fit for a terminal.
 */
#include <perflore/format.h>

/* Controls, and what changes the direction or the lines of a text. */
static bool is_harmful(gunichar c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
	       (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
	       (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

void pl_plain(GString *out, struct pl_text text)
{
	char *valid = g_utf8_make_valid(text.len ? text.ptr : "", (gssize)text.len);

	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		if (c == '\t')
			g_string_append_c(out, ' ');
		else if (is_harmful(c) && c < 0x80)
			g_string_append_printf(out, "\\x%02x", c);
		else if (is_harmful(c))
			g_string_append_printf(out, "\\u{%x}", c);
		else
			g_string_append_unichar(out, c);
	}
	g_free(valid);
}

static unsigned width_of(gunichar c)
{
	return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

static unsigned columns_of(const char *text)
{
	unsigned width = 0;

	for (; *text; text = g_utf8_next_char(text))
		width += width_of(g_utf8_get_char(text));
	return width;
}

/* The longest beginning of text that has at most width columns. */
static const char *fit_start(const char *text, unsigned width)
{
	unsigned used = 0;

	for (; *text; text = g_utf8_next_char(text)) {
		used += width_of(g_utf8_get_char(text));
		if (used > width)
			break;
	}
	return text;
}

/* Marks may stand on a letter without a bound; a terminal cell takes a few. */
static void append_bounded(GString *out, const char *from, const char *to)
{
	unsigned marks = 0;

	for (; from < to; from = g_utf8_next_char(from)) {
		gunichar c = g_utf8_get_char(from);

		marks = width_of(c) ? 0 : marks + 1;
		if (marks <= 4)
			g_string_append_unichar(out, c);
	}
}

static void cut(GString *out, struct pl_text text, unsigned width, unsigned tail)
{
	GString *plain = g_string_new(NULL);
	unsigned have;
	const char *end;

	pl_plain(plain, text);
	have = columns_of(plain->str);
	if (have <= width) {
		append_bounded(out, plain->str, plain->str + plain->len);
	} else if (width) {
		append_bounded(out, plain->str, fit_start(plain->str, width - 1 - tail));
		g_string_append_unichar(out, 0x2026);
		end = fit_start(plain->str, have - tail);
		append_bounded(out, end, plain->str + plain->len);
	}
	g_string_free(plain, TRUE);
}

void pl_plain_cut(GString *out, struct pl_text text, unsigned width)
{
	cut(out, text, width, 0);
}

void pl_plain_cut_middle(GString *out, struct pl_text text, unsigned width)
{
	cut(out, text, width, width / 2);
}
