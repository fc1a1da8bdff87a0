/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text index made again, beside the old one and in its place at the end, in one
 * transaction. Words come from the source of a mail; where that is gone, from the old
 * index, else from the text that is kept of mails with records.
 */
#include <perflore/index.h>
#include <perflore/parse.h>

#include "crash.h"
#include "fulltext_write.h"
#include "reparse.h"
#include "source_memory.h"

struct rebuild {
	struct pl_store *store;
	enum pl_text_mode mode;
	const struct pl_index_watch *watch;
	struct pl_rebuild_counts *counts;
	GHashTable *done; /* ids of messages */
};

static void set_done(struct rebuild *rebuild, int64_t message)
{
	g_hash_table_add(rebuild->done, GSIZE_TO_POINTER((gsize)message));
}

static bool is_done(struct rebuild *rebuild, int64_t message)
{
	return g_hash_table_contains(rebuild->done, GSIZE_TO_POINTER((gsize)message));
}

static enum pl_indexed wanted(struct rebuild *rebuild, int64_t message)
{
	int64_t thread = 0;

	if (rebuild->mode == PL_TEXT_MODE_REPORTS)
		pl_sql_integer(&rebuild->store->sql, &thread,
			       "SELECT thread FROM message WHERE id = ?", "i", message);
	return pl_fulltext_wanted(rebuild->store, rebuild->mode, thread);
}

static bool put(struct rebuild *rebuild, int64_t message, const struct pl_words *words)
{
	set_done(rebuild, message);
	return pl_fulltext_put(rebuild->store, message, words, wanted(rebuild, message));
}

/* The old index has no more of a mail than it was given. */
static bool put_old(struct rebuild *rebuild, int64_t message, const struct pl_words *words)
{
	int64_t had = PL_INDEXED_NOT;

	pl_sql_integer(&rebuild->store->sql, &had, "SELECT indexed FROM message WHERE id = ?", "i",
		       message);
	set_done(rebuild, message);
	return pl_fulltext_put(rebuild->store, message, words,
			       MIN(wanted(rebuild, message), (enum pl_indexed)had));
}

/* The message that item's mail was stored as: the one that lies there, or the same mail
 * from elsewhere. 0: none */
static int64_t find_message(struct rebuild *rebuild, const struct pl_item *item,
			    const struct pl_mail *mail)
{
	struct pl_sql *sql = &rebuild->store->sql;
	char *path = pl_known_path(item->path);
	int64_t source;
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
		pl_mail_hash(mail, (struct pl_text){text->str, text->len}, hash, NULL);
		if (pl_sql_integer(
			sql, &id, "SELECT id FROM message WHERE message_id = ? AND hash = ?", "tb",
			mail->message_id, (struct pl_text){(const char *)hash, PL_HASH}) &&
		    pl_store_source(rebuild->store, path, &source))
			pl_store_found_again(rebuild->store, id, PL_TEXT_NONE, source, place);
		g_string_free(text, TRUE);
	}
	g_free(path);
	g_free(place);
	return id;
}

static bool read_source(struct rebuild *rebuild, struct pl_parser *parser, const char *path)
{
	struct pl_source *source;
	struct pl_error ignored;
	struct pl_item item;
	bool good = true;

	/* Standard input cannot be read again; a source that is gone is counted by mail. */
	if (!strcmp(path, "-") ||
	    pl_source_open(path, &pl_limits_default, rebuild->watch->complain,
			   rebuild->watch->context, &source, &ignored) != PL_OK)
		return true;
	while (good && pl_source_next(source, &item) == PL_OK) {
		const struct pl_message *message = pl_parser_parse(parser, item.raw, item.shape);
		int64_t id = find_message(rebuild, &item, message->mail);
		struct pl_words words;

		if (id == 0 || is_done(rebuild, id))
			continue;
		pl_words_of(message, pl_parser_arena(parser), &words);
		good = put(rebuild, id, &words);
		rebuild->counts->from_source++;
		pl_crash_point("rebuild");
	}
	pl_source_close(source);
	return good;
}

static bool read_sources(struct rebuild *rebuild)
{
	struct pl_parser *parser = pl_parser_new(NULL);
	bool good = true;
	sqlite3_stmt *statement =
	    pl_sql_bind(&rebuild->store->sql, "SELECT path FROM source ORDER BY id", "");

	while (good && pl_sql_row(&rebuild->store->sql, statement)) {
		struct pl_text text = pl_sql_text(statement, 0);
		char *path = g_strndup(text.ptr, text.len);

		good = read_source(rebuild, parser, path);
		g_free(path);
	}
	pl_sql_done(statement);
	pl_parser_free(parser);
	return good;
}

