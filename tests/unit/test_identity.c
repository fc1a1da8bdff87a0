/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is one mail: versions, mails that were cut, mails without id. */
#include "archive.h"

#include <gio/gio.h>

#include <perflore/sender.h>

static void what_lists_add_makes_no_version(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	put_mail("1.eml", "a@example.org", 1, "Subject: Re: [PATCH 1/2] x\n", "text\n\nend\n");
	put_mail("2.eml", "a@example.org", 1, "Subject: [f2fs-dev] Re: [LKP] [PATCH 1/2] x\n",
		 "text  \n\nend\t\n\n\n");
	put_mail("3.eml", "a@example.org", 1, "Subject: Re: [PATCH 1/2] x\n",
		 "text\n\nend\n"
		 "_______________________________________________\n"
		 "lkp mailing list -- lkp@lists.example.org\n"
		 "To unsubscribe send an email to lkp-leave@lists.example.org\n");
	put_mail("4.eml", "a@example.org", 1, "Subject: Re: [PATCH 1/2] x\n",
		 "text\n\nend\n--\n"
		 "To unsubscribe from this list: send the line \"unsubscribe linux-x\" in\n"
		 "the body of a message to majordomo@example.org\n");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.fresh, 1);
	assert_int_equal(counts.known, 3);
}

static void a_subject_folded_anywhere_is_the_same(void **state)
{
	static const char *const subjects[] = {"Subject: a b  c d\n",	"Subject: a b\n c d\n",
					       "Subject: a b\n  c d\n", "Subject: a b \n c d\n",
					       "Subject: a b\n\tc d\n", "Subject: a b\tc d\n",
					       "Subject: a b c d\n",	"Subject:  a\n b  c d \n"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++) {
		char *name = g_strdup_printf("%zu.eml", i);

		put_mail(name, "a@example.org", 1, subjects[i], "text\n");
		g_free(name);
	}
	put_mail("9.eml", "a@example.org", 1, "Subject: ab c d\n", "text\n");
	assert_int_equal(index_folder("mails", NULL).known, 7);
}

static void what_senders_write_makes_a_version(void **state)
{
	static const char *const subjects[] = {"Subject: [PATCH v2] x\n", "Subject: [PATCH] x\n",
					       "Subject: [RFC] x\n",	  "Subject: [5.10] x\n",
					       "Subject: [v2] x\n",	  "Subject: x\n"};
	struct pl_index_counts counts;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++) {
		char *name = g_strdup_printf("%zu.eml", i);

		put_mail(name, "a@example.org", 1, subjects[i], "text\n");
		g_free(name);
	}
	put_mail("8.eml", "a@example.org", 1, "Subject: x\n", "text\n-- \nsignature\n");
	put_mail("9.eml", "a@example.org", 2, "Subject: x\n", "text\n");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.fresh, 8);
	assert_int_equal(counts.versions, 7);
	assert_answer("SELECT group_concat(version) FROM (SELECT version FROM message ORDER BY id)",
		      "0,1,2,3,4,5,6,7");
}

static void another_version_has_no_records(void **state)
{
	(void)state;
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", "no table\n");
	put_mail("2.eml", "a@example.org", 1, "Subject: x\n", REPORT_TEXT TABLE_HEAD ROW);
	index_folder("mails", NULL);
	assert_answer("SELECT (SELECT count(*) FROM report), (SELECT count(*) FROM metric_row), "
		      "(SELECT count(*) FROM message_text)",
		      "0|0|1");
}

/* Of the database as it is: what there is of the mail a, and what refers to its records. */
static const char of_a_cut_mail[] =
    "SELECT (SELECT group_concat(place || ':' || version) FROM (SELECT s.path LIKE '%.gz' AS "
    "place, "
    "version FROM message m JOIN source s ON s.id = m.source WHERE message_id = 'a@example.org' "
    "ORDER BY version)), (SELECT count(*) FROM report), (SELECT count(*) FROM metric_row), "
    "(SELECT group_concat(copies) FROM metric_row WHERE copy_table IS NULL), "
    "(SELECT count(*) FROM metric_table WHERE owner IS NOT NULL), "
    "(SELECT count(DISTINCT thread) FROM message), (SELECT count(*) FROM outcome)";

