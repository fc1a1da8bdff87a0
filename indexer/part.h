/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail that was read while it was written, and whose rest did not come in the same place: its
 * file was rolled back and written again, rotated, renamed or packed. Of a mail that was the last of its
 * file the database keeps how long it was, and a sum of its bytes: another mail that begins with them is
 * the one it is a part of.
 */
#ifndef PERFLORE_PART_H
#define PERFLORE_PART_H

#include "store_internal.h"

/* Fills in what prepared has of the item for the functions below. The bytes stay the item's. */
void pl_part_prepare(const struct pl_item *item, struct pl_prepared *prepared);

/* Whether a mail without an id has a header by which it can be told that it is part of another. */
bool pl_part_has_header(const struct pl_mail *mail);

/* Takes away what was read before of this mail, which is not in the database: version 0 of
 * message_id (id_is_known: there is one), whose version is free then (*freed_out), and mails whose header ended before their id. True where it
 * found any. */
bool pl_part_take(struct pl_store *store, const struct pl_prepared *prepared,
		  struct pl_text message_id, bool id_is_known, bool *freed_out);

#endif
