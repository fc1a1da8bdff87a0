/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plan looks at: which index, and how much is counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>

#include <perflore/query.h>

#include "query_database.h"

/* The question of every day goes by the index of metrics, not over all rows. */
static void test_index_use(void **state)
{
	static const char *const queries[] = {"fn:foo",
					      "leaf:foo",
					      "is:regression fn:foo",
					      "metric:w.ops change:..-5",
					      "fn:foo d:2023 is:robot",
					      "fn:foo (is:regression OR l:linux-mm)",
					      "(fn:foo OR leaf:bar) NOT metric:w.ops",
					      "fn:foo test:wis",
					      "fn:foo param:mode=thread"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(queries); i++) {
		const struct pl_search_options options = {.limit = 50, .now = NOW};
		struct pl_query_error error;
		struct pl_search *search;
		sqlite3_stmt *explain = NULL, *statement;
		bool good = false;
		char *sql;

		assert_int_equal(
		    pl_search_open(query_store(), queries[i], &options, &search, &error), PL_OK);
		statement = sqlite3_next_stmt(pl_store_sqlite(query_store()), NULL);
		while (statement && !strstr(sqlite3_sql(statement), "hit AS MATERIALIZED"))
			statement = sqlite3_next_stmt(pl_store_sqlite(query_store()), statement);
		sql = g_strconcat("EXPLAIN QUERY PLAN ", sqlite3_sql(statement), NULL);
		assert_int_equal(
		    sqlite3_prepare_v2(pl_store_sqlite(query_store()), sql, -1, &explain, NULL),
		    SQLITE_OK);
		while (sqlite3_step(explain) == SQLITE_ROW) {
			const char *detail = (const char *)sqlite3_column_text(explain, 3);

			good = good || strstr(detail, "INDEX metric_row_best (metric=?");
			if (!strncmp(detail, "SCAN r", 6) || !strncmp(detail, "SCAN m", 6) ||
			    !strncmp(detail, "SCAN table_axis", 15))
				fail_msg("%s: %s", queries[i], detail);
		}
		if (!good)
			fail_msg("%s does not use the index", queries[i]);
		sqlite3_finalize(explain);
		g_free(sql);
		pl_search_close(search);
	}
}

/* More rows of one metric than those that match something else as well are counted among. */
static void test_uncounted(void **state)
{
	static const char more[] =
	    "INSERT INTO metric(id, name) VALUES (100, 'many');"
	    "INSERT INTO metric_table(id, message, position, kind, line, depth, report, owner) "
	    "VALUES (100, 3, 9, 'lkp', 100, 0, 2, 2);"
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3001) "
	    "INSERT INTO metric_row(metric_table, position, compared, metric, line, kind, change, "
	    "change_unit, effect, content) SELECT 100, i, 1, 100, i, 'stat', i, '%', i, -i FROM n;";
	static const struct {
		const char *query;
		int64_t limit, total;
	} cases[] = {
	    {"metric:many", 2, PL_TOTAL_MAX + 1},
	    {"metric:many is:robot", 2, -1},
	    /* all of them were looked for and found */
	    {"metric:many is:robot", 5000, 3001},
	    {"metric:many is:human", 2, -2},
	    {"metric:many change:10..13 is:robot", 5, 4},
	};
	struct pl_store *writer;
	struct pl_query_error query_error;
	struct pl_error error;
	char *message;

	(void)state;
	assert_int_equal(pl_store_open_write(query_directory(), &writer, &error), PL_OK);
	if (sqlite3_exec(pl_store_sqlite(writer), more, NULL, NULL, &message) != SQLITE_OK)
		fail_msg("%s", message);
	pl_store_close(writer);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		const struct pl_search_options options = {.limit = cases[i].limit, .now = NOW};
		const struct pl_found_row *row;
		struct pl_search *search;
		enum pl_status status;

		assert_int_equal(
		    pl_search_open(query_store(), cases[i].query, &options, &search, &query_error),
		    PL_OK);
		status = pl_search_next_row(search, &row, &error);
		assert_int_equal(status, cases[i].total == -2 ? PL_END : PL_OK);
		if (status == PL_OK)
			assert_int_equal(pl_search_total(search), cases[i].total);
		pl_search_close(search);
	}
}

int main(void)
{
	/* The last one adds rows. */
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_index_use),
	    cmocka_unit_test(test_uncounted),
	};

	return cmocka_run_group_tests(tests, query_make_database, query_remove_database);
}
