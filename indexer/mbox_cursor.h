/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where an mbox was read to, so that reading goes on there when it has grown: the byte
 * behind the last mail, the byte where that mail's separator begins, what the mails so far
 * said about the file, and a hash of the 4 KiB before, by which the file is known again.
 */
#ifndef PERFLORE_MBOX_CURSOR_H
#define PERFLORE_MBOX_CURSOR_H

#include "source_reader.h"

/* The bytes read last: all, or PL_TAIL_BYTES of them. */
struct pl_tail {
	char bytes[PL_TAIL_BYTES];
	size_t n;
};

void pl_tail_add(struct pl_tail *tail, struct pl_text text);

/* Whether it is all that there is of the last PL_TAIL_BYTES before end. */
bool pl_tail_is_whole(const struct pl_tail *tail, uint64_t end);

struct pl_mbox_cursor {
	uint64_t end;  /* behind the last mail, and the blank line that belongs to the mbox */
	uint64_t last; /* where the last mail's separator begins */
	bool masked;   /* as in struct mbox */
	bool noted;
	bool uncounted;
	bool uncounted_before; /* before the last mail */
};

/* Where to go on. */
struct pl_mbox_place {
	struct pl_mbox_cursor cursor; /* at its end */
	struct pl_tail tail;
	uint64_t before; /* the mail there was read before up to this byte; 0: it was not */
};

/* Fills the cursor of mark in, if tail is whole. */
void pl_mbox_cursor_mark(const struct pl_mbox_cursor *cursor, const struct pl_tail *tail,
			 struct pl_mark *mark);

/* Whether the file of size bytes is the one that mark stands for, and where to go on: behind
 * the last mail; where no mail begins there now, at the last mail, which may have been
 * longer than what was there of it. */
bool pl_mbox_cursor_find(const struct pl_mark *mark, int fd, uint64_t size,
			 struct pl_mbox_place *place_out);

#endif
