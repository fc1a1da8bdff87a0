/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single mails of a git repository, by the ids of their blobs. */
#ifndef PERFLORE_GIT_BLOB_H
#define PERFLORE_GIT_BLOB_H

#include <perflore/source.h>

/* The mail that a blob holds; it points into blob. */
void pl_git_blob_mail(struct pl_text blob, const char *id, const char *path, size_t limit,
		      struct pl_item *item_out);

/* Whether the repository at path is there and holds the commit. */
bool pl_git_has_commit(const char *path, const char *commit);

struct pl_git_blobs;

/* NULL: there is no repository */
struct pl_git_blobs *pl_git_blobs_open(const char *path);
void pl_git_blobs_close(struct pl_git_blobs *blobs);

/* The mail as pl_source_next() gave it, valid until the next call; false: not there. */
bool pl_git_blobs_read(struct pl_git_blobs *blobs, const char *id, struct pl_item *item_out);

#endif
