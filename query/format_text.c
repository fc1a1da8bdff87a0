/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Results for reading: a heading for each mail and report, its rows aligned below.
 * Whatever comes from a mail goes through plain.c.
 */
#include "format.h"

#include <math.h>
#include <stdarg.h>

#define RED "\033[31m"
#define GREEN "\033[32m"
#define BOLD "\033[1m"
#define RESET "\033[m"

/* Columns of a value with its spread: ` 8.866e+08 ±100%` */
enum { VALUE_WIDTH = 9, SPREAD_WIDTH = 6, CHANGE_WIDTH = 10 };

static void colour(const struct pl_style *style, GString *out, const char *code)
{
	if (style->colours)
		g_string_append(out, code);
}

static void pad(GString *out, size_t have, size_t width)
{
	while (have++ < width)
		g_string_append_c(out, ' ');
}

/* text right-aligned in width columns. */
static void append_right(GString *out, const char *text, size_t width)
{
	pad(out, (size_t)g_utf8_strlen(text, -1), width);
	g_string_append(out, text);
}

void pl_format_value(double value, char buffer[32])
{
	double hundred = value * 100;

	if (fabs(value) < 1e8) {
		/* LKP prints fractions with two digits; others may print more. */
		if (value != floor(value) && fabs(hundred - round(hundred)) < 1e-6)
			g_snprintf(buffer, 32, "%.2f", value);
		else
			pl_json_format_number(value, buffer);
		if (strlen(buffer) <= VALUE_WIDTH)
			return;
	}
	g_snprintf(buffer, 32, "%.4g", value);
}

static void append_cell(GString *out, const struct pl_found_cell *cell)
{
	GString *text = g_string_new(NULL);
	char buffer[32];

	if (cell->has & PL_HAS_FAILS)
		g_string_printf(text, "%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, cell->fails,
				cell->runs);
	else if (cell->has & PL_HAS_VALUE) {
		pl_format_value(cell->value, buffer);
		g_string_assign(text, buffer);
	} else {
		pl_plain_cut(text, cell->text, VALUE_WIDTH);
	}
	append_right(out, text->str, VALUE_WIDTH);
	if (cell->has & PL_HAS_STDDEV)
		g_string_printf(text, " ±%3.0f%%", cell->stddev_pct);
	else
		g_string_truncate(text, 0);
	g_string_append(out, text->str);
	pad(out, (size_t)g_utf8_strlen(text->str, -1), SPREAD_WIDTH);
	g_string_free(text, TRUE);
}

/* `-3.4%`, `+1.2pt`, `appeared`; empty where there is nothing to say. */
static void format_change(const struct pl_found_row *row, char buffer[48])
{
	buffer[0] = '\0';
	if (row->has_change) {
		g_snprintf(buffer, 48, fabs(row->change) < 1e5 ? "%+.1f%s" : "%+.2g%s", row->change,
			   pl_text_equal(row->change_unit, PL_TEXT("%")) ? "%" : "pt");
	} else if (pl_text_equal(row->note, PL_TEXT("appeared"))) {
		g_strlcpy(buffer, "appeared", 48);
	} else if (pl_text_equal(row->note, PL_TEXT("both_zero"))) {
		g_strlcpy(buffer, "both zero", 48);
	} else if (pl_text_equal(row->note, PL_TEXT("absent"))) {
		g_strlcpy(buffer, "absent", 48);
	}
}

static void append_date(GString *out, const struct pl_found_mail *mail)
{
	char date[24];

	if (mail->has_date && pl_date_format(mail->date, date))
		g_string_append_len(out, date, 10);
	else
		g_string_append(out, "no date   ");
}

static void append_id(GString *out, struct pl_text message_id)
{
	g_string_append(out, "  <");
	pl_plain(out, message_id);
	g_string_append_c(out, '>');
}

/* ` 7e12beb8ca2a ("title")`, cut where it would pass the last column. */
static void append_culprit(GString *out, const struct pl_culprit *culprit, size_t used,
			   unsigned columns)
{
	size_t id = MIN(culprit->id.len, 12);

	if (!culprit->id.len)
		return;
	g_string_append_c(out, ' ');
	pl_plain_cut(out, pl_text_slice(culprit->id, 0, id), 12);
	if (!culprit->title.len || used + id + 8 >= columns)
		return;
	g_string_append(out, " (\"");
	pl_plain_cut(out, culprit->title, columns - (unsigned)(used + id + 6));
	g_string_append(out, "\")");
}

