/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CSV as RFC 4180 has it. A column for each scalar of the JSON object, in its order,
 * whether or not a result has it.
 */
#include "format.h"

#include "csv.h"
#include "json_slice.h"

#include <perflore/summary.h>

#define MACHINE_COLUMNS                                                                            \
	"machine_text,machine_tbox,machine_threads,machine_sockets,machine_model,"                 \
	"machine_codename,machine_memory_gib"
#define CULPRIT_COLUMNS "culprit_id,culprit_title,culprit_tree,culprit_branch"
#define CELL_COLUMNS(cell)                                                                         \
	cell "_commit," cell "_label," cell "_value," cell "_stddev_pct," cell "_fails," cell      \
	     "_runs," cell "_unit," cell "_text"

static const char *const headers[] = {
    [PL_WHAT_ROWS] =
	"schema,message_id,date,subject,thread,line,depth,kind,table_title,metric,"
	"test,aggregate,functions,testcase," MACHINE_COLUMNS ",parameters," CELL_COLUMNS(
	    "base") "," CELL_COLUMNS("head") ",change,change_unit,note,"
					     "row_verdict,verdict," CULPRIT_COLUMNS
					     ",subsystem,outcome,copies\r\n",
    [PL_WHAT_REPORTS] =
	"schema,message_id,date,subject,thread,kind,line,depth,verdict,"
	"headline_metric,headline_change,headline_change_unit,headline_printed," CULPRIT_COLUMNS
	",testcase," MACHINE_COLUMNS ",parameters,config,compiler,"
	"status,related,errors,boots,links_report,links_reproduce,subsystem,"
	"outcome,copies,rows\r\n",
    [PL_WHAT_MESSAGES] = "schema,message_id,date,from_name,from_address,subject,thread,lists,"
			 "reports,matches\r\n",
};

static void add_head(struct pl_csv *record, const char *schema, const struct pl_found_mail *mail)
{
	char date[24];

	pl_csv_literal(record, schema);
	pl_csv_text(record, mail->message_id);
	pl_csv_literal(record, mail->has_date && pl_date_format(mail->date, date) ? date : "");
}

static void add_machine(struct pl_csv *record, const struct pl_machine *machine)
{
	pl_csv_text(record, machine->text);
	pl_csv_text(record, machine->tbox);
	pl_csv_integer(record, machine->threads, machine->threads);
	pl_csv_integer(record, machine->sockets, machine->sockets);
	pl_csv_text(record, machine->model);
	pl_csv_text(record, machine->codename);
	pl_csv_number(record, machine->memory_gib > 0, machine->memory_gib);
}

static void add_culprit(struct pl_csv *record, const struct pl_culprit *culprit)
{
	pl_csv_text(record, culprit->id);
	pl_csv_text(record, culprit->title);
	pl_csv_text(record, culprit->tree);
	pl_csv_text(record, culprit->branch);
}

static void add_cell(struct pl_csv *record, const struct pl_found_cell *cell, bool there,
		     struct pl_text unit)
{
	pl_csv_text(record, cell->commit);
	pl_csv_text(record, cell->label);
	pl_csv_number(record, cell->has & PL_HAS_VALUE, cell->value);
	pl_csv_number(record, cell->has & PL_HAS_STDDEV, cell->stddev_pct);
	pl_csv_integer(record, cell->has & PL_HAS_FAILS, cell->fails);
	pl_csv_integer(record, cell->has & PL_HAS_FAILS, cell->runs);
	pl_csv_text(record, there ? unit : PL_TEXT_NONE);
	pl_csv_text(record, cell->text);
}

void pl_csv_header(enum pl_what what, GString *out)
{
	g_string_append(out, headers[what]);
}

void pl_row_to_csv(const struct pl_found_row *row, bool raw, GString *out)
{
	struct pl_csv record = {.out = out, .raw = raw};

	add_head(&record, "perflore.row/1", &row->mail);
	pl_csv_text(&record, row->mail.subject);
	pl_csv_text(&record, row->mail.thread);
	pl_csv_integer(&record, true, row->line);
	pl_csv_integer(&record, true, row->depth);
	pl_csv_text(&record, row->kind);
	pl_csv_text(&record, row->table_title);
	pl_csv_text(&record, row->metric);
	pl_csv_text(&record, row->test);
	pl_csv_text(&record, row->aggregate);
	pl_csv_texts(&record, row->functions);
	pl_csv_text(&record, row->testcase);
	add_machine(&record, &row->machine);
	pl_csv_params(&record, row->parameters);
	add_cell(&record, &row->base, true, row->unit);
	add_cell(&record, &row->head, row->has_head, row->unit);
	pl_csv_number(&record, row->has_change, row->change);
	pl_csv_text(&record, row->has_change ? row->change_unit : PL_TEXT_NONE);
	pl_csv_text(&record, row->note);
	pl_csv_literal(&record, pl_sign_name(row->sign));
	pl_csv_text(&record, row->verdict);
	add_culprit(&record, &row->culprit);
	pl_csv_texts(&record, row->subsystems);
	pl_csv_text(&record, row->outcome);
	pl_csv_integer(&record, row->copies >= 0, row->copies);
	pl_csv_end(&record);
}

