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

struct pl_text pl_transfer_decode(struct pl_text bytes, struct pl_text encoding, char **buffer_out)
{
	char name[32] = "";
	GMimeContentEncoding how;
	GMimeEncoding state;
	size_t encoded = bytes.len, n;
	char *out;

	*buffer_out = NULL;
	if (!bytes.len || encoding.len >= sizeof(name))
		return bytes;
	if (encoding.len)
		memcpy(name, encoding.ptr, encoding.len);
	how = g_mime_content_encoding_from_string(name);
	if (how != GMIME_CONTENT_ENCODING_BASE64 && how != GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE &&
	    how != GMIME_CONTENT_ENCODING_UUENCODE)
		return bytes;

	if (how == GMIME_CONTENT_ENCODING_BASE64)
		encoded = base64_end(bytes);
	g_mime_encoding_init_decode(&state, how);
	out = *buffer_out =
	    g_malloc(g_mime_encoding_outlen(&state, encoded) + 1 + bytes.len - encoded + 1);
	n = g_mime_encoding_flush(&state, bytes.ptr, encoded, out);
	if (encoded < bytes.len) {
		if (n && out[n - 1] != '\n')
			out[n++] = '\n';
		memcpy(out + n, bytes.ptr + encoded, bytes.len - encoded);
		n += bytes.len - encoded;
	}
	return (struct pl_text){out, n};
}
