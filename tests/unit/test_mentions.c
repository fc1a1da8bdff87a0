/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which hex numbers of a mail are commit ids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib.h>
#include <perflore/parse.h>

#include "mentions.h"

/* The ids that subject and text mention, with their lines (0: the subject), are wanted:
 * "ID:LINE ..." */
static void subject(const char *subject, const char *text, const char *wanted)
{
	char *raw = g_strconcat("From: a@example.org\nSubject: ", subject, "\n\n", text, NULL);
	struct pl_parser *parser = pl_parser_new(NULL);
	const struct pl_message *message = pl_parser_parse(parser, pl_text_of(raw), PL_SHAPE_MAIL);
	GString *found = g_string_new(NULL);
	struct pl_mentions all;

	pl_mentions_find(message, pl_parser_arena(parser), &all);
	for (size_t i = 0; i < all.n; i++)
		g_string_append_printf(found, "%s%.*s:%u", i ? " " : "", (int)all.v[i].commit.len,
				       all.v[i].commit.ptr, (unsigned)all.v[i].line);
	if (strcmp(found->str, wanted))
		fail_msg("\"%s\": \"%s\", \"%s\" wanted", text, found->str, wanted);
	g_string_free(found, TRUE);
	pl_parser_free(parser);
	g_free(raw);
}

static void mentions(const char *text, const char *wanted)
{
	subject("x", text, wanted);
}

#define FULL "7e12beb8ca2ac98b2ec42e0ea4b76cdc93b58654"

static void test_prose(void **state)
{
	(void)state;
	mentions("since commit 7e12beb8ca2a it is slow", "7e12beb8ca2a:1");
	mentions("see 7e12beb (\"mm: x\") and\n> 32d4fd5751ea\n> (\"mm: y\")",
		 "7e12beb:1 32d4fd5751ea:2");
	mentions("Commits 7e12beb8, 32d4fd57 and 1a2b3c4d.", "7e12beb8:1 32d4fd57:1 1a2b3c4d:1");
	mentions("it came in with 7e12beb8ca2a, and again: 7e12beb8ca2a", "7e12beb8ca2a:1");
	mentions("> x\n\n[ Upstream commit " FULL " ]", FULL ":3");
	mentions("base-commit: " FULL "\n" FULL " alone", FULL ":1");
	mentions("7e12beb8ca2a..32d4fd5751ea", "7e12beb8ca2a:1 32d4fd5751ea:1");
	mentions("before 7e12beb8ca2a^ and 32d4fd5~1", "7e12beb8ca2a:1 32d4fd5:1");
}

static void test_logs(void **state)
{
	(void)state;
	mentions("git bisect good 7e12beb8ca2a\n# bad: [32d4fd5751ea] Merge tag 'x'",
		 "7e12beb8ca2a:1 32d4fd5751ea:2");
	mentions("* 7e12beb mm, slub: one\n32d4fd5 Revert \"mm: two\"", "7e12beb:1 32d4fd5:2");
	mentions("7e12beb8ca2a is the first bad commit", "7e12beb8ca2a:1");
	mentions("HEAD is now at 7e12beb x", "7e12beb:1");
	mentions("CPU: 1 Not tainted 5.15.0-rc1-00004-g18bc2dec41ab #1", "18bc2dec41ab:1");
}

static void test_urls(void **state)
{
	(void)state;
	mentions("https://git.example.org/linux.git/commit/?id=7e12beb8ca2a", "7e12beb8ca2a:1");
	mentions("<https://git.example.org/c/7e12beb8ca2a>.", "7e12beb8ca2a:1");
	mentions("https://git.example.org/commit/?h=x&id=" FULL, FULL ":1");
	mentions("at https://git.example.org/linus/7e12beb8ca2a.", "7e12beb8ca2a:1");
	mentions("https://git.example.org/c/7e12beb8ca2a.patch", "7e12beb8ca2a:1");
	mentions("https://git.example.org/linux.git/commit/\n?id=" FULL, FULL ":2");
	mentions("https://git.example.org/linux/blob/" FULL "/mm/x.c#L3", FULL ":1");
	mentions("https://review.example.org/c/x/+/1910752/1/x.c", "");
	mentions("https://bugs.example.org/bug?extid=9738c8815b375ce482a1", "");
	mentions("https://bugs.example.org/show_bug.cgi?id=2033016", "");
	mentions("https://lists.example.org/r/7e12beb8ca2a@example.org", "");
	mentions("https://lists.example.org/r/" FULL ".1.git.a@example.org", "");
}

