/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One record of CSV (RFC 4180), field by field. */
#ifndef PERFLORE_CSV_H
#define PERFLORE_CSV_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <perflore/records.h>

/* A record in the making; begins with the first two set. */
struct pl_csv {
	GString *out;
	bool raw; /* texts that a spreadsheet would take for a formula stay as they are */
	bool comma;
};

void pl_csv_text(struct pl_csv *record, struct pl_text text);
void pl_csv_literal(struct pl_csv *record, const char *text);

/* An empty field where it is not known. */
void pl_csv_integer(struct pl_csv *record, bool known, int64_t value);
void pl_csv_number(struct pl_csv *record, bool known, double value);

/* Joined by `;`; parameters as k=v. */
void pl_csv_texts(struct pl_csv *record, struct pl_texts texts);
void pl_csv_params(struct pl_csv *record, struct pl_params params);

void pl_csv_end(struct pl_csv *record);

#endif
