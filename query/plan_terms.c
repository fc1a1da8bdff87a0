/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The condition: each term of the language as SQL, in the context it is asked in. */
#include "plan_sql.h"

static enum pl_text_field field_of(enum pl_prefix prefix)
{
	static const enum pl_text_field fields[] = {
	    [PL_PREFIX_WORD] = PL_FIELD_ANY,
	    [PL_PREFIX_SUBJECT] = PL_FIELD_SUBJECT,
	    [PL_PREFIX_FROM] = PL_FIELD_FROM,
	    [PL_PREFIX_TO] = PL_FIELD_TO,
	    [PL_PREFIX_CC] = PL_FIELD_CC,
	    [PL_PREFIX_ADDRESS] = PL_FIELD_ADDRESS,
	    [PL_PREFIX_BODY] = PL_FIELD_BODY,
	    [PL_PREFIX_OWN] = PL_FIELD_OWN,
	    [PL_PREFIX_QUOTED] = PL_FIELD_QUOTED,
	    [PL_PREFIX_FILENAME] = PL_FIELD_FILENAME,
	    [PL_PREFIX_DIFF_FILE] = PL_FIELD_DIFF_FILE,
	};

	return fields[prefix];
}

static void text_query(struct pl_arena *arena, const struct pl_node *node,
		       struct pl_text_query *query)
{
	const struct pl_text_query **children;

	if (node->kind == PL_NODE_TERM) {
		query->op = node->starred ? PL_TEXT_PREFIX : PL_TEXT_WORDS;
		query->field = field_of(node->prefix);
		query->text = node->value;
		return;
	}
	query->op = node->kind == PL_NODE_AND  ? PL_TEXT_AND
		    : node->kind == PL_NODE_OR ? PL_TEXT_OR
					       : PL_TEXT_NOT;
	children = pl_arena_alloc(arena, node->n_children * sizeof(*children));
	for (size_t i = 0; i < node->n_children; i++) {
		struct pl_text_query *child = pl_arena_alloc(arena, sizeof(*child));

		text_query(arena, node->children[i], child);
		children[i] = child;
	}
	query->children = children;
	query->n_children = node->n_children;
}

/* The mail's words answer node. A statement may ask in several contexts; source tells
 * the same question from another. */
static void add_words(struct pl_planner *planner, const struct pl_scope *scope,
		      const struct pl_node *node, const struct pl_node *source)
{
	struct pl_plan *plan = planner->plan;
	size_t i = 0;

	while (i < plan->n_words && plan->words[i].source != source)
		i++;
	if (i == plan->n_words) {
		struct pl_words *words = PL_PUSH(planner->arena, plan->words, plan->n_words);

		words->source = source;
		words->from = node->from;
		words->to = node->to;
		text_query(planner->arena, node, &words->query);
	}
	pl_plan_add(planner, "m%s.id IN (SELECT id FROM temp.words_%u_%zu)", scope->suffix,
		    planner->serial, i);
}

static void add_list(struct pl_planner *planner, const struct pl_scope *scope, struct pl_text value)
{
	struct pl_text id = pl_plan_lower_case(planner, value);

	pl_plan_add(planner, "m%s.id IN (SELECT message FROM message_list WHERE ", scope->suffix);
	/* The address of a list is its id with a dot for the @. */
	for (size_t i = 0; i < id.len; i++)
		if (id.ptr[i] == '@')
			((char *)id.ptr)[i] = '.';
	if (memchr(id.ptr, '*', id.len)) {
		pl_plan_add_match(planner, "list", id);
	} else if (!memchr(id.ptr, '.', id.len)) {
		/* `/` follows `.`: all that begins with the name and a dot */
		pl_plan_add(planner, "list = ?%zu OR (list >= ?%zu AND list < ?%zu)",
			    pl_plan_bind_text(planner, value),
			    pl_plan_bind_text(planner, pl_arena_printf(planner->arena, "%.*s.",
								       (int)id.len, id.ptr)),
			    pl_plan_bind_text(planner, pl_arena_printf(planner->arena, "%.*s/",
								       (int)id.len, id.ptr)));
	} else {
		pl_plan_add(planner, "list IN (?%zu, ?%zu)", pl_plan_bind_text(planner, value),
			    pl_plan_bind_text(planner, id));
	}
	pl_plan_add(planner, ")");
}

