/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From sources to the database: mails are read, parsed and stored a batch at a time,
 * one transaction a batch, words and the place where a repository was read to included. A
 * run that is killed loses the batch in hand, which the next run reads again.
 */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perflore/index.h>
#include <perflore/parse.h>

#include "crash.h"
#include "crew.h"
#include "fulltext_write.h"
#include "gone.h"
#include "maintained.h"
#include "reparse.h"
#include "store_source.h"
#include "text_late.h"

/* A batch: so many mails, or so many bytes of them. Each writes the pages that it changed, so
 * many small ones write more; the words of a batch are held until it is committed. */
#define BATCH_MAILS PL_BATCH(4000)
#define BATCH_BYTES (64 << 20)

/* The text index is compacted when this many mails, and a third of the archive, have come
 * since it was. */
#define COMPACT_MAILS PL_BATCH(5000)

struct pl_indexer {
	struct pl_store *store;
	struct pl_crew *crew;
	struct pl_index_watch watch;
	struct pl_index_counts counts; /* with the batch in hand */
	struct pl_index_counts committed;
	struct pl_source_table *known;
	unsigned batch_mails;
	size_t batch_bytes;
	bool in_batch, failed;
	struct pl_gone *gone;		    /* what may be, to be told at the end */
	struct pl_maintainers *maintainers; /* NULL: not wanted */
	struct pl_repository *repository;

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

	if (!indexer->in_batch)
		return true;
	pl_sql_run(&store->sql, "INSERT OR REPLACE INTO meta(key, value) VALUES ('parser', ?)", "i",
		   (int64_t)pl_parser_version());
	if (!pl_store_commit(store))
		return false;
	indexer->in_batch = false;
	indexer->batch_mails = 0;
	indexer->batch_bytes = 0;
	indexer->committed = indexer->counts;
	return true;
}

static bool find_source(struct pl_indexer *indexer, const char *path)
{
	char *known = pl_known_path(path);

	if (indexer->path && !strcmp(indexer->path, known)) {
		g_free(known);
		return true;
	}
	g_free(indexer->path);
	indexer->path = known;
	return pl_store_source(indexer->store, known, &indexer->source);
}

/* Stores what the source marked as read, in the transaction of the mails before. */
static bool remember(struct pl_indexer *indexer, const GPtrArray *marks)
{
	bool good = true;

	for (guint i = 0; marks && i < marks->len && good; i++) {
		good = begin_batch(indexer) &&
		       pl_store_remember(indexer->store, g_ptr_array_index(marks, i));
		/* a mark may give a row another path */
		g_clear_pointer(&indexer->path, g_free);
	}
	return good;
}

static bool add_mail(struct pl_indexer *indexer, const struct pl_crew_mail *mail)
{
	struct pl_index_counts *counts = &indexer->counts;
	struct pl_stored_mail stored;

	if (!begin_batch(indexer) || !find_source(indexer, mail->path) ||
	    !pl_store_add(indexer->store, &mail->prepared, indexer->source, mail->place,
			  mail->before, &stored))
		return false;
	counts->read++;
	counts->bytes += mail->size;
	if (stored.how == PL_STORED_KNOWN) {
		counts->known++;
	} else {
		counts->fresh++;
		counts->problems += mail->prepared.message->mail->problems.n > 0;
		counts->versions += stored.how == PL_STORED_VERSION;
		counts->completed += stored.how == PL_STORED_WHOLE;
	}
	pl_crash_point("mail");
	indexer->batch_mails++;
	indexer->batch_bytes += mail->size;
	if (indexer->batch_mails >= BATCH_MAILS || indexer->batch_bytes >= BATCH_BYTES)
		return end_batch(indexer);
	return true;
}

static void complain(struct pl_indexer *indexer, const char *line)
{
	if (indexer->watch.complain)
		indexer->watch.complain(indexer->watch.context, true, line);
}

