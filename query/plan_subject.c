/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was measured, and on what: the conditions of test, machine, parameters, subsystem. */
#include "plan_sql.h"
#include "row_subject.h"

/* The table of the row says itself what the report is asked for; where that is so, the report
 * does not count. */
static void add_unless_named(struct pl_planner *planner, const struct pl_scope *scope,
			     const char *column)
{
	if (scope->context == PL_CONTEXT_ROW)
		pl_plan_add(planner, "NOT (t%s.kind = 'lkp' AND t%s.%s IS NOT NULL) AND ",
			    scope->suffix, scope->suffix, column);
}

/* Begins what is asked about tables themselves: the row's, or one of the mail's. False where
 * a report is asked about. */
static bool begin_tables(struct pl_planner *planner, const struct pl_scope *scope)
{
	if (scope->context == PL_CONTEXT_ROW)
		pl_plan_add(planner, " OR t%s.id IN (SELECT id", scope->suffix);
	else if (planner->options->what == PL_WHAT_MESSAGES)
		pl_plan_add(planner, " OR m%s.id IN (SELECT message", scope->suffix);
	else
		return false;
	pl_plan_add(planner, " FROM metric_table WHERE ");
	return true;
}

static void add_machines(struct pl_planner *planner, struct pl_text value)
{
	pl_plan_add(planner, "machine IN (SELECT id FROM machine WHERE ");
	pl_plan_add_match(planner, "tbox", value);
	pl_plan_add(planner, " OR ");
	pl_plan_add_match(planner, "key", value);
	pl_plan_add(planner, " OR has_words(text, ?%zu))", pl_plan_bind_text(planner, value));
}

/* Of a report, or of a row that names them itself: its machine, or its test. */
static void add_subject(struct pl_planner *planner, bool machine, struct pl_text value)
{
	if (machine)
		add_machines(planner, value);
	else
		pl_plan_add_match(planner, "testcase", value);
}

/* What the report says, or what a table was measured with. */
static void add_subject_of_table(struct pl_planner *planner, const struct pl_scope *scope,
				 bool machine, struct pl_text value)
{
	pl_plan_add(planner, "(");
	add_unless_named(planner, scope, machine ? "machine" : "benchmark");
	pl_plan_add(planner, "%s IN (SELECT id FROM report WHERE ", pl_plan_owner(scope));
	add_subject(planner, machine, value);
	pl_plan_add(planner, ")");
	if (begin_tables(planner, scope)) {
		if (machine) {
			add_machines(planner, value);
		} else {
			pl_plan_add_match(planner, "benchmark", value);
			pl_plan_add(planner, " OR kind <> 'lkp' AND ");
			pl_plan_add_match(planner, "benchmark", pl_plan_lower_case(planner, value));
		}
		pl_plan_add(planner, ")");
	}
	pl_plan_add(planner, ")");
}

/* A row that names its subject itself is asked alone; which tables have such rows is asked first,
 * by an index. */
void pl_plan_add_measured(struct pl_planner *planner, const struct pl_scope *scope, bool machine,
			  struct pl_text value)
{
	const bool row = scope->context == PL_CONTEXT_ROW;
	const char *s = scope->suffix;

	if (!row && planner->options->what != PL_WHAT_MESSAGES) {
		add_subject_of_table(planner, scope, machine, value);
		return;
	}
	pl_plan_add(planner, "(");
	add_subject_of_table(planner, scope, machine, value);
	pl_plan_add(planner,
		    row ? " OR t%s.id IN (SELECT metric_table FROM row_subject WHERE "
			: " OR m%s.id IN (SELECT message FROM metric_table WHERE id IN (SELECT "
			  "metric_table FROM row_subject WHERE ",
		    s);
	add_subject(planner, machine, value);
	pl_plan_add(planner, row ? "))" : ")))");
	if (!row)
		return;
	pl_plan_add(planner,
		    " AND iif(EXISTS (SELECT 1 FROM row_subject WHERE metric_table = "
		    "r%s.metric_table AND position = r%s.position), EXISTS (SELECT 1 FROM "
		    "row_subject WHERE metric_table = r%s.metric_table AND position = r%s.position "
		    "AND ",
		    s, s, s, s);
	add_subject(planner, machine, value);
	pl_plan_add(planner, "), ");
	add_subject_of_table(planner, scope, machine, value);
	pl_plan_add(planner, ")");
}

static void add_parameter(struct pl_planner *planner, struct pl_text key, struct pl_text value)
{
	pl_plan_add_match(planner, "key", key);
	pl_plan_add(planner, " AND ");
	pl_plan_add_match(planner, "value", value);
}

void pl_plan_add_param(struct pl_planner *planner, const struct pl_scope *scope,
		       const struct pl_node *node)
{
	const char *s = scope->suffix;

	pl_plan_add(planner, "(%s IN (SELECT report FROM report_parameter WHERE ",
		    pl_plan_owner(scope));
	add_parameter(planner, node->key, node->value);
	pl_plan_add(planner, ")");
	if (scope->context == PL_CONTEXT_ROW) {
		pl_plan_add(planner,
			    " AND EXISTS (SELECT 1 FROM metric_table w JOIN report_parameter y ON "
			    "y.report = w.owner WHERE w.id = t%s.id AND ",
			    s);
		pl_plan_add_match(planner, "y.key", node->key);
		pl_plan_add(planner, " AND ");
		pl_plan_add_match(planner, "y.value", node->value);
		pl_plan_add(
		    planner,
		    " AND " PL_PARAMETER_IS_ROWS(
			"w", "y") " AND NOT EXISTS (SELECT 1 "
				  "FROM row_subject WHERE metric_table = r%s.metric_table AND "
				  "position = "
				  "r%s.position AND NOT (owners_case AND y.key <> 'ucode')))",
		    s, s);
	}
	if (begin_tables(planner, scope)) {
		pl_plan_add(planner,
			    "id IN (SELECT metric_table FROM table_axis WHERE " PL_AXIS_IS_PARAMETER
			    " AND ");
		add_parameter(planner, node->key, node->value);
		pl_plan_add(planner, "))");
	}
	pl_plan_add(planner, ")");
}

void pl_plan_add_subsystem(struct pl_planner *planner, const struct pl_scope *scope,
			   struct pl_text value)
{
	struct pl_text name = pl_plan_lower_case(planner, value);

	pl_plan_add(planner, "%s IN (SELECT report FROM subsystem WHERE ", pl_plan_owner(scope));
	pl_plan_add_match(planner, "name", name);
	pl_plan_add(planner, " OR ");
	pl_plan_add_match(planner, "path", name);
	/* `0` follows `/` */
	pl_plan_add(planner, " OR (path >= ?%zu AND path < ?%zu))",
		    pl_plan_bind_text(
			planner, pl_arena_printf(planner->arena, "%.*s/", (int)name.len, name.ptr)),
		    pl_plan_bind_text(planner, pl_arena_printf(planner->arena, "%.*s0",
							       (int)name.len, name.ptr)));
}
