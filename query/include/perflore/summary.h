/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports counted by what they have in common, and the mails of a thread. */
#ifndef PERFLORE_SUMMARY_H
#define PERFLORE_SUMMARY_H

#include <perflore/format.h>
#include <perflore/show.h>

enum pl_summary_by {
	PL_BY_SUBSYSTEM, /* that of the best reason */
	PL_BY_TESTCASE,
	PL_BY_MACHINE,	/* tbox, else the description */
	PL_BY_METRIC,	/* the headline's */
	PL_BY_FUNCTION, /* the functions of the rows that match; without a query, of all */
	PL_BY_COMMIT,	/* the culprit */
	PL_BY_MONTH,
	PL_BY_REPORTER,
};

/* Names of the keys, in that order; NULL at the end. */
extern const char *const pl_summary_keys[];

enum { PL_WORST_MAX = 3 };

/* A regression, by the change in percent of its headline. */
struct pl_worst {
	double change;
	struct pl_text metric, message_id;
	int64_t position; /* of the report in its mail */
};

/* perflore.summary/1. Texts live until the next call. */
struct pl_summary_line {
	struct pl_text key; /* empty: the reports that have none */
	int64_t reports, regressions, improvements, failures, changed;
	int64_t open, fixed, dismissed, disputed, unknown;
	bool has_days;
	double days; /* median from the report to the first evidence of a fix */
	struct pl_worst worst[PL_WORST_MAX]; /* those with the largest changes, largest first */
	size_t n_worst;
};

struct pl_summary;

/* What search looks like for pl_summary_open(). */
void pl_summary_options(enum pl_summary_by by, int64_t now, struct pl_search_options *options_out);

/* Counts the reports that search finds, and uses it up. */
enum pl_status pl_summary_open(struct pl_store *store, struct pl_search *search,
			       enum pl_summary_by by, int64_t limit,
			       struct pl_summary **summary_out, struct pl_error *error);
void pl_summary_close(struct pl_summary *summary);

/* The next line, most regressions first: PL_OK, PL_END or PL_FAILED. */
enum pl_status pl_summary_next(struct pl_summary *summary, struct pl_summary_line *line_out,
			       struct pl_error *error);

void pl_summary_titles(const struct pl_style *style, GString *out);
void pl_summary_to_text(const struct pl_summary_line *line, const struct pl_style *style,
			GString *out);
void pl_summary_to_json(const struct pl_summary_line *line, enum pl_summary_by by, GString *out);
void pl_summary_csv_header(GString *out);
void pl_summary_to_csv(const struct pl_summary_line *line, enum pl_summary_by by, bool raw,
		       GString *out);

/* Appends one screen about the reports that search (as for PL_BY_SUBSYSTEM) finds, and uses it up:
 * their number, the worst, those that are open or fixed, and what most of them name. PL_NOTHING:
 * there are none. */
enum pl_status pl_digest_text(struct pl_store *store, struct pl_search *search,
			      const struct pl_style *style, GString *out, struct pl_error *error);

/* Appends the thread of a mail as text, a line a mail: answers are indented below what
 * they answer, reports have their verdict and outcome. */
enum pl_status pl_thread_text(struct pl_store *store, const struct pl_shown *shown,
			      const struct pl_style *style, GString *out, struct pl_error *error);

/* Appends a perflore.hit/1 a mail, each with a newline, oldest first. */
enum pl_status pl_thread_json(struct pl_store *store, const struct pl_shown *shown, GString *out,
			      struct pl_error *error);

#endif
