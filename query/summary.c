/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reports that a search finds go into a temporary table; without a query they are read
 * where they are. Each is counted in the group of its key.
 */
#include <math.h>

#include "digest.h"
#include "summary_groups.h"

struct pl_summary {
	struct pl_store *store;
	sqlite3_stmt *statement;
	struct pl_arena *arena; /* until the next line */
	GPtrArray *groups;
	guint next;
	int64_t limit;
};

const char *const pl_summary_keys[] = {"subsystem", "testcase", "machine",  "metric", "function",
				       "commit",    "month",	"reporter", NULL};

/* Of report p; what it needs to be joined. Subsystems stand in order of name, so that none of
 * a report need be sorted. */
static const struct {
	const char *sql, *join;
} keys[] = {
    [PL_BY_SUBSYSTEM] = {"(SELECT name FROM subsystem u WHERE u.report = p.id AND u.rank = "
			 "(SELECT min(rank) FROM subsystem v WHERE v.report = p.id) LIMIT 1)",
			 ""},
    [PL_BY_TESTCASE] = {"p.testcase", ""},
    /* named as it is described in most words, where it has no name */
    [PL_BY_MACHINE] = {"iif(a.tbox IS NULL, (SELECT k.text FROM machine k WHERE k.key = a.key "
		       "AND k.tbox IS NULL ORDER BY length(k.text) DESC, k.text LIMIT 1), a.key)",
		       "LEFT JOIN machine a ON a.id = p.machine"},
    [PL_BY_METRIC] = {"p.metric", ""},
    [PL_BY_FUNCTION] = {"NULL", ""}, /* summary_functions.c */
    [PL_BY_COMMIT] = {"substr(p.culprit, 1, 12)", ""},
    [PL_BY_MONTH] = {"strftime('%Y-%m', m.date, 'unixepoch')",
		     "JOIN message m ON m.id = p.message"},
    [PL_BY_REPORTER] = {PL_REPORTER, "JOIN message m ON m.id = p.message"},
};

/* Days from a report that is fixed to the first mail that says so; when one was sent that is
 * only quoted is not known. */
static const char days[] =
    "CASE o.state WHEN 'fixed' THEN (SELECT (min(d.date) - n.date) / 86400.0 FROM message n "
    "CROSS JOIN evidence e ON e.report = p.id AND e.state = 'fixed' CROSS JOIN message d ON "
    "d.id = e.message WHERE n.id = p.message AND p.depth = 0 AND d.date >= n.date) END";

/* In the order of struct pl_summary_line. */
static const char *const verdicts[] = {"regression", "improvement", "failure", "changed"};
static const char *const states[] = {"open", "fixed", "dismissed", "disputed", "unknown"};

static const char worst[] = "SELECT p.change, p.metric, m.message_id, p.position FROM report p "
			    "JOIN message m ON m.id = p.message WHERE p.id = ?1";

void pl_summary_options(enum pl_summary_by by, int64_t now, struct pl_search_options *options_out)
{
	*options_out = (struct pl_search_options){.what = by == PL_BY_FUNCTION ? PL_WHAT_ROWS
									       : PL_WHAT_REPORTS,
						  .sort = PL_SORT_NONE,
						  .limit = -1,
						  .all_copies = true,
						  .now = now};
}

/* A table in memory is no part of the database, which takes no writes. */
static bool run(sqlite3 *db, const char *sql)
{
	bool good = sqlite3_exec(db, "PRAGMA query_only=OFF", NULL, NULL, NULL) == SQLITE_OK &&
		    sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;

	sqlite3_exec(db, "PRAGMA query_only=ON", NULL, NULL, NULL);
	return good;
}

static const char tables[] =
    "DROP TABLE IF EXISTS temp.summary;"
    "DROP TABLE IF EXISTS temp.summary_row;"
    "CREATE TEMP TABLE summary(report INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE summary_row(report INTEGER, metric INTEGER, PRIMARY KEY (report, metric)) "
    "WITHOUT ROWID";

/* The reports that count, and BY_FUNCTION the metrics of their rows that do. */
enum pl_status pl_summary_fill(struct pl_store *store, struct pl_search *search,
			       enum pl_summary_by by, struct pl_error *error)
{
	sqlite3 *db = pl_store_sqlite(store);
	enum pl_status status = PL_OK;
	bool good = run(db, tables);

