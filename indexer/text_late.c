/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * With --text=reports a mail is indexed by its header until its thread holds a report. Then
 * its text is needed, which is kept nowhere: it is read again from where the mail lay. A
 * repository is asked for the blob, a file is gone through without parsing what is not
 * wanted. Only a mail with the same hash is taken.
 */
#include "text_late.h"

#include <perflore/parse.h>
#include <perflore/source.h>

#include "crash.h"
#include "fulltext_write.h"
#include "git_blob.h"

/* Mails of a transaction, in whole files: a folder of mails has many with one each. */
#define BATCH PL_BATCH(500)

struct late {
	int64_t message;
	char *path;
	char *place;
	uint8_t hash[PL_HASH];
	bool done;
};

struct finder {
	struct pl_store *store;
	struct pl_parser *parser;
};

static void clear_late(void *data)
{
	struct late *late = data;

	g_free(late->path);
	g_free(late->place);
}

static char *copy_column(sqlite3_stmt *statement, int column)
{
	struct pl_text text = pl_sql_text(statement, column);

	return g_strndup(text.len ? text.ptr : "", text.len);
}

/* In the order of their places. */
static GArray *find_late(struct pl_store *store)
{
	GArray *lates = g_array_new(FALSE, TRUE, sizeof(struct late));
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "SELECT m.id, s.path, m.place, m.hash FROM message m JOIN source s ON s.id = m.source "
	    "WHERE m.indexed = ? AND m.thread IN (SELECT n.thread FROM report r "
	    "JOIN message n ON n.id = r.message) ORDER BY m.source, m.id",
	    "i", (int64_t)PL_INDEXED_HEADER);

	g_array_set_clear_func(lates, clear_late);
	while (pl_sql_row(&store->sql, statement)) {
		struct late late = {.message = sqlite3_column_int64(statement, 0),
				    .path = copy_column(statement, 1),
				    .place = copy_column(statement, 2)};
		struct pl_text hash = pl_sql_text(statement, 3);

		if (hash.len == PL_HASH)
			memcpy(late.hash, hash.ptr, PL_HASH);
		g_array_append_val(lates, late);
	}
	return lates;
}

static bool take(struct finder *finder, struct late *late, const struct pl_item *item)
{
	const struct pl_message *message = pl_parse_item(finder->parser, item);
	GString *text = g_string_new(NULL);
	uint8_t hash[PL_HASH];
	struct pl_words words;

	pl_mail_text(message->mail, text);
	pl_mail_hash(message->mail, (struct pl_text){text->str, text->len}, hash, NULL);
	g_string_free(text, TRUE);
	if (memcmp(hash, late->hash, PL_HASH) != 0)
		return true;
	late->done = true;
	pl_words_of(message, pl_parser_arena(finder->parser), &words);
	return pl_fulltext_put(finder->store, late->message, &words, PL_INDEXED_ALL);
}

static bool read_blobs(struct finder *finder, struct late *lates, guint n)
{
	struct pl_git_blobs *blobs = pl_git_blobs_open(lates->path);
	struct pl_item item;
	bool good = true;

	for (guint i = 0; blobs && good && i < n; i++)
		if (pl_git_blobs_read(blobs, lates[i].place, &item))
			good = take(finder, &lates[i], &item);
	if (blobs)
		pl_git_blobs_close(blobs);
	return good;
}

static bool read_file(struct finder *finder, struct late *lates, guint n)
{
	GHashTable *wanted;
	struct pl_source *source;
	struct pl_error ignored;
	struct pl_item item;
	bool good = true;
	guint left = n;

	if (strcmp(lates->path, "-") == 0 ||
	    pl_source_open(lates->path, &pl_limits_default, NULL, NULL, &source, &ignored) != PL_OK)
		return true;
	wanted = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < n; i++)
		g_hash_table_insert(wanted, lates[i].place, &lates[i]);
	while (good && left && pl_source_next(source, &item) == PL_OK) {
		struct late *late;
		char place[24];

		g_snprintf(place, sizeof(place), "%" G_GUINT64_FORMAT, item.offset);
		late = g_hash_table_lookup(wanted, place);
		if (late) {
			good = take(finder, late, &item);
			left--;
		}
	}
	g_hash_table_destroy(wanted);
	pl_source_close(source);
	return good;
}

static bool is_blob(const char *place)
{
	return strlen(place) == 40;
}

/* Where the mails that lie in one place end. */
static guint end_of_place(const GArray *lates, guint from)
{
	const struct late *all = (const struct late *)lates->data;
	guint to = from + 1;

	while (to < lates->len && !strcmp(all[from].path, all[to].path) &&
	       is_blob(all[from].place) == is_blob(all[to].place))
		to++;
	return to;
}

bool pl_text_late(struct pl_store *store, uint64_t *missing_out)
{
	GArray *lates = find_late(store);
	struct late *all = (struct late *)lates->data;
	struct finder finder = {.store = store};
	bool good = !store->sql.failed;

	*missing_out = 0;
	if (lates->len)
		finder.parser = pl_parser_new(NULL);
	for (guint from = 0, to; good && from < lates->len;) {
		const guint begin = from;

		good = pl_store_begin(store);
		for (; good && from < lates->len && from - begin < BATCH; from = to) {
			to = end_of_place(lates, from);
			good = (is_blob(all[from].place) ? read_blobs : read_file)(
			    &finder, all + from, to - from);
		}
		pl_crash_point("late");
		good = good && pl_store_commit(store);
	}
	for (guint i = 0; i < lates->len; i++)
		*missing_out += !all[i].done;
	pl_parser_free(finder.parser);
	g_array_free(lates, TRUE);
	return good;
}
