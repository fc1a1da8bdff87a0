/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words read back from the text index, for mails that are found nowhere else. The index
 * is sorted by word: it is gone through once for many mails, and each mail's words are
 * put into their places. Only what parts the words is lost, which nobody can ask for.
 */
#include <string.h>

#include "fulltext_write.h"

/* Mails whose words are gathered in one go; some 5 kB each. */
#define CHUNK 5000

static const char *const columns[PL_N_WORDS] = {
    [PL_WORDS_SUBJECT] = "subject",
    [PL_WORDS_SENDER] = "sender",
    [PL_WORDS_RECIPIENT] = "recipient",
    [PL_WORDS_CC] = "cc",
    [PL_WORDS_OWN] = "own",
    [PL_WORDS_QUOTED] = "quoted",
    [PL_WORDS_FILENAME] = "filename",
    [PL_WORDS_DIFF_FILE] = "diff_file",
};

struct placed {
	const char *word;
	uint32_t field;
	uint32_t place;
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->field != y->field)
		return x->field < y->field ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static void free_array(void *array)
{
	g_array_free(array, TRUE);
}

static uint32_t field_of(const char *column)
{
	uint32_t field = 0;

	while (field < PL_N_WORDS && strcmp(columns[field], column))
		field++;
	return field;
}

/* The words of all mails that are keys of `mails`. */
static void gather(struct pl_sql *sql, GHashTable *mails, GStringChunk *words)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(sql, "SELECT doc, col, offset, term FROM temp.words_placed", "");

	while (pl_sql_row(sql, statement)) {
		int64_t message = sqlite3_column_int64(statement, 0);
		GArray *places = g_hash_table_lookup(mails, GSIZE_TO_POINTER((gsize)message));
		const char *column = (const char *)sqlite3_column_text(statement, 1);
		const char *word = (const char *)sqlite3_column_text(statement, 3);
		struct placed placed = {.place = (uint32_t)sqlite3_column_int64(statement, 2)};

		if (!places || !column || !word)
			continue;
		placed.field = field_of(column);
		if (placed.field == PL_N_WORDS)
			continue;
		placed.word = g_string_chunk_insert_const(words, word);
		g_array_append_val(places, placed);
	}
}

static bool hand_over(int64_t message, GArray *places, pl_fulltext_receive_fn receive,
		      void *context)
{
	GString *text[PL_N_WORDS];
	struct pl_words words;
	bool good;

	for (int i = 0; i < PL_N_WORDS; i++)
		text[i] = g_string_new(NULL);
	g_array_sort(places, by_place);
	for (guint i = 0; i < places->len; i++) {
		const struct placed *placed = &g_array_index(places, struct placed, i);

		g_string_append(text[placed->field], placed->word);
		g_string_append_c(text[placed->field], ' ');
	}
	for (int i = 0; i < PL_N_WORDS; i++)
		words.fields[i] = (struct pl_text){text[i]->str, text[i]->len};
	good = receive(context, message, &words);
	for (int i = 0; i < PL_N_WORDS; i++)
		g_string_free(text[i], TRUE);
	return good;
}

static bool read_chunk(struct pl_sql *sql, const int64_t *messages, size_t n,
		       pl_fulltext_receive_fn receive, void *context)
{
	GHashTable *mails = g_hash_table_new_full(NULL, NULL, NULL, free_array);
	GStringChunk *words = g_string_chunk_new(1 << 16);
	bool good = true;

	for (size_t i = 0; i < n; i++)
		g_hash_table_insert(mails, GSIZE_TO_POINTER((gsize)messages[i]),
				    g_array_new(FALSE, FALSE, sizeof(struct placed)));
	gather(sql, mails, words);
	for (size_t i = 0; good && i < n; i++)
		good = hand_over(messages[i],
				 g_hash_table_lookup(mails, GSIZE_TO_POINTER((gsize)messages[i])),
				 receive, context);
	g_hash_table_destroy(mails);
	g_string_chunk_free(words);
	return good;
}

bool pl_fulltext_read_back(struct pl_store *store, const int64_t *messages, size_t n,
			   pl_fulltext_receive_fn receive, void *context)
{
	/* A connection of its own: a damaged index fails there only. */
	struct pl_sql old;
	bool good = true;

	if (pl_sql_open(&old, store->sql.path, SQLITE_OPEN_READONLY) &&
	    pl_sql_run(&old,
		       "CREATE VIRTUAL TABLE temp.words_placed USING "
		       "fts5vocab(main, words, instance)",
		       ""))
		for (size_t at = 0; good && !old.failed && at < n; at += CHUNK)
			good =
			    read_chunk(&old, messages + at, MIN(CHUNK, n - at), receive, context);
	pl_sql_close(&old);
	return good;
}
