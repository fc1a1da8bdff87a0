/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a repository lies. Its path is a folder, or the file `.git` of a linked worktree or a
 * submodule, which names the folder: `gitdir: PATH`.
 */
#ifndef PERFLORE_GIT_PLACE_H
#define PERFLORE_GIT_PLACE_H

#include <stdbool.h>

#include <git2.h>

/* The folder that such a file, or a link to nowhere, names, there or not; to be freed. NULL:
 * path is neither. */
char *pl_git_named_place(const char *path);

/* Whether there is a repository, at path or where it names one. */
bool pl_git_is_repository(const char *path);

/* Opens it, as a bare one, as nothing of its work tree is read. As libgit2's functions:
 * 0, or git_error_last() says why. */
int pl_git_open(git_repository **repository_out, const char *path);

#endif
