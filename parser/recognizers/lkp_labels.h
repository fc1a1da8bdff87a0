/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The header of an LKP comparison table: its labels, and the rule below them. */
#ifndef PERFLORE_LKP_LABELS_H
#define PERFLORE_LKP_LABELS_H

#include "core/recognizer.h"

/* What was read of it so far at one depth; all zero at first. It lives in the scan's arena. */
struct lkp_labels {
	struct pl_text *v; /* of the header's line(s) */
	size_t n;
	uint32_t line; /* the number of the first */
	size_t indent;
	bool blank;    /* a blank line stands below them */
	size_t dashes; /* groups in the rule line(s) below them */
};

enum lkp_labels_use {
	LKP_NO_LABELS,
	LKP_LABELS,
	LKP_LABELS_COMPLETE, /* their rule is read: a table begins */
};

/* Labels, and their rule, on line *i, perhaps each over several lines; *i moves to the last
 * of those that lost their marks. tags: the line above, if it may be labels and no id. */
enum lkp_labels_use lkp_labels_line(struct pl_scan *scan, struct lkp_labels *labels, size_t *i,
				    const struct pl_line *tags);

void lkp_labels_forget(struct lkp_labels *labels);

/* Line i may be labels though none of them is an id: such words, or as many as the rule right
 * below has groups, two or more. */
bool lkp_may_be_labels(const struct pl_lines *lines, size_t i);

#endif
