/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which report a table belongs to, what is a copy of what, and what is stored with a row. */
#include "archive.h"

#include <math.h>

#include "direction.h"

/* owners */

static const char owners[] =
    "SELECT m.message_id, t.position, o.message_id || '#' || r.position FROM metric_table t "
    "JOIN message m ON m.id = t.message LEFT JOIN report r ON r.id = t.owner "
    "LEFT JOIN message o ON o.id = r.message ORDER BY 1, 2";

static void tables_find_their_report(void **state)
{
	char *quoted = quote(REPORT_TEXT);
	char *answer = g_strconcat(quoted, "\nno, I see\n\n", OTHER_HEAD, ROW, NULL);

	(void)state;
	put_mail("1.eml", "r@example.org", 1, "Subject: x\n", REPORT_TEXT TABLE_HEAD ROW);
	/* its own words only: the report that the thread began with */
	put_mail("2.eml", "s@example.org", 2, "Subject: x\nIn-Reply-To: <r@example.org>\n",
		 "I measured\n\n" TABLE_HEAD ROW_ABS);
	/* the only report in the mail, though its culprit is not in the table */
	put_mail("3.eml", "t@example.org", 3, "Subject: x\nIn-Reply-To: <r@example.org>\n", answer);
	/* belongs to none */
	put_mail("4.eml", "u@example.org", 4, "Subject: x\nIn-Reply-To: <p@example.org>\n",
		 TABLE_HEAD ROW_ABS);
	index_folder("mails", NULL);
	assert_answer(owners, "r@example.org|0|r@example.org#0\n"
			      "s@example.org|0|r@example.org#0\n"
			      "t@example.org|0|t@example.org#0\n"
			      "u@example.org|0|-");
	/* a ghost that began the thread, known from an answer that quotes it */
	answer = (g_free(answer), g_strconcat(quoted, "\nyes\n", NULL));
	put_mail("5.eml", "v@example.org", 5, "Subject: x\nIn-Reply-To: <p@example.org>\n", answer);
	index_folder("mails", NULL);
	assert_answer("SELECT o.message_id || '#' || r.position FROM message m "
		      "JOIN metric_table t ON t.message = m.id JOIN report r ON r.id = t.owner "
		      "JOIN message o ON o.id = r.message WHERE m.message_id = 'u@example.org'",
		      "v@example.org#0");
	g_free(quoted);
	g_free(answer);
}

/* A report as a robot sends it in answer to a mail. */
static void put_robot(const char *name, const char *id, int day, const char *parent)
{
	char *mail = g_strdup_printf("From: kernel test robot <lkp@example.org>\n"
				     "Date: Wed, %02d Mar 2023 00:00:00 +0000\n"
				     "Message-ID: <%s>\nIn-Reply-To: <%s>\nSubject: Re: x\n"
				     "Content-Type: text/plain; charset=utf-8\n\n%s",
				     day, id, parent, REPORT_TEXT TABLE_HEAD ROW);

	put(name, mail);
	g_free(mail);
}

static void a_robot_that_answers_a_patch_owns_what_answers_it(void **state)
{
	(void)state;
	put_mail("1.eml", "p@example.org", 1, "Subject: [PATCH] x\n", "a patch\n");
	put_robot("2.eml", "r@example.org", 2, "p@example.org");
	/* answers the robot, over another mail */
	put_mail("3.eml", "s@example.org", 3, "Subject: Re: x\nIn-Reply-To: <r@example.org>\n",
		 "I see\n");
	put_mail("4.eml", "t@example.org", 4, "Subject: Re: x\nIn-Reply-To: <s@example.org>\n",
		 TABLE_HEAD ROW_ABS);
	/* answers the patch */
	put_mail("5.eml", "u@example.org", 5, "Subject: Re: x\nIn-Reply-To: <p@example.org>\n",
		 TABLE_HEAD ROW_ABS);
	/* two reports stand above it */
	put_robot("6.eml", "v@example.org", 6, "r@example.org");
	put_mail("7.eml", "w@example.org", 7, "Subject: Re: x\nIn-Reply-To: <v@example.org>\n",
		 TABLE_HEAD ROW_ABS);
	/* a person's report, in answer to a mail that is not there */
	put_mail("8.eml", "x@example.org", 8, "Subject: Re: y\nIn-Reply-To: <g@example.org>\n",
		 REPORT_TEXT);
	put_mail("9.eml", "y@example.org", 9, "Subject: Re: y\nIn-Reply-To: <x@example.org>\n",
		 TABLE_HEAD ROW_ABS);
	index_folder("mails", NULL);
	assert_answer(owners, "r@example.org|0|r@example.org#0\n"
			      "t@example.org|0|r@example.org#0\n"
			      "u@example.org|0|-\n"
			      "v@example.org|0|v@example.org#0\n"
			      "w@example.org|0|-\n"
			      "y@example.org|0|-");
}

