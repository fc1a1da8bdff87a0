/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Knowledge of metric names as LKP prints them (`FAMILY.KEY`): who measured it, and in
 * which unit. Names in tables that people made are not for these functions. See
 * docs/metrics.md.
 */
#ifndef PERFLORE_METRIC_NAMES_H
#define PERFLORE_METRIC_NAMES_H

#include <perflore/text.h>

/* The monitor or test that the metric comes from: the name up to its first point, and
 * `time` for `TEST.time.X`, which GNU time measured. Empty where name has no point, or no
 * word before it. Points into name. */
struct pl_text pl_metric_family(struct pl_text name);

/* The unit of the metric's value, as the family defines it or as the name itself spells
 * it: `%`, `s`, `ms`, `us`, `ns`, `kB`, `MB/s`, `pages`, `/s`, `count`, ... Empty where
 * neither says it: it is never guessed. A constant. */
struct pl_text pl_metric_unit(struct pl_text name);

#endif
