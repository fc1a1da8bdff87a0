/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What summary.c does for the digest. */
#ifndef PERFLORE_DIGEST_H
#define PERFLORE_DIGEST_H

#include <perflore/summary.h>

/* Fills temp.summary with the reports that search finds, copies folded. */
enum pl_status pl_summary_fill(struct pl_store *store, struct pl_search *search,
			       enum pl_summary_by by, struct pl_error *error);

#endif
