/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reparse.h"

#include <perflore/parse.h>

#include "crash.h"
#include "findings.h"
#include "fulltext_write.h"
#include "git_blob.h"
#include "prepare.h"
#include "store_source.h"

#define BATCH_MAILS PL_BATCH(1000)

/* No version of the metrics goes so far; the hashes of their table that were kept did. */
#define METRICS_HASH_MIN 100000

/* What has changed since the records were made. */
struct change {
	GString *names;
	uint64_t needs; /* a mail with one of these features may have other records */
	bool any;	/* any mail may */
	bool features;	/* the features themselves */
	bool mails;	/* something that is found in mails */
	bool threads;	/* what is worked out of threads */
	bool metrics;	/* what is known of metrics */
	GString *newer; /* what a newer program has made the records with */
	GString *extra; /* what this one does not know: it was dropped, or is newer */
	bool older;	/* something was made by an older program */
};

bool pl_store_keep_recognizers(struct pl_store *store)
{
	struct pl_recognizer_info info;
	size_t n = pl_finding_info(0, &info);

	pl_sql_run(&store->sql, "DELETE FROM recognizer", "");
	for (size_t i = 0; i < n; i++) {
		pl_finding_info(i, &info);
		pl_sql_run(&store->sql,
			   "INSERT INTO recognizer(id, version, needs) VALUES (?, ?, ?)", "sii",
			   info.id, (int64_t)info.version, (int64_t)info.needs);
	}
	return pl_sql_run(&store->sql,
			  "INSERT OR REPLACE INTO meta(key, value) VALUES ('features', ?)", "i",
			  (int64_t)pl_features_version());
}

static void add_change(struct change *change, const char *id, uint64_t needs)
{
	g_string_append_printf(change->names, "%s%s", change->names->len ? ", " : "", id);
	if (!strcmp(id, PL_FINDINGS_THREADS)) {
		change->threads = true;
		return;
	}
	if (!strcmp(id, PL_FINDINGS_METRICS)) {
		change->metrics = true;
		return;
	}
	change->mails = true;
	change->any |= needs == 0;
	change->needs |= needs;
}

/* The recognizer or finding of this name; false: there is none any more. */
static bool find_recognizer(const char *id, struct pl_recognizer_info *info_out)
{
	size_t n = pl_finding_info(0, info_out);

	for (size_t i = 0; i < n; i++) {
		pl_finding_info(i, info_out);
		if (strcmp(info_out->id, id) == 0)
			return true;
	}
	return false;
}

static void tell_newer(GString *newer, const char *id, int64_t stored, int64_t own)
{
	g_string_append_printf(newer, "%s%s %" G_GINT64_FORMAT ", this one has %" G_GINT64_FORMAT,
			       newer->len ? "; " : "", id, stored, own);
}

/* A version of what this program knows, too. */
static void compare_versions(struct change *change, const char *id, int64_t stored, int64_t own)
{
	/* a hash, which tells no order: only programs from before there were versions kept one */
	bool hash = !strcmp(id, PL_FINDINGS_METRICS) && stored >= METRICS_HASH_MIN;

	change->older |= hash || stored < own;
	if (stored > own && !hash)
		tell_newer(change->newer, id, stored, own);
}

static void compare(struct pl_store *store, struct change *change)
{
	struct pl_sql *sql = &store->sql;
	struct pl_recognizer_info info;
	size_t n = pl_finding_info(0, &info);
	int64_t version = -1;
	sqlite3_stmt *statement;

	pl_sql_integer(sql, &version, "SELECT value FROM meta WHERE key = 'features'", "");
	change->features = version != (int64_t)pl_features_version();
	compare_versions(change, "features", version, pl_features_version());
	statement = pl_sql_bind(sql, "SELECT id, version, needs FROM recognizer ORDER BY id", "");
	while (pl_sql_row(sql, statement)) {
		const char *id = (const char *)sqlite3_column_text(statement, 0);
		int64_t made = sqlite3_column_int64(statement, 1);
		uint64_t needed = (uint64_t)sqlite3_column_int64(statement, 2);

		if (!find_recognizer(id, &info)) {
			add_change(change, id, needed);
			tell_newer(change->extra, id, made, 0);
			continue;
		}
		compare_versions(change, id, made, info.version);
		if (info.version != (unsigned)made || info.needs != needed)
			/* what it found before is looked at as well as what it may find now */
			add_change(change, id, info.needs && needed ? info.needs | needed : 0);
	}
	for (size_t i = 0; i < n; i++) {
		int64_t known;

		pl_finding_info(i, &info);
		if (!pl_sql_integer(sql, &known, "SELECT 1 FROM recognizer WHERE id = ?", "s",
				    info.id)) {
			add_change(change, info.id, info.needs);
			change->older = true;
		}
	}
}

/* Records of a newer program are not undone. Who drops a recognizer raises a version, so that
 * something is older where one was dropped. */
