/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Marks that people, and programs that turn bold text into plain one, put round a figure, a
 * name, a row or the words of a sentence: `*-37.9%*`, `**a whole row**`, quotes, backticks.
 */
#ifndef PERFLORE_LKP_MARKS_H
#define PERFLORE_LKP_MARKS_H

#include <perflore/arena.h>

/* text without the marks that come in pairs, the first in front of a word and its like
 * behind one: text itself where there are none, else a copy in arena, in which what stood
 * behind a mark stands where it would without it. */
struct pl_text lkp_unmark(struct pl_arena *arena, struct pl_text text);

#endif
