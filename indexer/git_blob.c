/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "git_blob.h"

#include <git2.h>
#include <glib.h>

#include "git_library.h"
#include "git_place.h"
#include "source_look.h"

struct pl_git_blobs {
	char *path;
	git_repository *repository;
	git_odb *odb;
	git_odb_object *blob; /* of the last item */
};

void pl_git_blob_mail(struct pl_text blob, const char *id, const char *path, size_t limit,
		      struct pl_item *item_out)
{
	size_t separator = pl_separator(blob, true);

	blob = pl_text_slice(blob, separator, blob.len);
	*item_out = (struct pl_item){.raw = pl_text_slice(blob, 0, limit),
				     .shape = PL_SHAPE_MAIL,
				     .cut = blob.len > limit,
				     .path = path,
				     .offset = separator};
	g_strlcpy(item_out->oid, id, sizeof(item_out->oid));
}

bool pl_git_has_commit(const char *path, const char *commit)
{
	git_repository *repository = NULL;
	git_odb *odb = NULL;
	git_oid id;
	bool there;

	pl_git_library(PL_GIT_ANYBODY);
	there = git_oid_fromstr(&id, commit) == 0 &&
		pl_git_open(&repository, path) == 0 &&
		git_repository_odb(&odb, repository) == 0 && git_odb_exists(odb, &id);
	git_odb_free(odb);
	git_repository_free(repository);
	return there;
}

struct pl_git_blobs *pl_git_blobs_open(const char *path)
{
	struct pl_git_blobs *blobs = g_new0(struct pl_git_blobs, 1);

	pl_git_library(PL_GIT_ANYBODY);
	blobs->path = g_strdup(path);
	if (pl_git_open(&blobs->repository, path) == 0 &&
	    git_repository_odb(&blobs->odb, blobs->repository) == 0)
		return blobs;
	pl_git_blobs_close(blobs);
	return NULL;
}

void pl_git_blobs_close(struct pl_git_blobs *blobs)
{
	git_odb_object_free(blobs->blob);
	git_odb_free(blobs->odb);
	git_repository_free(blobs->repository);
	g_free(blobs->path);
	g_free(blobs);
}

bool pl_git_blobs_read(struct pl_git_blobs *blobs, const char *id, struct pl_item *item_out)
{
	size_t limit = pl_limits_default.mail_bytes;
	git_oid oid;

	git_odb_object_free(blobs->blob);
	blobs->blob = NULL;
	if (git_oid_fromstr(&oid, id) != 0 || git_odb_read(&blobs->blob, blobs->odb, &oid) != 0 ||
	    git_odb_object_type(blobs->blob) != GIT_OBJECT_BLOB)
		return false;
	pl_git_blob_mail(
	    (struct pl_text){git_odb_object_data(blobs->blob), git_odb_object_size(blobs->blob)},
	    id, blobs->path, limit, item_out);
	return true;
}