static void note(struct pl_indexer *indexer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(struct pl_indexer *indexer, const char *format, ...)
{
	va_list values;
	char *line;

	va_start(values, format);
	line = g_strdup_vprintf(format, values);
	va_end(values);
	if (indexer->watch.complain)
		indexer->watch.complain(indexer->watch.context, false, line);
	g_free(line);
}

/* The counts of what was not part of a batch are those of what was committed, too. */
static void count_source(struct pl_indexer *indexer, const struct pl_index_counts *before,
			 const struct pl_source *source)
{
	struct pl_index_counts *counts = &indexer->counts;
	struct pl_source_counts read;

	pl_source_counts(source, &read);
	counts->unreadable = before->unreadable + read.unreadable;
	counts->read += read.unreadable;
	counts->broken = before->broken + read.broken;
	counts->skipped_files = before->skipped_files + read.skipped_files;
	counts->unchanged = before->unchanged + read.unchanged;
}

static void pass_on(struct pl_indexer *indexer, const GPtrArray *said)
{
	for (guint i = 0; said && i < said->len; i++) {
		const struct pl_said *line = g_ptr_array_index(said, i);

		if (indexer->watch.complain)
			indexer->watch.complain(indexer->watch.context, line->fatal, line->line);
	}
}

static bool take_mails(struct pl_indexer *indexer)
{
	const struct pl_crew_mail *mail;

	while ((mail = pl_crew_next(indexer->crew))) {
		pass_on(indexer, mail->said);
		if (!remember(indexer, mail->marks) || (!mail->end && !add_mail(indexer, mail)))
			return false;
		indexer->counts.offset = mail->offset;
		if (indexer->watch.progress)
			indexer->watch.progress(indexer->watch.context, &indexer->counts);
	}
	return true;
}

/* A pipe and standard input cannot be read another time. */
static bool can_be_named(const char *path)
{
	struct stat status;

	return strcmp(path, "-") && stat(path, &status) == 0 &&
	       (S_ISDIR(status.st_mode) || S_ISREG(status.st_mode));
}

enum pl_status pl_index_name_sources(struct pl_indexer *indexer, char *const *paths, size_t n,
				     struct pl_error *error)
{
	bool good = true;

	for (size_t i = 0; i < n && good; i++) {
		char *known = pl_known_path(paths[i]);

		if (can_be_named(paths[i]) && !pl_store_is_named(indexer->store, known))
			good = begin_batch(indexer) && pl_store_put_down(indexer->store, known);
		g_free(known);
	}
	return good && end_batch(indexer) ? PL_OK : fail(indexer, error);
}

static bool read_source(struct pl_indexer *indexer, const char *path, const char *known,
			struct pl_source *source, struct pl_error *error)
{
	bool good;

	if (can_be_named(path) &&
	    !(pl_store_is_named(indexer->store, known) ||
	      (begin_batch(indexer) && pl_store_name_source(indexer->store, known))))
		return false;
	good =
	    pl_crew_begin(indexer->crew, source,
			  pl_text_mode_get(indexer->store) != PL_TEXT_MODE_NONE, error) == PL_OK &&
	    take_mails(indexer);
	pl_crew_end(indexer->crew);
	return good;
}

enum pl_status pl_index_source(struct pl_indexer *indexer, const char *path, struct pl_error *error)
{
	struct pl_source_memory memory = pl_source_table_memory(indexer->known);
	struct pl_index_counts before = indexer->counts;
	char *known = pl_known_path(path);
	struct pl_source *source;
	struct pl_error problem;
	GPtrArray *said;
	bool good;

	if (pl_source_open_known(path, &pl_limits_default, &memory, pl_crew_say, indexer->crew,
				 &source, &problem) == PL_OK) {
		good = read_source(indexer, path, known, source, &problem);
		count_source(indexer, &before, source);
		pl_source_close(source);
		good = good && end_batch(indexer);
		pl_gone_look(indexer->gone, known);
	} else {
		said = pl_crew_take_said(indexer->crew);
		pass_on(indexer, said);
		if (said)
			g_ptr_array_unref(said);
		complain(indexer, problem.message);
		indexer->counts.broken++;
		good = pl_store_strike(indexer->store, known) &&
		       (access(path, F_OK) == 0 || pl_store_miss_source(indexer->store, known));
	}
	g_free(known);
	if (!good && !indexer->store->sql.failed) {
		indexer->failed = true;
		*error = problem;
		return PL_FAILED;
	}
	if (!good || indexer->store->sql.failed)
		return fail(indexer, error);
	indexer->committed = indexer->counts;
	return PL_OK;
}

enum pl_status pl_index_known_sources(struct pl_indexer *indexer, struct pl_error *error)
{
	GPtrArray *paths = pl_store_named_sources(indexer->store);
	enum pl_status status = paths->len ? PL_OK : PL_NOTHING;

	for (guint i = 0; i < paths->len && status != PL_FAILED; i++) {
		const char *path = g_ptr_array_index(paths, i);

		if (access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR))
			status = pl_index_source(indexer, path, error);
		else
			pl_gone_miss(indexer->gone, path);
	}
	g_ptr_array_unref(paths);
	return indexer->store->sql.failed ? fail(indexer, error) : status;
}

