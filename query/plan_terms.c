/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The condition: each term of the language as SQL, in the context it is asked in. */
#include "plan_internal.h"
#include "row_subject.h"

static size_t add_bind(struct pl_planner *planner, struct pl_bind bind)
{
	struct pl_plan *plan = planner->plan;

	*PL_PUSH(planner->arena, plan->binds, plan->n_binds) = bind;
	return plan->n_binds;
}

static size_t bind_text(struct pl_planner *planner, struct pl_text text)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_TEXT, .text = text});
}

size_t pl_plan_bind_integer(struct pl_planner *planner, int64_t integer)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_INTEGER, .integer = integer});
}

static size_t bind_number(struct pl_planner *planner, double number)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_NUMBER, .number = number});
}

void pl_plan_add(struct pl_planner *planner, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_string_append_vprintf(planner->plan->sql, format, args);
	va_end(args);
}

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

/* A GLOB pattern in which only * has a meaning. */
static struct pl_text glob_of(struct pl_planner *planner, struct pl_text text)
{
	GString *glob = g_string_new(NULL);
	struct pl_text copy;

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '?' || text.ptr[i] == '[')
			g_string_append_printf(glob, "[%c]", text.ptr[i]);
		else
			g_string_append_c(glob, text.ptr[i]);
	copy = pl_arena_copy(planner->arena, (struct pl_text){glob->str, glob->len});
	g_string_free(glob, TRUE);
	return copy;
}

/* column is value; with *, column matches it. */
static void add_match(struct pl_planner *planner, const char *column, struct pl_text value)
{
	if (memchr(value.ptr, '*', value.len))
		pl_plan_add(planner, "%s GLOB ?%zu", column,
			    bind_text(planner, glob_of(planner, value)));
	else
		pl_plan_add(planner, "%s = ?%zu", column, bind_text(planner, value));
}

static struct pl_text lower_case(struct pl_planner *planner, struct pl_text text)
{
	struct pl_text copy = pl_arena_copy(planner->arena, text);

	for (size_t i = 0; i < copy.len; i++)
		((char *)copy.ptr)[i] = g_ascii_tolower(copy.ptr[i]);
	return copy;
}

/* column begins with id, or is a beginning of it of seven digits or more. */
static void add_commit(struct pl_planner *planner, const char *column, struct pl_text value)
{
	struct pl_text id = lower_case(planner, value);
	size_t low = bind_text(planner, id);
	size_t high =
	    bind_text(planner, pl_arena_printf(planner->arena, "%.*sg", (int)id.len, id.ptr));

	pl_plan_add(planner, "(%s >= ?%zu AND %s < ?%zu", column, low, column, high);
	if (id.len > 7) {
		pl_plan_add(planner, " OR %s IN (", column);
		for (size_t n = 7; n < id.len; n++)
			pl_plan_add(planner, "%s?%zu", n > 7 ? ", " : "",
				    bind_text(planner, pl_text_slice(id, 0, n)));
		pl_plan_add(planner, ")");
	}
	pl_plan_add(planner, ")");
}

/* The column of the report's id in a context. */
static const char *owner(const struct pl_scope *scope)
{
	if (scope->context == PL_CONTEXT_BARE)
		return "p.id";
	return scope->removing ? "t2.owner" : "t.owner";
}

static void add_list(struct pl_planner *planner, const struct pl_scope *scope, struct pl_text value)
{
	struct pl_text id = lower_case(planner, value);

	pl_plan_add(planner, "m%s.id IN (SELECT message FROM message_list WHERE ", scope->suffix);
	/* The address of a list is its id with a dot for the @. */
	for (size_t i = 0; i < id.len; i++)
		if (id.ptr[i] == '@')
			((char *)id.ptr)[i] = '.';
	if (memchr(id.ptr, '*', id.len)) {
		add_match(planner, "list", id);
	} else if (!memchr(id.ptr, '.', id.len)) {
		/* `/` follows `.`: all that begins with the name and a dot */
		pl_plan_add(planner, "list = ?%zu OR (list >= ?%zu AND list < ?%zu)",
			    bind_text(planner, value),
			    bind_text(planner, pl_arena_printf(planner->arena, "%.*s.", (int)id.len,
							       id.ptr)),
			    bind_text(planner, pl_arena_printf(planner->arena, "%.*s/", (int)id.len,
							       id.ptr)));
	} else {
		pl_plan_add(planner, "list IN (?%zu, ?%zu)", bind_text(planner, value),
			    bind_text(planner, id));
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
		add_commit(planner, "commit_id", value);
		pl_plan_add(planner, ")");
		return;
	}
	pl_plan_add(planner,
		    "t%s.id IN (SELECT id FROM metric_table WHERE message IN "
		    "(SELECT message FROM commit_mention WHERE ",
		    scope->suffix);
	add_commit(planner, "commit_id", value);
	pl_plan_add(planner,
		    ") UNION SELECT w.id FROM report v JOIN metric_table w ON w.owner = v.id "
		    "WHERE v.message IN (SELECT message FROM commit_mention WHERE ");
	add_commit(planner, "commit_id", value);
	pl_plan_add(planner,
		    ") UNION SELECT w.id FROM commit_mention c JOIN message a ON a.id = c.message "
		    "JOIN message v ON v.thread = a.thread JOIN metric_table w ON w.message = v.id "
		    "WHERE w.kind <> 'lkp' AND c.role = 'culprit' AND ");
	add_commit(planner, "c.commit_id", value);
	pl_plan_add(planner, ")");
}

