/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Repositories of public-inbox. */
#include "reading.h"
#include "repository.h"

#include <git2.h>
#include <glib/gstdio.h>
#include <unistd.h>

static const char *cursor_of(const char *name)
{
	char *path = in_root(name);
	const struct pl_mark *mark = g_hash_table_lookup(marks, path);

	g_free(path);
	return mark ? mark->cursor : NULL;
}

static void test_epoch(void **state)
{
	git_repository *repository = new_repository("e.git");
	char *path = in_root("e.git");
	struct pl_mark *mark;
	git_oid id;

	(void)state;
	expect("e.git", "{note: ROOT/e.git: no commits, no mails}");
	add_commit(repository, "m", MAIL("1"), false, NULL);
	add_commit(repository, "m", MAIL("2"), false, NULL);
	add_commit(repository, "m", MAIL("2"), false, NULL); /* the same delivered again */
	id = add_commit(repository, "m", FROM MAIL("3"), false, NULL);
	expect_new("e.git", "[" MAIL("1") "][" MAIL("2") "][" MAIL("2") "][" MAIL("3") "]");
	assert_string_equal(cursor_of("e.git"), git_oid_tostr_s(&id));
	add_commit(repository, "d", MAIL("1"), false, NULL);
	id = add_commit(repository, "m", MAIL("4"), false, NULL);
	expect_new("e.git/", "[" MAIL("4") "]");
	assert_string_equal(cursor_of("e.git"), git_oid_tostr_s(&id));
	expect_new("e.git", "");
	mark = g_hash_table_lookup(marks, path);
	memset(mark->cursor, '1', GIT_OID_HEXSZ);
	expect_new("e.git",
		   "{note: ROOT/e.git: commit 1111111111111111111111111111111111111111, where "
		   "reading ended before, is no longer in the history: all of it is read again}"
		   "[" MAIL("1") "][" MAIL("2") "][" MAIL("2") "][" MAIL("3") "][" MAIL("4") "]");
	g_free(path);
	close_repository(repository);
}

static void test_epochs(void **state)
{
	static const char *const names[] = {"v2/git/0.git", "v2/git/2.git", "v2/git/10.git"};
	static const char *const mails[] = {MAIL("a"), MAIL("b"), MAIL("c")};
	char *path = in_root("v2");
	struct reading reading;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		git_repository *repository = new_repository(names[i]);

		add_commit(repository, "m", mails[i], false, NULL);
		if (i == 2)
			add_commit(repository, "m", MAIL("d"), false, NULL);
		close_repository(repository);
	}
	reading = read_all(path, 0);
	assert_string_equal(reading.text->str,
			    "[" MAIL("a") "][" MAIL("b") "][" MAIL("c") "][" MAIL("d") "]");
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		char *epoch = in_root(names[i]);

		assert_string_equal(g_ptr_array_index(reading.paths, i), epoch);
		g_free(epoch);
	}
	reading_clear(&reading);
	expect("v2/git", "[" MAIL("a") "][" MAIL("b") "][" MAIL("c") "][" MAIL("d") "]");
	put_text("v2/note.eml", MAIL("not read: the inbox is the repositories"));
	put_text("mixed.eml", MAIL("z"));
	expect(".", "[" MAIL("z") "][" MAIL("a") "][" MAIL("b") "][" MAIL("c") "][" MAIL("d") "]");
	g_free(path);
}

static void rename_in_root(const char *from, const char *to)
{
	char *old = in_root(from), *new = in_root(to);

	assert_int_equal(g_rename(old, new), 0);
	g_free(old);
	g_free(new);
}

/* An epoch is known by its first commit, wherever it lies. */
static void test_moved_epochs(void **state)
{
	git_repository *first = new_repository("v2/git/0.git");
	git_repository *second;

	(void)state;
	add_commit(first, "m", MAIL("a"), false, NULL);
	add_commit(first, "m", MAIL("b"), false, NULL);
	expect_new("v2", "[" MAIL("a") "][" MAIL("b") "]");
	second = new_repository("v2/git/1.git");
	add_commit(second, "m", MAIL("c"), false, NULL);
	expect_new("v2", "[" MAIL("c") "]");
	/* the inbox moves, and a mail comes in */
	add_commit(second, "m", MAIL("d"), false, NULL);
	close_repository(first);
	close_repository(second);
	rename_in_root("v2", "moved");
	expect_new("moved", "[" MAIL("d") "]");
	assert_null(cursor_of("v2/git/0.git"));
	/* epochs change places */
	rename_in_root("moved/git/0.git", "moved/git/2.git");
	rename_in_root("moved/git/1.git", "moved/git/0.git");
	rename_in_root("moved/git/2.git", "moved/git/1.git");
	expect_new("moved", "");
	expect_new("moved", "");
	/* another repository in the place of a known one */
	rename_in_root("moved/git/1.git", "away.git");
	first = new_repository("moved/git/1.git");
	add_commit(first, "m", MAIL("e"), false, NULL);
	close_repository(first);
	expect_new("moved", "{note: ROOT/moved/git/1.git: its first commit is another one than "
			    "before: all of it is read}[" MAIL("e") "]");
}

