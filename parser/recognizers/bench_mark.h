/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands in tables and is neither word nor figure: marks, rules, bars. */
#ifndef PERFLORE_BENCH_MARK_H
#define PERFLORE_BENCH_MARK_H

#include <perflore/text.h>

/* What stands for a figure that is missing: a dash, `n/a`, crosses */
bool bench_is_mark(struct pl_text text);

/* The words for a run that gave no figure */
bool bench_is_outcome(struct pl_text text);

/* Nothing but dashes and the like, at least three of them together. */
bool bench_is_rule(struct pl_text text);

/* Bars alone: a drawn line goes through here */
bool bench_is_drawn(struct pl_text text);

size_t bench_count_bars(struct pl_text text);

/* `...`, `[snip]` and the like: something was left out here */
bool bench_is_snip(struct pl_text text);

#endif
