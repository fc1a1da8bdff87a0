/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a mail that hold a word which a query asks for in the text itself, and not
 * to be absent. Most lines hold none: only those are taken apart in which the first word of
 * a phrase stands, be it as a part of another.
 */
#ifndef PERFLORE_LINE_WORDS_H
#define PERFLORE_LINE_WORDS_H

#include "language.h"

struct pl_line_words;

/* NULL: the query has no words for the text. query must live as long. */
struct pl_line_words *pl_line_words_new(const struct pl_node *query);
void pl_line_words_free(struct pl_line_words *words);

/* The lines asked for next are of this text, which stays as it is. */
void pl_line_words_begin(struct pl_line_words *words, const GString *text);

/* Whether line, of that text and behind the one asked for last, holds a word. */
bool pl_line_words_in(struct pl_line_words *words, struct pl_text line);

#endif
