/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Knowledge of metric names: which kernel functions a name holds.
 * Source: the families of lkp-tests' monitors; see docs/metrics.md.
 */
#ifndef PERFLORE_METRIC_H
#define PERFLORE_METRIC_H

#include <perflore/arena.h>
#include <perflore/mail.h>

/* The functions in metric, leaf (callee) first, with the compiler's suffix as
 * printed; `[...]` frames are dropped. Empty where the family has none. The texts
 * point into metric. */
struct pl_texts pl_metric_functions(struct pl_arena *arena, struct pl_text metric);

#endif
