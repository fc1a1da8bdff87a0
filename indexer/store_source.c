/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_source.h"

#include <unistd.h>

#include "git_blob.h"

struct pl_source_table {
	struct pl_sql sql;
	char *path; /* of the database */
	bool open;
	char *folder; /* of the path that was asked for last, with its slash; or NULL */
	bool fresh;   /* nothing in it was known then */
};

struct pl_source_table *pl_source_table_new(const struct pl_store *store)
{
	struct pl_source_table *table = g_new0(struct pl_source_table, 1);

	table->path = g_strdup(store->sql.path);
	return table;
}

void pl_source_table_free(struct pl_source_table *table)
{
	if (!table)
		return;
	if (table->open)
		pl_sql_close(&table->sql);
	g_free(table->path);
	g_free(table->folder);
	g_free(table);
}

#define COLUMNS "SELECT path, cursor, root, size, mtime, tail, vanished FROM source "

static char *text_column(sqlite3_stmt *statement, int column)
{
	return g_strdup((const char *)sqlite3_column_text(statement, column));
}

static int64_t number_column(sqlite3_stmt *statement, int column)
{
	return sqlite3_column_type(statement, column) == SQLITE_NULL
		   ? -1
		   : sqlite3_column_int64(statement, column);
}

static struct pl_mark *mark_of_row(sqlite3_stmt *statement)
{
	struct pl_mark *mark = pl_mark_new((const char *)sqlite3_column_text(statement, 0));
	struct pl_text tail = pl_sql_text(statement, 5);

	mark->cursor = text_column(statement, 1);
	mark->root = text_column(statement, 2);
	mark->size = number_column(statement, 3);
	mark->mtime = number_column(statement, 4);
	mark->has_tail = tail.len == PL_TAIL_HASH;
	if (mark->has_tail)
		memcpy(mark->tail, tail.ptr, PL_TAIL_HASH);
	return mark;
}

/* What cannot be looked up is not known, and read again. */
static bool is_open(struct pl_source_table *table)
{
	if (!table->open) {
		table->open = true;
		pl_sql_open(&table->sql, table->path, SQLITE_OPEN_READONLY);
	}
	return !table->sql.failed;
}

/* Of a folder that nothing was read of before, no file needs to be asked for. What is put down
 * of it meanwhile is of files that were read in this run, and each is read once. */
static bool is_fresh(struct pl_source_table *table, const char *path)
{
	const char *slash = strrchr(path, '/');
	const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
	int64_t known;
	char *after;

	if (!length)
		return false;
	if (table->folder && strncmp(table->folder, path, length) == 0 && !table->folder[length])
		return table->fresh;
	g_free(table->folder);
	table->folder = g_strndup(path, length);
	after = g_strdup(table->folder);
	after[length - 1]++;
	table->fresh = !pl_sql_integer(&table->sql, &known,
				       "SELECT 1 FROM source WHERE path > ? AND path < ? LIMIT 1",
				       "ss", table->folder, after) &&
		       !table->sql.failed;
	g_free(after);
	return table->fresh;
}

static struct pl_mark *of_path(void *context, const char *path)
{
	struct pl_source_table *table = context;
	struct pl_mark *mark = NULL;
	sqlite3_stmt *statement;

	if (!is_open(table) || is_fresh(table, path))
		return NULL;
	statement = pl_sql_bind(&table->sql, COLUMNS "WHERE path = ?", "s", path);
	if (pl_sql_row(&table->sql, statement))
		mark = mark_of_row(statement);
	pl_sql_done(statement);
	return mark;
}

static void free_mark(void *mark)
{
	pl_mark_free(mark);
}

static GPtrArray *of_root(void *context, const char *root)
{
	struct pl_source_table *table = context;
	GPtrArray *marks = g_ptr_array_new_with_free_func(free_mark);
	sqlite3_stmt *statement;

	if (!is_open(table))
		return marks;
	statement = pl_sql_bind(&table->sql, COLUMNS "WHERE root = ? ORDER BY id", "s", root);
	while (pl_sql_row(&table->sql, statement))
		g_ptr_array_add(marks, mark_of_row(statement));
	return marks;
}

