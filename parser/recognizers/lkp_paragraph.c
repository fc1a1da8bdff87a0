/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_paragraph.h"

#include <glib.h>

/* The shortest width that mail programs fill lines to. */
#define MIN_WIDTH 62

const struct pl_line *lkp_line(const struct pl_scan *scan, size_t i)
{
	return &scan->lines->v[i];
}

/* Lines that a mail program may have broken off one, and given fewer marks. */
#define MAX_PIECES 3

/* Line i is of that depth, or a piece that was broken off such a line. */
static bool goes_on(const struct pl_scan *scan, size_t i, unsigned depth)
{
	for (size_t k = 0; k < MAX_PIECES && k <= i; k++) {
		const struct pl_line *line = lkp_line(scan, i - k);

		if (line->depth == depth)
			return true;
		if (line->depth > depth || !line->text.len)
			return false;
	}
	return false;
}

/* Behind the pieces that begin with line i text of that depth goes on, or nothing. */
static bool comes_back(const struct pl_scan *scan, size_t i, unsigned depth)
{
	size_t end = MIN(i + MAX_PIECES + 1, scan->lines->n);

	for (; i < end; i++) {
		if (lkp_line(scan, i)->depth == depth)
			return true;
		if (lkp_line(scan, i)->depth > depth || !lkp_line(scan, i)->text.len)
			return false;
	}
	return i == scan->lines->n;
}

struct pl_text lkp_below(struct pl_scan *scan, size_t i, unsigned depth)
{
	const struct pl_line *line = lkp_line(scan, i);

	if (i + 1 >= scan->lines->n)
		return PL_TEXT_NONE;
	if (line[1].depth != depth &&
	    (line[1].depth > depth || !goes_on(scan, i, depth) || !comes_back(scan, i + 1, depth)))
		return PL_TEXT_NONE;
	return pl_text_trim(line[1].text);
}

bool lkp_was_full(const struct pl_scan *scan, size_t i, struct pl_text rest)
{
	const struct pl_line *line = lkp_line(scan, i);
	size_t marks = line->depth ? line->depth + 1 : 0, word = 0;

	while (word < rest.len && rest.ptr[word] != ' ')
		word++;
	return marks + line->text.len + 1 + word >= MIN_WIDTH;
}

/* Was a word, or a number, broken behind a hyphen that ends text? */
static bool is_parted(struct pl_text text, struct pl_text rest)
{
	char before;

	if (text.len < 2 || !rest.len || !strchr("-+", text.ptr[text.len - 1]))
		return false;
	before = text.ptr[text.len - 2];
	if (before == ' ')
		return g_ascii_isdigit(rest.ptr[0]) && pl_text_has(rest, '%');
	return text.ptr[text.len - 1] == '-' && g_ascii_isalnum(before) &&
	       g_ascii_isalnum(rest.ptr[0]);
}

struct pl_text lkp_join(struct pl_arena *arena, struct pl_text text, struct pl_text rest)
{
	return pl_arena_printf(arena, "%.*s%s%.*s", (int)text.len, text.ptr,
			       is_parted(text, rest) ? "" : " ", (int)rest.len, rest.ptr);
}

struct pl_text lkp_piece(const struct pl_scan *scan, size_t i, unsigned depth)
{
	const struct pl_line *next = lkp_line(scan, i) + 1;

	if (i + 1 >= scan->lines->n || next->depth > depth || !goes_on(scan, i, depth))
		return PL_TEXT_NONE;
	return pl_text_trim(next->text);
}

struct pl_text lkp_paragraph(struct pl_scan *scan, size_t i, size_t more)
{
	struct pl_text text = lkp_line(scan, i)->text;
	unsigned depth = lkp_line(scan, i)->depth;

	for (size_t k = 0; k < more; k++) {
		struct pl_text rest = lkp_below(scan, i + k, depth);

		if (!rest.len)
			break;
		text = lkp_join(scan->arena, text, rest);
	}
	return text;
}

struct pl_text lkp_broken_off(struct pl_scan *scan, size_t i, size_t more)
{
	const struct pl_line *line = lkp_line(scan, i);
	struct pl_text text = line->text;
	bool fewer = false;

	for (size_t k = 1; k <= more; k++) {
		if (i + k >= scan->lines->n || line[k].depth > line->depth || !line[k].text.len)
			return PL_TEXT_NONE;
		fewer |= line[k].depth < line->depth;
		text = lkp_join(scan->arena, text, pl_text_trim(line[k].text));
	}
	return fewer ? text : PL_TEXT_NONE;
}

