/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a mail is searchable as text, and in which field. Text is parted into what
 * the sender wrote and what is quoted, and in both prose from data: diffs, and metric
 * rows, of which only the metric's name is kept (the numbers are in the tables).
 */
#include "words.h"

#include "store_internal.h"

struct words {
	GString *own, *own_data, *quoted, *quoted_data, *diff_files;
	GHashTable *rows; /* line number to struct pl_row */
	bool in_diff;
	unsigned depth; /* of the line before */
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

static bool starts(struct pl_text line, const char *word)
{
	return pl_text_starts(line, pl_text_of(word));
}

/* `--- a/mm/rmap.c`, `+++ b/mm/rmap.c`, `--- /dev/null`: the name of a file */
static struct pl_text diff_file(struct pl_text line)
{
	struct pl_text name;
	const char *tab;

	if (!starts(line, "--- ") && !starts(line, "+++ "))
		return PL_TEXT_NONE;
	name = pl_text_trim(pl_text_slice(line, 4, line.len));
	tab = memchr(name.ptr, '\t', name.len);
	if (tab)
		name = pl_text_slice(name, 0, (size_t)(tab - name.ptr));
	if (starts(name, "a/") || starts(name, "b/"))
		return pl_text_slice(name, 2, name.len);
	return PL_TEXT_NONE;
}

/* Between the first line of a diff and the first that can be none. */
static bool diff_line(struct words *words, struct pl_text line)
{
	static const char *const headers[] = {"diff ",	  "index ",   "new file",   "deleted file",
					      "old mode", "new mode", "similarity", "rename ",
					      "copy ",	  "Binary "};

	if (starts(line, "diff --git ") || diff_file(line).len || starts(line, "@@ -"))
		return words->in_diff = true;
	if (!words->in_diff || !line.len)
		return words->in_diff;
	if (strchr(" +-@\\", line.ptr[0]))
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(headers); i++)
		if (starts(line, headers[i]))
			return true;
	return words->in_diff = false;
}

static void add_line(struct words *words, const struct pl_line *line)
{
	const struct pl_row *row = g_hash_table_lookup(words->rows, GUINT_TO_POINTER(line->number));
	GString *prose = line->depth ? words->quoted : words->own;
	GString *data = line->depth ? words->quoted_data : words->own_data;

	if (line->depth != words->depth)
		words->in_diff = false;
	words->depth = line->depth;
	if (row) {
		append(data, row->metric);
		append(data, row->test);
		words->in_diff = false;
	} else if (!diff_line(words, line->text)) {
		append(prose, line->text);
	} else if (diff_file(line->text).len) {
		append(words->diff_files, diff_file(line->text));
	} else if (!starts(line->text, "index ") && !starts(line->text, "diff ")) {
		append(data, line->text);
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
	struct words words = {g_string_new(NULL),
			      g_string_new(NULL),
			      g_string_new(NULL),
			      g_string_new(NULL),
			      g_string_new(NULL),
			      g_hash_table_new(NULL, NULL),
			      false,
			      0};
	GString *filenames = g_string_new(NULL);

	for (size_t i = 0; i < message->n_tables; i++)
		for (size_t k = 0; k < message->tables[i].n_rows; k++)
			g_hash_table_insert(words.rows,
					    GUINT_TO_POINTER(message->tables[i].rows[k].line),
					    &message->tables[i].rows[k]);
	for (size_t part = 0; part < mail->n_parts; part++) {
		append(filenames, mail->parts[part].filename);
		words.in_diff = false;
		for (size_t i = 0; i < message->lines[part].n; i++)
			add_line(&words, &message->lines[part].v[i]);
	}

	emit(out, PL_WORDS_SUBJECT, mail->subject);
	emit_from(mail, out);
	emit(out, PL_WORDS_TO, mail->to);
	emit(out, PL_WORDS_CC, mail->cc);
	emit_string(out, PL_WORDS_OWN, words.own);
	emit_string(out, PL_WORDS_OWN_DATA, words.own_data);
	emit_string(out, PL_WORDS_QUOTED, words.quoted);
	emit_string(out, PL_WORDS_QUOTED_DATA, words.quoted_data);
	emit_string(out, PL_WORDS_FILENAME, filenames);
	emit_string(out, PL_WORDS_DIFF_FILE, words.diff_files);
	g_hash_table_destroy(words.rows);
}
