/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where mails lie after files were renamed, packed or begun anew, and histories rewritten: as
 * a new archive of the same files says, so that each mail is found when it is parsed again.
 */
#include "archive.h"
#include "repository.h"

#include <glib/gstdio.h>

#define BODY(id)                                                                                   \
	"From: Dev A <dev.a@example.org>\nDate: Wed, 1 Mar 2023 00:00:00 +0000\n"                  \
	"Message-ID: <" id "@example.org>\nSubject: " id "\n\n" REPORT_TEXT TABLE_HEAD ROW "\n"
#define BOXED(id) "From dev.a@example.org Wed Mar  1 00:00:00 2023\n" BODY(id)

static const char places[] = "SELECT message_id, s.path, place FROM message m JOIN source s "
			     "ON s.id = m.source ORDER BY 1";

static char *inside(const char *name)
{
	return g_build_filename(root, "box", name, NULL);
}

static void write_file(const char *name, const char *text)
{
	char *relative = g_strconcat("../box/", name, NULL);

	put(relative, text);
	g_free(relative);
}

static void move(const char *from, const char *to)
{
	char *old = inside(from), *new = inside(to);

	assert_int_equal(g_rename(old, new), 0);
	g_free(old);
	g_free(new);
}

static void pack(const char *name)
{
	char *path = inside(name), *command = g_strdup_printf("gzip -n '%s'", path);
	int status;

	assert_true(g_spawn_command_line_sync(command, NULL, NULL, &status, NULL));
	assert_int_equal(status, 0);
	g_free(command);
	g_free(path);
}

