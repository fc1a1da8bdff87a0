/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports that look alike: in which functions and metrics changed, and in which
 * direction. docs/query.md has the measure.
 */
#ifndef PERFLORE_SIMILAR_H
#define PERFLORE_SIMILAR_H

#include <perflore/format.h>
#include <perflore/show.h>

/* What reports are compared with. */
struct pl_similar;

struct pl_similar *pl_similar_new(struct pl_store *store);
void pl_similar_free(struct pl_similar *similar);

/* One of these three says what is looked for. PL_NOTHING, with error set: there is no
 * function and no metric to go by.
 *
 * A mail or report of the database. It is not among what is found, nor are its copies. */
enum pl_status pl_similar_to_shown(struct pl_similar *similar, const struct pl_shown *shown,
				   struct pl_error *error);

/* Parsed mail: the rows of its tables and, where these name nothing, the functions that
 * the database knows among the words of its text (without directions). */
enum pl_status pl_similar_to_message(struct pl_similar *similar, const struct pl_message *message,
				     struct pl_error *error);

struct pl_shared {
	struct pl_text name;
	bool is_function; /* without its suffix; else a metric that names no function */
	double weight;	  /* the rarer, the larger */
	double change;	  /* in the report; only its sign means the same for all rows */
	double own;	  /* in what was asked for; 0: not known */
};

struct pl_similar_report {
	double score;		       /* above 0, at most 1 */
	struct pl_found_report report; /* without json */
	bool same_test, same_machine, same_culprit;
	struct pl_shared *shared; /* heaviest first */
	size_t n_shared;
};

/* Finds the most similar reports, most similar first, at most limit of them. They live as long
 * as similar. */
enum pl_status pl_similar_find(struct pl_similar *similar, size_t limit,
			       const struct pl_similar_report **reports_out, size_t *n_out,
			       struct pl_error *error);

void pl_similar_to_text(const struct pl_similar_report *report, struct pl_style *style,
			GString *out);
/* perflore.similar/1, without a newline */
void pl_similar_to_json(const struct pl_similar_report *report, GString *out);

#endif
