/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A message as its perflore.message/1 object: the picture of the records. */
#include <perflore/json.h>

const char *pl_unit_name(enum pl_unit unit)
{
	static const char *const names[] = {NULL, "%", "abs"};

	return names[unit];
}

const char *pl_note_name(enum pl_note note)
{
	static const char *const names[] = {NULL, "appeared", "both_zero", "vanished", "absent"};

	return names[note];
}

const char *pl_verdict_name(enum pl_verdict verdict)
{
	static const char *const names[] = {"regression", "improvement", "changed", "failure"};

	return names[verdict];
}

const char *pl_report_kind_name(enum pl_report_kind kind)
{
	static const char *const names[] = {"performance", "functional", "build"};

	return names[kind];
}

const char *pl_table_kind_name(enum pl_table_kind kind)
{
	static const char *const names[] = {"lkp", "benchmark", "counters"};

	return names[kind];
}

const char *pl_row_kind_name(enum pl_row_kind kind)
{
	static const char *const names[] = {"stat", "fail"};

	return names[kind];
}

const char *pl_aggregate_name(enum pl_aggregate aggregate)
{
	static const char *const names[] = {NULL, "TOTAL", "GEO-MEAN"};

	return names[aggregate];
}

const char *pl_better_name(enum pl_better better)
{
	static const char *const names[] = {NULL, "higher", "lower"};

	return names[better];
}

static void key_name(struct pl_json *json, const char *key, const char *name)
{
	if (name)
		pl_json_key_text(json, key, pl_text_of(name));
}

/* The number of a change; infinite and NaN ones have none. */
static void key_change(struct pl_json *json, double change, enum pl_unit unit)
{
	pl_json_key_number(json, "change", change);
	key_name(json, "change_unit", pl_unit_name(unit));
}

void pl_json_headline(struct pl_json *json, const struct pl_headline *headline)
{
	pl_json_object(json);
	pl_json_key_text(json, "metric", headline->metric);
	if (headline->has_change)
		key_change(json, headline->change, headline->change_unit);
	pl_json_key_text(json, "printed", headline->printed);
	pl_json_object_end(json);
}

static bool machine_is_empty(const struct pl_machine *m)
{
	return !m->text.len && !m->tbox.len && !m->threads && !m->sockets && !m->model.len &&
	       !m->codename.len && !(m->memory_gib > 0);
}

void pl_json_machine(struct pl_json *json, const struct pl_machine *machine)
{
	pl_json_object(json);
	pl_json_key_text(json, "text", machine->text);
	pl_json_key_text(json, "tbox", machine->tbox);
	if (machine->threads)
		pl_json_key_integer(json, "threads", machine->threads);
	if (machine->sockets)
		pl_json_key_integer(json, "sockets", machine->sockets);
	pl_json_key_text(json, "model", machine->model);
	pl_json_key_text(json, "codename", machine->codename);
	if (machine->memory_gib > 0)
		pl_json_key_number(json, "memory_gib", machine->memory_gib);
	pl_json_object_end(json);
}

static void key_machine(struct pl_json *json, const struct pl_machine *machine)
{
	if (machine_is_empty(machine))
		return;
	pl_json_key(json, "machine");
	pl_json_machine(json, machine);
}

void pl_json_culprit(struct pl_json *json, const struct pl_culprit *culprit)
{
	pl_json_object(json);
	pl_json_key_text(json, "id", culprit->id);
	pl_json_key_text(json, "title", culprit->title);
	pl_json_key_text(json, "tree", culprit->tree);
	pl_json_key_text(json, "branch", culprit->branch);
	pl_json_object_end(json);
}

static void key_headline(struct pl_json *json, const struct pl_headline *headline)
{
	if (!headline->metric.len)
		return;
	pl_json_key(json, "headline");
	pl_json_headline(json, headline);
}

static void status_lines(struct pl_json *json, const struct pl_report *report)
{
	if (!report->n_status)
		return;
	pl_json_key(json, "status");
	pl_json_array(json);
	for (size_t i = 0; i < report->n_status; i++) {
		pl_json_object(json);
		pl_json_key_text(json, "state", report->status[i].state);
		pl_json_key_text(json, "where", report->status[i].where);
		pl_json_key_text(json, "commit", report->status[i].commit);
		pl_json_object_end(json);
	}
	pl_json_array_end(json);
}

static void related(struct pl_json *json, const struct pl_report *report)
{
	if (!report->n_related)
		return;
	pl_json_key(json, "related");
	pl_json_array(json);
	for (size_t i = 0; i < report->n_related; i++) {
		const struct pl_related *r = &report->related[i];

		pl_json_object(json);
		pl_json_key_text(json, "testcase", r->testcase);
		key_name(json, "verdict", pl_verdict_name(r->verdict));
		key_headline(json, &r->headline);
		key_machine(json, &r->machine);
		pl_json_key_params(json, "parameters", r->parameters);
		pl_json_object_end(json);
	}
	pl_json_array_end(json);
}

