/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "structure.h"

#include "embedded_schema.h"

/* Columns of tables by what SQLite has made of them, since the text of a table that was
 * migrated is another one. */
static const char parts[] =
    "SELECT 'column ' || s.name || '.' || c.name FROM sqlite_schema s "
    "JOIN pragma_table_xinfo(s.name) c WHERE s.type = 'table' "
    "UNION SELECT 'index ' || s.name || '(' || (SELECT group_concat(coalesce(name, '?')) "
    "FROM pragma_index_info(s.name)) || ')' FROM sqlite_schema s "
    "WHERE s.type = 'index' AND s.sql IS NOT NULL "
    "UNION SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('view', 'trigger') "
    "ORDER BY 1";

/* The set of the parts of a database, all of them strings */
static GHashTable *parts_of(struct pl_sql *sql)
{
	GHashTable *set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	sqlite3_stmt *statement = pl_sql_bind(sql, parts, "");

	while (pl_sql_row(sql, statement)) {
		struct pl_text part = pl_sql_text(statement, 0);

		g_hash_table_add(set, g_strndup(part.ptr, part.len));
	}
	return set;
}

static void add_missing(struct pl_sql *own, GHashTable *there, GPtrArray *missing)
{
	sqlite3_stmt *statement = pl_sql_bind(own, parts, "");

	while (pl_sql_row(own, statement)) {
		struct pl_text text = pl_sql_text(statement, 0);
		char *part = g_strndup(text.ptr, text.len);

		if (g_hash_table_contains(there, part))
			g_free(part);
		else
			g_ptr_array_add(missing, part);
	}
}

GPtrArray *pl_structure_lacks(struct pl_sql *sql)
{
	GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
	GHashTable *there = parts_of(sql);
	struct pl_sql own;

	if (pl_sql_open(&own, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) {
		if (sqlite3_exec(own.db, pl_schema, NULL, NULL, NULL) != SQLITE_OK)
			pl_sql_fail(&own);
		add_missing(&own, there, missing);
	}
	if (own.failed && !sql->failed) {
		sql->failed = true;
		sql->error = own.error;
	}
	pl_sql_close(&own);
	g_hash_table_unref(there);
	if (!sql->failed)
		return missing;
	g_ptr_array_unref(missing);
	return NULL;
}
