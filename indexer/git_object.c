/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "git_object.h"

#include <glib.h>

const char *pl_git_message(void)
{
	const git_error *error = git_error_last();

	return error && error->message ? error->message : "cannot be read";
}

bool pl_git_next_entry(struct pl_text *tree_inout, struct pl_git_entry *entry_out)
{
	struct pl_text tree = *tree_inout;
	const char *blank = tree.len ? memchr(tree.ptr, ' ', tree.len) : NULL;
	const char *nul = blank ? memchr(blank, 0, tree.ptr + tree.len - blank) : NULL;
	size_t used;

	if (!nul || (size_t)(tree.ptr + tree.len - nul) < GIT_OID_RAWSZ + 1)
		return false;
	entry_out->folder = tree.ptr[0] == '4';
	entry_out->name = (struct pl_text){blank + 1, nul - blank - 1};
	git_oid_fromraw(&entry_out->id, (const unsigned char *)nul + 1);
	used = nul + 1 + GIT_OID_RAWSZ - tree.ptr;
	*tree_inout = pl_text_slice(tree, used, tree.len);
	return true;
}

struct pl_text pl_git_text(git_odb_object *object)
{
	return (struct pl_text){git_odb_object_data(object), git_odb_object_size(object)};
}

static bool is_sound_tree(struct pl_text tree)
{
	struct pl_git_entry entry;

	while (pl_git_next_entry(&tree, &entry))
		;
	return tree.len == 0;
}

git_odb_object *pl_git_read(git_odb *odb, const git_oid *id, git_object_t type)
{
	git_odb_object *object;

	git_error_clear();
	if (git_odb_read(&object, odb, id) != 0)
		return NULL;
	if (git_odb_object_type(object) != type)
		git_error_set_str(GIT_ERROR_ODB, "object of the wrong type");
	else if (type == GIT_OBJECT_TREE && !is_sound_tree(pl_git_text(object)))
		git_error_set_str(GIT_ERROR_ODB, "malformed tree");
	else
		return object;
	git_odb_object_free(object);
	return NULL;
}

/* `KEY 40-hex-digits` at the beginning of *text_inout, which moves behind that line */
static bool take_id(struct pl_text *text_inout, struct pl_text key, git_oid *id_out)
{
	struct pl_text text = *text_inout;

	if (!pl_text_starts(text, key) || text.len < key.len + GIT_OID_HEXSZ + 1 ||
	    text.ptr[key.len + GIT_OID_HEXSZ] != '\n' ||
	    git_oid_fromstrn(id_out, text.ptr + key.len, GIT_OID_HEXSZ) != 0)
		return false;
	*text_inout = pl_text_slice(text, key.len + GIT_OID_HEXSZ + 1, text.len);
	return true;
}

bool pl_git_read_commit(git_odb *odb, const git_oid *id, git_oid *tree_out, git_oid *parent_out,
			bool *has_parent_out)
{
	git_odb_object *object = pl_git_read(odb, id, GIT_OBJECT_COMMIT);
	struct pl_text text;
	bool good;

	if (!object)
		return false;
	text = pl_git_text(object);
	good = take_id(&text, PL_TEXT("tree "), tree_out);
	*has_parent_out = take_id(&text, PL_TEXT("parent "), parent_out);
	git_odb_object_free(object);
	if (!good)
		git_error_set_str(GIT_ERROR_ODB, "malformed commit");
	return good;
}

bool pl_git_is_hex(struct pl_text name, size_t digits)
{
	if (name.len != digits)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!g_ascii_isxdigit(name.ptr[i]))
			return false;
	return true;
}
