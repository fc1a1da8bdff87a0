/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_unmarked.h"

#include <string.h>

/* A mark other than `>` that people put in front of lines they cite. */
struct mark {
	size_t indent; /* blanks in front of it */
	char mark;
};

/* The mark at the start of text, if what stands behind it may be a table's head. */
static bool find_mark(struct pl_text text, struct mark *mark_out)
{
	size_t i = 0;

	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	if (i + 2 >= text.len || !pl_is_blank(text.ptr[i + 1]) || !strchr("-:*+#", text.ptr[i]) ||
	    !(pl_text_find(text, "------------") || pl_text_find(text, "%stddev") ||
	      pl_text_find(text, "fail:runs")))
		return false;
	*mark_out = (struct mark){i, text.ptr[i]};
	return true;
}

static bool is_marked(struct pl_text text, struct mark mark)
{
	size_t i = 0;

	while (i < mark.indent && i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	return i == mark.indent && i < text.len && text.ptr[i] == mark.mark &&
	       (text.len == i + 1 || pl_is_blank(text.ptr[i + 1]));
}

const struct pl_lines *lkp_unmarked(struct pl_scan *scan)
{
	const struct pl_lines *lines = scan->lines;
	struct pl_lines *copy = NULL;
	size_t end = 0; /* lines before were copied */

	for (size_t i = 0; i < lines->n; i++) {
		size_t from = i;
		struct mark mark;

		if (i < end || !find_mark(lines->v[i].text, &mark))
			continue;
		while (from > end && lines->v[from - 1].depth == lines->v[i].depth &&
		       is_marked(lines->v[from - 1].text, mark))
			from--;
		for (end = i; end < lines->n && lines->v[end].depth == lines->v[i].depth &&
			      is_marked(lines->v[end].text, mark);)
			end++;
		if (!copy) {
			copy = pl_arena_alloc(scan->arena, sizeof(*copy));
			*copy = *lines;
			copy->v = pl_arena_alloc(scan->arena, lines->n * sizeof(*copy->v));
			memcpy(copy->v, lines->v, lines->n * sizeof(*copy->v));
		}
		for (size_t k = from; k < end; k++)
			copy->v[k].text =
			    pl_text_slice(copy->v[k].text, mark.indent + 2, copy->v[k].text.len);
	}
	return copy ? copy : lines;
}
