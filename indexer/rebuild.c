/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text index made again, beside the old one, which is replaced at the end. Words
 * come from the source of a mail; where that is gone, from the old index, else from the
 * text that is kept of mails with records.
 */
#include <perflore/index.h>
#include <perflore/parse.h>

#include "crash.h"
#include "fulltext_write.h"
#include "text_folder.h"

#define BATCH PL_BATCH(1000)

struct rebuild {
	struct pl_store *store;
	struct pl_fulltext *old; /* NULL: not readable */
	struct pl_fulltext_writer *writer;
	const struct pl_index_watch *watch;
	struct pl_rebuild_counts *counts;
	GHashTable *done; /* ids of messages */
	GString *words;
	struct pl_error *error;
	unsigned uncommitted;
};

static enum pl_status put(struct rebuild *rebuild, int64_t message)
{
	enum pl_status status = pl_fulltext_put(
	    rebuild->writer, message, (struct pl_text){rebuild->words->str, rebuild->words->len},
	    rebuild->error);

	g_hash_table_add(rebuild->done, GSIZE_TO_POINTER((gsize)message));
	/* Not up to date before the end: 0. */
	if (status == PL_OK && ++rebuild->uncommitted % BATCH == 0)
		status = pl_fulltext_commit(rebuild->writer, 0, rebuild->error);
	return status;
}

/* The message that item's mail was stored as: the one that lies there, or the same mail
 * from elsewhere. 0: none */
static int64_t find_message(struct rebuild *rebuild, const struct pl_item *item,
			    const struct pl_mail *mail)
{
	struct pl_sql *sql = &rebuild->store->sql;
	char *path = g_canonicalize_filename(item->path, NULL);
	char *place = item->oid[0] ? g_strdup(item->oid)
				   : g_strdup_printf("%" G_GUINT64_FORMAT, item->offset);
	int64_t id = 0;
	uint8_t hash[PL_HASH];
	GString *text;

	if (!pl_sql_integer(sql, &id,
			    "SELECT m.id FROM source s JOIN message m ON m.source = s.id "
			    "WHERE s.path = ? AND m.place = ? AND (m.made_id OR m.message_id = ?)",
			    "ssT", path, place, mail->message_id) &&
	    mail->message_id.len) {
		text = g_string_new(NULL);
		pl_mail_text(mail, text);
		pl_mail_hash(mail, (struct pl_text){text->str, text->len}, hash);
		pl_sql_integer(sql, &id, "SELECT id FROM message WHERE message_id = ? AND hash = ?",
			       "tb", mail->message_id,
			       (struct pl_text){(const char *)hash, PL_HASH});
		g_string_free(text, TRUE);
	}
	g_free(path);
	g_free(place);
	return id;
}

static enum pl_status read_source(struct rebuild *rebuild, struct pl_parser *parser,
				  const char *path)
{
	enum pl_status status = PL_OK;
	struct pl_source *source;
	struct pl_error ignored;
	struct pl_item item;

	/* Standard input cannot be read again; a source that is gone is counted by mail. */
	if (!strcmp(path, "-") ||
	    pl_source_open(path, &pl_limits_default, rebuild->watch->complain,
			   rebuild->watch->context, &source, &ignored) != PL_OK)
		return PL_OK;
	while (status == PL_OK && pl_source_next(source, &item) == PL_OK) {
		const struct pl_message *message = pl_parser_parse(parser, item.raw, item.shape);
		int64_t id = find_message(rebuild, &item, message->mail);

		if (id == 0 || g_hash_table_contains(rebuild->done, GSIZE_TO_POINTER((gsize)id)))
			continue;
		g_string_truncate(rebuild->words, 0);
		pl_words_of(message, rebuild->words);
		status = put(rebuild, id);
		rebuild->counts->from_source++;
		pl_crash_point("rebuild");
	}
	pl_source_close(source);
	return status;
}

static enum pl_status read_sources(struct rebuild *rebuild)
{
	struct pl_parser *parser = pl_parser_new(NULL);
	enum pl_status status = PL_OK;
	sqlite3_stmt *statement =
	    pl_sql_bind(&rebuild->store->sql, "SELECT path FROM source ORDER BY id", "");

	while (status == PL_OK && pl_sql_row(&rebuild->store->sql, statement)) {
		struct pl_text text = pl_sql_text(statement, 0);
		char *path = g_strndup(text.ptr, text.len);

		status = read_source(rebuild, parser, path);
		g_free(path);
	}
	pl_sql_done(statement);
	pl_parser_free(parser);
	return status;
}

static struct pl_text copy_column(struct pl_arena *arena, sqlite3_stmt *statement, int column)
{
	return pl_arena_copy(arena, pl_sql_text(statement, column));
}

/* The words of a mail whose text is in the database, as pl_words_of() makes them of the
 * mail itself; To and Cc are not kept. */
