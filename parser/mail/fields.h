/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Header fields to what they say. */
#ifndef PERFLORE_MAIL_FIELDS_H
#define PERFLORE_MAIL_FIELDS_H

#include "mail/header.h"

/* Once, before any thread. */
void pl_fields_init(void);

/* Fills message_id, subject, from, date, in_reply_to, references and lists of mail. */
void pl_fields_read(struct pl_arena *arena, const struct pl_header *header,
		    const struct pl_limits *limits, struct pl_mail *mail);

/* The value of a field as text: unfolded, RFC 2047 decoded, trimmed. */
struct pl_text pl_field_text(struct pl_arena *arena, const struct pl_field *field);

/* `Name <address>`, as the From field and the head of a page have it. */
void pl_field_address(struct pl_arena *arena, struct pl_text value, struct pl_text *name_out,
		      struct pl_text *address_out);

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
