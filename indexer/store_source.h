/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory of sources in the database: table source. It is read over a connection of its
 * own, so that a source may be read while mails are stored; what it sees is committed.
 */
#ifndef PERFLORE_STORE_SOURCE_H
#define PERFLORE_STORE_SOURCE_H

#include "source_memory.h"
#include "store_internal.h"

struct pl_source_table;

struct pl_source_table *pl_source_table_new(const struct pl_store *store);
void pl_source_table_free(struct pl_source_table *table);

/* What it knows, to be given to a source; valid as long as table. */
struct pl_source_memory pl_source_table_memory(struct pl_source_table *table);

/* Stores a mark, in the transaction of the mails that it stands for. */
bool pl_store_remember(struct pl_store *store, const struct pl_mark *mark);

/* The mails of source id are in the source kept as well: it goes. */
void pl_store_join_sources(struct pl_store *store, int64_t id, int64_t kept);

/* What is kept of the source; vanished_out: it was told as gone. NULL: there is none. The caller's. */
struct pl_mark *pl_store_mark(struct pl_store *store, int64_t id, bool *vanished_out);

/* store_place.c: mails of the source may lie elsewhere, until they are read again. */
void pl_store_doubt_places(struct pl_store *store, int64_t source);

/* Users named path, which is to be read now; until it is, it has not been seen. */
bool pl_store_put_down(struct pl_store *store, const char *path);

/* Forgets that, where nothing could be read from it. */
bool pl_store_strike(struct pl_store *store, const char *path);

/* Users named path, and it was there: `index` reads it again. */
bool pl_store_is_named(struct pl_store *store, const char *path);
bool pl_store_name_source(struct pl_store *store, const char *path);

/* Whether path was missed before. */
bool pl_store_is_missed(struct pl_store *store, const char *path);

/* path is not there any more, whoever named it. */
bool pl_store_miss_source(struct pl_store *store, const char *path);

/* The paths that users named, oldest first; char *, freed with the array. */
GPtrArray *pl_store_named_sources(struct pl_store *store);

/* Repositories at path, or in that folder, that are not there any more, but as a copy that was
 * read too: that one has their mails from now on. */
void pl_store_join_copies(struct pl_store *store, const char *path);

/* Repositories in the folder path that are not there any more, and have not moved. char *, freed
 * with the array. */
GPtrArray *pl_store_lost_repositories(struct pl_store *store, const char *path);

/* Whether the repository of this path, PATH@FIRST-COMMIT, was an epoch of an inbox that goes on:
 * another one of the same list, which was read, is at PATH. That is so when epochs were numbered
 * anew after the first were taken away. */
bool pl_store_is_replaced(struct pl_store *store, const char *path);

/* Whether nothing is known any more of what was read in the folder path: its repositories
 * have moved. It is forgotten then. */
bool pl_store_forget_moved(struct pl_store *store, const char *path);

/* The path of the source id; NULL after a failure. The caller's. */
char *pl_store_source_path(struct pl_store *store, int64_t id);

/* When path was read last, as a date; NULL: not known. The caller's. */
char *pl_store_source_seen(struct pl_store *store, const char *path);

#endif
