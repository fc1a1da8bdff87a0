/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where mails lie. A known mail that is read from elsewhere lies there from then on if what it was
 * read from before does not hold it any more: a file that was renamed, packed, or begun anew.
 */
#include <errno.h>
#include <unistd.h>

#include "store_internal.h"
#include "store_source.h"

enum known {
	UNKNOWN, /* what g_hash_table_lookup() gives for what is not there */
	GOOD,
	DOUBTFUL,
};

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

static bool look_at(struct pl_store *store, int64_t source)
{
	bool vanished;
	struct pl_mark *mark = pl_store_mark(store, source, &vanished);
	bool good = mark && !vanished && strcmp(mark->path, "-") != 0 &&
		    (mark->root ? is_there(mark->path) : pl_mark_is_good(mark));

	pl_mark_free(mark);
	return good;
}

/* Whether the mails of this source lie where they lay when it was read; looked at once. */
static bool is_good(struct pl_store *store, int64_t source)
{
	enum known known =
	    GPOINTER_TO_INT(g_hash_table_lookup(store->looked_at, GSIZE_TO_POINTER(source)));

	if (known == UNKNOWN) {
		known = look_at(store, source) ? GOOD : DOUBTFUL;
		g_hash_table_insert(store->looked_at, GSIZE_TO_POINTER(source),
				    GINT_TO_POINTER(known));
	}
	return known == GOOD;
}

/* A repository in the place of another one that holds a mail of it is the same with another
 * history, as mails were taken out of it. */
static bool was_rewritten(struct pl_store *store, int64_t was, int64_t source)
{
	int64_t yes;

	return pl_sql_integer(&store->sql, &yes,
			      "SELECT 1 FROM source was, source now WHERE was.id = ? AND "
			      "now.id = ? AND was.path = now.path || '@' || was.root",
			      "ii", was, source);
}

void pl_store_doubt_places(struct pl_store *store, int64_t source)
{
	pl_sql_run(&store->sql,
		   "UPDATE message SET place = NULL WHERE source = ? AND place IS NOT NULL", "i",
		   source);
}

void pl_store_found_again(struct pl_store *store, int64_t id, struct pl_text choice, int64_t source,
			  const char *place)
{
	struct pl_sql *sql = &store->sql;
	sqlite3_stmt *statement =
	    pl_sql_bind(sql, "SELECT source, place IS NULL FROM message WHERE id = ?", "i", id);
	int64_t was;
	bool lost;

	if (!pl_sql_row(sql, statement))
		return;
	was = sqlite3_column_int64(statement, 0);
	lost = sqlite3_column_int(statement, 1);
	pl_sql_done(statement);
	if (!lost && (was == source || is_good(store, was)))
		return;
	if (was != source && was_rewritten(store, was, source)) {
		pl_store_doubt_places(store, was);
		pl_store_join_sources(store, was, source);
	}
	/* what comes on standard input lies nowhere */
	pl_sql_run(sql,
		   "UPDATE message SET source = ?1, place = ?2 WHERE id = ?3 "
		   "AND (SELECT path FROM source WHERE id = ?1) <> '-' "
		   "AND ifnull(choice = nullif(?4, x''), true)",
		   "isib", source, place, id, choice);
}
