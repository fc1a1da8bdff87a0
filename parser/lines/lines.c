/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Physical lines become logical ones in three steps, each cheap on lines that hold
 * nothing: unquote; undo what mail does to a row (tabs, NBSP, the plus-minus sign in
 * disguise); join what a mail program broke (soft breaks of format=flowed, a metric
 * name pushed to a line of its own).
 */
#include <perflore/lines.h>

#include "lines/double_spaced.h"
#include "lines/odd_chars.h"
#include "lines/row_text.h"

/* The bytes of the blank at text[i], 0 where there is none: a page has others than an editor. */
static size_t blank_at(struct pl_text text, size_t i)
{
	size_t columns;

	if (i < text.len && text.ptr[i] == ' ')
		return 1;
	return pl_odd_blank_at(text, i, &columns);
}

struct pl_text pl_line_unquote(struct pl_text line, unsigned *depth_out)
{
	size_t i = 0, blank;
	unsigned depth = 0;

	while (i < line.len) {
		if (line.ptr[i] == '>') {
			depth++;
			i++;
			continue;
		}
		blank = depth ? blank_at(line, i) : 0;
		if (!blank || i + blank >= line.len || line.ptr[i + blank] != '>')
			break;
		i += blank;
	}
	if (depth)
		i += blank_at(line, i);
	*depth_out = depth;
	return pl_text_slice(line, i, line.len);
}

static size_t indent_of(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	return i;
}

/* A soft break never continues what is laid out in columns or is a rule. */
static bool continues_flowed(struct pl_text text)
{
	size_t columns;

	return text.len && !pl_is_blank(text.ptr[0]) && !pl_odd_blank_at(text, 0, &columns) &&
	       !pl_text_starts(text, PL_TEXT("---")) && !pl_text_starts(text, PL_TEXT("===")) &&
	       !pl_text_starts(text, PL_TEXT("***"));
}

/* The longest line that may be a row of a table */
#define MAX_ROW 512

/* Gaps in text part three columns or more. Those behind a sentence part none. */
static bool has_columns(struct pl_text text)
{
	size_t gaps = 0;

	if (text.len > MAX_ROW)
		return false;
	for (size_t i = indent_of(text) + 1; i + 2 < text.len; i++)
		gaps += pl_is_blank(text.ptr[i]) && pl_is_blank(text.ptr[i + 1]) &&
			!pl_is_blank(text.ptr[i + 2]) && !strchr(".!?:", text.ptr[i - 1]);
	return gaps > 1;
}

/* Below labels or another row, text is a row of its own: what is broken off one has no name
 * in front of its figures. */
static bool begins_row(struct pl_text above, struct pl_text text)
{
	return text.len && g_ascii_isalpha(text.ptr[0]) && has_columns(text) && has_columns(above);
}

/* The line ends in a hex id: a header of a comparison table, which is printed with
 * a blank at its end. */
static bool ends_in_id(struct pl_text text)
{
	size_t n = 0;

	while (n < text.len && g_ascii_isxdigit(text.ptr[text.len - 1 - n]))
		n++;
	return n >= 12;
}

static struct pl_text trim_end(struct pl_text text)
{
	while (text.len) {
		char c = text.ptr[text.len - 1];
		size_t odd;

		if (pl_is_blank(c) || c == '\r')
			text.len--;
		else if (c & 0x80 && (odd = pl_odd_blank_before_end(text)))
			text.len -= odd;
		else
			break;
	}
	return text;
}

struct splitter {
	struct pl_arena *arena;
	const struct pl_limits *limits;
	struct pl_problems *problems;
	unsigned odd; /* what the part holds, of enum pl_odd */
	struct pl_line *v;
	size_t n, room;
	bool soft;    /* the last line ends in a soft break */
	size_t gap;   /* blanks that stand there and belong to the text */
	char *joined; /* text of the last line, if it was joined; has room for joined_room */
	size_t joined_room;
	bool raw; /* pieces were joined to the last line since it was normalized */
};

/* Joins text to the last line, `gap` blanks between; the caller knows that it belongs
 * there. */
static void join(struct splitter *s, struct pl_text text, size_t gap)
{
	struct pl_line *last = &s->v[s->n - 1];
	size_t length = last->text.len + gap + text.len;

	if (length > s->limits->line_bytes) {
		pl_problem_add(s->arena, s->problems, PL_TEXT("line-too-long"), PL_TEXT_NONE);
		return;
	}
	/* hundreds of pieces may follow: room for twice as much */
	if (last->text.ptr != s->joined || length > s->joined_room) {
		s->joined_room = 2 * length;
		s->joined = pl_arena_alloc(s->arena, s->joined_room);
		memcpy(s->joined, last->text.ptr, last->text.len);
		last->text.ptr = s->joined;
	}
	memset(s->joined + last->text.len, ' ', gap);
	memcpy(s->joined + last->text.len + gap, text.ptr, text.len);
	last->text.len = length;
	last->pieces++;
}

