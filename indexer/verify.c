/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looking a database over: SQLite's own checks, the texts that rows lead back to, and
 * whether the text index fits the database.
 */
#include <unistd.h>

#include <perflore/index.h>

#include "fulltext_write.h"
#include "structure.h"

/* Faults of one kind that are told; the rest is counted. */
#define MAX_TOLD 10

struct verify {
	struct pl_store *store;
	pl_complain_fn complain;
	void *context;
	uint64_t faults;
};

static void say(struct verify *verify, bool fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct verify *verify, bool fault, const char *format, ...)
{
	va_list values;
	char *line;

	verify->faults += fault;
	va_start(values, format);
	line = g_strdup_vprintf(format, values);
	va_end(values);
	if (verify->complain)
		verify->complain(verify->context, fault, line);
	g_free(line);
}

static int64_t count(struct verify *verify, const char *statement)
{
	int64_t n = 0;

	pl_sql_integer(&verify->store->sql, &n, statement, "");
	return n;
}

static void check_sqlite(struct verify *verify)
{
	struct pl_sql *sql = &verify->store->sql;
	sqlite3_stmt *statement = pl_sql_bind(sql, "PRAGMA integrity_check(10)", "");

	while (pl_sql_row(sql, statement)) {
		struct pl_text line = pl_sql_text(statement, 0);

		if (!pl_text_equal(line, PL_TEXT("ok")))
			say(verify, true, "perflore.db: %.*s", (int)line.len, line.ptr);
	}
	statement = pl_sql_bind(sql,
				"SELECT \"table\", count(*) FROM pragma_foreign_key_check "
				"GROUP BY 1",
				"");
	while (pl_sql_row(sql, statement)) {
		struct pl_text table = pl_sql_text(statement, 0);
		int64_t rows = sqlite3_column_int64(statement, 1);

		say(verify, true,
		    "perflore.db: %lld row%s of table %.*s refer%s to something that is not there",
		    (long long)rows, rows == 1 ? "" : "s", (int)table.len, table.ptr,
		    rows == 1 ? "s" : "");
	}
}

/* Whether the database has all that is asked of it. */
static bool check_structure(struct verify *verify)
{
	GPtrArray *missing = pl_structure_lacks(&verify->store->sql);
	bool whole = missing && !missing->len;

	for (guint i = 0; missing && i < MIN(missing->len, MAX_TOLD); i++)
		say(verify, true, "perflore.db: there is no %s",
		    (const char *)g_ptr_array_index(missing, i));
	if (missing && !whole)
		say(verify, true,
		    "perflore.db: %u part%s of this program's schema %s missing: it was made by an "
		    "unreleased state of perflore, or changed; index the sources into a new folder",
		    missing->len, missing->len == 1 ? "" : "s", missing->len == 1 ? "is" : "are");
	if (missing)
		g_ptr_array_unref(missing);
	return whole;
}

/* The rows of a perflore.message/1 object as the database has them, one for each compared column.
 * Quotation marks in strings are escaped, so the key is found in no string. */
static int64_t rows_of(const char *json)
{
	static const char key[] = "\"cells\":[";
	int64_t rows = 0;

	while ((json = strstr(json, key))) {
		bool quoted = false;
		int64_t cells = 0;
		int depth = 0;

		for (json += sizeof(key) - 1; *json && (quoted || depth || *json != ']'); json++) {
			if (quoted && *json == '\\' && json[1])
				json++;
			else if (*json == '"')
				quoted = !quoted;
			else if (!quoted && *json == '{')
				cells += depth++ == 0;
			else if (!quoted && *json == '}')
				depth--;
		}
		rows += MAX(cells - 1, 1);
	}
	return rows;
}

/* Whether the tables of mail id have the rows that its object has. */
static bool has_its_rows(struct verify *verify, int64_t id, const char *json)
{
	int64_t rows = 0;

	pl_sql_integer(&verify->store->sql, &rows,
		       "SELECT count(*) FROM metric_table t CROSS JOIN metric_row r "
		       "ON r.metric_table = t.id WHERE t.message = ?",
		       "i", id);
	return rows == rows_of(json);
}