/* A gzip file that ends within the mail: behind its report and first row. */
static void put_cut_mail(void)
{
	char *whole = g_strdup_printf("From: Some One <one@example.org>\n"
				      "Date: Wed, 01 Mar 2023 00:00:00 +0000\n"
				      "Message-ID: <a@example.org>\nSubject: x\n"
				      "Content-Type: text/plain; charset=utf-8\n\n"
				      "%s",
				      REPORT_TEXT TABLE_HEAD ROW ROW_ABS);
	GConverter *packer = G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 0));
	char packed[4096];
	gsize eaten, made;
	char *path = g_build_filename(root, "cut", "1.eml.gz", NULL);
	char *folder = g_path_get_dirname(path);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_int_equal(g_converter_convert(packer, whole, strlen(whole), packed, sizeof(packed),
					     G_CONVERTER_INPUT_AT_END, &eaten, &made, NULL),
			 G_CONVERTER_FINISHED);
	/* Stored, not packed: the last row and the checksum are missing. */
	assert_true(g_file_set_contents(path, packed, (gssize)(made - 8 - strlen(ROW_ABS)), NULL));
	g_object_unref(packer);
	g_free(folder);
	g_free(path);
	g_free(whole);
}

static void a_whole_mail_takes_the_place_of_a_cut_one(void **state)
{
	char *quoted = quote(REPORT_TEXT TABLE_HEAD ROW), *cut_first, *whole_first;
	struct pl_index_counts counts;

	(void)state;
	put_cut_mail();
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", REPORT_TEXT TABLE_HEAD ROW ROW_ABS);
	put_mail("2.eml", "b@example.org", 2, "Subject: Re: x\nIn-Reply-To: <a@example.org>\n",
		 quoted);
	put_mail("3.eml", "c@example.org", 3, "Subject: y\n", REPORT_TEXT TABLE_HEAD ROW);
	counts = index_folder("cut", NULL);
	assert_int_equal(counts.read, 1);
	assert_int_equal(counts.unreadable, 0);
	assert_int_equal(counts.broken, 1);
	assert_answer("SELECT p.code, (SELECT count(*) FROM report), "
		      "(SELECT count(*) FROM metric_row) FROM problem p",
		      "truncated|1|1");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.fresh, 3);
	assert_int_equal(counts.completed, 1);
	assert_int_equal(counts.versions, 0);
	assert_answer("SELECT version, hash IS NULL, (SELECT count(*) FROM report r "
		      "WHERE r.message = m.id), (SELECT count(*) FROM metric_row w "
		      "JOIN metric_table t ON t.id = w.metric_table WHERE t.message = m.id) "
		      "FROM message m WHERE message_id = 'a@example.org' ORDER BY version",
		      "0|0|1|2\n1|0|0|0");
	assert_answer("SELECT count(*) FROM pragma_foreign_key_check", "0");
	cut_first = ask(of_a_cut_mail);

	/* Again: all is known. The other way round: the same. */
	counts = index_folder("cut", NULL);
	assert_int_equal(counts.known, 1);
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.known, 3);
	sqlite3_close(db);
	db = NULL;
	remove_tree(database);
	index_folder("mails", NULL);
	counts = index_folder("cut", NULL);
	assert_int_equal(counts.versions, 1);
	whole_first = ask(of_a_cut_mail);
	assert_string_equal(cut_first, whole_first);
	g_free(cut_first);
	g_free(whole_first);
	g_free(quoted);
}

static void a_mail_without_id_gets_one(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	put("1.eml", "Subject: one\nFrom: a@example.org\n\ntext\n");
	put("2.eml", "Subject: one\nFrom: a@example.org\n\ntext\n");
	put("3.eml", "Subject: two\nFrom: a@example.org\n\ntext\n");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.fresh, 2);
	assert_int_equal(counts.known, 1);
	assert_answer("SELECT count(*) FROM message WHERE made_id AND version = 0 "
		      "AND message_id = lower(hex(hash)) || '@perflore.invalid'",
		      "2");
}

static void a_mail_without_sender_is_read(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	assert_false(pl_is_robot(PL_TEXT_NONE, PL_TEXT_NONE));
	assert_true(pl_is_robot(PL_TEXT_NONE, PL_TEXT("lkp+abc@example.org")));
	put("1.eml", "Message-ID: <a@example.org>\nIn-Reply-To: <b@example.org>\n\n"
		     "This is not a regression.\n");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.fresh, 1);
}

