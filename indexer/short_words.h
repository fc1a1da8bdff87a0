/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is too long for a word of the text index. */
#ifndef PERFLORE_SHORT_WORDS_H
#define PERFLORE_SHORT_WORDS_H

#include <stdbool.h>

#include <glib.h>

#include <perflore/text.h>

/* Longer ones, in bytes of UTF-8, are no words, and have no place in the index. */
#define PL_MAX_WORD 64

/* Where not, all of line is to be kept, which is quickly found out. */
bool pl_may_have_long_word(struct pl_text line);

/* Appends line without its words that are too long. What a word is, table words decides (its
 * tokenizer). Any thread may call it. */
void pl_append_short_words(GString *out, struct pl_text line);

#endif
