/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: repositories as public-inbox writes them, in the root of the test that runs. */
#ifndef PERFLORE_TESTS_REPOSITORY_H
#define PERFLORE_TESTS_REPOSITORY_H

#include <stdbool.h>

#include <git2.h>

/* A new bare one; each is closed. */
git_repository *new_repository(const char *name);
void close_repository(git_repository *repository);
/* Adds a commit to a repository in the root, which is made where there is none. */
void add_to_epoch(const char *epoch, const char *file, const char *mail);

/* A commit whose tree holds text at path (`a` or `ab/c`) and, if keep, what the
 * commit before it held. Returns its id, and the blob's if asked. */
git_oid add_commit(git_repository *repository, const char *path, const char *text, bool keep,
		   git_oid *blob_out);

#endif