	if (good && pl_search_is_all(search)) {
		good =
		    run(db, "INSERT INTO temp.summary SELECT id FROM report WHERE copy_of IS NULL");
	} else if (good && by != PL_BY_FUNCTION) {
		status = pl_search_into(search,
					"INSERT OR IGNORE INTO temp.summary SELECT (SELECT "
					"ifnull(copy_of, id) FROM report WHERE id = thing)",
					error);
	} else if (good) {
		/* A row without a metric has no function: its report counts. */
		status = pl_search_into(
		    search,
		    "INSERT OR IGNORE INTO temp.summary_row SELECT (SELECT ifnull(p.copy_of, p.id) "
		    "FROM metric_table t JOIN report p ON p.id = t.owner WHERE t.id = tab) AS "
		    "report, "
		    "ifnull((SELECT metric FROM metric_row r WHERE r.metric_table = tab AND "
		    "r.position = pos AND r.compared = cmp), 0)",
		    error);
		good = run(db, "INSERT INTO temp.summary SELECT DISTINCT report FROM "
			       "temp.summary_row WHERE report IS NOT NULL");
	}
	return good ? status : pl_store_fail(store, "summing up", error);
}

static struct pl_text text_at(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return (struct pl_text){text, text ? (size_t)sqlite3_column_bytes(statement, column) : 0};
}

static int place_in(const char *const *names, int n, const char *name)
{
	int i = 0;

	while (i < n && g_strcmp0(names[i], name))
		i++;
	return i;
}

static double number_or(sqlite3_stmt *row, int column, double otherwise)
{
	return sqlite3_column_type(row, column) == SQLITE_NULL ? otherwise
							       : sqlite3_column_double(row, column);
}

static struct pl_summary_item item_at(sqlite3_stmt *row)
{
	return (struct pl_summary_item){
	    .report = sqlite3_column_int64(row, 0),
	    .verdict =
		place_in(verdicts, PL_SUMMARY_VERDICTS, (const char *)sqlite3_column_text(row, 1)),
	    .state = place_in(states, PL_SUMMARY_STATES, (const char *)sqlite3_column_text(row, 2)),
	    .worse = number_or(row, 3, -1),
	    .days = number_or(row, 4, -1),
	};
}

/* Counts the items of a statement in the group of their key. */
static int count_items(sqlite3_stmt *row, GPtrArray *groups)
{
	GHashTable *known = g_hash_table_new(g_str_hash, g_str_equal);
	struct pl_summary_group *group;
	int result;

	while ((result = sqlite3_step(row)) == SQLITE_ROW) {
		struct pl_summary_item item = item_at(row);
		struct pl_text key = text_at(row, 5);

		group = g_hash_table_lookup(known, key.len ? key.ptr : "");
		if (!group) {
			group = pl_summary_group_add(groups, key);
			g_hash_table_insert(known, group->key, group);
		}
		pl_summary_count(group, &item);
	}
	g_hash_table_destroy(known);
	return result;
}

static int collect_items(sqlite3_stmt *row, GArray *items)
{
	int result;

	while ((result = sqlite3_step(row)) == SQLITE_ROW) {
		struct pl_summary_item item = item_at(row);

		g_array_append_val(items, item);
	}
	return result;
}

static bool count(struct pl_summary *summary, enum pl_summary_by by, bool all)
{
	sqlite3 *db = pl_store_sqlite(summary->store);
	GArray *items = g_array_new(FALSE, FALSE, sizeof(struct pl_summary_item));
	sqlite3_stmt *row = NULL;
	char *sql = g_strdup_printf(
	    "SELECT p.id, p.verdict, o.state, CASE WHEN p.verdict = 'regression' AND "
	    "p.change_unit = '%%' THEN abs(p.change) END, %s, %s FROM %s LEFT JOIN outcome o ON "
	    "o.report = p.id %s%s",
	    days, keys[by].sql,
	    all ? "report p" : "temp.summary s CROSS JOIN report p ON p.id = s.report",
	    keys[by].join, all ? " WHERE p.copy_of IS NULL" : "");
	bool good = sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK;

	if (by == PL_BY_FUNCTION)
		good = good && collect_items(row, items) == SQLITE_DONE &&
		       pl_summary_by_function(db, all, items, summary->groups);
	else
		good = good && count_items(row, summary->groups) == SQLITE_DONE;
	sqlite3_finalize(row);
	g_array_free(items, TRUE);
	g_free(sql);
	return good;
}

