/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Opening the database for reading, and what readers and writers ask of it. Nothing here
 * needs what store_write.c does: a program that only reads has no mail parser in it.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "migrate.h"
#include "store_internal.h"
#include "text_mode.h"

/* Readers live a moment, and what they read lies in the system's cache: a copy of it here
 * costs more in fresh memory than reading a page again. The inner pages of a dozen tables
 * must fit. */
static const char reader_settings[] = "PRAGMA temp_store=MEMORY;"
				      "PRAGMA cache_size=-512;"
				      "PRAGMA query_only=ON;";

bool pl_store_execute(struct pl_store *store, const char *statements)
{
	if (store->sql.failed)
		return false;
	if (sqlite3_exec(store->sql.db, statements, NULL, NULL, NULL) != SQLITE_OK)
		pl_sql_fail(&store->sql);
	return !store->sql.failed;
}

enum pl_status pl_store_look(struct pl_store *store, struct pl_store_age *age_out,
			     struct pl_error *error)
{
	int64_t application = 0, version = 0, tables = 0;

	pl_sql_integer(&store->sql, &application, "PRAGMA application_id", "");
	pl_sql_integer(&store->sql, &version, "PRAGMA user_version", "");
	pl_sql_integer(&store->sql, &tables, "SELECT count(*) FROM sqlite_schema", "");
	if (store->sql.failed) {
		*error = store->sql.error;
		return PL_FAILED;
	}
	*age_out = (struct pl_store_age){
	    .empty = !application && !version && !tables,
	    .version = version,
	};
	if (age_out->empty)
		return PL_OK;
	if (application != PL_STORE_APPLICATION)
		return pl_fail(error, PL_FAILED,
			       "%s: it is no perflore database; choose another folder with --db",
			       store->sql.path);
	if (version > pl_schema_version())
		return pl_fail(error, PL_FAILED,
			       "%s: it was made by a newer perflore (schema %" G_GINT64_FORMAT
			       ", this one reads %" G_GINT64_FORMAT
			       "); use that one, or index into a new folder",
			       store->sql.path, version, pl_schema_version());
	if (version < pl_schema_oldest())
		return pl_fail(error, PL_FAILED,
			       "%s: it was made by an older perflore (schema %" G_GINT64_FORMAT
			       ", this one needs %" G_GINT64_FORMAT
			       "); index the sources into a new folder",
			       store->sql.path, version, pl_schema_version());
	return PL_OK;
}

/* A reader changes nothing, so a database that is not of this version is none for it. */
static enum pl_status check_version(struct pl_store *store, struct pl_error *error)
{
	struct pl_store_age age;

	if (pl_store_look(store, &age, error) != PL_OK)
		return PL_FAILED;
	if (age.empty)
		return pl_fail(error, PL_FAILED,
			       "%s: it is empty, the run that made it was cut off; run "
			       "`perflore index` again",
			       store->sql.path);
	if (age.version < pl_schema_version())
		return pl_fail(error, PL_FAILED,
			       "%s: it was made by an older perflore (schema %" G_GINT64_FORMAT
			       ", this one reads %" G_GINT64_FORMAT
			       "); run `perflore index --db %s`, which brings it up to date",
			       store->sql.path, age.version, pl_schema_version(), store->directory);
	if (pl_store_execute(store, reader_settings))
		return PL_OK;
	*error = store->sql.error;
	return PL_FAILED;
}

/* Whether transactions lie beside the database that are not in it yet. */
static bool has_log(const char *path)
{
	char *log = g_strconcat(path, "-wal", NULL);
	struct stat status;
	bool there = stat(log, &status) == 0 && status.st_size > 0;

	g_free(log);
	return there;
}

/* A folder that cannot be written has no place for the files that WAL needs beside the
 * database; it may be read as one that never changes, if no log belongs to it. */
static bool open_read_only(struct pl_store *store, const char *path)
{
	int64_t tables;

	if (pl_sql_open(&store->sql, path, SQLITE_OPEN_READONLY) &&
	    pl_sql_integer(&store->sql, &tables, "SELECT count(*) FROM sqlite_schema", ""))
		return true;
	if (access(store->directory, W_OK) == 0 || access(path, R_OK))
		return false;
	if (has_log(path)) {
		pl_fail(&store->sql.error, PL_FAILED,
			"%s: a run was cut off, and the folder cannot be written; run `perflore "
			"index` where it can be",
			path);
		return false;
	}
	pl_sql_close(&store->sql);
	return pl_sql_open_unchanging(&store->sql, path);
}

static enum pl_status open_database(struct pl_store *store, struct pl_error *error)
{
	char *path = g_build_filename(store->directory, PL_STORE_DATABASE, NULL);
	enum pl_status status = PL_OK;

