/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One metric over time. Rows that measure the same thing in the same way make a series:
 * metric, test, test case, machine and parameters are the same.
 */
#ifndef PERFLORE_HISTORY_H
#define PERFLORE_HISTORY_H

#include <perflore/format.h>

/* A measurement: base and head of one row. */
struct pl_history_point {
	/* Without machine, parameters, functions and subsystems: see the series. copies are
	 * other mails that hold the row, or another row with the same two values. */
	struct pl_found_row row;
};

struct pl_series {
	struct pl_text metric, test, aggregate, unit, table_title, testcase;
	struct pl_text machine;		 /* tbox, else the description */
	struct pl_params parameters;	 /* in key order, without compiler and configuration */
	int direction;			 /* 1: higher is better, -1: lower is, 0: not known */
	struct pl_history_point *points; /* by date; those without one first */
	size_t n_points;
};

struct pl_history {
	struct pl_series *series; /* most points first, then by name */
	size_t n_series;
	bool more; /* points beyond PL_HISTORY_POINTS_MAX were left out */
};

/* Points that are read for one history: the oldest ones. */
#define PL_HISTORY_POINTS_MAX 1000000

/* The query for the rows of metric (`*` allowed) that match query, which may be NULL.
 * NULL where metric can not be asked for: it is empty, or has a quotation mark. To be
 * freed. */
char *pl_history_query(const char *metric, const char *query);

/* What search looks like for pl_history_read(). */
void pl_history_options(struct pl_search_options *options_out, int64_t now);

/* Reads all that search finds. PL_OK also where that is nothing. Everything lives in
 * arena. */
enum pl_status pl_history_read(struct pl_search *search, struct pl_arena *arena,
			       struct pl_history *history_out, struct pl_error *error);

/* A series as text: heading, plot (from two dated points on) and points, each with its mail and
 * line. ascii: nothing else in the plot. */
void pl_series_to_text(const struct pl_series *series, const struct pl_style *style, bool ascii,
		       GString *out);

/* A point as perflore.point/1, without a newline, and as CSV. number: of the series, from
 * 1 on. */
void pl_point_to_json(const struct pl_series *series, size_t number,
		      const struct pl_history_point *point, GString *out);
void pl_point_csv_header(GString *out);
void pl_point_to_csv(const struct pl_series *series, size_t number,
		     const struct pl_history_point *point, bool raw, GString *out);

#endif
