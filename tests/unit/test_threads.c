/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which mails are one thread. */
#include "archive.h"

static void a_later_mail_joins_threads(void **state)
{
	(void)state;
	put_mail("1.eml", "b@example.org", 2, "Subject: x\nIn-Reply-To: <ghost@example.org>\n",
		 "b\n");
	put_mail("2.eml", "c@example.org", 3, "Subject: x\nIn-Reply-To: <root@example.org>\n",
		 "c\n");
	index_folder("mails", NULL);
	assert_answer("SELECT root FROM thread ORDER BY root",
		      "ghost@example.org\nroot@example.org");
	put_mail("3.eml", "d@example.org", 4,
		 "Subject: x\nReferences: <root@example.org> <ghost@example.org>\n", "d\n");
	index_folder("mails", NULL);
	assert_answer("SELECT root FROM thread", "root@example.org");
	assert_answer("SELECT message_id FROM ghost ORDER BY 1",
		      "ghost@example.org\nroot@example.org");
	put_mail("4.eml", "ghost@example.org", 1, "Subject: x\n", "ghost\n");
	index_folder("mails", NULL);
	assert_answer("SELECT message_id FROM ghost", "root@example.org");
	assert_answer("SELECT count(DISTINCT thread) FROM message", "1");
}

static void mails_that_refer_to_each_other_end(void **state)
{
	(void)state;
	put_mail("1.eml", "a@example.org", 2, "Subject: x\nIn-Reply-To: <b@example.org>\n",
		 TABLE_HEAD ROW);
	put_mail("2.eml", "b@example.org", 1, "Subject: x\nIn-Reply-To: <a@example.org>\n",
		 TABLE_HEAD ROW);
	index_folder("mails", NULL);
	assert_answer("SELECT root FROM thread", "b@example.org");
	assert_answer("SELECT m.message_id, r.copies FROM metric_row r JOIN metric_table t "
		      "ON t.id = r.metric_table JOIN message m ON m.id = t.message "
		      "WHERE copy_table IS NULL",
		      "b@example.org|1");
}

/* In whatever order they come: two mails that only a third joins, which came first. */
static void a_late_parent_joins_threads(void **state)
{
	(void)state;
	put_mail("one/1.eml", "c@example.org", 3, "Subject: x\nIn-Reply-To: b@example.org\n",
		 "t\n");
	put_mail("one/2.eml", "d@example.org", 4,
		 "Subject: x\nIn-Reply-To: <a@example.org> (message of Mon)\n", "t\n");
	index_folder("mails/one", NULL);
	assert_answer("SELECT m.message_id, root FROM message m JOIN thread t ON t.id = m.thread "
		      "ORDER BY 1",
		      "c@example.org|b@example.org\nd@example.org|a@example.org");
	put_mail("two/1.eml", "b@example.org", 2,
		 "Subject: x\nIn-Reply-To: message of Mon <a@example.org>\n", "t\n");
	index_folder("mails/two", NULL);
	assert_answer("SELECT count(*), min(root), max(root) FROM thread",
		      "1|a@example.org|a@example.org");
}

/* What people and programs write into In-Reply-To must not make one thread of many. */
static void addresses_are_no_ids(void **state)
{
	(void)state;
	put_mail("1.eml", "a@example.org", 1,
		 "Subject: x\nTo: \"B, C\" <B.C@example.org>, d@example.org\n"
		 "In-Reply-To: message of B, C <b.c@example.org> <p@example.org>\n",
		 "t\n");
	put_mail("2.eml", "b@example.org", 2,
		 "Subject: x\nCc: d@example.org,b.c@example.org\nIn-Reply-To: <b.c@example.org>\n",
		 "t\n");
	put_mail("3.eml", "c@example.org", 3, "Subject: x\nIn-Reply-To: <one@example.org>\n",
		 "t\n");
	put_mail("4.eml", "d@example.org", 4, "Subject: x\nIn-Reply-To: <y>\n", "t\n");
	put_mail("5.eml", "e@example.org", 5, "Subject: x\nIn-Reply-To: <y>\n", "t\n");
	/* part of an address only */
	put_mail("6.eml", "f@example.org", 6,
		 "Subject: x\nTo: x.b@example.org\nIn-Reply-To: <b@example.org>\n", "t\n");
	index_folder("mails", NULL);
	assert_answer("SELECT m.message_id, target FROM message m "
		      "LEFT JOIN reference r ON r.message = m.id ORDER BY 1",
		      "a@example.org|p@example.org\nb@example.org|-\nc@example.org|-\n"
		      "d@example.org|-\ne@example.org|-\nf@example.org|b@example.org");
	assert_answer("SELECT count(DISTINCT thread) FROM message", "5");
}

static void too_many_references_are_a_problem(void **state)
{
	GString *header = g_string_new("Subject: x\nReferences:");
	struct pl_index_counts counts;

	(void)state;
	for (int i = 0; i < 3000; i++)
		g_string_append_printf(header, "\n <%d@example.org>", i);
	g_string_append_c(header, '\n');
	put_mail("1.eml", "a@example.org", 1, header->str, "text\n");
	counts = index_folder("mails", NULL);
	assert_int_equal(counts.problems, 1);
	assert_answer("SELECT root FROM thread", "0@example.org");
	assert_answer("SELECT count(*), max(target = '2999@example.org') FROM reference", "1000|1");
	assert_answer("SELECT code FROM problem", "too-many-references");
	g_string_free(header, TRUE);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(a_later_mail_joins_threads),	     TEST(mails_that_refer_to_each_other_end),
	    TEST(a_late_parent_joins_threads),	     TEST(addresses_are_no_ids),
	    TEST(too_many_references_are_a_problem),
	};

	return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