/* ` in will-it-scale on lkp-csl-2sp9`, as far as it is known */
static void append_where(GString *out, struct pl_text testcase, const struct pl_machine *machine)
{
	if (testcase.len) {
		g_string_append(out, " in ");
		pl_plain_cut(out, testcase, 24);
	}
	if (machine->tbox.len) {
		g_string_append(out, " on ");
		pl_plain_cut(out, machine->tbox, 24);
	}
}

/* `regression in will-it-scale on lkp-csl-2sp9` */
static void append_what(GString *out, struct pl_text verdict, struct pl_text testcase,
			const struct pl_machine *machine)
{
	pl_plain_cut(out, verdict, 12);
	append_where(out, testcase, machine);
}

static void append_subject(const struct pl_found_mail *mail, const struct pl_style *style,
			   GString *out)
{
	if (mail->subject.len)
		pl_plain_cut(out, mail->subject, style->columns - 11);
	else
		g_string_append(out, "(no subject)");
}

static void append_row_heading(const struct pl_found_row *row, const struct pl_style *style,
			       GString *out)
{
	size_t from = out->len;

	append_date(out, &row->mail);
	g_string_append_c(out, ' ');
	if (row->has_report) {
		append_what(out, row->verdict, row->testcase, &row->machine);
		append_culprit(out, &row->culprit,
			       (size_t)g_utf8_strlen(out->str + from, (gssize)(out->len - from)),
			       style->columns);
	} else {
		append_subject(&row->mail, style, out);
	}
	g_string_append_c(out, '\n');
	append_id(out, row->mail.message_id);
	if (!row->has_report)
		append_where(out, row->testcase, &row->machine);
	g_string_append_c(out, '\n');
}

void pl_row_titles(const struct pl_style *style, GString *out)
{
	colour(style, out, BOLD);
	append_right(out, "change", CHANGE_WIDTH);
	append_right(out, "base", VALUE_WIDTH + 2);
	pad(out, 0, SPREAD_WIDTH);
	append_right(out, "head", VALUE_WIDTH + 2);
	pad(out, 0, SPREAD_WIDTH);
	g_string_append(out, "  metric");
	pad(out, 0, style->columns > 65 ? style->columns - 65 : 1);
	g_string_append(out, "line");
	colour(style, out, RESET);
	g_string_append_c(out, '\n');
}

void pl_row_numbers(const struct pl_found_row *row, const struct pl_style *style, GString *out)
{
	char change[48];

	format_change(row, change);
	if (row->sign)
		colour(style, out, row->sign > 0 ? GREEN : RED);
	append_right(out, change, CHANGE_WIDTH);
	if (row->sign)
		colour(style, out, RESET);
	g_string_append(out, "  ");
	append_cell(out, &row->base);
	g_string_append(out, "  ");
	append_cell(out, &row->head);
}

void pl_row_line(const struct pl_found_row *row, const struct pl_style *style, int64_t copy_line,
		 GString *out)
{
	const unsigned left = CHANGE_WIDTH + 2 * (VALUE_WIDTH + SPREAD_WIDTH + 2) + 2;
	GString *tail = g_string_new(NULL), *name = g_string_new(NULL);
	unsigned width;
	size_t from;

	pl_row_numbers(row, style, out);
	g_string_append(out, "  ");
	g_string_printf(tail, " %6" G_GINT64_FORMAT, row->line);
	if (copy_line)
		g_string_append_printf(tail, " =%" G_GINT64_FORMAT, copy_line);
	if (row->copies > 0)
		g_string_append_printf(tail, " +%" G_GINT64_FORMAT, row->copies);
	width = style->columns > left + tail->len + 12 ? style->columns - left - (unsigned)tail->len
						       : 12;
	pl_plain(name, row->metric);
	if (row->test.len) {
		g_string_append(name, name->len ? " @ " : "");
		pl_plain(name, row->test);
	} else if (!row->metric.len) {
		pl_plain(name, row->table_title);
	}
	from = out->len;
	pl_plain_cut_middle(out, (struct pl_text){name->str, name->len}, width);
	pad(out, (size_t)g_utf8_strlen(out->str + from, (gssize)(out->len - from)), width);
	g_string_append_len(out, tail->str, (gssize)tail->len);
	g_string_append_c(out, '\n');
	g_string_free(name, TRUE);
	g_string_free(tail, TRUE);
}

