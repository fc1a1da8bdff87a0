/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore.row/1, perflore.report/1 and perflore.hit/1. What is not known has no key.
 */
#include "format.h"

const char *pl_sign_name(int sign)
{
	return sign > 0 ? "better" : sign < 0 ? "worse" : "unknown";
}

static void header(struct pl_json *json, const struct pl_found_mail *mail)
{
	char date[24];

	pl_json_key_text(json, "message_id", mail->message_id);
	if (mail->has_date && pl_date_format(mail->date, date))
		pl_json_key_text(json, "date", pl_text_of(date));
}

static void key_array(struct pl_json *json, const char *key, struct pl_texts texts)
{
	pl_json_key(json, key);
	pl_json_array(json);
	for (size_t i = 0; i < texts.n; i++)
		pl_json_text(json, texts.v[i]);
	pl_json_array_end(json);
}

static bool has_machine(const struct pl_machine *machine)
{
	return machine->text.len || machine->tbox.len || machine->threads || machine->sockets ||
	       machine->model.len || machine->codename.len || machine->memory_gib > 0;
}

static void key_cell(struct pl_json *json, const char *key, const struct pl_found_cell *cell,
		     struct pl_text unit)
{
	if (!cell->has && !cell->commit.len && !cell->label.len && !cell->text.len)
		return;
	pl_json_key(json, key);
	pl_json_object(json);
	pl_json_key_text(json, "commit", cell->commit);
	pl_json_key_text(json, "label", cell->label);
	if (cell->has & PL_HAS_VALUE)
		pl_json_key_number(json, "value", cell->value);
	if (cell->has & PL_HAS_STDDEV)
		pl_json_key_number(json, "stddev_pct", cell->stddev_pct);
	if (cell->has & PL_HAS_FAILS) {
		pl_json_key_integer(json, "fails", cell->fails);
		pl_json_key_integer(json, "runs", cell->runs);
	}
	pl_json_key_text(json, "unit", unit);
	pl_json_key_text(json, "text", cell->text);
	pl_json_object_end(json);
}

void pl_key_comparison(struct pl_json *json, const struct pl_found_row *row, struct pl_text unit)
{
	key_cell(json, "base", &row->base, unit);
	if (row->has_head)
		key_cell(json, "head", &row->head, unit);
	if (row->has_change) {
		pl_json_key_number(json, "change", row->change);
		pl_json_key_text(json, "change_unit", row->change_unit);
	}
	pl_json_key_text(json, "note", row->note);
	pl_json_key_text(json, "row_verdict", pl_text_of(pl_sign_name(row->sign)));
	pl_json_key_text(json, "verdict", row->verdict);
	if (row->culprit.id.len) {
		pl_json_key(json, "culprit");
		pl_json_culprit(json, &row->culprit);
	}
}

void pl_row_to_json(const struct pl_found_row *row, GString *out)
{
	struct pl_json json;

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.row/1"));
	header(&json, &row->mail);
	pl_json_key_text(&json, "subject", row->mail.subject);
	pl_json_key_text(&json, "thread", row->mail.thread);
	pl_json_key_integer(&json, "line", row->line);
	pl_json_key_integer(&json, "depth", row->depth);
	pl_json_key_text(&json, "kind", row->kind);
	pl_json_key_text(&json, "table_title", row->table_title);
	pl_json_key_text(&json, "metric", row->metric);
	pl_json_key_text(&json, "test", row->test);
	pl_json_key_text(&json, "aggregate", row->aggregate);
	key_array(&json, "functions", row->functions);
	pl_json_key_text(&json, "testcase", row->testcase);
	if (has_machine(&row->machine)) {
		pl_json_key(&json, "machine");
		pl_json_machine(&json, &row->machine);
	}
	if (row->parameters.n)
		pl_json_key_params(&json, "parameters", row->parameters);
	pl_key_comparison(&json, row, row->unit);
	key_array(&json, "subsystem", row->subsystems);
	pl_json_key_text(&json, "outcome", row->outcome);
	if (row->copies >= 0)
		pl_json_key_integer(&json, "copies", row->copies);
	pl_json_object_end(&json);
}

void pl_report_to_json(const struct pl_found_report *report, GString *out)
{
	struct pl_json json;

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.report/1"));
	header(&json, &report->mail);
	pl_json_key_text(&json, "subject", report->mail.subject);
	pl_json_key_text(&json, "thread", report->mail.thread);
	if (report->json.len > 2) {
		/* The members of the object, as the mail's object has them. */
		g_string_append_c(out, ',');
		g_string_append_len(out, report->json.ptr + 1, (gssize)report->json.len - 2);
	}
	key_array(&json, "subsystem", report->subsystems);
	pl_json_key_text(&json, "outcome", report->outcome);
	if (report->copies >= 0)
		pl_json_key_integer(&json, "copies", report->copies);
	pl_json_key_integer(&json, "rows", report->rows);
	pl_json_object_end(&json);
}

void pl_matches_to_json(const struct pl_match *matches, size_t n, struct pl_json *json)
{
	pl_json_array(json);
	for (size_t i = 0; i < n; i++) {
		pl_json_object(json);
		pl_json_key_integer(json, "line", matches[i].line);
		pl_json_key(json, "text");
		pl_json_text(json, matches[i].text);
		pl_json_object_end(json);
	}
	pl_json_array_end(json);
}

void pl_found_message_to_json(const struct pl_found_message *message, GString *out)
{
	const struct pl_found_mail *mail = &message->mail;
	struct pl_json json;

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.hit/1"));
	header(&json, mail);
	if (mail->from_name.len || mail->from_address.len) {
		pl_json_key(&json, "from");
		pl_json_object(&json);
		pl_json_key_text(&json, "name", mail->from_name);
		pl_json_key_text(&json, "address", mail->from_address);
		pl_json_object_end(&json);
	}
	pl_json_key_text(&json, "subject", mail->subject);
	pl_json_key_text(&json, "thread", mail->thread);
	key_array(&json, "lists", message->lists);
	pl_json_key_integer(&json, "reports", message->reports);
	if (message->version)
		pl_json_key_integer(&json, "x_version", message->version + 1);
	pl_json_key(&json, "matches");
	pl_matches_to_json(message->matches, message->n_matches, &json);
	pl_json_object_end(&json);
}
