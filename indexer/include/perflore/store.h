/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The archive database: a folder with perflore.db (SQLite, the truth; its tables are
 * described in docs/schema.md), xapian/ (the text index) and lock.
 */
#ifndef PERFLORE_STORE_H
#define PERFLORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <perflore/fulltext.h>
#include <perflore/status.h>

struct sqlite3;
struct pl_store;

/* Opens the database in directory for reading; also in a folder that cannot be written.
 * PL_FAILED, with one line that says what to do: no database there, one of another version,
 * no permission. */
enum pl_status pl_store_open(const char *directory, struct pl_store **store_out,
			     struct pl_error *error);

/* The same for writing: made when missing, of an older version brought up to date, and locked,
 * as there is one writer at a time. PL_FAILED also: another writer, no room. */
enum pl_status pl_store_open_write(const char *directory, struct pl_store **store_out,
				   struct pl_error *error);

void pl_store_close(struct pl_store *store);

/* Whether there is a database in directory, of whatever kind. */
bool pl_store_exists(const char *directory);

/* Mails that have no words in the text index, as their source was gone when it was made
 * again, or the database is of an older version. 0 also where nothing was
 * asked of the text index yet. */
enum pl_status pl_store_unindexed(struct pl_store *store, int64_t *mails_out,
				  struct pl_error *error);

/* Whether somebody wrote to a database that was opened in a folder which cannot be written: without the
 * files that WAL needs beside it, what was read since may be wrong. */
bool pl_store_has_changed(const struct pl_store *store);

/* Whether a run was cut off, or is going on: rows and reports may show twice, or in another
 * thread, and outcomes are missing, until `perflore index` comes to its end. */
bool pl_store_is_unsettled(struct pl_store *store);

/* Whether words were asked for that may stand in text which is not indexed, as the
 * database is kept with --text=reports. */
bool pl_store_text_is_partial(struct pl_store *store);

/* Where such words were asked for and all text is wanted: the mails of which only subject
 * and addresses are in the text index, as their text was not found when it was wanted. */
int64_t pl_store_partly_indexed(struct pl_store *store);

/* The connection, owned by the store. Opened for reading: no statement can change the database, and
 * temporary tables are held in memory. */
struct sqlite3 *pl_store_sqlite(struct pl_store *store);

const char *pl_store_directory(const struct pl_store *store);

/* The decoded text and the perflore.message/1 object of a mail, appended to text and
 * json; either may be NULL. PL_NOTHING: the mail has no records, so neither is kept. */
enum pl_status pl_store_message(struct pl_store *store, int64_t message, GString *text,
				GString *json, struct pl_error *error);

/* Fails with what SQLite says about its last error, as one line that says what to do. */
enum pl_status pl_store_fail(struct pl_store *store, const char *doing, struct pl_error *error);

#endif