void pl_row_to_text(const struct pl_found_row *row, struct pl_style *style, GString *out)
{
	GString *heading = g_string_new(NULL);

	append_row_heading(row, style, heading);
	if (!style->last->len)
		pl_row_titles(style, out);
	if (strcmp(heading->str, style->last->str)) {
		if (style->last->len)
			g_string_append_c(out, '\n');
		colour(style, out, BOLD);
		g_string_append_len(out, heading->str, strchr(heading->str, '\n') - heading->str);
		colour(style, out, RESET);
		g_string_append(out, strchr(heading->str, '\n'));
		g_string_assign(style->last, heading->str);
	}
	pl_row_line(row, style, 0, out);
	g_string_free(heading, TRUE);
}

/* Parts the results of one kind by an empty line. */
static void append_gap(struct pl_style *style, GString *out)
{
	if (style->last->len)
		g_string_append_c(out, '\n');
	g_string_assign(style->last, "x");
}

void pl_report_to_text(const struct pl_found_report *report, struct pl_style *style, GString *out)
{
	append_gap(style, out);
	colour(style, out, BOLD);
	append_date(out, &report->mail);
	g_string_append_c(out, ' ');
	append_what(out, report->verdict, report->testcase, &report->machine);
	colour(style, out, RESET);
	g_string_append_c(out, '\n');
	if (report->headline.metric.len || report->headline.printed.len) {
		g_string_append(out, "  ");
		pl_plain_cut_middle(out, report->headline.metric, style->columns - 32);
		g_string_append_c(out, ' ');
		pl_plain_cut(out, report->headline.printed, 28);
		g_string_append_c(out, '\n');
	}
	if (report->culprit.id.len) {
		g_string_append(out, "  culprit");
		append_culprit(out, &report->culprit, 10, style->columns);
		g_string_append_c(out, '\n');
	}
	append_id(out, report->mail.message_id);
	g_string_append_printf(out, "#r%" G_GINT64_FORMAT "  %" G_GINT64_FORMAT " row%s",
			       report->position, report->rows, report->rows == 1 ? "" : "s");
	if (report->copies > 0)
		g_string_append_printf(out, "  +%" G_GINT64_FORMAT " cop%s", report->copies,
				       report->copies == 1 ? "y" : "ies");
	if (report->outcome.len) {
		g_string_append(out, "  ");
		pl_plain(out, report->outcome);
	}
	g_string_append_c(out, '\n');
}

void pl_found_message_to_text(const struct pl_found_message *message, struct pl_style *style,
			      GString *out)
{
	const struct pl_found_mail *mail = &message->mail;

	append_gap(style, out);
	colour(style, out, BOLD);
	append_date(out, mail);
	g_string_append_c(out, ' ');
	append_subject(mail, style, out);
	colour(style, out, RESET);
	g_string_append(out, "\n  ");
	pl_plain_cut(out, mail->from_name.len ? mail->from_name : mail->from_address, 40);
	append_id(out, mail->message_id);
	if (message->reports)
		g_string_append_printf(out, "  %" G_GINT64_FORMAT " report%s", message->reports,
				       message->reports == 1 ? "" : "s");
	if (message->version)
		g_string_append_printf(out, "  (version %" G_GINT64_FORMAT ")",
				       message->version + 1);
	g_string_append_c(out, '\n');
	for (size_t i = 0; i < message->n_matches; i++) {
		g_string_append_printf(out, "%8" G_GINT64_FORMAT ": ", message->matches[i].line);
		pl_plain_cut(out, message->matches[i].text, style->columns - 10);
		g_string_append_c(out, '\n');
	}
}