static void errors(struct pl_json *json, const struct pl_report *report)
{
	if (report->n_errors) {
		pl_json_key(json, "errors");
		pl_json_array(json);
		for (size_t i = 0; i < report->n_errors; i++) {
			pl_json_object(json);
			pl_json_key_text(json, "id", report->errors[i].id);
			pl_json_key(json, "counts");
			pl_json_array(json);
			for (size_t k = 0; k < report->errors[i].n_counts; k++)
				pl_json_integer(json, report->errors[i].counts[k]);
			pl_json_array_end(json);
			pl_json_object_end(json);
		}
		pl_json_array_end(json);
	}
	if (report->n_boots) {
		pl_json_key(json, "boots");
		pl_json_array(json);
		for (size_t i = 0; i < report->n_boots; i++) {
			pl_json_object(json);
			if (report->boots[i].successes >= 0)
				pl_json_key_integer(json, "successes", report->boots[i].successes);
			if (report->boots[i].failures >= 0)
				pl_json_key_integer(json, "failures", report->boots[i].failures);
			pl_json_object_end(json);
		}
		pl_json_array_end(json);
	}
}

void pl_json_report_members(struct pl_json *json, const struct pl_report *report)
{
	key_name(json, "kind", pl_report_kind_name(report->kind));
	pl_json_key_integer(json, "line", report->line);
	pl_json_key_integer(json, "depth", report->depth);
	key_name(json, "verdict", pl_verdict_name(report->verdict));
	key_headline(json, &report->headline);
	if (report->culprit.id.len) {
		pl_json_key(json, "culprit");
		pl_json_culprit(json, &report->culprit);
	}
	pl_json_key_text(json, "testcase", report->testcase);
	key_machine(json, &report->machine);
	pl_json_key_params(json, "parameters", report->parameters);
	pl_json_key_text(json, "config", report->config);
	pl_json_key_text(json, "compiler", report->compiler);
	status_lines(json, report);
	related(json, report);
	errors(json, report);
	if (report->link_report.len || report->link_reproduce.len) {
		pl_json_key(json, "links");
		pl_json_object(json);
		pl_json_key_text(json, "report", report->link_report);
		pl_json_key_text(json, "reproduce", report->link_reproduce);
		pl_json_object_end(json);
	}
}

void pl_json_report(struct pl_json *json, const struct pl_report *report)
{
	pl_json_object(json);
	pl_json_report_members(json, report);
	pl_json_object_end(json);
}

static void cell(struct pl_json *json, const struct pl_cell *c)
{
	pl_json_object(json);
	if (c->has & PL_HAS_VALUE)
		pl_json_key_number(json, "value", c->value);
	if (c->has & PL_HAS_STDDEV)
		pl_json_key_number(json, "stddev_pct", c->stddev_pct);
	if (c->has & PL_HAS_CHANGE)
		key_change(json, c->change, c->change_unit);
	if (c->has & PL_HAS_FAILS) {
		pl_json_key_integer(json, "fails", c->fails);
		pl_json_key_integer(json, "runs", c->runs);
	}
	if (c->has & PL_HAS_RATIO)
		pl_json_key_number(json, "ratio_pct", c->ratio_pct);
	pl_json_key_text(json, "text", c->text);
	key_name(json, "note", pl_note_name(c->note));
	pl_json_object_end(json);
}

static void row(struct pl_json *json, const struct pl_row *r)
{
	pl_json_object(json);
	pl_json_key_integer(json, "line", r->line);
	key_name(json, "kind", pl_row_kind_name(r->kind));
	pl_json_key_text(json, "metric", r->metric);
	pl_json_key_texts(json, "functions", r->functions);
	pl_json_key_text(json, "test", r->test);
	key_name(json, "aggregate", pl_aggregate_name(r->aggregate));
	pl_json_key(json, "cells");
	pl_json_array(json);
	for (size_t i = 0; i < r->n_cells; i++)
		cell(json, &r->cells[i]);
	pl_json_array_end(json);
	pl_json_object_end(json);
}

