/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_typed.h"

#include <glib.h>

#include "recognizers/bench_figure.h"

#define MINUS "\xE2\x88\x92"

struct pl_text bench_printed(struct pl_arena *arena, const struct pl_line *line)
{
	char *out;
	size_t n = 0;

	if (!line->tilde)
		return line->text;
	out = pl_arena_alloc(arena, line->text.len);
	for (size_t i = 0; i < line->text.len; i++) {
		bool sign = pl_text_starts(bench_behind(line->text, i), PL_TEXT("\xC2\xB1"));

		out[n++] = sign ? '~' : line->text.ptr[i];
		i += sign;
	}
	return (struct pl_text){out, n};
}

/* Lines of a box that are drawn as letters, each become the one that is typed. */
static struct pl_text with_box(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0;

	if (!pl_text_find(text, "\xE2\x94"))
		return text;
	out = pl_arena_alloc(arena, text.len);
	for (size_t i = 0; i < text.len; i++) {
		bool drawn = i + 2 < text.len &&
			     (pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x94")) ||
			      pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x95")));

		if (!drawn) {
			out[n++] = text.ptr[i];
			continue;
		}
		out[n++] = pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x94\x82"))   ? '|'
			   : pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x94\x80")) ? '-'
											    : '+';
		i += 2;
	}
	return (struct pl_text){out, n};
}

/* stress-ng says its name and its process on each line. */
static struct pl_text without_prefix(struct pl_text text)
{
	const char *close;

	if (!pl_text_starts(text, PL_TEXT("stress-ng: ")))
		return text;
	close = pl_text_find(text, "] ");
	return close ? pl_text_slice(text, (size_t)(close - text.ptr) + 2, text.len) : text;
}

/* The minus sign of typography before a digit becomes the one that is typed. */
static struct pl_text with_minus(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0;

	if (!pl_text_find(text, MINUS))
		return text;
	out = pl_arena_alloc(arena, text.len);
	for (size_t i = 0; i < text.len; i++) {
		if (i + 3 < text.len && g_ascii_isdigit(text.ptr[i + 3]) &&
		    pl_text_starts(bench_behind(text, i), PL_TEXT(MINUS))) {
			out[n++] = '-';
			i += 2;
			continue;
		}
		out[n++] = text.ptr[i];
	}
	return (struct pl_text){out, n};
}

/* Tabs as blanks up to the next eighth column, but the first blank of each stays a tab. */
static struct pl_text expand(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0, column = 0;

	if (!pl_text_has(text, '\t'))
		return text;
	out = pl_arena_alloc(arena, text.len * 8 + 1);
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\t') {
			out[n++] = '\t';
			for (column++; column % 8; column++)
				out[n++] = ' ';
			continue;
		}
		column += (text.ptr[i] & 0xC0) != 0x80;
		out[n++] = text.ptr[i];
	}
	return (struct pl_text){out, n};
}

/* A note of the writer (`<----- (1)`) is no part of a row. */
static struct pl_text without_note(struct pl_text text)
{
	const char *arrow = pl_text_find(text, "<--");

	if (!arrow)
		arrow = pl_text_find(text, "<==");
	if (!arrow || arrow == text.ptr || !pl_is_blank(arrow[-1]))
		return text;
	text.len = (size_t)(arrow - text.ptr);
	while (text.len && pl_is_blank(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

struct pl_text bench_typed(struct pl_arena *arena, const struct pl_line *line)
{
	return with_box(arena, without_prefix(bench_printed(arena, line)));
}

struct pl_text bench_laid_out(struct pl_arena *arena, struct pl_text text)
{
	return without_note(expand(arena, with_minus(arena, text)));
}