/* The last line has all its pieces. */
static void finish(struct splitter *s)
{
	struct pl_line *last;

	if (!s->raw)
		return;
	last = &s->v[s->n - 1];
	last->text = pl_row_text_normalize(s->arena, last->text, s->odd, &last->tilde);
	s->raw = false;
}

static struct pl_line *add(struct splitter *s, struct pl_text text, uint32_t number, unsigned depth)
{
	struct pl_line *line;

	if (s->n == s->room) {
		size_t room = s->room ? 2 * s->room : 64;
		struct pl_line *v = pl_arena_alloc(s->arena, room * sizeof(*v));

		if (s->n)
			memcpy(v, s->v, s->n * sizeof(*v));
		s->v = v;
		s->room = room;
	}
	line = &s->v[s->n++];
	line->text = text;
	line->number = number;
	line->depth = (uint16_t)depth;
	line->pieces = 1;
	return line;
}

/* Takes one physical line. */
static void take(struct splitter *s, const struct pl_part *part, struct pl_text raw,
		 uint32_t number)
{
	unsigned depth = 0;
	struct pl_text text;
	struct pl_line *last = s->n ? &s->v[s->n - 1] : NULL;
	bool soft = s->soft, tilde = false;
	size_t gap = s->gap, length;

	text = s->odd & PL_ODD_INVISIBLE ? pl_odd_strip(s->arena, raw) : raw;
	if (text.len && text.ptr[0] == '>')
		text = pl_line_unquote(text, &depth);
	if (depth > s->limits->quote_depth) {
		depth = (unsigned)s->limits->quote_depth;
		pl_problem_add(s->arena, s->problems, PL_TEXT("quoted-too-deep"), PL_TEXT_NONE);
	}
	if (part->flowed && !depth && text.len && text.ptr[0] == ' ')
		text = pl_text_slice(text, 1, text.len);
	s->soft = part->flowed && text.len && text.ptr[text.len - 1] == ' ' &&
		  !pl_text_equal(text, PL_TEXT("-- "));
	length = text.len;
	text = trim_end(text);
	s->gap = s->soft ? length - text.len - (part->delsp ? 1 : 0) : 0;
	if (s->odd & (PL_ODD_DASHES | PL_ODD_LONG))
		text = pl_odd_rule(s->arena, text);
	if (text.len > s->limits->line_bytes) {
		text.len = s->limits->line_bytes;
		pl_problem_add(s->arena, s->problems, PL_TEXT("line-too-long"), PL_TEXT_NONE);
	}
	s->soft = s->soft && text.len && !ends_in_id(text);
	if (soft && last && last->depth == depth && continues_flowed(text) &&
	    !begins_row(last->text, text)) {
		join(s, text, gap);
		s->raw = true;
		return;
	}
	finish(s);
	text = pl_row_text_normalize(s->arena, text, s->odd, &tilde);
	/* some programs give no marks to what they break off */
	if (last && last->depth >= depth && pl_row_text_is_numbers(last->text) &&
	    pl_row_text_is_name(text)) {
		join(s, pl_text_slice(text, indent_of(text), text.len), 2);
		return;
	}
	add(s, text, number, depth)->tilde = tilde;
}

void pl_lines_split(struct pl_arena *arena, const struct pl_part *part, uint32_t first,
		    const struct pl_limits *limits, struct pl_problems *problems,
		    struct pl_lines *lines_out, uint32_t *next_out)
{
	struct splitter s = {.arena = arena, .limits = limits, .problems = problems};
	const char *p = part->text.ptr, *end = p + part->text.len;
	uint32_t number = first;

	s.odd = pl_odd_find(part->text);
	while (part->text.len && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;

		if (number > limits->lines) {
			pl_problem_add(arena, problems, PL_TEXT("too-many-lines"), PL_TEXT_NONE);
			for (number++; newline && newline + 1 < end; number++)
				newline = memchr(newline + 1, '\n', (size_t)(end - newline - 1));
			break;
		}
		take(&s, part, (struct pl_text){p, (size_t)(stop - p)}, number++);
		p = newline ? newline + 1 : end;
	}
	finish(&s);
	lines_out->v = s.v;
	lines_out->n = pl_lines_close_up(s.v, s.n);
	lines_out->first = first;
	lines_out->filename = part->filename;
	*next_out = number;
}