/* Brackets that are open at the end of text */
static int open_brackets(struct pl_text text)
{
	int n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += (text.ptr[i] == '(') - (text.ptr[i] == ')');
	return n;
}

/* rest, a comment for all that its place tells, closes the bracket of a value: nothing but a
 * version stands behind it, and no smiley is there. */
static bool closes_bracket(struct pl_text rest)
{
	size_t i = rest.len, next;

	while (i && rest.ptr[i - 1] != ')')
		i--;
	for (next = i; next < rest.len && rest.ptr[next] == ' ';)
		next++;
	return i > 1 && g_ascii_isalnum(rest.ptr[i - 2]) &&
	       (next == rest.len || rest.ptr[i] == ',' || g_ascii_isdigit(rest.ptr[next]));
}

/* The word in front of the bracket that ends text; empty where none does. */
static struct pl_text before_last_bracket(struct pl_text text)
{
	size_t end = text.len, start;

	if (!text.len || text.ptr[text.len - 1] != ')')
		return PL_TEXT_NONE;
	while (end && text.ptr[end - 1] != '(')
		end--;
	while (end && strchr("( ", text.ptr[end - 1]))
		end--;
	for (start = end; start && text.ptr[start - 1] != ' ';)
		start--;
	return pl_text_slice(text, start, end);
}

/* The name of a compiler or linker: a version stands behind it, and behind its bracket. */
static bool is_tool(struct pl_text word)
{
	return pl_text_find(word, "gcc") || pl_text_find(word, "clang") ||
	       pl_text_ends(word, PL_TEXT("ld"));
}

/* A configuration or a compiler ends with one word, a version, or a bracket that is closed.
 * Where it does not, some of it is missing. */
static bool is_cut(struct pl_text value)
{
	size_t start = value.len;

	if (open_brackets(value) > 0 || is_tool(before_last_bracket(value)))
		return true;
	while (start && value.ptr[start - 1] != ' ')
		start--;
	return value.ptr[value.len - 1] == ',' ||
	       (start && value.ptr[value.len - 1] != ')' && g_ascii_isalpha(value.ptr[start]));
}

/* The line below line i, which ends a value, belongs to it: a bracket is open, or more is
 * missing or could stand there, and the next word did not fit. */
static bool is_rest_of_value(struct pl_scan *scan, size_t i, unsigned depth, struct pl_text value,
			     struct pl_text rest)
{
	if (open_brackets(value) > 0)
		return lkp_line(scan, i + 1)->depth == depth || closes_bracket(rest);
	if (rest.ptr[0] != '(' && (pl_text_has(rest, ':') || strchr("[|#+-=", rest.ptr[0])))
		return false;
	return (rest.ptr[0] == '(' || g_ascii_isdigit(rest.ptr[0]) || is_cut(value)) &&
	       lkp_was_full(scan, i, rest);
}

struct pl_text lkp_value(struct pl_scan *scan, size_t i, struct pl_text value)
{
	unsigned depth = lkp_line(scan, i)->depth;
	struct pl_text whole = value;

	for (size_t k = 0; k < MAX_PIECES; k++) {
		bool open = open_brackets(value) > 0;
		struct pl_text rest =
		    open ? lkp_piece(scan, i + k, depth) : lkp_below(scan, i + k, depth);

		if (!rest.len || !is_rest_of_value(scan, i + k, depth, value, rest))
			break;
		value = lkp_join(scan->arena, value, rest);
		if (open_brackets(value) <= 0)
			whole = value;
	}
	if (is_cut(whole))
		lkp_is_cut(scan, whole);
	return whole;
}

void lkp_is_cut(struct pl_scan *scan, struct pl_text value)
{
	pl_problem_add(scan->arena, &scan->message->mail->problems, PL_TEXT("field-cut"), value);
}

struct pl_text lkp_keyed(struct pl_scan *scan, size_t i)
{
	struct pl_text text = lkp_line(scan, i)->text, rest, below;

	if (!text.len || text.ptr[text.len - 1] != ':')
		return text;
	rest = lkp_piece(scan, i, lkp_line(scan, i)->depth);
	below = lkp_below(scan, i, lkp_line(scan, i)->depth);
	if (pl_text_starts(rest, PL_TEXT("http")))
		below = rest;
	return below.len ? lkp_join(scan->arena, text, below) : text;
}
