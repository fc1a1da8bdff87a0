/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file that was looked at: an mbox to be parted, or one mail.
 */
#ifndef PERFLORE_SOURCE_MBOX_H
#define PERFLORE_SOURCE_MBOX_H

#include "mbox_cursor.h"
#include "source_reader.h"
#include "source_window.h"

/* Both take the window over, which begins with a separator line, or with the
 * mail; path lives as long as the source. stamp: of the file, for its mark. place: what
 * is known where the window begins. Never NULL. before: bytes of the file when it was read last;
 * -1: it was not. */
struct pl_reader *pl_mbox_reader(struct pl_source *source, const char *path,
				 struct pl_window window, struct pl_stamp stamp,
				 const struct pl_mbox_place *place);
struct pl_reader *pl_single_reader(struct pl_source *source, const char *path,
				   struct pl_window window, struct pl_stamp stamp, int64_t before,
				   enum pl_shape shape);

#endif
