/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports by function. Functions hang on metrics, so the rows are read once, in their index
 * by metric, and each metric's reports are kept; then the functions are counted one after
 * the other, each by the reports of its metrics.
 */
#include "summary_groups.h"

/* A metric, and the table or report that has it. */
static const char all_rows[] =
    "SELECT r.metric, r.metric_table FROM (SELECT DISTINCT metric FROM metric_function) g "
    "CROSS JOIN metric_row r INDEXED BY metric_row_best ON r.metric = g.metric";
static const char matching_rows[] = "SELECT metric, report FROM temp.summary_row";
/* ... and the report behind that. */
static const char all_owners[] = "SELECT id, owner FROM metric_table WHERE owner IS NOT NULL";
static const char matching_owners[] = "SELECT report, report FROM temp.summary";

static const char functions[] = "SELECT DISTINCT n.bare, g.metric FROM function n CROSS JOIN "
				"metric_function g ON g.function = n.id ORDER BY 1, 2";

struct counter {
	sqlite3 *db;
	const GArray *items;
	GHashTable *places;  /* table or report: 1 + index of the item */
	GHashTable *metrics; /* a GArray of indexes (uint32_t) each, some of them repeatedly */
	uint32_t *counted;   /* of each item: the last function it was counted for, from 1 on */
};

static gpointer id_at(sqlite3_stmt *row, int column)
{
	return GSIZE_TO_POINTER((gsize)sqlite3_column_int64(row, column));
}

static bool read_owners(struct counter *counter, const char *sql)
{
	GHashTable *of_report = g_hash_table_new(NULL, NULL);
	sqlite3_stmt *row = NULL;
	int result = sqlite3_prepare_v2(counter->db, sql, -1, &row, NULL);

	for (guint i = 0; i < counter->items->len; i++) {
		int64_t report = g_array_index(counter->items, struct pl_summary_item, i).report;

		g_hash_table_insert(of_report, GSIZE_TO_POINTER((gsize)report),
				    GUINT_TO_POINTER(i + 1));
	}
	while (row && (result = sqlite3_step(row)) == SQLITE_ROW) {
		gpointer place = g_hash_table_lookup(of_report, id_at(row, 1));

		if (place)
			g_hash_table_insert(counter->places, id_at(row, 0), place);
	}
	sqlite3_finalize(row);
	g_hash_table_destroy(of_report);
	return result == SQLITE_DONE;
}

/* Rows stand by metric, so most are of the one before. */
static bool read_rows(struct counter *counter, const char *sql)
{
	sqlite3_stmt *row = NULL;
	int result = sqlite3_prepare_v2(counter->db, sql, -1, &row, NULL);
	gpointer last = NULL;
	GArray *reports = NULL;

	while (row && (result = sqlite3_step(row)) == SQLITE_ROW) {
		gpointer metric = id_at(row, 0);
		uint32_t index =
		    GPOINTER_TO_UINT(g_hash_table_lookup(counter->places, id_at(row, 1)));

		if (!index--)
			continue;
		if (metric != last || !reports) {
			reports = g_hash_table_lookup(counter->metrics, metric);
			if (!reports) {
				reports = g_array_new(FALSE, FALSE, sizeof(uint32_t));
				g_hash_table_insert(counter->metrics, metric, reports);
			}
			last = metric;
		}
		g_array_append_val(reports, index);
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE;
}

static void count_metric(struct counter *counter, gpointer metric, uint32_t function,
			 struct pl_summary_group *group)
{
	const GArray *reports = g_hash_table_lookup(counter->metrics, metric);

	for (guint i = 0; reports && i < reports->len; i++) {
		uint32_t index = g_array_index(reports, uint32_t, i);

		if (counter->counted[index] == function)
			continue;
		counter->counted[index] = function;
		pl_summary_count(group,
				 &g_array_index(counter->items, struct pl_summary_item, index));
	}
}

static bool count_functions(struct counter *counter, GPtrArray *groups)
{
	sqlite3_stmt *row = NULL;
	int result = sqlite3_prepare_v2(counter->db, functions, -1, &row, NULL);
	struct pl_summary_group *group = NULL;
	uint32_t function = 0;

	while (row && (result = sqlite3_step(row)) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (!g_hash_table_contains(counter->metrics, id_at(row, 1)))
			continue;
		if (!group || strcmp(group->key, name)) {
			group = pl_summary_group_add(groups, pl_text_of(name));
			function++;
		}
		count_metric(counter, id_at(row, 1), function, group);
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE;
}

static void count_others(struct counter *counter, GPtrArray *groups)
{
	struct pl_summary_group *none = NULL;

	for (guint i = 0; i < counter->items->len; i++) {
		if (counter->counted[i])
			continue;
		if (!none)
			none = pl_summary_group_add(groups, PL_TEXT(""));
		pl_summary_count(none, &g_array_index(counter->items, struct pl_summary_item, i));
	}
}

static void free_reports(gpointer reports)
{
	g_array_free(reports, TRUE);
}

bool pl_summary_by_function(sqlite3 *db, bool all, const GArray *items, GPtrArray *groups)
{
	struct counter counter = {
	    .db = db,
	    .items = items,
	    .places = g_hash_table_new(NULL, NULL),
	    .metrics = g_hash_table_new_full(NULL, NULL, NULL, free_reports),
	    .counted = g_new0(uint32_t, items->len + 1),
	};
	bool good = read_owners(&counter, all ? all_owners : matching_owners) &&
		    read_rows(&counter, all ? all_rows : matching_rows) &&
		    count_functions(&counter, groups);

	if (good)
		count_others(&counter, groups);
	g_hash_table_destroy(counter.places);
	g_hash_table_destroy(counter.metrics);
	g_free(counter.counted);
	return good;
}
