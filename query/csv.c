/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "csv.h"

#include <string.h>

#include <perflore/json.h>

static void next(struct pl_csv *record)
{
	if (record->comma)
		g_string_append_c(record->out, ',');
	record->comma = true;
}

void pl_csv_end(struct pl_csv *record)
{
	g_string_append(record->out, "\r\n");
}

void pl_csv_text(struct pl_csv *record, struct pl_text text)
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

void pl_csv_literal(struct pl_csv *record, const char *text)
{
	pl_csv_text(record, pl_text_of(text));
}

void pl_csv_integer(struct pl_csv *record, bool known, int64_t value)
{
	next(record);
	if (known)
		g_string_append_printf(record->out, "%" G_GINT64_FORMAT, value);
}

void pl_csv_number(struct pl_csv *record, bool known, double value)
{
	char buffer[32];

	next(record);
	if (known)
		g_string_append(record->out, pl_json_format_number(value, buffer));
}

/* The length of a list is not known to its elements, so `;` in one stays. */
void pl_csv_texts(struct pl_csv *record, struct pl_texts texts)
{
	GString *joined = g_string_new(NULL);

	for (size_t i = 0; i < texts.n; i++) {
		if (i)
			g_string_append_c(joined, ';');
		g_string_append_len(joined, texts.v[i].ptr, (gssize)texts.v[i].len);
	}
	pl_csv_text(record, (struct pl_text){joined->str, joined->len});
	g_string_free(joined, TRUE);
}

void pl_csv_params(struct pl_csv *record, struct pl_params params)
{
	GString *joined = g_string_new(NULL);

	for (size_t i = 0; i < params.n; i++) {
		if (i)
			g_string_append_c(joined, ';');
		g_string_append_len(joined, params.v[i].key.ptr, (gssize)params.v[i].key.len);
		g_string_append_c(joined, '=');
		g_string_append_len(joined, params.v[i].value.ptr, (gssize)params.v[i].value.len);
	}
	pl_csv_text(record, (struct pl_text){joined->str, joined->len});
	g_string_free(joined, TRUE);
}
