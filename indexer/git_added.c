/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "git_added.h"

#include "git_object.h"

/* The entry of that name in tree; trees are short, or read once a commit. */
static bool find_entry(struct pl_text tree, struct pl_text name, struct pl_git_entry *entry_out)
{
	while (pl_git_next_entry(&tree, entry_out))
		if (pl_text_equal(entry_out->name, name))
			return true;
	return false;
}

/* The same place in the sorted tree before: takes entries off *before_inout up to
 * name; true if the entry is there with the same id. */
static bool same_before(struct pl_text *before_inout, const struct pl_git_entry *entry,
			struct pl_git_entry *old_out)
{
	struct pl_text rest = *before_inout;

	while (pl_git_next_entry(&rest, old_out)) {
		size_t length = MIN(old_out->name.len, entry->name.len);
		int order = memcmp(old_out->name.ptr, entry->name.ptr, length);

		if (order > 0)
			break;
		*before_inout = rest;
		if (order == 0 && old_out->name.len == entry->name.len)
			return git_oid_equal(&old_out->id, &entry->id);
	}
	*old_out = (struct pl_git_entry){0};
	return false;
}

/* Appends the mails of a v1 folder (xx/) that were not in it before. */
static bool added_in_folder(git_odb *odb, GArray *mails, const struct pl_git_entry *folder,
			    const struct pl_git_entry *old)
{
	git_odb_object *now = pl_git_read(odb, &folder->id, GIT_OBJECT_TREE);
	git_odb_object *then = NULL;
	struct pl_text tree, before = PL_TEXT_NONE;
	struct pl_git_entry entry, ignored;

	if (now && old->folder)
		then = pl_git_read(odb, &old->id, GIT_OBJECT_TREE);
	if (!now || (old->folder && !then)) {
		git_odb_object_free(now);
		return false;
	}
	tree = pl_git_text(now);
	if (then)
		before = pl_git_text(then);
	while (pl_git_next_entry(&tree, &entry))
		if (!entry.folder && pl_git_is_hex(entry.name, 38) &&
		    !same_before(&before, &entry, &ignored))
			g_array_append_val(mails, entry.id);
	git_odb_object_free(now);
	git_odb_object_free(then);
	return true;
}

/* The same for the folders of a tree. before: the tree before, or NULL. */
static bool added_in_tree(git_odb *odb, GArray *mails, struct pl_text tree, const git_oid *before)
{
	git_odb_object *then = NULL;
	struct pl_text old_tree = PL_TEXT_NONE;
	struct pl_git_entry entry, old;
	bool good = true;

	if (before) {
		/* without it all mails count as added, and are known by their ids */
		then = pl_git_read(odb, before, GIT_OBJECT_TREE);
		if (then)
			old_tree = pl_git_text(then);
	}
	while (good && pl_git_next_entry(&tree, &entry))
		if (entry.folder && pl_git_is_hex(entry.name, 2) &&
		    !same_before(&old_tree, &entry, &old))
			good = added_in_folder(odb, mails, &entry, &old);
	git_odb_object_free(then);
	return good;
}

bool pl_git_added_mails(git_odb *odb, const git_oid *tree_id, const git_oid *before, GArray *mails)
{
	git_odb_object *object = pl_git_read(odb, tree_id, GIT_OBJECT_TREE);
	struct pl_git_entry entry;
	bool good = true;

	if (!object)
		return false;
	if (find_entry(pl_git_text(object), PL_TEXT("m"), &entry) && !entry.folder)
		g_array_append_val(mails, entry.id);
	else if (!find_entry(pl_git_text(object), PL_TEXT("d"), &entry))
		good = added_in_tree(odb, mails, pl_git_text(object), before);
	git_odb_object_free(object);
	/* they are consumed from the end */
	for (guint i = 0; i < mails->len / 2; i++) {
		git_oid *a = &g_array_index(mails, git_oid, i);
		git_oid *b = &g_array_index(mails, git_oid, mails->len - 1 - i);
		git_oid swap = *a;

		*a = *b;
		*b = swap;
	}
	return good;
}
