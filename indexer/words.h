/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words of a mail by field, as they wait for the text index: a tag, the text and a
 * NUL, again and again.
 */
#ifndef PERFLORE_WORDS_H
#define PERFLORE_WORDS_H

enum pl_words {
	PL_WORDS_SUBJECT = 'S',
	PL_WORDS_FROM = 'F',
	PL_WORDS_TO = 'T',
	PL_WORDS_CC = 'C',
	PL_WORDS_OWN = 'O', /* what the sender wrote */
	PL_WORDS_QUOTED = 'Q',
	PL_WORDS_FILENAME = 'N',  /* of attachments */
	PL_WORDS_DIFF_FILE = 'X', /* files that diffs of the mail change */
};

#endif
