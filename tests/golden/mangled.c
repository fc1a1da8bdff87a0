/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What mail programs do to a table leaves its rows: `mangled CORPUS FOLDER...`. The text of
 * every sample in the folders is wrapped, padded, stripped, and its plus-minus signs are
 * disguised; each time the rows of LKP tables must be the same.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

enum way {
	WRAP_72,
	WRAP_78,
	WRAP_72_MARKS_LOST,
	NBSP,
	TABS,
	INDENTED,
	STRIPPED,
	MOJIBAKE,
	ASCII_MOJIBAKE,
	ASCII,
	TILDE,
	QUESTION_MARK,
	LATIN_2,
	LOST,
	N_WAYS,
};

static const struct {
	const char *name;
	const char *sign; /* what stands for the plus-minus sign; NULL: itself */
} ways[N_WAYS] = {
    [WRAP_72] = {"wrapped at 72", NULL},
    [WRAP_78] = {"wrapped at 78", NULL},
    [WRAP_72_MARKS_LOST] = {"wrapped at 72, marks lost", NULL},
    [NBSP] = {"padded with NBSP", NULL},
    [TABS] = {"padded with tabs", NULL},
    [INDENTED] = {"indented", NULL},
    [STRIPPED] = {"blanks at the start stripped", NULL},
    [MOJIBAKE] = {"UTF-8 as latin-1", "\xC3\x82\xC2\xB1"},
    [ASCII_MOJIBAKE] = {"A+-", "A+-"},
    [ASCII] = {"+-", "+-"},
    [TILDE] = {"~", "~"},
    [QUESTION_MARK] = {"?", "?"},
    [LATIN_2] = {"latin-1 as latin-2", "\xC4\x85"},
    [LOST] = {"U+FFFD", "\xEF\xBF\xBD"},
};

/* Samples that lose rows, or their figures, rightly. */
static const struct {
	const char *name;
	enum way first, last;
	const char *why;
} exceptions[] = {
    {"lkp-table/0120-forms-of-plus-minus", MOJIBAKE, LOST, "its signs are disguised already"},
    {"lkp-table/0141-2014-totals-and-blank-values", STRIPPED, STRIPPED,
     "only the columns tell which values are blank"},
    {"lkp-table/0168-behind-another-mark", TABS, INDENTED,
     "its marks are told by the start of the line and one blank"},
    {"lkp-table/0163-blank-base", STRIPPED, STRIPPED,
     "only the columns tell which values are blank"},
};

static unsigned checked, failed, rows_compared;

static const char *exception(const struct sample *sample, enum way way)
{
	for (size_t i = 0; i < G_N_ELEMENTS(exceptions); i++)
		if (way >= exceptions[i].first && way <= exceptions[i].last &&
		    strcmp(exceptions[i].name, sample->name) == 0)
			return exceptions[i].why;
	return NULL;
}

/* The marks of a quoted line: `> > `. */
static struct pl_text marks_of(struct pl_text line)
{
	size_t i = 0;

	while (i < line.len && (line.ptr[i] == '>' || (i && line.ptr[i] == ' ' &&
						       i + 1 < line.len && line.ptr[i + 1] == '>')))
		i++;
	if (i && i < line.len && line.ptr[i] == ' ')
		i++;
	return pl_text_slice(line, 0, i);
}

static void append(GString *out, struct pl_text text)
{
	g_string_append_len(out, text.len ? text.ptr : "", (gssize)text.len);
}

/* text broken at the last blank within `width` characters, again and again. */
static void append_wrapped(GString *out, struct pl_text marks, struct pl_text text, size_t width,
			   bool repeat_marks)
{
	bool first = true;

	for (;;) {
		size_t at = 0, column = 0;

		for (size_t i = 0; i < text.len; i++) {
			if (text.ptr[i] == ' ' && pl_text_trim(pl_text_slice(text, 0, i)).len &&
			    (column <= width || !at))
				at = i;
			column += (text.ptr[i] & 0xC0) != 0x80;
		}
		if (first || repeat_marks)
			append(out, marks);
		first = false;
		if (column <= width || !at) {
			append(out, text);
			g_string_append_c(out, '\n');
			return;
		}
		append(out, pl_text_slice(text, 0, at));
		g_string_append_c(out, '\n');
		text = pl_text_trim(pl_text_slice(text, at, text.len));
	}
}

static void append_padded(GString *out, struct pl_text text, enum way way)
{
	size_t column = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (way == NBSP && text.ptr[i] == ' ' && i + 1 < text.len &&
		    text.ptr[i + 1] == ' ') {
			g_string_append(out, "\xC2\xA0");
			continue;
		}
		g_string_append_c(out, text.ptr[i]);
		column += (text.ptr[i] & 0xC0) != 0x80;
		if (way == TABS && column % 8 == 0 && out->len > 1 &&
		    out->str[out->len - 1] == ' ' && out->str[out->len - 2] == ' ') {
			while (out->len && out->str[out->len - 1] == ' ')
				g_string_truncate(out, out->len - 1);
			/* only the blanks of these eight columns become the tab */
			g_string_append_c(out, '\t');
		}
	}
}

