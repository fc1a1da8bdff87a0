/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tables metric, function and machine hold what records have in common. When records go, what
 * nothing refers to any more goes as well: metrics and functions before the transaction is
 * committed, as the records that come in their place may have the same; machines at the end of the
 * run, as a table's is found when its thread is settled. Only what was referred to is looked at.
 */
#ifndef PERFLORE_NAMES_H
#define PERFLORE_NAMES_H

#include "store_internal.h"

/* The records of the mail are about to go. */
void pl_names_doubt(struct pl_store *store, int64_t message);

/* A table had another machine before. */
void pl_names_doubt_machines(struct pl_store *store);

/* For pl_store_commit(), and pl_store_rollback(). */
void pl_names_clear(struct pl_store *store);
void pl_names_forget(struct pl_store *store);

/* Where all threads are settled. */
bool pl_names_clear_machines(struct pl_store *store);

#endif
