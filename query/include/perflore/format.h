/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Results as JSON objects (perflore-json(5)), as CSV (RFC 4180) and as text for
 * reading. Everything is appended to a caller-owned GString.
 */
#ifndef PERFLORE_FORMAT_H
#define PERFLORE_FORMAT_H

#include <perflore/query.h>

/* One line, without a newline. */
void pl_row_to_json(const struct pl_found_row *row, GString *out);
void pl_report_to_json(const struct pl_found_report *report, GString *out);
void pl_found_message_to_json(const struct pl_found_message *message, GString *out);

/* The header line and a record, each with CR LF. raw: texts stay as they are; else one
 * that a spreadsheet would take for a formula gets a ' in front. */
void pl_csv_header(enum pl_what what, GString *out);
void pl_row_to_csv(const struct pl_found_row *row, bool raw, GString *out);
void pl_report_to_csv(const struct pl_found_report *report, bool raw, GString *out);
void pl_found_message_to_csv(const struct pl_found_message *message, bool raw, GString *out);

/* Text for reading. Nothing of a mail that steers a terminal comes through. */
struct pl_style {
	unsigned columns; /* of the terminal; lines keep to them where they can */
	bool colours;
	GString *last; /* what the last heading said, "" at first; rows of one mail and report
			  that follow each other have one heading */
};

void pl_row_to_text(const struct pl_found_row *row, struct pl_style *style, GString *out);
void pl_report_to_text(const struct pl_found_report *report, struct pl_style *style, GString *out);
void pl_found_message_to_text(const struct pl_found_message *message, struct pl_style *style,
			      GString *out);

/* Appends text with control characters (also C1 and those of bidirectional text) as
 * \xNN or \u{NNNN}, and what is no UTF-8 as U+FFFD. A tab is a blank. */
void pl_plain(GString *out, struct pl_text text);

/* The same, in at most width columns: what is too long loses its end to an ellipsis. */
void pl_plain_cut(GString *out, struct pl_text text, unsigned width);

/* The same, but the middle is lost: names differ at both ends. */
void pl_plain_cut_middle(GString *out, struct pl_text text, unsigned width);

#endif
