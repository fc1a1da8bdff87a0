/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes to UTF-8. Labels are often wrong, so the order is fixed:
 * stateful 7-bit charsets as declared; valid UTF-8 is UTF-8; the declared charset
 * if every byte converts; windows-1252.
 */
#ifndef PERFLORE_MAIL_CHARSET_H
#define PERFLORE_MAIL_CHARSET_H

#include <glib.h>

#include <perflore/arena.h>

enum pl_charset_used {
	PL_CHARSET_AS_LABELLED,
	PL_CHARSET_MISLABELLED, /* UTF-8 against the label */
	PL_CHARSET_UNKNOWN,	/* the label is unknown or does not fit: windows-1252 */
};

/* True where bytes are UTF-8; NUL bytes may be among them. */
bool pl_utf8_valid(struct pl_text bytes);

/* The first len bytes of valid UTF-8, or fewer, so that no character is cut. */
struct pl_text pl_utf8_cut(struct pl_text text, size_t len);

/* Decodes bytes under label (empty: us-ascii) into valid UTF-8, which may hold NUL.
 * The result points into bytes where nothing had to be converted, else into
 * *buffer_out, which the caller frees with g_free() (NULL: nothing to free). */
struct pl_text pl_charset_decode(struct pl_text bytes, struct pl_text label, char **buffer_out,
				 enum pl_charset_used *used_out);

/* A header value or other text that has no label of its own: UTF-8, or else
 * windows-1252. NUL becomes U+FFFD. In arena. */
struct pl_text pl_charset_guess(struct pl_arena *arena, struct pl_text bytes);

size_t pl_charset_nuls(struct pl_text text);

/* Copies valid UTF-8 into arena: NUL becomes U+FFFD, CRLF and CR become LF. */
struct pl_text pl_charset_lines(struct pl_arena *arena, struct pl_text text);

#endif
