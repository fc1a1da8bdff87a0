/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The database: what is refused, a full disk, and that its tables are documented. */
#include "archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perflore/parse.h>

#include "store_internal.h"

typedef enum pl_status (*open_fn)(const char *directory, struct pl_store **store_out,
				  struct pl_error *error);

static void assert_refused(open_fn open_store, const char *words)
{
	struct pl_store *store;
	struct pl_error error;

	assert_int_equal(open_store(database, &store, &error), PL_FAILED);
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
	assert_refused(pl_store_open, "perflore index");
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", "text\n");
	index_folder("mails", NULL);
	change_database("PRAGMA user_version = 99");
	assert_refused(pl_store_open, "newer perflore");
	assert_refused(pl_store_open_write, "newer perflore");
	change_database("PRAGMA user_version = 1; PRAGMA application_id = 7");
	assert_refused(pl_store_open_write, "no perflore database");
	sqlite3_close(db);
	db = NULL;
	assert_true(g_file_set_contents(file, "this is text and no database at all", -1, NULL));
	assert_refused(pl_store_open, "no SQLite database");
	g_free(file);
}

static void a_second_writer_is_refused(void **state)
{
	char *holder = g_strdup_printf("another perflore (process %d) is writing", (int)getpid());
	struct pl_store *store;
	struct pl_error error;

	(void)state;
	assert_int_equal(pl_store_open_write(database, &store, &error), PL_OK);
	assert_refused(pl_store_open_write, holder);
	pl_store_close(store);
	assert_int_equal(pl_store_open_write(database, &store, &error), PL_OK);
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
	assert_int_equal(pl_store_open_write(database, &store, &error), PL_OK);
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
		       pl_store_add(store, &prepared, source, "0", NULL, &stored) &&
		       pl_store_commit(store);
		g_free(mail);
	}
	assert_false(good);
	assert_non_null(strstr(store->sql.error.message, "no room left"));
	pl_store_rollback(store);
	pl_store_close(store);
	pl_parser_free(parser);
	ZSTD_freeCCtx(compressor);
	assert_int_equal(pl_store_open(database, &store, &error), PL_OK);
	assert_true(pl_sql_integer(&store->sql, &mails, "SELECT count(*) FROM message", ""));
	assert_true(mails > 0);
	assert_true(pl_sql_integer(&store->sql, &source,
				   "SELECT count(*) FROM message_text JOIN report USING (message)",
				   ""));
	assert_int_equal(source, mails);
	pl_store_close(store);
}

/* From here on this process may read in the folder, and not write. */
static void lose_permission(void)
{
	assert_int_equal(chmod(root, 0755), 0);
	assert_int_equal(chmod(database, geteuid() ? 0555 : 0755), 0);
	if (!geteuid())
		assert_int_equal(setresuid(65534, 65534, 0), 0);
}

static void get_permission(void)
{
	uid_t real, effective, saved;

	assert_int_equal(getresuid(&real, &effective, &saved), 0);
	if (saved != effective)
		assert_int_equal(setresuid(saved, saved, saved), 0);
	assert_int_equal(chmod(database, 0755), 0);
}

/* Nothing tells a reader without permission that a writer has come, but the file's time. */
static void a_reader_that_cannot_wait_says_so(void **state)
{
	struct pl_store *store;
	struct pl_error error;
	int64_t mails;

	(void)state;
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", REPORT_TEXT TABLE_HEAD ROW);
	index_folder("mails", NULL);
	sqlite3_close(db);
	db = NULL;
	lose_permission();
	assert_int_equal(pl_store_open(database, &store, &error), PL_OK);
	get_permission();
	assert_true(store->sql.unchanging);
	assert_false(pl_store_has_changed(store));
	assert_true(pl_sql_integer(&store->sql, &mails, "SELECT count(*) FROM message", ""));
	put_mail("2.eml", "b@example.org", 2, "Subject: y\n", REPORT_TEXT TABLE_HEAD ROW);
	index_folder("mails", NULL);
	assert_true(pl_store_has_changed(store));
	/* whatever it is that fails then */
	pl_sql_run(&store->sql, "INSERT INTO thread(root) VALUES ('x')", "");
	assert_true(store->sql.failed);
	assert_non_null(strstr(store->sql.error.message, "it was written to while it was read"));
	assert_null(strstr(store->sql.error.message, "file:"));
	pl_store_close(store);
}

/* docs/schema.md names every table, view and column. */
/* Rows that are taken away are looked for in every column that refers to them; without an
 * index that takes a whole table each time. */
static void what_refers_to_what_may_go_has_an_index(void **state)
{
	(void)state;
	put_mail("1.eml", "a@example.org", 1, "Subject: x\n", "text\n");
	index_folder("mails", NULL);
	assert_answer(
	    "SELECT m.name || '.' || f.\"from\" FROM sqlite_schema m, "
	    "pragma_foreign_key_list(m.name) f WHERE m.type = 'table' "
	    "AND f.\"table\" IN ('thread', 'message', 'report', 'metric_table') AND NOT EXISTS "
	    "(SELECT 1 FROM pragma_index_list(m.name) i, pragma_index_info(i.name) c "
	    "WHERE c.seqno = 0 AND c.name = f.\"from\") AND NOT EXISTS "
	    "(SELECT 1 FROM pragma_table_info(m.name) p WHERE p.name = f.\"from\" AND p.pk = 1)",
	    "");
}

static void the_schema_is_documented(void **state)
{
	struct pl_store *store;
	struct pl_error error;
	sqlite3_stmt *statement;
	char *page;

	(void)state;
	assert_true(g_file_get_contents(PERFLORE_CORPUS "/../docs/schema.md", &page, NULL, NULL));
	assert_int_equal(pl_store_open_write(database, &store, &error), PL_OK);
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

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(databases_of_others_are_refused),
	    TEST(a_second_writer_is_refused),
	    TEST(a_reader_that_cannot_wait_says_so),
	    TEST(a_full_disk_keeps_what_is_committed),
	    TEST(what_refers_to_what_may_go_has_an_index),
	    TEST(the_schema_is_documented),
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
