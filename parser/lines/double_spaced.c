/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lines/double_spaced.h"

#include <glib.h>

/* The shortest stretch: people, too, write a few paragraphs of one line. */
#define MIN_LINES 12

/* A stretch of lines without three in succession. */
struct stretch {
	size_t end;	     /* behind its last line */
	size_t texts, pairs; /* lines that are not blank; those right below another */
	size_t single;	     /* those with one blank line below */
	size_t laid_out;     /* those that are no prose by their looks */
};

/* `key: value`, indented, a rule, or part of a box. */
static bool is_laid_out(struct pl_text text)
{
	return strchr(" \t-=+|", text.ptr[0]) || pl_text_find(text, ": ") ||
	       text.ptr[text.len - 1] == ':';
}

static struct stretch stretch_at(const struct pl_line *v, size_t n, size_t from)
{
	struct stretch s = {.end = from};
	size_t run = 0, before = from; /* the end of what stands above the run */

	for (size_t i = from; i < n; i++) {
		if (!v[i].text.len) {
			run = 0;
			continue;
		}
		if (++run > 2) {
			s.end = before;
			s.texts -= 2;
			s.pairs--;
			break;
		}
		if (run == 1)
			before = s.end;
		s.end = i + 1;
		s.texts++;
		s.pairs += run == 2;
		s.single += i + 2 < n && !v[i + 1].text.len && v[i + 2].text.len;
		s.laid_out += is_laid_out(v[i].text);
	}
	return s;
}

static bool is_double_spaced(const struct stretch *s)
{
	return s->texts >= MIN_LINES && 8 * s->pairs <= s->texts && 2 * s->single >= s->texts &&
	       4 * s->laid_out >= s->texts;
}

size_t pl_lines_close_up(struct pl_line *v, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n;) {
		struct stretch s = stretch_at(v, n, i);
		bool close = is_double_spaced(&s);
		size_t blanks = 0;

		if (s.end == i)
			while (s.end < n && v[s.end].text.len)
				s.end++;
		for (; i < s.end || (i < n && !v[i].text.len); i++) {
			if (!v[i].text.len) {
				blanks++;
				/* one of three, two of five; and one of two */
				if (close && blanks != 2 && (blanks < 4 || blanks % 2))
					continue;
			} else {
				blanks = 0;
			}
			v[kept++] = v[i];
		}
	}
	return kept;
}
