/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single mails of a git repository, by the ids of their blobs. */
#ifndef PERFLORE_GIT_BLOB_H
#define PERFLORE_GIT_BLOB_H

#include <perflore/source.h>

struct pl_git_blobs;

/* NULL: there is no repository */
struct pl_git_blobs *pl_git_blobs_open(const char *path);
void pl_git_blobs_close(struct pl_git_blobs *blobs);

/* The mail as pl_source_next() gave it, valid until the next call; false: not there. */
bool pl_git_blobs_read(struct pl_git_blobs *blobs, const char *id, struct pl_item *item_out);

#endif
