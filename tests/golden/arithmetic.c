/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a row prints base, head and change, the three agree within what printing
 * rounds: `arithmetic PATH...`. A cell read from the wrong column hardly ever does.
 * Rows that do not agree are listed, and fail the test.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glib.h>

#include <perflore/parse.h>
#include <perflore/source.h>

#include "support.h"

static unsigned mails, checked, small, wrong;

/* The lines of a row: a mail program may have broken it. */
#define MAX_PIECES 4

/* Decimals, at most `most`, that size is printed with in text (so that `12.00` is known from
 * `12`), -1 where it is in no plain form. */
static int decimals_of(const char *text, double size, int most)
{
	for (int decimals = most; decimals >= 0; decimals--) {
		char *form = g_strdup_printf("%.*f", decimals, size);
		size_t length = strlen(form);
		const char *found = text;
		bool plain = false;

		while (!plain && (found = strstr(found, form))) {
			char before = found > text ? found[-1] : ' ', after = found[length];

			plain = !g_ascii_isdigit(before) && before != '.' &&
				!g_ascii_isdigit(after) && after != '.' && after != 'e';
			found++;
		}
		g_free(form);
		if (plain)
			return decimals;
	}
	return -1;
}

/* Half of the last digit of value that is printed, and a little. */
static double rounding(const char *text, double value)
{
	double size = fabs(value);
	int decimals = decimals_of(text, size, 2);

	if (decimals < 0) /* four digits and an exponent */
		return size ? 0.51 * pow(10, floor(log10(size)) - 3) : 0.51;
	if (size >= 1000 && !decimals)
		return 1; /* the fraction is cut off */
	return 0.51 * pow(10, -decimals);
}

/* The same of a change: one decimal; none, or one digit, in the old printer; two digits and
 * an exponent where it is large. */
static double rounding_of_change(const char *text, const struct pl_cell *head)
{
	double size = fabs(head->change);
	int decimals = decimals_of(text, size, 1);
	double magnitude = size ? pow(10, floor(log10(size))) : 1;

	if (decimals > 0)
		return 0.51 * pow(10, -decimals);
	if (head->change_unit == PL_UNIT_ABS)
		return 0.51 * MAX(magnitude, 1);
	return decimals == 0 ? 0.51 : 0.051 * magnitude;
}

static bool agrees(const char *text, const struct pl_cell *base, const struct pl_cell *head)
{
	double db = rounding(text, base->value), dh = rounding(text, head->value);
	double dc = rounding_of_change(text, head);
	double low = INFINITY, high = -INFINITY;

	if (head->change_unit == PL_UNIT_ABS)
		return fabs(head->value - base->value - head->change) <= db + dh + dc;
	/* A base printed as 0.00 may be anything that small. */
	if (fabs(base->value) <= db) {
		small++;
		return true;
	}
	for (int corner = 0; corner < 4; corner++) {
		double b = base->value + (corner & 1 ? db : -db);
		double h = head->value + (corner & 2 ? dh : -dh);
		double change = 100 * (h - b) / b;

		low = fmin(low, change);
		high = fmax(high, change);
	}
	return head->change >= low - dc && head->change <= high + dc;
}

static char *text_of(const struct pl_lines *lines, uint32_t number)
{
	const struct pl_line *line = line_of(lines, number);
	GString *text = g_string_new(NULL);

	for (size_t i = 0; line && i < MAX_PIECES && line + i < lines->v + lines->n; i++)
		g_string_append_printf(text, "%.*s\n", (int)line[i].text.len, line[i].text.ptr);
	return g_string_free(text, FALSE);
}

static void check_row(const struct pl_message *message, const struct pl_table *table,
		      const struct pl_row *row)
{
	const struct pl_text *id = &message->mail->message_id;
	char *text = text_of(&message->lines[table->part], row->line);

	for (size_t i = 1; i < row->n_cells; i++) {
		const struct pl_cell *base = &row->cells[0], *head = &row->cells[i];

		if (row->kind != PL_ROW_STAT || !(base->has & PL_HAS_VALUE) ||
		    !(head->has & PL_HAS_VALUE) || !(head->has & PL_HAS_CHANGE))
			continue;
		checked++;
		if (agrees(text, base, head))
			continue;
		wrong++;
		printf("FAIL %.*s line %u: %.*s: %g to %g is not %+g%s\n", (int)id->len, id->ptr,
		       row->line, (int)row->metric.len, row->metric.ptr, base->value, head->value,
		       head->change, head->change_unit == PL_UNIT_PERCENT ? "%" : "");
	}
	g_free(text);
}

static void check_source(struct pl_parser *parser, const char *path)
{
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;

	if (pl_source_open(path, NULL, NULL, NULL, &source, &error) != PL_OK) {
		printf("FAIL %s\n", error.message);
		wrong++;
		return;
	}
	while (pl_source_next(source, &item) == PL_OK) {
		const struct pl_message *message = pl_parser_parse(parser, item.raw, item.shape);

		mails++;
		for (size_t i = 0; i < message->n_tables; i++) {
			const struct pl_table *table = &message->tables[i];

			for (size_t k = 0; table->kind == PL_TABLE_LKP && k < table->n_rows; k++)
				check_row(message, table, &table->rows[k]);
		}
	}
	pl_source_close(source);
}

int main(int argc, char **argv)
{
	struct pl_parser *parser;

	pl_mail_init();
	parser = pl_parser_new(NULL);
	for (int i = 1; i < argc; i++)
		check_source(parser, argv[i]);
	pl_parser_free(parser);
	printf("%u mails, %u changes, %u of them against a base printed as zero, %u do not agree\n",
	       mails, checked, small, wrong);
	return wrong || !checked;
}
