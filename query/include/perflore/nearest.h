/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "Did you mean": the nearest of some short names. */
#ifndef PERFLORE_NEAREST_H
#define PERFLORE_NEAREST_H

#include <perflore/text.h>

/* The name that is at most two edits away from word (a swap of neighbours is one), the
 * first of the nearest; NULL where none is. */
const char *pl_nearest(struct pl_text word, const char *const *names, size_t n);

#endif