void pl_report_to_csv(const struct pl_found_report *report, bool raw, GString *out)
{
	static const char *const arrays[] = {"status", "related", "errors", "boots"};
	const struct pl_headline *headline = &report->headline;
	struct pl_csv record = {.out = out, .raw = raw};

	add_head(&record, "perflore.report/1", &report->mail);
	pl_csv_text(&record, report->mail.subject);
	pl_csv_text(&record, report->mail.thread);
	pl_csv_text(&record, report->kind);
	pl_csv_integer(&record, true, report->line);
	pl_csv_integer(&record, true, report->depth);
	pl_csv_text(&record, report->verdict);
	pl_csv_text(&record, headline->metric);
	pl_csv_number(&record, headline->has_change, headline->change);
	pl_csv_literal(&record, headline->has_change && headline->change_unit
				    ? pl_unit_name(headline->change_unit)
				    : "");
	pl_csv_text(&record, headline->printed);
	add_culprit(&record, &report->culprit);
	pl_csv_text(&record, report->testcase);
	add_machine(&record, &report->machine);
	pl_csv_params(&record, report->parameters);
	pl_csv_text(&record, report->config);
	pl_csv_text(&record, report->compiler);
	for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
		pl_csv_text(&record, pl_json_member(report->json, arrays[i]));
	pl_csv_text(&record, report->link_report);
	pl_csv_text(&record, report->link_reproduce);
	pl_csv_texts(&record, report->subsystems);
	pl_csv_text(&record, report->outcome);
	pl_csv_integer(&record, report->copies >= 0, report->copies);
	pl_csv_integer(&record, true, report->rows);
	pl_csv_end(&record);
}

void pl_found_message_to_csv(const struct pl_found_message *message, bool raw, GString *out)
{
	struct pl_csv record = {.out = out, .raw = raw};
	GString *matches = g_string_new(NULL);
	struct pl_json json;

	add_head(&record, "perflore.hit/1", &message->mail);
	pl_csv_text(&record, message->mail.from_name);
	pl_csv_text(&record, message->mail.from_address);
	pl_csv_text(&record, message->mail.subject);
	pl_csv_text(&record, message->mail.thread);
	pl_csv_texts(&record, message->lists);
	pl_csv_integer(&record, true, message->reports);
	pl_json_init(&json, matches);
	pl_matches_to_json(message->matches, message->n_matches, &json);
	pl_csv_text(&record, (struct pl_text){matches->str, matches->len});
	g_string_free(matches, TRUE);
	pl_csv_end(&record);
}

void pl_summary_csv_header(GString *out)
{
	g_string_append(out, "schema,by,key,reports,regressions,improvements,failures,changed,open,"
			     "fixed,dismissed,disputed,unknown,median_days_to_fix,worst\r\n");
}

void pl_summary_to_csv(const struct pl_summary_line *line, enum pl_summary_by by, bool raw,
		       GString *out)
{
	const int64_t numbers[] = {
	    line->reports, line->regressions, line->improvements, line->failures, line->changed,
	    line->open,	   line->fixed,	      line->dismissed,	  line->disputed, line->unknown};
	struct pl_csv record = {.out = out, .raw = raw};
	GString *worst = g_string_new(NULL);
	struct pl_json json;

	pl_csv_literal(&record, "perflore.summary/1");
	pl_csv_literal(&record, pl_summary_keys[by]);
	pl_csv_text(&record, line->key);
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		pl_csv_integer(&record, true, numbers[i]);
	pl_csv_number(&record, line->has_days, line->days);
	pl_json_init(&json, worst);
	if (line->n_worst)
		pl_worst_to_json(line, &json);
	pl_csv_text(&record, (struct pl_text){worst->str, worst->len});
	pl_csv_end(&record);
	g_string_free(worst, TRUE);
}