static bool is_newer(struct pl_store *store, const struct change *change)
{
	const GString *what = change->newer->len || change->older ? change->newer : change->extra;

	if (!what->len)
		return false;
	pl_fail(&store->sql.error, PL_FAILED,
		"%s: its records were made by a newer perflore (%s); use that one, or index into a "
		"new folder",
		store->sql.path, what->str);
	return true;
}

static void list_outdated(struct pl_store *store, const struct change *change)
{
	struct pl_sql *sql = &store->sql;

	if (change->features)
		pl_sql_run(sql, "UPDATE message SET features = NULL", "");
	if (change->features || change->any)
		pl_sql_run(sql,
			   "INSERT OR IGNORE INTO outdated(message) "
			   "SELECT id FROM message WHERE version = 0",
			   "");
	else if (change->mails)
		pl_sql_run(sql,
			   "INSERT OR IGNORE INTO outdated(message) SELECT id FROM message "
			   "WHERE version = 0 AND (features IS NULL OR features & ?)",
			   "i", (int64_t)change->needs);
	if (change->threads)
		pl_sql_run(sql, "INSERT OR IGNORE INTO unsettled(thread) SELECT id FROM thread",
			   "");
}

static void say(struct pl_store *store, const struct pl_index_watch *watch,
		const struct change *change)
{
	int64_t all = 0, outdated = 0;
	char *line;

	pl_sql_integer(&store->sql, &all, "SELECT count(*) FROM message", "");
	pl_sql_integer(&store->sql, &outdated, "SELECT count(*) FROM outdated", "");
	if (!outdated || !watch->complain)
		return;
	if (change->features)
		line =
		    g_strdup_printf("what is known of the mails' texts means something else now: "
				    "all %" G_GINT64_FORMAT " mails are parsed again",
				    outdated);
	else
		line = g_strdup_printf("changed since the records were made: %s; %" G_GINT64_FORMAT
				       " of %" G_GINT64_FORMAT " mails are parsed again",
				       change->names->str, outdated, all);
	watch->complain(watch->context, false, line);
	g_free(line);
}

/* False where a newer program made the records, or after a failure. */
static bool find_change(struct pl_store *store, struct change *change_out)
{
	*change_out = (struct change){
	    .names = g_string_new(NULL), .newer = g_string_new(NULL), .extra = g_string_new(NULL)};
	compare(store, change_out);
	return !store->sql.failed && !is_newer(store, change_out);
}

static void clear_change(struct change *change)
{
	g_string_free(change->names, TRUE);
	g_string_free(change->newer, TRUE);
	g_string_free(change->extra, TRUE);
}

bool pl_reparse_allowed(struct pl_store *store)
{
	struct change change;
	bool allowed = find_change(store, &change);

	clear_change(&change);
	return allowed;
}

bool pl_reparse_find(struct pl_store *store, const struct pl_index_watch *watch)
{
	struct change change;
	bool good = find_change(store, &change);

	if (good && (change.features || change.names->len)) {
		good = pl_store_begin(store);
		list_outdated(store, &change);
		if (change.metrics)
			pl_store_look_up_metrics(store);
		pl_store_keep_recognizers(store);
		good = good && pl_store_commit(store);
		if (good)
			say(store, watch, &change);
		else
			pl_store_rollback(store);
	}
	clear_change(&change);
	return good;
}

/* A mail to be parsed again. */
struct wanted {
	int64_t id, thread;
	uint8_t hash[PL_HASH];
};

struct reparse {
	struct pl_store *store;
	struct pl_parser *parser;
	ZSTD_CCtx *compressor;
	struct pl_index_counts *counts;
	GHashTable *wanted; /* of the source in hand: place to struct wanted */
	unsigned in_batch;
};

static bool end_batch(struct reparse *reparse)
{
	reparse->in_batch = 0;
	return pl_store_commit(reparse->store);
}

static bool begin_batch(struct reparse *reparse)
{
	return reparse->in_batch++ || pl_store_begin(reparse->store);
}

/* The mail at place, if it is one that is wanted and still the same. */
static bool take(struct reparse *reparse, const char *place, const struct pl_item *item)
{
	const struct wanted *wanted = g_hash_table_lookup(reparse->wanted, place);
	struct pl_prepared prepared;

	if (!wanted)
		return true;
	pl_prepare(pl_parse_item(reparse->parser, item), pl_parser_arena(reparse->parser),
		   reparse->compressor, pl_text_mode_get(reparse->store) != PL_TEXT_MODE_NONE,
		   &prepared);
	if (memcmp(prepared.hash, wanted->hash, PL_HASH) != 0)
		return true;
	if (!begin_batch(reparse) ||
	    !pl_store_replace(reparse->store, wanted->id, wanted->thread, &prepared) ||
	    !pl_sql_run(&reparse->store->sql, "DELETE FROM outdated WHERE message = ?", "i",
			wanted->id))
		return false;
	pl_crash_point("reparse");
	reparse->counts->reparsed++;
	g_hash_table_remove(reparse->wanted, place);
	return reparse->in_batch < BATCH_MAILS || end_batch(reparse);
}

/* What is wanted of a source; *through_out: it was gone through, so that what is still wanted then
 * is not there any more. */
