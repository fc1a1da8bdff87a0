/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail/transfer.h"

#include <gmime/gmime.h>

#include "mail/header.h"

/* A line of base64 as encoders write them; shorter ones may be words. */
#define FULL_LINE 60

static bool is_base64(struct pl_text line, bool *padded_out)
{
	size_t i = 0;

	while (i < line.len &&
	       (g_ascii_isalnum(line.ptr[i]) || line.ptr[i] == '+' || line.ptr[i] == '/'))
		i++;
	*padded_out = i < line.len && line.ptr[i] == '=';
	while (i < line.len && line.ptr[i] == '=')
		i++;
	return i == line.len;
}

/* Where the clear text behind base64 begins. A line that is no base64 begins it,
 * and so does any line behind the padding, unless full lines of base64 follow. */
static size_t base64_end(struct pl_text bytes)
{
	struct pl_text line;
	size_t at = 0, start, clear = bytes.len;
	bool ended = false, padded;

	for (start = 0; pl_header_line(bytes, &at, &line); start = at) {
		bool base64;

		line = pl_text_trim(line);
		if (!line.len)
			continue;
		base64 = is_base64(line, &padded);
		if (base64 && (!ended || line.len >= FULL_LINE)) {
			clear = bytes.len;
			ended = padded;
		} else if (clear == bytes.len) {
			clear = start;
			ended = true;
		}
	}
	return clear;
}

/* How many letters stand in the last group, which should hold four. */
static unsigned last_group(struct pl_text base64)
{
	unsigned letters = 0;

	for (size_t i = 0; i < base64.len && base64.ptr[i] != '='; i++) {
		char c = base64.ptr[i];

		letters += g_ascii_isalnum(c) || c == '+' || c == '/';
	}
	return memchr(base64.ptr, '=', base64.len) ? 4 : (letters + 3) % 4 + 1;
}

static bool known_name(const char *name)
{
	static const char *const names[] = {"", "7bit", "8bit", "binary", "7-bit", "8-bit"};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (g_ascii_strcasecmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

struct pl_text pl_transfer_decode(struct pl_text bytes, struct pl_text encoding, char **buffer_out,
				  enum pl_transfer_state *state_out)
{
	char name[32];
	GMimeContentEncoding how;
	GMimeEncoding state;
	size_t encoded = bytes.len, n;
	char *out;

	*buffer_out = NULL;
	*state_out = PL_TRANSFER_GOOD;
	g_snprintf(name, sizeof(name), "%.*s", (int)MIN(encoding.len, sizeof(name)),
		   encoding.len ? encoding.ptr : "");
	how = g_mime_content_encoding_from_string(name);
	if (how != GMIME_CONTENT_ENCODING_BASE64 && how != GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE &&
	    how != GMIME_CONTENT_ENCODING_UUENCODE) {
		if (!known_name(name))
			*state_out = PL_TRANSFER_UNKNOWN;
		return bytes;
	}
	if (!bytes.len)
		return bytes;

	if (how == GMIME_CONTENT_ENCODING_BASE64)
		encoded = base64_end(bytes);
	g_mime_encoding_init_decode(&state, how);
	out = *buffer_out =
	    g_malloc(g_mime_encoding_outlen(&state, encoded) + bytes.len - encoded + 8);
	n = g_mime_encoding_step(&state, bytes.ptr, encoded, out);
	if (how == GMIME_CONTENT_ENCODING_BASE64 && encoded) {
		unsigned letters = last_group(pl_text_slice(bytes, 0, encoded));

		/* What was cut is padded, so that the last group is not lost. */
		if (letters < 4) {
			*state_out = PL_TRANSFER_BROKEN;
			n += g_mime_encoding_step(&state, "==", letters == 2 ? 2 : 1, out + n);
		}
	}
	n += g_mime_encoding_flush(&state, "", 0, out + n);
	if (encoded < bytes.len) {
		if (n && out[n - 1] != '\n')
			out[n++] = '\n';
		memcpy(out + n, bytes.ptr + encoded, bytes.len - encoded);
		n += bytes.len - encoded;
	}
	return (struct pl_text){out, n};
}
