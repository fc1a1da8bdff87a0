/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a row prints base, head and change, the three agree within what printing
 * rounds: `arithmetic PATH...`. A cell read from the wrong column hardly ever does.
 * Rows that do not agree are listed, and fail the test.
 */
#include <math.h>
#include <stdio.h>

#include <perflore/parse.h>
#include <perflore/source.h>

static unsigned mails, checked, wrong;

/* Half the last digit that the printers keep of a value. */
static double rounding(double value)
{
	double size = fabs(value);

	if (size < 1000) /* two decimals, or none in the oldest tables */
		return size == floor(size) ? 0.51 : 0.0051;
	if (size <= 1e8)
		return 1; /* the fraction is cut off */
	return 0.51 * pow(10, floor(log10(size)) - 3);
}

static bool agrees(const struct pl_cell *base, const struct pl_cell *head)
{
	double db = rounding(base->value), dh = rounding(head->value);
	/* one decimal, or none in the old printer, or two digits of a large change */
	double dc = head->change == floor(head->change) ? 0.51 : 0.051;
	double low, high;

	if (fabs(head->change) >= 1e5)
		dc = 0.051 * pow(10, floor(log10(fabs(head->change))));
	/* The old printer keeps one digit of a difference. */
	if (head->change_unit == PL_UNIT_ABS && fabs(head->change) >= 10 && dc > 0.1)
		dc = 0.51 * pow(10, floor(log10(fabs(head->change))));
	if (head->change_unit == PL_UNIT_ABS)
		return fabs(head->value - base->value - head->change) <= db + dh + dc;
	/* A base printed as 0.00 may be anything that small. */
	if (fabs(base->value) <= db)
		return true;
	low = INFINITY;
	high = -INFINITY;
	for (int corner = 0; corner < 4; corner++) {
		double b = base->value + (corner & 1 ? db : -db);
		double h = head->value + (corner & 2 ? dh : -dh);
		double change = 100 * (h - b) / b;

		low = fmin(low, change);
		high = fmax(high, change);
	}
	return head->change >= low - dc && head->change <= high + dc;
}

static void check_row(const struct pl_mail *mail, const struct pl_row *row)
{
	for (size_t i = 1; i < row->n_cells; i++) {
		const struct pl_cell *base = &row->cells[0], *head = &row->cells[i];

		if (row->kind != PL_ROW_STAT || !(base->has & PL_HAS_VALUE) ||
		    !(head->has & PL_HAS_VALUE) || !(head->has & PL_HAS_CHANGE))
			continue;
		checked++;
		if (agrees(base, head))
			continue;
		wrong++;
		printf("FAIL %.*s line %u: %.*s: %g to %g is not %+g%s\n",
		       (int)mail->message_id.len, mail->message_id.ptr, row->line,
		       (int)row->metric.len, row->metric.ptr, base->value, head->value,
		       head->change, head->change_unit == PL_UNIT_PERCENT ? "%" : "");
	}
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
				check_row(message->mail, &table->rows[k]);
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
	printf("%u mails, %u changes checked, %u do not agree\n", mails, checked, wrong);
	return wrong || !checked;
}
