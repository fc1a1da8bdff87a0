/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Repositories of public-inbox in the archive: epochs, mails taken back, and what moves. */
#include "archive.h"
#include "repository.h"

#include <stdio.h>

#define MAIL(id, text)                                                                             \
	"From: Some One <one@example.org>\nDate: Wed, 1 Mar 2023 00:00:00 +0000\n"                 \
	"Message-ID: <" id "@example.org>\nSubject: x\n\n" text

static void move(const char *from, const char *to)
{
	char *old = g_build_filename(root, from, NULL), *new = g_build_filename(root, to, NULL);
	char *folder = g_path_get_dirname(new);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_int_equal(rename(old, new), 0);
	g_free(folder);
	g_free(old);
	g_free(new);
}

static void copy(const char *from, const char *to)
{
	char *command = g_strdup_printf("cp -r '%s/%s' '%s/%s'", root, from, root, to);

	assert_true(g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL));
	g_free(command);
}

/* Indexes what is known. */
static struct pl_index_counts refresh_saying(GString *said)
{
	struct pl_index_watch watch = {.complain = complain, .context = said};
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	assert_int_equal(pl_index_open(database, &watch, &indexer, &error), PL_OK);
	assert_int_equal(pl_index_known_sources(indexer, &error), PL_OK);
	assert_int_equal(pl_index_close(indexer, &counts, &error), PL_OK);
	return counts;
}

static struct pl_index_counts refresh(bool silent)
{
	GString *said = g_string_new(NULL);
	struct pl_index_counts counts = refresh_saying(said);

	if (silent)
		assert_string_equal(said->str, "");
	g_string_free(said, TRUE);
	return counts;
}

static void epochs_are_read_on_and_what_was_taken_back_stays(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	add_to_epoch("l/git/0.git", "m", MAIL("a", "one\n"));
	add_to_epoch("l/git/0.git", "m", MAIL("b", REPORT_TEXT TABLE_HEAD ROW));
	add_to_epoch("l/git/0.git", "d",
		     MAIL("a", "one\n")); /* taken back before it was ever read */
	add_to_epoch("l/git/1.git", "m", MAIL("c", "three\n"));
	add_to_epoch("l/git/1.git", "m",
		     MAIL("b", REPORT_TEXT TABLE_HEAD ROW)); /* delivered again */
	counts = index_folder("l", NULL);
	assert_int_equal(counts.read, 4);
	assert_int_equal(counts.fresh, 3);
	assert_int_equal(counts.known, 1);
	assert_answer("SELECT message_id, s.path LIKE '%/l/git/0.git', length(place), "
		      "(SELECT count(*) FROM report r WHERE r.message = m.id) "
		      "FROM message m JOIN source s ON s.id = m.source ORDER BY 1",
		      "a@example.org|1|40|0\nb@example.org|1|40|1\nc@example.org|0|40|0");
	counts = refresh(true);
	assert_int_equal(counts.read, 0);
	assert_int_equal(counts.unchanged, 2);
	add_to_epoch("l/git/1.git", "d", MAIL("c", "three\n")); /* after it was read */
	add_to_epoch("l/git/1.git", "m", MAIL("d", "four\n"));
	add_to_epoch("l/git/2.git", "m", MAIL("e", "five\n"));
	counts = refresh(true);
	assert_int_equal(counts.fresh, 2);
	assert_int_equal(counts.read, 2);
	assert_answer("SELECT group_concat(message_id) FROM (SELECT message_id FROM message "
		      "ORDER BY 1)",
		      "a@example.org,b@example.org,c@example.org,d@example.org,e@example.org");
	assert_answer("SELECT count(*) FROM report", "1");
	assert_answer("SELECT count(DISTINCT root) FROM source WHERE root IS NOT NULL", "3");
}

static const char sources[] =
    "SELECT replace(path, rtrim(path, replace(path, '/', '')), ''), named, vanished, "
    "(SELECT count(*) FROM message m WHERE m.source = s.id) FROM source s ORDER BY 1";

static void an_epoch_that_moved_is_not_missed(void **state)
{
	(void)state;
	add_to_epoch("l/git/0.git", "m", MAIL("a", "one\n"));
	add_to_epoch("l/git/1.git", "m", MAIL("b", "two\n"));
	index_folder("l", NULL);
	move("l/git/1.git", "away/moved.git");
	/* missed once, as nobody has said where it is */
	assert_int_equal(refresh(false).vanished, 1);
	assert_int_equal(index_folder("away/moved.git", NULL).read, 0);
	assert_answer(sources, "0.git|0|-|1\nl|1|-|0\nmoved.git|1|-|1");
	assert_int_equal(refresh(true).vanished, 0);
	add_to_epoch("away/moved.git", "m", MAIL("c", "three\n"));
	assert_int_equal(refresh(true).fresh, 1);
}

