/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of many patterns can match a sentence at all: each names strings of PL_CUE bytes
 * that are in whatever it matches, and one pass over the sentence finds whose are
 * there. As parser/core/needles.h, for strings that are too short for that.
 */
#ifndef PERFLORE_CUES_H
#define PERFLORE_CUES_H

#include <stdint.h>

#include <perflore/text.h>

#define PL_CUE 4

struct pl_cues;

/* Lives as long as the program. */
struct pl_cues *pl_cues_new(void);

/* Adds the cues of owner (0 to 31): small letters, digits, blanks, ' and -, PL_CUE bytes
 * each. In `fixe|gone;back&perf|numb` a list has one of its cues in the text (`|`), a clause all
 * of its lists (`&`), and one of the clauses is true (`;`). */
void pl_cues_add(struct pl_cues *cues, const char *text, unsigned owner);

/* Bit i is set where the cues of owner i stand in text, in whatever letters; others may be
 * set without need. */
uint32_t pl_cues_find(const struct pl_cues *cues, struct pl_text text);

#endif
