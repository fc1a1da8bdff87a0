/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first tag that holds a commit is the oldest, by the date of the tagged commit, from
 * which the commit can be reached. Tags from before the commit are not tried: walking the
 * history for each of a kernel's thousand tags would take minutes.
 */
#include "repository.h"

#include <stdbool.h>
#include <string.h>

#include <git2.h>

#include "git_library.h"

/* Clocks of committers differ by so many seconds at most. */
#define CLOCK_SKEW 86400

struct tag {
	char *name;
	git_oid commit;
	int64_t date;
};

struct clone {
	struct pl_repository base;
	git_repository *git;
	GArray *tags; /* struct tag, oldest first; NULL: not yet read */
	char found[GIT_OID_HEXSZ + 1];
};

static enum pl_status fail(struct pl_error *error, const char *what)
{
	const git_error *last = git_error_last();

	return pl_fail(error, PL_FAILED, "%s: %s", what,
		       last && last->message ? last->message : "it cannot be read");
}

static void clear_tag(void *tag)
{
	g_free(((struct tag *)tag)->name);
}

static struct clone *clone_of(struct pl_repository *repository)
{
	return (struct clone *)repository;
}

static void close_clone(struct pl_repository *repository)
{
	struct clone *clone = clone_of(repository);

	if (clone->tags)
		g_array_unref(clone->tags);
	git_repository_free(clone->git);
	g_free(clone);
}

static const char *find(struct pl_repository *repository, const char *id)
{
	struct clone *clone = clone_of(repository);
	git_commit *commit = NULL;
	size_t length = strlen(id);
	git_oid oid;

	if (length > GIT_OID_HEXSZ || git_oid_fromstrn(&oid, id, length) ||
	    git_commit_lookup_prefix(&commit, clone->git, &oid, length))
		return NULL;
	git_oid_tostr(clone->found, sizeof(clone->found), git_commit_id(commit));
	git_commit_free(commit);
	return clone->found;
}

static int add_tag(const char *name, git_oid *oid, void *context)
{
	struct clone *clone = context;
	struct tag tag = {.name = NULL};
	git_object *object = NULL, *commit = NULL;

	/* A tag of something else than a commit holds none. */
	if (git_object_lookup(&object, clone->git, oid, GIT_OBJECT_ANY) == 0 &&
	    git_object_peel(&commit, object, GIT_OBJECT_COMMIT) == 0) {
		tag.name = g_strdup(g_str_has_prefix(name, "refs/tags/") ? name + 10 : name);
		tag.commit = *git_object_id(commit);
		tag.date = git_commit_time((git_commit *)commit);
		g_array_append_val(clone->tags, tag);
	}
	git_object_free(commit);
	git_object_free(object);
	return 0;
}

static int compare_tags(const void *a, const void *b)
{
	const struct tag *x = a, *y = b;

	return x->date < y->date ? -1 : x->date > y->date ? 1 : strcmp(x->name, y->name);
}

/* The name of the first tag that holds commit; NULL: none does */
static const char *first_tag(struct clone *clone, const git_commit *commit)
{
	const git_oid *id = git_commit_id(commit);

	if (!clone->tags) {
		clone->tags = g_array_new(FALSE, FALSE, sizeof(struct tag));
		g_array_set_clear_func(clone->tags, clear_tag);
		git_tag_foreach(clone->git, add_tag, clone);
		g_array_sort(clone->tags, compare_tags);
	}
	for (guint i = 0; i < clone->tags->len; i++) {
		const struct tag *tag = &g_array_index(clone->tags, struct tag, i);

		if (tag->date + CLOCK_SKEW < git_commit_time(commit))
			continue;
		if (git_oid_equal(&tag->commit, id) ||
		    git_graph_descendant_of(clone->git, &tag->commit, id) == 1)
			return tag->name;
	}
	return NULL;
}

static bool read_files(struct clone *clone, const git_commit *commit, struct pl_commit_facts *facts)
{
	git_commit *parent = NULL;
	git_tree *before = NULL, *after = NULL;
	git_diff *diff = NULL;
	bool good =
	    (!git_commit_parentcount(commit) || (git_commit_parent(&parent, commit, 0) == 0 &&
						 git_commit_tree(&before, parent) == 0)) &&
	    git_commit_tree(&after, commit) == 0 &&
	    git_diff_tree_to_tree(&diff, clone->git, before, after, NULL) == 0;

	facts->n_files = good ? git_diff_num_deltas(diff) : 0;
	for (size_t i = 0; i < MIN(facts->n_files, PL_COMMIT_FILES_MAX); i++)
		g_ptr_array_add(facts->files, g_strdup(git_diff_get_delta(diff, i)->new_file.path));
	git_diff_free(diff);
	git_tree_free(after);
	git_tree_free(before);
	git_commit_free(parent);
	return good;
}

static enum pl_status read_facts(struct pl_repository *repository, const char *id,
				 struct pl_commit_facts *facts, struct pl_error *error)
{
	struct clone *clone = clone_of(repository);
	git_commit *commit = NULL;
	enum pl_status status = PL_OK;
	git_oid oid;

	if (git_oid_fromstr(&oid, id) || git_commit_lookup(&commit, clone->git, &oid))
		return fail(error, id);
	*facts = (struct pl_commit_facts){
	    .title = g_strdup(git_commit_summary(commit)),
	    .written = git_commit_author(commit)->when.time,
	    .tag = first_tag(clone, commit),
	    .files = g_ptr_array_new_with_free_func(g_free),
	};
	if (!facts->title)
		facts->title = g_strdup("");
	if (!read_files(clone, commit, facts)) {
		status = fail(error, id);
		pl_commit_facts_clear(facts);
	}
	git_commit_free(commit);
	return status;
}

static GPtrArray *list_files(struct pl_repository *repository, const char *id)
{
	struct clone *clone = clone_of(repository);
	struct pl_commit_facts facts = {.files = g_ptr_array_new_with_free_func(g_free)};
	git_commit *commit = NULL;
	git_oid oid;

	if (git_oid_fromstr(&oid, id) || git_commit_lookup(&commit, clone->git, &oid) ||
	    (git_commit_parentcount(commit) < 2 && !read_files(clone, commit, &facts)))
		g_clear_pointer(&facts.files, g_ptr_array_unref);
	git_commit_free(commit);
	return facts.files;
}

static const struct pl_repository_functions functions = {
    .find = find,
    .facts = read_facts,
    .files = list_files,
    .close = close_clone,
};

enum pl_status pl_repository_open(const char *directory, struct pl_repository **repository_out,
				  struct pl_error *error)
{
	git_repository *git = NULL;
	struct clone *clone;

	pl_git_library(PL_GIT_TRUSTED);
	if (git_repository_open(&git, directory))
		return fail(error, directory);
	clone = g_new0(struct clone, 1);
	clone->base.functions = &functions;
	clone->git = git;
	*repository_out = &clone->base;
	return PL_OK;
}