static void a_copy_takes_the_place_of_what_is_gone(void **state)
{
	(void)state;
	add_to_epoch("old.git", "m", MAIL("a", "one\n"));
	index_folder("old.git", NULL);
	copy("old.git", "new.git");
	index_folder("new.git", NULL);
	assert_answer(sources, "new.git|1|-|0\nold.git|1|-|1");
	move("old.git", "elsewhere");
	assert_int_equal(refresh(true).vanished, 0);
	assert_answer(sources, "new.git|1|-|1");
}

static void a_copy_that_lacks_mails_does_not(void **state)
{
	(void)state;
	add_to_epoch("old.git", "m", MAIL("a", "one\n"));
	copy("old.git", "new.git");
	add_to_epoch("old.git", "m", MAIL("b", "two\n"));
	index_folder("old.git", NULL);
	index_folder("new.git", NULL);
	move("old.git", "elsewhere");
	assert_int_equal(refresh(false).vanished, 1);
}

/* Mails were taken out of the history, the first as well: all commits are other ones. */
static void a_history_that_was_rewritten_is_not_missed(void **state)
{
	static const char *const places[] = {"l/git/0.git", "one.git"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		const char *named = i ? "one.git" : "l";
		char *path = g_build_filename(root, places[i], NULL);

		add_to_epoch(places[i], "m", MAIL("a", "one\n"));
		add_to_epoch(places[i], "m", MAIL("b", "two\n"));
		index_folder(named, NULL);
		remove_tree(path);
		add_to_epoch(places[i], "m", MAIL("b", "two\n"));
		assert_int_equal(refresh(false).known, 1);
		assert_int_equal(refresh(true).vanished, 0);
		/* what was named is read on */
		add_to_epoch(places[i], "m", MAIL("c", "three\n"));
		assert_int_equal(refresh(true).fresh, 1);
		index_folder(named, NULL);
		assert_answer("SELECT count(DISTINCT source), count(*) FROM message", "1|3");
		tear_down(state);
		set_up(state);
		g_free(path);
	}
}

/* Another one in its place, which has no mail of it, is something else. */
static void another_repository_in_its_place(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	add_to_epoch("one.git", "m", MAIL("a", "one\n"));
	index_folder("one.git", NULL);
	move("one.git", "away.git");
	add_to_epoch("one.git", "m", MAIL("b", "two\n"));
	assert_int_equal(refresh(false).fresh, 1);
	add_to_epoch("one.git", "m", MAIL("c", "three\n"));
	counts = refresh(false);
	assert_int_equal(counts.fresh, 1);
	assert_int_equal(counts.vanished, 1);
	index_folder("away.git", NULL);
	assert_int_equal(refresh(true).vanished, 0);
	assert_answer(sources, "away.git|1|-|1\none.git|1|-|2");
	add_to_epoch("away.git", "m", MAIL("d", "four\n"));
	assert_int_equal(refresh(true).fresh, 1);
}

/* Each lies where another one lay, or was read by a path that is named later. */
static void what_is_found_later_in_the_run_is_not_missed(void **state)
{
	(void)state;
	add_to_epoch("1.git", "m", MAIL("a", "one\n"));
	add_to_epoch("2.git", "m", MAIL("b", "two\n"));
	index_folder("1.git", NULL);
	index_folder("2.git", NULL);
	move("1.git", "away");
	move("2.git", "1.git");
	move("away", "2.git");
	assert_int_equal(refresh(true).vanished, 0);
	assert_answer(sources, "1.git|1|-|1\n2.git|1|-|1");
	assert_answer("SELECT message_id FROM message m JOIN source s ON s.id = m.source "
		      "WHERE s.path LIKE '%/1.git'",
		      "b@example.org");
	add_to_epoch("1.git", "m", MAIL("c", "three\n"));
	assert_int_equal(refresh(true).fresh, 1);
	/* the place of the first is empty, and the second is in that of the third */
	add_to_epoch("3.git", "m", MAIL("d", "four\n"));
	index_folder("3.git", NULL);
	move("3.git", "away");
	move("1.git", "3.git");
	move("away", "2.git/in.git");
	assert_int_equal(refresh(false).vanished, 1);
	index_folder("2.git/in.git", NULL);
	assert_int_equal(refresh(true).vanished, 0);
}

