/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From sources to the database: mails are read, parsed and stored a batch at a time,
 * one transaction a batch together with the place where a repository was read to. The
 * text index trails in a thread of its own. A run that is killed loses the batch in
 * hand, which the next run reads again.
 */
#include <perflore/index.h>
#include <perflore/parse.h>

#include "crash.h"
#include "text_folder.h"
#include "text_thread.h"

/* A batch: so many mails, or so many bytes of them. */
#define BATCH_MAILS PL_BATCH(1000)
#define BATCH_BYTES (64 << 20)

/* A run that adds this many mails, and doubles the archive at least, leaves a text index
 * full of holes; written anew it has half the size. */
#define COMPACT_MAILS PL_BATCH(5000)

struct pl_indexer {
	struct pl_store *store;
	struct pl_text_thread *text;
	struct pl_parser *parser;
	struct pl_index_watch watch;
	struct pl_index_counts counts; /* with the batch in hand */
	struct pl_index_counts committed;
	GHashTable *cursors; /* path of an epoch to what was read of it last */
	int64_t last;	     /* id of the last message */
	unsigned batch_mails;
	size_t batch_bytes;
	bool in_batch, failed;

	/* the source file or repository of the last mail */
	char *path;
	int64_t source;
};

static enum pl_status fail(struct pl_indexer *indexer, struct pl_error *error)
{
	indexer->failed = true;
	pl_store_rollback(indexer->store);
	if (error)
		*error = indexer->store->sql.error;
	return PL_FAILED;
}

static bool begin_batch(struct pl_indexer *indexer)
{
	if (indexer->in_batch)
		return true;
	indexer->in_batch = pl_store_begin(indexer->store);
	return indexer->in_batch;
}

static bool end_batch(struct pl_indexer *indexer)
{
	struct pl_store *store = indexer->store;
	GHashTableIter iter;
	void *path, *cursor;

	if (!indexer->in_batch)
		return true;
	g_hash_table_iter_init(&iter, indexer->cursors);
	while (g_hash_table_iter_next(&iter, &path, &cursor))
		pl_sql_run(&store->sql, "UPDATE source SET cursor = ? WHERE path = ?", "ss", cursor,
			   path);
	pl_sql_run(&store->sql, "INSERT OR REPLACE INTO meta(key, value) VALUES ('parser', ?)", "i",
		   (int64_t)pl_parser_version());
	pl_sql_run(&store->sql, "DELETE FROM pending WHERE message <= ?", "i",
		   pl_text_thread_done(indexer->text));
	if (!pl_store_commit(store))
		return false;
	g_hash_table_remove_all(indexer->cursors);
	indexer->in_batch = false;
	indexer->batch_mails = 0;
	indexer->batch_bytes = 0;
	indexer->committed = indexer->counts;
	pl_text_thread_offer(indexer->text, indexer->last);
	return true;
}

/* "-" stays; every other path is known by its absolute form. */
static char *known_path(const char *path)
{
	return strcmp(path, "-") ? g_canonicalize_filename(path, NULL) : g_strdup(path);
}

static bool find_source(struct pl_indexer *indexer, const char *path)
{
	char *known = known_path(path);

	if (indexer->path && !strcmp(indexer->path, known)) {
		g_free(known);
		return true;
	}
	g_free(indexer->path);
	indexer->path = known;
	return pl_store_source(indexer->store, known, &indexer->source);
}

static const struct pl_message *parse(struct pl_indexer *indexer, const struct pl_item *item)
{
	const struct pl_message *message = pl_parser_parse(indexer->parser, item->raw, item->shape);
	struct pl_arena *arena = pl_parser_arena(indexer->parser);

	if (item->cut)
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("mail-too-large"),
			       PL_TEXT_NONE);
	if (item->truncated)
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("truncated"), PL_TEXT_NONE);
	if (message->mail->references.n + message->mail->in_reply_to.n > PL_MAX_REFERENCES)
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("too-many-references"),
			       PL_TEXT_NONE);
	return message;
}

static bool add_mail(struct pl_indexer *indexer, struct pl_source *source,
		     const struct pl_item *item)
{
	const struct pl_message *message = parse(indexer, item);
	struct pl_index_counts *counts = &indexer->counts;
	const char *cursor = pl_source_cursor(source);
	struct pl_stored_mail stored;
	char offset[24];

	g_snprintf(offset, sizeof(offset), "%" G_GUINT64_FORMAT, item->offset);
	if (!begin_batch(indexer) || !find_source(indexer, item->path) ||
	    !pl_store_add(indexer->store, message, indexer->source,
			  item->oid[0] ? item->oid : offset, &stored))
		return false;
	if (cursor)
		g_hash_table_insert(indexer->cursors, g_strdup(indexer->path), g_strdup(cursor));
	counts->read++;
	if (stored.how == PL_STORED_KNOWN) {
		counts->known++;
	} else {
		counts->fresh++;
		counts->problems += message->mail->problems.n > 0;
		counts->versions += stored.how == PL_STORED_VERSION;
		counts->completed += stored.how == PL_STORED_WHOLE;
		indexer->last = stored.id;
	}
	pl_crash_point("mail");
	indexer->batch_mails++;
	indexer->batch_bytes += item->raw.len;
	if (indexer->batch_mails >= BATCH_MAILS || indexer->batch_bytes >= BATCH_BYTES)
		return end_batch(indexer);
	return true;
}

