/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nothing is made up and nothing passed over: `printed [--list] PATH...`.
 *
 *   figures    every figure of a cell stands on the row's line, or on the lines joined to
 *              it, as a number of its own that reads as that figure
 *   rows       lines that look like rows of LKP (numbers, then one dotted name) and gave
 *              none are counted by reason; those without a reason are listed, and fail
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glib.h>

#include <perflore/parse.h>
#include <perflore/source.h>

#include "support.h"

/* A row that a mail program broke has this many more lines. */
#define MAX_MORE 3

enum reason {
	ROW,	     /* it gave a row, or ends one */
	BEGINNING,   /* it begins in the middle of a row: a paragraph that was filled anew */
	OBJECT_FILE, /* `size` prints text, data, bss and the file */
	SOURCE_LINE, /* a list of allocations: bytes, calls and `file.h:12` */
	TASK,	     /* the kernel's list of tasks that may be killed, which ends in their names */
	INSTRUCTION, /* a disassembly: `14: 48 rex.W` */
	ONE_BLANK,   /* a row without spreads has two blanks or more in front of its name */
	COLUMN_LOST, /* one value and its spread: the columns tell whose, and they are lost */
	DISAGREEING, /* base, change and value are no row's: no head says that they are */
	ATTACHMENT,
	NO_REASON,
	N_REASONS,
};

static const char *const reason_names[N_REASONS] = {
    "rows",
    "beginnings lost",
    "sizes of object files",
    "lines of source",
    "tasks",
    "instructions",
    "one blank before the name",
    "columns lost",
    "figures that disagree",
    "attachments",
    "without reason",
};

static unsigned long mails, figures, made_up, rowlike[N_REASONS];

struct numbers {
	GArray *v;     /* double */
	GArray *taken; /* gboolean */
};

static void numbers_init(struct numbers *numbers)
{
	numbers->v = g_array_new(FALSE, FALSE, sizeof(double));
	numbers->taken = g_array_new(FALSE, TRUE, sizeof(gboolean));
}

static void numbers_free(struct numbers *numbers)
{
	g_array_free(numbers->v, TRUE);
	g_array_free(numbers->taken, TRUE);
}

static void numbers_add(struct numbers *numbers, double value)
{
	gboolean taken = FALSE;

	g_array_append_val(numbers->v, value);
	g_array_append_val(numbers->taken, taken);
}

static bool is_number_char(struct pl_text text, size_t start, size_t i)
{
	char c = text.ptr[i], before = i > start ? text.ptr[i - 1] : '\0';
	bool digit_next = i + 1 < text.len && g_ascii_isdigit(text.ptr[i + 1]);

	if (g_ascii_isdigit(c))
		return true;
	if (c == '.' || c == ',')
		return i > start && digit_next;
	if (c == 'e' || c == 'E')
		return i + 1 < text.len && (digit_next || strchr("+-", text.ptr[i + 1]));
	return strchr("+-", c) && (before == 'e' || before == 'E') && digit_next;
}

/* The double next to the decimal number with that power of ten: `8.36` and 6 */
static double scaled(const char *number, const char *power)
{
	char *text = g_strconcat(number, "e", power, NULL);
	double value = g_ascii_strtod(text, NULL);

	g_free(text);
	return value;
}

/* A number reads with commas between thousands, with points between them and a decimal
 * comma, and with the multiplier behind it, also over a blank or two; `1m48.7s` and `1:48.7` are
 * seconds. */