/* A mail names a commit itself, or the report that the row belongs to does; or the table
 * is a person's own in a thread where a report blames the commit: it is about that patch. */
static void add_named_commit(struct pl_planner *planner, const struct pl_scope *scope,
			     struct pl_text value)
{
	if (scope->context == PL_CONTEXT_BARE) {
		pl_plan_add(planner, "m.id IN (SELECT message FROM commit_mention WHERE ");
		pl_plan_add_commit(planner, "commit_id", value);
		pl_plan_add(planner, ")");
		return;
	}
	pl_plan_add(planner,
		    "t%s.id IN (SELECT id FROM metric_table WHERE message IN "
		    "(SELECT message FROM commit_mention WHERE ",
		    scope->suffix);
	pl_plan_add_commit(planner, "commit_id", value);
	pl_plan_add(planner,
		    ") UNION SELECT w.id FROM report v JOIN metric_table w ON w.owner = v.id "
		    "WHERE v.message IN (SELECT message FROM commit_mention WHERE ");
	pl_plan_add_commit(planner, "commit_id", value);
	pl_plan_add(planner,
		    ") UNION SELECT w.id FROM commit_mention c JOIN message a ON a.id = c.message "
		    "JOIN message v ON v.thread = a.thread JOIN metric_table w ON w.message = v.id "
		    "WHERE w.kind <> 'lkp' AND c.role = 'culprit' AND ");
	pl_plan_add_commit(planner, "c.commit_id", value);
	pl_plan_add(planner, ")");
}

static void add_row_term(struct pl_planner *planner, const struct pl_scope *scope,
			 const struct pl_node *node)
{
	const char *s = scope->suffix;
	char expression[128], metric[16];

	g_snprintf(metric, sizeof(metric), "r%s.metric", s);
	if (scope->context == PL_CONTEXT_METRIC)
		g_strlcpy(metric, "n.id", sizeof(metric));
	switch (node->prefix) {
	case PL_PREFIX_FN:
	case PL_PREFIX_LEAF:
		pl_plan_add(planner,
			    "%s IN (SELECT g.metric FROM function f CROSS JOIN metric_function g "
			    "ON g.function = f.id WHERE (",
			    metric);
		pl_plan_add_match(planner, "f.name", node->value);
		pl_plan_add(planner, " OR ");
		pl_plan_add_match(planner, "f.bare", node->value);
		pl_plan_add(planner, ")%s)",
			    node->prefix == PL_PREFIX_LEAF ? " AND g.position = 0" : "");
		break;
	case PL_PREFIX_METRIC:
		pl_plan_add(planner, "%s IN (SELECT id FROM metric WHERE ", metric);
		pl_plan_add_match(planner, "name", node->value);
		pl_plan_add(planner, ")");
		break;
	case PL_PREFIX_CHANGE:
		pl_plan_add(planner, "r%s.change_unit = '%s' AND ", s,
			    node->range.unit == PL_UNIT_ABS ? "abs" : "%");
		g_snprintf(expression, sizeof(expression), "r%s.change", s);
		pl_plan_add_range(planner, expression, &node->range);
		break;
	case PL_PREFIX_STDDEV:
	case PL_PREFIX_VALUE:
		g_snprintf(expression, sizeof(expression),
			   "iif(r%s.compared, r%s.head_%s, r%s.base_%s)", s, s,
			   node->prefix == PL_PREFIX_VALUE ? "value" : "stddev_pct", s,
			   node->prefix == PL_PREFIX_VALUE ? "value" : "stddev_pct");
		pl_plan_add_range(planner, expression, &node->range);
		break;
	default:
		pl_plan_add_is(planner, scope, node->is);
		break;
	}
}

