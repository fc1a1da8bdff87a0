/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * After a recognizer has changed, the mails in which it could find something are parsed
 * again, and no others. That a recognizer has changed is made out of a database that says
 * it was made by an older one, whose records were other ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include <perflore/index.h>
#include <perflore/parse.h>
#include <perflore/store.h>

#include "tree.h"

static char *root, *mails, *database;
static GString *said;

static void complain(void *context, bool fatal, const char *line)
{
	g_string_append_printf(context, "{%s: %s}", fatal ? "fatal" : "note", line);
}

/* Indexes path, or with NULL all that is known. */
static struct pl_index_counts index_path(const char *path)
{
	const struct pl_index_watch watch = {.complain = complain, .context = said};
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	g_string_truncate(said, 0);
	assert_int_equal(pl_index_open(database, &watch, &indexer, &error), PL_OK);
	assert_int_equal(path ? pl_index_source(indexer, path, &error)
			      : pl_index_known_sources(indexer, &error),
			 PL_OK);
	assert_int_equal(pl_index_close(indexer, &counts, &error), PL_OK);
	return counts;
}

static sqlite3 *open_database(void)
{
	char *file = g_build_filename(database, "perflore.db", NULL);
	sqlite3 *db;

	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	g_free(file);
	return db;
}

static void change(const char *statements)
{
	sqlite3 *db = open_database();
	char *error = NULL;

	if (sqlite3_exec(db, statements, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s", error);
	sqlite3_close(db);
}

static int64_t number(const char *query)
{
	sqlite3 *db = open_database();
	sqlite3_stmt *statement;
	int64_t value;

	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return value;
}

/* What is in the database, without the ids of its own. */
static char *contents(void)
{
	static const char *const queries[] = {
	    "SELECT * FROM rows ORDER BY message_id, line, table_title, head_label, metric, change",
	    "SELECT * FROM reports ORDER BY id",
	    "SELECT m.message_id, t.* FROM trailer t JOIN message m ON m.id = t.message "
	    "ORDER BY m.message_id, t.position",
	    "SELECT m.message_id, hex(t.text), hex(t.json), m.features, m.version FROM message m "
	    "LEFT JOIN message_text t ON t.message = m.id ORDER BY m.message_id, m.version",
	    "SELECT m.message_id, r.position, o.state, e.message_id, o.line, o.rule, o.conflict "
	    "FROM outcome o JOIN report r ON r.id = o.report JOIN message m ON m.id = r.message "
	    "LEFT JOIN message e ON e.id = o.message ORDER BY 1, 2",
	    "SELECT m.message_id, e.message_id, v.line, v.rule, v.state, v.text FROM evidence v "
	    "JOIN report r ON r.id = v.report JOIN message m ON m.id = r.message "
	    "JOIN message e ON e.id = v.message ORDER BY 1, 2, 3, 4",
	    "SELECT m.message_id, t.position, o.position, n.message_id FROM metric_table t "
	    "JOIN message m ON m.id = t.message JOIN report o ON o.id = t.owner "
	    "JOIN message n ON n.id = o.message ORDER BY 1, 2",
	    "SELECT m.message_id, c.* FROM commit_mention c JOIN message m ON m.id = c.message "
	    "ORDER BY m.message_id, commit_id, role, line",
	    "SELECT m.message_id, p.code, p.detail FROM problem p JOIN message m ON m.id = "
	    "p.message ORDER BY 1, p.position",
	    "SELECT m.message_id, r.line, r.rule, r.text FROM remark r JOIN message m ON "
	    "m.id = r.message ORDER BY 1, 2, 3",
	    "SELECT m.message_id, l.line, l.name, l.target FROM mail_link l JOIN message m ON "
	    "m.id = l.message ORDER BY 1, 2, 3, 4",
	    "SELECT * FROM recognizer ORDER BY id",
	    "SELECT count(*) FROM unsettled UNION ALL SELECT count(*) FROM outdated",
	};
	GString *out = g_string_new(NULL);
	sqlite3 *db = open_database();

	for (size_t i = 0; i < G_N_ELEMENTS(queries); i++) {
		sqlite3_stmt *statement;

		if (sqlite3_prepare_v2(db, queries[i], -1, &statement, NULL) != SQLITE_OK)
			fail_msg("%s", sqlite3_errmsg(db));
		while (sqlite3_step(statement) == SQLITE_ROW) {
			for (int k = 0; k < sqlite3_column_count(statement); k++)
				g_string_append_printf(out, "%s|",
						       sqlite3_column_text(statement, k));
			g_string_append_c(out, '\n');
		}
		g_string_append_printf(out, "-- %zu\n", i);
		sqlite3_finalize(statement);
	}
	sqlite3_close(db);
	return g_string_free(out, FALSE);
}

static void copy_file(const char *from, const char *to)
{
	char *text;
	gsize size;

	assert_true(g_file_get_contents(from, &text, &size, NULL));
	assert_true(g_file_set_contents(to, text, (gssize)size, NULL));
	g_free(text);
}

static int set_up(void **state)
{
	static const char *const names[] = {"mm.mbox", "sched.mbox", "net.mbox", "fs.mbox"};

	(void)state;
	root = g_dir_make_tmp("perflore-reparse-XXXXXX", NULL);
	mails = g_build_filename(root, "mails", NULL);
	database = g_build_filename(root, "db", NULL);
	said = g_string_new(NULL);
	assert_int_equal(g_mkdir(mails, 0700), 0);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		char *from = g_build_filename(PERFLORE_CORPUS, "threads", names[i], NULL);
		char *to = g_build_filename(mails, names[i], NULL);

		copy_file(from, to);
		g_free(from);
		g_free(to);
	}
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_tree(root);
	g_free(root);
	g_free(mails);
	g_free(database);
	g_string_free(said, TRUE);
	return 0;
}

/* An older lkp-table, which read other values, and found tables that are none. */
static const char older_tables[] =
    "UPDATE recognizer SET version = version - 1 WHERE id = 'lkp-table';"
    "UPDATE metric_row SET base_value = 7, change = 1 WHERE metric_table IN "
    "	(SELECT id FROM metric_table WHERE kind = 'lkp');"
    "UPDATE message_text SET json = x'00' WHERE message IN "
    "	(SELECT message FROM metric_table WHERE kind = 'lkp')";

static void records_are_those_of_the_newest_recognizer(void **state)
{
	struct pl_index_counts counts = index_path(mails);
	char *fresh = contents(), *now;
	int64_t could;

	(void)state;
	assert_int_equal(counts.reparsed, 0);
	assert_string_equal(said->str, "");
	could = number("SELECT count(*) FROM message m, recognizer r WHERE r.id = 'lkp-table' "
		       "AND m.features & r.needs");
	assert_true(could > 0 && (uint64_t)could < counts.fresh);
	change(older_tables);
	now = contents();
	assert_string_not_equal(now, fresh);
	g_free(now);
	counts = index_path(NULL);
	assert_int_equal(counts.reparsed, could);
	assert_int_equal(counts.stale, 0);
	assert_non_null(strstr(said->str, "changed since the records were made: lkp-table; "));
	now = contents();
	assert_string_equal(now, fresh);
	assert_int_equal(index_path(NULL).reparsed, 0);
	g_free(now);
	g_free(fresh);
}

static void a_recognizer_comes_or_goes(void **state)
{
	char *fresh, *now;
	struct pl_index_counts counts;

	(void)state;
	index_path(mails);
	fresh = contents();
	change("DELETE FROM trailer; DELETE FROM recognizer WHERE id = 'trailer'");
	counts = index_path(NULL);
	assert_true(counts.reparsed > 0);
	now = contents();
	assert_string_equal(now, fresh);
	g_free(now);
	/* one that needed nothing is gone: what it found may be anywhere */
	change("INSERT INTO recognizer VALUES ('gone', 1, 0);"
	       "UPDATE recognizer SET version = version - 1 WHERE id = 'trailer'");
	counts = index_path(NULL);
	assert_int_equal(counts.reparsed, number("SELECT count(*) FROM message WHERE version = 0"));
	now = contents();
	assert_string_equal(now, fresh);
	g_free(now);
	g_free(fresh);
}

/* An older program does not undo what a newer one has found. */
static void what_a_newer_program_made_is_left_alone(void **state)
{
	static const struct {
		const char *change, *undo, *said;
	} cases[] = {
	    {"UPDATE recognizer SET version = version + 1 WHERE id IN ('trailer', 'threads')",
	     "UPDATE recognizer SET version = version - 1 WHERE id IN ('trailer', 'threads')",
	     "(threads %d, this one has %d; trailer %d, this one has %d)"},
	    /* some of it is older, and some newer */
	    {"UPDATE recognizer SET version = version + iif(id = 'trailer', 1, -1) "
	     "WHERE id IN ('trailer', 'threads')",
	     "UPDATE recognizer SET version = version + iif(id = 'trailer', -1, 1) "
	     "WHERE id IN ('trailer', 'threads')",
	     "(trailer %d, this one has %d)"},
	    {"INSERT INTO recognizer VALUES ('to-come', 2, 0)",
	     "DELETE FROM recognizer WHERE id = 'to-come'", "(to-come %d, this one has %d)"},
	    {"UPDATE meta SET value = value + 1 WHERE key = 'features'",
	     "UPDATE meta SET value = value - 1 WHERE key = 'features'",
	     "(features %d, this one has %d)"},
	    /* another table of directions */
	    {"UPDATE recognizer SET version = version + 1 WHERE id = 'metrics';"
	     "UPDATE metric SET direction = -direction",
	     "UPDATE recognizer SET version = version - 1 WHERE id = 'metrics';"
	     "UPDATE metric SET direction = -direction",
	     "(metrics %d, this one has %d)"},
	};
	const struct pl_index_watch watch = {0};
	struct pl_rebuild_counts rebuilt;

	(void)state;
	index_path(mails);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct pl_indexer *indexer;
		struct pl_error error;
		char *before, *after, *plain, *said_by_index;
		GRegex *digits = g_regex_new(" [0-9]+", 0, 0, NULL);

		change(cases[i].change);
		before = contents();
		assert_int_equal(pl_index_open(database, &watch, &indexer, &error), PL_FAILED);
		plain = g_regex_replace_literal(digits, error.message, -1, 0, " %d", 0, NULL);
		assert_non_null(strstr(plain, "perflore.db: its records were made by a newer"));
		if (!strstr(plain, cases[i].said))
			fail_msg("%s", error.message);
		/* the text index is its work, too */
		said_by_index = g_strdup(error.message);
		assert_int_equal(pl_index_rebuild(database, &watch, &rebuilt, &error), PL_FAILED);
		assert_string_equal(error.message, said_by_index);
		after = contents();
		assert_string_equal(before, after);
		change(cases[i].undo);
		g_free(said_by_index);
		g_regex_unref(digits);
		g_free(plain);
		g_free(before);
		g_free(after);
	}
	assert_int_equal(index_path(NULL).reparsed, 0);
}

