/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CSV as RFC 4180 has it. A column for each scalar of the JSON object, in its order,
 * whether or not a result has it.
 */
#include "format.h"

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

/* One record in the making. */
struct record {
	GString *out;
	bool raw;
	bool comma;
};

static void next(struct record *record)
{
	if (record->comma)
		g_string_append_c(record->out, ',');
	record->comma = true;
}

static void end(struct record *record)
{
	g_string_append(record->out, "\r\n");
}

static void add_text(struct record *record, struct pl_text text)
{
	bool formula = !record->raw && text.len && strchr("=+-@\t\r", text.ptr[0]) && text.ptr[0];
	bool quoted = false;
	char *valid;

	next(record);
	valid = g_utf8_make_valid(text.len ? text.ptr : "", (gssize)text.len);
	for (const char *at = valid; *at; at++)
		quoted = quoted || strchr(",\"\r\n", *at);
	if (quoted)
		g_string_append_c(record->out, '"');
	if (formula)
		g_string_append_c(record->out, '\'');
	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		/* A file of ours may be shown on a terminal. */
		if ((c < 0x20 && c != '\t' && c != '\r' && c != '\n') || (c >= 0x7F && c < 0xA0))
			c = 0xFFFD;
		if (c == '"')
			g_string_append_c(record->out, '"');
		g_string_append_unichar(record->out, c);
	}
	if (quoted)
		g_string_append_c(record->out, '"');
	g_free(valid);
}

static void add_literal(struct record *record, const char *text)
{
	add_text(record, pl_text_of(text));
}

static void add_integer(struct record *record, bool known, int64_t value)
{
	next(record);
	if (known)
		g_string_append_printf(record->out, "%" G_GINT64_FORMAT, value);
}

static void add_number(struct record *record, bool known, double value)
{
	char buffer[32];

	next(record);
	if (known)
		g_string_append(record->out, pl_json_format_number(value, buffer));
}

/* The length of a list is not known to its elements, so `;` in one stays. */
static void add_texts(struct record *record, struct pl_texts texts)
{
	GString *joined = g_string_new(NULL);

	for (size_t i = 0; i < texts.n; i++) {
		if (i)
			g_string_append_c(joined, ';');
		g_string_append_len(joined, texts.v[i].ptr, (gssize)texts.v[i].len);
	}
	add_text(record, (struct pl_text){joined->str, joined->len});
	g_string_free(joined, TRUE);
}

static void add_params(struct record *record, struct pl_params params)
{
	GString *joined = g_string_new(NULL);

	for (size_t i = 0; i < params.n; i++) {
		if (i)
			g_string_append_c(joined, ';');
		g_string_append_len(joined, params.v[i].key.ptr, (gssize)params.v[i].key.len);
		g_string_append_c(joined, '=');
		g_string_append_len(joined, params.v[i].value.ptr, (gssize)params.v[i].value.len);
	}
	add_text(record, (struct pl_text){joined->str, joined->len});
	g_string_free(joined, TRUE);
}

static void add_head(struct record *record, const char *schema, const struct pl_found_mail *mail)
{
	char date[24];

	add_literal(record, schema);
	add_text(record, mail->message_id);
	add_literal(record, mail->has_date && pl_date_format(mail->date, date) ? date : "");
}

static void add_machine(struct record *record, const struct pl_machine *machine)
{
	add_text(record, machine->text);
	add_text(record, machine->tbox);
	add_integer(record, machine->threads, machine->threads);
	add_integer(record, machine->sockets, machine->sockets);
	add_text(record, machine->model);
	add_text(record, machine->codename);
	add_number(record, machine->memory_gib > 0, machine->memory_gib);
}

static void add_culprit(struct record *record, const struct pl_culprit *culprit)
{
	add_text(record, culprit->id);
	add_text(record, culprit->title);
	add_text(record, culprit->tree);
	add_text(record, culprit->branch);
}

static void add_cell(struct record *record, const struct pl_found_cell *cell, bool there,
		     struct pl_text unit)
{
	add_text(record, cell->commit);
	add_text(record, cell->label);
	add_number(record, cell->has & PL_HAS_VALUE, cell->value);
	add_number(record, cell->has & PL_HAS_STDDEV, cell->stddev_pct);
	add_integer(record, cell->has & PL_HAS_FAILS, cell->fails);
	add_integer(record, cell->has & PL_HAS_FAILS, cell->runs);
	add_text(record, there ? unit : PL_TEXT_NONE);
	add_text(record, cell->text);
}

void pl_csv_header(enum pl_what what, GString *out)
{
	g_string_append(out, headers[what]);
}