static void table(struct pl_json *json, const struct pl_table *t)
{
	pl_json_object(json);
	key_name(json, "kind", pl_table_kind_name(t->kind));
	pl_json_key_integer(json, "line", t->line);
	pl_json_key_integer(json, "depth", t->depth);
	if (t->report >= 0)
		pl_json_key_integer(json, "report", t->report);
	pl_json_key_text(json, "title", t->title);
	pl_json_key_text(json, "unit", t->unit);
	key_name(json, "better", pl_better_name(t->better));
	pl_json_key_params(json, "axes", t->axes);
	pl_json_key(json, "columns");
	pl_json_array(json);
	for (size_t i = 0; i < t->n_columns; i++) {
		pl_json_object(json);
		pl_json_key_text(json, "label", t->columns[i].label);
		pl_json_key_text(json, "commit", t->columns[i].commit);
		pl_json_key_text(json, "title", t->columns[i].title);
		pl_json_object_end(json);
	}
	pl_json_array_end(json);
	pl_json_key(json, "rows");
	pl_json_array(json);
	for (size_t i = 0; i < t->n_rows; i++)
		row(json, &t->rows[i]);
	pl_json_array_end(json);
	pl_json_object_end(json);
}

static void points(struct pl_json *json, const char *key, const struct pl_point *v, size_t n)
{
	pl_json_key(json, key);
	pl_json_array(json);
	for (size_t i = 0; i < n; i++) {
		pl_json_array(json);
		pl_json_number(json, v[i].x);
		pl_json_number(json, v[i].y);
		pl_json_array_end(json);
	}
	pl_json_array_end(json);
}

static void plot(struct pl_json *json, const struct pl_plot *p)
{
	pl_json_object(json);
	pl_json_key_text(json, "title", p->title);
	pl_json_key_integer(json, "line", p->line);
	pl_json_key_integer(json, "depth", p->depth);
	pl_json_key_number(json, "y_min", p->y_min);
	pl_json_key_number(json, "y_max", p->y_max);
	points(json, "good", p->good, p->n_good);
	points(json, "bad", p->bad, p->n_bad);
	pl_json_object_end(json);
}

static void array_of_texts(struct pl_json *json, const char *key, struct pl_texts texts)
{
	pl_json_key(json, key);
	pl_json_array(json);
	for (size_t i = 0; i < texts.n; i++)
		pl_json_text(json, texts.v[i]);
	pl_json_array_end(json);
}

static void header(struct pl_json *json, const struct pl_mail *mail)
{
	char date[24];

	pl_json_key_text(json, "message_id", mail->message_id);
	pl_json_key_text(json, "subject", mail->subject);
	if (mail->from_name.len || mail->from_address.len) {
		pl_json_key(json, "from");
		pl_json_object(json);
		pl_json_key_text(json, "name", mail->from_name);
		pl_json_key_text(json, "address", mail->from_address);
		pl_json_object_end(json);
	}
	if (mail->has_date && pl_date_format(mail->date, date))
		pl_json_key_text(json, "date", pl_text_of(date));
	array_of_texts(json, "in_reply_to", mail->in_reply_to);
	array_of_texts(json, "references", mail->references);
	array_of_texts(json, "lists", mail->lists);
}

void pl_message_to_json(const struct pl_message *message, GString *out)
{
	const struct pl_mail *mail = message->mail;
	struct pl_json json;

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.message/1"));
	header(&json, mail);
	pl_json_key(&json, "reports");
	pl_json_array(&json);
	for (size_t i = 0; i < message->n_reports; i++)
		pl_json_report(&json, &message->reports[i]);
	pl_json_array_end(&json);
	pl_json_key(&json, "tables");
	pl_json_array(&json);
	for (size_t i = 0; i < message->n_tables; i++)
		table(&json, &message->tables[i]);
	pl_json_array_end(&json);
	pl_json_key(&json, "plots");
	pl_json_array(&json);
	for (size_t i = 0; i < message->n_plots; i++)
		plot(&json, &message->plots[i]);
	pl_json_array_end(&json);
	pl_json_key(&json, "trailers");
	pl_json_array(&json);
	for (size_t i = 0; i < message->n_trailers; i++) {
		const struct pl_trailer *t = &message->trailers[i];

		pl_json_object(&json);
		pl_json_key_text(&json, "name", t->name);
		pl_json_key_text(&json, "value", t->value);
		pl_json_key_integer(&json, "line", t->line);
		pl_json_key_integer(&json, "depth", t->depth);
		pl_json_object_end(&json);
	}
	pl_json_array_end(&json);
	pl_json_key(&json, "problems");
	pl_json_array(&json);
	for (size_t i = 0; i < mail->problems.n; i++) {
		pl_json_object(&json);
		pl_json_key_text(&json, "code", mail->problems.v[i].code);
		pl_json_key_text(&json, "detail", mail->problems.v[i].detail);
		pl_json_object_end(&json);
	}
	pl_json_array_end(&json);
	pl_json_object_end(&json);
}
