/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Commit ids in the text and the subject of a mail: prose, logs, bisections, URLs.
 * docs/indexing.md says what counts.
 */
#ifndef PERFLORE_MENTIONS_H
#define PERFLORE_MENTIONS_H

#include <perflore/records.h>

/* Different ids of one mail; more is a problem, too-many-commits. */
#define PL_MAX_MENTIONS 1000

/* Stands for a line where it is the subject that names a commit. */
#define PL_LINE_SUBJECT 0

struct pl_mention {
	struct pl_text commit; /* 7 to 40 digits, in small letters */
	uint32_t line;	       /* the first that names it, or PL_LINE_SUBJECT */
};

struct pl_mentions {
	struct pl_mention *v;
	size_t n;
};

/* All in the order of their lines, that of the subject last, each id once; they live in
 * arena. */
void pl_mentions_find(const struct pl_message *message, struct pl_arena *arena,
		      struct pl_mentions *mentions_out);

#endif
