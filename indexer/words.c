/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a mail is searchable as text, and in which field. Text is parted into what
 * the sender wrote and what is quoted. Of metric rows only the names are kept: the
 * numbers are in the tables. The ids of blobs in diffs, encoded data and what is too long
 * for a word are nobody's words.
 */
#include "words.h"

#include <string.h>

#include <glib.h>

#include "short_words.h"

struct words {
	GString *own, *quoted, *diff_files;
	GHashTable *rows; /* line number to struct pl_row; NULL: there are none */
};

/* A line without a blank, of this length and of mixed characters, is encoded data. */
#define MIN_DATA 48

static bool is_data(struct pl_text line)
{
	bool lower = false, upper = false, digit = false;

	if (line.len < MIN_DATA)
		return false;
	for (size_t i = 0; i < line.len; i++) {
		char c = line.ptr[i];

		if (!g_ascii_isalnum(c) && c != '+' && c != '/' && c != '=')
			return false;
		lower |= g_ascii_islower(c);
		upper |= g_ascii_isupper(c);
		digit |= g_ascii_isdigit(c);
	}
	return lower && upper && digit;
}

/* g_string_append_len(), for what is called for each line of each mail. */
static void put(GString *out, const char *bytes, size_t n)
{
	const gsize len = out->len;

	if (len + n >= out->allocated_len) {
		g_string_set_size(out, 2 * (len + n));
		out->len = len;
	}
	if (n)
		memcpy(out->str + len, bytes, n);
	out->len += n;
	out->str[out->len] = '\0';
}

static void append(GString *out, struct pl_text line)
{
	if (line.len <= PL_MAX_WORD || !pl_may_have_long_word(line))
		put(out, line.ptr, line.len);
	else
		pl_append_short_words(out, line);
	put(out, "\n", 1);
}

struct pl_text pl_diff_file(struct pl_text line)
{
	struct pl_text name;
	const char *tab;

	if (!pl_text_starts(line, PL_TEXT("--- a/")) && !pl_text_starts(line, PL_TEXT("+++ b/")))
		return PL_TEXT_NONE;
	name = pl_text_slice(line, 6, line.len);
	tab = pl_text_find(name, "\t");
	return tab ? pl_text_slice(name, 0, (size_t)(tab - name.ptr)) : name;
}

/* `index 83f007bb9b7f..f5a5a4b7ef2a 100644` of a diff */
static bool is_blob_line(struct pl_text line)
{
	size_t at = 6;

	if (!pl_text_starts(line, PL_TEXT("index ")))
		return false;
	while (at < line.len && g_ascii_isxdigit(line.ptr[at]))
		at++;
	return at >= 6 + 7 && pl_text_starts(pl_text_slice(line, at, line.len), PL_TEXT(".."));
}

static void add_line(struct words *words, const struct pl_line *line)
{
	const struct pl_row *row =
	    words->rows ? g_hash_table_lookup(words->rows, GUINT_TO_POINTER(line->number)) : NULL;
	GString *out = line->depth ? words->quoted : words->own;

	if (row) {
		append(out, row->metric);
		append(out, row->test);
	} else if (pl_diff_file(line->text).len) {
		append(words->diff_files, pl_diff_file(line->text));
	} else if (!is_blob_line(line->text) && !is_data(line->text)) {
		append(out, line->text);
	}
}

/* Moves text, which is freed, to the arena. */
static struct pl_text keep(struct pl_arena *arena, GString *text)
{
	struct pl_text kept = PL_TEXT_NONE;

	if (text->len)
		kept = pl_arena_copy(arena, (struct pl_text){text->str, text->len});
	g_string_free(text, TRUE);
	return kept;
}

static struct pl_text header_words(struct pl_arena *arena, struct pl_text first,
				   struct pl_text second)
{
	GString *text = g_string_new(NULL);

	append(text, first);
	append(text, second);
	return keep(arena, text);
}

void pl_words_of(const struct pl_message *message, struct pl_arena *arena,
		 struct pl_words *words_out)
{
	const struct pl_mail *mail = message->mail;
	struct words words = {g_string_new(NULL), g_string_new(NULL), g_string_new(NULL),
			      message->n_tables ? g_hash_table_new(NULL, NULL) : NULL};
	GString *filenames = g_string_new(NULL);

	for (size_t i = 0; i < message->n_tables; i++)
		for (size_t k = 0; k < message->tables[i].n_rows; k++)
			g_hash_table_insert(words.rows,
					    GUINT_TO_POINTER(message->tables[i].rows[k].line),
					    &message->tables[i].rows[k]);
	for (size_t part = 0; part < mail->n_parts; part++) {
		if (mail->parts[part].filename.len)
			append(filenames, mail->parts[part].filename);
		for (size_t i = 0; i < message->lines[part].n; i++)
			add_line(&words, &message->lines[part].v[i]);
	}
	*words_out = (struct pl_words){{
	    [PL_WORDS_SUBJECT] = header_words(arena, mail->subject, PL_TEXT_NONE),
	    [PL_WORDS_SENDER] = header_words(arena, mail->from_name, mail->from_address),
	    [PL_WORDS_RECIPIENT] = header_words(arena, mail->to, PL_TEXT_NONE),
	    [PL_WORDS_CC] = header_words(arena, mail->cc, PL_TEXT_NONE),
	    [PL_WORDS_OWN] = keep(arena, words.own),
	    [PL_WORDS_QUOTED] = keep(arena, words.quoted),
	    [PL_WORDS_FILENAME] = keep(arena, filenames),
	    [PL_WORDS_DIFF_FILE] = keep(arena, words.diff_files),
	}};
	if (words.rows)
		g_hash_table_destroy(words.rows);
}
