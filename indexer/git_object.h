/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Commits and trees of a git repository, parsed here: libgit2's own objects cost as much time
 * and far more memory.
 */
#ifndef PERFLORE_GIT_OBJECT_H
#define PERFLORE_GIT_OBJECT_H

#include <perflore/text.h>

#include <git2.h>

/* One entry of a tree; its name points into the tree. */
struct pl_git_entry {
	bool folder;
	struct pl_text name;
	git_oid id;
};

/* Why the last call failed. */
const char *pl_git_message(void);

/* An object of the type, to be freed; NULL where it cannot be read, or is a malformed tree. */
git_odb_object *pl_git_read(git_odb *odb, const git_oid *id, git_object_t type);

/* Its bytes, which it owns. */
struct pl_text pl_git_text(git_odb_object *object);

/* Takes the next entry (`MODE NAME NUL ID`) off *tree_inout; false at the end or
 * where the tree is malformed. */
bool pl_git_next_entry(struct pl_text *tree_inout, struct pl_git_entry *entry_out);

/* The tree and the first parent of a commit; false where it cannot be read. */
bool pl_git_read_commit(git_odb *odb, const git_oid *id, git_oid *tree_out, git_oid *parent_out,
			bool *has_parent_out);

/* name is so many hex digits. */
bool pl_git_is_hex(struct pl_text name, size_t digits);

#endif
