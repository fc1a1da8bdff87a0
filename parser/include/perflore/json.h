/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON out, byte-stable: numbers as RFC 8785 has them (shortest decimal that
 * reads back equal), no raw control characters, keys in the order they are written.
 */
#ifndef PERFLORE_JSON_H
#define PERFLORE_JSON_H

#include <glib.h>

#include <perflore/records.h>

/* A writer over a caller-owned GString. Commas are placed by it. */
struct pl_json {
	GString *out;
	bool comma; /* the next value or key needs a comma first */
};

void pl_json_init(struct pl_json *json, GString *out);
void pl_json_object(struct pl_json *json); /* { */
void pl_json_object_end(struct pl_json *json); /* } */
void pl_json_array(struct pl_json *json); /* [ */
void pl_json_array_end(struct pl_json *json); /* ] */
void pl_json_key(struct pl_json *json, const char *key); /* key is a literal, not escaped */
void pl_json_text(struct pl_json *json, struct pl_text text); /* invalid UTF-8 as U+FFFD */
void pl_json_number(struct pl_json *json, double value); /* finite */
void pl_json_integer(struct pl_json *json, int64_t value);
void pl_json_bool(struct pl_json *json, bool value);

/* Key and value together; the first three write nothing where there is nothing. */
void pl_json_key_text(struct pl_json *json, const char *key, struct pl_text text);
void pl_json_key_texts(struct pl_json *json, const char *key, struct pl_texts texts);
void pl_json_key_params(struct pl_json *json, const char *key, struct pl_params params);
void pl_json_key_number(struct pl_json *json, const char *key, double value);
void pl_json_key_integer(struct pl_json *json, const char *key, int64_t value);

/* value as RFC 8785 prints it, into buffer (32 bytes); returns buffer */
const char *pl_json_format_number(double value, char buffer[32]);

/* `YYYY-MM-DDThh:mm:ssZ`; false where the year does not fit four digits */
bool pl_date_format(int64_t date, char buffer[24]);

/* The words of the schema for the enums; NULL for the NONE values. */
const char *pl_unit_name(enum pl_unit unit);
const char *pl_note_name(enum pl_note note);
const char *pl_verdict_name(enum pl_verdict verdict);
const char *pl_report_kind_name(enum pl_report_kind kind);
const char *pl_table_kind_name(enum pl_table_kind kind);
const char *pl_row_kind_name(enum pl_row_kind kind);
const char *pl_aggregate_name(enum pl_aggregate aggregate);
const char *pl_better_name(enum pl_better better);

/* Values that are objects of their own. */
void pl_json_machine(struct pl_json *json, const struct pl_machine *machine);
void pl_json_culprit(struct pl_json *json, const struct pl_culprit *culprit);
void pl_json_headline(struct pl_json *json, const struct pl_headline *headline);
void pl_json_report(struct pl_json *json, const struct pl_report *report);

/* The members of a report, without the braces around them. */
void pl_json_report_members(struct pl_json *json, const struct pl_report *report);

/* Appends the perflore.message/1 object of message, without a newline. */
void pl_message_to_json(const struct pl_message *message, GString *out);

#endif
