/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_DIRECTION_H
#define PERFLORE_DIRECTION_H

#include <perflore/text.h>

/* 1: a higher value of this metric is better; -1: a lower one; 0: not known */
int pl_metric_direction(struct pl_text metric);

#endif