/* copies */

static const char shown[] =
    "SELECT m.message_id, n.name, r.copies FROM metric_row r JOIN metric n ON n.id = r.metric "
    "JOIN metric_table t ON t.id = r.metric_table JOIN message m ON m.id = t.message "
    "WHERE r.copy_table IS NULL ORDER BY 1, 2";

static void a_quoted_row_is_one_result(void **state)
{
	char *quoted = quote(REPORT_TEXT TABLE_HEAD ROW);
	char *twice = g_strconcat(quoted, "\nagain\n\n", ROW, NULL);

	(void)state;
	/* the ancestor is shown though its clock is wrong */
	put_mail("1.eml", "r@example.org", 9, "Subject: x\n", REPORT_TEXT TABLE_HEAD ROW ROW_ABS);
	put_mail("2.eml", "s@example.org", 2, "Subject: x\nIn-Reply-To: <r@example.org>\n", quoted);
	put_mail("3.eml", "t@example.org", 3,
		 "Subject: x\nReferences: <r@example.org> <s@example.org>\n", twice);
	/* another thread that shares a commit */
	put_mail("4.eml", "u@example.org", 20, "Subject: y\n", TABLE_HEAD ROW);
	/* another thread and a row without commits */
	put_mail("5.eml", "v@example.org", 21, "Subject: z\n", "see\n\n" ROW);
	/* another commit in the same thread */
	put_mail("6.eml", "w@example.org", 22, "Subject: x\nIn-Reply-To: <r@example.org>\n",
		 OTHER_HEAD ROW);
	index_folder("mails", NULL);
	assert_answer(shown, "r@example.org|perf-profile.self.cycles-pp.foo|0\n"
			     "r@example.org|vm-scalability.throughput|3\n"
			     "v@example.org|vm-scalability.throughput|0\n"
			     "w@example.org|vm-scalability.throughput|0");
	assert_answer("SELECT m.message_id, r.copies FROM report r JOIN message m "
		      "ON m.id = r.message WHERE r.copy_of IS NULL",
		      "r@example.org|2");
	g_free(quoted);
	g_free(twice);
}

static void rows_of_zeros_stay_in_their_thread(void **state)
{
	(void)state;
	put_mail("1.eml", "r@example.org", 1, "Subject: x\n", TABLE_HEAD ROW_ZERO);
	put_mail("2.eml", "s@example.org", 2, "Subject: x\nIn-Reply-To: <r@example.org>\n",
		 TABLE_HEAD ROW_ZERO);
	put_mail("3.eml", "t@example.org", 3, "Subject: y\n", TABLE_HEAD ROW_ZERO);
	index_folder("mails", NULL);
	assert_answer(shown, "r@example.org|perf-profile.self.cycles-pp.zero|1\n"
			     "t@example.org|perf-profile.self.cycles-pp.zero|0");
}

/* Everything that is worked out, by names in place of numbers. */
static char *state_of_archive(void)
{
	static const char *const queries[] = {
	    "SELECT m.message_id, th.root FROM message m JOIN thread th ON th.id = m.thread "
	    "ORDER BY 1",
	    "SELECT message_id, root FROM ghost JOIN thread ON id = thread ORDER BY 1",
	    owners,
	    "SELECT m.message_id, t.position, r.position, r.compared, r.copies, r.effect, "
	    "o.message_id, ot.position, r.copy_position FROM metric_row r "
	    "JOIN metric_table t ON t.id = r.metric_table JOIN message m ON m.id = t.message "
	    "LEFT JOIN metric_table ot ON ot.id = r.copy_table "
	    "LEFT JOIN message o ON o.id = ot.message ORDER BY 1, 2, 3, 4",
	    "SELECT m.message_id, r.position, r.copies, o.message_id, c.position FROM report r "
	    "JOIN message m ON m.id = r.message LEFT JOIN report c ON c.id = r.copy_of "
	    "LEFT JOIN message o ON o.id = c.message ORDER BY 1, 2",
	    /* what export prints of a mail */
	    "SELECT m.message_id, hex(json) FROM message_text t JOIN message m ON m.id = t.message "
	    "ORDER BY 1",
	};
	GString *all = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(queries); i++) {
		char *answer = ask(queries[i]);

		g_string_append_printf(all, "%s\n\n", answer);
		g_free(answer);
	}
	return g_string_free(all, FALSE);
}

