/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reports that a search finds go into a temporary table, which one statement
 * groups by a key.
 */
#include <perflore/summary.h>

#include <sqlite3.h>

#include "digest.h"

struct pl_summary {
	struct pl_store *store;
	sqlite3_stmt *statement;
};

const char *const pl_summary_keys[] = {"subsystem", "testcase", "machine",  "metric", "function",
				       "commit",    "month",	"reporter", NULL};

/* Subsystems stand in order of name, so that none of a report need be sorted.
 * Of report p, mail m, machine a; a function is of f. */
static const char *const keys[] = {
    [PL_BY_SUBSYSTEM] = "(SELECT name FROM subsystem u WHERE u.report = p.id AND u.rank = "
			"(SELECT min(rank) FROM subsystem v WHERE v.report = p.id) LIMIT 1)",
    [PL_BY_TESTCASE] = "p.testcase",
    /* named as it is described in most words, where it has no name */
    [PL_BY_MACHINE] = "iif(a.tbox IS NULL, (SELECT k.text FROM machine k WHERE k.key = a.key "
		      "AND k.tbox IS NULL ORDER BY length(k.text) DESC, k.text LIMIT 1), a.key)",
    [PL_BY_METRIC] = "p.metric",
    [PL_BY_FUNCTION] = "f.bare",
    [PL_BY_COMMIT] = "substr(p.culprit, 1, 12)",
    [PL_BY_MONTH] = "strftime('%Y-%m', m.date, 'unixepoch')",
    [PL_BY_REPORTER] = "coalesce(m.from_name, m.from_address)",
};

/* The functions of all rows that belong to a report, and those of the rows that match. */
static const char all_functions[] =
    " LEFT JOIN (SELECT DISTINCT t.owner AS report, n.bare AS bare FROM temp.summary s "
    "CROSS JOIN metric_table t ON t.owner = s.report "
    "CROSS JOIN metric_row r ON r.metric_table = t.id "
    "CROSS JOIN metric_function g ON g.metric = r.metric "
    "CROSS JOIN function n ON n.id = g.function) f ON f.report = p.id";
static const char matching_functions[] =
    " LEFT JOIN (SELECT DISTINCT s.report AS report, n.bare AS bare FROM temp.summary_row s "
    "CROSS JOIN metric_function g ON g.metric = s.metric "
    "CROSS JOIN function n ON n.id = g.function) f ON f.report = p.id";

/* Days from a report that is fixed to the first mail that says so. */
static const char days[] =
    "CASE o.state WHEN 'fixed' THEN (SELECT (min(d.date) - n.date) / 86400.0 FROM message n "
    "CROSS JOIN evidence e ON e.report = p.id AND e.state = 'fixed' CROSS JOIN message d ON "
    "d.id = e.message WHERE n.id = p.message AND d.date >= n.date) END";

/* The largest change is found first, and names only where it stands: so few rows are
 * sorted. */
static const char counts[] =
    "ranked AS (SELECT grp, days, row_number() OVER (PARTITION BY grp ORDER BY days) AS nth, "
    "count(*) OVER (PARTITION BY grp) AS n FROM item WHERE days IS NOT NULL), "
    "median AS (SELECT grp, avg(days) AS days FROM ranked "
    "WHERE nth IN ((n + 1) / 2, (n + 2) / 2) GROUP BY grp), "
    "total AS MATERIALIZED (SELECT grp, count(*) AS reports, sum(verdict = 'regression') AS "
    "regressions, sum(verdict = 'improvement') AS improvements, sum(verdict = 'failure') AS "
    "failures, sum(verdict = 'changed') AS changed, sum(state = 'open') AS open, "
    "sum(state = 'fixed') AS fixed, sum(state = 'dismissed') AS dismissed, "
    "sum(state = 'disputed') AS disputed, sum(state = 'unknown') AS unknown, max(worse) AS worse "
    "FROM item GROUP BY grp ORDER BY regressions DESC, reports DESC, grp LIMIT ?1), "
    "worst AS (SELECT t.grp AS grp, p.metric AS metric, p.change AS change, m.message_id AS "
    "message_id, p.position AS position, row_number() OVER (PARTITION BY t.grp ORDER BY "
    "m.message_id, p.position) AS nth FROM item i JOIN total t ON t.grp = i.grp AND "
    "t.worse = i.worse JOIN report p ON p.id = i.report JOIN message m ON m.id = p.message) "
    "SELECT t.grp, t.reports, t.regressions, t.improvements, t.failures, t.changed, t.open, "
    "t.fixed, t.dismissed, t.disputed, t.unknown, d.days, w.change, w.metric, w.message_id, "
    "w.position FROM total t LEFT JOIN median d ON d.grp = t.grp LEFT JOIN worst w ON "
    "w.grp = t.grp AND w.nth = 1 ORDER BY t.regressions DESC, t.reports DESC, t.grp";

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

