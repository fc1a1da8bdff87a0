/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The body of a mail: its MIME structure, and its text parts decoded. */
#ifndef PERFLORE_MAIL_BODY_H
#define PERFLORE_MAIL_BODY_H

#include "mail/header.h"

/* Fills mail->parts from body, whose Content-* fields are in header. */
void pl_body_read(struct pl_arena *arena, const struct pl_header *header, struct pl_text body,
		  const struct pl_limits *limits, struct pl_mail *mail);

/* The text part of something that has no header: a page, a bare text. */
void pl_body_bare(struct pl_arena *arena, struct pl_text text, const struct pl_limits *limits,
		  struct pl_mail *mail);

#endif
