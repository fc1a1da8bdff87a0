/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "findings.h"

#include <glib.h>

/* A version goes up whenever the same mails give another result. */
static const struct {
	const char *id;
	unsigned version;
	bool of_records; /* only mails with records have any */
} findings[] = {
    {"links", 6, true},
    {"measurements", 2, true},
    {"mentions", 2, false},
    {"origins", 4, true},
    {"patches", 2, false},
    {"received", 1, false},
    {"remarks", 7, false},
    {"reporters", 3, true},
    {PL_FINDINGS_THREADS, 6, true},
    /* of metric_direction.txt, and of the rules for family and unit */
    {PL_FINDINGS_METRICS, 2, true},
};

/* The features that mails with records have; 0: any */
static uint64_t needs_of_records(size_t n)
{
	uint64_t needs = 0;

	for (size_t i = 0; i < n; i++) {
		struct pl_recognizer_info info;

		pl_recognizer_info(i, &info);
		if (!info.needs)
			return 0;
		needs |= info.needs;
	}
	return needs;
}

size_t pl_finding_info(size_t i, struct pl_recognizer_info *info_out)
{
	size_t n = pl_recognizer_info(i, info_out);

	if (i >= n && i - n < G_N_ELEMENTS(findings))
		*info_out = (struct pl_recognizer_info){
		    .id = findings[i - n].id,
		    .version = findings[i - n].version,
		    .needs = findings[i - n].of_records ? needs_of_records(n) : 0,
		};
	return n + G_N_ELEMENTS(findings);
}
