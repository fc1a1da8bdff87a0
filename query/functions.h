/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions that statements of the plan use, for SQL and for C. */
#ifndef PERFLORE_FUNCTIONS_H
#define PERFLORE_FUNCTIONS_H

#include <stdint.h>

#include <sqlite3.h>

#include <perflore/text.h>

/* A row as far as its verdict depends on it. */
struct pl_sign_row {
	struct pl_text table_kind; /* lkp | benchmark | counters */
	struct pl_text better;	   /* of its table; empty: not printed */
	int direction;		   /* of its metric: 1, -1, 0 */
	struct pl_text metric;
	struct pl_text kind; /* stat | fail */
	struct pl_text note;
	bool has_change, has_values, has_fails;
	double change, base_value, head_value;
	double base_fails, base_runs, head_fails, head_runs;
};

/* 1: better than the base, -1: worse, 0: not known or the same. */
int pl_row_sign(const struct pl_sign_row *row);

/* The first word of text, as pl_has_words() parts it; empty: none. */
struct pl_text pl_first_word(struct pl_text text);

/* text holds the words of phrase one after the other: case does not count, and what
 * stands between words does not either. A final `*` lets the last word go on. */
bool pl_has_words(struct pl_text text, struct pl_text phrase);

/* Makes them known to db: is_robot(name, address), is_patch(subject), has_words(text,
 * phrase), row_sign(table kind, better, direction, metric, kind, change, note, base
 * value, head value, base fails, base runs, head fails, head runs). */
int pl_functions_register(sqlite3 *db);

#endif