struct pl_source_memory pl_source_table_memory(struct pl_source_table *table)
{
	g_clear_pointer(&table->folder, g_free);
	return (struct pl_source_memory){table, of_path, of_root};
}

static int64_t now(void)
{
	return g_get_real_time() / G_USEC_PER_SEC;
}

struct pl_mark *pl_store_mark(struct pl_store *store, int64_t id, bool *vanished_out)
{
	sqlite3_stmt *statement = pl_sql_bind(&store->sql, COLUMNS "WHERE id = ?", "i", id);
	struct pl_mark *mark = NULL;

	if (pl_sql_row(&store->sql, statement)) {
		mark = mark_of_row(statement);
		*vanished_out = sqlite3_column_type(statement, 6) != SQLITE_NULL;
	}
	pl_sql_done(statement);
	return mark;
}

void pl_store_join_sources(struct pl_store *store, int64_t id, int64_t kept)
{
	struct pl_sql *sql = &store->sql;

	pl_sql_run(sql, "UPDATE message SET source = ? WHERE source = ?", "ii", kept, id);
	pl_sql_run(sql,
		   "UPDATE source SET named = max(named, (SELECT named FROM source WHERE id = ?1)) "
		   "WHERE id = ?2",
		   "ii", id, kept);
	pl_sql_run(sql, "DELETE FROM source WHERE id = ?", "i", id);
}

/* The row of a repository that has moved keeps its mails: it gets the new path. Where another
 * repository was known by that path, its row makes room, until it is found elsewhere. */
static void move_repository(struct pl_store *store, const struct pl_mark *mark)
{
	struct pl_sql *sql = &store->sql;
	int64_t old, named = 0;

	if (pl_sql_integer(
		sql, &old,
		"SELECT id FROM source WHERE path = ? AND root IS NOT NULL AND root <> ?", "ss",
		mark->path, mark->root)) {
		pl_sql_integer(sql, &named, "SELECT named FROM source WHERE id = ?", "i", old);
		pl_sql_run(sql,
			   "UPDATE source SET path = path || '@' || root, named = 0 WHERE id = ?",
			   "i", old);
		/* what was named is the place */
		pl_sql_run(sql, "INSERT INTO source(path, named) VALUES (?, ?)", "si", mark->path,
			   named);
	}
	if (mark->was &&
	    pl_sql_integer(sql, &old,
			   "SELECT id FROM source WHERE root = ? AND path IN (?, ? || '@' || ?)",
			   "ssss", mark->root, mark->was, mark->was, mark->root)) {
		/* the new path has a row already where it was named */
		if (pl_sql_integer(sql, &named, "SELECT id FROM source WHERE path = ? AND id <> ?",
				   "si", mark->path, old))
			pl_store_join_sources(store, named, old);
		pl_sql_run(sql, "UPDATE source SET path = ?, vanished = NULL WHERE id = ?", "si",
			   mark->path, old);
	}
}

static bool doubt(struct pl_store *store, const char *path)
{
	int64_t id;

	if (pl_sql_integer(&store->sql, &id, "SELECT id FROM source WHERE path = ?", "s", path))
		pl_store_doubt_places(store, id);
	return !store->sql.failed;
}

