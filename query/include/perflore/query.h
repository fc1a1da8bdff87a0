/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Questions to the archive database. docs/query.md describes the language;
 * perflore-json(5) the objects that come out.
 */
#ifndef PERFLORE_QUERY_H
#define PERFLORE_QUERY_H

#include <stdint.h>

#include <glib.h>

#include <perflore/records.h>
#include <perflore/status.h>
#include <perflore/store.h>

/* What is wrong with a query, and where. */
struct pl_query_error {
	char message[512]; /* one line, fit for a terminal */
	bool has_place;
	size_t from, to; /* bytes of the query; from may be its length */
};

enum pl_what { PL_WHAT_ROWS, PL_WHAT_REPORTS, PL_WHAT_MESSAGES };

enum pl_sort {
	PL_SORT_BEST,	/* % before points before none; by effect; newest first */
	PL_SORT_DATE,	/* oldest first */
	PL_SORT_NEWEST, /* -date */
	PL_SORT_CHANGE, /* largest amount first, whatever its unit */
	PL_SORT_EFFECT,
	PL_SORT_METRIC, /* by name */
	PL_SORT_MAIL,	/* date (none first), message id, line, column: as export has it */
	PL_SORT_NONE,	/* whatever is quickest */
};

struct pl_search_options {
	enum pl_what what;
	enum pl_sort sort;
	int64_t limit; /* negative: none */
	int64_t offset;
	bool records_only; /* MESSAGES: only mails that hold records, in the version they are of */
	bool all_copies;   /* a row or report that is quoted again is shown again */
	bool brief;	   /* ROWS: only what pl_row_to_text() prints is read */
	int64_t now;	   /* what relative dates refer to */
	/* Where until is not 0: only what stands in mails (after, until], by message.id, after
	 * copies were folded; there is no limit and no offset then. */
	int64_t after, until;
};

/* One side of a row. */
struct pl_found_cell {
	unsigned has; /* PL_HAS_VALUE, _STDDEV, _FAILS */
	double value, stddev_pct;
	int64_t fails, runs;
	struct pl_text commit, label, text;
};

/* Where something was found. All texts live until the next pl_search_next(). */
struct pl_found_mail {
	int64_t id; /* message.id */
	struct pl_text message_id, subject, from_name, from_address;
	struct pl_text thread; /* its root's message id */
	bool has_date;
	int64_t date;
};

/* perflore.row/1 */
struct pl_found_row {
	int64_t table; /* metric_table.id */
	struct pl_found_mail mail;
	int64_t line, depth;
	struct pl_text kind, table_title, unit, metric, test, aggregate;
	struct pl_texts functions;
	struct pl_found_cell base, head;
	bool has_head; /* false: a one-column table */
	bool has_change;
	double change;
	struct pl_text change_unit, note;
	int sign; /* 1: better, -1: worse, 0: not known */
	/* of the report it belongs to */
	bool has_report;
	struct pl_text report_id; /* message id of the report's mail */
	int64_t report_position;  /* index in that mail's reports */
	struct pl_text verdict, testcase;
	struct pl_culprit culprit;
	struct pl_machine machine;
	struct pl_params parameters; /* in key order */
	struct pl_texts subsystems;  /* that of the best reason first */
	struct pl_text outcome;	     /* open | fixed | dismissed | disputed | unknown */
	int64_t copies;		     /* other mails that hold it; -1: copies are not folded */
};

/* perflore.report/1 */
struct pl_found_report {
	struct pl_found_mail mail;
	int64_t position;    /* index in the mail's reports */
	struct pl_text json; /* the REPORT object as the mail gave it */
	int64_t line, depth;
	struct pl_text kind, verdict, testcase, config, compiler, link_report, link_reproduce;
	struct pl_headline headline;
	struct pl_culprit culprit;
	struct pl_machine machine;
	struct pl_params parameters; /* in key order */
	struct pl_texts subsystems;  /* as in a row */
	struct pl_text outcome;
	int64_t copies; /* -1: copies are not folded */
	bool has_rows;	/* the query has row terms */
	int64_t rows;	/* matching ones, or all where the query has no row terms */
};

/* Lines that are given for one mail; it may have more. */
#define PL_MATCHES_MAX 20

/* A line that matched, where the archive holds the text. */
struct pl_match {
	int64_t line;
	struct pl_text text;
};

/* perflore.hit/1 */
struct pl_found_message {
	struct pl_found_mail mail;
	struct pl_texts lists;
	int64_t reports;
	int64_t version; /* message.version: 0 has the records */
	struct pl_match *matches;
	size_t n_matches;
};

struct pl_search;

/* Whether query is right, as pl_search_open() would say; needs no database. */
enum pl_status pl_query_check(const char *query, int64_t now, struct pl_query_error *error);

/* Runs query (UTF-8; what is not becomes U+FFFD). An empty one is PL_USAGE, unless it
 * is NULL: everything. PL_FAILED: the database could not be read. */
enum pl_status pl_search_open(struct pl_store *store, const char *query,
			      const struct pl_search_options *options,
			      struct pl_search **search_out, struct pl_query_error *error);
void pl_search_close(struct pl_search *search);

/* Things that match, whatever limit and offset say; known after the first result. Where
 * rows are found without looking at all of them, no more than PL_TOTAL_MAX + 1 are counted; -1
 * where the page is full and to count would take longer than to find it. */
#define PL_TOTAL_MAX 1000
int64_t pl_search_total(const struct pl_search *search);

/* Whether there may be more than pl_search_total(). */
bool pl_search_total_is_least(const struct pl_search *search);

/* The next result, owned by the search: PL_OK, PL_END or PL_FAILED. Which of them fits
 * options->what. */
enum pl_status pl_search_next_row(struct pl_search *search, const struct pl_found_row **row_out,
				  struct pl_error *error);
enum pl_status pl_search_next_report(struct pl_search *search,
				     const struct pl_found_report **report_out,
				     struct pl_error *error);
enum pl_status pl_search_next_message(struct pl_search *search,
				      const struct pl_found_message **message_out,
				      struct pl_error *error);

/* Only the key of the next report (report.id) or mail (message.id). */
enum pl_status pl_search_next_id(struct pl_search *search, int64_t *id_out, struct pl_error *error);

/* Puts what search finds into a temporary table: runs insert, which begins an INSERT and
 * ends before `FROM`, over the columns of the results, in no order: thing (report.id or
 * message.id), or tab, pos and cmp (the key of metric_row). Uses the search up. */
enum pl_status pl_search_into(struct pl_search *search, const char *insert, struct pl_error *error);

/* The search has no query: it finds everything. */
bool pl_search_is_all(const struct pl_search *search);

/* Appends how query, which search was opened with, was understood, the statement that
 * answers it, SQLite's plan for that, how many mails the text index found, and, running it, how
 * many things match and how many steps that took. Nothing can be read from search then. */
enum pl_status pl_search_explain(struct pl_search *search, const char *query, GString *out,
				 struct pl_error *error);

#endif
