/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folders that text indexes lie in: replaced as a whole, never half. */
#ifndef PERFLORE_TEXT_FOLDER_H
#define PERFLORE_TEXT_FOLDER_H

#include "store_internal.h"

/* In the making, beside PL_TEXT_INDEX. */
#define PL_TEXT_INDEX_NEW "xapian.new"
#define PL_TEXT_INDEX_COMPACT "xapian.compact"

/* The path of one of these folders of store's database. To be freed. */
char *pl_text_folder(const struct pl_store *store, const char *name);

/* Removes a folder of files, if it is there. */
enum pl_status pl_text_folder_remove(const char *path, struct pl_error *error);

/* What was made, renamed and removed in the folder is so after a loss of power too. */
enum pl_status pl_text_folder_sync(const char *path, struct pl_error *error);

/* Puts the folder `made` in the place of the folder `path` and removes what was there. */
enum pl_status pl_text_folder_replace(const char *path, const char *made, struct pl_error *error);

/* Removes what a killed run was making, also a text index that has no version file yet. */
enum pl_status pl_text_folder_clean(const struct pl_store *store, struct pl_error *error);

/* Writes the text index of store's database anew, compact. */
enum pl_status pl_text_folder_compact(const struct pl_store *store, struct pl_error *error);

#endif
