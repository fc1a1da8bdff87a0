/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An mbox, or the file of one mail, that was read while it was written: wherever it ended
 * then, when all of it is read the archive is the one of a file that was never read before.
 */
#include "archive.h"

#include <stdio.h>
#include <string.h>

#include <gio/gio.h>

/* Bytes from one end that is tried to the next. Under a sanitizer a run takes ten times as
 * long, so fewer are. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STEP 191
#else
#define STEP 29
#endif

#define FROM "From x@example.org Thu Jan  1 00:00:00 1970\n"

static const char first[] = FROM "From: Dev A <dev.a@example.org>\n"
				 "Message-ID: <a@example.org>\n"
				 "Date: Wed, 1 Mar 2023 00:00:00 +0000\n"
				 "Subject: first\n"
				 "\n" REPORT_TEXT "words of the first\n"
				 "\n";

static const char second[] =
    FROM "From: Dev B <dev.b@example.org>\n"
	 "Subject: Re: first second\n"
	 "References: <root@example.org> <a@example.org>\n"
	 "List-Id: <list.example.org>\n"
	 "Message-ID: <b@example.org>\n"
	 "Date: Thu, 2 Mar 2023 00:00:00 +0000\n"
	 "\n" REPORT_TEXT "on test machine: 96 threads 2 sockets Intel(R) Xeon(R) (Cascade "
	 "Lake) with 128G memory\n"
	 "\n"
	 "=========================================================\n"
	 "tbox_group/testcase/runtime:\n"
	 "  lkp-csl-2sp9/vm-scalability/300s\n"
	 "\n" TABLE_HEAD ROW ROW_ABS "\n"
	 ">From here on, caf\303\251s\n"
	 "Tested-by: Dev C <dev.c@example.org>\n"
	 "\n";

static const char third[] = FROM "From: Dev C <dev.c@example.org>\n"
				 "Message-ID: <c@example.org>\n"
				 "In-Reply-To: <b@example.org>\n"
				 "Date: Fri, 3 Mar 2023 00:00:00 +0000\n"
				 "Subject: Re: first second\n"
				 "\n"
				 "tbox_group/testcase/runtime:\n"
				 "  lkp-csl-2sp9/vm-scalability/300s\n"
				 "\n" OTHER_HEAD ROW_ABS "\n"
				 "> " ROW "words of the third\n"
				 "Closes: https://lore.kernel.org/all/a@example.org/\n"
				 "The rest.\n"
				 "\n";

/* Every row that another order of reading could change, without its number. */
static const char *const state[] = {
    "SELECT message_id, made_id, version, lower(hex(hash)), root, subject, from_name, "
    "from_address, date, place, features, indexed FROM message m JOIN thread t ON t.id = m.thread "
    "ORDER BY message_id, version",
    "SELECT count(*) FROM thread",
    "SELECT g.message_id, t.root FROM ghost g JOIN thread t ON t.id = g.thread ORDER BY 1",
    "SELECT message_id, position, target FROM reference JOIN message m ON m.id = message "
    "ORDER BY 1, 2",
    "SELECT message_id, list FROM message_list JOIN message m ON m.id = message ORDER BY 1, 2",
    "SELECT message_id, code FROM problem JOIN message m ON m.id = message ORDER BY 1, 2",
    "SELECT message_id, lower(hex(text)), lower(hex(json)) FROM message_text "
    "JOIN message m ON m.id = message ORDER BY 1",
    "SELECT message_id, kind, line, verdict, metric, culprit, copies FROM report r "
    "JOIN message m ON m.id = r.message ORDER BY 1, 2",
    "SELECT message_id, w.line, content, copies, copy_table IS NULL FROM metric_row w "
    "JOIN metric_table t ON t.id = metric_table JOIN message m ON m.id = t.message "
    "ORDER BY 1, 2",
    "SELECT message_id, name, value FROM trailer JOIN message m ON m.id = message ORDER BY 1, 2, 3",
    "SELECT commit_id, role, message_id, line FROM commit_mention JOIN message m ON m.id = message "
    "ORDER BY 1, 2, 3, 4",
    "SELECT state, o.line, o.rule, m.message_id FROM outcome o LEFT JOIN message m "
    "ON m.id = o.message ORDER BY 4, 1, 2",
    "SELECT n.name, direction, family, unit, f.name, bare, position FROM metric n "
    "LEFT JOIN metric_function g ON g.metric = n.id LEFT JOIN function f ON f.id = g.function "
    "ORDER BY 1, 5, 7",
    "SELECT name FROM function ORDER BY 1",
    "SELECT tbox, text, threads, sockets, model, codename, memory_gib FROM machine ORDER BY 1, 2",
    "SELECT message_id, t.position, tbox, text FROM metric_table t JOIN message m "
    "ON m.id = t.message LEFT JOIN machine a ON a.id = t.machine ORDER BY 1, 2",
    "SELECT key FROM meta WHERE key <> 'parser' ORDER BY 1",
    "SELECT count(*) FROM unsettled",
    "SELECT count(*) FROM outdated",
    "SELECT term, message_id, col, offset FROM temp.word LEFT JOIN message m ON m.id = doc "
    "ORDER BY 1, 2, 3, 4",
    "SELECT count(*) FROM pragma_foreign_key_check",
};

