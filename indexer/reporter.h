/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who sent a report of which a mail holds the quotation only: whom the attribution above
 * it names (`On ..., NAME <ADDRESS> wrote:`), or else the robot that writes such reports.
 */
#ifndef PERFLORE_REPORTER_H
#define PERFLORE_REPORTER_H

#include "store_internal.h"

/* Splits an attribution on one line; false where text is none. Either may be empty. */
bool pl_attribution_read(struct pl_text text, struct pl_text *name_out,
			 struct pl_text *address_out);

/* An attribution ends with line `at`. */
bool pl_is_attribution(const struct pl_lines *lines, size_t at);

/* The attribution above a quoted robot's report names another robot: its mail is not where the
 * report is from. */
bool pl_reporter_is_another(const struct pl_message *message, const struct pl_report *report);

/* Stores the reporters of the quoted reports of a new mail, as mail links. */
void pl_store_reporters(struct pl_store *store, int64_t id, const struct pl_message *message);

#endif
