/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mboxes: where mails begin and end, and how one that grew is read on. */
#include "reading.h"

#include <fcntl.h>
#include <unistd.h>

static void test_mbox(void **state)
{
	(void)state;
	expect_mbox(FROM MAIL("1") "\n" FROM MAIL("2") "\n" FROM MAIL("3") "\n",
		    "[" MAIL("1") "][" MAIL("2") "][" MAIL("3") "]");
	/* one line end belongs to the mbox, others to the mail; the last mail may have none */
	expect_mbox(FROM MAIL("1") "\n\n" FROM MAIL("2"), "[" MAIL("1") "\n][" MAIL("2") "]");
	expect_mbox("\n\n" FROM MAIL("1"), "[" MAIL("1") "]");
	expect_mbox(FROM "Subject: a\r\n\r\nb\r\n\r\n" FROM "Subject: c\r\n\r\n",
		    "[Subject: a\r\n\r\nb\r\n][Subject: c\r\n]");
	/* ends in the middle of a mail, or of what a mail begins with */
	expect_mbox(FROM MAIL("1") "\n" FROM "Subject: x", "[" MAIL("1") "][Subject: x]");
}

/* The line that a mail begins with, still being written, is not yet read as anything. */
static void test_mbox_ends_in_a_separator(void **state)
{
	static const char *const next[] = {FROM ">From x@y remote\nSubject: 2\n\nbody 2\n",
					   "From x at y Thu Jan  1 00:00:00 1970\nSubject: 2\n\nbody 2\n"};
	static const char *const text[] = {
	    "From here on",	     "From: x",
	    "From x@y Thu Jan 1 is", "From x@y Thu Jan  1 00:00:00\n",
	    "From x at y",	     FROM "no field",
	    "from",		     FROM "S\n",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(next); i++) {
		const size_t header = (size_t)(strstr(next[i], "Subject:") - next[i]);

		for (size_t end = 1; end < header + strlen("Subject:"); end++) {
			char *mbox = g_strdup_printf("%.*s%s\n%.*s", (int)header, next[i], MAIL("1"),
						     (int)end, next[i]);
			char *alone = g_strndup(next[i], end);

			expect_mbox(mbox, "[" MAIL("1") "]");
			expect_mbox(alone, "{note: ROOT/mbox: empty, no mails}");
			g_free(alone);
			g_free(mbox);
		}
	}
	for (size_t i = 0; i < G_N_ELEMENTS(text); i++) {
		char *mbox = g_strconcat(FROM MAIL("1") "\n", text[i], NULL);
		char *expected = g_strconcat("[" MAIL("1") "\n", text[i], "]", NULL);

		expect_mbox(mbox, expected);
		g_free(expected);
		g_free(mbox);
	}
}

static void test_mbox_offsets(void **state)
{
	char *path = in_root("mbox");
	struct reading reading;

	(void)state;
	put_text("mbox", FROM MAIL("1") "\n" FROM ">From x@y remote\n" MAIL("2"));
	reading = read_all(path, 0);
	assert_string_equal(reading.text->str, "[" MAIL("1") "][" MAIL("2") "]");
	assert_int_equal(g_array_index(reading.offsets, uint64_t, 0), strlen(FROM));
	assert_int_equal(g_array_index(reading.offsets, uint64_t, 1),
			 strlen(FROM MAIL("1") "\n" FROM ">From x@y remote\n"));
	assert_string_equal(g_ptr_array_index(reading.paths, 1), path);
	reading_clear(&reading);
	g_free(path);
}

