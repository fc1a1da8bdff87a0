/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "text_thread.h"

#include <pthread.h>

#include "crash.h"
#include "fulltext_write.h"

/* Mails in one commit of the text index: with larger ones it slows down and its memory
 * grows (about 29 kB a mail). */
#define BATCH PL_BATCH(1000)

/* Of pthreads, not GLib: the thread sanitizer sees what their locks order. */
struct pl_text_thread {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int64_t offered, done; /* under lock, like what follows */
	bool finish;
	enum pl_status status;
	struct pl_error error;

	/* the thread's own */
	struct pl_sql sql;
	struct pl_fulltext_writer *writer;
};

/* Takes up one batch; *done_out is the id it came to. */
static enum pl_status take_up(struct pl_text_thread *thread, int64_t done, int64_t offered,
			      int64_t *done_out, struct pl_error *error)
{
	GString *words = g_string_new(NULL);
	enum pl_status status = PL_OK;
	int64_t n = 0, last = done;
	sqlite3_stmt *statement =
	    pl_sql_bind(&thread->sql,
			"SELECT message, words FROM pending WHERE message > ? AND message <= ? "
			"ORDER BY message LIMIT ?",
			"iii", done, offered, (int64_t)BATCH);

	while (status == PL_OK && pl_sql_row(&thread->sql, statement)) {
		last = sqlite3_column_int64(statement, 0);
		g_string_truncate(words, 0);
		if (!pl_decompress(pl_sql_text(statement, 1), words))
			status = pl_fail(error, PL_FAILED,
					 "%s: the words of message %" G_GINT64_FORMAT
					 " are damaged; see `perflore check`",
					 thread->sql.path, last);
		else
			status = pl_fulltext_put(thread->writer, last,
						 (struct pl_text){words->str, words->len}, error);
		if (++n == BATCH / 2)
			pl_crash_point("text-batch");
	}
	pl_sql_done(statement);
	g_string_free(words, TRUE);
	if (status == PL_OK && thread->sql.failed) {
		*error = thread->sql.error;
		status = PL_FAILED;
	}
	if (status != PL_OK)
		return status;
	*done_out = n < BATCH ? offered : last;
	return pl_fulltext_commit(thread->writer, *done_out, error);
}

static void *run(void *data)
{
	struct pl_text_thread *thread = data;
	enum pl_status status = PL_OK;
	struct pl_error error;

	pthread_mutex_lock(&thread->lock);
	while (status == PL_OK) {
		int64_t done = thread->done, offered = thread->offered;

		/* A short batch costs a commit like a full one: wait for more. */
		if (done == offered || (offered - done < BATCH && !thread->finish)) {
			if (thread->finish)
				break;
			pthread_cond_wait(&thread->changed, &thread->lock);
			continue;
		}
		pthread_mutex_unlock(&thread->lock);
		status = take_up(thread, done, offered, &done, &error);
		pthread_mutex_lock(&thread->lock);
		if (status == PL_OK)
			thread->done = done;
	}
	thread->status = status;
	if (status != PL_OK)
		thread->error = error;
	pthread_mutex_unlock(&thread->lock);
	return NULL;
}

/* What is in the database and not in the text index must be pending, and nothing may
 * be in the text index that the database does not know. */
static enum pl_status check_state(struct pl_store *store, const char *path, int64_t done,
				  int64_t *last_out, struct pl_error *error)
{
	int64_t last = 0, missing = 0;

	pl_sql_integer(&store->sql, &last, "SELECT ifnull(max(id), 0) FROM message", "");
	pl_sql_integer(&store->sql, &missing,
		       "SELECT count(*) FROM message WHERE id > ? "
		       "AND id NOT IN (SELECT message FROM pending)",
		       "i", done);
	if (store->sql.failed) {
		*error = store->sql.error;
		return PL_FAILED;
	}
	if (done > last)
		return pl_fail(error, PL_FAILED,
			       "%s: the text index holds mails that the database does not; make it "
			       "again with `perflore check --rebuild`",
			       path);
	if (missing)
		return pl_fail(error, PL_FAILED,
			       "%s: the text index lacks %" G_GINT64_FORMAT
			       " mails; make it again with `perflore check --rebuild`",
			       path, missing);
	*last_out = last;
	return PL_OK;
}

static void free_thread(struct pl_text_thread *thread)
{
	pl_fulltext_writer_close(thread->writer);
	pl_sql_close(&thread->sql);
	pthread_mutex_destroy(&thread->lock);
	pthread_cond_destroy(&thread->changed);
	g_free(thread);
}

enum pl_status pl_text_thread_start(struct pl_store *store, struct pl_text_thread **thread_out,
				    struct pl_error *error)
{
	struct pl_text_thread *thread = g_new0(struct pl_text_thread, 1);
	char *path = g_build_filename(store->directory, PL_TEXT_INDEX, NULL);
	enum pl_status status;

	pthread_mutex_init(&thread->lock, NULL);
	pthread_cond_init(&thread->changed, NULL);
	status = pl_fulltext_writer_open(path, &thread->writer, error);
	if (status == PL_OK)
		status = pl_fulltext_upto(thread->writer, &thread->done, error);
	if (status == PL_OK)
		status = check_state(store, path, thread->done, &thread->offered, error);
	if (status == PL_OK && !pl_sql_open(&thread->sql, store->sql.path, SQLITE_OPEN_READONLY)) {
		*error = thread->sql.error;
		status = PL_FAILED;
	}
	g_free(path);
	if (status == PL_OK && pthread_create(&thread->thread, NULL, run, thread))
		status = pl_fail(error, PL_FAILED, "no thread could be started for the text index");
	if (status != PL_OK) {
		free_thread(thread);
		return status;
	}
	*thread_out = thread;
	return PL_OK;
}

void pl_text_thread_offer(struct pl_text_thread *thread, int64_t last)
{
	pthread_mutex_lock(&thread->lock);
	if (last > thread->offered)
		thread->offered = last;
	pthread_cond_signal(&thread->changed);
	pthread_mutex_unlock(&thread->lock);
}

int64_t pl_text_thread_done(struct pl_text_thread *thread)
{
	int64_t done;

	pthread_mutex_lock(&thread->lock);
	done = pl_crash_drop_early ? thread->offered : thread->done;
	pthread_mutex_unlock(&thread->lock);
	return done;
}

enum pl_status pl_text_thread_finish(struct pl_text_thread *thread, struct pl_error *error)
{
	enum pl_status status;

	pthread_mutex_lock(&thread->lock);
	thread->finish = true;
	pthread_cond_signal(&thread->changed);
	pthread_mutex_unlock(&thread->lock);
	pthread_join(thread->thread, NULL);
	status = thread->status;
	if (status != PL_OK)
		*error = thread->error;
	free_thread(thread);
	return status;
}