static char *state_of_archive(void)
{
	GString *all = g_string_new(NULL);

	assert_int_equal(sqlite3_exec(db,
				      "CREATE VIRTUAL TABLE temp.word "
				      "USING fts5vocab(main, words, instance)",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	for (size_t i = 0; i < G_N_ELEMENTS(state); i++) {
		char *answer = ask(state[i]);

		g_string_append_printf(all, "%s\n\n", answer);
		g_free(answer);
	}
	return g_string_free(all, FALSE);
}

static void forget_archive(void)
{
	sqlite3_close(db);
	db = NULL;
	remove_tree(database);
}

/* A source, the file in it that grows, and what else is in it */
struct place {
	const char *source, *file;
	const char *others[4][2]; /* files and what is in them */
};

static struct pl_index_counts read_with(const struct place *place, const char *text)
{
	for (size_t i = 0; i < G_N_ELEMENTS(place->others) && place->others[i][0]; i++)
		put(place->others[i][0], place->others[i][1]);
	put(place->file, text);
	return index_folder(place->source, NULL);
}

static char *state_when_read_at_once(const struct place *place, const char *text)
{
	char *found;

	read_with(place, text);
	found = state_of_archive();
	forget_archive();
	return found;
}

static void nothing_stays(const struct place *place, const char *text, size_t from)
{
	char *expected = state_when_read_at_once(place, text), *found;
	const size_t to = strlen(text);
	unsigned replaced = 0, tried = 0;

	for (size_t end = from; end <= to; end += STEP, tried++) {
		char *part = g_strndup(text, end);
		struct pl_index_counts counts;

		read_with(place, part);
		counts = read_with(place, text);
		assert_int_equal(counts.versions, 0);
		replaced += counts.completed;
		found = state_of_archive();
		if (strcmp(expected, found) != 0)
			fail_msg("%s ended at %zu:\n%s\nwas expected, and found is\n%s",
				 place->file, end, expected, found);
		g_free(found);
		forget_archive();
		g_free(part);
	}
	assert_true(replaced * 3 > tried);
	g_free(expected);
}

static void wherever_it_ended_nothing_stays_of_it(void **unused)
{
	static const struct place place = {.source = "m", .file = "../m"};
	char *mbox = g_strconcat(first, second, third, NULL);

	(void)unused;
	nothing_stays(&place, mbox, strlen(first) - 2);
	g_free(mbox);
}

#define ALONE(mail) (mail) + strlen(FROM)

static void a_mail_alone_in_its_file(void **unused)
{
	const struct place places[] = {
	    {"maildir",
	     "../maildir/cur/2",
	     {{"../maildir/new/1", ALONE(first)}, {"../maildir/cur/3", ALONE(third)}}},
	    {"mh",
	     "../mh/2",
	     {{"../mh/1", ALONE(first)}, {"../mh/3", ALONE(third)}, {"../mh/.mh_sequences", ""}}},
	    {"other", "../other/b", {{"../other/a", ALONE(first)}, {"../other/c", ALONE(third)}}},
	    {"file", "../file", {{NULL, NULL}}},
	};

	/* blank lines at the end are no difference */
	char *mail = g_strndup(ALONE(second), strlen(ALONE(second)) - 1);

	(void)unused;
	for (size_t i = 0; i < G_N_ELEMENTS(places); i++)
		nothing_stays(&places[i], mail, strlen("From: D") + i);
	g_free(mail);
}

/* What is in a file after a run, or NULL: nothing. */
struct step {
	const char *file, *text;
	bool read; /* after this */
};

static void take(const struct step *step)
{
	char *path = g_build_filename(root, "box", step->file, NULL);
	GConverter *packer = G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 0));
	char bytes[8192];
	gsize eaten, made;

	if (!step->text) {
		assert_int_equal(remove(path), 0);
	} else if (g_str_has_suffix(path, ".gz")) {
		assert_int_equal(g_converter_convert(packer, step->text, strlen(step->text), bytes,
						     sizeof(bytes), G_CONVERTER_INPUT_AT_END,
						     &eaten, &made, NULL),
				 G_CONVERTER_FINISHED);
		assert_true(g_file_set_contents(path, bytes, (gssize)made, NULL));
	} else {
		assert_true(g_file_set_contents(path, step->text, -1, NULL));
	}
	g_object_unref(packer);
	g_free(path);
	if (step->read)
		assert_int_equal(index_folder("box", NULL).versions, 0);
}

