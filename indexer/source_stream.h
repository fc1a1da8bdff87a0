/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Byte streams: a file as its reader wants it, whether plain or packed with
 * gzip, xz or zstd. Packed members may follow one another, of the same kind or not.
 */
#ifndef PERFLORE_SOURCE_STREAM_H
#define PERFLORE_SOURCE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pl_stream;

/* Owns fd from now on, unless it is standard input. Never NULL. */
struct pl_stream *pl_stream_new(int fd);
void pl_stream_free(struct pl_stream *stream);

/* Before the first read, of a file that is read from its beginning: where its end is thought to
 * be. A read that gets no further is the last, and is not tried again. */
void pl_stream_expect(struct pl_stream *stream, uint64_t size);

/* Up to size unpacked bytes; 0 at the end, or where nothing more can be read. */
size_t pl_stream_read(struct pl_stream *stream, char *buffer, size_t size);

/* After the first read: whether the file is packed. */
bool pl_stream_is_packed(const struct pl_stream *stream);

/* After a read of 0: why the stream ended before its end; NULL: it did not. */
const char *pl_stream_error(const struct pl_stream *stream);

#endif
