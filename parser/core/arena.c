/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The arena is a list of blocks, the newest first; only the newest is allocated
 * from. A piece larger than a block gets a block of its own behind the newest,
 * so that the room left in the newest stays usable. Under the address sanitizer
 * all bytes that were not handed out are poisoned.
 */
#include <perflore/arena.h>

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <glib.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define GAP ALIGN /* poisoned, behind every piece */
#else
#define GAP 0
#define ASAN_POISON_MEMORY_REGION(ptr, size) ((void)(ptr), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(ptr, size) ((void)(ptr), (void)(size))
#endif

#define ALIGN _Alignof(max_align_t)
#define BLOCK_SIZE ((size_t)256 << 10)

/* Blocks that stay with an arena that is reset: what a few dozen mails take. */
#define MAX_SPARE 8

struct block {
	struct block *next;
	size_t size;
	size_t used;
	max_align_t bytes[];
};

struct pl_arena {
	struct block *blocks;
	struct block *spare; /* of BLOCK_SIZE, and empty */
	unsigned n_spare;
	size_t used;
	size_t peak;
};

static char *block_bytes(struct block *block)
{
	return (char *)block->bytes;
}

static struct block *block_new(size_t size)
{
	struct block *block = g_malloc(sizeof(*block) + size);

	block->next = NULL;
	block->size = size;
	block->used = 0;
	ASAN_POISON_MEMORY_REGION(block->bytes, size);
	return block;
}

static void block_free(struct block *block)
{
	ASAN_UNPOISON_MEMORY_REGION(block->bytes, block->size);
	g_free(block);
}

struct pl_arena *pl_arena_new(void)
{
	struct pl_arena *arena = g_new0(struct pl_arena, 1);

	arena->blocks = block_new(BLOCK_SIZE);
	return arena;
}

static void free_blocks(struct block *block)
{
	for (struct block *next; block; block = next) {
		next = block->next;
		block_free(block);
	}
}

void pl_arena_free(struct pl_arena *arena)
{
	if (!arena)
		return;
	free_blocks(arena->blocks);
	free_blocks(arena->spare);
	g_free(arena);
}

static void keep_or_free(struct pl_arena *arena, struct block *block)
{
	if (block->size != BLOCK_SIZE || arena->n_spare == MAX_SPARE) {
		block_free(block);
		return;
	}
	block->next = arena->spare;
	arena->spare = block;
	arena->n_spare++;
}

static struct block *take_spare(struct pl_arena *arena)
{
	struct block *block = arena->spare;

	if (!block)
		return block_new(BLOCK_SIZE);
	arena->spare = block->next;
	arena->n_spare--;
	return block;
}

void pl_arena_reset(struct pl_arena *arena)
{
	struct block *kept = NULL;

	for (struct block *block = arena->blocks, *next; block; block = next) {
		next = block->next;
		block->used = 0;
		ASAN_POISON_MEMORY_REGION(block->bytes, block->size);
		if (!kept && block->size == BLOCK_SIZE)
			kept = block;
		else
			keep_or_free(arena, block);
	}
	kept->next = NULL;
	arena->blocks = kept;
	arena->used = 0;
}

static size_t round_up(size_t size)
{
	g_assert(size <= SIZE_MAX - sizeof(struct block) - 2 * ALIGN);
	return (size + ALIGN - 1) & ~(ALIGN - 1);
}

static void *take(struct pl_arena *arena, size_t size)
{
	const size_t room = round_up(size ? size : 1) + GAP;
	struct block *block = arena->blocks;
	char *ptr;

	if (room > block->size - block->used) {
		if (room > BLOCK_SIZE / 4) {
			block = block_new(room);
			block->next = arena->blocks->next;
			arena->blocks->next = block;
		} else {
			block = take_spare(arena);
			block->next = arena->blocks;
			arena->blocks = block;
		}
	}
	ptr = block_bytes(block) + block->used;
	block->used += room;
	arena->used += room;
	arena->peak = MAX(arena->peak, arena->used);
	ASAN_UNPOISON_MEMORY_REGION(ptr, size);
	return ptr;
}

void *pl_arena_alloc(struct pl_arena *arena, size_t size)
{
	void *ptr = take(arena, size);

	return size ? memset(ptr, 0, size) : ptr;
}

struct pl_text pl_arena_copy(struct pl_arena *arena, struct pl_text text)
{
	char *ptr = take(arena, text.len + 1);

	if (text.len)
		memcpy(ptr, text.ptr, text.len);
	ptr[text.len] = '\0';
	return (struct pl_text){ptr, text.len};
}

struct pl_text pl_arena_printf(struct pl_arena *arena, const char *format, ...)
{
	va_list args, again;
	char *ptr;
	int len;

	va_start(args, format);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	g_assert(len >= 0);
	ptr = take(arena, (size_t)len + 1);
	vsnprintf(ptr, (size_t)len + 1, format, again);
	va_end(again);
	va_end(args);
	return (struct pl_text){ptr, (size_t)len};
}

/* Room of an array that was filled by PL_PUSH: 0, then powers of two. */
#define FIRST_ROOM 4

void *pl_arena_grow(struct pl_arena *arena, void *array, size_t count, size_t size)
{
	size_t room;
	char *grown = array;

	if (count == 0 || (count >= FIRST_ROOM && (count & (count - 1)) == 0)) {
		room = count ? 2 * count : FIRST_ROOM;
		g_assert(room <= SIZE_MAX / 2 / size);
		grown = take(arena, room * size);
		if (count)
			memcpy(grown, array, count * size);
	}
	memset(grown + count * size, 0, size);
	return grown;
}

size_t pl_arena_used(const struct pl_arena *arena)
{
	return arena->used;
}

size_t pl_arena_peak(const struct pl_arena *arena)
{
	return arena->peak;
}