static void test_v1(void **state)
{
	git_repository *repository = new_repository("v1");

	(void)state;
	add_commit(repository, "ab/00000000000000000000000000000000000001", MAIL("1"), true, NULL);
	add_commit(repository, "cd/00000000000000000000000000000000000001", MAIL("2"), true, NULL);
	add_commit(repository, "ab/00000000000000000000000000000000000000", MAIL("3"), true, NULL);
	expect_new("v1", "[" MAIL("1") "][" MAIL("2") "][" MAIL("3") "]");
	add_commit(repository, "ab/readme", "x", true, NULL);
	add_commit(repository, "ab/00000000000000000000000000000000000002", MAIL("4"), true, NULL);
	expect_new("v1", "[" MAIL("4") "]");
	/* a mail is taken back: what is left is a tree without it */
	add_commit(repository, "ab/00000000000000000000000000000000000002", MAIL("4"), false, NULL);
	expect_new("v1", "");
	close_repository(repository);
}

/* A loose object of the repository is lost. */
static void lose(const char *name, const git_oid *id)
{
	const char *hex = git_oid_tostr_s(id);
	char *file = g_strdup_printf("%s/%s/objects/%.2s/%s", root, name, hex, hex + 2);

	assert_int_equal(g_remove(file), 0);
	g_free(file);
}

static void test_lost_objects(void **state)
{
	git_repository *repository = new_repository("e.git");
	char *path = in_root("e.git");
	git_oid first, second, blob;
	struct reading reading;

	(void)state;
	first = add_commit(repository, "m", MAIL("1"), false, NULL);
	second = add_commit(repository, "m", MAIL("2"), false, &blob);
	add_commit(repository, "m", MAIL("3"), false, NULL);
	lose("e.git", &blob);
	reading = read_some(path, 0, true, G_MAXUINT);
	assert_non_null(
	    g_strstr_len(reading.text->str, -1, "[" MAIL("1") "]{fatal: ROOT/e.git: blob "));
	assert_true(g_str_has_suffix(reading.text->str, "[" MAIL("3") "]"));
	assert_int_equal(reading.counts.unreadable, 1);
	/* the next run tries again */
	assert_string_equal(cursor_of("e.git"), git_oid_tostr_s(&first));
	reading_clear(&reading);
	forget();
	lose("e.git", &second);
	reading = read_some(path, 0, true, G_MAXUINT);
	assert_non_null(g_strstr_len(reading.text->str, -1, "{fatal: ROOT/e.git: commit "));
	assert_true(g_str_has_suffix(reading.text->str, "[" MAIL("3") "]"));
	assert_int_equal(reading.counts.mails, 1);
	assert_null(cursor_of("e.git"));
	reading_clear(&reading);
	close_repository(repository);
	g_free(path);
}

/* Takes the object away, or puts it back. */
static void hide(const char *name, const git_oid *id, bool hidden)
{
	const char *hex = git_oid_tostr_s(id);
	char *object = g_strdup_printf("%s/objects/%.2s/%s", name, hex, hex + 2);
	char *aside = g_strdup_printf("aside-%s", hex);

	rename_in_root(hidden ? object : aside, hidden ? aside : object);
	g_free(object);
	g_free(aside);
}

static void set_shallow(const char *name, const git_oid *oldest)
{
	char *file = g_strconcat(name, "/shallow", NULL);
	char *line = g_strconcat(git_oid_tostr_s(oldest), "\n", NULL);

	put_text(file, line);
	g_free(file);
	g_free(line);
}

