/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "text_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "crash.h"
#include "fulltext_write.h"

char *pl_text_folder(const struct pl_store *store, const char *name)
{
	return g_build_filename(store->directory, name, NULL);
}

enum pl_status pl_text_folder_remove(const char *path, struct pl_error *error)
{
	GDir *folder = g_dir_open(path, 0, NULL);
	const char *name;
	bool good = true;

	if (!folder && access(path, F_OK))
		return PL_OK;
	while (folder && (name = g_dir_read_name(folder))) {
		char *file = g_build_filename(path, name, NULL);

		good = unlink(file) == 0 && good;
		g_free(file);
	}
	if (folder)
		g_dir_close(folder);
	if (!good || rmdir(path))
		return pl_fail(error, PL_FAILED, "%s: it cannot be removed: %s", path,
			       strerror(errno));
	return PL_OK;
}

enum pl_status pl_text_folder_sync(const char *path, struct pl_error *error)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum pl_status status = PL_OK;

	/* EINVAL: this file system keeps names in order without being asked. */
	if (folder < 0 || (fsync(folder) && errno != EINVAL))
		status = pl_fail(error, PL_FAILED, "%s: it cannot be written: %s", path,
				 strerror(errno));
	if (folder >= 0)
		close(folder);
	return status;
}

/* What was renamed in the folder that holds path stays renamed. */
static enum pl_status sync_parent(const char *path, struct pl_error *error)
{
	char *parent = g_path_get_dirname(path);
	enum pl_status status = pl_text_folder_sync(parent, error);

	g_free(parent);
	return status;
}

enum pl_status pl_text_folder_replace(const char *path, const char *made, struct pl_error *error)
{
	if (pl_text_folder_sync(made, error) != PL_OK)
		return PL_FAILED;
	/* Exchanged at once where the file system can; then `made` holds the old one. */
	if (renameat2(AT_FDCWD, made, AT_FDCWD, path, RENAME_EXCHANGE) == 0) {
		pl_crash_point("text-exchanged");
		if (sync_parent(path, error) != PL_OK)
			return PL_FAILED;
		return pl_text_folder_remove(made, error);
	}
	if (pl_text_folder_remove(path, error) != PL_OK)
		return PL_FAILED;
	if (rename(made, path))
		return pl_fail(error, PL_FAILED, "%s: it cannot be put in its place: %s", made,
			       strerror(errno));
	return sync_parent(path, error);
}

/* Xapian's version file comes last: a folder without it was cut off in the making, and
 * Xapian would neither open nor make it. */
static enum pl_status remove_unfinished(const struct pl_store *store, struct pl_error *error)
{
	char *path = pl_text_folder(store, PL_TEXT_INDEX);
	char *version = g_build_filename(path, "iamglass", NULL);
	enum pl_status status = PL_OK;

	if (access(version, F_OK) && errno == ENOENT)
		status = pl_text_folder_remove(path, error);
	g_free(version);
	g_free(path);
	return status;
}

enum pl_status pl_text_folder_clean(const struct pl_store *store, struct pl_error *error)
{
	static const char *const names[] = {PL_TEXT_INDEX_NEW, PL_TEXT_INDEX_COMPACT};
	enum pl_status status = PL_OK;

	for (size_t i = 0; i < G_N_ELEMENTS(names) && status == PL_OK; i++) {
		char *path = pl_text_folder(store, names[i]);

		status = pl_text_folder_remove(path, error);
		g_free(path);
	}
	return status == PL_OK ? remove_unfinished(store, error) : status;
}

enum pl_status pl_text_folder_compact(const struct pl_store *store, struct pl_error *error)
{
	char *path = pl_text_folder(store, PL_TEXT_INDEX);
	char *made = pl_text_folder(store, PL_TEXT_INDEX_COMPACT);
	enum pl_status status = pl_text_folder_remove(made, error);

	if (status == PL_OK)
		status = pl_fulltext_compact(path, made, error);
	if (status == PL_OK)
		status = pl_text_folder_replace(path, made, error);
	else
		pl_text_folder_remove(made, NULL);
	g_free(path);
	g_free(made);
	return status;
}