static void add_readings(struct numbers *numbers, struct pl_text number, struct pl_text rest)
{
	char english[64], german[64];
	size_t n = 0, m = 0;
	double value;

	if (number.len >= sizeof(english))
		return;
	for (size_t i = 0; i < number.len; i++) {
		if (number.ptr[i] != ',')
			english[n++] = number.ptr[i];
		if (number.ptr[i] != '.')
			german[m++] = number.ptr[i] == ',' ? '.' : number.ptr[i];
	}
	english[n] = german[m] = '\0';
	value = g_ascii_strtod(english, NULL);
	numbers_add(numbers, value);
	if (pl_text_has(number, ',') || pl_text_has(number, '.'))
		numbers_add(numbers, g_ascii_strtod(german, NULL));
	for (unsigned i = 0; i < 2 && rest.len > 1 && rest.ptr[0] == ' '; i++)
		rest = pl_text_slice(rest, 1, rest.len);
	if (!rest.len)
		return;
	if (strchr("kK", rest.ptr[0]))
		numbers_add(numbers, scaled(english, "3"));
	else if (rest.ptr[0] == 'M')
		numbers_add(numbers, scaled(english, "6"));
	else if (rest.ptr[0] == 'G')
		numbers_add(numbers, scaled(english, "9"));
	else if (strchr("m:", rest.ptr[0]) && rest.len > 1 && g_ascii_isdigit(rest.ptr[1])) {
		char *end, *seconds = g_strndup(rest.ptr + 1, MIN(rest.len - 1, 20));

		g_strdelimit(seconds, ",", '.');
		/* the double next to the decimal sum: binary fractions do not add up to it */
		numbers_add(numbers,
			    rint((value * 60 + g_ascii_strtod(seconds, &end)) * 1e9) / 1e9);
		g_free(seconds);
	}
}

static void collect(struct numbers *numbers, struct pl_text text)
{
	for (size_t i = 0; i < text.len;) {
		size_t start = i;

		while (i < text.len && is_number_char(text, start, i))
			i++;
		if (i > start && g_ascii_isdigit(text.ptr[start]))
			add_readings(numbers, pl_text_slice(text, start, i),
				     pl_text_slice(text, i, text.len));
		else
			i = start + 1;
	}
}

/* Takes the number off, so that each counts for one figure. The sign may stand apart. */
static bool take(struct numbers *numbers, double figure)
{
	for (guint i = 0; i < numbers->v->len; i++) {
		double value = g_array_index(numbers->v, double, i);

		if (g_array_index(numbers->taken, gboolean, i) ||
		    (value != figure && value != -figure))
			continue;
		g_array_index(numbers->taken, gboolean, i) = TRUE;
		return true;
	}
	return false;
}

static bool take_cell(struct numbers *numbers, const struct pl_cell *cell)
{
	if ((cell->has & PL_HAS_VALUE) && !take(numbers, cell->value))
		return false;
	if ((cell->has & PL_HAS_STDDEV) && !take(numbers, cell->stddev_pct))
		return false;
	if ((cell->has & PL_HAS_CHANGE) && !take(numbers, cell->change))
		return false;
	if ((cell->has & PL_HAS_RATIO) && !take(numbers, cell->ratio_pct))
		return false;
	if (cell->has & PL_HAS_FAILS)
		return (!cell->fails || take(numbers, (double)cell->fails)) &&
		       take(numbers, (double)cell->runs);
	return true;
}

static bool is_printed(const struct pl_lines *lines, const struct pl_row *row, size_t more)
{
	const struct pl_line *line = line_of(lines, row->line);
	struct numbers numbers;
	bool all = true;

	if (!line)
		return false;
	numbers_init(&numbers);
	for (size_t i = 0; i <= more && line + i < lines->v + lines->n; i++)
		collect(&numbers, line[i].text);
	for (size_t i = 0; all && i < row->n_cells; i++)
		all = take_cell(&numbers, &row->cells[i]);
	numbers_free(&numbers);
	return all;
}

/* Adds the numbers of the row's lines to `rows`. */
static void check_row(const struct pl_message *message, const struct pl_table *table,
		      const struct pl_row *row, GHashTable *rows)
{
	const struct pl_lines *lines = &message->lines[table->part];
	const struct pl_text *id = &message->mail->message_id;

	for (size_t i = 0; i < row->n_cells; i++)
		figures += (unsigned)__builtin_popcount(row->cells[i].has);
	for (size_t more = 0; more <= MAX_MORE; more++) {
		const struct pl_line *line = line_of(lines, row->line);

		if (line && line + more < lines->v + lines->n)
			g_hash_table_add(rows, GUINT_TO_POINTER(line[more].number));
		if (is_printed(lines, row, more))
			return;
	}
	made_up++;
	printf("FAIL %.*s line %u: a figure that is not printed: %.*s\n", (int)id->len, id->ptr,
	       row->line, (int)row->metric.len, row->metric.ptr);
}