static bool read_blobs(struct reparse *reparse, const char *path, bool *through_out)
{
	struct pl_git_blobs *blobs = pl_git_blobs_open(path);
	void **ids;
	struct pl_item item;
	bool good = true;
	guint n;

	if (!blobs)
		return true;
	ids = g_hash_table_get_keys_as_array(reparse->wanted, &n);
	for (guint i = 0; good && i < n; i++) {
		/* the table's own key goes with its entry */
		char *id = g_strdup(ids[i]);

		if (pl_git_blobs_read(blobs, id, &item))
			good = take(reparse, id, &item);
		g_free(id);
	}
	g_free(ids);
	pl_git_blobs_close(blobs);
	*through_out = good;
	return good;
}

static bool read_file(struct reparse *reparse, const char *path, bool *through_out)
{
	struct pl_source *source;
	struct pl_error ignored;
	struct pl_item item;
	struct pl_source_counts counts;
	bool good = true;

	if (!strcmp(path, "-") ||
	    pl_source_open(path, NULL, NULL, NULL, &source, &ignored) != PL_OK)
		return true;
	while (good && g_hash_table_size(reparse->wanted) &&
	       pl_source_next(source, &item) == PL_OK) {
		char place[24];

		g_snprintf(place, sizeof(place), "%" G_GUINT64_FORMAT, item.offset);
		good = take(reparse, place, &item);
	}
	pl_source_counts(source, &counts);
	*through_out = good && !counts.broken;
	pl_source_close(source);
	return good;
}

/* Mails that are not where they lay will be, when they are read elsewhere. */
static void doubt_wanted(struct reparse *reparse)
{
	GHashTableIter iter;
	gpointer wanted;

	g_hash_table_iter_init(&iter, reparse->wanted);
	while (g_hash_table_iter_next(&iter, NULL, &wanted))
		pl_sql_run(&reparse->store->sql, "UPDATE message SET place = NULL WHERE id = ?",
			   "i", ((struct wanted *)wanted)->id);
}

/* Fills in what is wanted of a source; true where it is a repository. */
static bool list_wanted(struct reparse *reparse, int64_t source)
{
	struct pl_sql *sql = &reparse->store->sql;
	sqlite3_stmt *statement =
	    pl_sql_bind(sql,
			"SELECT m.place, m.id, m.thread, m.hash FROM outdated o "
			"JOIN message m ON m.id = o.message WHERE m.source = ? "
			"AND m.place IS NOT NULL",
			"i", source);
	bool git = false;

	g_hash_table_remove_all(reparse->wanted);
	while (pl_sql_row(sql, statement)) {
		char *place = g_strdup((const char *)sqlite3_column_text(statement, 0));
		struct wanted *wanted = g_new0(struct wanted, 1);
		struct pl_text hash = pl_sql_text(statement, 3);

		wanted->id = sqlite3_column_int64(statement, 1);
		wanted->thread = sqlite3_column_int64(statement, 2);
		memcpy(wanted->hash, hash.ptr, MIN(hash.len, PL_HASH));
		git |= strlen(place) == 40;
		g_hash_table_insert(reparse->wanted, place, wanted);
	}
	return git;
}

static bool reparse_source(struct reparse *reparse, int64_t source, const char *path)
{
	bool git = list_wanted(reparse, source);
	bool through = false;
	int64_t left = 0;

	if (!(git ? read_blobs : read_file)(reparse, path, &through) || !begin_batch(reparse))
		return false;
	if (through)
		doubt_wanted(reparse);
	pl_sql_integer(&reparse->store->sql, &left,
		       "SELECT count(*) FROM outdated o JOIN message m ON m.id = o.message "
		       "WHERE m.source = ?",
		       "i", source);
	reparse->counts->stale += (uint64_t)left;
	return pl_sql_run(&reparse->store->sql,
			  "DELETE FROM outdated WHERE message IN "
			  "(SELECT id FROM message WHERE source = ?)",
			  "i", source) &&
	       end_batch(reparse);
}

bool pl_reparse(struct pl_store *store, struct pl_index_counts *counts)
{
	struct reparse reparse = {.store = store, .counts = counts};
	struct pl_sql *sql = &store->sql;
	int64_t source, any;
	bool good = true;

	if (!pl_sql_integer(sql, &any, "SELECT 1 FROM outdated LIMIT 1", ""))
		return !sql->failed;
	reparse.parser = pl_parser_new(NULL);
	reparse.compressor = ZSTD_createCCtx();
	reparse.wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	while (good && pl_sql_integer(sql, &source,
				      "SELECT m.source FROM outdated o "
				      "JOIN message m ON m.id = o.message LIMIT 1",
				      "")) {
		char *path = pl_store_source_path(store, source);

		good = path && reparse_source(&reparse, source, path);
		g_free(path);
	}
	g_hash_table_unref(reparse.wanted);
	ZSTD_freeCCtx(reparse.compressor);
	pl_parser_free(reparse.parser);
	return good && !sql->failed;
}
