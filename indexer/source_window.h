/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A window on a stream that holds the mail being read and what was looked at
 * behind it. Positions count from the window's first byte.
 */
#ifndef PERFLORE_SOURCE_WINDOW_H
#define PERFLORE_SOURCE_WINDOW_H

#include <stdint.h>

#include "source_stream.h"

struct pl_window {
	struct pl_stream *stream; /* owned */
	char *block;
	size_t room;
	size_t first; /* the window is [first, end) of block */
	size_t end;
	uint64_t taken; /* bytes ever read from the stream, and those before it */
	bool ended;	/* the stream is */
};

/* offset: where in the file the stream begins. */
void pl_window_init(struct pl_window *window, struct pl_stream *stream, uint64_t offset);
void pl_window_clear(struct pl_window *window);

/* Reads on until the window holds want bytes or the stream ends; returns how many
 * it holds. Moves the bytes: pointers into the window are void. */
size_t pl_window_fill(struct pl_window *window, size_t want);

/* Forgets the first count bytes, or those in [from, to). */
void pl_window_advance(struct pl_window *window, size_t count);
void pl_window_remove(struct pl_window *window, size_t from, size_t to);

static inline char *pl_window_bytes(const struct pl_window *window)
{
	return window->block + window->first;
}

static inline size_t pl_window_size(const struct pl_window *window)
{
	return window->end - window->first;
}

/* Where in the stream the window begins; right as long as nothing was removed from it. */
static inline uint64_t pl_window_offset(const struct pl_window *window)
{
	return window->taken - pl_window_size(window);
}

#endif