	if (access(path, F_OK)) {
		status = pl_fail(error, PL_FAILED,
				 "%s: no database there (%s); make one with `perflore index --db "
				 "DIR SOURCE`",
				 store->directory, strerror(errno));
	} else if (!open_read_only(store, path)) {
		*error = store->sql.error;
		status = PL_FAILED;
	}
	g_free(path);
	return status == PL_OK ? check_version(store, error) : status;
}

struct pl_store *pl_store_new(const char *directory)
{
	struct pl_store *store = g_new0(struct pl_store, 1);

	store->lock = -1;
	store->directory = g_canonicalize_filename(directory, NULL);
	return store;
}

enum pl_status pl_store_open(const char *directory, struct pl_store **store_out,
			     struct pl_error *error)
{
	struct pl_store *store = pl_store_new(directory);
	struct pl_error ignored;
	enum pl_status status = open_database(store, error ? error : &ignored);

	if (status == PL_OK)
		*store_out = store;
	else
		pl_store_close(store);
	return status;
}

void pl_store_close(struct pl_store *store)
{
	if (!store)
		return;
	if (store->held)
		g_array_unref(store->held);
	pl_sql_close(&store->sql);
	if (store->metrics)
		g_hash_table_destroy(store->metrics);
	if (store->looked_at)
		g_hash_table_destroy(store->looked_at);
	if (store->doubted)
		g_hash_table_destroy(store->doubted);
	pl_known_ids_free(store->known);
	if (store->lock >= 0)
		close(store->lock);
	g_free(store->directory);
	g_free(store);
}

bool pl_store_exists(const char *directory)
{
	char *path = g_build_filename(directory, PL_STORE_DATABASE, NULL);
	bool there = access(path, F_OK) == 0;

	g_free(path);
	return there;
}

struct sqlite3 *pl_store_sqlite(struct pl_store *store)
{
	return store->sql.db;
}

const char *pl_store_directory(const struct pl_store *store)
{
	return store->directory;
}

enum pl_status pl_store_unindexed(struct pl_store *store, int64_t *mails_out,
				  struct pl_error *error)
{
	*mails_out = 0;
	if (store->asked)
		pl_sql_integer(&store->sql, mails_out,
			       "SELECT count(*) FROM message WHERE indexed = 0", "");
	if (!store->sql.failed)
		return PL_OK;
	if (error)
		*error = store->sql.error;
	return PL_FAILED;
}

int64_t pl_store_partly_indexed(struct pl_store *store)
{
	/* Counting goes through all mails, so only where this can be. */
	if (!store->asked_text || pl_text_mode_get(store) != PL_TEXT_MODE_ALL)
		return 0;
	return pl_fulltext_partial(store);
}

bool pl_store_has_changed(const struct pl_store *store)
{
	return pl_sql_has_changed(&store->sql);
}

bool pl_store_is_unsettled(struct pl_store *store)
{
	int64_t any = 0;

	pl_sql_integer(&store->sql, &any,
		       "SELECT EXISTS (SELECT 1 FROM unsettled) OR EXISTS (SELECT 1 FROM undecided) "
		       "OR EXISTS (SELECT 1 FROM outdated)",
		       "");
	return any != 0;
}

bool pl_store_text_is_partial(struct pl_store *store)
{
	return store->asked_text && pl_text_mode_get(store) == PL_TEXT_MODE_REPORTS;
}

enum pl_status pl_store_fail(struct pl_store *store, const char *doing, struct pl_error *error)
{
	pl_sql_fail(&store->sql);
	return pl_fail(error, PL_FAILED, "%s: %s", doing, store->sql.error.message);
}

enum pl_status pl_store_message(struct pl_store *store, int64_t message, GString *text,
				GString *json, struct pl_error *error)
{
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql, "SELECT text, json FROM message_text WHERE message = ?", "i", message);
	enum pl_status status = PL_NOTHING;
	size_t from = json ? json->len : 0;

	if (pl_sql_row(&store->sql, statement)) {
		status = PL_OK;
		if ((text && !pl_decompress(pl_sql_text(statement, 0), text)) ||
		    (json && !pl_decompress(pl_sql_text(statement, 1), json)))
			status = pl_fail(error, PL_FAILED,
					 "%s: the text of message %" G_GINT64_FORMAT
					 " is damaged; see `perflore check`",
					 store->sql.path, message);
	}
	pl_sql_done(statement);
	if (status == PL_OK && json)
		pl_store_put_lists(store, message, json, from);
	if (store->sql.failed) {
		if (error)
			*error = store->sql.error;
		return PL_FAILED;
	}
	return status;
}

bool pl_decompress(struct pl_text packed, GString *out)
{
	unsigned long long size = ZSTD_getFrameContentSize(packed.ptr, packed.len);
	size_t before = out->len;

	if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > G_MAXINT32)
		return false;
	g_string_set_size(out, before + size);
	if (ZSTD_decompress(out->str + before, size, packed.ptr, packed.len) == size)
		return true;
	g_string_truncate(out, before);
	return false;
}
