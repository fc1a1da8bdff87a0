/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The query language (trees, messages, places, dates) and what a plan finds in a small
 * database filled by hand. Trees are compared as text: (AND a b), prefix:value.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include <perflore/format.h>
#include <perflore/nearest.h>
#include <perflore/sender.h>
#include <perflore/show.h>

#include "functions.h"
#include "json_slice.h"
#include "language.h"

/* 2023-05-17 10:30:00, a Wednesday */
#define NOW INT64_C(1684319400)

static void dump(const char *query, const struct pl_node *node, GString *out)
{
	static const char *const names[] = {"AND", "OR", "NOT"};

	if (node->kind == PL_NODE_TERM) {
		if (node->prefix != PL_PREFIX_WORD)
			g_string_append_len(out, query + node->from,
					    strchr(query + node->from, ':') + 1 - query -
						(gssize)node->from);
		g_string_append_printf(out, "%.*s%s", (int)node->value.len, node->value.ptr,
				       node->starred ? "*" : "");
		return;
	}
	g_string_append_printf(out, "(%s", names[node->kind]);
	for (size_t i = 0; i < node->n_children; i++) {
		g_string_append_c(out, ' ');
		dump(query, node->children[i], out);
	}
	g_string_append_c(out, ')');
}

static void assert_tree(const char *query, const char *expected)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_query_error error = {.message = ""};
	struct pl_node *node;
	GString *out = g_string_new(NULL);

	if (pl_language_parse(arena, pl_text_of(query), NOW, &node, &error) != PL_OK)
		fail_msg("%s: %s", query, error.message);
	dump(query, node, out);
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
	pl_arena_free(arena);
}

/* The query is wrong at bytes [from, to), and the message holds words. */
static void assert_wrong(const char *query, size_t from, size_t to, const char *words)
{
	struct pl_query_error error = {.message = ""};

	assert_int_equal(pl_query_check(query, NOW, &error), PL_USAGE);
	if (!strstr(error.message, words) || !error.has_place || error.from != from ||
	    error.to != to)
		fail_msg("%s: [%zu, %zu) %s", query, error.from, error.to, error.message);
}

static void test_trees(void **state)
{
	(void)state;
	assert_tree("flush", "flush");
	assert_tree(" flush  tlb ", "(AND flush tlb)");
	assert_tree("a AND b", "(AND a b)");
	/* NOT before AND before OR; side by side is AND */
	assert_tree("a b OR c d", "(OR (AND a b) (AND c d))");
	assert_tree("a OR b AND NOT c", "(OR a (AND b (NOT c)))");
	assert_tree("NOT a b", "(AND (NOT a) b)");
	assert_tree("a (b OR c)", "(AND a (OR b c))");
	assert_tree("(a OR b)(c OR d)", "(AND (OR a b) (OR c d))");
	assert_tree("NOT NOT a", "(NOT (NOT a))");
	assert_tree("NOT(a)", "(NOT a)");
	assert_tree("-a -\"b c\" -5", "(AND (NOT a) (NOT b c) -5)");
	/* only in capitals, and only as words of their own */
	assert_tree("and or ANDROID NOTE", "(AND and or ANDROID NOTE)");
	assert_tree("\"AND\"", "AND");
}

static void test_values(void **state)
{
	(void)state;
	assert_tree("\"page cache\" tail", "(AND page cache tail)");
	assert_tree("\"say \"\"no\"\"\"", "say \"no\"");
	assert_tree("flush*", "flush*");
	assert_tree("s:\"page cache\"", "s:page cache");
	assert_tree("foo(bar) (foo(bar))", "(AND foo(bar) foo(bar))");
	assert_tree("(metric:lock_stat.&(&zone->lock).contentions)",
		    "metric:lock_stat.&(&zone->lock).contentions");
	assert_tree("metric:\"Hmean send-64\"", "metric:Hmean send-64");
	assert_tree("fn:a.constprop.0 leaf:b*", "(AND fn:a.constprop.0 leaf:b*)");
	assert_tree("m:<a@b>", "m:a@b");
	assert_tree("param:nr_task=100% param:\"k=v w\"", "(AND param:100% param:v w)");
	/* A colon is text where no prefix can stand before it. */
	assert_tree("10:30 cfs.rq:/x /proc:x", "(AND 10:30 cfs.rq:/x /proc:x)");
	assert_tree("\"cfs_rq:/x\"", "cfs_rq:/x");
	assert_tree("commit:7E12beb", "commit:7E12beb");
}

