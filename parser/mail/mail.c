/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/mail.h>

#include <pthread.h>

#include <gmime/gmime.h>

#include "mail/body.h"
#include "mail/charset.h"
#include "mail/fields.h"

static void start(void)
{
	g_mime_init();
	pl_fields_init();
}

void pl_mail_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, start);
}

/* The three lines a page begins with: subject, blank, `[Name <address>]`. */
static bool page_head(struct pl_text raw, struct pl_text *subject_out, struct pl_text *author_out)
{
	struct pl_text subject, blank, author;
	size_t at = 0;

	if (!pl_header_line(raw, &at, &subject) || !pl_header_line(raw, &at, &blank) ||
	    !pl_header_line(raw, &at, &author))
		return false;
	subject = pl_text_trim(subject);
	author = pl_text_trim(author);
	if (!subject.len || pl_text_trim(blank).len || !pl_text_starts(author, PL_TEXT("[")) ||
	    !pl_text_ends(author, PL_TEXT(">]")) || !memchr(author.ptr, '<', author.len))
		return false;
	*subject_out = subject;
	*author_out = pl_text_slice(author, 1, author.len - 1);
	return true;
}

enum pl_shape pl_mail_shape(struct pl_text raw)
{
	struct pl_text subject, author;

	if (!pl_header_there(raw) && page_head(raw, &subject, &author))
		return PL_SHAPE_PAGE;
	return PL_SHAPE_MAIL;
}

static void parse_page(struct pl_arena *arena, struct pl_text raw, const struct pl_limits *limits,
		       struct pl_mail *mail)
{
	struct pl_text subject, author;

	if (page_head(raw, &subject, &author)) {
		const struct pl_field field = {PL_TEXT("From"), author};

		mail->subject = pl_charset_guess(arena, subject);
		if (pl_field_too_deep(&field, limits->header_nesting))
			pl_problem_add(arena, &mail->problems, PL_TEXT("header-too-deep"),
				       field.name);
		else
			pl_field_address(arena, author, &mail->from_name, &mail->from_address);
	} else {
		pl_problem_add(arena, &mail->problems, PL_TEXT("no-header"), PL_TEXT_NONE);
	}
	pl_body_bare(arena, raw, limits, mail);
}

/* Where CR alone ends the lines, LF is put in its place before anything is read. */
static struct pl_text with_lf(struct pl_arena *arena, struct pl_text raw)
{
	if (!raw.len || memchr(raw.ptr, '\n', raw.len) || !memchr(raw.ptr, '\r', raw.len))
		return raw;
	raw = pl_arena_copy(arena, raw);
	for (size_t i = 0; i < raw.len; i++) {
		if (raw.ptr[i] == '\r')
			((char *)raw.ptr)[i] = '\n';
	}
	return raw;
}

struct pl_mail *pl_mail_parse(struct pl_arena *arena, struct pl_text raw, enum pl_shape shape,
			      const struct pl_limits *limits)
{
	struct pl_mail *mail = pl_arena_alloc(arena, sizeof(*mail));
	struct pl_text whole;

	mail->shape = shape;
	if (raw.len > limits->mail_bytes) {
		pl_problem_add(arena, &mail->problems, PL_TEXT("mail-too-large"), PL_TEXT_NONE);
		raw = pl_text_slice(raw, 0, limits->mail_bytes);
	}
	whole = raw = with_lf(arena, raw);
	if (shape == PL_SHAPE_PAGE) {
		parse_page(arena, raw, limits, mail);
		return mail;
	}
	while (raw.len && (raw.ptr[0] == '\n' || raw.ptr[0] == '\r'))
		raw = pl_text_slice(raw, 1, raw.len);
	if (pl_header_there(raw)) {
		struct pl_header header;
		size_t at = pl_header_split(arena, raw, true, limits, &mail->problems, &header);

		pl_fields_read(arena, &header, limits, mail);
		pl_body_read(arena, &header, pl_text_slice(raw, at, raw.len), limits, mail);
	} else {
		pl_problem_add(arena, &mail->problems, PL_TEXT("no-header"), PL_TEXT_NONE);
		pl_body_bare(arena, whole, limits, mail);
	}
	return mail;
}
