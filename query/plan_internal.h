/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the plan share; the ideas are in plan.c. */
#ifndef PERFLORE_PLAN_INTERNAL_H
#define PERFLORE_PLAN_INTERNAL_H

#include "plan.h"

struct pl_planner {
	struct pl_arena *arena;
	struct pl_plan *plan;
	const struct pl_search_options *options;
	unsigned serial;
};

enum pl_context {
	PL_CONTEXT_ROW,
	PL_CONTEXT_BARE,
	PL_CONTEXT_METRIC, /* terms about metrics, of metric n */
};

/* Aliases of the tables inside a subquery that removes things end in 2. */
struct pl_scope {
	enum pl_context context;
	bool removing;
	const char *suffix;
};

/* Appends the condition of a term about: */
/* `is:` */
void pl_plan_add_is(struct pl_planner *planner, const struct pl_scope *scope, enum pl_is is);
/* the machine, or the test, of a row, of its table or report, of a mail */
void pl_plan_add_measured(struct pl_planner *planner, const struct pl_scope *scope, bool machine,
			  struct pl_text value);
/* a parameter of the report, or of the row by the axes of its table */
void pl_plan_add_param(struct pl_planner *planner, const struct pl_scope *scope,
		       const struct pl_node *node);
/* the name of a subsystem, or a path and all below it */
void pl_plan_add_subsystem(struct pl_planner *planner, const struct pl_scope *scope,
			   struct pl_text value);

/* The condition of node in a context, in parentheses; TRUE where node is NULL. To be
 * freed. */
char *pl_plan_condition(struct pl_planner *planner, const struct pl_scope *scope,
			struct pl_node *node);

/* The text, which holds nothing that a user wrote, names a column of the table with this
 * one-letter alias. */
bool pl_plan_mentions(const char *text, char alias);

/* Appends, in parentheses, the rows that row r copies and for which the condition, in a
 * scope with suffix 2, is true. */
void pl_plan_add_original(struct pl_planner *planner, const char *condition);

struct pl_node *pl_node_new(struct pl_arena *arena, enum pl_node_kind kind,
			    const struct pl_node *like);

/* NOT NOT a is a, and NOT (a OR b) is NOT a AND NOT b: so NOT stands where it says
 * what to remove. */
struct pl_node *pl_shape_simplify(struct pl_arena *arena, struct pl_node *node);

bool pl_shape_has_row_terms(const struct pl_node *node);
bool pl_shape_has_only_row_terms(const struct pl_node *node);
bool pl_shape_has_report_terms(const struct pl_node *node);
bool pl_shape_is_text_only(const struct pl_node *node);

/* The query can only be true where a row is. */
bool pl_shape_needs_row(const struct pl_node *node);

/* The query can be true because of a row: some row term stands outside of NOT. */
bool pl_shape_wants_row(const struct pl_node *node);

#endif