enum pl_status pl_summary_open(struct pl_store *store, struct pl_search *search,
			       enum pl_summary_by by, int64_t limit,
			       struct pl_summary **summary_out, struct pl_error *error)
{
	struct pl_summary *summary = g_new0(struct pl_summary, 1);
	bool all = pl_search_is_all(search);
	enum pl_status status = all ? PL_OK : pl_summary_fill(store, search, by, error);

	summary->store = store;
	summary->limit = limit;
	summary->groups = pl_summary_groups_new();
	summary->arena = pl_arena_new();
	if (status == PL_OK && (!count(summary, by, all) ||
				sqlite3_prepare_v2(pl_store_sqlite(store), worst, -1,
						   &summary->statement, NULL) != SQLITE_OK))
		status = pl_store_fail(store, "summing up", error);
	if (status != PL_OK) {
		pl_summary_close(summary);
		return PL_FAILED;
	}
	pl_summary_sort(summary->groups);
	*summary_out = summary;
	return PL_OK;
}

void pl_summary_close(struct pl_summary *summary)
{
	if (!summary)
		return;
	sqlite3_finalize(summary->statement);
	g_ptr_array_free(summary->groups, TRUE);
	pl_arena_free(summary->arena);
	g_free(summary);
}

static int compare_worst(gconstpointer a, gconstpointer b)
{
	const struct pl_worst *x = a, *y = b;
	const double left = fabs(x->change), right = fabs(y->change);
	int order = (left < right) - (left > right);

	if (!order)
		order = strcmp(x->message_id.ptr, y->message_id.ptr);
	return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* What is as large as the last of the worst is looked up, and the mails decide. */
static enum pl_status find_worst(struct pl_summary *summary, const struct pl_summary_group *group,
				 struct pl_summary_line *line, struct pl_error *error)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(struct pl_worst));
	sqlite3_stmt *row = summary->statement;
	bool good = true;

	for (guint i = 0; good && group->candidates && i < group->candidates->len; i++) {
		const struct pl_summary_item *item =
		    &g_array_index(group->candidates, struct pl_summary_item, i);

		if (item->worse < group->largest[PL_WORST_MAX - 1])
			continue;
		sqlite3_bind_int64(row, 1, item->report);
		good = sqlite3_step(row) == SQLITE_ROW;
		if (good) {
			struct pl_worst one = {
			    .change = sqlite3_column_double(row, 0),
			    .metric = pl_arena_copy(summary->arena, text_at(row, 1)),
			    .message_id = pl_arena_copy(summary->arena, text_at(row, 2)),
			    .position = sqlite3_column_int64(row, 3),
			};

			g_array_append_val(found, one);
		}
		sqlite3_reset(row);
	}
	g_array_sort(found, compare_worst);
	line->n_worst = MIN(found->len, PL_WORST_MAX);
	for (size_t i = 0; i < line->n_worst; i++)
		line->worst[i] = g_array_index(found, struct pl_worst, i);
	g_array_free(found, TRUE);
	return good ? PL_OK : pl_store_fail(summary->store, "summing up", error);
}

enum pl_status pl_summary_next(struct pl_summary *summary, struct pl_summary_line *line_out,
			       struct pl_error *error)
{
	struct pl_summary_group *group;

	if (summary->next >= summary->groups->len || summary->next >= summary->limit)
		return PL_END;
	group = summary->groups->pdata[summary->next++];
	pl_arena_reset(summary->arena);
	*line_out = (struct pl_summary_line){
	    .key = pl_text_of(group->key),
	    .reports = group->reports,
	    .regressions = group->verdicts[0],
	    .improvements = group->verdicts[1],
	    .failures = group->verdicts[2],
	    .changed = group->verdicts[3],
	    .open = group->states[0],
	    .fixed = group->states[1],
	    .dismissed = group->states[2],
	    .disputed = group->states[3],
	    .unknown = group->states[4],
	};
	line_out->has_days = pl_summary_median(group, &line_out->days);
	return find_worst(summary, group, line_out, error);
}
