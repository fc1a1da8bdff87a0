/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_MAIL_CONTENT_H
#define PERFLORE_MAIL_CONTENT_H

#include "mail/header.h"

/* What the Content-* fields of a part say. */
struct pl_content {
	struct pl_text type, subtype; /* lower case */
	struct pl_text charset, boundary, filename;
	struct pl_text encoding; /* Content-Transfer-Encoding, trimmed */
	bool flowed, delsp;
};

/* Without a Content-Type that can be read: text/plain, or message/rfc822 where
 * `digest` says that the part stands in a multipart/digest. */
void pl_content_read(struct pl_arena *arena, const struct pl_header *header, bool digest,
		     const struct pl_limits *limits, struct pl_problems *problems,
		     struct pl_content *content_out);

#endif
