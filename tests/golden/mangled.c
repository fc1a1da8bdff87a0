/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What mail programs do to a table leaves its rows: `mangled CORPUS FOLDER...`. The text of
 * every sample in the folders is quoted, wrapped, padded, stripped, and its signs are
 * disguised; each time the rows of LKP tables must be the same.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

enum kind {
	WRAPPED,
	PADDED,
	TABS,
	INDENTED,
	STRIPPED,
	SIGN,
	MINUS,
	INVISIBLE,
	DOUBLE_SPACED,
	N_KINDS
};

/* A way of mangling. */
struct way {
	enum kind kind;
	const char *name;
	const char *what; /* what is put for blanks, for the sign, in front of figures */
	size_t width;	  /* WRAPPED: where, the marks counted */
	unsigned depth;	  /* quoted so many times before */
	unsigned fewer;	  /* marks that the pieces lack */
};

#define ALL_MARKS 1000

static const struct way fixed_ways[] = {
    {PADDED, "padded with NBSP", .what = "\xC2\xA0"},
    {PADDED, "padded with U+2003", .what = "\xE2\x80\x83"},
    {PADDED, "padded with U+202F", .what = "\xE2\x80\xAF"},
    {TABS, "padded with tabs", .what = NULL},
    {INDENTED, "indented", .what = NULL},
    {STRIPPED, "blanks at the start stripped", .what = NULL},
    {SIGN, "UTF-8 as latin-1", .what = "\xC3\x82\xC2\xB1"},
    {SIGN, "A+-", .what = "A+-"},
    {SIGN, "+-", .what = "+-"},
    {SIGN, "~", .what = "~"},
    {SIGN, "?", .what = "?"},
    {SIGN, "latin-1 as latin-2", .what = "\xC4\x85"},
    {SIGN, "U+FFFD", .what = "\xEF\xBF\xBD"},
    {SIGN, "U+FFFD as latin-1", .what = "\xC3\xAF\xC2\xBF\xC2\xBD"},
    {SIGN, "UTF-8 as windows-1252, twice", .what = "\xC3\x83\xE2\x80\x9A\xC3\x82\xC2\xB1"},
    {SIGN, "+/-", .what = "+/-"},
    {SIGN, "??", .what = "??"},
    {SIGN, "&plusmn;", .what = "&plusmn;"},
    {SIGN, "latin-1 as koi8-r", .what = "\xE2\x95\xA0"},
    {SIGN, "latin-1 as iso-8859-5", .what = "\xD0\x91"},
    {SIGN, "latin-1 as cp850", .what = "\xE2\x96\x92"},
    {MINUS, "U+2212 for minus", .what = "\xE2\x88\x92"},
    {MINUS, "U+2013 for minus", .what = "\xE2\x80\x93"},
    {INVISIBLE, "U+200B in front of figures", .what = "\xE2\x80\x8B"},
    {DOUBLE_SPACED, "a blank line behind every line", .what = NULL},
    {INVISIBLE, "U+FEFF in front of figures", .what = "\xEF\xBB\xBF"},
};

/* Samples that lose rows, rightly; those that are left must be the same. */
static const struct {
	const char *name;
	enum kind kind;
	const char *why;
} exceptions[] = {
    {"lkp-table/0120-forms-of-plus-minus", SIGN, "its signs are disguised already"},
    {"lkp-table/0184-words-for-labels", STRIPPED,
     "only the columns tell which values are blank"},
    {"lkp-table/0183-signs-misread", SIGN, "its signs are disguised already"},
    {"lkp-table/0120-forms-of-plus-minus", MINUS, "a dash would be part of such a sign"},
    {"lkp-report/0125-double-spaced", STRIPPED, "only the columns tell which values are blank"},
    {"lkp-report/0126-double-spaced-quote", STRIPPED,
     "only the columns tell which values are blank"},
    {"lkp-table/0141-2014-totals-and-blank-values", STRIPPED,
     "only the columns tell which values are blank"},
    {"lkp-table/0163-blank-base", STRIPPED, "only the columns tell which values are blank"},
    {"lkp-table/0170-blanks-of-all-widths", WRAPPED,
     "what is left of its plain blanks, where it may be broken, stands in front of figures"},
    {"lkp-table/0171-characters-without-width", INDENTED,
     "a mark with blanks in front is none: here a soft hyphen stands between them"},
    {"lkp-table/0181-words-behind-names", WRAPPED,
     "words that were broken off end the table, and a name among them may be one of them"},
    {"lkp-table/0172-dashes-for-minus", STRIPPED, "only the columns tell which values are blank"},
};

