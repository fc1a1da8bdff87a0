/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statements: prepared once a connection, found again by the address of their text,
 * always with bound values. The first failure sticks: from then on nothing is run, so
 * that a caller may look once, at the end of a piece of work.
 */
#ifndef PERFLORE_SQL_H
#define PERFLORE_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>
#include <sqlite3.h>

#include <perflore/status.h>
#include <perflore/text.h>

struct pl_sql {
	sqlite3 *db;
	GHashTable *statements; /* text (by address) to sqlite3_stmt */
	bool failed;
	struct pl_error error; /* of the first failure */
	char *path;	       /* of the database file, for messages */
	bool unchanging;       /* opened by pl_sql_open_unchanging(), */
	int64_t size, mtime;   /* of this file */
};

/* Opens path with SQLite's flags and prepares the connection. */
bool pl_sql_open(struct pl_sql *sql, const char *path, int flags);
void pl_sql_close(struct pl_sql *sql);

/* The same for reading, without any lock, and without a look at transactions that are not in the file
 * yet: right as long as nobody writes to it. */
bool pl_sql_open_unchanging(struct pl_sql *sql, const char *path);
/* Whether somebody did, so that what was read may be wrong. */
bool pl_sql_has_changed(const struct pl_sql *sql);

/* The statement of text (a literal: its address is the key) with values bound by
 * types, one letter a value:
 *	i int64_t    d double    t struct pl_text (empty: NULL)    T the same (empty: '')
 *	b struct pl_text as a blob    s const char * (NULL: NULL)    n NULL (no argument)
 * Values must stay valid until the statement is stepped. NULL after a failure. */
sqlite3_stmt *pl_sql_bind(struct pl_sql *sql, const char *text, const char *types, ...);

/* Binds and runs a statement that gives no rows. */
bool pl_sql_run(struct pl_sql *sql, const char *text, const char *types, ...);

/* The next row of a statement from pl_sql_bind(). At the end (false) the statement is
 * reset; whoever stops earlier calls pl_sql_done(). */
bool pl_sql_row(struct pl_sql *sql, sqlite3_stmt *statement);
void pl_sql_done(sqlite3_stmt *statement);

/* Binds, and yields column 0 of the first row; false where there is none, or on failure */
bool pl_sql_integer(struct pl_sql *sql, int64_t *value_out, const char *text, const char *types,
		    ...);

/* A column as text (or blob) that is valid until the statement is stepped or reset */
struct pl_text pl_sql_text(sqlite3_stmt *statement, int column);

int64_t pl_sql_last_id(struct pl_sql *sql);

/* Remembers SQLite's error as the failure, in one line that says what to do. */
void pl_sql_fail(struct pl_sql *sql);

#endif