static void test_errors(void **state)
{
	(void)state;
	assert_wrong("", 0, 0, "empty");
	assert_wrong("  ", 2, 2, "empty");
	assert_wrong("a func:x", 2, 7, "'fn:'");
	assert_wrong("a https://x", 2, 8, "quotes");
	assert_wrong("from:me", 0, 5, "'f:'");
	assert_wrong("FN:x", 0, 3, "'fn:'");
	assert_wrong("metrc:x", 0, 6, "'metric:'");
	assert_wrong("zz:x", 0, 3, "perflore-query(7)");
	assert_wrong("rt:2023", 0, 3, "d:");
	assert_wrong("subsystem:mm", 0, 10, "subsys:");
	assert_wrong("a fn:", 2, 5, "fn:flush_tlb_func");
	assert_wrong("fn:\"\"", 0, 5, "wants a value");
	assert_wrong("fn: x", 0, 3, "wants a value");
	assert_wrong("\"\"", 0, 2, "hold nothing");
	assert_wrong("--", 0, 2, "no word");
	assert_wrong("fn:(a OR b)", 3, 4, "(fn:a OR fn:b)");
	assert_wrong("a \"b c", 2, 6, "not closed");
	assert_wrong("a s:\"b c", 4, 8, "not closed");
	assert_wrong("\"a\"b", 3, 4, "blank");
	assert_wrong("a\"b\"", 1, 2, "middle");
	assert_wrong("a (b", 2, 3, "not closed");
	assert_wrong("a ((b) c", 2, 3, "not closed");
	assert_wrong("a )", 2, 3, "without a (");
	assert_wrong("a ()", 2, 4, "nothing stands between");
	assert_wrong("AND a", 0, 3, "before AND");
	assert_wrong("a OR OR b", 5, 7, "before OR");
	assert_wrong("a AND", 2, 5, "behind AND");
	assert_wrong("(a OR)", 3, 5, "behind OR");
	assert_wrong("a NOT", 5, 5, "a term is wanted");
	assert_wrong("fl*sh", 2, 3, "end of a word");
	assert_wrong("is:regresion", 3, 12, "is:regression?");
	assert_wrong("is:x", 3, 4, "worse");
	assert_wrong("is:fixd", 3, 7, "is:fixed");
	assert_wrong("commit:xyz", 7, 10, "hex");
	assert_wrong("culprit:12345g8", 13, 15, "hex");
	assert_wrong("commit:123456", 7, 13, "this has 6");
	assert_wrong("param:x", 6, 7, "key=value");
	assert_wrong("param:x=", 6, 8, "key=value");
	assert_wrong("fn:\"a b\"", 5, 6, "no blank");
}

