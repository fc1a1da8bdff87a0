/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits on how many records one mail may give, as a recognizer meets them. */
#ifndef PERFLORE_BOUNDS_H
#define PERFLORE_BOUNDS_H

#include "core/recognizer.h"

/* Is there room for one more where n are? If not, the mail gets the problem `code`. */
static inline bool pl_has_room(struct pl_scan *scan, size_t n, size_t limit, struct pl_text code)
{
	if (n < limit)
		return true;
	pl_problem_add(scan->arena, &scan->message->mail->problems, code, PL_TEXT_NONE);
	return false;
}

static inline bool pl_has_report_room(struct pl_scan *scan)
{
	return pl_has_room(scan, scan->message->n_reports, scan->limits->reports,
			   PL_TEXT("too-many-reports"));
}

#endif
