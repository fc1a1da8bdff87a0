/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of one part that nothing tells apart so far, and the headings further up that do. */
#ifndef PERFLORE_BENCH_TWINS_H
#define PERFLORE_BENCH_TWINS_H

#include "core/recognizer.h"

/* Gives tables of the part that have the same labels and begin with the same row, or have the
 * same title, the heading above that tells one from the other. To be called when all of them
 * are read; a second call changes nothing. */
void bench_tell_apart(struct pl_scan *scan);

#endif
