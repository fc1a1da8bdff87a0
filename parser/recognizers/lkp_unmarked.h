/* SPDX-License-Identifier: GPL-2.0-or-later */
/* LKP's tables behind marks of citation other than `>`. */
#ifndef PERFLORE_LKP_UNMARKED_H
#define PERFLORE_LKP_UNMARKED_H

#include "core/recognizer.h"

/* The part's lines without such marks, where a table's head stands behind them; its own lines
 * where none does. They live in the scan's arena. */
const struct pl_lines *lkp_unmarked(struct pl_scan *scan);

#endif