/* Words that the old index has. */
static bool take_over(void *context, int64_t message, const struct pl_words *words)
{
	struct rebuild *rebuild = context;
	bool some = false;

	for (int i = 0; i < PL_N_WORDS; i++)
		some |= words->fields[i].len > 0;
	if (!some)
		return true;
	rebuild->counts->kept++;
	return put_old(rebuild, message, words);
}

static struct pl_text copy_column(struct pl_arena *arena, sqlite3_stmt *statement, int column)
{
	return pl_arena_copy(arena, pl_sql_text(statement, column));
}

/* Puts in the words of a mail whose text is in the database, as pl_words_of() makes them
 * of the mail itself; To and Cc are not kept. Without a text its words are lost. */
static bool put_text(struct rebuild *rebuild, int64_t id)
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
	struct pl_words words;
	uint32_t next;
	bool good;

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
	pl_words_of(&message, arena, &words);
	if (there)
		rebuild->counts->from_text++;
	else
		rebuild->counts->lost++;
	good = pl_fulltext_put(rebuild->store, id, &words,
			       there ? wanted(rebuild, id) : PL_INDEXED_NOT);
	g_string_free(text, TRUE);
	pl_arena_free(arena);
	return good;
}

/* The mails that no source had, in order. */
static GArray *find_rest(struct rebuild *rebuild)
{
	GArray *rest = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sqlite3_stmt *statement =
	    pl_sql_bind(&rebuild->store->sql, "SELECT id FROM message ORDER BY id", "");

	while (pl_sql_row(&rebuild->store->sql, statement)) {
		int64_t id = sqlite3_column_int64(statement, 0);

		if (!is_done(rebuild, id))
			g_array_append_val(rest, id);
	}
	return rest;
}

static bool put_rest(struct rebuild *rebuild)
{
	GArray *rest = find_rest(rebuild);
	const int64_t *ids = (const int64_t *)rest->data;
	bool good = !rebuild->store->sql.failed;

	if (good && rest->len)
		good = pl_fulltext_read_back(rebuild->store, ids, rest->len, take_over, rebuild);
	for (guint i = 0; good && i < rest->len; i++)
		if (!is_done(rebuild, ids[i]))
			good = put_text(rebuild, ids[i]);
	g_array_free(rest, TRUE);
	return good;
}

static bool empty(struct rebuild *rebuild)
{
	return pl_sql_run(&rebuild->store->sql, "UPDATE message SET indexed = 0 WHERE indexed <> 0",
			  "");
}

bool pl_fulltext_make_again(struct pl_store *store, enum pl_text_mode mode,
			    const struct pl_index_watch *watch,
			    struct pl_rebuild_counts *counts_out)
{
	struct rebuild rebuild = {
	    .store = store,
	    .mode = mode,
	    .watch = watch,
	    .counts = counts_out,
	    .done = g_hash_table_new(NULL, NULL),
	};
	bool good;

	*counts_out = (struct pl_rebuild_counts){0};
	good = pl_store_begin(store) &&
	       (mode == pl_text_mode_get(store) || pl_text_mode_set(store, mode)) &&
	       pl_fulltext_begin_anew(store) &&
	       (rebuild.mode == PL_TEXT_MODE_NONE ? empty(&rebuild)
						  : read_sources(&rebuild) && put_rest(&rebuild)) &&
	       pl_fulltext_end_anew(store) && pl_store_commit(store) && pl_fulltext_compact(store);
	g_hash_table_destroy(rebuild.done);
	return good;
}

enum pl_status pl_index_rebuild(const char *directory, const struct pl_index_watch *watch,
				struct pl_rebuild_counts *counts_out, struct pl_error *error)
{
	struct pl_store *store;
	enum pl_status status = pl_store_open_write(directory, &store, error);

	*counts_out = (struct pl_rebuild_counts){0};
	if (status != PL_OK)
		return status;
	if (!pl_reparse_allowed(store) ||
	    !pl_fulltext_make_again(store, pl_text_mode_get(store), watch, counts_out)) {
		pl_store_rollback(store);
		*error = store->sql.error;
		status = PL_FAILED;
	}
	pl_store_close(store);
	return status;
}
