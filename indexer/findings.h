/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the indexer itself finds in a mail, or works out of a thread, and in which version:
 * it is kept with the recognizers, so that a database made by an older one is brought to
 * what this one would have made.
 */
#ifndef PERFLORE_FINDINGS_H
#define PERFLORE_FINDINGS_H

#include <stdint.h>

#include <perflore/parse.h>

/* Of a thread's mails together: no mail is parsed again, all threads are settled again. */
#define PL_FINDINGS_THREADS "threads"

/* What is known of metrics by their names: direction, family and unit. No mail is parsed again,
 * the metrics are looked up again. */
#define PL_FINDINGS_METRICS "metrics"

/* How many there are, recognizers and findings; fills the one of index i in, if there is one. */
size_t pl_finding_info(size_t i, struct pl_recognizer_info *info_out);

#endif
