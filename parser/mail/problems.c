/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list of what is odd about a mail: each code and detail stands in it once.
 */
#include <perflore/mail.h>

void pl_problem_add(struct pl_arena *arena, struct pl_problems *problems, struct pl_text code,
		    struct pl_text detail)
{
	struct pl_problem *problem;

	for (size_t i = 0; i < problems->n; i++) {
		if (pl_text_equal(problems->v[i].code, code) &&
		    pl_text_equal(problems->v[i].detail, detail))
			return;
	}
	problem = PL_PUSH(arena, problems->v, problems->n);
	problem->code = pl_arena_copy(arena, code);
	problem->detail = pl_arena_copy(arena, detail);
}
