/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repository.h"

const char *pl_repository_find(struct pl_repository *repository, const char *id)
{
	return repository->functions->find(repository, id);
}

enum pl_status pl_repository_facts(struct pl_repository *repository, const char *id,
				   struct pl_commit_facts *facts_out, struct pl_error *error)
{
	return repository->functions->facts(repository, id, facts_out, error);
}

GPtrArray *pl_repository_files(struct pl_repository *repository, const char *id)
{
	return repository->functions->files(repository, id);
}

void pl_repository_close(struct pl_repository *repository)
{
	if (repository)
		repository->functions->close(repository);
}

void pl_commit_facts_clear(struct pl_commit_facts *facts)
{
	g_free(facts->title);
	g_ptr_array_unref(facts->files);
	*facts = (struct pl_commit_facts){0};
}
