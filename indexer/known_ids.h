/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The message ids of a database that was empty when it was opened, as bits of their hashes: one
 * whose bit is not set is no mail's. In a first run most ids that are looked up are not there yet.
 */
#ifndef PERFLORE_KNOWN_IDS_H
#define PERFLORE_KNOWN_IDS_H

#include <stdbool.h>

#include <perflore/text.h>

struct pl_known_ids;

struct pl_known_ids *pl_known_ids_new(void);
void pl_known_ids_free(struct pl_known_ids *ids);

/* ids may be NULL: nothing is known. */
void pl_known_ids_add(struct pl_known_ids *ids, struct pl_text id);
/* False only for what was never added. */
bool pl_known_ids_may_have(const struct pl_known_ids *ids, struct pl_text id);

#endif
