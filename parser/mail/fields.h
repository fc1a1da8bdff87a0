/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Header fields to what they say. */
#ifndef PERFLORE_MAIL_FIELDS_H
#define PERFLORE_MAIL_FIELDS_H

#include <gmime/gmime.h>

#include "mail/header.h"

/* How much of a value a problem shows. */
#define PL_DETAIL_MAX 200

/* Once, before any thread. */
void pl_fields_init(void);

/* Fills message_id, subject, from, to, cc, date, in_reply_to, references and lists of mail. */
void pl_fields_read(struct pl_arena *arena, const struct pl_header *header,
		    const struct pl_limits *limits, struct pl_mail *mail);

/* How GMime is to read single fields. */
GMimeParserOptions *pl_field_options(void);

/* value on one line, valid UTF-8, trimmed: each line break goes, with the white space
 * around it, and leaves one blank. */
struct pl_text pl_field_unfold(struct pl_arena *arena, struct pl_text value);

/* The value of a field as text: unfolded, RFC 2047 decoded, trimmed. */
struct pl_text pl_field_text(struct pl_arena *arena, const struct pl_field *field);

/* `Name <address>`, as the From field and the head of a page have it. */
void pl_field_address(struct pl_arena *arena, struct pl_text value, struct pl_text *name_out,
		      struct pl_text *address_out);

#endif
