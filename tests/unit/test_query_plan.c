/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plan finds in a small database that is filled by hand, and how it finds it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include <perflore/query.h>
#include <perflore/show.h>
#include <perflore/store.h>

/* 2023-05-17 10:30:00, a Wednesday */
#define NOW INT64_C(1684319400)

/*
 * The database. Thread 1: mail a (robot, report #r0 with four rows, 2023-01-10), mail b
 * (a person quotes report and one row, 2023-01-11). Thread 2: mail c (2023-02-01,
 * improvement, two compared columns). Mail d says nothing. Mail e (no date) has a
 * one-column table that belongs to no report.
 */
#define SHA_A "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"

static const char filling[] =
    "INSERT INTO source(id, path) VALUES (1, 's');"
    "INSERT INTO thread VALUES (1, 'a'), (2, 'c'), (3, 'd'), (4, 'e');"
    "INSERT INTO message(id, message_id, hash, thread, subject, from_name, from_address, date, "
    "source) VALUES"
    " (1, 'a', x'01', 1, '[mm] wis regression', 'kernel test robot', 'lkp@x', 1673308800, 1),"
    " (2, 'b', x'02', 1, 'Re: [mm] wis regression', 'P', 'p@x', 1673395200, 1),"
    " (3, 'c', x'03', 2, 'improvement', 'kernel test robot', 'lkp@x', 1675209600, 1),"
    " (4, 'd', x'04', 3, '[PATCH 1/2] x', 'Q', 'q@x', 1675296000, 1),"
    " (5, 'e', x'05', 4, NULL, 'Q', 'q@x', NULL, 1);"
    "INSERT INTO reference VALUES (2, 0, 'a');"
    "INSERT INTO message_list VALUES (1, 'linux-mm.kvack.org'), (2, 'linux-mm.kvack.org'),"
    " (3, 'linux-mm-commits.x.org');"
    "INSERT INTO machine(id, tbox, text) VALUES (1, 'lkp-icl-2sp1', 'Xeon(R) (Ice Lake) 64G');"
    "INSERT INTO report(id, message, position, kind, line, depth, verdict, metric, change, "
    "change_unit, culprit, testcase, machine, copy_of, copies, content) VALUES"
    " (1, 1, 0, 'performance', 3, 0, 'regression', 'w.ops', -10, '%', '" SHA_A
    "', 'wis', 1, NULL, 1, 1),"
    " (2, 2, 0, 'performance', 2, 1, 'regression', 'w.ops', -10, '%', 'aaaaaaaaaabb', "
    "'wis', 1, 1, 0, 1),"
    " (3, 3, 0, 'performance', 3, 0, 'improvement', 'w.ops', 20, '%', 'eeeeeee', 'other', "
    "NULL, NULL, 0, 2);"
    "INSERT INTO report_parameter VALUES (1, 'mode', 'thread'), (2, 'mode', 'thread'),"
    " (3, 'mode', 'process');"
    "INSERT INTO commit_mention(commit_id, role, message, line) VALUES ('" SHA_A
    "', 'culprit', 1, 3),"
    " ('eeeeeee', 'culprit', 3, 3), ('1234567', 'fix', 2, 9);"
    "INSERT INTO metric_table(id, message, position, kind, line, depth, report, owner, better) "
    "VALUES (1, 1, 0, 'lkp', 10, 0, 1, 1, NULL), (2, 2, 0, 'lkp', 10, 1, 2, 2, NULL),"
    " (3, 3, 0, 'lkp', 10, 0, 3, 3, NULL), (4, 5, 0, 'counters', 4, 0, NULL, NULL, NULL);"
    "INSERT INTO metric(id, name, direction) VALUES (1, 'w.ops', 1), (2, 'pp.self.foo', NULL),"
    " (3, 'pp.calltrace.foo.bar', NULL), (4, 'dmesg.x', NULL), (5, 'misses', NULL),"
    " (6, 'pp.self.foo_common', NULL);"
    "INSERT INTO function VALUES (1, 'foo', 'foo'), (2, 'bar.cold', 'bar'), (3, 'foo_common', "
    "'foo_common');"
    "INSERT INTO metric_function VALUES (1, 2, 0), (1, 3, 0), (2, 3, 1), (3, 6, 0);"
    "INSERT INTO metric_row(metric_table, position, compared, metric, line, kind, change, "
    "change_unit, note, effect, base_value, base_stddev_pct, base_fails, base_runs, head_value, "
    "head_stddev_pct, head_fails, head_runs, content, copy_table, copy_position, copies) VALUES"
    " (1, 0, 1, 1, 11, 'stat', -10, '%', NULL, 3, 100, NULL, NULL, NULL, 90, 4, NULL, NULL, 1, "
    "NULL, NULL, 0),"
    " (1, 1, 1, 2, 12, 'stat', 2, 'abs', NULL, 9, 1, 5, NULL, NULL, 3, 50, NULL, NULL, 2, "
    "NULL, NULL, 1),"
    " (1, 2, 1, 3, 13, 'stat', NULL, NULL, 'appeared', NULL, 0, NULL, NULL, NULL, 7, NULL, NULL, "
    "NULL, 3, NULL, NULL, 0),"
    " (1, 3, 1, 4, 14, 'fail', 50, '%', NULL, 18, NULL, NULL, 0, 4, NULL, NULL, 2, 4, 4, NULL, "
    "NULL, 0),"
    " (2, 0, 1, 2, 12, 'stat', 2, 'abs', NULL, 9, 1, 5, NULL, NULL, 3, 50, NULL, NULL, 2, 1, 1, "
    "0),"
    " (3, 0, 1, 1, 11, 'stat', 20, '%', NULL, 7, 100, NULL, NULL, NULL, 120, NULL, NULL, NULL, "
    "5, NULL, NULL, 0),"
    " (3, 0, 2, 1, 11, 'stat', -30, '%', NULL, 1, 100, NULL, NULL, NULL, 70, NULL, NULL, NULL, "
    "5, NULL, NULL, 0),"
    " (3, 1, 1, 6, 12, 'stat', 4, 'abs', NULL, 2, 1, NULL, NULL, NULL, 5, NULL, NULL, NULL, 6, "
    "NULL, NULL, 0),"
    " (3, 1, 2, 6, 12, 'stat', NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, "
    "NULL, 6, NULL, NULL, 0),"
    " (4, 0, 0, 5, 4, 'stat', NULL, NULL, NULL, NULL, 500, NULL, NULL, NULL, NULL, NULL, NULL, "
    "NULL, 7, NULL, NULL, 0);";

