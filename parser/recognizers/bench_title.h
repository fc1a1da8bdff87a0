/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands above a table: its title, or the heading that labels its only column. */
#ifndef PERFLORE_BENCH_TITLE_H
#define PERFLORE_BENCH_TITLE_H

#include "recognizers/bench_grid.h"

/* `Test : tbench` and its like in the frame above a table. */
struct bench_frame {
	struct pl_text title, unit;
	enum pl_better better;
};

/* The title of the table whose first line is top; empty where it has none. `near`: the
 * line right above may be it. */
struct pl_text bench_title(struct bench_reader *reader, uint32_t top, bool near);

/* The heading alone above line top, with its list mark and colon dropped; empty where
 * there is none. */
struct pl_text bench_heading(struct bench_reader *reader, uint32_t top);

/* The heading alone above the headings of several sides that the table belongs to, when its own
 * is right above line top; empty where there is none. alike: it has the rows of the table
 * above. */
struct pl_text bench_group_heading(struct bench_reader *reader, uint32_t top, bool alike);

/* The frame right above line top; all empty where there is none. */
struct bench_frame bench_frame(struct bench_reader *reader, uint32_t top);

/* What words in brackets say: a name, a unit, the direction. */
struct bench_frame bench_read_brackets(struct pl_arena *arena, const struct pl_text *brackets,
				       size_t n);

/* `lower is better` near a table whose lines are [top, end). */
enum pl_better bench_better_near(struct bench_reader *reader, uint32_t top, uint32_t end);

/* A short line that is neither a sentence nor a command, below a blank line or set off from
 * what stands above: a heading */
bool bench_is_alone(struct bench_reader *reader, const struct bench_line *line);

/* text could be such a heading, whatever stands above it. */
bool bench_is_alone_text(struct pl_text text);

/* `completed: 32.97s`: a line of output that holds a measurement */
bool bench_has_result(struct pl_text text);

/* text folded, without the colon and the list mark around it */
struct pl_text bench_plain_heading(struct pl_arena *arena, struct pl_text text);

/* A command, typed at a prompt */
bool bench_is_typed(struct pl_text text);

/* A line of somebody's words that is in no table yet; line may be NULL. */
bool bench_is_open(struct bench_reader *reader, const struct bench_line *line);

/* The line above `index`, over rules; *rules_out: there were some. */
struct bench_line *bench_above_rules(struct bench_reader *reader, int64_t index, bool *rules_out);

/* `---- read ----` without its frame */
struct pl_text bench_drop_frame(struct pl_text text);

/* text without a colon and blanks at its end */
struct pl_text bench_drop_colon(struct pl_text text);

#endif
