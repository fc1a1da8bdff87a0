/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Values of d: to seconds. `YYYY`, `YYYY-MM`, `YYYYMMDD` and `YYYY-MM-DD` are whole
 * periods in UTC; anything else is a moment, in the words that git's approxidate has.
 */
#ifndef PERFLORE_DATE_H
#define PERFLORE_DATE_H

#include <stdint.h>

#include <perflore/text.h>

/* Seconds since 1970, UTC; both ends are part of it. */
struct pl_period {
	bool has_from, has_to;
	int64_t from, to;
};

/* One date, without `..`. A period gives both ends, a moment the same twice and
 * *moment_out. False where it is neither; *bad_out is the piece that is not
 * understood. */
bool pl_date_parse(struct pl_text text, int64_t now, struct pl_period *period_out, bool *moment_out,
		   struct pl_text *bad_out);

/* The UTC day around a moment. */
void pl_date_day(int64_t moment, struct pl_period *period_out);

#endif