static bool words_of_text(struct rebuild *rebuild, int64_t id)
{
	struct pl_sql *sql = &rebuild->store->sql;
	struct pl_arena *arena = pl_arena_new();
	GString *text = g_string_new(NULL);
	struct pl_mail mail = {.n_parts = 1};
	struct pl_part part = {0};
	struct pl_lines lines;
	struct pl_table table = {.report = -1};
	struct pl_message message = {
	    .mail = &mail, .lines = &lines, .tables = &table, .n_tables = 1};
	bool there = pl_store_message(rebuild->store, id, text, NULL, NULL) == PL_OK;
	sqlite3_stmt *statement;
	uint32_t next;

	mail.parts = &part;
	part.text = (struct pl_text){text->str, text->len};
	statement = pl_sql_bind(sql,
				"SELECT subject, from_name, from_address FROM message "
				"WHERE id = ?",
				"i", id);
	while (pl_sql_row(sql, statement)) {
		mail.subject = copy_column(arena, statement, 0);
		mail.from_name = copy_column(arena, statement, 1);
		mail.from_address = copy_column(arena, statement, 2);
	}
	statement = pl_sql_bind(sql,
				"SELECT r.line, n.name, r.test FROM metric_table t "
				"JOIN metric_row r ON r.metric_table = t.id "
				"LEFT JOIN metric n ON n.id = r.metric WHERE t.message = ?",
				"i", id);
	while (pl_sql_row(sql, statement)) {
		struct pl_row *row = PL_PUSH(arena, table.rows, table.n_rows);

		row->line = (uint32_t)sqlite3_column_int64(statement, 0);
		row->metric = copy_column(arena, statement, 1);
		row->test = copy_column(arena, statement, 2);
	}
	pl_lines_split(arena, &part, 1, &pl_limits_default, &mail.problems, &lines, &next);
	g_string_truncate(rebuild->words, 0);
	if (there)
		pl_words_of(&message, rebuild->words);
	g_string_free(text, TRUE);
	pl_arena_free(arena);
	return there;
}

static bool words_pending(struct rebuild *rebuild, int64_t id)
{
	sqlite3_stmt *statement = pl_sql_bind(
	    &rebuild->store->sql, "SELECT words FROM pending WHERE message = ?", "i", id);
	bool there;

	g_string_truncate(rebuild->words, 0);
	there = pl_sql_row(&rebuild->store->sql, statement) &&
		pl_decompress(pl_sql_text(statement, 0), rebuild->words);
	pl_sql_done(statement);
	return there;
}

/* A mail that was not found in any source. */
static enum pl_status take_over(struct rebuild *rebuild, int64_t id)
{
	enum pl_status status = PL_NOTHING;

	if (words_pending(rebuild, id)) {
		rebuild->counts->kept++;
		return put(rebuild, id);
	}
	if (rebuild->old)
		status = pl_fulltext_copy(rebuild->writer, id, rebuild->old, rebuild->error);
	if (status == PL_OK) {
		rebuild->counts->kept++;
		return ++rebuild->uncommitted % BATCH
			   ? PL_OK
			   : pl_fulltext_commit(rebuild->writer, 0, rebuild->error);
	}
	if (status != PL_NOTHING)
		return status;
	if (words_of_text(rebuild, id)) {
		rebuild->counts->from_text++;
		return put(rebuild, id);
	}
	rebuild->counts->lost++;
	/* Its place is filled, so that the counts of mails agree. */
	g_string_truncate(rebuild->words, 0);
	return put(rebuild, id);
}

static enum pl_status take_over_rest(struct rebuild *rebuild, int64_t *last_out)
{
	enum pl_status status = PL_OK;
	sqlite3_stmt *statement =
	    pl_sql_bind(&rebuild->store->sql, "SELECT id FROM message ORDER BY id", "");

	*last_out = 0;
	while (status == PL_OK && pl_sql_row(&rebuild->store->sql, statement)) {
		*last_out = sqlite3_column_int64(statement, 0);
		if (!g_hash_table_contains(rebuild->done, GSIZE_TO_POINTER((gsize)*last_out)))
			status = take_over(rebuild, *last_out);
	}
	pl_sql_done(statement);
	return status;
}

static enum pl_status build(struct rebuild *rebuild, const char *made)
{
	enum pl_status status = pl_fulltext_writer_open(made, &rebuild->writer, rebuild->error);
	int64_t last;

	if (status != PL_OK)
		return status;
	status = read_sources(rebuild);
	if (status == PL_OK)
		status = take_over_rest(rebuild, &last);
	if (status == PL_OK && rebuild->store->sql.failed) {
		*rebuild->error = rebuild->store->sql.error;
		status = PL_FAILED;
	}
	if (status == PL_OK)
		status = pl_fulltext_commit(rebuild->writer, last, rebuild->error);
	pl_fulltext_writer_close(rebuild->writer);
	return status;
}

static enum pl_status put_in_place(struct rebuild *rebuild, const char *path, const char *made)
{
	enum pl_status status = pl_text_folder_replace(path, made, rebuild->error);

	if (status == PL_OK)
		status = pl_text_folder_compact(rebuild->store, rebuild->error);
	if (status == PL_OK && !pl_sql_run(&rebuild->store->sql, "DELETE FROM pending", "")) {
		*rebuild->error = rebuild->store->sql.error;
		status = PL_FAILED;
	}
	return status;
}

enum pl_status pl_index_rebuild(const char *directory, const struct pl_index_watch *watch,
				struct pl_rebuild_counts *counts_out, struct pl_error *error)
{
	struct rebuild rebuild = {.watch = watch, .counts = counts_out, .error = error};
	enum pl_status status;
	char *path, *made;

	*counts_out = (struct pl_rebuild_counts){0};
	status = pl_store_open(directory, PL_STORE_WRITE, &rebuild.store, error);
	if (status != PL_OK)
		return status;
	rebuild.done = g_hash_table_new(NULL, NULL);
	rebuild.words = g_string_new(NULL);
	path = pl_text_folder(rebuild.store, PL_TEXT_INDEX);
	made = pl_text_folder(rebuild.store, PL_TEXT_INDEX_NEW);
	pl_fulltext_open(path, &rebuild.old, NULL);
	status = pl_text_folder_remove(made, error);
	if (status == PL_OK)
		status = build(&rebuild, made);
	pl_fulltext_close(rebuild.old);
	if (status == PL_OK)
		status = put_in_place(&rebuild, path, made);
	g_hash_table_destroy(rebuild.done);
	g_string_free(rebuild.words, TRUE);
	pl_store_close(rebuild.store);
	g_free(path);
	g_free(made);
	return status;
}