static char *directory;
static struct pl_store *store;

static int make_database(void **state)
{
	struct pl_error error = {""};
	struct pl_store *writer;
	char *message = NULL;

	(void)state;
	directory = g_dir_make_tmp("perflore-query-XXXXXX", NULL);
	if (pl_store_open_write(directory, &writer, &error) != PL_OK)
		fail_msg("%s", error.message);
	if (sqlite3_exec(pl_store_sqlite(writer), filling, NULL, NULL, &message) != SQLITE_OK)
		fail_msg("%s", message);
	pl_store_close(writer);
	if (pl_store_open(directory, &store, &error) != PL_OK)
		fail_msg("%s", error.message);
	return 0;
}

static int remove_database(void **state)
{
	GDir *dir;
	const char *name;

	(void)state;
	pl_store_close(store);
	dir = g_dir_open(directory, 0, NULL);
	while ((name = g_dir_read_name(dir))) {
		char *path = g_build_filename(directory, name, NULL);

		g_remove(path);
		g_free(path);
	}
	g_dir_close(dir);
	g_rmdir(directory);
	g_free(directory);
	return 0;
}

/* Rows as `mail:line` with `/N` for compared columns from the second on, reports as
 * `mail#N`, mails by their id; +N for copies. */
static void add_result(struct pl_search *search, enum pl_what what, GString *out,
		       enum pl_status *status)
{
	const struct pl_found_row *row;
	const struct pl_found_report *report;
	const struct pl_found_message *message;
	struct pl_error error = {""};
	const char *gap = out->len ? " " : "";

