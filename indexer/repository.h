/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What reads a repository. The queries ask through it, so that libgit2 belongs to a program
 * only where pl_repository_open() does.
 */
#ifndef PERFLORE_REPOSITORY_INTERNAL_H
#define PERFLORE_REPOSITORY_INTERNAL_H

#include <perflore/repository.h>

/* As the functions of their names in perflore/repository.h. */
struct pl_repository_functions {
	const char *(*find)(struct pl_repository *repository, const char *id);
	enum pl_status (*facts)(struct pl_repository *repository, const char *id,
				struct pl_commit_facts *facts_out, struct pl_error *error);
	GPtrArray *(*files)(struct pl_repository *repository, const char *id);
	void (*close)(struct pl_repository *repository);
};

/* The first member of what a reader keeps. */
struct pl_repository {
	const struct pl_repository_functions *functions;
};

#endif
