/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails made out of mails: the same text under another encoding, or quoted once more.
 * Only for mails with a header, whose body is one text part that is not empty.
 */
#ifndef PERFLORE_TESTS_TRANSFORM_H
#define PERFLORE_TESTS_TRANSFORM_H

#include <glib.h>

#include <perflore/records.h>

enum encoding {
	ENCODING_UTF8_8BIT,
	ENCODING_UTF8_QP,
	ENCODING_UTF8_BASE64,
	ENCODING_LATIN1_8BIT,
	ENCODING_LATIN1_QP,
	ENCODING_CRLF,
	ENCODING_FLOWED, /* space-stuffed, no line re-wrapped */
	N_ENCODINGS
};

extern const char *const encoding_names[N_ENCODINGS];

/* The mail raw with message's text (its decoded part) in another encoding; NULL where
 * that cannot be: more than one part, a character that iso-8859-1 has not, a mail
 * that is flowed already. */
GString *transform_encoding(struct pl_text raw, const struct pl_message *message,
			    enum encoding encoding);

/* raw with one more quote mark before every line of its text; NULL where it has more
 * than one part or is flowed. */
GString *transform_quote(struct pl_text raw, const struct pl_message *message);

#endif
