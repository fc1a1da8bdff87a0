/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the formatters share. */
#ifndef PERFLORE_FORMAT_INTERNAL_H
#define PERFLORE_FORMAT_INTERNAL_H

#include <perflore/format.h>
#include <perflore/json.h>

/* "better", "worse", "unknown" */
const char *pl_sign_name(int sign);

struct pl_summary_line;

/* Writes the array of the worst. */
void pl_worst_to_json(const struct pl_summary_line *line, struct pl_json *json);

void pl_matches_to_json(const struct pl_match *matches, size_t n, struct pl_json *json);

/* The titles of the columns of rows, and a row below them. copy_line: the line of the
 * row that this one copies; 0: none. */
void pl_row_titles(const struct pl_style *style, GString *out);
void pl_row_line(const struct pl_found_row *row, const struct pl_style *style, int64_t copy_line,
		 GString *out);

/* Its change, base and head alone: 46 columns. */
void pl_row_numbers(const struct pl_found_row *row, const struct pl_style *style, GString *out);

/* A value about as wide as LKP prints it. */
void pl_format_value(double value, char buffer[32]);

/* base, head, change, note, verdicts and culprit: what of a row's JSON a point of a history
 * has, too */
void pl_key_comparison(struct pl_json *json, const struct pl_found_row *row, struct pl_text unit);

#endif
