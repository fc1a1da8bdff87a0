/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "database.h"

#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#include <perflore/index.h>
#include <perflore/store.h>

void die(const char *what, const char *detail)
{
	fprintf(stderr, "crash test: %s: %s\n", what, detail);
	exit(1);
}

static void complain(void *context, bool fatal, const char *line)
{
	const bool *loud = context;

	if (fatal && *loud)
		fprintf(stderr, "%s\n", line);
}

static bool done(enum pl_status status, const struct pl_error *error, bool loud)
{
	if (status == PL_FAILED && loud)
		fprintf(stderr, "%s\n", error->message);
	return status == PL_OK;
}

bool database_index(const char *directory, const char *mails, bool loud)
{
	const struct pl_index_watch watch = {.complain = complain, .context = &loud};
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	return done(pl_index_open(directory, &watch, &indexer, &error), &error, loud) &&
	       done(pl_index_source(indexer, mails, &error), &error, loud) &&
	       done(pl_index_close(indexer, &counts, &error), &error, loud);
}

bool database_refresh(const char *directory, bool loud)
{
	const struct pl_index_watch watch = {.complain = complain, .context = &loud};
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	return done(pl_index_open(directory, &watch, &indexer, &error), &error, loud) &&
	       done(pl_index_known_sources(indexer, &error), &error, loud) &&
	       done(pl_index_close(indexer, &counts, &error), &error, loud);
}

bool database_rebuild(const char *directory, bool loud)
{
	const struct pl_index_watch watch = {.complain = complain, .context = &loud};
	struct pl_rebuild_counts counts;
	struct pl_error error;

	return done(pl_index_rebuild(directory, &watch, &counts, &error), &error, loud);
}

bool database_migrate(const char *directory, bool loud)
{
	struct pl_store *store;
	struct pl_error error;

	if (!done(pl_store_open_write(directory, &store, &error), &error, loud))
		return false;
	pl_store_close(store);
	return true;
}

bool database_check(const char *directory, bool loud)
{
	struct pl_error error;

	return done(pl_index_check(directory, complain, &loud, &error), &error, loud);
}

static bool dump_query(sqlite3 *db, const char *query, GString *out)
{
	sqlite3_stmt *statement;
	int status;

	if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
		return false;
	while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			int length = sqlite3_column_bytes(statement, i);

			g_string_append_printf(out, "%d:", length);
			g_string_append_len(out, sqlite3_column_blob(statement, i), length);
			g_string_append_c(out, '|');
		}
		g_string_append_c(out, '\n');
	}
	sqlite3_finalize(statement);
	return status == SQLITE_DONE;
}

static bool dump_tables(sqlite3 *db, GString *out)
{
	sqlite3_stmt *tables;
	bool good = true;
	int status = SQLITE_DONE;

	if (sqlite3_prepare_v2(db,
			       /* when a source was read hangs on the clock, and the inside of
				* the text index on the batches */
			       "SELECT name, (SELECT group_concat(name) FROM "
			       "pragma_table_info(s.name) WHERE name <> 'seen') "
			       "FROM sqlite_schema s WHERE type = 'table' AND name NOT LIKE "
			       "'sqlite_%' AND name NOT LIKE 'words%' ORDER BY name",
			       -1, &tables, NULL) != SQLITE_OK)
		return false;
	while (good && (status = sqlite3_step(tables)) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(tables, 0);
		const char *columns = (const char *)sqlite3_column_text(tables, 1);
		GString *query = g_string_new(NULL);

		g_string_printf(query, "SELECT %s FROM \"%s\" ORDER BY %s", columns, name, columns);
		g_string_append_printf(out, "%s\n", name);
		good = dump_query(db, query->str, out);
		g_string_free(query, TRUE);
	}
	sqlite3_finalize(tables);
	return good && status == SQLITE_DONE;
}

/* All words of all mails, with their places. */
static bool dump_words(sqlite3 *db, GString *out)
{
	return sqlite3_exec(db,
			    "PRAGMA query_only=OFF; CREATE VIRTUAL TABLE temp.placed USING "
			    "fts5vocab(main, words, instance)",
			    NULL, NULL, NULL) == SQLITE_OK &&
	       dump_query(db, "SELECT term, doc, col, offset FROM temp.placed ORDER BY 1, 2, 3, 4",
			  out);
}

GString *database_dump(const char *directory, bool words)
{
	GString *out = g_string_new(NULL);
	struct pl_store *store;
	struct pl_error error;
	bool good;

	if (pl_store_open(directory, &store, &error) != PL_OK) {
		g_string_free(out, TRUE);
		return NULL;
	}
	good = dump_tables(pl_store_sqlite(store), out) &&
	       (!words || dump_words(pl_store_sqlite(store), out));
	pl_store_close(store);
	if (good)
		return out;
	g_string_free(out, TRUE);
	return NULL;
}

void copy_tree(const char *from, const char *to)
{
	GDir *folder = g_dir_open(from, 0, NULL);
	const char *name;
	char *contents;
	gsize length;

	if (!folder) {
		if (!g_file_get_contents(from, &contents, &length, NULL) ||
		    !g_file_set_contents(to, contents, (gssize)length, NULL))
			die(from, "it cannot be copied");
		g_free(contents);
		return;
	}
	g_mkdir_with_parents(to, 0755);
	while ((name = g_dir_read_name(folder))) {
		char *inside = g_build_filename(from, name, NULL);
		char *copy = g_build_filename(to, name, NULL);

		copy_tree(inside, copy);
		g_free(inside);
		g_free(copy);
	}
	g_dir_close(folder);
}
