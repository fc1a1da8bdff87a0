/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which repositories at a path are public-inbox ones, and what their newest commit is. */
#ifndef PERFLORE_GIT_INBOX_H
#define PERFLORE_GIT_INBOX_H

#include <git2.h>

#include "source_reader.h"

/* The newest commit: that of HEAD, which in a mirror may name a branch that the
 * server does not have; then that of the only branch, or the only reference. PL_NOTHING: there
 * is no reference at all, so there are no commits. PL_FAILED: pl_git_message() says why. */
enum pl_status pl_git_find_tip(git_repository *repository, git_oid *id_out);

/* The paths of the repositories, which source owns: the one at path, or its epochs in order;
 * none where path is no inbox. To be unreffed. Those that are named and not there are told. */
GPtrArray *pl_git_find_inboxes(struct pl_source *source, const char *path);

/* For a path at which none was found: PL_NOTHING, or PL_FAILED where a repository is there, or
 * named. */
enum pl_status pl_git_no_inbox(const char *path, struct pl_error *error);

#endif