static unsigned checked, failed, rows_compared;

static const char *exception(const struct sample *sample, enum kind kind)
{
	if (kind == DOUBLE_SPACED)
		return "a few lines alone may be so from the start, and then break no row";
	for (size_t i = 0; i < G_N_ELEMENTS(exceptions); i++)
		if (kind == exceptions[i].kind && strcmp(exceptions[i].name, sample->name) == 0)
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

/* marks without the last `fewer` of them */
static void append_marks(GString *out, struct pl_text marks, unsigned fewer)
{
	unsigned n = 0;

	for (size_t i = 0; i < marks.len; i++)
		n += marks.ptr[i] == '>';
	for (n -= MIN(n, fewer); n; n--)
		g_string_append(out, "> ");
}

/* text broken at the last blank within the width, again and again. */
static void append_wrapped(GString *out, struct pl_text marks, struct pl_text text,
			   const struct way *way)
{
	size_t width = way->width > marks.len ? way->width - marks.len : 0;
	bool first = true;

	for (;;) {
		size_t at = 0, column = 0;

		for (size_t i = 0; i < text.len; i++) {
			if (text.ptr[i] == ' ' && pl_text_trim(pl_text_slice(text, 0, i)).len &&
			    (column <= width || !at))
				at = i;
			column += (text.ptr[i] & 0xC0) != 0x80;
		}
		if (first || !way->fewer)
			append(out, marks);
		else
			append_marks(out, marks, way->fewer);
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

static void append_padded(GString *out, struct pl_text text, const struct way *way)
{
	size_t column = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (way->kind == PADDED && text.ptr[i] == ' ' && i + 1 < text.len &&
		    text.ptr[i + 1] == ' ') {
			g_string_append(out, way->what);
			continue;
		}
		g_string_append_c(out, text.ptr[i]);
		column += (text.ptr[i] & 0xC0) != 0x80;
		if (way->kind == TABS && column % 8 == 0 && out->len > 1 &&
		    out->str[out->len - 1] == ' ' && out->str[out->len - 2] == ' ') {
			while (out->len && out->str[out->len - 1] == ' ')
				g_string_truncate(out, out->len - 1);
			/* only the blanks of these eight columns become the tab */
			g_string_append_c(out, '\t');
		}
	}
}

/* text with way->what for the minus sign of a figure, or in front of its digits */
static void append_figures(GString *out, struct pl_text text, const struct way *way)
{
	for (size_t i = 0; i < text.len; i++) {
		bool begins = !i || text.ptr[i - 1] == ' ';
		bool digit = i + 1 < text.len && g_ascii_isdigit(text.ptr[i + 1]);

		if (way->kind == MINUS && begins && text.ptr[i] == '-' && digit) {
			g_string_append(out, way->what);
			continue;
		}
		if (way->kind == INVISIBLE && begins && g_ascii_isdigit(text.ptr[i]))
			g_string_append(out, way->what);
		g_string_append_c(out, text.ptr[i]);
	}
}

static void append_line(GString *out, struct pl_text line, const struct way *way)
{
	struct pl_text marks = marks_of(line);
	struct pl_text text = pl_text_slice(line, marks.len, line.len);

	if (way->kind == WRAPPED) {
		append_wrapped(out, marks, text, way);
		return;
	}
	if (way->kind == SIGN || way->kind == DOUBLE_SPACED) {
		append(out, line);
		g_string_append_c(out, '\n');
		if (way->kind == DOUBLE_SPACED) {
			append(out, pl_text_trim(marks));
			g_string_append_c(out, '\n');
		}
		return;
	}
	append(out, marks);
	switch (way->kind) {
	case PADDED:
	case TABS:
		append_padded(out, text, way);
		break;
	case INDENTED:
		g_string_append(out, text.len ? "    " : "");
		append(out, text);
		break;
	case STRIPPED:
		append(out, pl_text_trim(text));
		break;
	default:
		append_figures(out, text, way);
		break;
	}
	g_string_append_c(out, '\n');
}

static GString *mangle(struct pl_text text, const struct way *way)
{
	GString *out = g_string_new("From: a@example.org\nSubject: x\n"
				    "Content-Type: text/plain; charset=utf-8\n\n");
	GString *quoted = g_string_new(NULL);
	const char *p = text.ptr, *end = p + text.len;

	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *stop = newline ? newline : end;

		g_string_truncate(quoted, 0);
		for (unsigned i = 0; i < way->depth; i++)
			g_string_append_c(quoted, '>');
		if (way->depth && *p != '>')
			g_string_append_c(quoted, ' ');
		g_string_append_len(quoted, p, stop - p);
		append_line(out, (struct pl_text){quoted->str, quoted->len}, way);
		p = stop + 1;
	}
	if (way->kind == SIGN)
		g_string_replace(out, "\xC2\xB1", way->what, 0);
	g_string_free(quoted, TRUE);
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

/* The rows are the same; or, where some may be lost, the others. */
static bool compare(const GPtrArray *whole, const GPtrArray *rows, bool may_lack, guint *at_out)
{
	guint i = 0, k = 0;

	for (; k < rows->len; i++, k++) {
		while (may_lack && i < whole->len && strcmp(whole->pdata[i], rows->pdata[k]) != 0)
			i++;
		if (i >= whole->len || strcmp(whole->pdata[i], rows->pdata[k]) != 0)
			break;
	}
	*at_out = k;
	return k == rows->len && (may_lack || i == whole->len);
}

static void check_way(struct pl_parser *parser, const struct sample *sample, struct pl_text text,
		      const GPtrArray *whole, const struct way *way)
{
	GString *mangled = mangle(text, way);
	GPtrArray *rows = rows_of(parser, (struct pl_text){mangled->str, mangled->len});
	const char *why = exception(sample, way->kind);
	guint i;

	checked++;
	rows_compared += whole->len;
	if (!compare(whole, rows, why != NULL, &i)) {
		failed++;
		printf("FAIL %s, %s", sample->name, way->name);
		if (way->kind == WRAPPED)
			printf(" at %zu, quoted %u times, %u marks lost", way->width, way->depth,
			       way->fewer);
		printf(": %u rows, now %u\n    %s\n    %s\n", whole->len, rows->len,
		       i < whole->len ? (char *)whole->pdata[i] : "nothing",
		       i < rows->len ? (char *)rows->pdata[i] : "nothing");
	} else if (why && rows->len < whole->len) {
		printf("     %s, %s: %u of %u rows: %s\n", sample->name, way->name, rows->len,
		       whole->len, why);
	} else if (why && way->kind == STRIPPED) {
		failed++;
		printf("FAIL %s, %s: it is no exception\n", sample->name, way->name);
	}
	g_ptr_array_unref(rows);
	g_string_free(mangled, TRUE);
}

static void check(struct pl_parser *parser, const struct sample *sample, const GArray *ways)
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
	for (guint i = 0; whole->len && i < ways->len; i++)
		check_way(parser, sample, (struct pl_text){text, len}, whole,
			  &g_array_index(ways, struct way, i));
	g_ptr_array_unref(whole);
	g_free(text);
}

static void add_wrapped(GArray *ways, size_t width, unsigned depth, unsigned fewer)
{
	struct way way = {
	    .kind = WRAPPED, .name = "wrapped", .width = width, .depth = depth, .fewer = fewer};

	g_array_append_val(ways, way);
}

int main(int argc, char **argv)
{
	struct pl_parser *parser;
	GArray *ways;

	if (argc < 3) {
		fprintf(stderr, "usage: mangled CORPUS FOLDER...\n");
		return 2;
	}
	ways = g_array_new(FALSE, FALSE, sizeof(struct way));
	g_array_append_vals(ways, fixed_ways, G_N_ELEMENTS(fixed_ways));
	for (size_t width = 65; width <= 100; width++) {
		unsigned depth = width % 6;

		add_wrapped(ways, width, depth, 0);
		add_wrapped(ways, width, (depth + 3) % 6, 1);
		add_wrapped(ways, width, (depth + 1) % 6, ALL_MARKS);
	}
	pl_mail_init();
	parser = pl_parser_new(NULL);
	for (int i = 2; i < argc; i++) {
		GPtrArray *samples = samples_load(argv[1], argv[i]);

		for (guint k = 0; k < samples->len; k++)
			check(parser, samples->pdata[k], ways);
		g_ptr_array_unref(samples);
	}
	pl_parser_free(parser);
	g_array_unref(ways);
	printf("%u mangled samples, %u rows compared, %u failed\n", checked, rows_compared, failed);
	return failed || !checked;
}
