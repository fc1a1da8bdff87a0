/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sql.h"

#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

static const char *advice(int code)
{
	switch (code & 0xff) {
	case SQLITE_FULL:
		return "no room left on the device; make room and run the command again";
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return "it cannot be written; check its permissions";
	case SQLITE_CANTOPEN:
		return "it cannot be opened; check the folder and its permissions";
	case SQLITE_CORRUPT:
		return "it is damaged; see `perflore check`, and index the sources into a new "
		       "folder";
	case SQLITE_NOTADB:
		return "it is no SQLite database; choose another folder with --db";
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return "another program is writing to it; try again when it has finished";
	case SQLITE_IOERR:
		return "reading or writing failed; check the device, then run the command again";
	case SQLITE_TOOBIG:
		return "a value is larger than SQLite takes";
	default:
		return NULL;
	}
}

static const char changed[] =
    "it was written to while it was read, and the folder cannot be written, which waiting "
    "for that needs; run the command again when the other has finished";

/* The program's own statements name only what its schema has. */
static bool lacks_something(struct sqlite3 *db)
{
	const char *message = db && sqlite3_errcode(db) == SQLITE_ERROR ? sqlite3_errmsg(db) : "";

	return g_str_has_prefix(message, "no such ") || strstr(message, " has no column named ");
}

static const char unreleased[] =
    "it is not of this program's schema, but made by an unreleased state of perflore; index the "
    "sources into a new folder";

void pl_sql_fail(struct pl_sql *sql)
{
	int code = sql->db ? sqlite3_extended_errcode(sql->db) : SQLITE_NOMEM;
	const char *what = pl_sql_has_changed(sql)    ? changed
			   : lacks_something(sql->db) ? unreleased
						      : advice(code);

	if (sql->failed)
		return;
	sql->failed = true;
	if (what)
		pl_fail(&sql->error, PL_FAILED, "%s: %s", sql->path, what);
	else
		pl_fail(&sql->error, PL_FAILED, "%s: %s", sql->path, sqlite3_errmsg(sql->db));
}

static void finalize(void *statement)
{
	sqlite3_finalize(statement);
}

/* SQLite's count of its memory takes a lock for each piece, and nobody asks for it. */
static void configure(void)
{
	static gsize done;

	if (g_once_init_enter(&done)) {
		sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
		g_once_init_leave(&done, 1);
	}
}

bool pl_sql_open(struct pl_sql *sql, const char *path, int flags)
{
	configure();
	*sql = (struct pl_sql){.path = g_strdup(path)};
	sql->statements = g_hash_table_new_full(NULL, NULL, NULL, finalize);
	/* One thread at a time uses it. */
	if (sqlite3_open_v2(path, &sql->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
		pl_sql_fail(sql);
		return false;
	}
	sqlite3_busy_timeout(sql->db, 10000);
	return true;
}

static void stamp(const char *path, int64_t *size_out, int64_t *mtime_out)
{
	struct stat status;
	bool there = stat(path, &status) == 0;

	*size_out = there ? status.st_size : -1;
	*mtime_out =
	    there ? (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec : -1;
}

bool pl_sql_open_unchanging(struct pl_sql *sql, const char *path)
{
	char *address = g_filename_to_uri(path, NULL, NULL);
	char *uri = g_strconcat(address, "?immutable=1", NULL);
	int64_t size, mtime;
	bool opened;

	stamp(path, &size, &mtime);
	opened = pl_sql_open(sql, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
	g_free(sql->path);
	sql->path = g_strdup(path);
	sql->unchanging = true;
	sql->size = size;
	sql->mtime = mtime;
	g_free(uri);
	g_free(address);
	return opened;
}

bool pl_sql_has_changed(const struct pl_sql *sql)
{
	int64_t size, mtime;

	if (!sql->unchanging)
		return false;
	stamp(sql->path, &size, &mtime);
	return size != sql->size || mtime != sql->mtime;
}

void pl_sql_close(struct pl_sql *sql)
{
	if (sql->statements)
		g_hash_table_destroy(sql->statements);
	sqlite3_close(sql->db);
	g_free(sql->path);
	*sql = (struct pl_sql){0};
}

static void bind_text(sqlite3_stmt *statement, int at, struct pl_text text, char type)
{
	if (type == 'b')
		sqlite3_bind_blob64(statement, at, text.len ? text.ptr : "", text.len,
				    SQLITE_STATIC);
	else if (text.len || type == 'T')
		sqlite3_bind_text64(statement, at, text.len ? text.ptr : "", text.len,
				    SQLITE_STATIC, SQLITE_UTF8);
	else
		sqlite3_bind_null(statement, at);
}

static sqlite3_stmt *bind_values(struct pl_sql *sql, const char *text, const char *types,
				 va_list values)
{
	sqlite3_stmt *statement;

	if (sql->failed)
		return NULL;
	statement = g_hash_table_lookup(sql->statements, text);
	if (!statement) {
		if (sqlite3_prepare_v3(sql->db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement,
				       NULL) != SQLITE_OK) {
			pl_sql_fail(sql);
			return NULL;
		}
		g_hash_table_insert(sql->statements, (void *)text, statement);
	}
	sqlite3_reset(statement);
	for (int at = 1; *types; types++, at++) {
		switch (*types) {
		case 'i':
			sqlite3_bind_int64(statement, at, va_arg(values, int64_t));
			break;
		case 'd':
			sqlite3_bind_double(statement, at, va_arg(values, double));
			break;
		case 's':
			sqlite3_bind_text(statement, at, va_arg(values, const char *), -1,
					  SQLITE_STATIC);
			break;
		case 'n':
			sqlite3_bind_null(statement, at);
			break;
		default:
			bind_text(statement, at, va_arg(values, struct pl_text), *types);
		}
	}
	return statement;
}

sqlite3_stmt *pl_sql_bind(struct pl_sql *sql, const char *text, const char *types, ...)
{
	sqlite3_stmt *statement;
	va_list values;

	va_start(values, types);
	statement = bind_values(sql, text, types, values);
	va_end(values);
	return statement;
}

bool pl_sql_row(struct pl_sql *sql, sqlite3_stmt *statement)
{
	int code;

	if (!statement)
		return false;
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		return true;
	if (code != SQLITE_DONE)
		pl_sql_fail(sql);
	sqlite3_reset(statement);
	return false;
}

void pl_sql_done(sqlite3_stmt *statement)
{
	if (statement)
		sqlite3_reset(statement);
}

bool pl_sql_run(struct pl_sql *sql, const char *text, const char *types, ...)
{
	sqlite3_stmt *statement;
	va_list values;

	va_start(values, types);
	statement = bind_values(sql, text, types, values);
	va_end(values);
	while (pl_sql_row(sql, statement))
		;
	return !sql->failed;
}

bool pl_sql_integer(struct pl_sql *sql, int64_t *value_out, const char *text, const char *types,
		    ...)
{
	sqlite3_stmt *statement;
	va_list values;
	bool found;

	va_start(values, types);
	statement = bind_values(sql, text, types, values);
	va_end(values);
	found = pl_sql_row(sql, statement);
	if (found)
		*value_out = sqlite3_column_int64(statement, 0);
	pl_sql_done(statement);
	return found;
}

struct pl_text pl_sql_text(sqlite3_stmt *statement, int column)
{
	const char *ptr = sqlite3_column_blob(statement, column);

	return (struct pl_text){ptr, (size_t)sqlite3_column_bytes(statement, column)};
}

int64_t pl_sql_last_id(struct pl_sql *sql)
{
	return sqlite3_last_insert_rowid(sql->db);
}
