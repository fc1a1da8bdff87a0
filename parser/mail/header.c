/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail/header.h"

#include <glib.h>

bool pl_header_line(struct pl_text text, size_t *at, struct pl_text *line_out)
{
	struct pl_text left = pl_text_slice(text, *at, text.len);
	const char *end;

	if (!left.len)
		return false;
	end = memchr(left.ptr, '\n', left.len);
	*line_out = end ? pl_text_slice(left, 0, (size_t)(end - left.ptr)) : left;
	*at += line_out->len + (end != NULL);
	if (pl_text_ends(*line_out, PL_TEXT("\r")))
		line_out->len--;
	return true;
}

size_t pl_header_name(struct pl_text line)
{
	size_t n = 0, colon;

	while (n < line.len && line.ptr[n] > ' ' && line.ptr[n] < 0x7F && line.ptr[n] != ':')
		n++;
	colon = n;
	while (colon < line.len && pl_is_blank(line.ptr[colon]))
		colon++;
	return colon < line.len && line.ptr[colon] == ':' ? n : 0;
}

static bool same_name(struct pl_text a, struct pl_text b)
{
	return a.len == b.len && g_ascii_strncasecmp(a.ptr, b.ptr, a.len) == 0;
}

/* A field without which no mail is sent, or which only mail has. */
static bool tells_mail(struct pl_text name)
{
	static const struct pl_text names[] = {
	    PL_TEXT("From"),	 PL_TEXT("Date"),    PL_TEXT("Message-ID"),
	    PL_TEXT("Received"), PL_TEXT("Subject"),
	};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (same_name(name, names[i]))
			return true;
	}
	return false;
}

static bool usual_in_mail(struct pl_text name)
{
	static const struct pl_text names[] = {
	    PL_TEXT("To"),
	    PL_TEXT("Cc"),
	    PL_TEXT("In-Reply-To"),
	    PL_TEXT("References"),
	    PL_TEXT("Content-Type"),
	    PL_TEXT("MIME-Version"),
	    PL_TEXT("Reply-To"),
	    PL_TEXT("List-Id"),
	    PL_TEXT("User-Agent"),
	    PL_TEXT("Return-Path"),
	    PL_TEXT("X-Mailer"),
	    PL_TEXT("Delivered-To"),
	    PL_TEXT("Content-Transfer-Encoding"),
	};

	if (tells_mail(name))
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (same_name(name, names[i]))
			return true;
	}
	return false;
}

static bool is_blank(struct pl_text line)
{
	return pl_text_trim(line).len == 0;
}

/* mbox separators that a careless export left inside the header */
static bool is_separator(struct pl_text line)
{
	while (line.len && line.ptr[0] == '>')
		line = pl_text_slice(line, 1, line.len);
	return pl_text_starts(line, PL_TEXT("From "));
}

bool pl_header_there(struct pl_text raw)
{
	struct pl_text line;
	size_t at = 0, name;

	while (pl_header_line(raw, &at, &line) && !is_blank(line)) {
		name = pl_header_name(line);
		if (name && tells_mail((struct pl_text){line.ptr, name}))
			return true;
	}
	return false;
}

/* A line that is no field stands in the header: a usual field right behind it
 * shows that the header goes on. */
static bool goes_on(struct pl_text raw, size_t at)
{
	struct pl_text line;
	size_t name;

	if (!pl_header_line(raw, &at, &line))
		return false;
	name = pl_header_name(line);
	return name && usual_in_mail((struct pl_text){line.ptr, name});
}

size_t pl_header_split(struct pl_arena *arena, struct pl_text raw, bool whole,
		       const struct pl_limits *limits, struct pl_problems *problems,
		       struct pl_header *header_out)
{
	struct pl_header header = {0};
	struct pl_text line;
	size_t at = 0, start, name;
	bool too_large = false;

	for (start = 0; pl_header_line(raw, &at, &line); start = at) {
		if (line.len == 0)
			break;
		too_large = too_large || at > limits->header_bytes;
		name = pl_header_name(line);
		if (pl_is_blank(line.ptr[0])) {
			if (header.n && !too_large) {
				struct pl_field *last = &header.v[header.n - 1];

				last->value.len = (size_t)(line.ptr + line.len - last->value.ptr);
				continue;
			}
			if (header.n || whole)
				continue;
			at = 0;
			break;
		}
		if (name) {
			struct pl_field *field;
			size_t colon = name;

			if (too_large)
				continue;
			while (line.ptr[colon] != ':')
				colon++;
			field = PL_PUSH(arena, header.v, header.n);
			field->name = pl_text_slice(line, 0, name);
			field->value = pl_text_slice(line, colon + 1, line.len);
			continue;
		}
		if (is_separator(line) && whole)
			continue;
		if ((whole && !header.n) || goes_on(raw, at)) {
			if (header.n)
				pl_problem_add(arena, problems, PL_TEXT("header-broken"),
					       PL_TEXT("a line without a field name"));
			continue;
		}
		pl_problem_add(arena, problems, PL_TEXT("header-broken"),
			       PL_TEXT("no blank line behind it"));
		at = start;
		break;
	}
	if (too_large)
		pl_problem_add(arena, problems, PL_TEXT("header-too-large"), PL_TEXT_NONE);
	if (at && memchr(raw.ptr, '\0', at))
		pl_problem_add(arena, problems, PL_TEXT("nul-bytes"), PL_TEXT_NONE);
	*header_out = header;
	return at;
}

const struct pl_field *pl_header_find(const struct pl_header *header, struct pl_text name)
{
	for (size_t i = 0; i < header->n; i++) {
		if (same_name(header->v[i].name, name))
			return &header->v[i];
	}
	return NULL;
}

bool pl_field_too_deep(const struct pl_field *field, size_t limit)
{
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < field->value.len; i++) {
		switch (field->value.ptr[i]) {
		case '\\':
			i++;
			break;
		case '"':
			quoted = !quoted;
			break;
		case '(':
		case '<':
		case ':':
			/* A quote that never ends quotes nothing: count in both. */
			if (++depth > limit)
				return true;
			break;
		case ')':
		case '>':
		case ';':
		case ',':
			if (!quoted && depth)
				depth--;
			break;
		}
	}
	return false;
}
