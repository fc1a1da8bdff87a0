/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The database: what is one mail, threads, owners and copies, the text index, and what
 * is refused. Mails are written as files of a folder, indexed, and looked at with SQL.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <gio/gio.h>
#include <sqlite3.h>

#include <perflore/index.h>
#include <perflore/parse.h>
#include <perflore/sender.h>
#include <perflore/store.h>

#include "direction.h"
#include "fulltext_write.h"

#define COMMIT_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define COMMIT_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* The robot's words and its table; quoted with a mark in front of each line. */
#define REPORT_TEXT                                                                                \
	"FYI, we noticed a -10.0% regression of vm-scalability.throughput due to commit:\n"        \
	"\n"                                                                                       \
	"commit: " COMMIT_B " (\"mm: change something\")\n"                                        \
	"https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git master\n"                 \
	"\n"                                                                                       \
	"in testcase: vm-scalability\n"                                                            \
	"\n"
#define TABLE_HEAD                                                                                 \
	"aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbb \n"                                          \
	"---------------- --------------------------- \n"                                          \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"
#define OTHER_HEAD                                                                                 \
	"aaaaaaaaaaaaaaaa cccccccccccccccccccccccccc0 \n"                                          \
	"---------------- --------------------------- \n"                                          \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"
#define ROW "    100.00 ±  5%     -10.0%      90.00 ±  3%  vm-scalability.throughput\n"
#define ROW_ABS "      0.09 ± 17%      +1.2        1.32 ±  7%  perf-profile.self.cycles-pp.foo\n"
#define ROW_ZERO "      0.00            +0.0        0.00        perf-profile.self.cycles-pp.zero\n"

static char *root, *database;
static sqlite3 *db;

static void put(const char *name, const char *text)
{
	char *path = g_build_filename(root, "mails", name, NULL);
	char *folder = g_path_get_dirname(path);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(path, text, -1, NULL));
	g_free(folder);
	g_free(path);
}

/* A mail of n@example.org; header holds more fields, each with its newline. */
static void put_mail(const char *name, const char *id, int day, const char *header,
		     const char *text)
{
	char *mail = g_strdup_printf("From: Some One <one@example.org>\n"
				     "Date: Wed, %02d Mar 2023 00:00:00 +0000\n"
				     "Message-ID: <%s>\n"
				     "Content-Type: text/plain; charset=utf-8\n"
				     "%s\n%s",
				     day, id, header, text);

	put(name, mail);
	g_free(mail);
}

static char *quote(const char *text)
{
	GString *quoted = g_string_new("> ");

	g_string_append(quoted, text);
	g_string_truncate(quoted, quoted->len - 1);
	g_string_replace(quoted, "\n", "\n> ", 0);
	g_string_append_c(quoted, '\n');
	return g_string_free(quoted, FALSE);
}

static void complain(void *context, bool fatal, const char *line)
{
	GString *said = context;

	g_string_append_printf(said, "{%s: %s}", fatal ? "fatal" : "note", line);
}

/* Files of a time to come are looked at again by every run, however slow the machine is:
 * what is tested here is what becomes of mails that are read again. */
static void read_again(const char *path)
{
	const struct timespec times[2] = {{.tv_sec = 4102444800}, {.tv_sec = 4102444800}};
	GDir *folder = g_dir_open(path, 0, NULL);
	const char *name;

	utimensat(AT_FDCWD, path, times, 0);
	while (folder && (name = g_dir_read_name(folder))) {
		char *inside = g_build_filename(path, name, NULL);

		read_again(inside);
		g_free(inside);
	}
	if (folder)
		g_dir_close(folder);
}

/* Indexes a folder of the root and opens the database. */
static struct pl_index_counts index_folder(const char *name, GString *said)
{
	struct pl_index_watch watch = {.complain = said ? complain : NULL, .context = said};
	char *path = g_build_filename(root, name, NULL);
	char *file = g_build_filename(database, "perflore.db", NULL);
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	read_again(path);
	assert_int_equal(pl_index_open(database, &watch, &indexer, &error), PL_OK);
	assert_int_equal(pl_index_source(indexer, path, &error), PL_OK);
	assert_int_equal(pl_index_close(indexer, &counts, &error), PL_OK);
	assert_int_equal(counts.read, counts.fresh + counts.known + counts.unreadable);
	sqlite3_close(db);
	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	g_free(path);
	g_free(file);
	return counts;
}

