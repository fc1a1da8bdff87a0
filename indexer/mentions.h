/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Commit ids in the text of a mail: prose, logs, bisections, URLs. A hex number alone is
 * none; what stands beside it must say so. docs/indexing.md says what counts.
 */
#ifndef PERFLORE_MENTIONS_H
#define PERFLORE_MENTIONS_H

#include <perflore/records.h>

/* Different ids of one mail; more is a problem, too-many-commits. */
#define PL_MAX_MENTIONS 1000

struct pl_mention {
	struct pl_text commit; /* 7 to 40 digits, as printed */
	uint32_t line;	       /* the first that names it */
};

struct pl_mentions {
	struct pl_mention *v;
	size_t n;
};

/* All in the order of their lines, each id once; they live in arena. */
void pl_mentions_find(const struct pl_message *message, struct pl_arena *arena,
		      struct pl_mentions *mentions_out);

#endif