/* The mails of the sample archive as files, in an order made of the seed, spread over
 * folders 0, 1, ... of a folder. */
static unsigned spread_sample(const char *folder, guint32 seed, unsigned folders)
{
	GRand *random = g_rand_new_with_seed(seed);
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;
	unsigned n = 0;

	assert_int_equal(pl_source_open(PERFLORE_CORPUS "/threads", &pl_limits_default, NULL, NULL,
					&source, &error),
			 PL_OK);
	while (pl_source_next(source, &item) == PL_OK) {
		char *name = g_strdup_printf("%08x-%u.eml", g_rand_int(random), n++);
		char *path = g_strdup_printf("%s/%s/%u/%s", root, folder,
					     g_rand_int(random) % folders, name);
		char *parent = g_path_get_dirname(path);

		assert_int_equal(g_mkdir_with_parents(parent, 0700), 0);
		assert_true(g_file_set_contents(path, item.raw.ptr, (gssize)item.raw.len, NULL));
		g_free(name);
		g_free(path);
		g_free(parent);
	}
	pl_source_close(source);
	g_rand_free(random);
	return n;
}

/* Each order in one run, two, three, ... and threads and exports are the same. */
static void the_order_of_arrival_does_not_matter(void **state)
{
	char *first = NULL, *now;

	(void)state;
	for (guint32 seed = 1; seed <= 6; seed++) {
		char *folder = g_strdup_printf("shuffled-%u", seed);

		assert_true(spread_sample(folder, seed, seed) >= 60);
		for (guint32 run = 0; run < seed; run++) {
			char *part = g_strdup_printf("%s/%u", folder, run);

			index_folder(part, NULL);
			g_free(part);
		}
		now = state_of_archive();
		if (!first)
			first = g_strdup(now);
		assert_string_equal(now, first);
		g_free(now);
		remove_tree(database);
		g_free(folder);
	}
	/* The sample holds what there is to be worked out. */
	assert_non_null(strstr(first, "|1|"));
	g_free(first);
}

static void effect_is_change_by_spread(void **state)
{
	char *answer;

	(void)state;
	put_mail("1.eml", "r@example.org", 1, "Subject: x\n", TABLE_HEAD ROW ROW_ABS ROW_ZERO);
	index_folder("mails", NULL);
	answer = ask("SELECT effect FROM metric_row ORDER BY position LIMIT 1");
	/* 5 % and 3 % */
	assert_true(fabs(g_ascii_strtod(answer, NULL) - 10 / sqrt(25 + 9)) < 1e-9);
	g_free(answer);
	answer = ask("SELECT effect FROM metric_row ORDER BY position LIMIT 1 OFFSET 1");
	/* points: 0.05 at least, and 7 % of 1.32 */
	assert_true(fabs(g_ascii_strtod(answer, NULL) - 1.2 / hypot(0.05, 0.0924)) < 1e-9);
	g_free(answer);
	assert_answer("SELECT effect FROM metric_row ORDER BY position LIMIT 1 OFFSET 2", "0.0");
}

static void metrics_have_directions(void **state)
{
	(void)state;
	assert_int_equal(pl_metric_direction(PL_TEXT("vm-scalability.throughput")), 1);
	assert_int_equal(pl_metric_direction(PL_TEXT("aim9.brk_test.ops_per_sec")), 1);
	assert_int_equal(pl_metric_direction(PL_TEXT("ftq.stddev")), -1);
	assert_int_equal(pl_metric_direction(PL_TEXT("perf-profile.self.cycles-pp.foo")), 0);
	assert_int_equal(pl_metric_direction(PL_TEXT("")), 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(tables_find_their_report),
	    TEST(a_robot_that_answers_a_patch_owns_what_answers_it),
	    TEST(a_quoted_row_is_one_result),
	    TEST(rows_of_zeros_stay_in_their_thread),
	    TEST(the_order_of_arrival_does_not_matter),
	    TEST(effect_is_change_by_spread),
	    TEST(metrics_have_directions),
	};

	return cmocka_run_group_tests_name("copies", tests, NULL, NULL);
}
