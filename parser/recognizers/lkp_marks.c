/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_marks.h"

#include <glib.h>

/* `**"` is as long as marks get. */
#define MAX_RUN 4

/* Marks that stand together. */
struct run {
	size_t from, to;
	char kinds[MAX_RUN]; /* from the outside inwards */
	size_t n;
};

/* The mark at text[i], quotes of all kinds as the plain ones; *length_out is its bytes. */
static char mark_at(struct pl_text text, size_t i, size_t *length_out)
{
	*length_out = 1;
	if (strchr("*`\"'_", text.ptr[i]))
		return text.ptr[i];
	*length_out = 3;
	if (i + 2 >= text.len || text.ptr[i] != '\xE2' || text.ptr[i + 1] != '\x80')
		return '\0';
	switch ((unsigned char)text.ptr[i + 2]) {
	case 0x98:
	case 0x99:
		return '\'';
	case 0x9C:
	case 0x9D:
		return '"';
	default:
		return '\0';
	}
}

static struct run run_before(struct pl_text text, size_t from, size_t to)
{
	struct run run = {from, from, {0}, 0};

	while (run.to < to && run.n < MAX_RUN) {
		size_t length;
		char kind = mark_at(text, run.to, &length);

		if (!kind)
			break;
		run.kinds[run.n++] = kind;
		run.to += length;
	}
	return run;
}

static struct run run_behind(struct pl_text text, size_t from, size_t to)
{
	struct run run = {to, to, {0}, 0};

	while (run.from > from && run.n < MAX_RUN) {
		size_t length, back = text.ptr[run.from - 1] & 0x80 ? 3 : 1;
		char kind =
		    run.from - from >= back ? mark_at(text, run.from - back, &length) : '\0';

		if (!kind || length != back)
			break;
		run.kinds[run.n++] = kind;
		run.from -= back;
	}
	return run;
}

static bool is_pair(const struct run *a, const struct run *b)
{
	return a->n && a->n == b->n && memcmp(a->kinds, b->kinds, a->n) == 0;
}

static void blot(char *text, const struct run *a, const struct run *b)
{
	memset(text + a->from, '\0', a->to - a->from);
	memset(text + b->from, '\0', b->to - b->from);
}

static bool may_have_marks(struct pl_text text)
{
	return pl_text_has(text, '*') || pl_text_has(text, '`') || pl_text_has(text, '"') ||
	       pl_text_has(text, '\'') || pl_text_has(text, '_') || pl_text_has(text, '\xE2');
}

struct pl_text lkp_unmark(struct pl_arena *arena, struct pl_text text)
{
	struct run open = {0, 0, {0}, 0}; /* in front of an earlier word */
	char *out = NULL;
	size_t n = 0;

	if (!may_have_marks(text))
		return text;
	for (size_t i = 0; i < text.len;) {
		size_t end = i;
		struct run before, behind;

		while (end < text.len && !pl_is_blank(text.ptr[end]))
			end++;
		before = run_before(text, i, end);
		behind = run_behind(text, before.to, end);
		if (before.to == end) /* nothing but marks: they stand before or behind all */
			behind = before;
		i = end + (end == i);
		if (before.to == end || !is_pair(&before, &behind)) {
			if (!is_pair(&open, &behind)) {
				/* a name may begin with `_` */
				if (!open.n && before.n && before.kinds[0] != '_')
					open = before;
				continue;
			}
			before = open;
			open.n = 0;
		}
		if (!out) {
			out = pl_arena_alloc(arena, text.len);
			memcpy(out, text.ptr, text.len);
		}
		blot(out, &before, &behind);
	}
	if (!out)
		return text;
	for (size_t i = 0; i < text.len; i++)
		if (out[i])
			out[n++] = out[i];
	return (struct pl_text){out, n};
}