enum pl_status pl_summary_open(struct pl_store *store, struct pl_search *search,
			       enum pl_summary_by by, int64_t limit,
			       struct pl_summary **summary_out, struct pl_error *error)
{
	struct pl_summary *summary = g_new0(struct pl_summary, 1);
	enum pl_status status = pl_summary_fill(store, search, by, error);
	char *sql;

	summary->store = store;
	if (status == PL_OK) {
		sql = g_strdup_printf(
		    "WITH item AS MATERIALIZED (SELECT ifnull(%s, '') AS grp, p.id AS report, "
		    "p.verdict AS verdict, CASE WHEN p.verdict = 'regression' AND p.change_unit = "
		    "'%%' THEN abs(p.change) END AS worse, o.state AS state, %s AS days FROM "
		    "temp.summary s CROSS JOIN report p ON p.id = s.report LEFT JOIN message m ON "
		    "m.id = p.message LEFT JOIN machine a ON a.id = p.machine LEFT JOIN outcome o "
		    "ON o.report = p.id%s), %s",
		    keys[by], days,
		    by != PL_BY_FUNCTION       ? ""
		    : pl_search_is_all(search) ? all_functions
					       : matching_functions,
		    counts);
		if (sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &summary->statement,
				       NULL) != SQLITE_OK)
			status = pl_store_fail(store, "summing up", error);
		g_free(sql);
	}
	if (status != PL_OK) {
		pl_summary_close(summary);
		return PL_FAILED;
	}
	sqlite3_bind_int64(summary->statement, 1, limit);
	*summary_out = summary;
	return PL_OK;
}

void pl_summary_close(struct pl_summary *summary)
{
	if (!summary)
		return;
	sqlite3_finalize(summary->statement);
	g_free(summary);
}

static struct pl_text text_at(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return (struct pl_text){text, text ? (size_t)sqlite3_column_bytes(statement, column) : 0};
}

enum pl_status pl_summary_next(struct pl_summary *summary, struct pl_summary_line *line_out,
			       struct pl_error *error)
{
	sqlite3_stmt *row = summary->statement;
	int result = sqlite3_step(row);
	int64_t *const numbers[] = {
	    &line_out->reports,	 &line_out->regressions, &line_out->improvements,
	    &line_out->failures, &line_out->changed,	 &line_out->open,
	    &line_out->fixed,	 &line_out->dismissed,	 &line_out->disputed,
	    &line_out->unknown,
	};

	if (result == SQLITE_DONE)
		return PL_END;
	if (result != SQLITE_ROW)
		return pl_store_fail(summary->store, "summing up", error);
	*line_out = (struct pl_summary_line){.key = text_at(row, 0)};
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		*numbers[i] = sqlite3_column_int64(row, (int)i + 1);
	line_out->has_days = sqlite3_column_type(row, 11) != SQLITE_NULL;
	line_out->days = sqlite3_column_double(row, 11);
	line_out->has_worst = sqlite3_column_type(row, 12) != SQLITE_NULL;
	line_out->change = sqlite3_column_double(row, 12);
	line_out->metric = text_at(row, 13);
	line_out->message_id = text_at(row, 14);
	line_out->position = sqlite3_column_int64(row, 15);
	return PL_OK;
}
