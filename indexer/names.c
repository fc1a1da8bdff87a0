/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "names.h"

#define TABLES "(SELECT id FROM metric_table WHERE message = ?1)"

void pl_names_doubt_machines(struct pl_store *store)
{
	if (!store->doubts_machines)
		pl_sql_run(&store->sql,
			   "INSERT OR IGNORE INTO meta(key, value) VALUES ('machines', 1)", "");
	store->doubts_machines = true;
}

void pl_names_doubt(struct pl_store *store, int64_t message)
{
	sqlite3_stmt *statement = pl_sql_bind(&store->sql,
					      "SELECT DISTINCT metric FROM metric_row WHERE "
					      "metric_table IN " TABLES " AND metric IS NOT NULL",
					      "i", message);
	int64_t any;

	while (pl_sql_row(&store->sql, statement)) {
		int64_t metric = sqlite3_column_int64(statement, 0);

		g_hash_table_add(store->doubted, g_memdup2(&metric, sizeof(metric)));
	}
	if (pl_sql_integer(&store->sql, &any,
			   "SELECT 1 FROM report WHERE message = ?1 UNION ALL "
			   "SELECT 1 FROM metric_table WHERE message = ?1 LIMIT 1",
			   "i", message))
		pl_names_doubt_machines(store);
}

static void drop_metric(struct pl_store *store, int64_t metric)
{
	struct pl_sql *sql = &store->sql;
	GArray *functions = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sqlite3_stmt *statement = pl_sql_bind(
	    sql, "SELECT DISTINCT function FROM metric_function WHERE metric = ?", "i", metric);

	while (pl_sql_row(sql, statement)) {
		int64_t function = sqlite3_column_int64(statement, 0);

		g_array_append_val(functions, function);
	}
	pl_sql_run(sql, "DELETE FROM metric_function WHERE metric = ?", "i", metric);
	pl_sql_run(sql, "DELETE FROM metric WHERE id = ?", "i", metric);
	for (guint i = 0; i < functions->len; i++)
		pl_sql_run(sql,
			   "DELETE FROM function WHERE id = ?1 AND NOT EXISTS "
			   "(SELECT 1 FROM metric_function WHERE function = ?1)",
			   "i", g_array_index(functions, int64_t, i));
	g_array_free(functions, TRUE);
}

void pl_names_clear(struct pl_store *store)
{
	GHashTableIter iter;
	void *metric;
	int64_t any;
	bool dropped = false;

	/* it is not opened to its end yet */
	if (!store->doubted)
		return;
	g_hash_table_iter_init(&iter, store->doubted);
	while (g_hash_table_iter_next(&iter, &metric, NULL)) {
		const int64_t id = *(int64_t *)metric;

		if (pl_sql_integer(&store->sql, &any,
				   "SELECT 1 FROM metric_row WHERE metric = ? LIMIT 1", "i", id))
			continue;
		drop_metric(store, id);
		dropped = true;
	}
	g_hash_table_remove_all(store->doubted);
	if (dropped)
		g_hash_table_remove_all(store->metrics);
}

void pl_names_forget(struct pl_store *store)
{
	if (store->doubted)
		g_hash_table_remove_all(store->doubted);
	store->doubts_machines = false;
}

bool pl_names_clear_machines(struct pl_store *store)
{
	struct pl_sql *sql = &store->sql;
	int64_t any;

	if (!pl_sql_integer(sql, &any, "SELECT 1 FROM meta WHERE key = 'machines'", ""))
		return !sql->failed;
	store->doubts_machines = false;
	return pl_store_begin(store) &&
	       pl_sql_run(sql,
			  "DELETE FROM machine WHERE id NOT IN (SELECT machine FROM report WHERE "
			  "machine IS NOT NULL UNION SELECT machine FROM report_related WHERE "
			  "machine IS NOT NULL UNION SELECT machine FROM metric_table WHERE "
			  "machine IS NOT NULL UNION SELECT machine FROM row_subject WHERE "
			  "machine IS NOT NULL)",
			  "") &&
	       pl_sql_run(sql, "DELETE FROM meta WHERE key = 'machines'", "") &&
	       pl_store_commit(store);
}
