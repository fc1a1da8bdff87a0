/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mails whose thread got its first report after they were indexed by their header. */
#ifndef PERFLORE_TEXT_LATE_H
#define PERFLORE_TEXT_LATE_H

#include "store_internal.h"

/* Puts all words of such mails in, for the threads that changed (table unsettled), where
 * their sources still have them. missing_out: mails that were not found there. Commits. */
bool pl_text_late(struct pl_store *store, uint64_t *missing_out);

#endif