static void test_ranges(void **state)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_query_error error;
	struct pl_node *node;

	(void)state;
	assert_int_equal(pl_language_parse(arena, PL_TEXT("change:-50..-5.5%"), NOW, &node, &error),
			 PL_OK);
	assert_true(node->range.has_low && node->range.has_high);
	assert_true(node->range.low == -50 && node->range.high == -5.5);
	assert_int_equal(node->range.unit, PL_UNIT_PERCENT);
	assert_int_equal(pl_language_parse(arena, PL_TEXT("change:10pt.."), NOW, &node, &error),
			 PL_OK);
	assert_true(node->range.has_low && !node->range.has_high && node->range.low == 10);
	assert_int_equal(node->range.unit, PL_UNIT_ABS);
	assert_int_equal(pl_language_parse(arena, PL_TEXT("value:..1e6"), NOW, &node, &error),
			 PL_OK);
	assert_true(!node->range.has_low && node->range.high == 1e6);
	pl_arena_free(arena);

	assert_wrong("change:5", 7, 8, "a range");
	assert_wrong("change:..", 7, 9, "one end");
	assert_wrong("a change:5..1", 9, 13, "ends before");
	assert_wrong("change:x..5", 7, 8, "a number");
	assert_wrong("change:1..y", 10, 11, "a number");
	assert_wrong("change:1..5kg", 11, 13, "pt");
	assert_wrong("change:1pt..5", 7, 13, "one unit");
	assert_wrong("value:1pt..5", 7, 9, "only a number");
	assert_wrong("value:1%..", 7, 8, "only a number");
	assert_wrong("stddev:nan..5", 7, 10, "a number");
	assert_wrong("stddev:0x10..", 7, 11, "a number");
}

static int64_t seconds(const char *iso)
{
	GDateTime *time = g_date_time_new_from_iso8601(iso, NULL);
	int64_t value = g_date_time_to_unix(time);

	g_date_time_unref(time);
	return value;
}

static void assert_date(const char *query, const char *from, const char *to)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_query_error error = {.message = ""};
	struct pl_node *node;

	if (pl_language_parse(arena, pl_text_of(query), NOW, &node, &error) != PL_OK)
		fail_msg("%s: %s", query, error.message);
	assert_int_equal(node->period.has_from, from != NULL);
	assert_int_equal(node->period.has_to, to != NULL);
	if (from && node->period.from != seconds(from))
		fail_msg("%s: from %" G_GINT64_FORMAT ", not %s", query, node->period.from, from);
	if (to && node->period.to != seconds(to))
		fail_msg("%s: to %" G_GINT64_FORMAT ", not %s", query, node->period.to, to);
	pl_arena_free(arena);
}

static void test_dates(void **state)
{
	(void)state;
	assert_date("d:2023", "2023-01-01T00:00:00Z", "2023-12-31T23:59:59Z");
	assert_date("d:2023-02", "2023-02-01T00:00:00Z", "2023-02-28T23:59:59Z");
	assert_date("d:2024-02", "2024-02-01T00:00:00Z", "2024-02-29T23:59:59Z");
	assert_date("d:20230401", "2023-04-01T00:00:00Z", "2023-04-01T23:59:59Z");
	assert_date("d:2023-04-01", "2023-04-01T00:00:00Z", "2023-04-01T23:59:59Z");
	assert_date("d:2022..2023-03", "2022-01-01T00:00:00Z", "2023-03-31T23:59:59Z");
	assert_date("d:2022..", "2022-01-01T00:00:00Z", NULL);
	assert_date("d:..20221231", NULL, "2022-12-31T23:59:59Z");
	assert_date("d:last.month..", "2023-04-17T10:30:00Z", NULL);
	assert_date("d:2.weeks.ago..", "2023-05-03T10:30:00Z", NULL);
	assert_date("d:2.weeks.ago..yesterday", "2023-05-03T10:30:00Z", "2023-05-16T10:30:00Z");
	assert_date("d:\"3 days ago..\"", "2023-05-14T10:30:00Z", NULL);
	assert_date("d:one.year.ago..", "2022-05-17T10:30:00Z", NULL);
	assert_date("d:90.minutes..", "2023-05-17T09:00:00Z", NULL);
	assert_date("d:last.friday..", "2023-05-12T10:30:00Z", NULL);
	assert_date("d:last.wednesday..", "2023-05-10T10:30:00Z", NULL);
	assert_date("d:march..", "2023-03-01T00:00:00Z", NULL);
	assert_date("d:jun.2020..", "2020-06-01T00:00:00Z", NULL);
	assert_date("d:\"3 march 2020..\"", "2020-03-03T00:00:00Z", NULL);
	assert_date("d:midnight..now", "2023-05-17T00:00:00Z", "2023-05-17T10:30:00Z");
	assert_date("d:noon..", "2023-05-16T12:00:00Z", NULL);
	assert_date("d:@1684319400..", "2023-05-17T10:30:00Z", NULL);
	assert_date("d:2023-05-17T08:00:00..", "2023-05-17T08:00:00Z", NULL);
	assert_date("d:2023-05-17T08:00+02:00..", "2023-05-17T06:00:00Z", NULL);
	/* A moment alone is its day. */
	assert_date("d:yesterday", "2023-05-16T00:00:00Z", "2023-05-16T23:59:59Z");

	assert_wrong("d:soon..", 2, 6, "no date");
	assert_wrong("d:2.parsecs.ago", 4, 11, "no date");
	assert_wrong("d:2023-13", 7, 9, "no date");
	assert_wrong("d:20230230", 2, 10, "no date");
	assert_wrong("d:2023..2022", 2, 12, "ends before");
	assert_wrong("d:..", 2, 4, "one end");
	assert_wrong("d:2.weeks..x/y", 11, 12, "no date");
}

