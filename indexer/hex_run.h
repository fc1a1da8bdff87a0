/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a run of hex digits in a line is the id of a commit: what stands beside it says
 * so, or its length does, where nothing speaks against it. docs/indexing.md says what counts.
 */
#ifndef PERFLORE_HEX_RUN_H
#define PERFLORE_HEX_RUN_H

#include <perflore/text.h>

/* Digits of an id. */
#define PL_MIN_ID 7
#define PL_MAX_ID 40

struct pl_hex_run {
	struct pl_text line;
	struct pl_text next; /* the line after it, if at the same depth */
	size_t from, to;
	bool letter, digit;
	bool capital, small; /* letters */
	size_t last;	     /* where the last id of this line ended; 0: none */
	bool diff;	     /* the line is one of a diff */
	bool kernel;	     /* the line is one of a kernel's log */
};

/* A line that has `[  123.456789]` in it, wherever it stands */
bool pl_is_of_kernel(struct pl_text line);

/* The run has PL_MIN_ID to PL_MAX_ID digits, and no letter, digit or _ behind it. The cost
 * does not depend on how long the line is. */
bool pl_hex_run_is_commit(const struct pl_hex_run *run);

#endif
