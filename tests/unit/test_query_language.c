/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The query language: trees as text, (AND a b) and prefix:value; messages, places, dates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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
	assert_wrong("rt:2023-13", 8, 10, "date");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_trees),  cmocka_unit_test(test_values),
	    cmocka_unit_test(test_errors), cmocka_unit_test(test_ranges),
	    cmocka_unit_test(test_dates),  cmocka_unit_test(test_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