enum pl_status pl_index_open(const char *directory, const struct pl_index_watch *watch,
			     struct pl_indexer **indexer_out, struct pl_error *error)
{
	struct pl_indexer *indexer = g_new0(struct pl_indexer, 1);
	enum pl_status status = pl_store_open_write(directory, &indexer->store, error);

	if (status != PL_OK) {
		pl_store_close(indexer->store);
		g_free(indexer);
		return status;
	}
	if (!pl_reparse_find(indexer->store, watch)) {
		if (error)
			*error = indexer->store->sql.error;
		pl_store_close(indexer->store);
		g_free(indexer);
		return PL_FAILED;
	}
	indexer->watch = *watch;
	indexer->crew = pl_crew_new(watch->jobs ? watch->jobs : g_get_num_processors());
	indexer->known = pl_source_table_new(indexer->store);
	indexer->gone = pl_gone_new();
	*indexer_out = indexer;
	return PL_OK;
}

enum pl_status pl_index_maintainers(struct pl_indexer *indexer, const char *file,
				    const char *directory, struct pl_error *error)
{
	enum pl_status status = pl_maintainers_read(
	    file, indexer->watch.complain, indexer->watch.context, &indexer->maintainers, error);

	if (status == PL_OK && directory)
		status = pl_repository_open(directory, &indexer->repository, error);
	if (status != PL_OK)
		g_clear_pointer(&indexer->maintainers, pl_maintainers_free);
	return status;
}

/* Of mails that are not found any more there may be no words, or only those of the header. */
static void note_lost(struct pl_indexer *indexer, enum pl_text_mode mode,
		      const struct pl_rebuild_counts *counts)
{
	const int64_t headers = pl_fulltext_partial(indexer->store);

	if (counts->lost && mode != PL_TEXT_MODE_NONE)
		note(indexer,
		     "%" G_GUINT64_FORMAT " mail%s no words in it, as %s not found where %s read",
		     counts->lost, counts->lost == 1 ? " has" : "s have",
		     counts->lost == 1 ? "it is" : "they are",
		     counts->lost == 1 ? "it was" : "they were");
	if (headers)
		note(indexer,
		     "of %" G_GINT64_FORMAT " mail%s only subject and addresses are in it, as %s "
		     "not found where %s read; when the source is there again, `perflore check "
		     "--rebuild` puts in the rest",
		     headers, headers == 1 ? "" : "s", headers == 1 ? "it is" : "they are",
		     headers == 1 ? "it was" : "they were");
}

enum pl_status pl_index_set_text(struct pl_indexer *indexer, enum pl_text_mode mode,
				 struct pl_error *error)
{
	struct pl_store *store = indexer->store;
	const enum pl_text_mode before = pl_text_mode_get(store);
	struct pl_rebuild_counts counts;
	int64_t mails = 0;

