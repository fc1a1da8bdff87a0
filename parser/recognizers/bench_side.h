/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Headings that name one side of a comparison: `control:`, `With bfq, I get:`,
 * `Without cursor (size: 1M, batch: 128)`. They tell a table from its neighbour.
 */
#ifndef PERFLORE_BENCH_SIDE_H
#define PERFLORE_BENCH_SIDE_H

#include "recognizers/bench_reader.h"

/* text without the number that its list gave it: `2. `, `1) `. */
struct pl_text bench_drop_number(struct pl_text text);

/* text has a comma, and not only within brackets or before what somebody got. */
bool bench_has_comma(struct pl_text text);

/* Does text, as a heading, name a side of a comparison? */
bool bench_is_side(struct pl_text text);

/* Somebody's line that begins anew: nothing, or no text that runs on into it, stands right
 * above. Such is a heading that names a side. */
bool bench_is_set_off(struct bench_reader *reader, const struct bench_line *line);

/* The heading alone above the headings of several sides, line the lowest of them:
 * `Using zswap:` over `Baseline:` and `Patched:` with their tables. NULL: none. alike: line
 * heads the same rows as the table above, so it is a side whatever it says. */
const struct bench_line *bench_above_sides(struct bench_reader *reader,
					   const struct bench_line *line, bool alike);

#endif
