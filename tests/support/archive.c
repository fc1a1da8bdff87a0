/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "archive.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

char *root, *database;
sqlite3 *db;

void put(const char *name, const char *text)
{
	char *path = g_build_filename(root, "mails", name, NULL);
	char *folder = g_path_get_dirname(path);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(path, text, -1, NULL));
	g_free(folder);
	g_free(path);
}

void put_mail(const char *name, const char *id, int day, const char *header, const char *text)
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

char *quote(const char *text)
{
	GString *quoted = g_string_new("> ");

	g_string_append(quoted, text);
	g_string_truncate(quoted, quoted->len - 1);
	g_string_replace(quoted, "\n", "\n> ", 0);
	g_string_append_c(quoted, '\n');
	return g_string_free(quoted, FALSE);
}

void complain(void *context, bool fatal, const char *line)
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

static struct pl_index_counts index_path(char *path, GString *said)
{
	struct pl_index_watch watch = {.complain = said ? complain : NULL, .context = said};
	char *file = g_build_filename(database, "perflore.db", NULL);
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error;

	assert_int_equal(pl_index_open(database, &watch, &indexer, &error), PL_OK);
	assert_int_equal(pl_index_name_sources(indexer, &path, 1, &error), PL_OK);
	assert_int_equal(pl_index_source(indexer, path, &error), PL_OK);
	assert_int_equal(pl_index_close(indexer, &counts, &error), PL_OK);
	assert_int_equal(counts.read, counts.fresh + counts.known + counts.unreadable);
	sqlite3_close(db);
	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	g_free(path);
	g_free(file);
	return counts;
}

struct pl_index_counts index_folder(const char *name, GString *said)
{
	char *path = g_build_filename(root, name, NULL);

	read_again(path);
	return index_path(path, said);
}

struct pl_index_counts index_input(const char *text)
{
	FILE *input = tmpfile();
	int kept = dup(STDIN_FILENO);
	struct pl_index_counts counts;

	assert_non_null(input);
	fputs(text, input);
	rewind(input);
	assert_int_equal(dup2(fileno(input), STDIN_FILENO), STDIN_FILENO);
	counts = index_path(g_strdup("-"), NULL);
	dup2(kept, STDIN_FILENO);
	close(kept);
	fclose(input);
	return counts;
}

char *ask(const char *query)
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

void assert_answer(const char *query, const char *expected)
{
	char *answer = ask(query);

	assert_string_equal(answer, expected);
	g_free(answer);
}

int set_up(void **state)
{
	(void)state;
	root = g_dir_make_tmp("perflore-store-XXXXXX", NULL);
	database = g_build_filename(root, "db", NULL);
	return root ? 0 : -1;
}

int tear_down(void **state)
{
	(void)state;
	sqlite3_close(db);
	db = NULL;
	remove_tree(root);
	g_free(root);
	g_free(database);
	return 0;
}
