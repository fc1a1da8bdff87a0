/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures: the stretches of a part where a table written by hand may stand. Of real
 * mail only a few lines in a hundred hold figures outside a patch, a log or code; all
 * recognizers of such tables share this one look at the others.
 */
#ifndef PERFLORE_FIGURES_H
#define PERFLORE_FIGURES_H

#include <perflore/lines.h>

/* Lines [from, to), all of one depth; the first and the last hold figures. */
struct pl_stretch {
	uint32_t from, to;
};

struct pl_figures {
	struct pl_stretch *v;
	size_t n;
};

/* By line of lines: does it belong to a patch? It lives in arena. */
const bool *pl_figures_patches(struct pl_arena *arena, const struct pl_lines *lines);

/* Stretches of lines, in order, that do not overlap. They live in arena. */
struct pl_figures pl_figures_find(struct pl_arena *arena, const struct pl_lines *lines);

#endif