static void append_line(GString *out, struct pl_text line, enum way way)
{
	struct pl_text marks = marks_of(line);
	struct pl_text text = pl_text_slice(line, marks.len, line.len);

	switch (way) {
	case WRAP_72:
	case WRAP_78:
	case WRAP_72_MARKS_LOST:
		append_wrapped(out, marks, text, way == WRAP_78 ? 78 : 72,
			       way != WRAP_72_MARKS_LOST);
		return;
	case NBSP:
	case TABS:
		append(out, marks);
		append_padded(out, text, way);
		break;
	case INDENTED:
		append(out, marks);
		g_string_append(out, text.len ? "    " : "");
		append(out, text);
		break;
	case STRIPPED:
		append(out, marks);
		append(out, pl_text_trim(text));
		break;
	default:
		append(out, line);
		break;
	}
	g_string_append_c(out, '\n');
}

static GString *mangle(struct pl_text text, enum way way)
{
	GString *out = g_string_new("From: a@example.org\nSubject: x\n"
				    "Content-Type: text/plain; charset=utf-8\n\n");
	const char *p = text.ptr, *end = p + text.len;

	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;

		append_line(out, (struct pl_text){p, (size_t)(stop - p)}, way);
		p = stop + 1;
	}
	if (ways[way].sign)
		g_string_replace(out, "\xC2\xB1", ways[way].sign, 0);
	return out;
}

/* One line a row of an LKP table: name, test, cells. */
static GPtrArray *rows_of(struct pl_parser *parser, struct pl_text raw)
{
	char *text = parse_to_json(parser, raw);
	json_t *message = load_json(text, "mangled"), *table, *row;
	GPtrArray *rows = g_ptr_array_new_with_free_func(g_free);
	size_t i, k;

	json_array_foreach(json_object_get(message, "tables"), i, table)
	{
		if (strcmp(json_string_value(json_object_get(table, "kind")), "lkp") != 0)
			continue;
		json_array_foreach(json_object_get(table, "rows"), k, row)
		{
			char *dump;

			json_object_del(row, "line");
			dump = json_dumps(row, JSON_COMPACT | JSON_SORT_KEYS);
			g_ptr_array_add(rows, g_strdup(dump));
			free(dump);
		}
	}
	json_decref(message);
	g_free(text);
	return rows;
}

static void check(struct pl_parser *parser, const struct sample *sample)
{
	struct pl_text raw = {sample->raw, sample->size};
	const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));
	const struct pl_mail *mail = message->mail;
	GPtrArray *whole;
	char *text;
	size_t len;

	if (mail->n_parts != 1 || mail->parts[0].flowed || mail->parts[0].filename.len)
		return;
	len = mail->parts[0].text.len;
	text = g_memdup2(mail->parts[0].text.ptr, len);
	whole = rows_of(parser, raw);
	for (enum way way = 0; whole->len && way < N_WAYS; way++) {
		if (exception(sample, way)) {
			printf("     %s not %s: %s\n", sample->name, ways[way].name,
			       exception(sample, way));
			continue;
		}
		GString *mangled = mangle((struct pl_text){text, len}, way);
		GPtrArray *rows = rows_of(parser, (struct pl_text){mangled->str, mangled->len});
		guint i = 0;

		while (i < whole->len && i < rows->len &&
		       strcmp(whole->pdata[i], rows->pdata[i]) == 0)
			i++;
		checked++;
		rows_compared += whole->len;
		if (i < whole->len || i < rows->len) {
			failed++;
			printf("FAIL %s, %s: %u rows, now %u\n    %s\n    %s\n", sample->name,
			       ways[way].name, whole->len, rows->len,
			       i < whole->len ? (char *)whole->pdata[i] : "nothing",
			       i < rows->len ? (char *)rows->pdata[i] : "nothing");
		}
		g_ptr_array_unref(rows);
		g_string_free(mangled, TRUE);
	}
	g_ptr_array_unref(whole);
	g_free(text);
}

int main(int argc, char **argv)
{
	struct pl_parser *parser;

	if (argc < 3) {
		fprintf(stderr, "usage: mangled CORPUS FOLDER...\n");
		return 2;
	}
	pl_mail_init();
	parser = pl_parser_new(NULL);
	for (int i = 2; i < argc; i++) {
		GPtrArray *samples = samples_load(argv[1], argv[i]);

		for (guint k = 0; k < samples->len; k++)
			check(parser, samples->pdata[k]);
		g_ptr_array_unref(samples);
	}
	pl_parser_free(parser);
	printf("%u mangled samples, %u rows compared, %u failed\n", checked, rows_compared, failed);
	return failed || !checked;
}
