/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a clone of the kernel's repository knows of the commits that mails name. */
#ifndef PERFLORE_REPOSITORY_H
#define PERFLORE_REPOSITORY_H

#include <stdint.h>

#include <glib.h>

#include <perflore/status.h>

struct pl_repository;

/* Opens the repository in directory, bare or with a work tree. PL_FAILED: there is none, or
 * it cannot be read. */
enum pl_status pl_repository_open(const char *directory, struct pl_repository **repository_out,
				  struct pl_error *error);
void pl_repository_close(struct pl_repository *repository);

/* The commit that id (7 to 40 hex digits) names: its 40 digits, owned by the repository
 * until the next call; NULL where there is none, or where several begin so. */
const char *pl_repository_find(struct pl_repository *repository, const char *id);

/* Files that are listed of a commit. */
#define PL_COMMIT_FILES_MAX 50

struct pl_commit_facts {
	char *title;	  /* the first line; "" where there is none */
	int64_t written;  /* the author's date, seconds since 1970, UTC */
	const char *tag;  /* the first that holds it, owned by the repository; NULL: none */
	GPtrArray *files; /* of char *: changed against the first parent, at most
			     PL_COMMIT_FILES_MAX */
	size_t n_files;	  /* all of them */
};

/* What is known of a commit that pl_repository_find() found; to be cleared after PL_OK. */
enum pl_status pl_repository_facts(struct pl_repository *repository, const char *id,
				   struct pl_commit_facts *facts_out, struct pl_error *error);
/* The files that such a commit changes, as above; none of a merge. NULL: it cannot be read. The
 * array is the caller's. */
GPtrArray *pl_repository_files(struct pl_repository *repository, const char *id);

void pl_commit_facts_clear(struct pl_commit_facts *facts);

#endif
