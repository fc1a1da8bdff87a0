/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The conditions of `is:`. */
#include "plan_sql.h"

/* Somebody, no robot, has answered the report's mail or one that holds a copy of it, or has
 * quoted it; of what belongs to no report, the mail. */
static void add_answered(struct pl_planner *planner, const struct pl_scope *scope)
{
	static const char answer[] =
	    "EXISTS (SELECT 1 FROM message b JOIN reference c ON c.message = b.id "
	    "AND c.target = a.message_id WHERE b.thread = a.thread "
	    "AND NOT is_robot(b.from_name, b.from_address))";
	const char *o = pl_plan_owner(scope);

	pl_plan_add(planner,
		    "iif(%s IS NULL, EXISTS (SELECT 1 FROM message a WHERE a.id = m%s.id AND %s), "
		    "EXISTS (SELECT 1 FROM report v CROSS JOIN report w ON "
		    "w.id = ifnull(v.copy_of, v.id) OR w.copy_of = ifnull(v.copy_of, v.id) "
		    "CROSS JOIN message a ON a.id = w.message WHERE v.id = %s AND "
		    "((w.depth > 0 AND NOT is_robot(a.from_name, a.from_address)) OR %s)))",
		    o, scope->suffix, answer, o, answer);
}

static void add_verdict(struct pl_planner *planner, const struct pl_scope *scope,
			const char *verdict)
{
	/* As an expression, so that no plan begins with the many reports of a verdict. */
	pl_plan_add(planner, "(SELECT verdict FROM report WHERE id = %s) = '%s'",
		    pl_plan_owner(scope), verdict);
}

/* A copy has the outcome of the report that it copies. */
static void add_outcome(struct pl_planner *planner, const struct pl_scope *scope, const char *state)
{
	pl_plan_add(
	    planner,
	    "(SELECT y.state FROM report x JOIN outcome y ON y.report = ifnull(x.copy_of, x.id) "
	    "WHERE x.id = %s) = '%s'",
	    pl_plan_owner(scope), state);
}

static void add_sign(struct pl_planner *planner, const struct pl_scope *scope, int sign)
{
	const char *s = scope->suffix;

	pl_plan_add(
	    planner,
	    "row_sign(t%s.kind, t%s.better, (SELECT direction FROM metric WHERE id = r%s.metric), "
	    "(SELECT name FROM metric WHERE id = r%s.metric), r%s.kind, r%s.change, r%s.note, "
	    "r%s.base_value, r%s.head_value, r%s.base_fails, r%s.base_runs, r%s.head_fails, "
	    "r%s.head_runs) = %d",
	    s, s, s, s, s, s, s, s, s, s, s, s, s, sign);
}

void pl_plan_add_is(struct pl_planner *planner, const struct pl_scope *scope, enum pl_is is)
{
	const char *s = scope->suffix;

	switch (is) {
	case PL_IS_REGRESSION:
		add_verdict(planner, scope, "regression");
		break;
	case PL_IS_IMPROVEMENT:
		add_verdict(planner, scope, "improvement");
		break;
	case PL_IS_CHANGED:
		add_verdict(planner, scope, "changed");
		break;
	case PL_IS_FAILURE:
		add_verdict(planner, scope, "failure");
		break;
	case PL_IS_OPEN:
		add_outcome(planner, scope, "open");
		break;
	case PL_IS_FIXED:
		add_outcome(planner, scope, "fixed");
		break;
	case PL_IS_DISMISSED:
		add_outcome(planner, scope, "dismissed");
		break;
	case PL_IS_DISPUTED:
		add_outcome(planner, scope, "disputed");
		break;
	case PL_IS_WORSE:
		add_sign(planner, scope, -1);
		break;
	case PL_IS_BETTER:
		add_sign(planner, scope, 1);
		break;
	case PL_IS_ANSWERED:
		add_answered(planner, scope);
		break;
	case PL_IS_UNANSWERED:
		pl_plan_add(planner, "NOT ");
		add_answered(planner, scope);
		break;
	case PL_IS_ROBOT:
		pl_plan_add(planner, "is_robot(m%s.from_name, m%s.from_address)", s, s);
		break;
	case PL_IS_HUMAN:
		pl_plan_add(planner, "NOT is_robot(m%s.from_name, m%s.from_address)", s, s);
		break;
	case PL_IS_PATCH:
		pl_plan_add(planner, "is_patch(m%s.subject)", s);
		break;
	case PL_IS_REPORT:
		pl_plan_add(planner, "EXISTS (SELECT 1 FROM report WHERE message = m%s.id)", s);
		break;
	}
}
