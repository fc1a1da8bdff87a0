/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The strongest rows of a set of metrics, found without looking at the others.
 *
 * In the index metric_row_best the rows of a metric and unit stand in order of effect. A
 * recursive table whose queue is ordered by effect steps through all of them at once, from
 * one effect that occurs to the next smaller one; it goes on only until enough rows match,
 * which gives the edge of the page. Then the rows within the edge are read, ties included.
 * How many rows match is counted up to a bound.
 */
#ifndef PERFLORE_PLAN_WALK_H
#define PERFLORE_PLAN_WALK_H

#include "plan_internal.h"

struct pl_walk {
	struct pl_node *metrics; /* says which metrics */
	struct pl_node *rest;	 /* and what else is asked for; NULL: nothing */
};

/* Whether rows that match node are found in this way: it names metrics or functions, the
 * order is by effect, and nothing names a thing that few rows belong to, where it is
 * quicker to begin with that. */
bool pl_walk_fits(struct pl_planner *planner, struct pl_node *node, struct pl_walk *walk_out);

/* Appends the tables of the statement's WITH: edge, and hit with tab, pos, cmp, rank and
 * strength of what is on the page or tied with it. */
void pl_walk_add(struct pl_planner *planner, const struct pl_walk *walk);

/* The same for the reports or mails of rows: the tables of the WITH up to candidate(thing).
 * thing is t.owner or t.message. A thing stands where its best row does, so the edge is that
 * of the last that is wanted, and what may be on the page has a row within; with each
 * candidate are the members of its family, of which only one is shown. Copies are not
 * counted on the way: they may be the ones that are not shown. */
void pl_walk_add_things(struct pl_planner *planner, const struct pl_walk *walk, const char *thing);

/* Appends the expression for the number of things (families of reports where copies are
 * folded) that match, bounded as below. */
void pl_walk_add_things_total(struct pl_planner *planner, const struct pl_walk *walk,
			      const char *thing);

/* Appends the expression for the number of all that match: PL_TOTAL_MAX + 1 where there are
 * more than PL_TOTAL_MAX, -1 where they are not counted. */
void pl_walk_add_total(struct pl_planner *planner, const struct pl_walk *walk);

#endif
