/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Series and their points as text, perflore.point/1 and CSV. */
#include <perflore/history.h>

#include "csv.h"
#include "format.h"
#include "plot.h"

static void append_heading(const struct pl_series *series, const struct pl_style *style,
			   GString *out)
{
	g_string_append(out, style->colours ? "\033[1m" : "");
	pl_plain_cut_middle(out, series->metric, style->columns - 1);
	g_string_append(out, style->colours ? "\033[m" : "");
	if (series->aggregate.len) {
		g_string_append_c(out, ' ');
		pl_plain(out, series->aggregate);
	}
	if (series->unit.len) {
		g_string_append(out, " [");
		pl_plain_cut(out, series->unit, 20);
		g_string_append_c(out, ']');
	}
	if (series->direction)
		g_string_append_printf(out, " (%s is better)",
				       series->direction > 0 ? "higher" : "lower");
	g_string_append_c(out, '\n');
}

static void append_part(GString *line, const char *word, struct pl_text text)
{
	if (!text.len)
		return;
	if (line->len)
		g_string_append_c(line, ' ');
	g_string_append(line, word);
	pl_plain_cut(line, text, 60);
}

static void append_line(GString *out, GString *line, const struct pl_style *style)
{
	if (line->len) {
		g_string_append(out, "  ");
		pl_plain_cut(out, (struct pl_text){line->str, line->len}, style->columns - 2);
		g_string_append_c(out, '\n');
	}
	g_string_free(line, TRUE);
}

/* `  will-it-scale on lkp-csl-2sp9`, and below it the parameters */
static void append_where(const struct pl_series *series, const struct pl_style *style, GString *out)
{
	GString *where = g_string_new(NULL), *params = g_string_new(NULL);

	append_part(where, "", series->testcase.len ? series->testcase : series->table_title);
	append_part(where, "on ", series->machine);
	append_part(where, "@ ", series->test);
	append_line(out, where, style);
	for (size_t i = 0; i < series->parameters.n; i++) {
		g_string_append(params, i ? ", " : "");
		pl_plain_cut(params, series->parameters.v[i].key, 40);
		g_string_append_c(params, '=');
		pl_plain_cut(params, series->parameters.v[i].value, 40);
	}
	append_line(out, params, style);
}

static const struct pl_found_cell *newest_cell(const struct pl_found_row *row)
{
	return row->has_head ? &row->head : &row->base;
}

/* How far it has come: the first base against the last head. */
static void append_span(const struct pl_series *series, GString *out)
{
	double first, last;
	char a[32], b[32];

	if (series->n_points < 2 || !pl_cell_number(&series->points[0].row.base, &first) ||
	    !pl_cell_number(newest_cell(&series->points[series->n_points - 1].row), &last))
		return;
	pl_format_value(first, a);
	pl_format_value(last, b);
	g_string_append_printf(out, "  %zu points, from %s to %s", series->n_points, a, b);
	if (first)
		g_string_append_printf(out, ": %+.1f%%", (last / first - 1) * 100);
	g_string_append_c(out, '\n');
}

static void append_point(const struct pl_found_row *row, const struct pl_style *style, GString *out)
{
	char date[24];

	if (row->mail.has_date && pl_date_format(row->mail.date, date))
		g_string_append_len(out, date, 10);
	else
		g_string_append(out, "no date   ");
	pl_row_numbers(row, style, out);
	if (row->verdict.len) {
		g_string_append(out, "  ");
		pl_plain_cut(out, row->verdict, 12);
	}
	if (row->outcome.len) {
		g_string_append(out, ", ");
		pl_plain_cut(out, row->outcome, 12);
	}
	if (row->culprit.id.len) {
		g_string_append(out, "  ");
		pl_plain_cut(out, pl_text_slice(row->culprit.id, 0, 12), 12);
	}
	g_string_append(out, "\n  <");
	pl_plain(out, row->mail.message_id);
	g_string_append_printf(out, ">  line %" G_GINT64_FORMAT, row->line);
	if (row->copies > 0)
		g_string_append_printf(out, "  +%" G_GINT64_FORMAT, row->copies);
	g_string_append_c(out, '\n');
}

void pl_series_to_text(const struct pl_series *series, const struct pl_style *style, bool ascii,
		       GString *out)
{
	append_heading(series, style, out);
	append_where(series, style, out);
	append_span(series, out);
	pl_plot_series(series, style->columns, ascii, out);
	for (size_t i = 0; i < series->n_points; i++)
		append_point(&series->points[i].row, style, out);
}