/* Somebody, no robot, has answered the report's mail or one that holds a copy of it, or has
 * quoted it; of what belongs to no report, the mail. */
static void add_answered(struct pl_planner *planner, const struct pl_scope *scope)
{
	static const char answer[] =
	    "EXISTS (SELECT 1 FROM message b JOIN reference c ON c.message = b.id "
	    "AND c.target = a.message_id WHERE b.thread = a.thread "
	    "AND NOT is_robot(b.from_name, b.from_address))";
	const char *o = owner(scope);

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
	pl_plan_add(planner, "(SELECT verdict FROM report WHERE id = %s) = '%s'", owner(scope),
		    verdict);
}

/* A copy has the outcome of the report that it copies. */
static void add_outcome(struct pl_planner *planner, const struct pl_scope *scope, const char *state)
{
	pl_plan_add(
	    planner,
	    "(SELECT y.state FROM report x JOIN outcome y ON y.report = ifnull(x.copy_of, x.id) "
	    "WHERE x.id = %s) = '%s'",
	    owner(scope), state);
}

/* A name, or a path and all below it. */
static void add_subsystem(struct pl_planner *planner, const struct pl_scope *scope,
			  struct pl_text value)
{
	struct pl_text name = lower_case(planner, value);

	pl_plan_add(planner, "%s IN (SELECT report FROM subsystem WHERE ", owner(scope));
	add_match(planner, "name", name);
	pl_plan_add(planner, " OR ");
	add_match(planner, "path", name);
	/* `0` follows `/` */
	pl_plan_add(
	    planner, " OR (path >= ?%zu AND path < ?%zu))",
	    bind_text(planner, pl_arena_printf(planner->arena, "%.*s/", (int)name.len, name.ptr)),
	    bind_text(planner, pl_arena_printf(planner->arena, "%.*s0", (int)name.len, name.ptr)));
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

static void add_is(struct pl_planner *planner, const struct pl_scope *scope, enum pl_is is)
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

static void add_range(struct pl_planner *planner, const char *expression,
		      const struct pl_range *range)
{
	if (range->has_low)
		pl_plan_add(planner, "%s >= ?%zu", expression, bind_number(planner, range->low));
	if (range->has_high)
		pl_plan_add(planner, "%s%s <= ?%zu", range->has_low ? " AND " : "", expression,
			    bind_number(planner, range->high));
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
		add_match(planner, "f.name", node->value);
		pl_plan_add(planner, " OR ");
		add_match(planner, "f.bare", node->value);
		pl_plan_add(planner, ")%s)",
			    node->prefix == PL_PREFIX_LEAF ? " AND g.position = 0" : "");
		break;
	case PL_PREFIX_METRIC:
		pl_plan_add(planner, "%s IN (SELECT id FROM metric WHERE ", metric);
		add_match(planner, "name", node->value);
		pl_plan_add(planner, ")");
		break;
	case PL_PREFIX_CHANGE:
		pl_plan_add(planner, "r%s.change_unit = '%s' AND ", s,
			    node->range.unit == PL_UNIT_ABS ? "abs" : "%");
		g_snprintf(expression, sizeof(expression), "r%s.change", s);
		add_range(planner, expression, &node->range);
		break;
	case PL_PREFIX_STDDEV:
	case PL_PREFIX_VALUE:
		g_snprintf(expression, sizeof(expression),
			   "iif(r%s.compared, r%s.head_%s, r%s.base_%s)", s, s,
			   node->prefix == PL_PREFIX_VALUE ? "value" : "stddev_pct", s,
			   node->prefix == PL_PREFIX_VALUE ? "value" : "stddev_pct");
		add_range(planner, expression, &node->range);
		break;
	default:
		add_is(planner, scope, node->is);
		break;
	}
}

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
	add_match(planner, "tbox", value);
	pl_plan_add(planner, " OR ");
	add_match(planner, "key", value);
	pl_plan_add(planner, " OR has_words(text, ?%zu))", bind_text(planner, value));
}

