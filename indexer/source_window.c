/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The window moves to the front of its block only when that frees at least as
 * much as it moves, so a byte is moved a bounded number of times however the
 * window grows.
 */
#include "source_window.h"

#include <string.h>

#include <glib.h>

enum {
	CHUNK_BYTES = 128 * 1024,     /* read at once */
	ROOM_BYTES = 2 * CHUNK_BYTES, /* the block, unless a mail needs more */
};

/* Each mail of a folder has a window of its own: a block is kept for the next, by each thread. */
static GPrivate spare = G_PRIVATE_INIT(g_free);

void pl_window_init(struct pl_window *window, struct pl_stream *stream, uint64_t offset)
{
	*window = (struct pl_window){.stream = stream, .room = ROOM_BYTES, .taken = offset};
	window->block = g_private_get(&spare);
	if (window->block)
		g_private_set(&spare, NULL);
	else
		window->block = g_malloc(window->room);
}

void pl_window_clear(struct pl_window *window)
{
	pl_stream_free(window->stream);
	if (window->room == ROOM_BYTES && !g_private_get(&spare))
		g_private_set(&spare, window->block);
	else
		g_free(window->block);
	*window = (struct pl_window){0};
}

/* Room for another chunk behind the window. */
static void make_room(struct pl_window *window)
{
	size_t size = pl_window_size(window);

	if (window->first >= size) {
		memmove(window->block, pl_window_bytes(window), size);
		window->first = 0;
		window->end = size;
		/* gives back what a huge mail took */
		if (window->room > 8 * ROOM_BYTES && size + CHUNK_BYTES < window->room / 8) {
			window->room = 2 * size + ROOM_BYTES;
			window->block = g_realloc(window->block, window->room);
		}
	}
	if (window->room - window->end < CHUNK_BYTES) {
		window->room += MAX(window->room, CHUNK_BYTES);
		window->block = g_realloc(window->block, window->room);
	}
}

size_t pl_window_fill(struct pl_window *window, size_t want)
{
	while (pl_window_size(window) < want && !window->ended) {
		make_room(window);
		size_t got =
		    pl_stream_read(window->stream, window->block + window->end, CHUNK_BYTES);
		window->end += got;
		window->taken += got;
		window->ended = got == 0;
	}
	return pl_window_size(window);
}

void pl_window_advance(struct pl_window *window, size_t count)
{
	window->first += count;
}

void pl_window_remove(struct pl_window *window, size_t from, size_t to)
{
	char *bytes = pl_window_bytes(window);

	memmove(bytes + from, bytes + to, pl_window_size(window) - to);
	window->end -= to - from;
}
