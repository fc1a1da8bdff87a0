/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fulltext_write.h"

#include <string.h>

#include "crash.h"

/* Pages (of about 4 KiB) that are joined in one transaction. */
#define COMPACT_PAGES 4000

/* FTS5 gathers so many bytes before it writes a part of the index; more costs memory and
 * saves little. */
#define GATHERED "16777216"

/* Parts of about one size that are joined; fewer, and all is written more often. */
#define PARTS "8"

enum pl_indexed pl_fulltext_expected(enum pl_text_mode mode)
{
	switch (mode) {
	case PL_TEXT_MODE_ALL:
		return PL_INDEXED_ALL;
	case PL_TEXT_MODE_REPORTS:
		return PL_INDEXED_HEADER;
	case PL_TEXT_MODE_NONE:
		break;
	}
	return PL_INDEXED_NOT;
}

enum pl_indexed pl_fulltext_wanted(struct pl_store *store, enum pl_text_mode mode, int64_t thread)
{
	int64_t report;

	if (mode != PL_TEXT_MODE_REPORTS)
		return pl_fulltext_expected(mode);
	return pl_sql_integer(&store->sql, &report,
			      "SELECT 1 FROM message m JOIN report r ON r.message = m.id "
			      "WHERE m.thread = ? LIMIT 1",
			      "i", thread)
		   ? PL_INDEXED_ALL
		   : PL_INDEXED_HEADER;
}

#define COLUMNS "subject, sender, recipient, cc, own, quoted, filename, diff_file"

/* statement takes the mail and the words of each column. */
static void run_words(struct pl_store *store, const char *statement, int64_t message,
		      const struct pl_words *words, enum pl_indexed how)
{
	static const struct pl_text nothing[PL_N_WORDS];
	const struct pl_text *header = words->fields;
	const struct pl_text *body = how == PL_INDEXED_ALL ? words->fields : nothing;

	if (how != PL_INDEXED_NOT)
		pl_sql_run(&store->sql, statement, "itttttttt", message, header[PL_WORDS_SUBJECT],
			   header[PL_WORDS_SENDER], header[PL_WORDS_RECIPIENT], header[PL_WORDS_CC],
			   body[PL_WORDS_OWN], body[PL_WORDS_QUOTED], body[PL_WORDS_FILENAME],
			   body[PL_WORDS_DIFF_FILE]);
}

static void put_words(struct pl_store *store, int64_t message, const struct pl_words *words,
		      enum pl_indexed how)
{
	run_words(store,
		  store->anew ? "INSERT INTO words_anew(rowid, " COLUMNS
				") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
			      : "INSERT INTO words(rowid, " COLUMNS
				") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		  message, words, how);
}

struct held {
	int64_t message, thread;
	struct pl_words words;
};

/* Whether the words of a mail were still held, and are not any more. */
static bool take_held(struct pl_store *store, int64_t message)
{
	for (guint i = store->held ? store->held->len : 0; i-- > 0;)
		if (g_array_index(store->held, struct held, i).message == message) {
			g_array_remove_index(store->held, i);
			return true;
		}
	return false;
}

void pl_fulltext_take(struct pl_store *store, int64_t message, const struct pl_words *words,
		      enum pl_indexed how)
{
	if (take_held(store, message) || !words)
		return;
	run_words(store,
		  "INSERT INTO words(words, rowid, " COLUMNS
		  ") VALUES ('delete', ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		  message, words, how);
}

static void note_indexed(struct pl_store *store, int64_t message, enum pl_indexed how)
{
	pl_sql_run(&store->sql, "UPDATE message SET indexed = ?1 WHERE id = ?2 AND indexed <> ?1",
		   "ii", (int64_t)how, message);
}

bool pl_fulltext_put(struct pl_store *store, int64_t message, const struct pl_words *words,
		     enum pl_indexed how)
{
	put_words(store, message, words, how);
	note_indexed(store, message, how);
	return !store->sql.failed;
}

static void clear_held(void *data)
{
	struct held *held = data;

	for (int i = 0; i < PL_N_WORDS; i++)
		g_free((char *)held->words.fields[i].ptr);
}

void pl_fulltext_hold(struct pl_store *store, int64_t message, int64_t thread,
		      const struct pl_words *words)
{
	struct held held = {.message = message, .thread = thread};

	if (pl_text_mode_get(store) == PL_TEXT_MODE_NONE)
		return;
	if (!store->held) {
		store->held = g_array_new(FALSE, FALSE, sizeof(struct held));
		g_array_set_clear_func(store->held, clear_held);
	}
	for (int i = 0; i < PL_N_WORDS; i++) {
		struct pl_text field = words->fields[i];

		held.words.fields[i] = (struct pl_text){g_memdup2(field.ptr, field.len), field.len};
	}
	g_array_append_val(store->held, held);
}

void pl_fulltext_forget_held(struct pl_store *store)
{
	if (store->held)
		g_array_free(store->held, TRUE);
	store->held = NULL;
}

/* pl_fulltext_wanted(), asked once for each thread. A thread that was joined to another
 * since has no mails any more, so the mail's own is looked up where it matters. */
static enum pl_indexed held_wanted(struct pl_store *store, enum pl_text_mode mode,
				   const struct held *held, GHashTable *threads)
{
	int64_t thread = held->thread;
	enum pl_indexed wanted;
	void *known;

	if (mode != PL_TEXT_MODE_REPORTS)
		return pl_fulltext_wanted(store, mode, thread);
	pl_sql_integer(&store->sql, &thread, "SELECT thread FROM message WHERE id = ?", "i",
		       held->message);
	known = g_hash_table_lookup(threads, GSIZE_TO_POINTER((gsize)thread));
	if (known)
		return (enum pl_indexed)GPOINTER_TO_INT(known);
	wanted = pl_fulltext_wanted(store, mode, thread);
	g_hash_table_insert(threads, GSIZE_TO_POINTER((gsize)thread), GINT_TO_POINTER(wanted));
	return wanted;
}

bool pl_fulltext_put_held(struct pl_store *store)
{
	const enum pl_text_mode mode = pl_text_mode_get(store);
	GHashTable *threads;
	enum pl_indexed *wanted;
	guint n = store->held ? store->held->len : 0;

	if (!n)
		return !store->sql.failed;
	threads = g_hash_table_new(NULL, NULL);
	wanted = g_new(enum pl_indexed, n);
	for (guint i = 0; i < n; i++)
		wanted[i] =
		    held_wanted(store, mode, &g_array_index(store->held, struct held, i), threads);
	for (guint i = 0; i < n; i++) {
		const struct held *held = &g_array_index(store->held, struct held, i);

		put_words(store, held->message, &held->words, wanted[i]);
	}
	/* A statement that changes rows may end what FTS5 gathers: afterwards. */
	for (guint i = 0; i < n; i++)
		if (wanted[i] != pl_fulltext_expected(mode))
			note_indexed(store, g_array_index(store->held, struct held, i).message,
				     wanted[i]);
	g_free(wanted);
	g_hash_table_destroy(threads);
	pl_fulltext_forget_held(store);
	return !store->sql.failed;
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
					      "VALUES ('hashsize', " GATHERED ");"
					      "INSERT INTO words_anew(words_anew, rank) "
					      "VALUES ('automerge', " PARTS ")");
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