static void indexing_again_adds_nothing(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", REPORT_TEXT TABLE_HEAD ROW);
	put_mail("2.eml", "b@example.org", 1, "Subject: x\n", "text\n");
	index_folder("mails", NULL);
	put_mail("3.eml", "c@example.org", 1, "Subject: x\n", "text\n");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.read, 3);
	assert_int_equal(counts.fresh, 1);
	assert_int_equal(counts.known, 2);
}

static void a_path_that_is_missing_is_complained_about(void **state)
{
	GString *said = g_string_new(NULL);
	struct pl_index_counts counts = index_folder("nowhere", said);

	(void)state;
	assert_int_equal(counts.read, 0);
	assert_int_equal(counts.broken, 1);
	assert_non_null(strstr(said->str, "{fatal: "));
	assert_non_null(strstr(said->str, "nowhere"));
	g_string_free(said, TRUE);
}

#define PART                                                                                       \
	"From: Some One <one@example.org>\nMessage-ID: <a@example.org>\nSubject: x\n"              \
	"Date: Wed, 01 Mar 2023 00:00:00 +0000\nMIME-Version: 1.0\n"                               \
	"Content-Type: multipart/mixed; boundary=\"b\"\n\n"                                        \
	"--b\nContent-Type: text/plain; charset=utf-8\n\n" REPORT_TEXT TABLE_HEAD ROW

/* What was wrong with one copy of a mail is not wrong with the mail. */
static void problems_are_those_of_the_best_copy(void **state)
{
	static const char *const folders[] = {"mails", "other"};
	struct pl_index_counts counts;

	(void)state;
	for (int i = 0; i < 2; i++) {
		char *cut = g_strdup_printf("../%s/a.eml", folders[i]);
		char *whole = g_strdup_printf("../%s/b.eml", folders[!i]);

		put(cut, PART);
		put(whole, PART "--b--\n");
		g_free(whole);
		g_free(cut);
	}
	for (int i = 0; i < 2; i++) {
		counts = index_folder(folders[i], NULL);
		assert_int_equal(counts.fresh, !i);
		assert_int_equal(counts.known, 1 + i);
	}
	assert_answer(
	    "SELECT count(*), (SELECT count(*) FROM problem), (SELECT count(*) FROM report), "
	    "(SELECT count(*) FROM metric_row) FROM message",
	    "1|0|1|1");
	assert_answer("SELECT count(*) FROM unsettled", "0");
}

/* The sums are stored: another rule finds no mail again that is in a database. Who changes it
 * raises the schema's version, with a migration that makes them anew or says that it cannot. */
static void the_rule_is_that_of_the_schema(void **state)
{
	(void)state;
	put_mail("1.eml", "a@example.org", 1, "Subject: [dev] Re:  [PATCH 1/2] x\n",
		 "one \n> two\n\nend\n--\n"
		 "To unsubscribe from this list: send the line \"unsubscribe linux-x\" in\n"
		 "the body of a message to majordomo@example.org\n");
	put_mail("2.eml", "b@example.org", 2,
		 "Subject: =?utf-8?q?caf=C3=A9?=\nContent-Type: text/plain; charset=utf-8\n"
		 "Content-Transfer-Encoding: quoted-printable\n",
		 "=C3=A9 and a line that is =\nfolded\n");
	index_folder("mails", NULL);
	assert_answer("SELECT group_concat(substr(lower(hex(hash)), 1, 16), ' ') FROM (SELECT hash "
		      "FROM message ORDER BY id)",
		      "ee8411c6e3128777 02c95d94988e937b");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(the_rule_is_that_of_the_schema),
	    TEST(a_subject_folded_anywhere_is_the_same),
	    TEST(what_lists_add_makes_no_version),
	    TEST(what_senders_write_makes_a_version),
	    TEST(another_version_has_no_records),
	    TEST(a_whole_mail_takes_the_place_of_a_cut_one),
	    TEST(a_mail_without_id_gets_one),
	    TEST(a_mail_without_sender_is_read),
	    TEST(problems_are_those_of_the_best_copy),
	    TEST(indexing_again_adds_nothing),
	    TEST(a_path_that_is_missing_is_complained_about),
	};

	return cmocka_run_group_tests_name("identity", tests, NULL, NULL);
}