/* Every mail with records must have the text that they were read from. */
static void check_texts(struct verify *verify)
{
	struct pl_sql *sql = &verify->store->sql;
	GString *text = g_string_new(NULL), *json = g_string_new(NULL);
	int64_t missing, damaged = 0, others = 0;
	sqlite3_stmt *statement;

	missing = count(verify, "SELECT count(*) FROM (SELECT message FROM report "
				"UNION SELECT message FROM metric_table "
				"UNION SELECT message FROM trailer) "
				"WHERE message NOT IN (SELECT message FROM message_text)");
	if (missing)
		say(verify, true, "perflore.db: %lld mail%s no text", (long long)missing,
		    missing == 1 ? " with records has" : "s with records have");
	statement = pl_sql_bind(sql,
				"SELECT x.message, text, json, version FROM message_text x "
				"LEFT JOIN message m ON m.id = x.message",
				"");
	while (pl_sql_row(sql, statement)) {
		g_string_truncate(text, 0);
		g_string_truncate(json, 0);
		if (pl_decompress(pl_sql_text(statement, 1), text) &&
		    pl_decompress(pl_sql_text(statement, 2), json)) {
			if (sqlite3_column_int64(statement, 3) == 0 &&
			    !has_its_rows(verify, sqlite3_column_int64(statement, 0), json->str))
				others++;
			continue;
		}
		if (++damaged <= MAX_TOLD)
			say(verify, true, "perflore.db: the text of message %lld is damaged",
			    (long long)sqlite3_column_int64(statement, 0));
	}
	if (others)
		say(verify, true,
		    "perflore.db: %lld mail%s more or fewer rows than %s object; index the sources "
		    "into a new folder",
		    (long long)others, others == 1 ? " has" : "s have",
		    others == 1 ? "its" : "their");
	if (damaged > MAX_TOLD)
		say(verify, true, "perflore.db: %lld texts are damaged in all", (long long)damaged);
	g_string_free(json, TRUE);
	g_string_free(text, TRUE);
}

/* FTS5 looks its table over by a command that counts as writing. */
static void check_words(struct verify *verify)
{
	struct pl_sql sql;
	int code = SQLITE_OK;

	if (access(verify->store->sql.path, W_OK)) {
		say(verify, false, "%s: it cannot be written, so the text index is not looked over",
		    verify->store->sql.path);
		return;
	}
	if (pl_sql_open(&sql, verify->store->sql.path, SQLITE_OPEN_READWRITE) &&
	    !pl_sql_run(&sql, "INSERT INTO words(words) VALUES ('integrity-check')", ""))
		code = sqlite3_errcode(sql.db) & 0xff;
	if (code == SQLITE_BUSY)
		say(verify, false, "a run is going on, so the text index is not looked over");
	else if (code == SQLITE_CORRUPT)
		say(verify, true,
		    "the text index is damaged; make it again with `perflore check --rebuild`");
	else if (sql.failed)
		say(verify, true, "%s", sql.error.message);
	pl_sql_close(&sql);
}

static void check_text_index(struct verify *verify)
{
	int64_t waiting = count(verify, "SELECT count(*) FROM unsettled");
	int64_t unindexed = count(verify, "SELECT count(*) FROM message WHERE indexed = 0");
	int64_t partial = pl_fulltext_partial(verify->store);

	if (waiting)
		say(verify, false,
		    "a run was cut off, or is going on: %lld thread%s to be settled; `perflore "
		    "index` does it",
		    (long long)waiting, waiting == 1 ? " is" : "s are");
	else
		check_words(verify);
	if (unindexed && pl_text_mode_get(verify->store) != PL_TEXT_MODE_NONE)
		say(verify, false,
		    "%lld mail%s no words in the text index; `perflore check --rebuild` makes it "
		    "again from the sources that are still there",
		    (long long)unindexed, unindexed == 1 ? " has" : "s have");
	if (partial)
		say(verify, false,
		    "of %lld mail%s only subject and addresses are in the text index, though the "
		    "text is wanted; `perflore check --rebuild` puts it in where the source is "
		    "there again",
		    (long long)partial, partial == 1 ? "" : "s");
}

/* `1 mail`, `2 mails` */
static char *counted(struct verify *verify, const char *statement, const char *what)
{
	int64_t n = count(verify, statement);

	return g_strdup_printf("%" G_GINT64_FORMAT " %s%s", n, what, n == 1 ? "" : "s");
}

static void say_counts(struct verify *verify)
{
	char *mails = counted(verify, "SELECT count(*) FROM message", "mail");
	char *threads = counted(verify, "SELECT count(*) FROM thread", "thread");
	char *reports = counted(verify, "SELECT count(*) FROM report", "report");
	char *tables = counted(verify, "SELECT count(*) FROM metric_table", "table");
	char *rows = counted(verify, "SELECT count(*) FROM metric_row", "row");

	say(verify, false, "%s (%lld of them other versions, %lld with problems) in %s; %s, %s, %s",
	    mails, (long long)count(verify, "SELECT count(*) FROM message WHERE version > 0"),
	    (long long)count(verify, "SELECT count(DISTINCT message) FROM problem"), threads,
	    reports, tables, rows);
	g_free(mails);
	g_free(threads);
	g_free(reports);
	g_free(tables);
	g_free(rows);
}

enum pl_status pl_index_check(const char *directory, pl_complain_fn complain, void *context,
			      struct pl_error *error)
{
	struct verify verify = {.complain = complain, .context = context};
	enum pl_status status = pl_store_open(directory, &verify.store, error);

	if (status != PL_OK)
		return status;
	check_sqlite(&verify);
	if (check_structure(&verify)) {
		check_texts(&verify);
		check_text_index(&verify);
		say_counts(&verify);
	}
	if (verify.store->sql.failed)
		say(&verify, true, "%s", verify.store->sql.error.message);
	pl_store_close(verify.store);
	return verify.faults ? PL_NOTHING : PL_OK;
}
