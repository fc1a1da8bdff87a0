/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands above the labels of an LKP comparison table: its axes, and the list of its
 * commits with their titles.
 */
#ifndef PERFLORE_LKP_PREAMBLE_H
#define PERFLORE_LKP_PREAMBLE_H

#include "core/recognizer.h"

/* What was read of it so far at one depth; all zero at first. It lives in the scan's arena. */
struct lkp_preamble {
	struct pl_params axes;
	struct pl_column *list; /* label = id as listed */
	size_t n_list;
	bool in_list;
	bool list_gap;	/* a blank line stands behind its last entry */
	bool keys_open; /* a line of keys was seen: values follow */
	struct pl_text keys;
};

extern struct pl_pattern lkp_preamble_patterns[];
extern const size_t lkp_n_preamble_patterns;

enum lkp_preamble_use {
	LKP_NO_PREAMBLE,
	LKP_PREAMBLE,
	LKP_PREAMBLE_BEGINS, /* axes: what stands above is of another table */
};

/* Reads line *i, and those that it goes on over: *i moves to the last of them. */
enum lkp_preamble_use lkp_preamble_line(struct pl_scan *scan, struct lkp_preamble *preamble,
					size_t *i);

/* Gives the table, whose labels are known, its titles and axes; none are left. */
void lkp_preamble_give(struct lkp_preamble *preamble, struct pl_table *table);

#endif
