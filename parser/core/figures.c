/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/figures.h"

#include <glib.h>

#include <perflore/arena.h>

/* Lines without figures that a stretch may run over: rules, headings, broken rows. */
#define MAX_GAP 8
/* Quotes deeper than this share one memory of being inside a patch. */
#define MAX_DEPTH 32
/* The shortest line that is looked at */
#define MIN_LINE 4

enum {
	OPENS = 1, /* may stand in front of a number */
	SIGN = 2,
	DIGIT = 4,
};

static const unsigned char class_of[256] = {
    [' '] = OPENS, ['\t'] = OPENS, ['('] = OPENS, ['['] = OPENS, ['|'] = OPENS,
    ['*'] = OPENS, ['='] = OPENS,  ['~'] = SIGN,  ['+'] = SIGN,	 ['-'] = SIGN,
    ['0'] = DIGIT, ['1'] = DIGIT,  ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,
    ['5'] = DIGIT, ['6'] = DIGIT,  ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
};

/* Eight bytes at once: one of 0x30 to 0x3F is among the bytes of text, as digits are. */
static bool may_have_digits(struct pl_text text)
{
	const uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;
	size_t i = 0;

	for (; i + 8 <= text.len; i += 8) {
		uint64_t bytes;

		memcpy(&bytes, text.ptr + i, 8);
		/* zero where the upper half of a byte is 3 */
		bytes = (bytes ^ 0x30 * ones) & 0xF0 * ones;
		if ((bytes - ones) & ~bytes & high)
			return true;
	}
	for (; i < text.len; i++)
		if (class_of[(unsigned char)text.ptr[i]] == DIGIT)
			return true;
	return false;
}

/* Numbers in text that something parts from what stands before. */
static unsigned count_numbers(struct pl_text text)
{
	unsigned n = 0, before = 0, last = OPENS;

	for (size_t i = 0; i < text.len; i++) {
		unsigned c = class_of[(unsigned char)text.ptr[i]];

		n += (c >> 2) & (last | ((last >> 1) & before)) & 1;
		before = last;
		last = c;
	}
	return n;
}

/* `[   12.345678]` or `<4>[   12.345678]` */
static bool is_log(struct pl_text text)
{
	size_t i = 0;

	if (text.ptr[0] == '<')
		i = 3;
	if (i + 4 >= text.len || text.ptr[i] != '[')
		return false;
	for (i++; i < text.len && text.ptr[i] == ' '; i++)
		;
	while (i < text.len && class_of[(unsigned char)text.ptr[i]] == DIGIT)
		i++;
	return i < text.len && text.ptr[i] == '.';
}

/* Blanks, a tab or a bar part something in text: columns, perhaps. */
static bool has_gap(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	text = pl_text_slice(text, i, text.len);
	return pl_text_find(text, "  ") || pl_text_has(text, '\t') || pl_text_has(text, '|');
}

/* `label: 12` */
static bool has_pair(struct pl_text text)
{
	const char *colon;

	while ((colon = pl_text_find(text, ": "))) {
		text = pl_text_slice(text, (size_t)(colon - text.ptr) + 2, text.len);
		if (text.len && class_of[(unsigned char)text.ptr[0]] >= SIGN)
			return true;
	}
	return false;
}

/* Behind the first ` = ` before a digit; no text where there is none */
static struct pl_text behind_equals(struct pl_text text)
{
	const char *equals = pl_text_find(text, " = ");

	if (!equals)
		return PL_TEXT_NONE;
	text = (struct pl_text){equals + 3, (size_t)(text.ptr + text.len - equals) - 3};
	return text.len && class_of[(unsigned char)text.ptr[0]] == DIGIT ? text : PL_TEXT_NONE;
}

/* `time = 9.140s, overhead = 6.292s`: two pairs, with a comma between them */
static bool has_equations(struct pl_text text)
{
	struct pl_text first = behind_equals(text), second = behind_equals(first);
	const char *comma = pl_text_find(first, ", ");

	return second.len && comma && comma < second.ptr;
}

/* The longest figure with its unit that is a line of its own */
#define MAX_BARE 16

/* `81341 us`, of a line that begins with a digit: nothing but a number and letters */
static bool is_bare(struct pl_text text)
{
	size_t i = 0;

	if (text.len > MAX_BARE)
		return false;
	while (i < text.len && (class_of[(unsigned char)text.ptr[i]] == DIGIT ||
				text.ptr[i] == '.' || text.ptr[i] == ','))
		i++;
	if (i < text.len && text.ptr[i] == ' ')
		i++;
	for (size_t from = i; i < text.len; i++)
		if (!g_ascii_isalpha(text.ptr[i]) && (text.ptr[i] != '/' || i == from))
			return false;
	return g_ascii_isalpha(text.ptr[text.len - 1]);
}