static void test_limits(void **state)
{
	GString *query = g_string_new(NULL);
	struct pl_query_error error;

	(void)state;
	for (int i = 0; i < 1000; i++)
		g_string_append_c(query, '(');
	assert_int_equal(pl_query_check(query->str, NOW, &error), PL_USAGE);
	assert_non_null(strstr(error.message, "nested"));
	g_string_truncate(query, 0);
	for (int i = 0; i < 1000; i++)
		g_string_append(query, "a ");
	assert_int_equal(pl_query_check(query->str, NOW, &error), PL_USAGE);
	assert_non_null(strstr(error.message, "terms"));
	for (int i = 0; i < 20000; i++)
		g_string_append(query, "a");
	assert_int_equal(pl_query_check(query->str, NOW, &error), PL_USAGE);
	assert_non_null(strstr(error.message, "longer"));
	g_string_free(query, TRUE);
}

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
	if (pl_store_open(directory, PL_STORE_WRITE, &writer, &error) != PL_OK)
		fail_msg("%s", error.message);
	if (sqlite3_exec(pl_store_sqlite(writer), filling, NULL, NULL, &message) != SQLITE_OK)
		fail_msg("%s", message);
	pl_store_close(writer);
	if (pl_store_open(directory, PL_STORE_READ, &store, &error) != PL_OK)
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
	ask_messages("is:answered", "a");
	ask_reports("is:answered", "a#0(4)");
	ask_reports("is:unanswered", "c#0(4) b#0(1)");
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