static void test_mbox_separators(void **state)
{
	static const char *const good[] = {
	    "From a@example.org Thu Jan  1 00:00:00 1970",
	    "From - Tue Mar 12 10:11:12 2024",
	    "From MAILER-DAEMON Fri Jul 8 12:08:34 2011",
	    "From 87e1b5a1c0d34e26b6f4d9a3a4a1b2c3d4e5f601 Mon Sep 17 00:00:00 2001",
	    "From a@example.org Thu Jan  1 00:00:00 1970 +0200",
	    "From a@example.org Thu Jan  1 00:00:00 CEST 1970",
	    "From a@example.org  Thu, 1 Jan 1970 00:00:00 +0000 (UTC)",
	    "From a@example.org Thu Jan  1 9:05 1970 remote from host",
	};
	static const char *const bad[] = {
	    "From here on Thu Jan  1 00:00:00 1970",
	    "From a@example.org",
	    "From a@example.org yesterday",
	    "From a@example.org Thu Jan  1 1970",
	    "From a@example.org Thu Jan  1 00:00:00",
	    "From a at example.org Thu Jan  1 00:00:00 1970",
	    "From Thu Jan  1 00:00:00 1970 to now",
	    "from a@example.org Thu Jan  1 00:00:00 1970",
	    "From a@example.org Thu Jan  1 00:00:00 1970 1971",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		char *mbox = g_strdup_printf(FROM MAIL("1") "\n%s\n" MAIL("2"), good[i]);

		expect_mbox(mbox, "[" MAIL("1") "][" MAIL("2") "]");
		g_free(mbox);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		char *mbox = g_strdup_printf(FROM MAIL("1") "\n%s\n" MAIL("2"), bad[i]);
		char *expected = g_strdup_printf("[" MAIL("1") "\n%s\n" MAIL("2") "]", bad[i]);

		expect_mbox(mbox, expected);
		g_free(expected);
		g_free(mbox);
	}
	/* no blank line before, no header line behind */
	expect_mbox(FROM MAIL("1") FROM MAIL("2"), "[" MAIL("1") FROM MAIL("2") "]");
	expect_mbox(FROM MAIL("1") "\n" FROM "\n" MAIL("2"),
		    "[" MAIL("1") "\n" FROM "\n" MAIL("2") "]");
	expect_mbox(FROM MAIL("1") "\n" FROM "no field\n", "[" MAIL("1") "\n" FROM "no field\n]");
	/* an archive that writes all its addresses so */
	expect_mbox("From a at example.org  Thu Jan  1 00:00:00 1970\n" MAIL(
			"1") "\nFrom b at example.org  Thu Jan  1 00:00:00 1970\n" MAIL("2"),
		    "[" MAIL("1") "][" MAIL("2") "]");
}

static void test_mbox_quoting(void **state)
{
	(void)state;
	expect_mbox(FROM
		    "S: 1\n\n>From a\n>>From b\n> From c\n>from d\nx >From e\n\n" FROM MAIL("2"),
		    "[S: 1\n\nFrom a\n>From b\n> From c\n>from d\nx >From e\n][" MAIL("2") "]");
}

#define BODY ">From kept\n\nFrom x@y Thu Jan  1 00:00:00 1970\nSubject: no mail\n"
#define COUNTED(n, text) "Content-Length: " n "\n\n" text
#define HOLDS                                                                                      \
	"{note: ROOT/mbox: a mail holds lines that look like the beginning of another; its "       \
	"Content-Length says it goes on}"

