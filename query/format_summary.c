/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of a summary as text and as perflore.summary/1. */
#include <perflore/summary.h>

#include "format.h"

void pl_summary_titles(const struct pl_style *style, GString *out)
{
	g_string_append(out, style->colours ? "\033[1m" : "");
	g_string_append(out, "  regr  impr  fail  open fixed  dism  disp   days  key");
	g_string_append(out, style->colours ? "\033[m\n" : "\n");
}

void pl_summary_to_text(const struct pl_summary_line *line, const struct pl_style *style,
			GString *out)
{
	const int64_t numbers[] = {line->regressions, line->improvements, line->failures,
				   line->open,	      line->fixed,	  line->dismissed,
				   line->disputed};
	unsigned width = MAX(style->columns, 80) - 51;
	GString *worst = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		g_string_append_printf(out, "%6" G_GINT64_FORMAT, numbers[i]);
	if (line->has_days)
		g_string_append_printf(out, "%7.1f  ", line->days);
	else
		g_string_append(out, "      -  ");
	pl_plain_cut(out, line->key.len ? line->key : PL_TEXT("(none)"), width);
	g_string_append_c(out, '\n');
	for (size_t i = 0; i < line->n_worst; i++) {
		g_string_printf(worst, "%-6s %+.1f%% ", i ? "" : "worst:", line->worst[i].change);
		pl_plain_cut_middle(worst, line->worst[i].metric, 40);
		g_string_append(worst, " <");
		pl_plain(worst, line->worst[i].message_id);
		g_string_append_printf(worst, ">#r%" G_GINT64_FORMAT, line->worst[i].position);
		g_string_append_printf(out, "%*s%s\n", 8, "", worst->str);
	}
	g_string_free(worst, TRUE);
}

void pl_worst_to_json(const struct pl_summary_line *line, struct pl_json *json)
{
	pl_json_array(json);
	for (size_t i = 0; i < line->n_worst; i++) {
		pl_json_object(json);
		pl_json_key_text(json, "message_id", line->worst[i].message_id);
		pl_json_key_integer(json, "report", line->worst[i].position);
		pl_json_key_text(json, "metric", line->worst[i].metric);
		pl_json_key_number(json, "change", line->worst[i].change);
		pl_json_object_end(json);
	}
	pl_json_array_end(json);
}

void pl_summary_to_json(const struct pl_summary_line *line, enum pl_summary_by by, GString *out)
{
	struct pl_json json;

	pl_json_init(&json, out);
	pl_json_object(&json);
	pl_json_key_text(&json, "schema", PL_TEXT("perflore.summary/1"));
	pl_json_key_text(&json, "by", pl_text_of(pl_summary_keys[by]));
	pl_json_key_text(&json, "key", line->key);
	pl_json_key_integer(&json, "reports", line->reports);
	pl_json_key_integer(&json, "regressions", line->regressions);
	pl_json_key_integer(&json, "improvements", line->improvements);
	pl_json_key_integer(&json, "failures", line->failures);
	pl_json_key_integer(&json, "changed", line->changed);
	pl_json_key_integer(&json, "open", line->open);
	pl_json_key_integer(&json, "fixed", line->fixed);
	pl_json_key_integer(&json, "dismissed", line->dismissed);
	pl_json_key_integer(&json, "disputed", line->disputed);
	pl_json_key_integer(&json, "unknown", line->unknown);
	if (line->has_days)
		pl_json_key_number(&json, "median_days_to_fix", line->days);
	if (line->n_worst) {
		pl_json_key(&json, "worst");
		pl_worst_to_json(line, &json);
	}
	pl_json_object_end(&json);
}