/* The result of a query: columns joined by `|`, rows by a newline. To be freed. */
static char *ask(const char *query)
{
	GString *answer = g_string_new(NULL);
	sqlite3_stmt *statement;

	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &statement, NULL), SQLITE_OK);
	while (sqlite3_step(statement) == SQLITE_ROW) {
		if (answer->len)
			g_string_append_c(answer, '\n');
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			const char *text = (const char *)sqlite3_column_text(statement, i);

			g_string_append_printf(answer, "%s%s", i ? "|" : "", text ? text : "-");
		}
	}
	sqlite3_finalize(statement);
	return g_string_free(answer, FALSE);
}

static void assert_answer(const char *query, const char *expected)
{
	char *answer = ask(query);

	assert_string_equal(answer, expected);
	g_free(answer);
}

static void remove_tree(const char *path)
{
	GDir *folder = g_dir_open(path, 0, NULL);
	const char *name;

	while (folder && (name = g_dir_read_name(folder))) {
		char *inside = g_build_filename(path, name, NULL);

		remove_tree(inside);
		g_free(inside);
	}
	if (folder)
		g_dir_close(folder);
	remove(path);
}

static int set_up(void **state)
{
	(void)state;
	root = g_dir_make_tmp("perflore-store-XXXXXX", NULL);
	database = g_build_filename(root, "db", NULL);
	return root ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	sqlite3_close(db);
	db = NULL;
	remove_tree(root);
	g_free(root);
	g_free(database);
	return 0;
}

/* identity */

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

/* threads */

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

/* text index */

static char *found(struct pl_store *store, const struct pl_text_query *query)
{
	GArray *hits = g_array_new(FALSE, FALSE, sizeof(int64_t));
	GString *ids = g_string_new(NULL);
	struct pl_error error;

	assert_int_equal(pl_fulltext_search(store, query, hits, &error), PL_OK);
	for (guint i = 0; i < hits->len; i++)
		g_string_append_printf(ids, "%" G_GINT64_FORMAT " ",
				       g_array_index(hits, int64_t, i));
	g_array_free(hits, TRUE);
	return g_string_free(ids, FALSE);
}

static void assert_words(struct pl_store *store, enum pl_text_op op, enum pl_text_field field,
			 const char *text, const char *expected)
{
	const struct pl_text_query query = {op, field, pl_text_of(text), NULL, 0};
	char *ids = found(store, &query);

	assert_string_equal(ids, expected);
	g_free(ids);
}

static void put_text_mails(void)
{
	put_mail("1.eml", "a@example.org", 1,
		 "Subject: flush tlb\nTo: Other <other@example.org>\nCc: third@example.org\n",
		 "I wrote flush_tlb_func in mm/rmap.c\n> quoted words here\n");
	put_mail("2.eml", "b@example.org", 2, "Subject: second\n",
		 "nothing here\n\ndiff --git a/mm/vmscan.c b/mm/vmscan.c\n--- a/mm/vmscan.c\n"
		 "+++ b/mm/vmscan.c\n@@ -1 +1 @@\n-old_thing\n+new_thing\n");
	put_mail("3.eml", "c@example.org", 3, "Subject: third\n", TABLE_HEAD ROW);
}

static void words_are_found_by_field(void **state)
{
	struct pl_store *store;
	struct pl_error error;

	(void)state;
	put_text_mails();
	index_folder("mails", NULL);
	assert_int_equal(pl_store_open(database, PL_STORE_READ, &store, &error), PL_OK);
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "Flush_TLB_func", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "flush_tlb", "");
	assert_words(store, PL_TEXT_PREFIX, PL_FIELD_ANY, "flush_tlb", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_SUBJECT, "flush tlb", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_SUBJECT, "tlb flush", "");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "mm/rmap.c", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_QUOTED, "quoted", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_OWN, "quoted", "");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_BODY, "quoted words", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_FROM, "one@example.org", "1 2 3 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_TO, "other", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_CC, "third@example.org", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_CC, "other", "");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ADDRESS, "other@example.org", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_DIFF_FILE, "mm/vmscan.c", "2 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "new_thing", "2 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "vm-scalability.throughput", "3 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "here", "1 2 ");
	assert_false(pl_fulltext_has_words(PL_TEXT("-- /")));
	assert_true(pl_fulltext_has_words(PL_TEXT("a")));
	pl_store_close(store);
}