/* A report is as old as the mail it is shown by, however late it is quoted. */
static const char report_date[] =
    "(SELECT x.date FROM report v JOIN report w ON w.id = ifnull(v.copy_of, v.id) "
    "JOIN message x ON x.id = w.message WHERE v.id = p.id)";

static void add_term(struct pl_planner *planner, const struct pl_scope *scope,
		     const struct pl_node *node)
{
	const char *s = scope->suffix;
	char column[48];

	switch (node->prefix) {
	case PL_PREFIX_MESSAGE_ID:
		g_snprintf(column, sizeof(column), "m%s.message_id", s);
		pl_plan_add_match(planner, column, node->value);
		break;
	case PL_PREFIX_LIST:
		add_list(planner, scope, node->value);
		break;
	case PL_PREFIX_DATE:
		g_snprintf(column, sizeof(column), "m%s.date", s);
		pl_plan_add_period(planner,
				   scope->context == PL_CONTEXT_BARE &&
					   planner->options->what == PL_WHAT_REPORTS
				       ? report_date
				       : column,
				   &node->period);
		break;
	case PL_PREFIX_RECEIVED:
		/* Mails without Received, as archives of web pages have them, go by their date. */
		g_snprintf(column, sizeof(column), "ifnull(m%s.received, m%s.date)", s, s);
		pl_plan_add_period(planner, column, &node->period);
		break;
	case PL_PREFIX_COMMIT:
		add_named_commit(planner, scope, node->value);
		break;
	case PL_PREFIX_FIX:
		pl_plan_add(
		    planner,
		    "m%s.thread IN (SELECT w.thread FROM commit_mention v JOIN message w ON "
		    "w.id = v.message WHERE v.role = 'fix' AND ",
		    s);
		pl_plan_add_commit(planner, "v.commit_id", node->value);
		pl_plan_add(planner,
			    " UNION SELECT w.thread FROM fixes v JOIN report x ON x.id = v.report "
			    "JOIN message w ON w.id = x.message WHERE ");
		pl_plan_add_commit(planner, "v.commit_id", node->value);
		pl_plan_add(planner, ")");
		break;
	case PL_PREFIX_TEST:
		pl_plan_add_measured(planner, scope, false, node->value);
		break;
	case PL_PREFIX_MACHINE:
		pl_plan_add_measured(planner, scope, true, node->value);
		break;
	case PL_PREFIX_PARAM:
		pl_plan_add_param(planner, scope, node);
		break;
	case PL_PREFIX_SUBSYSTEM:
		pl_plan_add_subsystem(planner, scope, node->value);
		break;
	case PL_PREFIX_CULPRIT:
		pl_plan_add(planner, "%s IN (SELECT id FROM report WHERE ", pl_plan_owner(scope));
		pl_plan_add_commit(planner, "culprit", node->value);
		pl_plan_add(planner, ")");
		break;
	case PL_PREFIX_IS:
		pl_plan_add_is(planner, scope, node->is);
		break;
	default:
		add_words(planner, scope, node, node);
		break;
	}
}

static void add_expression(struct pl_planner *planner, const struct pl_scope *scope,
			   struct pl_node *node);

/* Reports or mails that have a row for which node is true. */
static void add_removed_things(struct pl_planner *planner, struct pl_node *node)
{
	const struct pl_scope scope = {PL_CONTEXT_ROW, true, "2"};
	bool reports = planner->options->what == PL_WHAT_REPORTS;

	pl_plan_add(
	    planner,
	    "(SELECT t2.%s FROM metric_row r2 JOIN metric_table t2 ON t2.id = r2.metric_table "
	    "JOIN message m2 ON m2.id = t2.message WHERE %s(",
	    reports ? "owner" : "message", reports ? "t2.owner IS NOT NULL AND " : "");
	add_expression(planner, &scope, node);
	pl_plan_add(planner, "))");
}

