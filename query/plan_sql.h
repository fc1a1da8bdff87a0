/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pieces that conditions are made of: text of the statement, parameters, and comparisons
 * of a column with what a user wrote. column is an expression of ours.
 */
#ifndef PERFLORE_PLAN_SQL_H
#define PERFLORE_PLAN_SQL_H

#include "plan_internal.h"

/* Appends to the statement (printf-like). Nothing that a user wrote goes this way. */
void pl_plan_add(struct pl_planner *planner, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The number N of a new parameter ?N; text is not copied. */
size_t pl_plan_bind_text(struct pl_planner *planner, struct pl_text text);
size_t pl_plan_bind_integer(struct pl_planner *planner, int64_t integer);
size_t pl_plan_bind_number(struct pl_planner *planner, double number);

/* column is value; with *, column matches it. */
void pl_plan_add_match(struct pl_planner *planner, const char *column, struct pl_text value);

/* column begins with id, or is a beginning of it of seven digits or more. */
void pl_plan_add_commit(struct pl_planner *planner, const char *column, struct pl_text value);

void pl_plan_add_range(struct pl_planner *planner, const char *expression,
		       const struct pl_range *range);
void pl_plan_add_period(struct pl_planner *planner, const char *column,
			const struct pl_period *period);

/* A copy of text in the planner's arena, in small letters. */
struct pl_text pl_plan_lower_case(struct pl_planner *planner, struct pl_text text);

/* The column of the report's id in a context. */
const char *pl_plan_owner(const struct pl_scope *scope);

#endif