static void words_are_joined_by_and_or_not(void **state)
{
	const struct pl_text_query here = {PL_TEXT_WORDS, PL_FIELD_ANY, PL_TEXT("here"), NULL, 0};
	const struct pl_text_query second = {PL_TEXT_WORDS, PL_FIELD_SUBJECT, PL_TEXT("second"),
					     NULL, 0};
	const struct pl_text_query none = {PL_TEXT_WORDS, PL_FIELD_ANY, PL_TEXT("nowhere"), NULL,
					   0};
	const struct pl_text_query *both[] = {&here, &second}, *either[] = {&second, &none};
	const struct pl_text_query *negated[] = {&second}, *never[] = {&here, &none};
	const struct {
		struct pl_text_query query;
		const char *expected;
	} cases[] = {
	    {{PL_TEXT_AND, PL_FIELD_ANY, PL_TEXT_NONE, both, 2}, "2 "},
	    {{PL_TEXT_OR, PL_FIELD_ANY, PL_TEXT_NONE, either, 2}, "2 "},
	    {{PL_TEXT_NOT, PL_FIELD_ANY, PL_TEXT_NONE, negated, 1}, "1 3 "},
	    {{PL_TEXT_AND, PL_FIELD_ANY, PL_TEXT_NONE, never, 2}, ""},
	};
	struct pl_store *store;
	struct pl_error error;

	(void)state;
	put_text_mails();
	index_folder("mails", NULL);
	assert_int_equal(pl_store_open(database, PL_STORE_READ, &store, &error), PL_OK);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *ids = found(store, &cases[i].query);

		assert_string_equal(ids, cases[i].expected);
		g_free(ids);
	}
	pl_store_close(store);
}

static void assert_rebuilt(struct pl_rebuild_counts expected)
{
	struct pl_index_watch watch = {0};
	struct pl_rebuild_counts counts;
	struct pl_error error;
	struct pl_store *store;
	GString *said = g_string_new(NULL);

	assert_int_equal(pl_index_rebuild(database, &watch, &counts, &error), PL_OK);
	assert_memory_equal(&counts, &expected, sizeof(counts));
	assert_int_equal(pl_index_check(database, complain, said, &error), PL_OK);
	assert_null(strstr(said->str, "fatal"));
	g_string_free(said, TRUE);
	assert_int_equal(pl_store_open(database, PL_STORE_READ, &store, &error), PL_OK);
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "vm-scalability.throughput", "3 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "new_thing", expected.lost ? "" : "2 ");
	pl_store_close(store);
}