bool pl_store_remember(struct pl_store *store, const struct pl_mark *mark)
{
	struct pl_text tail = {(const char *)mark->tail, mark->has_tail ? PL_TAIL_HASH : 0};

	g_hash_table_remove_all(store->looked_at);
	if (mark->doubt)
		return doubt(store, mark->path);
	if (mark->root)
		move_repository(store, mark);
	/* a file of a folder of mails, whose row came with its mail */
	else if (!pl_sql_run(&store->sql,
			     "UPDATE source SET cursor = ?, size = nullif(?, -1), "
			     "mtime = nullif(?, -1), tail = nullif(?, x''), seen = ?, "
			     "vanished = NULL WHERE path = ? AND root IS NULL",
			     "siibis", mark->cursor, mark->size, mark->mtime, tail, now(),
			     mark->path) ||
		 sqlite3_changes(store->sql.db))
		return !store->sql.failed;
	return pl_sql_run(
	    &store->sql,
	    "INSERT INTO source(path, cursor, root, size, mtime, tail, seen) "
	    "VALUES (?, ?, ?, nullif(?, -1), nullif(?, -1), nullif(?, x''), ?) "
	    "ON CONFLICT(path) DO UPDATE SET cursor = excluded.cursor, root = excluded.root, "
	    "size = excluded.size, mtime = excluded.mtime, tail = excluded.tail, "
	    "seen = excluded.seen, vanished = NULL",
	    "sssiibi", mark->path, mark->cursor, mark->root, mark->size, mark->mtime, tail, now());
}

bool pl_store_is_named(struct pl_store *store, const char *path)
{
	int64_t named = 0;

	pl_sql_integer(&store->sql, &named,
		       "SELECT named FROM source WHERE path = ? AND vanished IS NULL "
		       "AND seen IS NOT NULL",
		       "s", path);
	return named;
}

bool pl_store_put_down(struct pl_store *store, const char *path)
{
	return pl_sql_run(&store->sql,
			  "INSERT INTO source(path, named) VALUES (?, 1) "
			  "ON CONFLICT(path) DO UPDATE SET named = 1",
			  "s", path);
}

bool pl_store_strike(struct pl_store *store, const char *path)
{
	return pl_sql_run(&store->sql,
			  "DELETE FROM source WHERE path = ? AND named AND seen IS NULL "
			  "AND cursor IS NULL AND id NOT IN (SELECT source FROM message)",
			  "s", path);
}

bool pl_store_name_source(struct pl_store *store, const char *path)
{
	return pl_sql_run(&store->sql,
			  "INSERT INTO source(path, named, seen) VALUES (?1, 1, ?2) "
			  "ON CONFLICT(path) DO UPDATE SET named = 1, vanished = NULL, "
			  "seen = ifnull(seen, excluded.seen)",
			  "si", path, now());
}

bool pl_store_is_missed(struct pl_store *store, const char *path)
{
	int64_t missed;

	return pl_sql_integer(&store->sql, &missed,
			      "SELECT 1 FROM source WHERE path = ? AND vanished IS NOT NULL", "s",
			      path);
}

bool pl_store_miss_source(struct pl_store *store, const char *path)
{
	struct pl_sql *sql = &store->sql;
	int64_t known = 0;

	pl_sql_integer(sql, &known, "SELECT 1 FROM source WHERE path = ? AND vanished IS NULL", "s",
		       path);
	return known ? pl_sql_run(sql, "UPDATE source SET vanished = ? WHERE path = ?", "is", now(),
				  path)
		     : !sql->failed;
}

static GPtrArray *paths_of(struct pl_sql *sql, sqlite3_stmt *statement)
{
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

	while (pl_sql_row(sql, statement))
		g_ptr_array_add(paths, text_column(statement, 0));
	return paths;
}

GPtrArray *pl_store_named_sources(struct pl_store *store)
{
	return paths_of(
	    &store->sql,
	    pl_sql_bind(&store->sql, "SELECT path FROM source WHERE named ORDER BY id", ""));
}

/* In it, or a repository that lay there before another one. */
#define INSIDE "(substr(path, 1, length(?1) + 1) = ?1 || '/' OR path = ?1 || '@' || root) "

/* A copy of the repository with all that was read of it. 0: none */
static int64_t find_copy(struct pl_store *store, int64_t id)
{
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "SELECT c.id, c.path, s.cursor FROM source s JOIN source c ON c.root = s.root "
	    "AND c.id <> s.id WHERE s.id = ? AND s.cursor IS NOT NULL ORDER BY c.id",
	    "i", id);
	int64_t copy = 0;

	while (!copy && pl_sql_row(&store->sql, statement))
		if (pl_git_has_commit((const char *)sqlite3_column_text(statement, 1),
				      (const char *)sqlite3_column_text(statement, 2)))
			copy = sqlite3_column_int64(statement, 0);
	pl_sql_done(statement);
	return copy;
}