/* Sentences, and who sent a report that is quoted, are found by the indexer. */
static void what_the_indexer_finds_is_that_of_the_newest(void **state)
{
	struct pl_index_counts counts;
	char *fresh, *now;

	(void)state;
	index_path(mails);
	fresh = contents();
	assert_true(number("SELECT count(*) FROM remark") > 0);
	assert_true(number("SELECT count(*) FROM mail_link WHERE name LIKE 'reporter%'") > 0);
	change("DELETE FROM remark; UPDATE recognizer SET version = version - 1 "
	       "WHERE id = 'remarks'");
	counts = index_path(NULL);
	assert_int_equal(counts.reparsed, number("SELECT count(*) FROM message WHERE version = 0"));
	assert_non_null(strstr(said->str, "changed since the records were made: remarks; "));
	now = contents();
	assert_string_equal(now, fresh);
	g_free(now);
	/* a program that knew of no such thing */
	change("DELETE FROM mail_link WHERE name LIKE 'reporter%';"
	       "DELETE FROM recognizer WHERE id = 'reporters'");
	assert_true(number("SELECT count(*) FROM message WHERE version = 0") >
		    (int64_t)index_path(NULL).reparsed);
	now = contents();
	assert_string_equal(now, fresh);
	g_free(now);
	g_free(fresh);
}