static void only_the_last_state_stays(const struct step *steps, size_t n, size_t end)
{
	char *found, *expected;

	char *box = g_build_filename(root, "box", NULL);

	put("../box/0.eml", ALONE(third));
	for (size_t i = 0; i < n; i++)
		take(&steps[i]);
	found = state_of_archive();
	forget_archive();
	index_folder("box", NULL);
	expected = state_of_archive();
	forget_archive();
	if (strcmp(expected, found) != 0)
		fail_msg("%s ended at %zu:\n%s\nwas expected, and found is\n%s", steps[0].file, end,
			 expected, found);
	remove_tree(box);
	g_free(box);
	g_free(expected);
	g_free(found);
}

/* An mbox that ended at end is completed, but not where it lay. */
static void the_rest_of_an_mbox_comes_elsewhere(const char *whole, size_t end)
{
	char *part = g_strndup(whole, end);
	const struct step rolled_back[] = {
	    {"m", part, true}, {"m", first, true}, {"m", whole, true}};
	const struct step rotated[] = {
	    {"m", part, true}, {"m.1", whole, false}, {"m", first, true}};
	const struct step packed[] = {{"m", part, true}, {"m", NULL, false}, {"m.gz", whole, true}};

	only_the_last_state_stays(rolled_back, G_N_ELEMENTS(rolled_back), end);
	only_the_last_state_stays(rotated, G_N_ELEMENTS(rotated), end);
	only_the_last_state_stays(packed, G_N_ELEMENTS(packed), end);
	g_free(part);
}

/* The rest of a mail does not come where its beginning was read: the file was rolled back first,
 * or is another one by then. */
static void the_rest_comes_in_another_place(void **unused)
{
	char *whole = g_strconcat(first, second, NULL);

	(void)unused;
	for (size_t end = strlen(first) + 1; end < strlen(whole); end += 3 * STEP) {
		char *part = g_strndup(whole, end);
		const char *alone = end > strlen(first) + strlen(FROM "From: D")
					? part + strlen(first) + strlen(FROM)
					: "From: D";
		const struct step renamed[] = {{"x.part", alone, true},
					       {"x.part", NULL, false},
					       {"x.eml", ALONE(second), true}};
		/* read at once, the beginning first */
		const struct step copied[] = {{"a.eml", alone, false},
					      {"b.eml", ALONE(second), true},
					      {"a.eml", NULL, false}};

		the_rest_of_an_mbox_comes_elsewhere(whole, end);
		only_the_last_state_stays(renamed, G_N_ELEMENTS(renamed), end);
		only_the_last_state_stays(copied, G_N_ELEMENTS(copied), end);
		g_free(part);
	}
	g_free(whole);
}

