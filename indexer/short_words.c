/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words that are too long are looked for as runs of letters, digits, `_` and all that is not
 * ASCII, which no word goes beyond. Only a run that is too long and not all ASCII needs to be
 * parted: arrows, dashes and boxes may stand between its words. SQLite's tokenizer does it, as
 * Unicode's tables differ from library to library and the index goes by SQLite's.
 */
#include "short_words.h"

#include "sql.h"

static bool is_word_byte(char c)
{
	return g_ascii_isalnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

bool pl_may_have_long_word(struct pl_text line)
{
	/* It would cover one of every PL_MAX_WORD + 1 bytes. */
	for (size_t at = PL_MAX_WORD; at < line.len; at += PL_MAX_WORD + 1) {
		size_t from = at, to = at;

		while (from > 0 && is_word_byte(line.ptr[from - 1]))
			from--;
		while (to < line.len && is_word_byte(line.ptr[to]))
			to++;
		if (is_word_byte(line.ptr[at]) && to - from > PL_MAX_WORD)
			return true;
	}
	return false;
}

struct tokenizer {
	fts5_tokenizer methods;
	Fts5Tokenizer *self; /* NULL: SQLite has none */
};

/* As the one of table words, see schema.sql. */
static void open_tokenizer(struct tokenizer *tokenizer)
{
	const char *options[] = {"remove_diacritics", "2", "tokenchars", "_"};
	/* Stays open as long as the tokenizer, which is to the end. */
	static struct pl_sql sql;
	sqlite3_stmt *statement = NULL;
	fts5_api *api = NULL;
	void *context;

	if (pl_sql_open(&sql, ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
	    sqlite3_prepare_v2(sql.db, "SELECT fts5(?)", -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
		sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
	if (api &&
	    api->xFindTokenizer(api, "unicode61", &context, &tokenizer->methods) == SQLITE_OK &&
	    tokenizer->methods.xCreate(context, options, G_N_ELEMENTS(options), &tokenizer->self) !=
		SQLITE_OK)
		tokenizer->self = NULL;
}

struct cut {
	GString *out;
	struct pl_text run;
	size_t done; /* bytes of run that were looked at and appended or left out */
};

static int cut_word(void *context, int flags, const char *folded, int length, int from, int to)
{
	struct cut *cut = context;

	(void)flags, (void)folded, (void)length;
	if (to - from > PL_MAX_WORD) {
		g_string_append_len(cut->out, cut->run.ptr + cut->done,
				    (gssize)((size_t)from - cut->done));
		cut->done = (size_t)to;
	}
	return SQLITE_OK;
}

/* What the tokenizer cannot read, for lack of memory, stays: too much is found then, not too
 * little. */
static void append_words_of_run(GString *out, struct pl_text run)
{
	static struct tokenizer tokenizer;
	static bool opened;
	static GMutex lock; /* a tokenizer has a buffer of its own */
	struct cut cut = {out, run, 0};

	g_mutex_lock(&lock);
	if (!opened)
		open_tokenizer(&tokenizer);
	opened = true;
	if (tokenizer.self && run.len <= G_MAXINT)
		tokenizer.methods.xTokenize(tokenizer.self, &cut, FTS5_TOKENIZE_DOCUMENT, run.ptr,
					    (int)run.len, cut_word);
	g_mutex_unlock(&lock);
	g_string_append_len(out, run.ptr + cut.done, (gssize)(run.len - cut.done));
}

static bool is_ascii(struct pl_text run)
{
	for (size_t i = 0; i < run.len; i++)
		if ((unsigned char)run.ptr[i] >= 0x80)
			return false;
	return true;
}

void pl_append_short_words(GString *out, struct pl_text line)
{
	for (size_t at = 0, end; at < line.len; at = end) {
		const bool word = is_word_byte(line.ptr[at]);
		struct pl_text run;

		end = at;
		while (end < line.len && is_word_byte(line.ptr[end]) == word)
			end++;
		run = pl_text_slice(line, at, end);
		if (!word || run.len <= PL_MAX_WORD)
			g_string_append_len(out, run.ptr, (gssize)run.len);
		else if (!is_ascii(run))
			append_words_of_run(out, run);
	}
}