void pl_store_join_copies(struct pl_store *store, const char *path)
{
	GArray *repositories = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "SELECT id, path FROM source WHERE root IS NOT NULL AND (path = ?1 OR " INSIDE ")", "s",
	    path);

	while (pl_sql_row(&store->sql, statement)) {
		int64_t id = sqlite3_column_int64(statement, 0);

		if (access((const char *)sqlite3_column_text(statement, 1), F_OK))
			g_array_append_val(repositories, id);
	}
	for (guint i = 0; i < repositories->len; i++) {
		int64_t id = g_array_index(repositories, int64_t, i), copy = find_copy(store, id);

		if (copy)
			pl_store_join_sources(store, id, copy);
	}
	g_array_free(repositories, TRUE);
}

GPtrArray *pl_store_lost_repositories(struct pl_store *store, const char *path)
{
	GPtrArray *paths = paths_of(
	    &store->sql,
	    pl_sql_bind(&store->sql,
			"SELECT path FROM source WHERE root IS NOT NULL AND " INSIDE "ORDER BY id",
			"s", path));

	for (guint i = 0; i < paths->len;) {
		const char *repository = g_ptr_array_index(paths, i);

		if (access(repository, F_OK) == 0)
			g_ptr_array_remove_index(paths, i);
		else
			i++;
	}
	return paths;
}

/* The list that most mails of a source came from; NULL where none says. */
#define LIST_OF(source)                                                                            \
	"(SELECT l.list FROM message m JOIN message_list l ON l.message = m.id WHERE m.source "    \
	"= " source " GROUP BY l.list ORDER BY count(*) DESC, l.list LIMIT 1)"

bool pl_store_is_replaced(struct pl_store *store, const char *path)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql,
			"SELECT n.path FROM source s JOIN source n ON n.path = "
			"substr(s.path, 1, length(s.path) - length(s.root) - 1) "
			"WHERE s.path = ? AND s.path = n.path || '@' || s.root "
			"AND n.root IS NOT NULL AND n.path GLOB '*/git/[0-9]*.git' "
			"AND " LIST_OF("s.id") " IS " LIST_OF("n.id"),
			"s", path);
	bool replaced = false;

	if (pl_sql_row(&store->sql, statement))
		replaced = access((const char *)sqlite3_column_text(statement, 0), F_OK) == 0;
	pl_sql_done(statement);
	return replaced;
}

bool pl_store_forget_moved(struct pl_store *store, const char *path)
{
	struct pl_sql *sql = &store->sql;
	int64_t kept = 0;

	pl_sql_integer(sql, &kept,
		       "SELECT 1 FROM source WHERE (path = ?1 AND (mtime IS NOT NULL OR cursor IS "
		       "NOT NULL OR id IN (SELECT source FROM message))) OR " INSIDE "LIMIT 1",
		       "s", path);
	return !kept && pl_sql_run(sql, "DELETE FROM source WHERE path = ?", "s", path);
}

char *pl_store_source_path(struct pl_store *store, int64_t id)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql, "SELECT path FROM source WHERE id = ?", "i", id);
	char *path = NULL;

	if (pl_sql_row(&store->sql, statement))
		path = text_column(statement, 0);
	pl_sql_done(statement);
	return path;
}

char *pl_store_source_seen(struct pl_store *store, const char *path)
{
	sqlite3_stmt *statement = pl_sql_bind(&store->sql,
					      "SELECT date(max(seen), 'unixepoch') FROM source "
					      "WHERE path = ?1 OR " INSIDE,
					      "s", path);
	char *seen = NULL;

	if (pl_sql_row(&store->sql, statement))
		seen = text_column(statement, 0);
	pl_sql_done(statement);
	return seen;
}
