/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What summary.c does for the digest. */
#ifndef PERFLORE_DIGEST_H
#define PERFLORE_DIGEST_H

#include <perflore/summary.h>

/* Fills temp.summary with the reports that search finds, copies folded. */
enum pl_status pl_summary_fill(struct pl_store *store, struct pl_search *search,
			       enum pl_summary_by by, struct pl_error *error);

/* Who sent report p of mail m; of one that is only quoted, as the mail says. */
#define PL_REPORTER                                                                                \
	"CASE WHEN p.depth > 0 THEN (SELECT l.target FROM mail_link l WHERE l.message = "          \
	"p.message AND l.line = p.line AND l.name = 'reporter') ELSE coalesce(m.from_name, "       \
	"m.from_address) END"

#endif
