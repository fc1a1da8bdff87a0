/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_labels.h"

#include "recognizers/lkp_broken.h"
#include "recognizers/lkp_head.h"
#include "recognizers/lkp_row.h"

void lkp_labels_forget(struct lkp_labels *l)
{
	l->v = NULL;
	l->n = 0;
	l->indent = 0;
	l->blank = false;
	l->dashes = 0;
}

/* Takes the labels of a line, in addition to those of the lines above. */
static void take_labels(struct pl_scan *scan, struct lkp_labels *l, const struct pl_line *line)
{
	struct pl_text text = lkp_cut_label_note(line->text);
	size_t i = 0;

	if (l->dashes || l->blank)
		lkp_labels_forget(l);
	if (!l->n) {
		l->line = line->number;
		while (l->indent < line->text.len && pl_is_blank(line->text.ptr[l->indent]))
			l->indent++;
	}
	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);

		if (!word.len)
			return;
		if (l->n > LKP_MAX_COLUMNS) {
			lkp_labels_forget(l);
			return;
		}
		*PL_PUSH(scan->arena, l->v, l->n) = word;
	}
}

/* Line i holds what a mail program broke off the labels above: tags alone, and then a rule. */
static bool is_rest_of_labels(const struct pl_lines *lines, size_t i)
{
	return i + 1 < lines->n && lkp_dash_groups(lines->v[i + 1].text) &&
	       lkp_is_rest_of_labels(lines->v[i].text);
}

enum lkp_labels_use lkp_labels_line(struct pl_scan *scan, struct lkp_labels *l, size_t *i,
				    const struct pl_line *tags)
{
	const struct pl_line *line = &scan->lines->v[*i], *more;
	size_t groups = lkp_dash_groups(line->text);

	if (groups && !l->n && tags && lkp_count_words(tags->text) == groups) {
		take_labels(scan, l, tags);
		/* short words stand at the right of their columns */
		l->indent = 0;
		while (pl_is_blank(line->text.ptr[l->indent]))
			l->indent++;
	}
	if (groups && l->n) {
		l->dashes += groups;
		while (l->dashes < l->n && (more = lkp_line_broken_off(scan->lines, *i)) &&
		       (groups = lkp_dash_groups(more->text))) {
			l->dashes += groups;
			(*i)++;
		}
		if (l->dashes == l->n)
			return LKP_LABELS_COMPLETE;
		if (l->dashes > l->n)
			lkp_labels_forget(l);
		return LKP_LABELS;
	}
	if (lkp_is_label_line(line->text) ||
	    (l->n && !l->dashes && !l->blank && is_rest_of_labels(scan->lines, *i))) {
		take_labels(scan, l, line);
		for (; (more = lkp_line_broken_off(scan->lines, *i)); (*i)++) {
			if (!lkp_is_label_line(more->text) &&
			    !is_rest_of_labels(scan->lines, *i + 1) &&
			    !pl_text_equal(pl_text_trim(more->text), lkp_by_test_label))
				break;
			take_labels(scan, l, more);
		}
		return LKP_LABELS;
	}
	/* the by-test label alone, pushed to a line of its own */
	if (l->n && !l->dashes && pl_text_equal(pl_text_trim(line->text), lkp_by_test_label)) {
		*PL_PUSH(scan->arena, l->v, l->n) = lkp_by_test_label;
		return LKP_LABELS;
	}
	return LKP_NO_LABELS;
}

/* Line i holds as many words as the rule right below has groups, two or more: they are its
 * labels. */
static bool is_above_rule(const struct pl_lines *lines, size_t i)
{
	const struct pl_line *line = &lines->v[i];
	size_t groups;

	if (i + 1 >= lines->n || line[1].depth != line->depth)
		return false;
	groups = lkp_dash_groups(line[1].text);
	return groups > 1 && lkp_count_words(line->text) == groups;
}

bool lkp_may_be_labels(const struct pl_lines *lines, size_t i)
{
	return lkp_count_tags(lines->v[i].text) || is_above_rule(lines, i);
}