static void test_others(void **state)
{
	(void)state;
	mentions("diff --git a/x b/x\nindex 7e12beb8ca2a..32d4fd5751ea 100644\n--- a/x\n+++ b/x\n"
		 "+/* 7e12beb8ca2a, fixed by 32d4fd5751ea */\n",
		 "");
	mentions("diff --git a/x b/x\nindex 7e12beb8ca2a..32d4fd5751ea 100644\n--- a/x\n+++ b/x\n"
		 "+/* commit 7e12beb8ca2a and 32d4fd5751ea(\"mm: x\") */\n",
		 "7e12beb8ca2a:5 32d4fd5751ea:5");
	mentions("diff --git a/x b/x index 7e12beb8ca2a..32d4fd5751ea 100644", "");
	mentions("> index\n> 7e12beb8ca2a..32d4fd5751ea 100644\n>   index "
		 "7e12beb8ca2a..32d4fd5751ea 100644",
		 "");
	mentions("> index 7e12beb8ca2a..32d4fd5751ea 100644", "");
	mentions("Message-ID: <" FULL "@example.org>", "");
	mentions("head:000000008ccc1062 order:0", "");
	mentions("ffff88802b4a3f89 at ffffffff8237872e", "");
	mentions("[<ffffffff8237872e>] foo+0x6e/0x3e0", "");
	mentions("7f8a1b345678 is in 7f8a1b345678-7f8a1b345999", "");
	mentions("0x7e12beb8ca2a, $7e12beb8ca2a, 7e12beb8ca2ax", "");
	mentions("it is 1234567 pages of 12345678 in 1234567890123", "");
	mentions("the defaced, effaced facade", "");
	mentions("100644 blob " FULL "\tx", "");
	mentions(FULL "  vmlinux", "");
	mentions("7e12beb8-1a2b-3c4d-5e6f-7e12beb8ca2a", "");
	mentions("commit " FULL "0", "");
}

static void test_alone(void **state)
{
	(void)state;
	mentions("see 7e12beb8ca2a, or\n32d4fd5751.", "7e12beb8ca2a:1 32d4fd5751:2");
	mentions("\"7e12beb8ca2a\" (32d4fd5751ea) `1a2b3c4` '5d6e7f8a9'",
		 "7e12beb8ca2a:1 32d4fd5751ea:1 1a2b3c4:1 5d6e7f8a9:1");
	mentions("in 7e12beb8ca2a(\"mm: x\")", "7e12beb8ca2a:1");
	mentions("as 7e12beb8ca2a, \"mm: x\", and <32d4fd5751ea> (\"mm: y\")",
		 "7e12beb8ca2a:1 32d4fd5751ea:1");
	mentions("7e12beb8ca2a: mm: x\n7e12beb: mm: y", "7e12beb8ca2a:1 7e12beb:2");
	mentions("Depends-on: 7e12beb8ca2a", "7e12beb8ca2a:1");
	mentions("Cc: stable@example.org # 7e12beb8ca2a: mm: x\n"
		 "Cc: <stable@example.org> # 32d4fd5 mm: y",
		 "7e12beb8ca2a:1 32d4fd5:2");
	mentions("7e12beb8ca2a5f Dev A 2021-05-20 12   x();", "7e12beb8ca2a5f:1");
	mentions(" 1:  7e12beb8ca2a !  1:  32d4fd5751ea mm: x", "7e12beb8ca2a:1 32d4fd5751ea:1");
	mentions("|          | 7e12beb8ca | 32d4fd5751 |", "7e12beb8ca:1 32d4fd5751:1");
	mentions("branch HEAD: " FULL "  mm: x", FULL ":1");
	mentions("commit-7e12beb8ca2a, commit 32D4FD5751EA", "7e12beb8ca2a:1 32d4fd5751ea:1");
}

