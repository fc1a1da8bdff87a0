/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line of a table as somebody would have typed it in columns of blanks. Text is as before, or a
 * copy in the arena.
 */
#ifndef PERFLORE_BENCH_TYPED_H
#define PERFLORE_BENCH_TYPED_H

#include <perflore/arena.h>
#include <perflore/records.h>

/* The text of line with a tilde where the mail has one: to people it says `about`, and only
 * to a robot it is the plus-minus sign. */
struct pl_text bench_printed(struct pl_arena *arena, const struct pl_line *line);

/* The same with the lines of a box typed, and without what a tool says on each of its lines. */
struct pl_text bench_typed(struct pl_arena *arena, const struct pl_line *line);

/* text with the minus sign that is typed, with blanks for tabs (one tab is left where each
 * stood), and without a note of the writer. */
struct pl_text bench_laid_out(struct pl_arena *arena, struct pl_text text);

#endif