/* Tells a repository what was read of its epochs before. */
static void skip_known(struct pl_indexer *indexer, struct pl_source *source, const char *path)
{
	char *known = known_path(path);
	sqlite3_stmt *statement =
	    pl_sql_bind(&indexer->store->sql,
			"SELECT cursor FROM source WHERE cursor IS NOT NULL "
			"AND (path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || '/')",
			"s", known);

	while (pl_sql_row(&indexer->store->sql, statement)) {
		struct pl_text text = pl_sql_text(statement, 0);
		char *cursor = g_strndup(text.ptr, text.len);

		pl_source_skip_to(source, cursor);
		g_free(cursor);
	}
	g_free(known);
}

static void complain(struct pl_indexer *indexer, const char *line)
{
	if (indexer->watch.complain)
		indexer->watch.complain(indexer->watch.context, true, line);
}

enum pl_status pl_index_source(struct pl_indexer *indexer, const char *path, struct pl_error *error)
{
	struct pl_index_counts before = indexer->counts;
	struct pl_source_counts counts;
	struct pl_source *source;
	struct pl_error problem;
	struct pl_item item;
	const char *cursor;
	bool good = true;

	if (pl_source_open(path, &pl_limits_default, indexer->watch.complain,
			   indexer->watch.context, &source, &problem) != PL_OK) {
		complain(indexer, problem.message);
		indexer->counts.broken++;
		if (!indexer->in_batch)
			indexer->committed.broken = indexer->counts.broken;
		return PL_OK;
	}
	skip_known(indexer, source, path);
	while (good && pl_source_next(source, &item) == PL_OK) {
		good = add_mail(indexer, source, &item);
		if (good && indexer->watch.progress)
			indexer->watch.progress(indexer->watch.context, &indexer->counts);
	}
	/* Commits behind the last mail, which bring none, are passed as well. */
	cursor = pl_source_cursor(source);
	if (good && cursor && indexer->path)
		g_hash_table_insert(indexer->cursors, g_strdup(indexer->path), g_strdup(cursor));
	pl_source_counts(source, &counts);
	indexer->counts.unreadable = before.unreadable + counts.unreadable;
	indexer->counts.read += counts.unreadable;
	indexer->counts.broken = before.broken + counts.broken;
	indexer->counts.skipped_files = before.skipped_files + counts.skipped_files;
	if (!indexer->in_batch) {
		indexer->committed.unreadable = indexer->counts.unreadable;
		indexer->committed.read = indexer->counts.read;
		indexer->committed.broken = indexer->counts.broken;
		indexer->committed.skipped_files = indexer->counts.skipped_files;
	}
	pl_source_close(source);
	if (!good || !end_batch(indexer))
		return fail(indexer, error);
	return PL_OK;
}

enum pl_status pl_index_open(const char *directory, const struct pl_index_watch *watch,
			     struct pl_indexer **indexer_out, struct pl_error *error)
{
	struct pl_indexer *indexer = g_new0(struct pl_indexer, 1);
	enum pl_status status = pl_store_open(directory, PL_STORE_WRITE, &indexer->store, error);

	if (status == PL_OK)
		status = pl_text_folder_clean(indexer->store, error);
	if (status == PL_OK)
		status = pl_text_thread_start(indexer->store, &indexer->text, error);
	if (status != PL_OK) {
		pl_store_close(indexer->store);
		g_free(indexer);
		return status;
	}
	indexer->watch = *watch;
	indexer->parser = pl_parser_new(NULL);
	indexer->cursors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	*indexer_out = indexer;
	return PL_OK;
}

static void free_indexer(struct pl_indexer *indexer)
{
	pl_parser_free(indexer->parser);
	g_hash_table_destroy(indexer->cursors);
	pl_store_close(indexer->store);
	g_free(indexer->path);
	g_free(indexer);
}

static enum pl_status compact(struct pl_indexer *indexer, struct pl_error *error)
{
	uint64_t fresh = indexer->committed.fresh;
	int64_t all = 0;

	pl_sql_integer(&indexer->store->sql, &all, "SELECT count(*) FROM message", "");
	if (fresh < COMPACT_MAILS || fresh * 2 < (uint64_t)all)
		return PL_OK;
	return pl_text_folder_compact(indexer->store, error);
}

/* Owners and copies while the text index takes up the rest; then nothing is pending. */
static enum pl_status finish(struct pl_indexer *indexer, struct pl_error *error)
{
	struct pl_sql *sql = &indexer->store->sql;
	enum pl_status status = indexer->failed ? PL_FAILED : PL_OK;
	struct pl_error text_error;
	enum pl_status text_status;

	if (status == PL_OK && !pl_store_settle(indexer->store))
		status = fail(indexer, error);
	text_status = pl_text_thread_finish(indexer->text, &text_error);
	if (status == PL_OK && text_status != PL_OK) {
		*error = text_error;
		return text_status;
	}
	pl_crash_point("before-end");
	if (status == PL_OK && !(pl_sql_run(sql, "DELETE FROM pending", "") &&
				 pl_sql_run(sql, "PRAGMA incremental_vacuum", "")))
		status = fail(indexer, error);
	return status == PL_OK ? compact(indexer, error) : status;
}

enum pl_status pl_index_close(struct pl_indexer *indexer, struct pl_index_counts *counts_out,
			      struct pl_error *error)
{
	enum pl_status status = finish(indexer, error);

	*counts_out = indexer->committed;
	free_indexer(indexer);
	return status;
}
