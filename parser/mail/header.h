/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The header of a mail or of a MIME part, split into fields before GMime sees
 * anything of it: GMime has no bounds of its own.
 */
#ifndef PERFLORE_MAIL_HEADER_H
#define PERFLORE_MAIL_HEADER_H

#include <perflore/mail.h>

struct pl_field {
	struct pl_text name;
	struct pl_text value; /* behind the colon; still folded */
};

struct pl_header {
	struct pl_field *v;
	size_t n;
};

/* The next line of text from byte *at, without its end (LF or CRLF); moves *at behind
 * the end. False at the end of text. */
bool pl_header_line(struct pl_text text, size_t *at, struct pl_text *line_out);

/* The length of the field name that line begins with; 0: it begins with none. */
size_t pl_header_name(struct pl_text line);

/* True where a field that tells a mail (From, Date, Message-ID, Received, Subject)
 * stands before the first blank line. */
bool pl_header_there(struct pl_text raw);

/* Splits the header that raw begins with; fields point into raw. Returns where
 * the body begins. A first line that is no field means that there is no header,
 * unless `whole` says that raw is a mail, which may begin anywhere in its header. */
size_t pl_header_split(struct pl_arena *arena, struct pl_text raw, bool whole,
		       const struct pl_limits *limits, struct pl_problems *problems,
		       struct pl_header *header_out);

/* The first field of that name (any case); NULL: none */
const struct pl_field *pl_header_find(const struct pl_header *header, struct pl_text name);

/* True where field nests ( < or : deeper than limit: not to be shown to GMime. */
bool pl_field_too_deep(const struct pl_field *field, size_t limit);

#endif
