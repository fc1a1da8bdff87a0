/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which mails the trailers of a mail name. */
#ifndef PERFLORE_MAIL_LINK_H
#define PERFLORE_MAIL_LINK_H

#include "store_internal.h"

/* A #regzbot command: its name in lower case, without hyphens, and its argument. */
struct pl_regzbot {
	char command[24];
	struct pl_text argument;
};

/* Reads the value of a trailer `regzbot`; false where it begins with no word. */
bool pl_regzbot_read(struct pl_text value, struct pl_regzbot *regzbot_out);

/* The message id that ends the path of the first URL in text: the last piece with an @. NULL:
 * none; to be freed. */
char *pl_mail_link_id(struct pl_text text);

/* Stores the links of a new mail. */
void pl_store_mail_links(struct pl_store *store, int64_t id, const struct pl_message *message);

#endif
