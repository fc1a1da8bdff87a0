/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A similar report as text and as perflore.similar/1. */
#include <perflore/similar.h>

#include "format.h"

/* Names in one line of text. */
enum { NAMES_MAX = 12 };

enum way { BOTH_UP, BOTH_DOWN, OPPOSITE, NOT_KNOWN, N_WAYS };

static const char *const way_names[N_WAYS] = {"up in both", "down in both", "the other way",
					      "in both"};

static enum way way_of(const struct pl_shared *shared)
{
	double product = shared->change * shared->own;

	if (product > 0)
		return shared->change > 0 ? BOTH_UP : BOTH_DOWN;
	return product < 0 ? OPPOSITE : NOT_KNOWN;
}

/* `  functions up in both: a, b, c, and 5 more` */
static void append_names(const struct pl_similar_report *report, bool functions, enum way way,
			 const struct pl_style *style, GString *out)
{
	GString *line = g_string_new(NULL);
	size_t n = 0;

	for (size_t i = 0; i < report->n_shared; i++) {
		const struct pl_shared *shared = &report->shared[i];

		if (shared->is_function != functions || way_of(shared) != way)
			continue;
		if (n++ < NAMES_MAX) {
			g_string_append(line, line->len ? ", " : "");
			pl_plain_cut_middle(line, shared->name, 40);
		}
	}
	if (n) {
		GString *more = g_string_new(NULL);
		unsigned used;

		if (n > NAMES_MAX)
			g_string_printf(more, ", and %zu more", n - NAMES_MAX);
		used = (unsigned)(strlen(way_names[way]) + more->len) + 14;
		g_string_append_printf(out, "  %s %s: ", functions ? "functions" : "metrics",
				       way_names[way]);
		pl_plain_cut(out, (struct pl_text){line->str, line->len},
			     MAX(style->columns, used + 20) - used);
		g_string_append_printf(out, "%s\n", more->str);
		g_string_free(more, TRUE);
	}
	g_string_free(line, TRUE);
}

void pl_similar_to_text(const struct pl_similar_report *report, struct pl_style *style,
			GString *out)
{
	const struct {
		bool is;
		const char *name;
	} same[] = {{report->same_culprit, "culprit"},
		    {report->same_test, "test case"},
		    {report->same_machine, "machine"}};
	const char *comma = "";

	pl_report_to_text(&report->report, style, out);
	g_string_append_printf(out, "  similarity %.2f", report->score);
	for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
		if (same[i].is) {
			g_string_append_printf(out, "%s%s", *comma ? comma : ", same ",
					       same[i].name);
			comma = ", ";
		}
	g_string_append_c(out, '\n');
	for (enum way way = 0; way < N_WAYS; way++)
		append_names(report, true, way, style, out);
	for (enum way way = 0; way < N_WAYS; way++)
		append_names(report, false, way, style, out);
}

static double rounded(double value)
{
	return (double)(int64_t)(value * 10000 + 0.5) / 10000;
}

static void key_shared(struct pl_json *json, const char *key,
		       const struct pl_similar_report *report, bool functions)
{
	static const char *const words[N_WAYS] = {"up", "down", "opposite", NULL};

	pl_json_key(json, key);
	pl_json_array(json);
	for (size_t i = 0; i < report->n_shared; i++) {
		const struct pl_shared *shared = &report->shared[i];

		if (shared->is_function != functions)
			continue;
		pl_json_object(json);
		pl_json_key_text(json, "name", shared->name);
		pl_json_key_text(json, "direction", pl_text_of(words[way_of(shared)]));
		pl_json_key_number(json, "weight", rounded(shared->weight));
		pl_json_object_end(json);
	}
	pl_json_array_end(json);
}

void pl_similar_to_json(const struct pl_similar_report *similar, GString *out)
{
	const struct pl_found_report *report = &similar->report;
	struct pl_json json;
	char date[24];

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.similar/1"));
	pl_json_key_number(&json, "similarity", rounded(similar->score));
	pl_json_key_text(&json, "message_id", report->mail.message_id);
	pl_json_key_integer(&json, "report", report->position);
	if (report->mail.has_date && pl_date_format(report->mail.date, date))
		pl_json_key_text(&json, "date", pl_text_of(date));
	pl_json_key_text(&json, "subject", report->mail.subject);
	pl_json_key_text(&json, "verdict", report->verdict);
	pl_json_key(&json, "headline");
	pl_json_headline(&json, &report->headline);
	pl_json_key_text(&json, "testcase", report->testcase);
	pl_json_key_text(&json, "machine",
			 report->machine.tbox.len ? report->machine.tbox : report->machine.text);
	if (report->culprit.id.len) {
		pl_json_key(&json, "culprit");
		pl_json_culprit(&json, &report->culprit);
	}
	pl_json_key_text(&json, "outcome", report->outcome);
	pl_json_key(&json, "same_testcase");
	pl_json_bool(&json, similar->same_test);
	pl_json_key(&json, "same_machine");
	pl_json_bool(&json, similar->same_machine);
	pl_json_key(&json, "same_culprit");
	pl_json_bool(&json, similar->same_culprit);
	key_shared(&json, "functions", similar, true);
	key_shared(&json, "metrics", similar, false);
	pl_json_object_end(&json);
}