static void test_functions(void **state)
{
	struct pl_sign_row row = {.kind = PL_TEXT("stat"), .table_kind = PL_TEXT("lkp")};

	(void)state;
	assert_true(pl_is_robot(PL_TEXT("kernel test robot"), PL_TEXT("oliver.sang@intel.com")));
	assert_true(pl_is_robot(PL_TEXT("syzbot"), PL_TEXT("syzbot+1f@syzkaller.example")));
	assert_true(pl_is_robot(PL_TEXT_NONE, PL_TEXT("lkp@intel.com")));
	assert_true(pl_is_robot(PL_TEXT("x"), PL_TEXT("patchwork-bot+mm@kernel.org")));
	assert_false(pl_is_robot(PL_TEXT("Oliver Sang"), PL_TEXT("oliver.sang@intel.com")));
	assert_false(pl_is_robot(PL_TEXT("Abbot"), PL_TEXT("abbot@x")));
	assert_true(pl_is_patch(PL_TEXT("[PATCH v3 5/9] mm: x")));
	assert_true(pl_is_patch(PL_TEXT("[linux-next] [RFC PATCH] mm: x")));
	assert_false(pl_is_patch(PL_TEXT("Re: [PATCH] mm: x")));
	assert_false(pl_is_patch(PL_TEXT("[mm] 7e12beb: regression of patch")));
	assert_true(pl_has_words(PL_TEXT("Xeon(R) (Ice Lake)"), PL_TEXT("ice lake")));
	assert_true(pl_has_words(PL_TEXT("ice ice lake"), PL_TEXT("ice lake")));
	assert_false(pl_has_words(PL_TEXT("ice lake"), PL_TEXT("ice lak")));
	assert_true(pl_has_words(PL_TEXT("ice lake"), PL_TEXT("ice lak*")));
	assert_false(pl_has_words(PL_TEXT("ice a lake"), PL_TEXT("ice lake")));
	assert_false(pl_has_words(PL_TEXT("ice"), PL_TEXT("ice lake")));

	row.has_change = true;
	row.change = -3;
	assert_int_equal(pl_row_sign(&row), 0);
	row.direction = 1;
	assert_int_equal(pl_row_sign(&row), -1);
	row.better = PL_TEXT("lower");
	assert_int_equal(pl_row_sign(&row), 1);
	row.note = PL_TEXT("absent");
	assert_int_equal(pl_row_sign(&row), 0);
	/* a benchmark's sign may say better or worse: its values decide */
	row.note = PL_TEXT_NONE;
	row.table_kind = PL_TEXT("benchmark");
	row.has_values = true;
	row.base_value = 1;
	row.head_value = 2;
	assert_int_equal(pl_row_sign(&row), -1);
	/* rates of failures, not the printed change */
	row = (struct pl_sign_row){.kind = PL_TEXT("fail"),
				   .metric = PL_TEXT("dmesg.BUG"),
				   .has_fails = true,
				   .base_fails = 3,
				   .base_runs = 4,
				   .head_fails = 4,
				   .head_runs = 20,
				   .has_change = true,
				   .change = 50};
	assert_int_equal(pl_row_sign(&row), 1);
	row.metric = PL_TEXT("ltp.x.pass");
	assert_int_equal(pl_row_sign(&row), -1);
	row.metric = PL_TEXT("perf-profile.children.cycles-pp.error_entry");
	assert_int_equal(pl_row_sign(&row), 0);
}

static void test_nearest(void **state)
{
	static const char *const names[] = {"search", "show", "s"};

	(void)state;
	assert_string_equal(pl_nearest(PL_TEXT("serach"), names, 3), "search");
	assert_string_equal(pl_nearest(PL_TEXT("shwo"), names, 3), "show");
	assert_null(pl_nearest(PL_TEXT("frobnicate"), names, 3));
	assert_null(pl_nearest(PL_TEXT("xy"), names, 2));
}

static void assert_plain(const char *text, unsigned width, bool middle, const char *expected)
{
	GString *out = g_string_new(NULL);

	if (!width)
		pl_plain(out, pl_text_of(text));
	else if (middle)
		pl_plain_cut_middle(out, pl_text_of(text), width);
	else
		pl_plain_cut(out, pl_text_of(text), width);
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
}

static void test_plain(void **state)
{
	(void)state;
	assert_plain("a\033[31mb\tc\r\n\x7f", 0, false, "a\\x1b[31mb c\\x0d\\x0a\\x7f");
	assert_plain("\xc2\x9b"
		     "31m",
		     0, false, "\\u{9b}31m");
	assert_plain("a\xe2\x80\xae"
		     "b\xe2\x81\xa6",
		     0, false, "a\\u{202e}b\\u{2066}");
	assert_plain("\xff", 0, false, "\xef\xbf\xbd");
	assert_plain("abcdefghij", 6, false, "abcde…");
	assert_plain("abcdefghij", 6, true, "ab…hij");
	assert_plain("abcdef", 6, true, "abcdef");
	/* wide letters take two columns */
	assert_plain("漢字漢字", 5, false, "漢字…");
	assert_plain("e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81", 3, false,
		     "e\xcc\x81\xcc\x81\xcc\x81\xcc\x81");
}

