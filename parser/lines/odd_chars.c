/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lines/odd_chars.h"

#include <stdint.h>

#include <glib.h>

/* What begins at text, if it is odd; *length_out is its bytes. */
static unsigned kind_at(struct pl_text text, size_t *length_out)
{
	unsigned char a = (unsigned char)text.ptr[0], b, c;

	if ((a != 0xC2 && a != 0xE2 && a != 0xE3 && a != 0xEF) || text.len < 2)
		return 0;
	b = (unsigned char)text.ptr[1];
	*length_out = 2;
	if (a == 0xC2)
		return b == 0xA0 ? PL_ODD_BLANKS : b == 0xAD ? PL_ODD_INVISIBLE : 0;
	if (text.len < 3)
		return 0;
	c = (unsigned char)text.ptr[2];
	*length_out = 3;
	if (a == 0xE3)
		return b == 0x80 && c == 0x80 ? PL_ODD_BLANKS : 0;
	if (a == 0xEF)
		return b == 0xBB && c == 0xBF ? PL_ODD_INVISIBLE : 0;
	if (b == 0x80 && c <= 0x8A)
		return PL_ODD_BLANKS;
	if (b == 0x80 && c == 0x8B)
		return PL_ODD_INVISIBLE;
	if (b == 0x80 && c >= 0x90 && c <= 0x93)
		return PL_ODD_DASHES;
	if (b == 0x80 && (c == 0x94 || c == 0x95))
		return PL_ODD_LONG;
	if ((b == 0x80 && c == 0xAF) || (b == 0x81 && c == 0x9F))
		return PL_ODD_BLANKS;
	if (b == 0x81 && c == 0xA0)
		return PL_ODD_INVISIBLE;
	return b == 0x88 && c == 0x92 ? PL_ODD_DASHES : 0;
}

/* Bytes at the start of text that are ASCII, in steps of eight: most mails hold nothing
 * else. */
static size_t ascii_length(struct pl_text text)
{
	size_t i = 0;
	uint64_t word;

	for (; i + sizeof(word) <= text.len; i += sizeof(word)) {
		memcpy(&word, text.ptr + i, sizeof(word));
		if (word & UINT64_C(0x8080808080808080))
			break;
	}
	while (i < text.len && !(text.ptr[i] & 0x80))
		i++;
	return i;
}

unsigned pl_odd_find(struct pl_text text)
{
	const unsigned all = PL_ODD_BLANKS | PL_ODD_INVISIBLE | PL_ODD_DASHES | PL_ODD_LONG;
	unsigned found = 0;
	size_t length;

	while (found != all) {
		text = pl_text_slice(text, ascii_length(text), text.len);
		if (!text.len)
			break;
		found |= kind_at(text, &length);
		text = pl_text_slice(text, 1, text.len);
	}
	return found;
}

/* A character outside ASCII, and no odd one, begins (or ends) there. */
static bool is_letter_at(struct pl_text text, size_t i)
{
	size_t length;

	return i < text.len && text.ptr[i] & 0x80 &&
	       !kind_at(pl_text_slice(text, i, text.len), &length);
}

static bool is_letter_before(struct pl_text text, size_t i)
{
	return i && text.ptr[i - 1] & 0x80 && !pl_odd_blank_before_end(pl_text_slice(text, 0, i));
}

size_t pl_odd_blank_at(struct pl_text text, size_t i, size_t *columns_out)
{
	size_t length;

	if (i >= text.len || kind_at(pl_text_slice(text, i, text.len), &length) != PL_ODD_BLANKS ||
	    (is_letter_before(text, i) && is_letter_at(text, i + length)))
		return 0;
	*columns_out = text.ptr[i] == '\xE3' ? 2 : 1;
	return length;
}

size_t pl_odd_blank_before_end(struct pl_text text)
{
	size_t length;

	for (size_t k = 2; k <= 3 && k <= text.len; k++)
		if (kind_at(pl_text_slice(text, text.len - k, text.len), &length) ==
			PL_ODD_BLANKS &&
		    length == k)
			return k;
	return 0;
}

size_t pl_odd_dash_at(struct pl_text text, size_t i)
{
	size_t length;

	return i < text.len && kind_at(pl_text_slice(text, i, text.len), &length) == PL_ODD_DASHES
		   ? length
		   : 0;
}

/* So many dashes in a line are no bullet, and no sign */
#define MIN_RULE 4

struct pl_text pl_odd_rule(struct pl_arena *arena, struct pl_text text)
{
	size_t dashes = 0, n = 0, length;
	char *out;

	for (size_t i = 0; i < text.len; i += length) {
		unsigned kind;

		length = 1;
		kind = kind_at(pl_text_slice(text, i, text.len), &length);
		if (kind & (PL_ODD_DASHES | PL_ODD_LONG))
			dashes++;
		else if (kind != PL_ODD_BLANKS && !strchr("-+|= \t", text.ptr[i]))
			return text;
	}
	if (dashes < MIN_RULE)
		return text;
	out = pl_arena_alloc(arena, text.len);
	for (size_t i = 0; i < text.len; i += length) {
		length = 1;
		if (kind_at(pl_text_slice(text, i, text.len), &length) & ~(unsigned)PL_ODD_BLANKS) {
			memset(out + n, '-', length);
			n += length;
		} else {
			memcpy(out + n, text.ptr + i, length);
			n += length;
		}
	}
	return (struct pl_text){out, n};
}

/* Whether the soft hyphen at text[i] stands alone behind something. */
static bool is_alone(struct pl_text text, size_t i)
{
	size_t k = i;

	if (!i || !strchr(" \t", text.ptr[i - 1]) ||
	    (i + 2 < text.len && !g_ascii_isspace(text.ptr[i + 2])))
		return false;
	while (k && strchr(" \t>", text.ptr[k - 1]))
		k--;
	return k && text.ptr[k - 1] != '\n';
}

static struct pl_text without(struct pl_arena *arena, struct pl_text text, bool blanks)
{
	char *out;
	size_t n = 0;

	if (!(pl_odd_find(text) & (PL_ODD_INVISIBLE | (blanks ? PL_ODD_BLANKS : 0))))
		return text;
	out = pl_arena_alloc(arena, text.len);
	for (size_t i = 0; i < text.len;) {
		size_t length;
		unsigned kind = kind_at(pl_text_slice(text, i, text.len), &length);

		if (kind == PL_ODD_INVISIBLE && !(length == 2 && is_alone(text, i))) {
			i += length;
		} else if (blanks && kind == PL_ODD_BLANKS) {
			out[n++] = ' ';
			i += length;
		} else {
			/* most of it is ASCII */
			length = 1 + ascii_length(pl_text_slice(text, i + 1, text.len));
			memcpy(out + n, text.ptr + i, length);
			n += length;
			i += length;
		}
	}
	return (struct pl_text){out, n};
}

struct pl_text pl_odd_strip(struct pl_arena *arena, struct pl_text text)
{
	return without(arena, text, false);
}

struct pl_text pl_odd_plain(struct pl_arena *arena, struct pl_text text)
{
	return without(arena, text, true);
}