static void add_not(struct pl_planner *planner, const struct pl_scope *scope, struct pl_node *child)
{
	if (planner->options->what != PL_WHAT_ROWS && !scope->removing &&
	    pl_shape_has_row_terms(child)) {
		const char *thing =
		    planner->options->what == PL_WHAT_REPORTS ? pl_plan_owner(scope) : "m.id";

		pl_plan_add(planner, "%s NOT IN ", thing);
		add_removed_things(planner, child);
		return;
	}
	if (planner->options->what == PL_WHAT_MESSAGES && scope->context == PL_CONTEXT_BARE &&
	    pl_shape_has_report_terms(child)) {
		/* No report of the mail may be so, not just one; nor the mail without one. */
		pl_plan_add(planner, "NOT EXISTS (SELECT 1 FROM (SELECT 1) LEFT JOIN report p "
				     "ON p.message = m.id WHERE (");
		add_expression(planner, scope, child);
		pl_plan_add(planner, "))");
		return;
	}
	pl_plan_add(planner, "((");
	add_expression(planner, scope, child);
	pl_plan_add(planner, ") IS NOT TRUE)");
}

/* The children of node that are only about words, as one question to the text index.
 * What is only to be absent is asked for by itself, and removed. */
static void add_children(struct pl_planner *planner, const struct pl_scope *scope,
			 const struct pl_node *node)
{
	const char *join = node->kind == PL_NODE_AND ? " AND " : " OR ";
	struct pl_node *words = pl_node_new(planner->arena, node->kind, node);
	bool any = false, wanted = false;

	for (size_t i = 0; i < node->n_children; i++)
		if (pl_shape_is_text_only(node->children[i])) {
			*PL_PUSH(planner->arena, words->children, words->n_children) =
			    node->children[i];
			wanted = wanted || node->children[i]->kind != PL_NODE_NOT;
		}
	if (node->kind == PL_NODE_OR)
		for (size_t i = 0; i < words->n_children; i++)
			wanted = wanted && words->children[i]->kind != PL_NODE_NOT;
	wanted = wanted && words->n_children > 1;
	if (wanted) {
		add_words(planner, scope, words, node);
		any = true;
	}
	for (size_t i = 0; i < node->n_children; i++) {
		if (wanted && pl_shape_is_text_only(node->children[i]))
			continue;
		pl_plan_add(planner, "%s(", any ? join : "");
		add_expression(planner, scope, node->children[i]);
		pl_plan_add(planner, ")");
		any = true;
	}
}

static void add_expression(struct pl_planner *planner, const struct pl_scope *scope,
			   struct pl_node *node)
{
	switch (node->kind) {
	case PL_NODE_TERM:
		if (!pl_node_is_row_term(node))
			add_term(planner, scope, node);
		else if (scope->context != PL_CONTEXT_BARE)
			add_row_term(planner, scope, node);
		else
			pl_plan_add(planner, "FALSE");
		break;
	case PL_NODE_NOT:
		add_not(planner, scope, node->children[0]);
		break;
	case PL_NODE_AND:
	case PL_NODE_OR:
		add_children(planner, scope, node);
		break;
	}
}

char *pl_plan_condition(struct pl_planner *planner, const struct pl_scope *scope,
			struct pl_node *node)
{
	GString *outer = planner->plan->sql;
	char *text;

	if (!node)
		return g_strdup("TRUE");
	planner->plan->sql = g_string_new("(");
	add_expression(planner, scope, node);
	pl_plan_add(planner, ")");
	text = g_string_free(planner->plan->sql, FALSE);
	planner->plan->sql = outer;
	return text;
}
