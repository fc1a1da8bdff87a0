/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fulltext_write.h"

#include <string.h>

#include "crash.h"

/* Pages (of about 4 KiB) that are joined in one transaction. */
#define COMPACT_PAGES 4000

/* FTS5 gathers so many bytes before it writes a part of the index; more costs memory and
 * saves little. */
#define GATHERED "16777216"

static const char *const mode_names[] = {
    [PL_TEXT_MODE_ALL] = "all",
    [PL_TEXT_MODE_REPORTS] = "reports",
    [PL_TEXT_MODE_NONE] = "none",
};

const char *pl_text_mode_name(enum pl_text_mode mode)
{
	return mode_names[mode];
}

bool pl_text_mode_of(const char *name, enum pl_text_mode *mode_out)
{
	for (size_t i = 0; i < G_N_ELEMENTS(mode_names); i++)
		if (strcmp(name, mode_names[i]) == 0) {
			*mode_out = (enum pl_text_mode)i;
			return true;
		}
	return false;
}

enum pl_text_mode pl_text_mode_get(struct pl_store *store)
{
	enum pl_text_mode mode = PL_TEXT_MODE_ALL;
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql, "SELECT value FROM meta WHERE key = 'text'", "");

	if (pl_sql_row(&store->sql, statement)) {
		const char *name = (const char *)sqlite3_column_text(statement, 0);

		pl_text_mode_of(name ? name : "", &mode);
	}
	pl_sql_done(statement);
	return mode;
}

bool pl_text_mode_set(struct pl_store *store, enum pl_text_mode mode)
{
	return pl_sql_run(&store->sql, "INSERT OR REPLACE INTO meta(key, value) VALUES ('text', ?)",
			  "s", pl_text_mode_name(mode));
}

enum pl_indexed pl_fulltext_wanted(struct pl_store *store, enum pl_text_mode mode, int64_t thread)
{
	int64_t report;

	switch (mode) {
	case PL_TEXT_MODE_ALL:
		return PL_INDEXED_ALL;
	case PL_TEXT_MODE_NONE:
		return PL_INDEXED_NOT;
	case PL_TEXT_MODE_REPORTS:
		break;
	}
	return pl_sql_integer(&store->sql, &report,
			      "SELECT 1 FROM message m JOIN report r ON r.message = m.id "
			      "WHERE m.thread = ? LIMIT 1",
			      "i", thread)
		   ? PL_INDEXED_ALL
		   : PL_INDEXED_HEADER;
}

bool pl_fulltext_put(struct pl_store *store, int64_t message, const struct pl_words *words,
		     enum pl_indexed how)
{
	static const char put[] =
	    "INSERT INTO words(rowid, subject, sender, recipient, cc, own, quoted, filename, "
	    "diff_file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
	static const char put_anew[] =
	    "INSERT INTO words_anew(rowid, subject, sender, recipient, cc, own, quoted, filename, "
	    "diff_file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
	static const struct pl_text nothing[PL_N_WORDS];
	const struct pl_text *header = words->fields;
	const struct pl_text *body = how == PL_INDEXED_ALL ? words->fields : nothing;

	if (how != PL_INDEXED_NOT)
		pl_sql_run(&store->sql, store->anew ? put_anew : put, "itttttttt", message,
			   header[PL_WORDS_SUBJECT], header[PL_WORDS_SENDER],
			   header[PL_WORDS_RECIPIENT], header[PL_WORDS_CC], body[PL_WORDS_OWN],
			   body[PL_WORDS_QUOTED], body[PL_WORDS_FILENAME],
			   body[PL_WORDS_DIFF_FILE]);
	return pl_sql_run(&store->sql,
			  "UPDATE message SET indexed = ?1 WHERE id = ?2 AND indexed <> ?1", "ii",
			  (int64_t)how, message);
}

/* The second table is as schema.sql makes the first. */
bool pl_fulltext_begin_anew(struct pl_store *store)
{
	char *make = NULL;
	const char *using;
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql, "SELECT sql FROM sqlite_schema WHERE name = 'words'", "");

	if (pl_sql_row(&store->sql, statement)) {
		const char *made = (const char *)sqlite3_column_text(statement, 0);

		using = made ? strstr(made, " USING ") : NULL;
		if (using)
			make = g_strconcat("CREATE VIRTUAL TABLE words_anew", using, NULL);
	}
	pl_sql_done(statement);
	store->anew = make && pl_store_execute(store, make) &&
		      pl_store_execute(store, "INSERT INTO words_anew(words_anew, rank) "
					      "VALUES ('hashsize', " GATHERED ")");
	g_free(make);
	return store->anew;
}

bool pl_fulltext_end_anew(struct pl_store *store)
{
	store->anew = false;
	return pl_store_execute(store, "DROP TABLE words;"
				       "ALTER TABLE words_anew RENAME TO words;");
}

bool pl_fulltext_compact(struct pl_store *store)
{
	sqlite3 *db = store->sql.db;
	int64_t pages = -COMPACT_PAGES; /* negative: a merge of all parts begins */
	int before;

	do {
		before = sqlite3_total_changes(db);
		if (!pl_store_begin(store) ||
		    !pl_sql_run(&store->sql, "INSERT INTO words(words, rank) VALUES ('merge', ?)",
				"i", pages))
			return false;
		pl_crash_point("compact");
		if (!pl_store_commit(store))
			return false;
		pages = COMPACT_PAGES;
		/* The command itself is one change; more means that there was work. */
	} while (sqlite3_total_changes(db) - before > 1);
	return pl_sql_run(&store->sql, "PRAGMA incremental_vacuum", "");
}
