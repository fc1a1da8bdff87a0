/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much of the mails' text the text index has (--text=), and of a mail. */
#ifndef PERFLORE_TEXT_MODE_H
#define PERFLORE_TEXT_MODE_H

#include "store_internal.h"

/* What message.indexed says. */
enum pl_indexed {
	PL_INDEXED_NOT,
	PL_INDEXED_HEADER, /* subject and addresses */
	PL_INDEXED_ALL,
};

/* The mode that the database is kept in. */
enum pl_text_mode pl_text_mode_get(struct pl_store *store);
bool pl_text_mode_set(struct pl_store *store, enum pl_text_mode mode);

/* How many mails are in the index by their headers, of which all is wanted. */
int64_t pl_fulltext_partial(struct pl_store *store);

#endif