	if (what == PL_WHAT_ROWS) {
		*status = pl_search_next_row(search, &row, &error);
		if (*status == PL_OK)
			g_string_append_printf(out, "%s%s:%d%s", gap, row->mail.message_id.ptr,
					       (int)row->line,
					       row->has_change && row->change == -30 ? "/2" : "");
		if (*status == PL_OK && row->copies > 0)
			g_string_append_printf(out, "+%d", (int)row->copies);
	} else if (what == PL_WHAT_REPORTS) {
		*status = pl_search_next_report(search, &report, &error);
		/* The objects of mails are not in this database. */
		if (*status == PL_FAILED && strstr(error.message, "records of"))
			*status = PL_OK;
		if (*status == PL_OK)
			g_string_append_printf(out, "%s%s#%d(%d)", gap, report->mail.message_id.ptr,
					       (int)report->position, (int)report->rows);
	} else {
		*status = pl_search_next_message(search, &message, &error);
		if (*status == PL_OK)
			g_string_append_printf(out, "%s%s", gap, message->mail.message_id.ptr);
	}
	if (*status == PL_FAILED)
		fail_msg("%s", error.message);
}

static void ask(const char *query, const struct pl_search_options *options, const char *expected)
{
	struct pl_query_error error = {.message = ""};
	struct pl_search *search;
	enum pl_status status = PL_OK;
	GString *out = g_string_new(NULL);

	if (pl_search_open(store, query, options, &search, &error) != PL_OK)
		fail_msg("%s: %s", query, error.message);
	while (status == PL_OK)
		add_result(search, options->what, out, &status);
	pl_search_close(search);
	if (strcmp(out->str, expected))
		fail_msg("%s: '%s', not '%s'", query, out->str, expected);
	g_string_free(out, TRUE);
}

static void ask_rows(const char *query, const char *expected)
{
	const struct pl_search_options options = {.what = PL_WHAT_ROWS, .limit = 50, .now = NOW};

	ask(query, &options, expected);
}

static void ask_reports(const char *query, const char *expected)
{
	const struct pl_search_options options = {.what = PL_WHAT_REPORTS, .limit = 50, .now = NOW};

	ask(query, &options, expected);
}

static void ask_messages(const char *query, const char *expected)
{
	const struct pl_search_options options = {
	    .what = PL_WHAT_MESSAGES, .limit = 50, .now = NOW};

	ask(query, &options, expected);
}

static void test_row_terms(void **state)
{
	(void)state;
	/* whole names; with and without suffix; the copy in b is folded */
	ask_rows("fn:foo", "a:12+1 a:13");
	ask_rows("fn:bar", "a:13");
	ask_rows("fn:bar.cold", "a:13");
	ask_rows("fn:fo", "");
	ask_rows("fn:foo*", "a:12+1 c:12 c:12 a:13");
	ask_rows("fn:fo?", "");
	ask_rows("leaf:bar", "");
	ask_rows("leaf:foo", "a:12+1 a:13");
	ask_rows("metric:w.ops", "c:11 a:11 c:11/2");
	ask_rows("metric:pp.self.*", "a:12+1 c:12 c:12");
	ask_rows("metric:W.OPS", "");
	/* bare is percent; both ends belong to it */
	ask_rows("change:-10..-10", "a:11");
	ask_rows("change:..-5", "a:11 c:11/2");
	ask_rows("change:1..", "a:14 c:11");
	ask_rows("change:1pt..3pt", "a:12+1");
	/* the head cell, or the only one; blank never matches */
	ask_rows("value:100..", "c:11 e:4");
	ask_rows("value:90..90", "a:11");
	ask_rows("value:..1000 metric:pp.self.foo_common", "c:12");
	ask_rows("stddev:4..", "a:11 a:12+1");
	ask_rows("stddev:0..", "a:11 a:12+1");
	/* the same row and the same column */
	ask_rows("metric:w.ops change:..-20", "c:11/2");
	ask_rows("fn:foo metric:pp.self.*", "a:12+1");
	ask_rows("fn:foo metric:w.ops", "");
	ask_rows("is:worse", "a:14 a:11 c:11/2");
	ask_rows("is:better", "c:11");
}

