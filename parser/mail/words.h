/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_MAIL_WORDS_H
#define PERFLORE_MAIL_WORDS_H

#include <perflore/arena.h>

/* Decodes the encoded words (RFC 2047) of an unfolded header value. Their bytes
 * follow the same order of charsets as a body. The result is text where it has
 * none, else in arena. */
struct pl_text pl_words_decode(struct pl_arena *arena, struct pl_text text);

#endif
