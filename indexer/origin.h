/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which mail a report comes from that a mail only quotes: the one that the report's own link
 * names, or the text right above the quotation, or else the mail that is answered. It need
 * not be in the archive.
 */
#ifndef PERFLORE_ORIGIN_H
#define PERFLORE_ORIGIN_H

#include "store_internal.h"

/* Stores the origins of the quoted reports of a new mail, as mail links at the report's line:
 * origin-link, origin-above or origin-answered. */
void pl_store_origins(struct pl_store *store, int64_t id, const struct pl_message *message);

#endif