static void test_a_shallow_clone_is_deepened(void **state)
{
	git_repository *repository = new_repository("e.git");
	char *file = in_root("e.git/shallow");
	git_oid ids[4];

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(ids); i++) {
		char *mail = g_strdup_printf("Subject: %zu\n\n", i);

		ids[i] = add_commit(repository, "m", mail, false, NULL);
		g_free(mail);
	}
	hide("e.git", &ids[0], true);
	hide("e.git", &ids[1], true);
	set_shallow("e.git", &ids[2]);
	expect_new("e.git", "{note: ROOT/e.git: a shallow clone, older mails are not in it}"
			    "[Subject: 2\n\n][Subject: 3\n\n]");
	add_commit(repository, "m", MAIL("new"), false, NULL);
	expect_new("e.git", "[" MAIL("new") "]");
	expect_new("e.git", "");
	/* by one commit, then by all */
	hide("e.git", &ids[1], false);
	set_shallow("e.git", &ids[1]);
	expect_new("e.git", "{note: ROOT/e.git: older mails have come to the shallow clone: all of "
			    "it is read again}"
			    "{note: ROOT/e.git: a shallow clone, older mails are not in it}"
			    "[Subject: 1\n\n][Subject: 2\n\n][Subject: 3\n\n][" MAIL("new") "]");
	expect_new("e.git", "");
	hide("e.git", &ids[0], false);
	assert_int_equal(g_remove(file), 0);
	expect_new(
	    "e.git",
	    "{note: ROOT/e.git: older mails have come to the shallow clone: all of "
	    "it is read again}"
	    "[Subject: 0\n\n][Subject: 1\n\n][Subject: 2\n\n][Subject: 3\n\n][" MAIL("new") "]");
	expect_new("e.git", "");
	close_repository(repository);
	g_free(file);
}

/* Runs git, which makes what other programs write as they do. */
static void git(const char *arguments)
{
	char *command = g_strdup_printf("git -C '%s' -c protocol.file.allow=always "
					"-c user.name=N -c user.email=n@example.org %s",
					root, arguments);
	int status;

	assert_true(g_spawn_command_line_sync(command, NULL, NULL, &status, NULL));
	assert_int_equal(status, 0);
	g_free(command);
}

/* A linked worktree has a file `.git`, which names its repository; so has a submodule, with a
 * relative path. */
static void test_named_repositories(void **state)
{
	git_repository *repository = new_repository("e.git");
	char *path = in_root("sub/list/.git"), *text;

	(void)state;
	add_commit(repository, "m", MAIL("1"), false, NULL);
	add_commit(repository, "m", MAIL("2"), false, NULL);
	git("-C e.git worktree add -q ../tree HEAD");
	expect_new("tree", "[" MAIL("1") "][" MAIL("2") "]");
	expect_new("tree", "");
	assert_non_null(cursor_of("tree/.git"));
	/* known by its first commit */
	expect_new("e.git", "");
	git("init -q sub");
	git("-C sub submodule --quiet add ../e.git list");
	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	assert_string_equal(text, "gitdir: ../.git/modules/list\n");
	g_free(text);
	expect_new("sub/list", "");
	add_commit(repository, "m", MAIL("3"), false, NULL);
	git("-C sub/list pull -q");
	expect_new("sub/list", "[" MAIL("3") "]");
	forget();
	expect_new("sub/list/.git", "[" MAIL("1") "][" MAIL("2") "][" MAIL("3") "]");
	/* what else is in a folder with it */
	forget();
	git("-C sub commit -qm s");
	put_text("sub/a", MAIL("a"));
	expect_new("sub", "[" MAIL("a") "][" MAIL("1") "][" MAIL("2") "][" MAIL("3") "]");
	close_repository(repository);
	g_free(path);
}

static void test_named_repositories_that_are_not_there(void **state)
{
	char *path = in_root("v2/git/0.git");

	(void)state;
	put_text("tree/.git", "gitdir: ../gone\n");
	expect("tree", "{fatal: ROOT/tree/.git: there is no repository at ROOT/tree/../gone, which "
		       "it names}FAILED ROOT/tree: no mails in this folder");
	put_text("tree/m", MAIL("1"));
	expect("tree", "{fatal: ROOT/tree/.git: there is no repository at ROOT/tree/../gone, which "
		       "it names}[" MAIL("1") "]");
	expect("tree/.git", "FAILED ROOT/tree/.git: there is no repository at ROOT/tree/../gone, "
			    "which it names");
	/* a file of that name that says something else names none */
	put_text("tree/.git", "not this\n");
	expect("tree", "[" MAIL("1") "]");
	put_text("v2/m", MAIL("2"));
	put_text("v2/git/m", MAIL("3"));
	assert_int_equal(symlink("/nowhere", path), 0);
	expect("v2",
	       "{fatal: ROOT/v2/git/0.git: there is no repository at /nowhere, which it names}"
	       "[" MAIL("3") "][" MAIL("2") "]"
					    "{note: files that are no mail and were skipped: 1}");
	g_free(path);
}

