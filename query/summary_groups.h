/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Groups of reports while they are counted; inside a summary. */
#ifndef PERFLORE_SUMMARY_GROUPS_H
#define PERFLORE_SUMMARY_GROUPS_H

#include <sqlite3.h>

#include <perflore/summary.h>

enum { PL_SUMMARY_VERDICTS = 4, PL_SUMMARY_STATES = 5 };

/* What is counted of a report. */
struct pl_summary_item {
	int64_t report;
	int verdict, state; /* index of its name, or how many there are: none of these */
	double worse;	    /* change in percent of a regression; negative: it has none */
	double days;	    /* until it was fixed; negative: it was not */
};

struct pl_summary_group {
	char *key;
	int64_t reports, verdicts[PL_SUMMARY_VERDICTS + 1], states[PL_SUMMARY_STATES + 1];
	double largest[PL_WORST_MAX]; /* changes, descending */
	GArray *candidates;	      /* items that may be among the worst; NULL: none */
	GArray *days;		      /* double; NULL: none */
};

/* An array of groups that frees what they hold. */
GPtrArray *pl_summary_groups_new(void);

/* A new group of this key. */
struct pl_summary_group *pl_summary_group_add(GPtrArray *groups, struct pl_text key);

void pl_summary_count(struct pl_summary_group *group, const struct pl_summary_item *item);

/* Most regressions first, then most reports, then by key. */
void pl_summary_sort(GPtrArray *groups);

/* False: none of the group is fixed. */
bool pl_summary_median(struct pl_summary_group *group, double *days_out);

/* Groups by the functions of rows: of those in temp.summary_row or, where all is set, of
 * all that belong to a report. A report without a function is in the group without a key.
 * False: the database has failed. */
bool pl_summary_by_function(sqlite3 *db, bool all, const GArray *items, GPtrArray *groups);

#endif
