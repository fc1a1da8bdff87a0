/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a mail is searchable as text, and in which field. Text is parted into what
 * the sender wrote and what is quoted. Of metric rows only the names are kept: the
 * numbers are in the tables. The ids of blobs in diffs are nobody's words.
 */
#include "words.h"

#include "store_internal.h"

struct words {
	GString *own, *quoted, *diff_files;
	GHashTable *rows; /* line number to struct pl_row */
};

static void append(GString *out, struct pl_text text)
{
	g_string_append_len(out, text.ptr, (gssize)text.len);
	g_string_append_c(out, '\n');
}

static void emit(GString *out, enum pl_words tag, struct pl_text text)
{
	if (!text.len)
		return;
	g_string_append_c(out, (char)tag);
	g_string_append_len(out, text.ptr, (gssize)text.len);
	g_string_append_c(out, '\0');
}

static void emit_string(GString *out, enum pl_words tag, GString *text)
{
	emit(out, tag, (struct pl_text){text->str, text->len});
	g_string_free(text, TRUE);
}

/* `--- a/mm/rmap.c`, `+++ b/mm/rmap.c`: the name of the file; empty: another line */
static struct pl_text diff_file(struct pl_text line)
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
	const struct pl_row *row = g_hash_table_lookup(words->rows, GUINT_TO_POINTER(line->number));
	GString *out = line->depth ? words->quoted : words->own;

	if (row) {
		append(out, row->metric);
		append(out, row->test);
	} else if (diff_file(line->text).len) {
		append(words->diff_files, diff_file(line->text));
	} else if (!is_blob_line(line->text)) {
		append(out, line->text);
	}
}

static void emit_from(const struct pl_mail *mail, GString *out)
{
	GString *from = g_string_new(NULL);

	append(from, mail->from_name);
	append(from, mail->from_address);
	emit_string(out, PL_WORDS_FROM, from);
}

void pl_words_of(const struct pl_message *message, GString *out)
{
	const struct pl_mail *mail = message->mail;
	struct words words = {g_string_new(NULL), g_string_new(NULL), g_string_new(NULL),
			      g_hash_table_new(NULL, NULL)};
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

	emit(out, PL_WORDS_SUBJECT, mail->subject);
	emit_from(mail, out);
	emit(out, PL_WORDS_TO, mail->to);
	emit(out, PL_WORDS_CC, mail->cc);
	emit_string(out, PL_WORDS_OWN, words.own);
	emit_string(out, PL_WORDS_QUOTED, words.quoted);
	emit_string(out, PL_WORDS_FILENAME, filenames);
	emit_string(out, PL_WORDS_DIFF_FILE, words.diff_files);
	g_hash_table_destroy(words.rows);
}
