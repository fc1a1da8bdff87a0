/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mbox_cursor.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "source_look.h"

void pl_tail_add(struct pl_tail *tail, struct pl_text text)
{
	size_t keep;

	if (text.len >= PL_TAIL_BYTES) {
		memcpy(tail->bytes, text.ptr + text.len - PL_TAIL_BYTES, PL_TAIL_BYTES);
		tail->n = PL_TAIL_BYTES;
		return;
	}
	if (!text.len)
		return;
	keep = MIN(tail->n, PL_TAIL_BYTES - text.len);
	memmove(tail->bytes, tail->bytes + tail->n - keep, keep);
	memcpy(tail->bytes + keep, text.ptr, text.len);
	tail->n = keep + text.len;
}

bool pl_tail_is_whole(const struct pl_tail *tail, uint64_t end)
{
	return tail->n == MIN(end, PL_TAIL_BYTES);
}

static void hash_tail(const struct pl_tail *tail, uint8_t hash_out[PL_TAIL_HASH])
{
	GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
	gsize length = PL_TAIL_HASH;

	g_checksum_update(checksum, (const guchar *)tail->bytes, (gssize)tail->n);
	g_checksum_get_digest(checksum, hash_out, &length);
	g_checksum_free(checksum);
}

void pl_mbox_cursor_mark(const struct pl_mbox_cursor *cursor, const struct pl_tail *tail,
			 struct pl_mark *mark)
{
	if (!pl_tail_is_whole(tail, cursor->end))
		return;
	mark->cursor =
	    g_strdup_printf("%" PRIu64 " %" PRIu64 " -%s%s%s%s", cursor->end, cursor->last,
			    cursor->masked ? "m" : "", cursor->noted ? "n" : "",
			    cursor->uncounted ? "u" : "", cursor->uncounted_before ? "b" : "");
	hash_tail(tail, mark->tail);
	mark->has_tail = true;
}

static bool parse(const char *text, struct pl_mbox_cursor *cursor_out)
{
	char flags[8] = "";

	if (sscanf(text, "%" SCNu64 " %" SCNu64 " %7s", &cursor_out->end, &cursor_out->last,
		   flags) != 3 ||
	    cursor_out->last >= cursor_out->end)
		return false;
	cursor_out->masked = strchr(flags, 'm') != NULL;
	cursor_out->noted = strchr(flags, 'n') != NULL;
	cursor_out->uncounted = strchr(flags, 'u') != NULL;
	cursor_out->uncounted_before = strchr(flags, 'b') != NULL;
	return true;
}

/* Up to size bytes at offset; how many could be read. */
static size_t read_at(int fd, uint64_t offset, char *bytes, size_t size)
{
	size_t got = 0;

	while (got < size) {
		ssize_t n = pread(fd, bytes + got, size - got, (off_t)(offset + got));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		got += (size_t)n;
	}
	return got;
}

static bool read_tail(int fd, uint64_t end, struct pl_tail *tail_out)
{
	tail_out->n = MIN(end, PL_TAIL_BYTES);
	return read_at(fd, end - tail_out->n, tail_out->bytes, tail_out->n) == tail_out->n;
}

static bool separator_at(int fd, uint64_t offset, bool masked)
{
	char bytes[PL_SEPARATOR_BYTES];
	size_t n = read_at(fd, offset, bytes, sizeof(bytes));

	return pl_separator((struct pl_text){bytes, n}, masked) > 0;
}

bool pl_mbox_cursor_find(const struct pl_mark *mark, int fd, uint64_t size,
			 struct pl_mbox_place *place_out)
{
	struct pl_mbox_cursor *cursor = &place_out->cursor;
	uint8_t hash[PL_TAIL_HASH];
	struct pl_text tail;

	place_out->before = 0;
	if (!mark->cursor || !mark->has_tail || !parse(mark->cursor, cursor) ||
	    cursor->end > size || !read_tail(fd, cursor->end, &place_out->tail))
		return false;
	hash_tail(&place_out->tail, hash);
	if (memcmp(hash, mark->tail, sizeof(hash)) != 0)
		return false;
	tail = (struct pl_text){place_out->tail.bytes, place_out->tail.n};
	if (cursor->end == size ||
	    ((pl_text_ends(tail, PL_TEXT("\n\n")) || pl_text_ends(tail, PL_TEXT("\n\r\n"))) &&
	     separator_at(fd, cursor->end, cursor->masked)))
		return true;
	place_out->before = cursor->end;
	cursor->end = cursor->last;
	cursor->uncounted = cursor->uncounted_before;
	return read_tail(fd, cursor->end, &place_out->tail) &&
	       separator_at(fd, cursor->end, cursor->masked);
}