/* After these statements a run makes what was there before, and parses no mail for it. */
static void is_made_again(const char *statements)
{
	struct pl_index_counts counts;
	char *fresh, *now;

	fresh = contents();
	change(statements);
	now = contents();
	assert_string_not_equal(now, fresh);
	g_free(now);
	counts = index_path(NULL);
	assert_int_equal(counts.reparsed, 0);
	now = contents();
	assert_string_equal(now, fresh);
	g_free(now);
	g_free(fresh);
}

static void what_is_known_of_metrics_is_looked_up_again(void **state)
{
	(void)state;
	index_path(mails);
	assert_true(number("SELECT count(*) FROM metric WHERE direction > 0") > 0);
	is_made_again("UPDATE metric SET direction = -direction, family = 'old', unit = NULL;"
		      "UPDATE recognizer SET version = version - 1 WHERE id = 'metrics'");
	/* a hash that an older program kept is no version that is higher */
	is_made_again("UPDATE metric SET direction = -direction, family = 'old', unit = NULL;"
		      "UPDATE recognizer SET version = 1234567890 WHERE id = 'metrics'");
}

static void other_rules_of_outcomes_settle_all_threads(void **state)
{
	(void)state;
	index_path(mails);
	is_made_again("UPDATE outcome SET state = 'open'; UPDATE metric_table SET owner = NULL;"
		      "UPDATE recognizer SET version = version - 1 WHERE id = 'threads'");
}

