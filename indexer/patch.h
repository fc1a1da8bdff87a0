/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Patches: which files a mail's diff changes, and under which commit id a patch was taken
 * up, as mails say. A patch is known by its title, the subject without what stands in
 * brackets before it: that is what its versions, the commit, and the mails about it have
 * in common.
 */
#ifndef PERFLORE_PATCH_H
#define PERFLORE_PATCH_H

#include "store_internal.h"

/* `[PATCH v4 3/6] mm: x` without what stands in brackets */
struct pl_text pl_patch_title(struct pl_text subject);

/* Stores what a new mail is as a patch, what it says became of others, and, where it has a
 * report, who it was sent to. */
void pl_store_patch(struct pl_store *store, int64_t id, const struct pl_message *message);

/* The commit id in a line below the title of a patch that was taken up: `commit: ID`, or a
 * link to it; empty: none. */
struct pl_text pl_applied_commit(struct pl_text line);

/* The id of the commit that a patch is a copy of, in a line of its own text: `commit ID
 * upstream.`, `[ Upstream commit ID ]`, `Commit-ID: ID`; empty: none. */
struct pl_text pl_upstream_commit(struct pl_text line);

/* The title in a line that names a patch of a series: `[1/2] mm: x`, `  - [v2] mm: x`;
 * empty: none. */
struct pl_text pl_applied_title(struct pl_text line);

#endif