	pl_sql_integer(&store->sql, &mails, "SELECT count(*) FROM message", "");
	if (mode == before || !mails) {
		pl_text_mode_set(store, mode);
		return store->sql.failed ? fail(indexer, error) : PL_OK;
	}
	note(indexer,
	     "the text index is made again, as --text was %s and is %s now: %" G_GINT64_FORMAT
	     " mail%s",
	     pl_text_mode_name(before), pl_text_mode_name(mode), mails, mails == 1 ? "" : "s");
	if (!pl_fulltext_make_again(store, mode, &indexer->watch, &counts))
		return fail(indexer, error);
	note_lost(indexer, mode, &counts);
	return store->sql.failed ? fail(indexer, error) : PL_OK;
}

static void free_indexer(struct pl_indexer *indexer)
{
	pl_crew_free(indexer->crew);
	pl_source_table_free(indexer->known);
	pl_gone_free(indexer->gone);
	pl_maintainers_free(indexer->maintainers);
	pl_repository_close(indexer->repository);
	pl_store_close(indexer->store);
	g_free(indexer->path);
	g_free(indexer);
}

/* Joins the parts of the text index where much has come since this was done last. */
static bool compact(struct pl_indexer *indexer)
{
	struct pl_sql *sql = &indexer->store->sql;
	int64_t done = 0, all = 0;

	pl_sql_integer(sql, &all, "SELECT ifnull(max(id), 0) FROM message", "");
	pl_sql_integer(sql, &done, "SELECT value FROM meta WHERE key = 'compacted'", "");
	if (all - done < COMPACT_MAILS || (all - done) * 2 < done)
		return !sql->failed;
	return pl_fulltext_compact(indexer->store) &&
	       pl_sql_run(sql, "INSERT OR REPLACE INTO meta(key, value) VALUES ('compacted', ?)",
			  "i", all);
}

static void tell_settling(void *context, uint64_t left)
{
	struct pl_indexer *indexer = context;

	indexer->committed.unsettled = left;
	if (indexer->watch.progress)
		indexer->watch.progress(indexer->watch.context, &indexer->committed);
	indexer->committed.unsettled = 0;
}

static enum pl_status finish(struct pl_indexer *indexer, struct pl_error *error)
{
	uint64_t missing = 0;

	if (indexer->failed)
		return PL_FAILED;
	indexer->committed.vanished = pl_gone_tell(indexer->gone, indexer->store, &indexer->watch);
	if (indexer->store->sql.failed)
		return fail(indexer, error);
	if (!pl_reparse(indexer->store, &indexer->committed))
		return fail(indexer, error);
	if (pl_text_mode_get(indexer->store) == PL_TEXT_MODE_REPORTS &&
	    !pl_text_late(indexer->store, &missing))
		return fail(indexer, error);
	if (missing)
		note(indexer,
		     "of %" G_GUINT64_FORMAT " mail%s, in threads with a report, only subject and "
		     "addresses are in the text index: %s not found where %s read",
		     missing, missing == 1 ? "" : "s", missing == 1 ? "it is" : "they are",
		     missing == 1 ? "it was" : "they were");
	if (!pl_store_settle(indexer->store, tell_settling, indexer))
		return fail(indexer, error);
	if (indexer->maintainers &&
	    !pl_maintained_assign(indexer->store, indexer->maintainers, indexer->repository,
				  &indexer->committed.placed))
		return fail(indexer, error);
	pl_crash_point("before-end");
	if (!compact(indexer) || !pl_sql_run(&indexer->store->sql, "PRAGMA incremental_vacuum", ""))
		return fail(indexer, error);
	return PL_OK;
}

enum pl_status pl_index_close(struct pl_indexer *indexer, struct pl_index_counts *counts_out,
			      struct pl_error *error)
{
	enum pl_status status = finish(indexer, error);

	*counts_out = indexer->committed;
	free_indexer(indexer);
	return status;
}