static void test_csv(void **state)
{
	struct pl_found_row row = {.sign = -1, .copies = 2, .kind = PL_TEXT("stat")};
	GString *out = g_string_new(NULL);
	int commas = 0, columns = 0;

	(void)state;
	pl_csv_header(PL_WHAT_ROWS, out);
	for (size_t i = 0; i < out->len; i++)
		columns += out->str[i] == ',';
	assert_true(g_str_has_suffix(out->str, ",copies\r\n"));
	g_string_truncate(out, 0);
	row.mail.message_id = PL_TEXT("a@b");
	row.mail.subject = PL_TEXT("=1+1");
	row.mail.thread = PL_TEXT("say \"x\", y");
	row.metric = PL_TEXT("-x\033");
	row.has_change = true;
	row.change = -3.5;
	row.change_unit = PL_TEXT("%");
	pl_row_to_csv(&row, false, out);
	assert_non_null(
	    strstr(out->str, "a@b,,'=1+1,\"say \"\"x\"\", y\",0,0,stat,,'-x\xef\xbf\xbd,"));
	assert_non_null(strstr(out->str, ",-3.5,%,,worse,"));
	assert_true(g_str_has_suffix(out->str, ",2\r\n"));
	g_string_truncate(out, 0);
	row.mail.thread = PL_TEXT("t");
	pl_row_to_csv(&row, true, out);
	assert_non_null(strstr(out->str, ",=1+1,t,"));
	for (size_t i = 0; i < out->len; i++)
		commas += out->str[i] == ',';
	assert_int_equal(commas, columns);
	g_string_free(out, TRUE);
}

static void assert_text(struct pl_text text, const char *expected)
{
	assert_int_equal(text.len, strlen(expected));
	assert_memory_equal(text.ptr, expected, text.len);
}

static void test_json_slice(void **state)
{
	struct pl_text json = PL_TEXT("{\"a\":\"x,}\\\"\",\"b\":[{\"c\":[1,2]},\"]\",3],\"d\":{}}");

	(void)state;
	assert_text(pl_json_member(json, "a"), "\"x,}\\\"\"");
	assert_text(pl_json_member(json, "d"), "{}");
	assert_text(pl_json_element(pl_json_member(json, "b"), 0), "{\"c\":[1,2]}");
	assert_text(pl_json_element(pl_json_member(json, "b"), 2), "3");
	assert_int_equal(pl_json_element(pl_json_member(json, "b"), 3).len, 0);
	assert_int_equal(pl_json_member(json, "c").len, 0);
	/* damaged ones end */
	for (size_t n = 0; n < json.len; n++) {
		pl_json_member(pl_text_slice(json, 0, n), "d");
		pl_json_element(pl_text_slice(json, 12, n), 9);
	}
}

int main(void)
{
	const struct CMUnitTest language[] = {
	    cmocka_unit_test(test_trees),      cmocka_unit_test(test_values),
	    cmocka_unit_test(test_errors),     cmocka_unit_test(test_ranges),
	    cmocka_unit_test(test_dates),      cmocka_unit_test(test_limits),
	    cmocka_unit_test(test_nearest),    cmocka_unit_test(test_functions),
	    cmocka_unit_test(test_plain),      cmocka_unit_test(test_csv),
	    cmocka_unit_test(test_json_slice),
	};
	const struct CMUnitTest plan[] = {
	    cmocka_unit_test(test_row_terms), cmocka_unit_test(test_other_terms),
	    cmocka_unit_test(test_not),	      cmocka_unit_test(test_things),
	    cmocka_unit_test(test_order),     cmocka_unit_test(test_total),
	    cmocka_unit_test(test_index_use), cmocka_unit_test(test_ids),
	};
	int failed = cmocka_run_group_tests(language, NULL, NULL);

	return failed + cmocka_run_group_tests(plan, make_database, remove_database);
}
