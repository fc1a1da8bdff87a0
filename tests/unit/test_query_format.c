/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said of a row or a name, and how it is printed: verdicts, robots, hints, terminal, CSV.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <perflore/format.h>
#include <perflore/nearest.h>
#include <perflore/sender.h>

#include "functions.h"
#include "json_slice.h"

static void test_functions(void **state)
{
	static const char *const books[] = {
	    "dmesg.timestamp:last", "kmsg.timestamp:I/O_error,dev_loop#,sector#",
	    "dmesg.bootstage:last", "timestamp:x",
	    "dmesg.boot_failures",  "boot_successes",
	};
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
	assert_true(pl_has_words(PL_TEXT("└──ice→lake"), PL_TEXT("ice lake")));
	assert_true(pl_has_words(PL_TEXT("an ice lake"), PL_TEXT("ice→lak*")));
	assert_true(pl_has_words(PL_TEXT("小组讨论、头脑风暴"), PL_TEXT("头脑风暴")));
	assert_false(pl_has_words(PL_TEXT("icé lake"), PL_TEXT("ic lake")));
	assert_false(pl_has_words(PL_TEXT("ice\u0301 lake"), PL_TEXT("ice lake")));

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
	/* books are no failures */
	for (size_t i = 0; i < G_N_ELEMENTS(books); i++) {
		row.metric = pl_text_of(books[i]);
		assert_int_equal(pl_row_sign(&row), 0);
	}
	/* more fails than runs are no rate, in either cell */
	row.metric = PL_TEXT("dmesg.BUG");
	row.base_fails = 503;
	assert_int_equal(pl_row_sign(&row), 0);
	row.base_fails = 3;
	row.head_fails = 21;
	assert_int_equal(pl_row_sign(&row), 0);
	row.head_fails = 20;
	assert_int_equal(pl_row_sign(&row), -1);
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
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_functions),  cmocka_unit_test(test_nearest),
	    cmocka_unit_test(test_plain),      cmocka_unit_test(test_csv),
	    cmocka_unit_test(test_json_slice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