/* Numbers, changes and spreads, and behind them one word that may name a metric, or, where
 * there are three or more and a `%`, that word and a note; marks may stand round each of them.
 * *name_out is that word. */
static bool is_rowlike(struct pl_text text, struct pl_text *name_out)
{
	const char *note = pl_text_find(text, " <-");
	unsigned numbers = 0;
	bool number = false, percent = false;
	size_t i = 0, name, end;

	if (note)
		text.len = (size_t)(note - text.ptr);
	text = pl_text_trim(text);
	for (; i < text.len && !g_ascii_isalpha(text.ptr[i]); i++) {
		char c = text.ptr[i];

		if (g_ascii_isdigit(c)) {
			numbers += !number;
			number = true;
			/* the exponent of a large number */
			if (i + 2 < text.len && text.ptr[i + 1] == 'e' &&
			    strchr("+-", text.ptr[i + 2]))
				i += 2;
			continue;
		}
		if (!strchr(" \t.,+-%:\xC2\xB1*`\"'", c))
			return false;
		percent |= c == '%';
		number = number && (c == '.' || c == ',');
	}
	name = i;
	while (i && strchr("*`\"'", text.ptr[i - 1]))
		i--;
	if (numbers < 2 || name == text.len || !i || text.ptr[i - 1] != ' ')
		return false;
	for (end = name; end < text.len && text.ptr[end] != ' '; end++)
		if (text.ptr[end] == ';')
			return false;
	if (end < text.len &&
	    (numbers < 3 || !percent || strchr("+-0123456789", text.ptr[end + 1])))
		return false;
	while (end > name && strchr("*`\"'", text.ptr[end - 1]))
		end--;
	*name_out = pl_text_slice(text, name, end);
	return pl_text_has(*name_out, '.') && text.ptr[end - 1] != '.';
}

/* `file.h:12` */
static bool is_source_line(struct pl_text name)
{
	size_t n = name.len;

	while (n && g_ascii_isdigit(name.ptr[n - 1]))
		n--;
	return n > 3 && n < name.len && name.ptr[n - 1] == ':' && strchr("chS", name.ptr[n - 2]) &&
	       name.ptr[n - 3] == '.';
}

/* Whether a line of the kernel's list of tasks stands up to three lines above: their
 * columns are too many for most mails, and the name is what is broken off. */
static bool is_task(const struct pl_lines *lines, size_t i)
{
	for (size_t k = 0; k <= 3 && k <= i; k++)
		if (pl_text_find(lines->v[i - k].text, "] ") &&
		    pl_text_trim(lines->v[i - k].text).ptr[0] == '[')
			return true;
	return false;
}

/* Nothing but a value and its spread stands in front of the name, at the start of the line or
 * right of all that a base prints. */
static bool is_column_lost(struct pl_text text, struct pl_text name)
{
	const size_t base_width = 26;
	size_t i = 0, figures_in_front = 0;

	while (i < text.len && text.ptr[i] == ' ')
		i++;
	if (i && i < base_width)
		return false;
	for (; text.ptr + i < name.ptr; i++)
		figures_in_front +=
		    g_ascii_isdigit(text.ptr[i]) && !(i && strchr("0123456789.", text.ptr[i - 1]));
	return figures_in_front == 2 && pl_text_find(text, "\xC2\xB1");
}

/* Three figures stand in front of the name, their spreads apart, and the second is far from
 * the change from the first to the last. */
static bool disagrees(struct pl_text text, struct pl_text name)
{
	double figure[3], change;
	size_t n = 0, i = 0;
	bool percent = false;

	while (text.ptr + i < name.ptr) {
		char *line = g_strndup(text.ptr + i, (gsize)(name.ptr - text.ptr) - i), *end;
		bool spread = g_str_has_prefix(line, "\xC2\xB1");
		double value = g_ascii_strtod(line + (spread ? 2 : 0), &end);
		size_t used = end > line + (spread ? 2 : 0) ? (size_t)(end - line) : 1;

		if (used > 1 && !spread && n < G_N_ELEMENTS(figure)) {
			figure[n++] = value;
			percent |= n == 2 && *end == '%';
		}
		g_free(line);
		i += used;
	}
	if (n != G_N_ELEMENTS(figure) || figure[0] <= 0)
		return false;
	change = percent ? 100 * figure[2] / figure[0] - 100 : figure[2] - figure[0];
	return fabs(change - figure[1]) > (percent ? 1 : 0.1);
}

