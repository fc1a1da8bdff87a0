/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What became of a report, and what says so. It follows from the mails of the archive
 * alone, whatever order they came in: whenever a thread changes, every report that its
 * mails could speak about is put into table undecided, and decided anew. The rules are
 * said in docs/outcome.md.
 */
#ifndef PERFLORE_OUTCOME_H
#define PERFLORE_OUTCOME_H

#include "copies.h"

/* Puts the reports of other threads that mails of thread speak about into undecided. */
void pl_outcome_touch(struct pl_store *store, int64_t thread);

/* Puts one report, and what it is a copy of, into undecided. */
void pl_outcome_touch_report(struct pl_store *store, int64_t report);

/* Decides all that is in undecided. */
bool pl_outcome_decide(struct pl_store *store, struct pl_graphs *graphs);

#endif
