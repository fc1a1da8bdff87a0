/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A question touches a few hundred pages of fresh memory, one fault each, and a fault costs
 * more than the page. The system gives many pages in one call for a twentieth of that.
 */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "query_command.h"

/* Questions take half a MiB to two; what is not needed costs next to nothing. */
#define AT_HAND (2 * 1024 * 1024)

/* What malloc() would take from elsewhere, and give back, comes from there too. */
#define LARGE (32 * 1024 * 1024)

/* More than is left of the 132 KiB that malloc() begins with. */
#define PIECE (256 * 1024)

/* What can't be had here comes as it is touched, as ever. */
void query_take_memory(void)
{
#if defined(__GLIBC__) && defined(MADV_POPULATE_WRITE)
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from, to;
	void *piece;

	mallopt(M_TOP_PAD, AT_HAND);
	mallopt(M_TRIM_THRESHOLD, LARGE);
	mallopt(M_MMAP_THRESHOLD, LARGE);
	piece = malloc(PIECE);
	from = ((uintptr_t)piece + page - 1) & ~(page - 1);
	to = (uintptr_t)sbrk(0) & ~(page - 1);
	/* Another malloc() takes its memory from elsewhere. */
	if (piece && from < to && to - from < 2 * AT_HAND)
		madvise((void *)from, to - from, MADV_POPULATE_WRITE);
	free(piece);
#endif
}