static void test_other_repository(void **state)
{
	git_repository *repository = new_repository("e.git");

	(void)state;
	add_commit(repository, "README", "x", false, NULL);
	expect("e.git", "FAILED ROOT/e.git: a git repository, but no public-inbox");
	put_text("a", MAIL("a"));
	expect(".", "[" MAIL("a") "]{note: files that are no mail and were skipped: 1}");
	close_repository(repository);
}

static void expect_broken(const char *name)
{
	char *path = in_root(name);
	struct reading reading = read_some(path, 0, true, G_MAXUINT);

	assert_true(g_str_has_prefix(reading.text->str, "{fatal: ROOT/"));
	assert_int_equal(reading.counts.broken, 1);
	reading_clear(&reading);
	g_free(path);
}

/* What cannot be read is not called empty, and the place that was read to stays. */
static void test_references_that_cannot_be_read(void **state)
{
	static const char *const broken[] = {"", "garbage\n", "ref: \n"};
	git_repository *repository = new_repository("e.git");
	char *head = in_root("e.git/HEAD"), *config = in_root("e.git/config");
	char *branch, *name, *cursor;
	git_reference *reference;
	git_oid id;

	(void)state;
	id = add_commit(repository, "m", MAIL("1"), false, NULL);
	assert_int_equal(git_repository_head(&reference, repository), 0);
	name = g_strdup_printf("e.git/%s", git_reference_name(reference));
	branch = in_root(name);
	g_free(name);
	expect_new("e.git", "[" MAIL("1") "]");
	cursor = g_strdup(cursor_of("e.git"));
	for (size_t i = 0; i < G_N_ELEMENTS(broken); i++) {
		assert_true(g_file_set_contents(branch, broken[i], -1, NULL));
		expect_broken("e.git");
		assert_string_equal(cursor_of("e.git"), cursor);
	}
	assert_true(g_file_set_contents(branch, git_oid_tostr_s(&id), -1, NULL));
	expect_new("e.git", "");

	/* another HEAD: the only branch is read, of several none */
	assert_true(g_file_set_contents(head, "ref: refs/heads/gone\n", -1, NULL));
	expect_new("e.git", "");
	git_reference_free(reference);
	assert_int_equal(git_reference_create(&reference, repository, "refs/tags/t", &id, 0, NULL),
			 0);
	git_reference_free(reference);
	expect_new("e.git", "");
	assert_int_equal(
	    git_reference_create(&reference, repository, "refs/heads/other", &id, 0, NULL), 0);
	expect_new("e.git",
		   "{fatal: ROOT/e.git: HEAD names a branch that is not there, and it is not "
		   "known which of the others to read}");

	/* objects with names of SHA-256 */
	assert_true(g_file_set_contents(
	    config,
	    "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\nobjectformat = "
	    "sha256\n",
	    -1, NULL));
	assert_true(g_file_set_contents(head, "ref: refs/heads/master\n", -1, NULL));
	assert_true(
	    g_file_set_contents(branch,
				"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
				"aaaa\n",
				-1, NULL));
	expect_broken("e.git");
	git_reference_free(reference);
	g_free(cursor);
	g_free(branch);
	g_free(config);
	g_free(head);
	close_repository(repository);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    SOURCE_TEST(test_epoch),
	    SOURCE_TEST(test_epochs),
	    SOURCE_TEST(test_moved_epochs),
	    SOURCE_TEST(test_v1),
	    SOURCE_TEST(test_lost_objects),
	    SOURCE_TEST(test_references_that_cannot_be_read),
	    SOURCE_TEST(test_named_repositories),
	    SOURCE_TEST(test_named_repositories_that_are_not_there),
	    SOURCE_TEST(test_other_repository),
	    SOURCE_TEST(test_a_shallow_clone_is_deepened),
	};

	return cmocka_run_group_tests_name("git", tests, NULL, NULL);
}
