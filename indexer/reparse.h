/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails are parsed again after a recognizer has changed: those whose features answer to
 * what it needs, or needed. Their records are replaced. Which ones is decided once and kept
 * in table outdated, so that a run that is killed goes on.
 */
#ifndef PERFLORE_REPARSE_H
#define PERFLORE_REPARSE_H

#include <perflore/index.h>

#include "store_internal.h"

/* Keeps which recognizers made the records; in the caller's transaction. */
bool pl_store_keep_recognizers(struct pl_store *store);

/* Whether this program may write: false where a newer one made the records, which is the
 * store's error then. */
bool pl_reparse_allowed(struct pl_store *store);

/* Compares what made the records with what this program has, and lists the mails to be
 * parsed again. Says so as a note. */
bool pl_reparse_find(struct pl_store *store, const struct pl_index_watch *watch);

/* Parses them again, in batches, from their sources; counts reparsed and stale: those that
 * are not found there any more stay as they were. Threads are left to be settled. */
bool pl_reparse(struct pl_store *store, struct pl_index_counts *counts);

#endif
