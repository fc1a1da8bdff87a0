/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fields that performance, functional and build reports of LKP / 0-day share:
 * `commit: ID ("title")`, the tree below it, and `key: value` lines. A report that is
 * quoted in pieces is one: its fields are looked for in all lines of its depth, from
 * the opening sentence down to the next report.
 */
#ifndef PERFLORE_LKP_FIELDS_H
#define PERFLORE_LKP_FIELDS_H

#include "core/recognizer.h"
#include "recognizers/lkp_paragraph.h"

struct lkp_reader {
	struct pl_scan *scan;
	struct pl_report *report;
	unsigned depth;
	size_t from, to; /* its lines: [from, to), only those of its depth count */
};

/* To be named as .shared by every recognizer that calls this file. */
extern struct pl_pattern lkp_field_patterns[];
extern const size_t lkp_n_field_patterns;

/* Whether text is a line that only patches have. */
bool lkp_is_patch_line(struct pl_text text);

/* Whether the lines of depth hold a patch: its message may repeat a robot's sentence. */
bool lkp_is_patch(const struct pl_scan *scan, unsigned depth);

/* text with runs of blanks folded into one, none at the start */
struct pl_text lkp_fold(struct pl_arena *arena, struct pl_text text);

/* The first line behind `from` where another report opens at depth, or a job file begins
 * that was quoted along with it, or the end. */
size_t lkp_region_end(struct pl_scan *scan, size_t from, unsigned depth);

/* `commit: ID ("title")` and the tree below it, or above it in the oldest form. */
void lkp_take_culprit(struct lkp_reader *r);

/* testcase, machine, parameters, config, compiler, status, links: the first of each. */
void lkp_take_fields(struct lkp_reader *r);

/* `k=v` pieces of text, parted by separator, into params. */
void lkp_add_assignments(struct lkp_reader *r, struct pl_params *params, struct pl_text text,
			 char separator);

#endif