static void test_other_terms(void **state)
{
	(void)state;
	ask_rows("is:regression fn:foo", "a:12+1 a:13");
	ask_rows("is:improvement fn:foo", "");
	ask_rows("culprit:aaaaaaa fn:foo", "a:12+1 a:13");
	ask_rows("culprit:AAAAAAAAAAB fn:foo leaf:foo metric:pp.self.foo", "a:12+1");
	/* longer than what the mail printed */
	ask_rows("culprit:eeeeeee1234 metric:w.ops", "c:11 c:11/2");
	ask_rows("culprit:eeeeee1", "");
	ask_rows("commit:aaaaaaaaaa metric:w.ops", "a:11");
	/* b does not name it, but its report's mail ... is its own, which does not either */
	ask_messages("commit:aaaaaaaaaa", "a");
	ask_messages("fix:1234567", "b a");
	ask_rows("test:wis leaf:foo metric:pp.self.foo", "a:12+1");
	ask_rows("test:w*s metric:w.ops", "a:11");
	ask_rows("test:w", "");
	ask_rows("machine:lkp-icl-2sp1 metric:w.ops", "a:11");
	ask_rows("machine:\"ice lake\" metric:w.ops", "a:11");
	ask_rows("machine:lake metric:w.ops", "a:11");
	ask_rows("machine:lak metric:w.ops", "");
	ask_rows("machine:lkp-* metric:w.ops", "a:11");
	ask_rows("param:mode=thread metric:w.ops", "a:11");
	ask_rows("param:mode=p* metric:w.ops", "c:11 c:11/2");
	ask_rows("m:c fn:foo_common", "c:12 c:12");
	ask_messages("m:<d>", "d");
	ask_messages("l:linux-mm.kvack.org", "b a");
	ask_messages("l:linux-mm@kvack.org", "b a");
	ask_messages("l:linux-mm", "b a");
	ask_messages("l:linux-mm*", "c b a");
	ask_messages("d:2023-01", "b a");
	ask_messages("d:..2023-01-10", "a");
	ask_messages("d:2023-01-11..", "d c b");
	ask_messages("is:robot", "c a");
	ask_messages("is:human", "d b e");
	ask_messages("is:patch", "d");
	ask_messages("is:report", "c b a");
	ask_messages("is:answered", "b a");
	ask_reports("is:answered", "a#0(4)");
	ask_reports("is:unanswered", "c#0(4)");
	/* a row that belongs to no report is found by its own words only */
	ask_rows("metric:misses", "e:4");
	ask_rows("metric:misses test:wis", "");
	ask_rows("metric:misses is:regression", "");
}

static void test_not(void **state)
{
	(void)state;
	ask_rows("metric:w.ops NOT change:..-20", "c:11 a:11");
	/* what is not said is not so */
	ask_rows("NOT is:regression", "c:11 c:11/2 c:12 c:12 e:4");
	ask_rows("NOT fn:foo* NOT metric:w.ops", "a:14 e:4");
	ask_rows("NOT (fn:foo* OR metric:w.ops)", "a:14 e:4");
	ask_rows("fn:foo NOT (fn:bar metric:pp.*)", "a:12+1");
	ask_rows("metric:pp.self.foo_common NOT change:1pt..", "c:12");
	/* of other things: removes those that have such a row */
	ask_reports("NOT fn:foo", "c#0(4)");
	ask_reports("NOT fn:nothing", "c#0(4) a#0(4)");
	ask_messages("NOT fn:foo", "d c e");
	ask_messages("NOT fn:foo metric:*", "c e");
	ask_messages("NOT (fn:foo is:regression)", "d c e");
	ask_messages("NOT (fn:foo is:improvement)", "d c b a e");
	ask_reports("metric:w.ops NOT fn:foo", "c#0(2)");
	ask_reports("metric:w.ops NOT (fn:foo_common NOT change:1pt..)", "a#0(1)");
	ask_messages("NOT is:regression", "d c e");
	ask_messages("NOT NOT fn:foo", "b a");
	ask_messages("is:human NOT is:regression", "d e");
}

