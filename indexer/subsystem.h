/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which subsystems a report is about, and why: docs/outcome.md. */
#ifndef PERFLORE_SUBSYSTEM_H
#define PERFLORE_SUBSYSTEM_H

#include "store_internal.h"

/* Stores the subsystems of a new report of message. */
void pl_store_subsystems(struct pl_store *store, int64_t id, const struct pl_report *report,
			 const struct pl_message *message);

/* Adds what a list that its mail came from is for to a report's subsystems. */
void pl_store_subsystem_of_list(struct pl_store *store, int64_t report, struct pl_text list);

#endif