/* What standard input ended with may have been caught while it was written, too. It has no place
 * where more of it may stand. */
static void what_came_on_standard_input(void **unused)
{
	static const char places[] = "SELECT message_id, replace(s.path, rtrim(s.path, "
				     "replace(s.path, '/', '')), '') FROM message m "
				     "JOIN source s ON s.id = m.source ORDER BY 1, 2";
	const struct place file = {.source = "m", .file = "../m"};
	char *whole = g_strconcat(first, second, NULL);
	char *expected = state_when_read_at_once(&file, whole);
	size_t from = strlen(first) + 1;

	(void)unused;
	for (size_t end = from; end < strlen(whole); end += 4 * STEP) {
		char *part = g_strndup(whole, end);

		for (unsigned order = 0; order < 3; order++) {
			char *found;

			if (order < 2)
				index_input(part);
			else
				read_with(&file, part);
			if (order == 1)
				assert_int_equal(read_with(&file, whole).versions, 0);
			else
				assert_int_equal(index_input(whole).versions, 0);
			found = state_of_archive();
			if (strcmp(expected, found) != 0)
				fail_msg("%u ended at %zu:\n%s\nwas expected, and found is\n%s",
					 order, end, expected, found);
			g_free(found);
			/* it is found where it lies from then on */
			assert_int_equal(read_with(&file, whole).fresh, 0);
			assert_answer(places, "a@example.org|m\nb@example.org|m");
			assert_answer("SELECT count(*) FROM source WHERE named AND path = '-'",
				      "0");
			assert_int_equal(index_input(whole).known, 2);
			assert_answer(places, "a@example.org|m\nb@example.org|m");
			forget_archive();
		}
		g_free(part);
	}
	assert_int_equal(index_input("").read, 0);
	assert_int_equal(index_input(ALONE(second)).fresh, 1);
	assert_int_equal(index_input(ALONE(second)).known, 1);
	g_free(expected);
	g_free(whole);
}

/* The mark of a `>From ` line is taken off when all of it is there. */
static void it_ended_inside_a_mark(void **unused)
{
	static const char *const lines[] = {">From x", ">>From x", ">>\n>From x"};

	(void)unused;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		char *before = g_strconcat(first,
					   FROM "From: Dev B <dev.b@example.org>\n"
						"Message-ID: <b@example.org>\n\n" TABLE_HEAD ROW,
					   NULL);
		char *whole = g_strconcat(before, lines[i], NULL);

		for (size_t end = strlen(before); end < strlen(whole); end++)
			the_rest_of_an_mbox_comes_elsewhere(whole, end);
		g_free(whole);
		g_free(before);
	}
}

/* The same mail, whole, came from elsewhere in between. */
static void a_whole_copy_takes_its_place(void **unused)
{
	char *both = g_strconcat(first, second, NULL), *part = g_strndup(both, strlen(both) - 60);
	char *answer;

	(void)unused;
	put("../m", part);
	index_folder("m", NULL);
	put("../copy", second);
	index_folder("copy", NULL);
	put("../m", both);
	index_folder("m", NULL);
	assert_answer("SELECT message_id, version, s.path LIKE '%/copy', (SELECT count(*) FROM "
		      "trailer t WHERE t.message = m.id) FROM message m JOIN source s ON s.id = "
		      "m.source ORDER BY 1, 2",
		      "a@example.org|0|0|0\nb@example.org|0|1|1");
	answer = ask("SELECT count(*) FROM outdated");
	assert_string_equal(answer, "0");
	g_free(answer);
	g_free(part);
	g_free(both);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(wherever_it_ended_nothing_stays_of_it),
	    TEST(a_mail_alone_in_its_file),
	    TEST(the_rest_comes_in_another_place),
	    TEST(what_came_on_standard_input),
	    TEST(it_ended_inside_a_mark),
	    TEST(a_whole_copy_takes_its_place),
	};

	return cmocka_run_group_tests_name("cut", tests, NULL, NULL);
}
