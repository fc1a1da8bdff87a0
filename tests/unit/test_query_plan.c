/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plan finds in a small database that is filled by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <perflore/query.h>
#include <perflore/show.h>

#include "query_database.h"

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

	if (pl_search_open(query_store(), query, options, &search, &error) != PL_OK)
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
	assert_int_equal(pl_search_open(query_store(), "metric:*", &options, &search, &query_error),
			 PL_OK);
	assert_int_equal(pl_search_next_row(search, &row, &error), PL_OK);
	assert_int_equal(pl_search_total(search), 9);
	pl_search_close(search);
}

static void assert_found(const char *id, int64_t message, int64_t report)
{
	struct pl_error error = {""};
	struct pl_shown shown;

	if (pl_show_find(query_store(), id, &shown, &error) != PL_OK)
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
	assert_int_equal(pl_show_find(query_store(), "x", &shown, &error), PL_NOTHING);
	assert_int_equal(pl_show_find(query_store(), "a#r1", &shown, &error), PL_NOTHING);
	assert_non_null(strstr(error.message, "#r1"));
	assert_int_equal(pl_show_find(query_store(), "", &shown, &error), PL_USAGE);
	assert_int_equal(pl_show_find(query_store(), "https://lore.kernel.org/", &shown, &error),
			 PL_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_row_terms), cmocka_unit_test(test_other_terms),
	    cmocka_unit_test(test_not),	      cmocka_unit_test(test_things),
	    cmocka_unit_test(test_order),     cmocka_unit_test(test_total),
	    cmocka_unit_test(test_ids),
	};

	return cmocka_run_group_tests(tests, query_make_database, query_remove_database);
}