/* Parses all mails again, as other recognizers made their records. */
static struct pl_index_counts parse_again(void)
{
	assert_int_equal(sqlite3_exec(db,
				      "UPDATE recognizer SET version = version - 1 "
				      "WHERE id = 'lkp-table'",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	return index_folder("box", NULL);
}

/* Refreshes what was indexed before; each mail lies where a new archive has it. */
static void each_mail_is_found(const char *what)
{
	struct pl_index_counts counts;
	char *found, *expected, *kept = database;
	int64_t mails;

	counts = index_folder("box", NULL);
	assert_int_equal(counts.versions, 0);
	found = ask(places);
	database = g_strconcat(kept, "-new", NULL);
	mails = (int64_t)index_folder("box", NULL).fresh;
	expected = ask(places);
	if (strcmp(found, expected) != 0)
		fail_msg("%s:\n%s\nwas expected, and found is\n%s", what, expected, found);
	sqlite3_close(db);
	db = NULL;
	remove_tree(database);
	g_free(database);
	database = kept;
	index_folder("box", NULL);
	counts = parse_again();
	assert_int_equal(counts.stale, 0);
	assert_int_equal(counts.reparsed, mails);
	g_free(found);
	g_free(expected);
}

/* Names before and behind that of the one that is begun anew. */
static void an_mbox_is_rotated(void **state)
{
	static const char *const names[] = {"m.1", "a", "old/m", "z/m"};

	for (size_t i = 0; i < 2 * G_N_ELEMENTS(names); i++) {
		const char *name = names[i / 2];

		write_file("m", BOXED("a") BOXED("b") BOXED("c"));
		write_file("old/x", BOXED("x"));
		write_file("z/x", BOXED("y"));
		index_folder("box", NULL);
		move("m", name);
		write_file("m", BOXED("other") BOXED("e"));
		if (i % 2)
			pack(name);
		each_mail_is_found(name);
		tear_down(state);
		set_up(state);
	}
}

static void rotated_ones_are_renamed(void **unused)
{
	(void)unused;
	write_file("m", BOXED("a"));
	index_folder("box", NULL);
	move("m", "m.1");
	write_file("m", BOXED("b") BOXED("c"));
	each_mail_is_found("first");
	move("m.1", "m.2");
	move("m", "m.1");
	write_file("m", BOXED("d"));
	each_mail_is_found("second");
	pack("m.2");
	move("m.2.gz", "m.3.gz");
	move("m.1", "m.2");
	pack("m.2");
	move("m", "m.1");
	each_mail_is_found("without a new one");
	write_file("m", BOXED("e"));
	each_mail_is_found("third");
}

/* Copied and then emptied, and a mail taken out. */
static void an_mbox_is_written_anew(void **unused)
{
	(void)unused;
	write_file("m", BOXED("a") BOXED("b") BOXED("c"));
	index_folder("box", NULL);
	write_file("m.1", BOXED("a") BOXED("b") BOXED("c"));
	write_file("m", "");
	each_mail_is_found("emptied");
	write_file("m", BOXED("d") BOXED("e") BOXED("f"));
	each_mail_is_found("copied");
	write_file("m", BOXED("e") BOXED("f") BOXED("g"));
	write_file("m.1", BOXED("d") BOXED("c") BOXED("b") BOXED("a"));
	each_mail_is_found("edited");
}

static void files_of_a_maildir_move(void **unused)
{
	char *cur = inside("in/cur");

	(void)unused;
	write_file("in/new/1", BODY("a"));
	write_file("in/new/2", BODY("b"));
	write_file("in/cur/3", BODY("c"));
	index_folder("box", NULL);
	move("in/new/1", "in/cur/1:2,S");
	move("in/cur/3", "in/cur/3:2,RS");
	each_mail_is_found("read");
	move("in/cur/1:2,S", "in/cur/1:2,RS");
	each_mail_is_found("answered");
	move("in/new", "in/new-");
	remove_tree(cur);
	write_file("in/new-/2", "");
	write_file("a", BOXED("a") BOXED("c") BOXED("b"));
	each_mail_is_found("packed into an mbox");
	g_free(cur);
}

/* A copy takes nothing away from what still holds its mails. */
static void copies_change_nothing(void **unused)
{
	char *before, *after;

	(void)unused;
	write_file("m", BOXED("a") BOXED("b"));
	write_file("p", BOXED("c") BOXED("d"));
	pack("p");
	write_file("s", BOXED("e"));
	index_folder("box", NULL);
	before = ask(places);
	write_file("a", BOXED("e") BOXED("d") BOXED("c") BOXED("b") BOXED("a"));
	write_file("z", BOXED("a"));
	assert_int_equal(index_folder("box", NULL).fresh, 0);
	after = ask(places);
	assert_string_equal(before, after);
	g_free(before);
	g_free(after);
	/* one that has grown as well */
	before = ask(places);
	write_file("m", BOXED("a") BOXED("b") BOXED("f"));
	write_file("b", BOXED("b") BOXED("a"));
	assert_int_equal(index_folder("box", NULL).fresh, 1);
	after = ask("SELECT message_id, s.path, place FROM message m JOIN source s "
		    "ON s.id = m.source WHERE message_id <> 'f@example.org' ORDER BY 1");
	assert_string_equal(before, after);
	g_free(before);
	g_free(after);
}

/* What was taken out lies nowhere; where it comes back, it is found. */
static void what_is_not_there_is_not_named(void **unused)
{
	static const char place[] = "SELECT place FROM message WHERE message_id = 'a@example.org'";

	(void)unused;
	write_file("m", BOXED("a") BOXED("b"));
	index_folder("box", NULL);
	write_file("m", BOXED("b"));
	index_folder("box", NULL);
	assert_answer(place, "-");
	assert_int_equal(parse_again().stale, 1);
	write_file("n", BOXED("a"));
	index_folder("box", NULL);
	assert_answer(place, "48");
	assert_int_equal(parse_again().stale, 0);
}

/* An older program left places that were right once: parsing again notes that, and a rebuild of
 * the text index finds the mails. */
static void places_that_were_wrong_before(void **unused)
{
	const struct pl_index_watch watch = {0};
	struct pl_rebuild_counts counts;
	struct pl_error error;

	(void)unused;
	write_file("a", BOXED("x") BOXED("b"));
	index_folder("box", NULL);
	assert_int_equal(
	    sqlite3_exec(db, "UPDATE message SET place = 1000 + place", NULL, NULL, NULL),
	    SQLITE_OK);
	assert_int_equal(parse_again().stale, 2);
	assert_answer("SELECT count(place) FROM message", "0");
	sqlite3_close(db);
	db = NULL;
	assert_int_equal(pl_index_rebuild(database, &watch, &counts, &error), PL_OK);
	assert_int_equal(counts.from_source, 2);
	each_mail_is_found("rebuilt");
}

/* Mails were taken out: the first, so that all commits are other ones, or a later one. */
static void a_history_is_rewritten(void **state)
{
	for (int first = 0; first < 2; first++) {
		char *path = inside("git/0.git");

		add_to_epoch("box/git/0.git", "m", first ? BODY("a") : BODY("b"));
		add_to_epoch("box/git/0.git", "m", first ? BODY("b") : BODY("a"));
		add_to_epoch("box/git/0.git", "m", BODY("c"));
		index_folder("box", NULL);
		remove_tree(path);
		add_to_epoch("box/git/0.git", "m", BODY("b"));
		add_to_epoch("box/git/0.git", "m", BODY("c"));
		index_folder("box", NULL);
		assert_answer("SELECT message_id, length(place) FROM message ORDER BY 1",
			      "a@example.org|-\nb@example.org|40\nc@example.org|40");
		assert_int_equal(parse_again().stale, 1);
		tear_down(state);
		set_up(state);
		g_free(path);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(an_mbox_is_rotated),
	    TEST(rotated_ones_are_renamed),
	    TEST(an_mbox_is_written_anew),
	    TEST(files_of_a_maildir_move),
	    TEST(copies_change_nothing),
	    TEST(what_is_not_there_is_not_named),
	    TEST(places_that_were_wrong_before),
	    TEST(a_history_is_rewritten),
	};

	return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