static void test_foot(void **state)
{
	(void)state;
	mentions("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\n"
		 "base-commit: " FULL "\nprerequisite-patch-id: "
		 "32d4fd5751eac2ac98b2ec42e0ea4b76cdc93b58\n-- \n2.30.2\n",
		 FULL ":8");
}

static void test_subject(void **state)
{
	(void)state;
	subject("Re: [mm] 7e12beb8ca: x -5% regression", "", "7e12beb8ca:0");
	subject("BUILD SUCCESS " FULL, "", FULL ":0");
	subject("Re: [mm] 7e12beb8ca: x", "\nsince 7e12beb8ca", "7e12beb8ca:2");
	subject("[PATCH 1/2] mm: map 4096000 pages", "", "");
}

/* What tools and kernels print is none. */
static void test_dumps(void **state)
{
	(void)state;
	mentions("Code: 4b9b1099 60000000 7f63db78 (4bae8245) <e8bf0008>", "");
	mentions("PGD 12a8ff067 P4D 12a8ff067 PUD 3c4e5d067", "");
	mentions("EAX: 7e12beb8 EBX: 7e12beb8ca\nr10:86d26908 r9:86d26180 r8:81f47d20", "");
	mentions("[   66.189695][    C0] Object 7e12beb8ca from 32d4fd5751ea", "");
	mentions("from [<c04d4780>] (foo) from [<c015c774>] (bar+0x1a8/0x1b4)", "");
	mentions("29162286  18382638  5595140  53140064  32ada60 vmlinux", "");
	mentions("queue   : 5f7cc08a31\nstart=7e12beb8ca", "");
	mentions("4edd8752ff01129945bd442689b1927b  /tmp/x", "");
	mentions("change-id: 20251020-mm-x-9fd71518515c", "");
	mentions("CommitLimit:   7669796 kB", "");
	mentions("https://bugs.example.org/bug?id=" FULL, "");
	mentions("id='" FULL "'", "");
	mentions("140,143c140\n4376,4378c4327", "");
	mentions("(a5a5a5a5), (fee00000)", "");
}

/* The cost of a line does not grow with the square of its length. */
static void test_long_line(void **state)
{
	GString *text = g_string_new(NULL);
	gint64 start;

	(void)state;
	for (unsigned i = 0; i < 200000; i++)
		g_string_append(text, "(7e12beb8ca2a) or ");
	start = g_get_monotonic_time();
	mentions(text->str, "7e12beb8ca2a:1");
	assert_true(g_get_monotonic_time() - start < 20 * G_USEC_PER_SEC);
	g_string_free(text, TRUE);
}

static void test_limit(void **state)
{
	GString *text = g_string_new("From: a@example.org\nSubject: x\n\n");
	struct pl_parser *parser = pl_parser_new(NULL);
	const struct pl_message *message;
	struct pl_mentions all;

	(void)state;
	for (unsigned i = 0; i <= PL_MAX_MENTIONS; i++)
		g_string_append_printf(text, "commit 7e12beb8%04x\n", i);
	message = pl_parser_parse(parser, (struct pl_text){text->str, text->len}, PL_SHAPE_MAIL);
	pl_mentions_find(message, pl_parser_arena(parser), &all);
	assert_int_equal(all.n, PL_MAX_MENTIONS);
	assert_int_equal(message->mail->problems.n, 1);
	assert_true(pl_text_equal(message->mail->problems.v[0].code, PL_TEXT("too-many-commits")));
	pl_parser_free(parser);
	g_string_free(text, TRUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_prose),     cmocka_unit_test(test_logs),
	    cmocka_unit_test(test_urls),      cmocka_unit_test(test_others),
	    cmocka_unit_test(test_alone),     cmocka_unit_test(test_foot),
	    cmocka_unit_test(test_subject),   cmocka_unit_test(test_dumps),
	    cmocka_unit_test(test_long_line), cmocka_unit_test(test_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
