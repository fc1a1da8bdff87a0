/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words of a mail by field, as the text index takes them. */
#ifndef PERFLORE_WORDS_H
#define PERFLORE_WORDS_H

#include <perflore/records.h>

/* In the order of the columns of table words. */
enum pl_words_field {
	PL_WORDS_SUBJECT,
	PL_WORDS_SENDER,
	PL_WORDS_RECIPIENT,
	PL_WORDS_CC,
	PL_WORDS_OWN, /* what the sender wrote */
	PL_WORDS_QUOTED,
	PL_WORDS_FILENAME,  /* of attachments */
	PL_WORDS_DIFF_FILE, /* files that diffs of the mail change */
	PL_N_WORDS,
};

struct pl_words {
	struct pl_text fields[PL_N_WORDS]; /* empty: no words */
};

/* The words of a mail; they live in arena. */
void pl_words_of(const struct pl_message *message, struct pl_arena *arena,
		 struct pl_words *words_out);

/* The file that a line of a diff names, `--- a/mm/rmap.c` or `+++ b/mm/rmap.c`; empty: it is
 * another line */
struct pl_text pl_diff_file(struct pl_text line);

#endif