static void test_mbox_content_length(void **state)
{
	(void)state;
	assert_int_equal(strlen(BODY), 63);
	/* right, with the blank line counted or not, before a mail and at the end */
	expect_mbox(FROM COUNTED("63", BODY) "\n" FROM COUNTED("63", BODY),
		    HOLDS "[" COUNTED("63", BODY) "][" COUNTED("63", BODY) "]");
	expect_mbox(FROM COUNTED("12", ">From kept\n\n") FROM MAIL("2"),
		    "[" COUNTED("12", ">From kept\n\n") "][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("10", ">From kept") "\n\n" FROM MAIL("2"),
		    "[" COUNTED("10", ">From kept") "][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("0", "") "\n" FROM MAIL("2"),
		    "[" COUNTED("0", "") "][" MAIL("2") "]");
	/* wrong: the separators decide, and the quoting is taken off */
	expect_mbox(FROM COUNTED("13", ">From kept") "\n\n" FROM MAIL("2"),
		    "[" COUNTED("13", "From kept") "\n][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("9", ">From kept") "\n\n" FROM MAIL("2"),
		    "[" COUNTED("9", "From kept") "\n][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("99999999999999999999", ">From kept") "\n",
		    "[" COUNTED("99999999999999999999", "From kept") "\n]");
	/* a mail among uncounted ones cannot swallow its neighbour */
	expect_mbox(FROM MAIL("1") "\n" FROM COUNTED("63", BODY) "\n" FROM COUNTED("2", "x\n"),
		    "[" MAIL("1") "][" COUNTED(
			"63", "From kept\n") "][Subject: no mail\n][" COUNTED("2", "x\n") "]");
	expect_mbox(FROM COUNTED("63", BODY) "\n" FROM MAIL("2"),
		    "[" COUNTED("63", "From kept\n") "][Subject: no mail\n][" MAIL("2") "]");
}

static void test_mbox_grows(void **state)
{
	char *path = in_root("m");
	GString *long_mail = g_string_new(MAIL("long"));

	(void)state;
	put_text("m", "\n" FROM MAIL("1") "\n" FROM MAIL("2") ">From x\n\n");
	expect_new("m", "[" MAIL("1") "][" MAIL("2") "From x\n]");
	expect_new("m", "");
	append("m", FROM MAIL("3") "\n");
	expect_new("m", "[" MAIL("3") "]");
	/* touched, and no longer than before: it may have been edited in the middle */
	append("m", "");
	expect_new("m", "[" MAIL("1") "][" MAIL("2") "From x\n][" MAIL("3") "]");
	expect_new("m", "");
	/* without a blank line at the end, what follows may belong to the last mail */
	append("m", FROM MAIL("4"));
	expect_new("m", "[" MAIL("4") "]");
	append("m", "\n" FROM MAIL("5"));
	expect_new("m", "[" MAIL("4") "]<was " MAIL("4") ">[" MAIL("5") "]");
	append("m", "the rest\n");
	expect_new("m", "[" MAIL("5") "the rest\n]<was " MAIL("5") ">");
	append("m", "\n\nmore\n\n" FROM MAIL("6") "\n");
	expect_new(
	    "m", "[" MAIL("5") "the rest\n\n\nmore\n]<was " MAIL("5") "the rest\n>[" MAIL("6") "]");
	/* caught with a line that begins like a separator, and inside one that is quoted */
	append("m", FROM MAIL("7") "\n" FROM);
	expect_new("m", "[" MAIL("7") "]");
	append("m", MAIL("8") ">From x");
	expect_new("m", "[" MAIL("8") "From x]");
	append("m", "\n>>From y\n");
	expect_new("m", "[" MAIL("8") "From x\n>From y\n]<was " MAIL("8") "From x>");
	/* the same length, something else in it */
	put_text("m", FROM MAIL("7") "\n");
	expect_new("m", "[" MAIL("7") "]");
	put_text("m", FROM MAIL("8") "\n");
	expect_new("m", "[" MAIL("8") "]");
	/* the beginning was cut off */
	put_text("m", FROM MAIL("8") "\n" FROM MAIL("9") "\n");
	expect_new("m", "[" MAIL("9") "]");
	put_text("m", FROM MAIL("9") "\n" FROM MAIL("a") "\n" FROM MAIL("b") "\n");
	expect_new("m", "[" MAIL("9") "][" MAIL("a") "][" MAIL("b") "]");
	/* what is hashed lies in the last mail only, and in several */
	for (int i = 0; i < 1000; i++)
		g_string_append(long_mail, "from here to there\n");
	g_string_append(long_mail, "\n");
	append("m", FROM);
	append("m", long_mail->str);
	g_string_truncate(long_mail, long_mail->len - 1);
	g_string_prepend_c(long_mail, '[');
	g_string_append_c(long_mail, ']');
	expect_new("m", long_mail->str);
	append("m", FROM MAIL("c") "\n");
	expect_new("m", "[" MAIL("c") "]");
	g_string_free(long_mail, TRUE);
	g_free(path);
}