static void test_things(void **state)
{
	(void)state;
	ask_reports("fn:foo", "a#0(2)");
	ask_reports("metric:w.ops", "c#0(2) a#0(1)");
	ask_reports("is:regression", "a#0(4)");
	/* the quotation is shown when what it quotes does not match */
	ask_reports("is:regression is:human", "b#0(1)");
	ask_rows("fn:foo is:human", "b:12+1");
	ask_messages("fn:foo", "b a");
	ask_messages("fn:foo OR is:patch", "b a d");
	ask_reports("fn:bar OR is:improvement", "c#0(4) a#0(1)");
	ask_messages("is:regression test:wis", "b a");
	ask_messages("is:regression test:other", "");
}

static void test_order(void **state)
{
	struct pl_search_options options = {.what = PL_WHAT_ROWS, .limit = 50, .now = NOW};

	(void)state;
	ask_rows("metric:*", "a:14 c:11 a:11 c:11/2 a:12+1 c:12 c:12 a:13 e:4");
	options.sort = PL_SORT_EFFECT;
	ask("metric:*", &options, "a:14 a:12+1 c:11 a:11 c:12 c:11/2 c:12 a:13 e:4");
	options.sort = PL_SORT_CHANGE;
	ask("metric:*", &options, "a:14 c:11/2 c:11 a:11 c:12 a:12+1 c:12 a:13 e:4");
	options.sort = PL_SORT_DATE;
	ask("metric:*", &options, "e:4 a:11 a:12+1 a:13 a:14 c:11 c:11/2 c:12 c:12");
	options.sort = PL_SORT_NEWEST;
	ask("metric:*", &options, "c:11 c:11/2 c:12 c:12 a:11 a:12+1 a:13 a:14 e:4");
	options.sort = PL_SORT_METRIC;
	ask("metric:*", &options, "a:14 e:4 a:13 a:12+1 c:12 c:12 c:11 c:11/2 a:11");
	options.sort = PL_SORT_BEST;
	options.limit = 2;
	options.offset = 1;
	ask("metric:*", &options, "c:11 a:11");
	options.offset = 0;
	options.limit = 50;
	options.all_copies = true;
	ask("fn:foo", &options, "b:12 a:12 a:13");
	options.what = PL_WHAT_REPORTS;
	ask("is:regression", &options, "b#0(1) a#0(4)");
	options.sort = PL_SORT_MAIL;
	options.what = PL_WHAT_ROWS;
	options.limit = -1;
	ask(NULL, &options, "e:4 a:11 a:12 a:13 a:14 b:12 c:11 c:11/2 c:12 c:12");
}

static void test_total(void **state)
{
	const struct pl_search_options options = {.limit = 2, .now = NOW};
	const struct pl_found_row *row;
	struct pl_query_error query_error;
	struct pl_search *search;
	struct pl_error error;

	(void)state;
	assert_int_equal(pl_search_open(store, "metric:*", &options, &search, &query_error), PL_OK);
	assert_int_equal(pl_search_next_row(search, &row, &error), PL_OK);
	assert_int_equal(pl_search_total(search), 9);
	pl_search_close(search);
}

