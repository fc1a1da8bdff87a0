/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repository.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <glib.h>

extern char *root;

git_repository *new_repository(const char *name)
{
	git_repository *repository;
	char *path = g_build_filename(root, name, NULL);

	git_libgit2_init();
	assert_int_equal(git_repository_init(&repository, path, true), 0);
	g_free(path);
	return repository;
}

git_oid add_commit(git_repository *repository, const char *path, const char *text, bool keep,
		   git_oid *blob_out)
{
	git_oid id, blob, tree_id, parent_id;
	git_signature *who;
	git_commit *parent = NULL;
	git_tree *old = NULL, *tree;
	git_tree *empty;
	git_treebuilder *builder;
	git_tree_update update = {GIT_TREE_UPDATE_UPSERT, {{0}}, GIT_FILEMODE_BLOB, path};

	git_treebuilder_new(&builder, repository, NULL);
	git_treebuilder_write(&id, builder);
	git_treebuilder_free(builder);
	git_tree_lookup(&empty, repository, &id);
	git_signature_new(&who, "N", "n@example.org", 0, 0);
	assert_int_equal(git_blob_create_from_buffer(&blob, repository, text, strlen(text)), 0);
	if (git_reference_name_to_id(&parent_id, repository, "HEAD") == 0) {
		git_commit_lookup(&parent, repository, &parent_id);
		git_commit_tree(&old, parent);
	}
	update.id = blob;
	assert_int_equal(
	    git_tree_create_updated(&tree_id, repository, keep && old ? old : empty, 1, &update),
	    0);
	git_tree_lookup(&tree, repository, &tree_id);
	assert_int_equal(git_commit_create(&id, repository, "HEAD", who, who, NULL, "s", tree,
					   parent ? 1 : 0, (const git_commit *[]){parent}),
			 0);
	git_tree_free(tree);
	git_tree_free(old);
	git_tree_free(empty);
	git_commit_free(parent);
	git_signature_free(who);
	if (blob_out)
		*blob_out = blob;
	return id;
}

void close_repository(git_repository *repository)
{
	git_repository_free(repository);
	git_libgit2_shutdown();
}

void add_to_epoch(const char *epoch, const char *file, const char *mail)
{
	char *path = g_build_filename(root, epoch, NULL);
	git_repository *repository;

	git_libgit2_init();
	if (git_repository_open_bare(&repository, path) != 0)
		repository = new_repository(epoch);
	else
		git_libgit2_init();
	add_commit(repository, file, mail, false, NULL);
	close_repository(repository);
	git_libgit2_shutdown();
	g_free(path);
}
