/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory of one mail. All that a mail yields is allocated here and freed
 * together; nothing is freed singly.
 */
#ifndef PERFLORE_ARENA_H
#define PERFLORE_ARENA_H

#include <perflore/text.h>

struct pl_arena;

struct pl_arena *pl_arena_new(void);
void pl_arena_free(struct pl_arena *arena);

/* Forgets everything allocated; keeps one block for the next mail. */
void pl_arena_reset(struct pl_arena *arena);

/* size bytes, zeroed, aligned for any type; never NULL (GLib aborts when
 * memory is gone). Valid until the arena is reset. */
void *pl_arena_alloc(struct pl_arena *arena, size_t size);

/* A copy of text with a NUL behind it (not counted in its length). */
struct pl_text pl_arena_copy(struct pl_arena *arena, struct pl_text text);

/* printf into the arena. */
struct pl_text pl_arena_printf(struct pl_arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* An array of count elements that grows by one: returns the place of the array,
 * moved where its room (the next power of two) is used up. For PL_PUSH. */
void *pl_arena_grow(struct pl_arena *arena, void *array, size_t count, size_t size);

/* Appends a zeroed element to array (count elements, both lvalues) and yields
 * a pointer to it, which is valid until the next PL_PUSH on the same array. */
#define PL_PUSH(arena, array, count)                                                   \
	((array) = pl_arena_grow((arena), (array), (count), sizeof(*(array))),         \
	 &(array)[(count)++])

/* Bytes in use now, and the most that were ever in use. */
size_t pl_arena_used(const struct pl_arena *arena);
size_t pl_arena_peak(const struct pl_arena *arena);

#endif