/* One number: it must be set apart like a cell, or begin the line. */
static bool is_lone_cell(struct pl_text text)
{
	size_t i = 0, end = text.len;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	if (class_of[(unsigned char)text.ptr[i]] == DIGIT)
		return i > 0 || pl_text_has(text, '%') || is_bare(text);
	while (end && class_of[(unsigned char)text.ptr[end - 1]] != DIGIT)
		end--;
	while (end && class_of[(unsigned char)text.ptr[end - 1]] != OPENS)
		end--;
	if (end < 2)
		return false;
	if (text.ptr[end - 1] == '\t' || text.ptr[end - 1] == '|')
		return true;
	return text.ptr[end - 1] == ' ' &&
	       (text.ptr[end - 2] == ' ' || text.ptr[end - 2] == ':' || text.ptr[end - 2] == '|');
}

static bool has_figures(struct pl_text text)
{
	unsigned n;

	if (text.len < MIN_LINE || !may_have_digits(text))
		return false;
	switch (text.ptr[text.len - 1]) { /* code and prose, mostly */
	case ';':
	case '{':
	case '}':
	case ',':
	case ':':
	case '\\':
	case '>':
		return false;
	case '+': /* a patch's statistics */
	case '-':
		if (text.ptr[text.len - 2] != ' ' && text.ptr[text.len - 2] != '/')
			return false;
	}
	/* an added line; a profile's entries begin so, too */
	if (text.ptr[0] == '+' && (text.ptr[1] != ' ' || !pl_text_has(text, '%')))
		return false;
	n = count_numbers(text);
	if (!n)
		return false;
	if ((text.ptr[0] == '[' || text.ptr[0] == '<') && is_log(text))
		return false;
	if (n == 1)
		return is_lone_cell(text);
	/* fio's samples; before and after; times in a line */
	if (n > 3 || has_gap(text) || pl_text_find(text, "OPS=") || pl_text_find(text, " -> ") ||
	    pl_text_find(text, " => ") || pl_text_find(text, "real ") ||
	    pl_text_find(text, ") compared to "))
		return true;
	return has_pair(text) || has_equations(text);
}

/* Keeps track of patches: from `diff --git` or `@@ ` to a line that is none of a
 * patch's and stands behind a blank one. */
static bool in_patch(bool *patch, const struct pl_line *line, bool after_blank)
{
	struct pl_text text = line->text;

	if (!text.len)
		return *patch;
	switch (text.ptr[0]) {
	case 'd':
		if (pl_text_starts(text, PL_TEXT("diff --git ")) ||
		    pl_text_starts(text, PL_TEXT("diff -")))
			*patch = true;
		break;
	case '@':
		if (pl_text_starts(text, PL_TEXT("@@ -")))
			*patch = true;
		return *patch;
	case 'I':
		if (pl_text_starts(text, PL_TEXT("Index: ")))
			*patch = true;
		break;
	case '-':
		if (pl_text_equal(text, PL_TEXT("--")))
			*patch = false;
		return *patch;
	case ' ':
	case '+':
	case '\t':
	case '\\':
		return *patch;
	}
	if (*patch && after_blank && !pl_text_starts(text, PL_TEXT("diff -")) &&
	    !pl_text_starts(text, PL_TEXT("Index: ")))
		*patch = false;
	return *patch;
}

const bool *pl_figures_patches(struct pl_arena *arena, const struct pl_lines *lines)
{
	bool *inside = pl_arena_alloc(arena, lines->n + 1), patches[MAX_DEPTH] = {false};
	bool after_blank = true;
	unsigned depth = 0;

	for (uint32_t i = 0; i < lines->n; i++) {
		const struct pl_line *line = &lines->v[i];

		after_blank |= line->depth != depth;
		depth = line->depth;
		inside[i] = in_patch(&patches[MIN(depth, MAX_DEPTH - 1)], line, after_blank);
		after_blank = !line->text.len;
	}
	return inside;
}

/* A single line needs at least three figures in columns. */
static bool may_stand_alone(const struct pl_lines *lines, const struct pl_stretch *stretch)
{
	struct pl_text text = lines->v[stretch->from].text;

	return stretch->to - stretch->from > 1 || (count_numbers(text) > 2 && has_gap(text));
}

struct pl_figures pl_figures_find(struct pl_arena *arena, const struct pl_lines *lines)
{
	struct pl_figures found = {NULL, 0};
	struct pl_stretch *last = NULL;
	bool patches[MAX_DEPTH] = {false};
	bool after_blank = true;
	unsigned depth = 0;

	for (uint32_t i = 0; i < lines->n; i++) {
		const struct pl_line *line = &lines->v[i];
		bool *patch = &patches[line->depth < MAX_DEPTH ? line->depth : MAX_DEPTH - 1];

		if (line->depth != depth) {
			depth = line->depth;
			after_blank = true;
			if (last && !may_stand_alone(lines, last))
				found.n--;
			last = NULL;
		}
		if (!in_patch(patch, line, after_blank) && has_figures(line->text)) {
			if (!last || i - last->to > MAX_GAP) {
				if (last && !may_stand_alone(lines, last))
					found.n--;
				last = PL_PUSH(arena, found.v, found.n);
				last->from = i;
			}
			last->to = i + 1;
		}
		after_blank = !line->text.len;
	}
	if (last && !may_stand_alone(lines, last))
		found.n--;
	return found;
}
