/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mail: bytes in, decoded text out. The only part that sees GMime.
 * What counts as a line, as a part and as a charset is said in docs/architecture.md.
 */
#ifndef PERFLORE_MAIL_H
#define PERFLORE_MAIL_H

#include <stdint.h>

#include <perflore/arena.h>
#include <perflore/limits.h>

/* What the bytes are: a source knows, or asks pl_mail_shape(). */
enum pl_shape {
	PL_SHAPE_MAIL, /* RFC 5322: a header, a blank line, a body */
	PL_SHAPE_PAGE, /* copied from a web archive: subject, blank line, `[Name <address>]` */
};

/* An odd thing about a mail: code is of [a-z0-9-]+, detail may be empty. */
struct pl_problem {
	struct pl_text code;
	struct pl_text detail;
};

struct pl_problems {
	struct pl_problem *v;
	size_t n;
};

struct pl_texts {
	struct pl_text *v;
	size_t n;
};

/* One text part, decoded: valid UTF-8 without NUL (U+FFFD stands for it), lines
 * end with LF. Each part begins a new line. */
struct pl_part {
	struct pl_text text;
	struct pl_text filename; /* empty: the part has none */
	bool flowed; /* Content-Type ... format=flowed */
	bool delsp;
};

struct pl_mail {
	enum pl_shape shape;
	struct pl_text message_id; /* without <>; empty: none */
	struct pl_text subject; /* RFC 2047 decoded, unfolded, white space folded */
	struct pl_text from_name, from_address;
	struct pl_text to, cc; /* RFC 2047 decoded, unfolded: names and addresses as they stand */
	bool has_date;
	int64_t date; /* seconds since 1970, UTC */
	bool has_received;
	int64_t received; /* by the last Received, when whoever keeps the mail got it; as date */
	struct pl_texts in_reply_to, references; /* without <>; comments removed */
	struct pl_texts lists; /* List-Id values between < and > (else the whole) */
	struct pl_part *parts;
	size_t n_parts;
	struct pl_problems problems;
};

/* Must be called once before any thread parses; harmless when called again. */
void pl_mail_init(void);

/* Looks at the first bytes: PAGE when no header field stands before the first
 * blank line and the page's three lines do. */
enum pl_shape pl_mail_shape(struct pl_text raw);

/* Parses raw; everything in the result is allocated in arena, and nothing
 * points into raw. Never fails: what is odd stands in problems. */
struct pl_mail *pl_mail_parse(struct pl_arena *arena, struct pl_text raw, enum pl_shape shape,
			      const struct pl_limits *limits);

/* Appends a problem unless the same code and detail stand already. Both are
 * copied into arena. */
void pl_problem_add(struct pl_arena *arena, struct pl_problems *problems, struct pl_text code,
		    struct pl_text detail);

#endif