/* The question of every day goes by the index of metrics, not over all rows. */
static void test_index_use(void **state)
{
	static const char *const queries[] = {"fn:foo",
					      "leaf:foo",
					      "is:regression fn:foo",
					      "metric:w.ops change:..-5",
					      "fn:foo d:2023 is:robot",
					      "fn:foo (is:regression OR l:linux-mm)",
					      "(fn:foo OR leaf:bar) NOT metric:w.ops"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(queries); i++) {
		const struct pl_search_options options = {.limit = 50, .now = NOW};
		struct pl_query_error error;
		struct pl_search *search;
		sqlite3_stmt *explain = NULL, *statement;
		bool good = false;
		char *sql;

		assert_int_equal(pl_search_open(store, queries[i], &options, &search, &error),
				 PL_OK);
		statement = sqlite3_next_stmt(pl_store_sqlite(store), NULL);
		while (statement && !strstr(sqlite3_sql(statement), "hit AS MATERIALIZED"))
			statement = sqlite3_next_stmt(pl_store_sqlite(store), statement);
		sql = g_strconcat("EXPLAIN QUERY PLAN ", sqlite3_sql(statement), NULL);
		assert_int_equal(
		    sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &explain, NULL), SQLITE_OK);
		while (sqlite3_step(explain) == SQLITE_ROW) {
			const char *detail = (const char *)sqlite3_column_text(explain, 3);

			good = good || strstr(detail, "INDEX metric_row_best (metric=?");
			if (!strncmp(detail, "SCAN r", 6) || !strncmp(detail, "SCAN m", 6))
				fail_msg("%s: %s", queries[i], detail);
		}
		if (!good)
			fail_msg("%s does not use the index", queries[i]);
		sqlite3_finalize(explain);
		g_free(sql);
		pl_search_close(search);
	}
}

static void assert_found(const char *id, int64_t message, int64_t report)
{
	struct pl_error error = {""};
	struct pl_shown shown;

	if (pl_show_find(store, id, &shown, &error) != PL_OK)
		fail_msg("%s: %s", id, error.message);
	assert_int_equal(shown.message, message);
	assert_int_equal(shown.report, report);
}

static void test_ids(void **state)
{
	struct pl_error error;
	struct pl_shown shown;

	(void)state;
	assert_found("a", 1, -1);
	assert_found("<a>", 1, -1);
	assert_found(" <a> ", 1, -1);
	assert_found("Message-ID: <a>", 1, -1);
	assert_found("a#r0", 1, 0);
	assert_found("<a>#r0", 1, 0);
	assert_found("https://lore.kernel.org/linux-mm/a/", 1, -1);
	assert_found("https://lore.kernel.org/linux-mm/a", 1, -1);
	assert_found("https://lore.kernel.org/r/a", 1, -1);
	assert_found("https://lore.kernel.org/all/a/T/#u", 1, -1);
	assert_found("https://lore.kernel.org/all/%61/raw", 1, -1);
	assert_found("https://lore.kernel.org/all/a/#r0", 1, 0);
	assert_int_equal(pl_show_find(store, "x", &shown, &error), PL_NOTHING);
	assert_int_equal(pl_show_find(store, "a#r1", &shown, &error), PL_NOTHING);
	assert_non_null(strstr(error.message, "#r1"));
	assert_int_equal(pl_show_find(store, "", &shown, &error), PL_USAGE);
	assert_int_equal(pl_show_find(store, "https://lore.kernel.org/", &shown, &error), PL_USAGE);
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
	assert_int_equal(pl_store_open_write(directory, &writer, &error), PL_OK);
	if (sqlite3_exec(pl_store_sqlite(writer), more, NULL, NULL, &message) != SQLITE_OK)
		fail_msg("%s", message);
	pl_store_close(writer);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		const struct pl_search_options options = {.limit = cases[i].limit, .now = NOW};
		const struct pl_found_row *row;
		struct pl_search *search;
		enum pl_status status;

		assert_int_equal(
		    pl_search_open(store, cases[i].query, &options, &search, &query_error), PL_OK);
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
	    cmocka_unit_test(test_row_terms), cmocka_unit_test(test_other_terms),
	    cmocka_unit_test(test_not),	      cmocka_unit_test(test_things),
	    cmocka_unit_test(test_order),     cmocka_unit_test(test_total),
	    cmocka_unit_test(test_index_use), cmocka_unit_test(test_ids),
	    cmocka_unit_test(test_uncounted),
	};

	return cmocka_run_group_tests(tests, make_database, remove_database);
}