/* Of a report, or of a row that names them itself: its machine, or its test. */
static void add_subject(struct pl_planner *planner, bool machine, struct pl_text value)
{
	if (machine)
		add_machines(planner, value);
	else
		add_match(planner, "testcase", value);
}

/* What the report says, or what a table was measured with. */
static void add_subject_of_table(struct pl_planner *planner, const struct pl_scope *scope,
				 bool machine, struct pl_text value)
{
	pl_plan_add(planner, "(");
	add_unless_named(planner, scope, machine ? "machine" : "benchmark");
	pl_plan_add(planner, "%s IN (SELECT id FROM report WHERE ", owner(scope));
	add_subject(planner, machine, value);
	pl_plan_add(planner, ")");
	if (begin_tables(planner, scope)) {
		if (machine) {
			add_machines(planner, value);
		} else {
			add_match(planner, "benchmark", value);
			pl_plan_add(planner, " OR kind <> 'lkp' AND ");
			add_match(planner, "benchmark", lower_case(planner, value));
		}
		pl_plan_add(planner, ")");
	}
	pl_plan_add(planner, ")");
}

/* The test or machine of a row, of its table or report, of a mail. A row that names them itself
 * is asked alone; which tables have such rows is asked first, by an index. */
static void add_measured(struct pl_planner *planner, const struct pl_scope *scope, bool machine,
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
	add_match(planner, "key", key);
	pl_plan_add(planner, " AND ");
	add_match(planner, "value", value);
}

/* A parameter of the report, or of the row by the axes of its table. */
static void add_param(struct pl_planner *planner, const struct pl_scope *scope,
		      const struct pl_node *node)
{
	const char *s = scope->suffix;

	pl_plan_add(planner, "(%s IN (SELECT report FROM report_parameter WHERE ", owner(scope));
	add_parameter(planner, node->key, node->value);
	pl_plan_add(planner, ")");
	if (scope->context == PL_CONTEXT_ROW) {
		pl_plan_add(planner,
			    " AND EXISTS (SELECT 1 FROM metric_table w JOIN report_parameter y ON "
			    "y.report = w.owner WHERE w.id = t%s.id AND ",
			    s);
		add_match(planner, "y.key", node->key);
		pl_plan_add(planner, " AND ");
		add_match(planner, "y.value", node->value);
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

static void add_period(struct pl_planner *planner, const char *column,
		       const struct pl_period *period)
{
	if (period->has_from)
		pl_plan_add(planner, "%s >= ?%zu", column,
			    pl_plan_bind_integer(planner, period->from));
	if (period->has_to)
		pl_plan_add(planner, "%s%s <= ?%zu", period->has_from ? " AND " : "", column,
			    pl_plan_bind_integer(planner, period->to));
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
		add_match(planner, column, node->value);
		break;
	case PL_PREFIX_LIST:
		add_list(planner, scope, node->value);
		break;
	case PL_PREFIX_DATE:
		g_snprintf(column, sizeof(column), "m%s.date", s);
		add_period(planner,
			   scope->context == PL_CONTEXT_BARE &&
				   planner->options->what == PL_WHAT_REPORTS
			       ? report_date
			       : column,
			   &node->period);
		break;
	case PL_PREFIX_RECEIVED:
		/* Mails without Received, as archives of web pages have them, go by their date. */
		g_snprintf(column, sizeof(column), "ifnull(m%s.received, m%s.date)", s, s);
		add_period(planner, column, &node->period);
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
		add_commit(planner, "v.commit_id", node->value);
		pl_plan_add(planner,
			    " UNION SELECT w.thread FROM fixes v JOIN report x ON x.id = v.report "
			    "JOIN message w ON w.id = x.message WHERE ");
		add_commit(planner, "v.commit_id", node->value);
		pl_plan_add(planner, ")");
		break;
	case PL_PREFIX_TEST:
		add_measured(planner, scope, false, node->value);
		break;
	case PL_PREFIX_MACHINE:
		add_measured(planner, scope, true, node->value);
		break;
	case PL_PREFIX_PARAM:
		add_param(planner, scope, node);
		break;
	case PL_PREFIX_SUBSYSTEM:
		add_subsystem(planner, scope, node->value);
		break;
	case PL_PREFIX_CULPRIT:
		pl_plan_add(planner, "%s IN (SELECT id FROM report WHERE ", owner(scope));
		add_commit(planner, "culprit", node->value);
		pl_plan_add(planner, ")");
		break;
	case PL_PREFIX_IS:
		add_is(planner, scope, node->is);
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
		    planner->options->what == PL_WHAT_REPORTS ? owner(scope) : "m.id";

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
