/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The crash test: a run is killed with SIGKILL at a named point, the next run goes on,
 * and every table and every word must be as after a run that nobody killed. Usage:
 * test_crash FOLDER-OF-MAILS
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include <perflore/index.h>
#include <perflore/store.h>

static const struct {
	const char *kills[4]; /* one run after the other, up to a NULL */
} runs[] = {
    {{"before-commit:1"}}, /* the schema */
    {{"after-commit:1"}},  /* an empty database */
    {{"mail:1"}},	   /* the first mail of a batch */
    {{"mail:21"}},	   /* in the middle of the third batch */
    {{"before-commit:3"}}, /* all of a batch, nothing of it committed */
    {{"after-commit:3"}},  /* before the text index hears of it */
    {{"text-batch:2"}},	   /* in the middle of a batch of the text index */
    {{"before-text-commit:1"}},
    {{"before-text-commit:3"}},
    {{"after-text-commit:3"}}, /* before the database drops what was pending */
    {{"settle:1"}},	       /* owners and copies worked out, not committed */
    {{"before-end:1"}},	       /* all is done but the tidying up */
    {{"text-exchanged:1"}},    /* the compact index is there, and the old one */
    {{"after-commit:2", "mail:9", "settle:1"}},
    {{"after-text-commit:2", "before-commit:2", "before-end:1"}},
};

static const char *mails;

static void die(const char *what, const char *detail)
{
	fprintf(stderr, "crash test: %s: %s\n", what, detail);
	exit(1);
}

static void complain(void *context, bool fatal, const char *line)
{
	(void)context;
	if (fatal)
		fprintf(stderr, "%s\n", line);
}

/* In a process of its own; returns its status as waitpid() gives it. */
static int index_mails(const char *directory, const char *kill_at)
{
	const struct pl_index_watch watch = {.complain = complain};
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;
	int status;
	pid_t child = fork();

	if (child < 0)
		die("fork", "failed");
	if (child == 0) {
		if (kill_at)
			setenv("PERFLORE_CRASH", kill_at, 1);
		if (pl_index_open(directory, &watch, &indexer, &error) != PL_OK)
			die(directory, error.message);
		if (pl_index_source(indexer, mails, &error) != PL_OK)
			die(directory, error.message);
		if (pl_index_close(indexer, &counts, &error) != PL_OK)
			die(directory, error.message);
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child)
		die("waitpid", "failed");
	return status;
}

static void dump_query(sqlite3 *db, const char *query, GString *out)
{
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
		die(query, sqlite3_errmsg(db));
	while (sqlite3_step(statement) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			int length = sqlite3_column_bytes(statement, i);

			g_string_append_printf(out, "%d:", length);
			g_string_append_len(out, sqlite3_column_blob(statement, i), length);
			g_string_append_c(out, '|');
		}
		g_string_append_c(out, '\n');
	}
	sqlite3_finalize(statement);
}

static void dump_tables(struct pl_store *store, GString *out)
{
	sqlite3 *db = pl_store_sqlite(store);
	sqlite3_stmt *tables;

	if (sqlite3_prepare_v2(db,
			       /* when a source was read hangs on the clock */
			       "SELECT name, (SELECT group_concat(name) FROM "
			       "pragma_table_info(s.name) WHERE name <> 'seen') "
			       "FROM sqlite_schema s WHERE type = 'table' AND name NOT LIKE "
			       "'sqlite_%' ORDER BY name",
			       -1, &tables, NULL) != SQLITE_OK)
		die("tables", sqlite3_errmsg(db));
	while (sqlite3_step(tables) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(tables, 0);
		const char *columns = (const char *)sqlite3_column_text(tables, 1);
		GString *query = g_string_new(NULL);

		g_string_printf(query, "SELECT %s FROM \"%s\" ORDER BY %s", columns, name, columns);
		g_string_append_printf(out, "%s\n", name);
		dump_query(db, query->str, out);
		g_string_free(query, TRUE);
	}
	sqlite3_finalize(tables);
}

/* Hits with their weights: these hang on the lengths of all documents. */
static void dump_words(struct pl_store *store, GString *out)
{
	static const char *const words[] = {"the", "regression", "commit", "mm", "test"};
	struct pl_fulltext *fulltext;
	struct pl_error error;

	if (pl_store_fulltext(store, &fulltext, &error) != PL_OK)
		die("text index", error.message);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		const struct pl_text_query query = {PL_TEXT_WORDS, PL_FIELD_ANY,
						    pl_text_of(words[i]), NULL, 0};
		GArray *hits = g_array_new(FALSE, FALSE, sizeof(struct pl_text_hit));

		if (pl_fulltext_search(fulltext, &query, hits, &error) != PL_OK)
			die("text index", error.message);
		g_string_append_printf(out, "%s\n", words[i]);
		for (guint k = 0; k < hits->len; k++) {
			const struct pl_text_hit *hit = &g_array_index(hits, struct pl_text_hit, k);

			g_string_append_printf(out, "%" G_GINT64_FORMAT " %.12g\n", hit->message,
					       hit->weight);
		}
		g_array_free(hits, TRUE);
	}
}

static GString *dump(const char *directory)
{
	GString *out = g_string_new(NULL);
	struct pl_store *store;
	struct pl_error error;

	if (pl_store_open(directory, PL_STORE_READ, &store, &error) != PL_OK)
		die(directory, error.message);
	dump_tables(store, out);
	dump_words(store, out);
	pl_store_close(store);
	return out;
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

/* One killed run must differ from a complete one, or the comparison sees nothing. */
static void check_control(const char *directory, const GString *expected)
{
	GString *cut;

	remove_tree(directory);
	if (!WIFSIGNALED(index_mails(directory, "after-text-commit:2")))
		die("control", "the run was not killed");
	cut = dump(directory);
	if (g_string_equal(cut, expected))
		die("control", "a run that was cut off looks like a complete one");
	g_string_free(cut, TRUE);
}

static void check_run(const char *directory, const char *const *kills, const GString *expected)
{
	struct pl_error error;
	GString *now;
	int status;

	remove_tree(directory);
	for (; *kills; kills++) {
		status = index_mails(directory, *kills);
		if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
			die(*kills, "this point was not passed");
	}
	kills--;
	status = index_mails(directory, NULL);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		die(*kills, "the next run failed");
	now = dump(directory);
	if (!g_string_equal(now, expected))
		die(*kills, "the database differs from one that was never killed");
	if (pl_index_check(directory, complain, NULL, &error) != PL_OK)
		die(*kills, "the database has faults");
	g_string_free(now, TRUE);
}

int main(int argc, char **argv)
{
	char *root = g_dir_make_tmp("perflore-crash-XXXXXX", NULL);
	char *directory = g_build_filename(root, "db", NULL);
	GString *expected;

	if (argc != 2)
		die("usage", "test_crash FOLDER-OF-MAILS");
	mails = argv[1];
	if (index_mails(directory, NULL))
		die("reference", "the run failed");
	expected = dump(directory);
	check_control(directory, expected);
	for (size_t i = 0; i < G_N_ELEMENTS(runs); i++)
		check_run(directory, runs[i].kills, expected);
	printf("%zu killed runs went on to the same database\n", G_N_ELEMENTS(runs));
	g_string_free(expected, TRUE);
	remove_tree(root);
	g_free(directory);
	g_free(root);
	return 0;
}