/* A mail that was cut for its size leaves no place to go on at, or a right one. */
static void test_mbox_grows_behind_a_large_mail(void **state)
{
	GString *large = g_string_new(FROM "Subject: l\n\n");
	char *path = in_root("m");

	(void)state;
	for (int i = 0; i < 50000; i++)
		g_string_append(large, "all of one kind\n");
	put_text("m", large->str);
	append("m", "\n" FROM MAIL("1") "\n");
	for (int i = 0; i < 2; i++) {
		struct reading reading = read_some(path, 1000, true, G_MAXUINT);

		assert_int_equal(reading.counts.mails, i ? 1 : 2);
		assert_true(g_str_has_suffix(reading.text->str, i ? MAIL("2") "]" : MAIL("1") "]"));
		append("m", FROM MAIL("2") "\n");
		reading_clear(&reading);
	}
	g_string_free(large, TRUE);
	g_free(path);
}

/* Broken off anywhere, the marks that were taken stand for mails before only. */
static void test_marks_never_run_ahead(void **state)
{
	GString *mbox = g_string_new(NULL);
	char *path = in_root("m");

	(void)state;
	for (int i = 0; i < 40; i++) {
		g_string_append_printf(mbox, FROM "Subject: %d\n\n", i);
		for (int line = 0; line < 5000; line++)
			g_string_append(mbox, "a line of forty characters, more or less\n");
		g_string_append_c(mbox, '\n');
	}
	put_text("m", mbox->str);
	for (unsigned most = 1; most <= 40; most += 3) {
		struct reading begun = read_some(path, 0, true, most), rest;
		bool marked = g_hash_table_size(marks) > 0;

		rest = read_some(path, 0, true, G_MAXUINT);
		/* the mail handed out last is read again, and those since the last mark */
		assert_true(rest.counts.mails >= 41 - most);
		assert_true(!marked || rest.counts.mails <= 40);
		assert_true(most < 20 || marked);
		reading_clear(&begun);
		reading_clear(&rest);
		forget();
	}
	g_string_free(mbox, TRUE);
	g_free(path);
}

static void test_limit(void **state)
{
	GString *mbox = g_string_new(FROM MAIL("1") "\n" FROM "Subject: 2\n\n");
	char *huge = g_strnfill(3 << 20, 'x');

	(void)state;
	g_string_append_printf(mbox, "%s\n>From y\n", huge);
	for (int i = 0; i < 300000; i++)
		g_string_append(mbox, "zzz\n");
	g_string_append(mbox, "\n" FROM MAIL("3"));
	put_text("mbox", mbox->str);
	expect_limit("mbox", 20,
		     "[Subject: 1\n\nbody 1\n][Subject: 2\n\nxxxxxxxx]<cut>[" MAIL("3") "]");
	expect_limit("mbox", 5, "[Subje]<cut>[Subje]<cut>[Subje]<cut>");
	put_text("mail", MAIL("1"));
	expect_limit("mail", 18, "[Subject: 1\n\nbody 1]<cut>");
	expect_limit("mail", 19, "[" MAIL("1") "]");
	g_free(huge);
	g_string_free(mbox, TRUE);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    SOURCE_TEST(test_mbox),
	    SOURCE_TEST(test_mbox_ends_in_a_separator),
	    SOURCE_TEST(test_mbox_offsets),
	    SOURCE_TEST(test_mbox_separators),
	    SOURCE_TEST(test_mbox_quoting),
	    SOURCE_TEST(test_mbox_content_length),
	    SOURCE_TEST(test_mbox_grows),
	    SOURCE_TEST(test_mbox_grows_behind_a_large_mail),
	    SOURCE_TEST(test_marks_never_run_ahead),
	    SOURCE_TEST(test_limit),
	};

	return cmocka_run_group_tests_name("mbox", tests, NULL, NULL);
}
