/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mails that a commit of a public-inbox repository adds. */
#ifndef PERFLORE_GIT_ADDED_H
#define PERFLORE_GIT_ADDED_H

#include <stdbool.h>

#include <git2.h>
#include <glib.h>

/* Fills mails (of git_oid, empty before) with the blobs that the commit with the tree adds to the
 * tree before (NULL: not known), the last first. v2: the file `m`; v1: files in folders xx/. False
 * where a tree cannot be read: pl_git_message() says why. */
bool pl_git_added_mails(git_odb *odb, const git_oid *tree_id, const git_oid *before, GArray *mails);

#endif
