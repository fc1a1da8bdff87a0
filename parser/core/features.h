/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Features: a few bits that say what the text of a part holds, found on the way. They are
 * kept with each mail, so that after a change of a recognizer only mails are parsed again
 * in which it could find something. That none is lost is no promise of the recognizers: the
 * core runs one only over parts that have a feature it needs.
 *
 * Bits never change their meaning without PL_FEATURES_VERSION; then all mails are parsed
 * again.
 */
#ifndef PERFLORE_FEATURES_H
#define PERFLORE_FEATURES_H

#include <perflore/lines.h>

#include "core/needles.h"
#include "core/recognizer.h"

/* Goes up with every change of what sets a bit; and with changes of the parser outside of
 * the recognizers that give other records for the same mail. */
#define PL_FEATURES_VERSION 7

enum pl_feature {
	PL_FEATURE_FIGURES = 1, /* figures stand in rows (core/figures.h) */
	PL_FEATURE_ROW = 2,	/* a line begins with a number, and it or what follows it holds
				   two more, and a sign or a percentage */
	PL_FEATURE_FIELD = 4,	/* a line may be a trailer, or a command to regzbot */
};

/* The first bit of the words, and how many there may be. */
#define PL_FEATURE_WORDS_FROM 8
#define PL_FEATURE_WORDS_MAX 32

/* Adds the words of the features to needles, as owners first, first + 1, ...; words of one
 * bit have one owner. */
void pl_features_add_words(struct pl_needles *needles, unsigned first);

/* The bits of the words among what pl_needles_find() found. */
uint64_t pl_features_of_words(uint64_t found, unsigned first);

/* ROW and FIELD of a part's lines. */
uint64_t pl_features_of_lines(const struct pl_lines *lines);

/* Whether a line has FIELD, or begins a ROW. */
bool pl_feature_is_field(struct pl_text line);
bool pl_feature_begins_row(struct pl_text line);

/* The lines that a mail program may have made of one row. */
#define PL_FEATURE_ROW_PIECES 4

/* The features one of which a part must have for the recognizer to be run; 0: it is run
 * over all parts. A needle stands for the word that it begins with; where it begins with
 * none, nothing is known of its parts. */
uint64_t pl_features_needed(const struct pl_recognizer *recognizer);

#endif
