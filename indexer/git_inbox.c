/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "git_inbox.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "git_library.h"
#include "git_object.h"
#include "git_place.h"

/* The only one of names that begins with prefix; NULL: none or several. */
static const char *only_one(const git_strarray *names, const char *prefix, unsigned *count_out)
{
	const char *found = NULL;

	*count_out = 0;
	for (size_t i = 0; i < names->count; i++)
		if (g_str_has_prefix(names->strings[i], prefix)) {
			found = names->strings[i];
			++*count_out;
		}
	return *count_out == 1 ? found : NULL;
}

/* Objects named by SHA-256 are none to libgit2, which says of their references that they are
 * damaged. */
static bool has_other_names(git_repository *repository)
{
	git_config *config = NULL;
	git_buf format = {0};
	bool other = git_repository_config_snapshot(&config, repository) == 0 &&
		     git_config_get_string_buf(&format, config, "extensions.objectformat") == 0 &&
		     g_ascii_strcasecmp(format.ptr, "sha1") != 0;

	if (other)
		git_error_set_str(GIT_ERROR_REFERENCE,
				  "its objects have names of another kind than SHA-1, which cannot "
				  "be read");
	git_buf_dispose(&format);
	git_config_free(config);
	return other;
}

enum pl_status pl_git_find_tip(git_repository *repository, git_oid *id_out)
{
	git_strarray names = {0};
	enum pl_status status = PL_FAILED;
	unsigned branches, all;
	const char *only;
	int head;

	git_error_clear();
	head = git_reference_name_to_id(id_out, repository, "HEAD");
	if (head == 0)
		return PL_OK;
	if (head != GIT_ENOTFOUND) {
		/* the message is lost by looking for the reason */
		if (!has_other_names(repository))
			git_reference_name_to_id(id_out, repository, "HEAD");
		return PL_FAILED;
	}
	git_error_clear();
	if (git_reference_list(&names, repository) != 0)
		return PL_FAILED;
	only = only_one(&names, "refs/heads/", &branches);
	if (!branches)
		only = only_one(&names, "", &all);
	if (only && git_reference_name_to_id(id_out, repository, only) == 0)
		status = PL_OK;
	else if (!names.count)
		status = PL_NOTHING;
	else if (!only)
		git_error_set_str(
		    GIT_ERROR_REFERENCE,
		    "HEAD names a branch that is not there, and it is not known which of "
		    "the others to read");
	git_strarray_dispose(&names);
	return status;
}

/* Whether the newest commit holds what public-inbox writes; so does a repository
 * without commits, or one whose newest commit cannot be read: that is told later. */
static bool is_inbox(const char *path)
{
	git_repository *repository = NULL;
	git_odb *odb = NULL;
	git_odb_object *object = NULL;
	git_oid tip, tree_id, parent;
	bool has_parent;
	bool inbox = true;

	pl_git_library(PL_GIT_ANYBODY);
	if (pl_git_open(&repository, path) == 0 && git_repository_odb(&odb, repository) == 0 &&
	    pl_git_find_tip(repository, &tip) == PL_OK &&
	    pl_git_read_commit(odb, &tip, &tree_id, &parent, &has_parent))
		object = pl_git_read(odb, &tree_id, GIT_OBJECT_TREE);
	if (object) {
		struct pl_text tree = pl_git_text(object);
		struct pl_git_entry entry;

		inbox = tree.len == 0;
		while (!inbox && pl_git_next_entry(&tree, &entry))
			inbox = entry.folder ? pl_git_is_hex(entry.name, 2)
					     : pl_text_equal(entry.name, PL_TEXT("m")) ||
						   pl_text_equal(entry.name, PL_TEXT("d"));
	}
	git_odb_object_free(object);
	git_odb_free(odb);
	git_repository_free(repository);
	return inbox;
}

#define MISSING "%s: there is no repository at %s, which it names"

/* What names a repository that is not there. */
static void tell_missing(struct pl_source *source, const char *path)
{
	char *place = pl_git_named_place(path);

	if (place)
		pl_source_broken(source, MISSING, path, place);
	else if (access(path, R_OK) != 0 && errno != ENOENT && errno != ENOTDIR)
		pl_source_broken(source, "%s: %s", path, g_strerror(errno));
	g_free(place);
}

static gint by_number(gconstpointer a, gconstpointer b)
{
	guint64 left = g_ascii_strtoull(strrchr(*(char *const *)a, '/') + 1, NULL, 10);
	guint64 right = g_ascii_strtoull(strrchr(*(char *const *)b, '/') + 1, NULL, 10);

	return left < right ? -1 : left > right;
}

/* Adds the repositories N.git in the folder, in order of N. Of those that are not there is told
 * once: walk, where the files of the folder are looked at if there are no epochs. */
static void add_epochs(struct pl_source *source, GPtrArray *epochs, const char *folder, bool walk)
{
	GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		size_t digits = strspn(name, "0123456789");
		char *path;

		if (digits == 0 || digits > 9 || strcmp(name + digits, ".git") != 0)
			continue;
		path = g_build_filename(folder, name, NULL);
		if (!pl_git_is_repository(path)) {
			g_ptr_array_add(missing, path);
			continue;
		}
		g_ptr_array_add(epochs, g_string_chunk_insert(source->paths, path));
		g_free(path);
	}
	if (dir)
		g_dir_close(dir);
	g_ptr_array_sort(epochs, by_number);
	for (guint i = 0; i < missing->len && (walk || epochs->len); i++)
		tell_missing(source, g_ptr_array_index(missing, i));
	g_ptr_array_unref(missing);
}

GPtrArray *pl_git_find_inboxes(struct pl_source *source, const char *path)
{
	GPtrArray *epochs = g_ptr_array_new();
	char *inner = g_build_filename(path, "git", NULL);
	char *work = g_build_filename(path, ".git", NULL);

	if (pl_git_is_repository(path) && is_inbox(path)) {
		g_ptr_array_add(epochs, g_string_chunk_insert(source->paths, path));
	} else {
		add_epochs(source, epochs, inner, false);
		if (!epochs->len)
			add_epochs(source, epochs, path, true);
		if (epochs->len)
			;
		else if (!pl_git_is_repository(work))
			tell_missing(source, work);
		else if (is_inbox(work))
			g_ptr_array_add(epochs, g_string_chunk_insert(source->paths, work));
	}
	g_free(inner);
	g_free(work);
	return epochs;
}

enum pl_status pl_git_no_inbox(const char *path, struct pl_error *error)
{
	char *place = pl_git_named_place(path);
	enum pl_status status = PL_NOTHING;

	if (pl_git_is_repository(path))
		status =
		    pl_fail(error, PL_FAILED, "%s: a git repository, but no public-inbox", path);
	else if (place)
		status = pl_fail(error, PL_FAILED, MISSING, path, place);
	g_free(place);
	return status;
}
