/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * GMime joins neighbouring encoded words before it undoes base64, and so loses all
 * behind the first padding. Here each word is undone alone, and then the bytes of
 * neighbours under one label are joined, as a character may be split between them.
 */
#include "mail/words.h"

#include <glib.h>

#include "mail/charset.h"

/* The standard says 75; not every sender cares. */
#define MAX_WORD 2000

struct word {
	struct pl_text label;
	struct pl_text text;
	bool base64;
	size_t end; /* behind the word */
};

/* The encoded word that begins at byte at. */
static bool read_word(struct pl_text text, size_t at, struct word *word_out)
{
	const char *end = text.ptr + text.len, *label = text.ptr + at + 2, *how, *body, *close;
	struct word word;

	if (!pl_text_starts(pl_text_slice(text, at, text.len), PL_TEXT("=?")))
		return false;
	if ((size_t)(end - label) > MAX_WORD)
		end = label + MAX_WORD;
	how = memchr(label, '?', (size_t)(end - label));
	if (!how || end - how < 3 || !strchr("bBqQ", how[1]) || how[2] != '?')
		return false;
	body = how + 3;
	close = memmem(body, (size_t)(end - body), "?=", 2);
	if (!close)
		return false;
	word.label = (struct pl_text){label, (size_t)(how - label)};
	for (size_t i = 0; i < word.label.len; i++) {
		if (word.label.ptr[i] == '*') /* RFC 2231: a language */
			word.label.len = i;
		else if (word.label.ptr[i] == ' ')
			return false;
	}
	word.text = (struct pl_text){body, (size_t)(close - body)};
	word.base64 = how[1] == 'b' || how[1] == 'B';
	word.end = (size_t)(close - text.ptr) + 2;
	*word_out = word;
	return true;
}

static void append_bytes(const struct word *word, GString *bytes)
{
	const struct pl_text text = word->text;

	if (word->base64) {
		gsize old = bytes->len;
		gint state = 0;
		guint save = 0;

		g_string_set_size(bytes, old + text.len + 3);
		old += g_base64_decode_step(text.ptr, text.len, (guchar *)bytes->str + old, &state,
					    &save);
		g_string_truncate(bytes, old);
		return;
	}
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '_') {
			c = ' ';
		} else if (c == '=' && i + 2 < text.len && g_ascii_isxdigit(text.ptr[i + 1]) &&
			   g_ascii_isxdigit(text.ptr[i + 2])) {
			c = (char)(g_ascii_xdigit_value(text.ptr[i + 1]) << 4 |
				   g_ascii_xdigit_value(text.ptr[i + 2]));
			i += 2;
		}
		g_string_append_c(bytes, c);
	}
}

static void flush(GString *bytes, struct pl_text label, GString *out)
{
	enum pl_charset_used used;
	char *buffer;
	struct pl_text text;

	if (!bytes->len)
		return;
	text = pl_charset_decode((struct pl_text){bytes->str, bytes->len}, label, &buffer, &used);
	g_string_append_len(out, text.ptr, (gssize)text.len);
	g_free(buffer);
	g_string_truncate(bytes, 0);
}

static bool same_label(struct pl_text a, struct pl_text b)
{
	return a.len == b.len && g_ascii_strncasecmp(a.ptr, b.ptr, a.len) == 0;
}

struct pl_text pl_words_decode(struct pl_arena *arena, struct pl_text text)
{
	GString *out, *bytes;
	struct pl_text label = PL_TEXT_NONE, decoded;
	size_t plain = 0; /* where the text begins that is not yet written */
	const char *found = text.len ? memmem(text.ptr, text.len, "=?", 2) : NULL;

	if (!found)
		return text;
	out = g_string_sized_new(text.len);
	bytes = g_string_new(NULL);
	while (found) {
		size_t at = (size_t)(found - text.ptr);
		struct pl_text between = pl_text_slice(text, plain, at);
		struct word word;

		if (read_word(text, at, &word)) {
			bool neighbour = bytes->len && pl_text_trim(between).len == 0;

			if (!neighbour || !same_label(label, word.label))
				flush(bytes, label, out);
			if (!neighbour)
				g_string_append_len(out, between.ptr, (gssize)between.len);
			label = word.label;
			append_bytes(&word, bytes);
			plain = at = word.end;
		} else {
			at += 2;
		}
		found = memmem(text.ptr + at, text.len - at, "=?", 2);
	}
	flush(bytes, label, out);
	g_string_append_len(out, text.ptr + plain, (gssize)(text.len - plain));
	decoded = pl_charset_lines(arena, (struct pl_text){out->str, out->len});
	g_string_free(bytes, TRUE);
	g_string_free(out, TRUE);
	return decoded;
}