static void what_it_needed_before_counts_too(void **state)
{
	struct pl_index_counts counts;

	(void)state;
	index_path(mails);
	/* the older one found something where no figures are */
	change("UPDATE recognizer SET needs = 4 WHERE id = 'column-table'");
	counts = index_path(NULL);
	assert_int_equal(counts.reparsed,
			 number("SELECT count(*) FROM message WHERE features & (4 | (SELECT needs "
				"FROM recognizer WHERE id = 'column-table'))"));
	assert_true(counts.reparsed > 0);
}

static void other_features_say_that_all_is_scanned(void **state)
{
	struct pl_index_counts counts;
	char *fresh, *now;

	(void)state;
	index_path(mails);
	fresh = contents();
	change(
	    "UPDATE meta SET value = '0' WHERE key = 'features'; UPDATE message SET features = 0");
	counts = index_path(NULL);
	assert_int_equal(counts.reparsed, number("SELECT count(*) FROM message WHERE version = 0"));
	assert_non_null(strstr(said->str, "all "));
	now = contents();
	assert_string_equal(now, fresh);
	g_free(now);
	g_free(fresh);
}

static void mails_of_a_vanished_source_stay(void **state)
{
	char *file = g_build_filename(mails, "mm.mbox", NULL);
	struct pl_index_counts counts;
	int64_t could, gone;
	char *before, *now;

	(void)state;
	index_path(mails);
	could = number("SELECT count(*) FROM message m, recognizer r WHERE r.id = 'lkp-table' "
		       "AND m.features & r.needs");
	gone = number("SELECT count(*) FROM message m, recognizer r, source s WHERE r.id = "
		      "'lkp-table' AND m.features & r.needs AND s.id = m.source "
		      "AND s.path LIKE '%/mm.mbox'");
	assert_true(gone > 0 && gone < could);
	before = contents();
	change("UPDATE recognizer SET version = version - 1 WHERE id = 'lkp-table'");
	assert_int_equal(g_remove(file), 0);
	counts = index_path(NULL);
	assert_int_equal(counts.stale, gone);
	assert_int_equal(counts.reparsed, could - gone);
	now = contents();
	assert_string_equal(now, before);
	g_free(now);
	g_free(before);
	g_free(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(records_are_those_of_the_newest_recognizer, set_up,
					    tear_down),
	    cmocka_unit_test_setup_teardown(a_recognizer_comes_or_goes, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_a_newer_program_made_is_left_alone, set_up,
					    tear_down),
	    cmocka_unit_test_setup_teardown(what_the_indexer_finds_is_that_of_the_newest, set_up,
					    tear_down),
	    cmocka_unit_test_setup_teardown(what_is_known_of_metrics_is_looked_up_again, set_up,
					    tear_down),
	    cmocka_unit_test_setup_teardown(other_rules_of_outcomes_settle_all_threads, set_up,
					    tear_down),
	    cmocka_unit_test_setup_teardown(what_it_needed_before_counts_too, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(other_features_say_that_all_is_scanned, set_up,
					    tear_down),
	    cmocka_unit_test_setup_teardown(mails_of_a_vanished_source_stay, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("reparse", tests, NULL, NULL);
}