/* What was told as gone is not any more when a file of that name is there. */
static void end_by_empty_file(void)
{
	GString *said = g_string_new(NULL);
	char *end;

	assert_int_equal(refresh_saying(said).vanished, 1);
	end = strstr(said->str, ": it is not there");
	assert_non_null(end);
	*end = '\0';
	assert_true(g_file_set_contents(strchr(said->str, '/'), "", 0, NULL));
	assert_int_equal(refresh(true).vanished, 0);
	g_string_free(said, TRUE);
}

/* Epochs were taken away and the rest numbered anew: the inbox is the same. */
static void an_epoch_that_another_replaced_is_told_once(void **state)
{
	static const struct {
		const char *lists[3];
		bool same;
	} inboxes[] = {
	    {{"a.example.org", "a.example.org", "a.example.org"}, true},
	    {{"a.example.org", "b.example.org", "b.example.org"}, false},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(inboxes); i++) {
		struct pl_index_counts counts;

		for (int epoch = 0; epoch < 3; epoch++) {
			char *name = g_strdup_printf("l/git/%d.git", epoch);
			char *mail = g_strdup_printf("List-Id: <%s>\nMessage-ID: <%d@example.org>\n"
						     "From: One <one@example.org>\n"
						     "Date: Wed, 1 Mar 2023 00:00:00 +0000\n"
						     "Subject: x\n\none\n",
						     inboxes[i].lists[epoch], epoch);

			add_to_epoch(name, "m", mail);
			g_free(mail);
			g_free(name);
		}
		index_folder("l", NULL);
		move("l/git/0.git", "away.git");
		move("l/git/1.git", "l/git/0.git");
		move("l/git/2.git", "l/git/1.git");
		for (int run = 0; run < 3; run++) {
			GString *said = g_string_new(NULL);

			counts = refresh_saying(said);
			assert_int_equal(counts.vanished, !inboxes[i].same);
			assert_int_equal(counts.read, 0);
			if (inboxes[i].same && run)
				assert_string_equal(said->str, "");
			else
				assert_non_null(strstr(said->str, "0.git@"));
			assert_true(
			    !strstr(said->str, "another epoch of the inbox has its number") ==
			    !(inboxes[i].same && !run));
			g_string_free(said, TRUE);
		}
		assert_answer("SELECT count(*) FROM message", "3");
		if (!inboxes[i].same)
			end_by_empty_file();
		/* it is known when it comes back */
		index_folder("away.git", NULL);
		assert_int_equal(refresh(true).vanished, 0);
		assert_answer(sources, "0.git|0|-|1\n1.git|0|-|1\naway.git|1|-|1\nl|1|-|0");
		tear_down(state);
		set_up(state);
	}
}

/* A run that ends before it comes to a source leaves it known; what cannot be read is not. */
static void what_was_named_is_read_by_the_next_run(void **state)
{
	char *paths[] = {g_build_filename(root, "mails", NULL), g_build_filename(root, "m", NULL),
			 g_build_filename(root, "binary", NULL), NULL};
	struct pl_index_watch watch = {0};
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	(void)state;
	put("1.eml", MAIL("a", "one\n"));
	put("../m", MAIL("b", "two\n"));
	assert_true(g_file_set_contents(paths[2], "\0\1\2\3", 4, NULL));
	assert_int_equal(pl_index_open(database, &watch, &indexer, &error), PL_OK);
	assert_int_equal(pl_index_name_sources(indexer, paths, 3, &error), PL_OK);
	assert_int_equal(pl_index_source(indexer, paths[0], &error), PL_OK);
	assert_int_equal(pl_index_close(indexer, &counts, &error), PL_OK);
	assert_int_equal(counts.fresh, 1);
	counts = refresh(false);
	assert_int_equal(counts.fresh, 1);
	assert_int_equal(counts.broken, 1);
	assert_int_equal(refresh(true).broken, 0);
	/* once it was read it is missed whenever it cannot be */
	assert_int_equal(remove(paths[1]), 0);
	assert_int_equal(refresh(false).vanished, 1);
	assert_int_equal(refresh(false).vanished, 1);
	g_strfreev((char **)g_memdup2(paths, sizeof(paths)));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(epochs_are_read_on_and_what_was_taken_back_stays),
	    TEST(an_epoch_that_moved_is_not_missed),
	    TEST(a_copy_takes_the_place_of_what_is_gone),
	    TEST(a_copy_that_lacks_mails_does_not),
	    TEST(a_history_that_was_rewritten_is_not_missed),
	    TEST(another_repository_in_its_place),
	    TEST(what_is_found_later_in_the_run_is_not_missed),
	    TEST(an_epoch_that_another_replaced_is_told_once),
	    TEST(what_was_named_is_read_by_the_next_run),
	};

	return cmocka_run_group_tests_name("repositories", tests, NULL, NULL);
}