/* Takes the leaves of the text index away. */
static void damage_words(void)
{
	sqlite3 *writer;
	char *file = g_build_filename(database, "perflore.db", NULL);

	assert_int_equal(sqlite3_open(file, &writer), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(writer, "DELETE FROM words_data WHERE id > 10", NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(writer);
	g_free(file);
}

static void the_text_index_is_made_again(void **state)
{
	char *mails = g_build_filename(root, "mails", NULL);
	struct pl_error error;
	GString *said = g_string_new(NULL);

	(void)state;
	put_text_mails();
	index_folder("mails", NULL);
	damage_words();
	assert_int_equal(pl_index_check(database, complain, said, &error), PL_NOTHING);
	assert_non_null(strstr(said->str, "check --rebuild"));
	assert_rebuilt((struct pl_rebuild_counts){.from_source = 3});
	remove_tree(mails);
	assert_rebuilt((struct pl_rebuild_counts){.kept = 3});
	damage_words();
	assert_rebuilt((struct pl_rebuild_counts){.from_text = 1, .lost = 2});
	g_string_free(said, TRUE);
	g_free(mails);
}

/* what is refused */

static void assert_refused(enum pl_store_mode mode, const char *words)
{
	struct pl_store *store;
	struct pl_error error;

	assert_int_equal(pl_store_open(database, mode, &store, &error), PL_FAILED);
	assert_non_null(strstr(error.message, words));
	assert_null(strchr(error.message, '\n'));
}

static void change_database(const char *statement)
{
	assert_int_equal(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK);
}

static void databases_of_others_are_refused(void **state)
{
	char *file = g_build_filename(database, "perflore.db", NULL);

	(void)state;
	assert_refused(PL_STORE_READ, "perflore index");
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", "text\n");
	index_folder("mails", NULL);
	change_database("PRAGMA user_version = 99");
	assert_refused(PL_STORE_READ, "newer perflore");
	assert_refused(PL_STORE_WRITE, "newer perflore");
	change_database("PRAGMA user_version = 1; PRAGMA application_id = 7");
	assert_refused(PL_STORE_WRITE, "no perflore database");
	sqlite3_close(db);
	db = NULL;
	assert_true(g_file_set_contents(file, "this is text and no database at all", -1, NULL));
	assert_refused(PL_STORE_READ, "no SQLite database");
	g_free(file);
}

static void a_second_writer_is_refused(void **state)
{
	char *holder = g_strdup_printf("another perflore (process %d) is writing", (int)getpid());
	struct pl_store *store;
	struct pl_error error;

	(void)state;
	assert_int_equal(pl_store_open(database, PL_STORE_WRITE, &store, &error), PL_OK);
	assert_refused(PL_STORE_WRITE, holder);
	pl_store_close(store);
	assert_int_equal(pl_store_open(database, PL_STORE_WRITE, &store, &error), PL_OK);
	pl_store_close(store);
	g_free(holder);
}

static void a_full_disk_keeps_what_is_committed(void **state)
{
	struct pl_parser *parser = pl_parser_new(NULL);
	ZSTD_CCtx *compressor = ZSTD_createCCtx();
	struct pl_stored_mail stored;
	struct pl_store *store;
	struct pl_error error;
	int64_t source, mails;
	bool good = true;

	(void)state;
	assert_int_equal(pl_store_open(database, PL_STORE_WRITE, &store, &error), PL_OK);
	assert_int_equal(
	    sqlite3_exec(pl_store_sqlite(store), "PRAGMA max_page_count = 120", NULL, NULL, NULL),
	    SQLITE_OK);
	for (int i = 0; good && i < 10000; i++) {
		char *mail = g_strdup_printf("Message-ID: <%d@example.org>\nSubject: x\n\n%s", i,
					     REPORT_TEXT TABLE_HEAD ROW);
		struct pl_text raw = pl_text_of(mail);
		struct pl_prepared prepared;

		pl_prepare(pl_parser_parse(parser, raw, PL_SHAPE_MAIL), pl_parser_arena(parser),
			   compressor, true, &prepared);
		good = pl_store_begin(store) && pl_store_source(store, "/x", &source) &&
		       pl_store_add(store, &prepared, source, "0", false, &stored) &&
		       pl_store_commit(store);
		g_free(mail);
	}
	assert_false(good);
	assert_non_null(strstr(store->sql.error.message, "no room left"));
	pl_store_rollback(store);
	pl_store_close(store);
	pl_parser_free(parser);
	ZSTD_freeCCtx(compressor);
	assert_int_equal(pl_store_open(database, PL_STORE_READ, &store, &error), PL_OK);
	assert_true(pl_sql_integer(&store->sql, &mails, "SELECT count(*) FROM message", ""));
	assert_true(mails > 0);
	assert_true(pl_sql_integer(&store->sql, &source,
				   "SELECT count(*) FROM message_text JOIN report USING (message)",
				   ""));
	assert_int_equal(source, mails);
	pl_store_close(store);
}

/* docs/schema.md names every table, view and column. */
static void the_schema_is_documented(void **state)
{
	struct pl_store *store;
	struct pl_error error;
	sqlite3_stmt *statement;
	char *page;

	(void)state;
	assert_true(g_file_get_contents(PERFLORE_CORPUS "/../docs/schema.md", &page, NULL, NULL));
	assert_int_equal(pl_store_open(database, PL_STORE_WRITE, &store, &error), PL_OK);
	statement = pl_sql_bind(&store->sql,
				"SELECT '`' || name || '`' FROM sqlite_schema "
				"WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' "
				"UNION SELECT '`' || c.name || '`' FROM sqlite_schema s, "
				"pragma_table_info(s.name) c WHERE s.type = 'table'",
				"");
	while (pl_sql_row(&store->sql, statement)) {
		const char *name = (const char *)sqlite3_column_text(statement, 0);

		if (!strstr(page, name))
			fail_msg("docs/schema.md does not name %s", name);
	}
	pl_store_close(store);
	g_free(page);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(what_lists_add_makes_no_version),
	    TEST(what_senders_write_makes_a_version),
	    TEST(another_version_has_no_records),
	    TEST(a_whole_mail_takes_the_place_of_a_cut_one),
	    TEST(a_mail_without_id_gets_one),
	    TEST(a_mail_without_sender_is_read),
	    TEST(indexing_again_adds_nothing),
	    TEST(a_path_that_is_missing_is_complained_about),
	    TEST(a_later_mail_joins_threads),
	    TEST(mails_that_refer_to_each_other_end),
	    TEST(a_late_parent_joins_threads),
	    TEST(addresses_are_no_ids),
	    TEST(too_many_references_are_a_problem),
	    TEST(tables_find_their_report),
	    TEST(a_robot_that_answers_a_patch_owns_what_answers_it),
	    TEST(a_quoted_row_is_one_result),
	    TEST(rows_of_zeros_stay_in_their_thread),
	    TEST(the_order_of_arrival_does_not_matter),
	    TEST(effect_is_change_by_spread),
	    TEST(metrics_have_directions),
	    TEST(words_are_found_by_field),
	    TEST(words_are_joined_by_and_or_not),
	    TEST(the_text_index_is_made_again),
	    TEST(databases_of_others_are_refused),
	    TEST(a_second_writer_is_refused),
	    TEST(a_full_disk_keeps_what_is_committed),
	    TEST(the_schema_is_documented),
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