void pl_row_to_csv(const struct pl_found_row *row, bool raw, GString *out)
{
	struct record record = {.out = out, .raw = raw};

	add_head(&record, "perflore.row/1", &row->mail);
	add_text(&record, row->mail.subject);
	add_text(&record, row->mail.thread);
	add_integer(&record, true, row->line);
	add_integer(&record, true, row->depth);
	add_text(&record, row->kind);
	add_text(&record, row->table_title);
	add_text(&record, row->metric);
	add_text(&record, row->test);
	add_text(&record, row->aggregate);
	add_texts(&record, row->functions);
	add_text(&record, row->testcase);
	add_machine(&record, &row->machine);
	add_params(&record, row->parameters);
	add_cell(&record, &row->base, true, row->unit);
	add_cell(&record, &row->head, row->has_head, row->unit);
	add_number(&record, row->has_change, row->change);
	add_text(&record, row->has_change ? row->change_unit : PL_TEXT_NONE);
	add_text(&record, row->note);
	add_literal(&record, pl_sign_name(row->sign));
	add_text(&record, row->verdict);
	add_culprit(&record, &row->culprit);
	add_texts(&record, row->subsystems);
	add_text(&record, row->outcome);
	add_integer(&record, row->copies >= 0, row->copies);
	end(&record);
}

void pl_report_to_csv(const struct pl_found_report *report, bool raw, GString *out)
{
	static const char *const arrays[] = {"status", "related", "errors", "boots"};
	const struct pl_headline *headline = &report->headline;
	struct record record = {.out = out, .raw = raw};

	add_head(&record, "perflore.report/1", &report->mail);
	add_text(&record, report->mail.subject);
	add_text(&record, report->mail.thread);
	add_text(&record, report->kind);
	add_integer(&record, true, report->line);
	add_integer(&record, true, report->depth);
	add_text(&record, report->verdict);
	add_text(&record, headline->metric);
	add_number(&record, headline->has_change, headline->change);
	add_literal(&record, headline->has_change && headline->change_unit
				 ? pl_unit_name(headline->change_unit)
				 : "");
	add_text(&record, headline->printed);
	add_culprit(&record, &report->culprit);
	add_text(&record, report->testcase);
	add_machine(&record, &report->machine);
	add_params(&record, report->parameters);
	add_text(&record, report->config);
	add_text(&record, report->compiler);
	for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
		add_text(&record, pl_json_member(report->json, arrays[i]));
	add_text(&record, report->link_report);
	add_text(&record, report->link_reproduce);
	add_texts(&record, report->subsystems);
	add_text(&record, report->outcome);
	add_integer(&record, report->copies >= 0, report->copies);
	add_integer(&record, true, report->rows);
	end(&record);
}

void pl_found_message_to_csv(const struct pl_found_message *message, bool raw, GString *out)
{
	struct record record = {.out = out, .raw = raw};
	GString *matches = g_string_new(NULL);
	struct pl_json json;

	add_head(&record, "perflore.hit/1", &message->mail);
	add_text(&record, message->mail.from_name);
	add_text(&record, message->mail.from_address);
	add_text(&record, message->mail.subject);
	add_text(&record, message->mail.thread);
	add_texts(&record, message->lists);
	add_integer(&record, true, message->reports);
	pl_json_init(&json, matches);
	pl_matches_to_json(message->matches, message->n_matches, &json);
	add_text(&record, (struct pl_text){matches->str, matches->len});
	g_string_free(matches, TRUE);
	end(&record);
}

void pl_summary_csv_header(GString *out)
{
	g_string_append(out, "schema,by,key,reports,regressions,improvements,failures,changed,open,"
			     "fixed,dismissed,disputed,unknown,median_days_to_fix,worst_message_id,"
			     "worst_report,worst_metric,worst_change\r\n");
}

void pl_summary_to_csv(const struct pl_summary_line *line, enum pl_summary_by by, bool raw,
		       GString *out)
{
	const int64_t numbers[] = {
	    line->reports, line->regressions, line->improvements, line->failures, line->changed,
	    line->open,	   line->fixed,	      line->dismissed,	  line->disputed, line->unknown};
	struct record record = {.out = out, .raw = raw};

	add_literal(&record, "perflore.summary/1");
	add_literal(&record, pl_summary_keys[by]);
	add_text(&record, line->key);
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		add_integer(&record, true, numbers[i]);
	add_number(&record, line->has_days, line->days);
	add_text(&record, line->message_id);
	add_integer(&record, line->has_worst, line->position);
	add_text(&record, line->metric);
	add_number(&record, line->has_worst, line->change);
	end(&record);
}
