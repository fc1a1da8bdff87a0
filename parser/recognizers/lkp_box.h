/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The box of counts in functional reports of LKP / 0-day. */
#ifndef PERFLORE_LKP_BOX_H
#define PERFLORE_LKP_BOX_H

#include "recognizers/lkp_fields.h"

/* The first box among the reader's lines, into the report's errors and boots. */
void lkp_take_box(struct lkp_reader *r);

#endif