static enum reason reason_of(const struct pl_lines *lines, size_t i, struct pl_text name)
{
	struct pl_text text = pl_text_trim(lines->v[i].text);

	if (pl_text_ends(text, PL_TEXT(".o")) || pl_text_find(text, ".o.") ||
	    pl_text_find(text, "vmlinux"))
		return OBJECT_FILE;
	if (is_source_line(name))
		return SOURCE_LINE;
	if (pl_text_starts(name, PL_TEXT("rex.")))
		return INSTRUCTION;
	if (is_task(lines, i))
		return TASK;
	if (strchr("+-", text.ptr[0]))
		return BEGINNING;
	if (!pl_text_ends(pl_text_slice(text, 0, text.len - name.len), PL_TEXT("  ")) &&
	    !pl_text_find(text, "\xC2\xB1"))
		return ONE_BLANK;
	if (is_column_lost(lines->v[i].text, name))
		return COLUMN_LOST;
	if (disagrees(lines->v[i].text, name))
		return DISAGREEING;
	return lines->filename.len ? ATTACHMENT : NO_REASON;
}

static void check_lines(const struct pl_message *message, GHashTable *rows, bool list)
{
	const struct pl_text *id = &message->mail->message_id;

	for (size_t p = 0; p < message->mail->n_parts; p++) {
		const struct pl_lines *lines = &message->lines[p];

		for (size_t i = 0; i < lines->n; i++) {
			struct pl_text text = lines->v[i].text, name;
			enum reason reason = ROW;

			if (!is_rowlike(text, &name))
				continue;
			if (!g_hash_table_contains(rows, GUINT_TO_POINTER(lines->v[i].number)))
				reason = reason_of(lines, i, name);
			rowlike[reason]++;
			if (reason == NO_REASON || (list && reason != ROW))
				printf("%s %.*s line %u: no row (%s): %.*s\n",
				       reason == NO_REASON ? "FAIL" : "    ", (int)id->len, id->ptr,
				       lines->v[i].number, reason_names[reason],
				       (int)MIN(text.len, 160), text.ptr);
		}
	}
}

static bool check_source(struct pl_parser *parser, const char *path, bool list)
{
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;

	if (pl_source_open(path, NULL, NULL, NULL, &source, &error) != PL_OK) {
		printf("FAIL %s\n", error.message);
		return false;
	}
	while (pl_source_next(source, &item) == PL_OK) {
		const struct pl_message *message = pl_parser_parse(parser, item.raw, item.shape);
		GHashTable *rows = g_hash_table_new(NULL, NULL);

		mails++;
		for (size_t i = 0; i < message->n_tables; i++)
			for (size_t k = 0; k < message->tables[i].n_rows; k++) {
				const struct pl_row *row = &message->tables[i].rows[k];

				check_row(message, &message->tables[i], row, rows);
			}
		check_lines(message, rows, list);
		g_hash_table_unref(rows);
	}
	pl_source_close(source);
	return true;
}

int main(int argc, char **argv)
{
	bool list = argc > 1 && strcmp(argv[1], "--list") == 0, readable = true;
	struct pl_parser *parser;

	pl_mail_init();
	parser = pl_parser_new(NULL);
	for (int i = list ? 2 : 1; i < argc; i++)
		readable = check_source(parser, argv[i], list) && readable;
	pl_parser_free(parser);
	printf("%lu mails, %lu figures, rows with one that is not printed: %lu\n", mails, figures,
	       made_up);
	printf("lines that look like rows:");
	for (size_t i = 0; i < N_REASONS; i++)
		printf("%s %lu %s", i ? "," : "", rowlike[i], reason_names[i]);
	printf("\n");
	return !readable || !figures || made_up || rowlike[NO_REASON];
}
