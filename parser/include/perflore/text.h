/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text is a pointer and a length: a mail may hold anything, so nothing here
 * relies on a terminating NUL. Text never owns its bytes; who does is said by
 * the structure that holds it (nearly always the mail's arena).
 */
#ifndef PERFLORE_TEXT_H
#define PERFLORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct pl_text {
	const char *ptr;
	size_t len;
};

#define PL_TEXT(literal) ((struct pl_text){ (literal), sizeof(literal) - 1 })
#define PL_TEXT_NONE ((struct pl_text){ NULL, 0 })

static inline struct pl_text pl_text_of(const char *cstring)
{
	return (struct pl_text){ cstring, cstring ? strlen(cstring) : 0 };
}

static inline bool pl_text_equal(struct pl_text a, struct pl_text b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The piece [from, to) of text; bounds are clipped to it. */
static inline struct pl_text pl_text_slice(struct pl_text text, size_t from, size_t to)
{
	if (to > text.len)
		to = text.len;
	if (from > to)
		from = to;
	return (struct pl_text){ text.ptr + from, to - from };
}

static inline bool pl_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* text without blanks and tabs at both ends */
static inline struct pl_text pl_text_trim(struct pl_text text)
{
	while (text.len && pl_is_blank(text.ptr[0])) {
		text.ptr++;
		text.len--;
	}
	while (text.len && pl_is_blank(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

static inline bool pl_text_starts(struct pl_text text, struct pl_text prefix)
{
	return text.len >= prefix.len && memcmp(text.ptr, prefix.ptr, prefix.len) == 0;
}

static inline bool pl_text_ends(struct pl_text text, struct pl_text suffix)
{
	return text.len >= suffix.len &&
	       memcmp(text.ptr + text.len - suffix.len, suffix.ptr, suffix.len) == 0;
}

/* Where needle (a C string) stands in text, or NULL. */
const char *pl_text_find(struct pl_text text, const char *needle);

static inline bool pl_text_has(struct pl_text text, char c)
{
	return text.len && memchr(text.ptr, c, text.len);
}

#endif