static const char *direction_name(int direction)
{
	return direction > 0 ? "higher" : direction < 0 ? "lower" : "";
}

void pl_point_to_json(const struct pl_series *series, size_t number,
		      const struct pl_history_point *point, GString *out)
{
	const struct pl_found_row *row = &point->row;
	struct pl_json json;
	char date[24];

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.point/1"));
	pl_json_key_integer(&json, "series", (int64_t)number);
	pl_json_key_text(&json, "metric", series->metric);
	pl_json_key_text(&json, "test", series->test);
	pl_json_key_text(&json, "aggregate", series->aggregate);
	pl_json_key_text(&json, "table_title", series->table_title);
	pl_json_key_text(&json, "better", pl_text_of(direction_name(series->direction)));
	pl_json_key_text(&json, "testcase", series->testcase);
	pl_json_key_text(&json, "machine", series->machine);
	if (series->parameters.n)
		pl_json_key_params(&json, "parameters", series->parameters);
	if (row->mail.has_date && pl_date_format(row->mail.date, date))
		pl_json_key_text(&json, "date", pl_text_of(date));
	pl_key_comparison(&json, row, series->unit);
	pl_json_key_text(&json, "outcome", row->outcome);
	pl_json_key_text(&json, "message_id", row->mail.message_id);
	pl_json_key_integer(&json, "line", row->line);
	pl_json_key_integer(&json, "copies", row->copies);
	pl_json_object_end(&json);
}

void pl_point_csv_header(GString *out)
{
	g_string_append(
	    out, "schema,series,metric,test,aggregate,table_title,better,testcase,machine,"
		 "parameters,date,base_commit,base_value,base_stddev_pct,base_fails,"
		 "base_runs,head_commit,head_value,head_stddev_pct,head_fails,head_runs,unit,"
		 "change,change_unit,note,row_verdict,verdict,culprit_id,culprit_title,"
		 "outcome,message_id,line,copies\r\n");
}

static void add_cell(struct pl_csv *csv, const struct pl_found_cell *cell)
{
	pl_csv_text(csv, cell->commit.len ? cell->commit : cell->label);
	pl_csv_number(csv, cell->has & PL_HAS_VALUE, cell->value);
	pl_csv_number(csv, cell->has & PL_HAS_STDDEV, cell->stddev_pct);
	pl_csv_integer(csv, cell->has & PL_HAS_FAILS, cell->fails);
	pl_csv_integer(csv, cell->has & PL_HAS_FAILS, cell->runs);
}

void pl_point_to_csv(const struct pl_series *series, size_t number,
		     const struct pl_history_point *point, bool raw, GString *out)
{
	const struct pl_found_row *row = &point->row;
	struct pl_csv csv = {.out = out, .raw = raw};
	char date[24];

	pl_csv_literal(&csv, "perflore.point/1");
	pl_csv_integer(&csv, true, (int64_t)number);
	pl_csv_text(&csv, series->metric);
	pl_csv_text(&csv, series->test);
	pl_csv_text(&csv, series->aggregate);
	pl_csv_text(&csv, series->table_title);
	pl_csv_literal(&csv, direction_name(series->direction));
	pl_csv_text(&csv, series->testcase);
	pl_csv_text(&csv, series->machine);
	pl_csv_params(&csv, series->parameters);
	pl_csv_literal(&csv,
		       row->mail.has_date && pl_date_format(row->mail.date, date) ? date : "");
	add_cell(&csv, &row->base);
	add_cell(&csv, &row->head);
	pl_csv_text(&csv, series->unit);
	pl_csv_number(&csv, row->has_change, row->change);
	pl_csv_text(&csv, row->has_change ? row->change_unit : PL_TEXT_NONE);
	pl_csv_text(&csv, row->note);
	pl_csv_literal(&csv, pl_sign_name(row->sign));
	pl_csv_text(&csv, row->verdict);
	pl_csv_text(&csv, row->culprit.id);
	pl_csv_text(&csv, row->culprit.title);
	pl_csv_text(&csv, row->outcome);
	pl_csv_text(&csv, row->mail.message_id);
	pl_csv_integer(&csv, true, row->line);
	pl_csv_integer(&csv, true, row->copies);
	pl_csv_end(&csv);
}
