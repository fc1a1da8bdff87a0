/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Opening the database for writing, and its transactions. The schema is part of the
 * program (schema.sql, made into embedded_schema.c by CMake). SQLite holds the truth in
 * WAL mode with synchronous=FULL: a transaction that is committed stays.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crash.h"
#include "embedded_schema.h"
#include "fulltext_write.h"
#include "migrate.h"
#include "reparse.h"
#include "names.h"
#include "store_internal.h"

/* What a database is made with, and keeps: `auto_vacuum` writes a page each time that it is set.
 * 8 KiB pages: rows are small and read in bulk. */
static const char layout[] = "PRAGMA page_size=8192;"
			     "PRAGMA auto_vacuum=INCREMENTAL;";

/* 32 MiB of cache hold the inner pages of all indexes of a few million rows. What is deleted is
 * no secret: the mails are public, and where SQLite was built to overwrite it, each free page
 * would be written. */
static const char settings[] = "PRAGMA journal_mode=WAL;"
			       "PRAGMA secure_delete=OFF;"
			       "PRAGMA synchronous=FULL;"
			       "PRAGMA cache_size=-32768;"
			       "PRAGMA temp_store=MEMORY;"
			       "PRAGMA foreign_keys=ON;";

bool pl_store_begin(struct pl_store *store)
{
	return pl_sql_run(&store->sql, "BEGIN IMMEDIATE", "");
}

bool pl_store_commit(struct pl_store *store)
{
	pl_fulltext_put_held(store);
	pl_names_clear(store);
	pl_crash_point("before-commit");
	if (!pl_sql_run(&store->sql, "COMMIT", ""))
		return false;
	pl_crash_point("after-commit");
	return true;
}

void pl_store_rollback(struct pl_store *store)
{
	pl_fulltext_forget_held(store);
	pl_names_forget(store);
	if (!sqlite3_get_autocommit(store->sql.db))
		sqlite3_exec(store->sql.db, "ROLLBACK", NULL, NULL, NULL);
}

/* Who holds the lock, from what the holder wrote into it; 0: it did not say */
static int holder_of(int lock)
{
	char text[24] = "";
	ssize_t n = pread(lock, text, sizeof(text) - 1, 0);

	return n > 0 ? atoi(text) : 0;
}

/* A full disk is no reason not to begin: nobody may ever ask. */
static void sign(int lock)
{
	char text[24];
	int n = g_snprintf(text, sizeof(text), "%d\n", (int)getpid());

	if (ftruncate(lock, 0) == 0 && pwrite(lock, text, (size_t)n, 0) != n)
		ftruncate(lock, 0);
}

/* One writer at a time, from before the database is made until it is closed. */
static enum pl_status lock(struct pl_store *store, struct pl_error *error)
{
	char *path = g_build_filename(store->directory, "lock", NULL);
	enum pl_status status = PL_OK;

	store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (store->lock < 0)
		status = pl_fail(error, PL_FAILED, "%s: it cannot be written: %s", path,
				 strerror(errno));
	else if (flock(store->lock, LOCK_EX | LOCK_NB))
		status = pl_fail(error, PL_FAILED,
				 "%s: another perflore (process %d) is writing to it; try again "
				 "when it has finished",
				 store->directory, holder_of(store->lock));
	else
		sign(store->lock);
	g_free(path);
	return status;
}

static enum pl_status make_directory(const char *directory, struct pl_error *error)
{
	if (g_mkdir_with_parents(directory, 0777) == 0)
		return PL_OK;
	return pl_fail(error, PL_FAILED, "%s: the folder cannot be made: %s", directory,
		       strerror(errno));
}

bool pl_store_set_version(struct pl_store *store)
{
	char *statement =
	    g_strdup_printf("PRAGMA user_version=%" G_GINT64_FORMAT, pl_schema_version());
	bool done = pl_store_execute(store, statement);

	g_free(statement);
	return done;
}

static bool make_tables(struct pl_store *store)
{
	return pl_store_execute(store, layout) && pl_store_execute(store, settings) &&
	       pl_store_begin(store) && pl_store_execute(store, pl_schema) &&
	       pl_store_execute(store,
				"PRAGMA application_id=" G_STRINGIFY(PL_STORE_APPLICATION)) &&
	       pl_store_set_version(store) && pl_store_keep_recognizers(store) &&
	       pl_store_commit(store);
}

/* Makes the tables in an empty database, and brings an older one up to date. */
static enum pl_status bring_up_to_date(struct pl_store *store, struct pl_error *error)
{
	struct pl_store_age age;
	bool good;

	if (pl_store_look(store, &age, error) != PL_OK)
		return PL_FAILED;
	if (age.empty) {
		good = make_tables(store);
		store->known = pl_known_ids_new();
	} else {
		good = (age.version == pl_schema_version() || pl_migrate(store, age.version)) &&
		       pl_store_execute(store, settings);
	}
	if (good)
		return PL_OK;
	*error = store->sql.error;
	return PL_FAILED;
}

static enum pl_status open_database(struct pl_store *store, struct pl_error *error)
{
	char *path = g_build_filename(store->directory, PL_STORE_DATABASE, NULL);
	bool opened = pl_sql_open(&store->sql, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);

	g_free(path);
	if (opened)
		return bring_up_to_date(store, error);
	*error = store->sql.error;
	return PL_FAILED;
}

enum pl_status pl_store_open_write(const char *directory, struct pl_store **store_out,
				   struct pl_error *error)
{
	struct pl_store *store = pl_store_new(directory);
	struct pl_error ignored;
	enum pl_status status;

	if (!error)
		error = &ignored;
	status = make_directory(store->directory, error);
	if (status == PL_OK)
		status = lock(store, error);
	if (status == PL_OK)
		status = open_database(store, error);
	if (status != PL_OK) {
		pl_store_close(store);
		return status;
	}
	store->metrics = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	store->looked_at = g_hash_table_new(NULL, NULL);
	store->doubted = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	*store_out = store;
	return PL_OK;
}
