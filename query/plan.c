/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The statement. Three ideas:
 *
 * A query is decided in contexts. A row context is a row with its table (t), mail (m)
 * and the report it belongs to (t.owner, p); a bare context is a report or mail without
 * a row. Rows are found in row contexts only. Reports and mails are those of a matching
 * row; where the query can be true without a row, also bare contexts are tried, in which
 * every row term is false.
 *
 * NOT of a row term removes rows; reports and mails that have such a row, where these
 * are wanted. NOT never yields NULL: what a mail does not say is not so.
 *
 * Copies are folded among what matches, so that a quotation is shown when the mail it
 * quotes does not match.
 */
#include "plan.h"

struct planner {
	struct pl_arena *arena;
	struct pl_plan *plan;
	const struct pl_search_options *options;
	unsigned serial;
};

enum context { CONTEXT_ROW, CONTEXT_BARE };

/* Aliases of the tables inside a subquery that removes things end in 2. */
struct scope {
	enum context context;
	bool removing;
	const char *suffix;
};

static size_t add_bind(struct planner *planner, struct pl_bind bind)
{
	struct pl_plan *plan = planner->plan;

	*PL_PUSH(planner->arena, plan->binds, plan->n_binds) = bind;
	return plan->n_binds;
}

static size_t bind_text(struct planner *planner, struct pl_text text)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_TEXT, .text = text});
}

static size_t bind_integer(struct planner *planner, int64_t integer)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_INTEGER, .integer = integer});
}

static size_t bind_number(struct planner *planner, double number)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_NUMBER, .number = number});
}

static void add(struct planner *planner, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct planner *planner, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_string_append_vprintf(planner->plan->sql, format, args);
	va_end(args);
}

static bool has_row_terms(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_row_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (has_row_terms(node->children[i]))
			return true;
	return false;
}

/* The query can only be true where a row is. */
static bool needs_row(const struct pl_node *node)
{
	switch (node->kind) {
	case PL_NODE_TERM:
		return pl_node_is_row_term(node);
	case PL_NODE_NOT:
		return false;
	case PL_NODE_AND:
		for (size_t i = 0; i < node->n_children; i++)
			if (needs_row(node->children[i]))
				return true;
		return false;
	case PL_NODE_OR:
		for (size_t i = 0; i < node->n_children; i++)
			if (!needs_row(node->children[i]))
				return false;
		return true;
	}
	return false;
}

/* The query can be true because of a row: some row term stands outside of NOT. */
static bool wants_row(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_row_term(node);
	if (node->kind == PL_NODE_NOT)
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (wants_row(node->children[i]))
			return true;
	return false;
}

static bool is_report_term(const struct pl_node *node)
{
	if (node->prefix == PL_PREFIX_IS)
		return node->is <= PL_IS_DISPUTED || node->is == PL_IS_ANSWERED ||
		       node->is == PL_IS_UNANSWERED;
	return node->prefix >= PL_PREFIX_TEST && node->prefix <= PL_PREFIX_CULPRIT;
}

static bool has_report_terms(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return is_report_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (has_report_terms(node->children[i]))
			return true;
	return false;
}

static bool is_text_only(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_text_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (!is_text_only(node->children[i]))
			return false;
	return true;
}

static struct pl_node *new_node(struct pl_arena *arena, enum pl_node_kind kind,
				const struct pl_node *like)
{
	struct pl_node *node = pl_arena_alloc(arena, sizeof(*node));

	node->kind = kind;
	node->from = like->from;
	node->to = like->to;
	return node;
}

/* NOT NOT a is a, and NOT (a OR b) is NOT a AND NOT b: so NOT stands where it says
 * what to remove. */
static struct pl_node *simplify(struct pl_arena *arena, struct pl_node *node)
{
	struct pl_node *child, *result;

	if (node->kind == PL_NODE_NOT) {
		child = node->children[0];
		if (child->kind == PL_NODE_NOT)
			return simplify(arena, child->children[0]);
		if (child->kind == PL_NODE_OR) {
			result = new_node(arena, PL_NODE_AND, node);
			for (size_t i = 0; i < child->n_children; i++) {
				struct pl_node *inner =
				    new_node(arena, PL_NODE_NOT, child->children[i]);

				*PL_PUSH(arena, inner->children, inner->n_children) =
				    child->children[i];
				*PL_PUSH(arena, result->children, result->n_children) =
				    simplify(arena, inner);
			}
			return result;
		}
	}
	for (size_t i = 0; i < node->n_children; i++)
		node->children[i] = simplify(arena, node->children[i]);
	return node;
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

static void add_words(struct planner *planner, const struct scope *scope,
		      const struct pl_node *node)
{
	struct pl_plan *plan = planner->plan;
	struct pl_words *words = PL_PUSH(planner->arena, plan->words, plan->n_words);

	words->from = node->from;
	words->to = node->to;
	text_query(planner->arena, node, &words->query);
	add(planner, "m%s.id IN (SELECT id FROM temp.words_%u_%zu)", scope->suffix, planner->serial,
	    plan->n_words - 1);
}

/* A GLOB pattern in which only * has a meaning. */
static struct pl_text glob_of(struct planner *planner, struct pl_text text)
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
static void add_match(struct planner *planner, const char *column, struct pl_text value)
{
	if (memchr(value.ptr, '*', value.len))
		add(planner, "%s GLOB ?%zu", column, bind_text(planner, glob_of(planner, value)));
	else
		add(planner, "%s = ?%zu", column, bind_text(planner, value));
}

static struct pl_text lower_case(struct planner *planner, struct pl_text text)
{
	struct pl_text copy = pl_arena_copy(planner->arena, text);

	for (size_t i = 0; i < copy.len; i++)
		((char *)copy.ptr)[i] = g_ascii_tolower(copy.ptr[i]);
	return copy;
}

/* column begins with id, or is a beginning of it of seven digits or more. */
static void add_commit(struct planner *planner, const char *column, struct pl_text value)
{
	struct pl_text id = lower_case(planner, value);
	size_t low = bind_text(planner, id);
	size_t high =
	    bind_text(planner, pl_arena_printf(planner->arena, "%.*sg", (int)id.len, id.ptr));

	add(planner, "(%s >= ?%zu AND %s < ?%zu", column, low, column, high);
	if (id.len > 7) {
		add(planner, " OR %s IN (", column);
		for (size_t n = 7; n < id.len; n++)
			add(planner, "%s?%zu", n > 7 ? ", " : "",
			    bind_text(planner, pl_text_slice(id, 0, n)));
		add(planner, ")");
	}
	add(planner, ")");
}

/* The column of the report's id in a context. */
static const char *owner(const struct scope *scope)
{
	if (scope->context == CONTEXT_BARE)
		return "p.id";
	return scope->removing ? "t2.owner" : "t.owner";
}

static void add_list(struct planner *planner, const struct scope *scope, struct pl_text value)
{
	struct pl_text id = lower_case(planner, value);

	add(planner, "m%s.id IN (SELECT message FROM message_list WHERE ", scope->suffix);
	/* The address of a list is its id with a dot for the @. */
	for (size_t i = 0; i < id.len; i++)
		if (id.ptr[i] == '@')
			((char *)id.ptr)[i] = '.';
	if (memchr(id.ptr, '*', id.len)) {
		add_match(planner, "list", id);
	} else if (!memchr(id.ptr, '.', id.len)) {
		/* `/` follows `.`: all that begins with the name and a dot */
		add(planner, "list = ?%zu OR (list >= ?%zu AND list < ?%zu)",
		    bind_text(planner, value),
		    bind_text(planner,
			      pl_arena_printf(planner->arena, "%.*s.", (int)id.len, id.ptr)),
		    bind_text(planner,
			      pl_arena_printf(planner->arena, "%.*s/", (int)id.len, id.ptr)));
	} else {
		add(planner, "list IN (?%zu, ?%zu)", bind_text(planner, value),
		    bind_text(planner, id));
	}
	add(planner, ")");
}

/* A mail names a commit itself, or the report that the row belongs to does. */
static void add_named_commit(struct planner *planner, const struct scope *scope,
			     struct pl_text value)
{
	if (scope->context == CONTEXT_BARE) {
		add(planner, "m.id IN (SELECT message FROM commit_mention WHERE ");
		add_commit(planner, "commit_id", value);
		add(planner, ")");
		return;
	}
	add(planner,
	    "t%s.id IN (SELECT id FROM metric_table WHERE message IN "
	    "(SELECT message FROM commit_mention WHERE ",
	    scope->suffix);
	add_commit(planner, "commit_id", value);
	add(planner, ") UNION SELECT w.id FROM report v JOIN metric_table w ON w.owner = v.id "
		     "WHERE v.message IN (SELECT message FROM commit_mention WHERE ");
	add_commit(planner, "commit_id", value);
	add(planner, "))");
}

/* Somebody, no robot, has answered the report's mail, or the mail where there is none. */
static void add_answered(struct planner *planner, const struct scope *scope)
{
	const char *s = scope->suffix;

	add(planner,
	    "EXISTS (SELECT 1 FROM message a JOIN message b ON b.thread = a.thread "
	    "JOIN reference c ON c.message = b.id AND c.target = a.message_id "
	    "WHERE a.id = ifnull((SELECT message FROM report WHERE id = %s), m%s.id) "
	    "AND NOT is_robot(b.from_name, b.from_address))",
	    owner(scope), s);
}

static void add_verdict(struct planner *planner, const struct scope *scope, const char *verdict)
{
	/* As an expression, so that no plan begins with the many reports of a verdict. */
	add(planner, "(SELECT verdict FROM report WHERE id = %s) = '%s'", owner(scope), verdict);
}

/* A copy has the outcome of the report that it copies. */
static void add_outcome(struct planner *planner, const struct scope *scope, const char *state)
{
	add(planner,
	    "(SELECT y.state FROM report x JOIN outcome y ON y.report = ifnull(x.copy_of, x.id) "
	    "WHERE x.id = %s) = '%s'",
	    owner(scope), state);
}

/* A name, or a path and all below it. */
static void add_subsystem(struct planner *planner, const struct scope *scope, struct pl_text value)
{
	struct pl_text name = lower_case(planner, value);

	add(planner, "%s IN (SELECT report FROM subsystem WHERE ", owner(scope));
	add_match(planner, "name", name);
	add(planner, " OR ");
	add_match(planner, "path", name);
	/* `0` follows `/` */
	add(planner, " OR (path >= ?%zu AND path < ?%zu))",
	    bind_text(planner, pl_arena_printf(planner->arena, "%.*s/", (int)name.len, name.ptr)),
	    bind_text(planner, pl_arena_printf(planner->arena, "%.*s0", (int)name.len, name.ptr)));
}

static void add_sign(struct planner *planner, const struct scope *scope, int sign)
{
	const char *s = scope->suffix;

	add(planner,
	    "row_sign(t%s.kind, t%s.better, (SELECT direction FROM metric WHERE id = r%s.metric), "
	    "(SELECT name FROM metric WHERE id = r%s.metric), r%s.kind, r%s.change, r%s.note, "
	    "r%s.base_value, r%s.head_value, r%s.base_fails, r%s.base_runs, r%s.head_fails, "
	    "r%s.head_runs) = %d",
	    s, s, s, s, s, s, s, s, s, s, s, s, s, sign);
}

static void add_is(struct planner *planner, const struct scope *scope, enum pl_is is)
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
		add(planner, "NOT ");
		add_answered(planner, scope);
		break;
	case PL_IS_ROBOT:
		add(planner, "is_robot(m%s.from_name, m%s.from_address)", s, s);
		break;
	case PL_IS_HUMAN:
		add(planner, "NOT is_robot(m%s.from_name, m%s.from_address)", s, s);
		break;
	case PL_IS_PATCH:
		add(planner, "is_patch(m%s.subject)", s);
		break;
	case PL_IS_REPORT:
		add(planner, "EXISTS (SELECT 1 FROM report WHERE message = m%s.id)", s);
		break;
	}
}

static void add_range(struct planner *planner, const char *expression, const struct pl_range *range)
{
	if (range->has_low)
		add(planner, "%s >= ?%zu", expression, bind_number(planner, range->low));
	if (range->has_high)
		add(planner, "%s%s <= ?%zu", range->has_low ? " AND " : "", expression,
		    bind_number(planner, range->high));
}

static void add_row_term(struct planner *planner, const struct scope *scope,
			 const struct pl_node *node)
{
	const char *s = scope->suffix;
	char expression[128];

	switch (node->prefix) {
	case PL_PREFIX_FN:
	case PL_PREFIX_LEAF:
		add(planner,
		    "r%s.metric IN (SELECT g.metric FROM function f CROSS JOIN metric_function g "
		    "ON g.function = f.id WHERE (",
		    s);
		add_match(planner, "f.name", node->value);
		add(planner, " OR ");
		add_match(planner, "f.bare", node->value);
		add(planner, ")%s)", node->prefix == PL_PREFIX_LEAF ? " AND g.position = 0" : "");
		break;
	case PL_PREFIX_METRIC:
		add(planner, "r%s.metric IN (SELECT id FROM metric WHERE ", s);
		add_match(planner, "name", node->value);
		add(planner, ")");
		break;
	case PL_PREFIX_CHANGE:
		add(planner, "r%s.change_unit = '%s' AND ", s,
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

static void add_machine(struct planner *planner, const struct scope *scope, struct pl_text value)
{
	add(planner, "%s IN (SELECT v.id FROM machine w JOIN report v ON v.machine = w.id WHERE ",
	    owner(scope));
	add_match(planner, "w.tbox", value);
	add(planner, " OR has_words(w.text, ?%zu))", bind_text(planner, value));
}

static void add_term(struct planner *planner, const struct scope *scope, const struct pl_node *node)
{
	const char *s = scope->suffix;
	char column[32];

	switch (node->prefix) {
	case PL_PREFIX_MESSAGE_ID:
		g_snprintf(column, sizeof(column), "m%s.message_id", s);
		add_match(planner, column, node->value);
		break;
	case PL_PREFIX_LIST:
		add_list(planner, scope, node->value);
		break;
	case PL_PREFIX_DATE:
		if (node->period.has_from)
			add(planner, "m%s.date >= ?%zu", s,
			    bind_integer(planner, node->period.from));
		if (node->period.has_to)
			add(planner, "%sm%s.date <= ?%zu", node->period.has_from ? " AND " : "", s,
			    bind_integer(planner, node->period.to));
		break;
	case PL_PREFIX_COMMIT:
		add_named_commit(planner, scope, node->value);
		break;
	case PL_PREFIX_FIX:
		add(planner,
		    "m%s.thread IN (SELECT w.thread FROM commit_mention v JOIN message w ON "
		    "w.id = v.message WHERE v.role = 'fix' AND ",
		    s);
		add_commit(planner, "v.commit_id", node->value);
		add(planner, ")");
		break;
	case PL_PREFIX_TEST:
		add(planner, "%s IN (SELECT id FROM report WHERE ", owner(scope));
		add_match(planner, "testcase", node->value);
		add(planner, ")");
		break;
	case PL_PREFIX_MACHINE:
		add_machine(planner, scope, node->value);
		break;
	case PL_PREFIX_PARAM:
		add(planner, "%s IN (SELECT report FROM report_parameter WHERE ", owner(scope));
		add_match(planner, "key", node->key);
		add(planner, " AND ");
		add_match(planner, "value", node->value);
		add(planner, ")");
		break;
	case PL_PREFIX_SUBSYSTEM:
		add_subsystem(planner, scope, node->value);
		break;
	case PL_PREFIX_CULPRIT:
		add(planner, "%s IN (SELECT id FROM report WHERE ", owner(scope));
		add_commit(planner, "culprit", node->value);
		add(planner, ")");
		break;
	case PL_PREFIX_IS:
		add_is(planner, scope, node->is);
		break;
	default:
		add_words(planner, scope, node);
		break;
	}
}

static void add_expression(struct planner *planner, const struct scope *scope,
			   struct pl_node *node);

/* Reports or mails that have a row for which node is true. */
static void add_removed_things(struct planner *planner, struct pl_node *node)
{
	const struct scope scope = {CONTEXT_ROW, true, "2"};
	bool reports = planner->options->what == PL_WHAT_REPORTS;

	add(planner,
	    "(SELECT t2.%s FROM metric_row r2 JOIN metric_table t2 ON t2.id = r2.metric_table "
	    "JOIN message m2 ON m2.id = t2.message WHERE %s(",
	    reports ? "owner" : "message", reports ? "t2.owner IS NOT NULL AND " : "");
	add_expression(planner, &scope, node);
	add(planner, "))");
}

static void add_not(struct planner *planner, const struct scope *scope, struct pl_node *child)
{
	if (planner->options->what != PL_WHAT_ROWS && !scope->removing && has_row_terms(child)) {
		const char *thing =
		    planner->options->what == PL_WHAT_REPORTS ? owner(scope) : "m.id";

		add(planner, "%s NOT IN ", thing);
		add_removed_things(planner, child);
		return;
	}
	if (planner->options->what == PL_WHAT_MESSAGES && scope->context == CONTEXT_BARE &&
	    has_report_terms(child)) {
		/* No report of the mail may be so, not just one. */
		add(planner, "NOT EXISTS (SELECT 1 FROM report p WHERE p.message = m.id AND (");
		add_expression(planner, scope, child);
		add(planner, "))");
		return;
	}
	add(planner, "((");
	add_expression(planner, scope, child);
	add(planner, ") IS NOT TRUE)");
}

/* The children of node that are only about words, as one question to the text index.
 * What is only to be absent is asked for by itself, and removed. */
static void add_children(struct planner *planner, const struct scope *scope,
			 const struct pl_node *node)
{
	const char *join = node->kind == PL_NODE_AND ? " AND " : " OR ";
	struct pl_node *words = new_node(planner->arena, node->kind, node);
	bool any = false, wanted = false;

	for (size_t i = 0; i < node->n_children; i++)
		if (is_text_only(node->children[i])) {
			*PL_PUSH(planner->arena, words->children, words->n_children) =
			    node->children[i];
			wanted = wanted || node->children[i]->kind != PL_NODE_NOT;
		}
	if (node->kind == PL_NODE_OR)
		for (size_t i = 0; i < words->n_children; i++)
			wanted = wanted && words->children[i]->kind != PL_NODE_NOT;
	wanted = wanted && words->n_children > 1;
	if (wanted) {
		add_words(planner, scope, words);
		any = true;
	}
	for (size_t i = 0; i < node->n_children; i++) {
		if (wanted && is_text_only(node->children[i]))
			continue;
		add(planner, "%s(", any ? join : "");
		add_expression(planner, scope, node->children[i]);
		add(planner, ")");
		any = true;
	}
}

static void add_expression(struct planner *planner, const struct scope *scope, struct pl_node *node)
{
	switch (node->kind) {
	case PL_NODE_TERM:
		if (!pl_node_is_row_term(node))
			add_term(planner, scope, node);
		else if (scope->context == CONTEXT_ROW)
			add_row_term(planner, scope, node);
		else
			add(planner, "FALSE");
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

static void add_where(struct planner *planner, enum context context, struct pl_node *node)
{
	const struct scope scope = {context, false, ""};

	if (!node) {
		add(planner, "TRUE");
		return;
	}
	add(planner, "(");
	add_expression(planner, &scope, node);
	add(planner, ")");
}

#define UNIT_RANK(unit) "CASE " unit " WHEN '%' THEN 0 WHEN 'abs' THEN 1 ELSE 2 END"

/* How a thing is ordered by its best row; the ties are the caller's. */
static const char *row_order(enum pl_sort sort)
{
	switch (sort) {
	case PL_SORT_BEST:
		return UNIT_RANK("unit") ", effect DESC, ";
	case PL_SORT_EFFECT:
		return "effect DESC, ";
	case PL_SORT_CHANGE:
		return "abs(change) DESC, ";
	case PL_SORT_METRIC:
		return "metric IS NULL, metric, ";
	case PL_SORT_DATE:
	case PL_SORT_NEWEST:
	case PL_SORT_MAIL:
		break;
	}
	return "";
}

/* The order among equals: newest first, unless dates are what is sorted by. */
static const char *date_order(enum pl_sort sort)
{
	return sort == PL_SORT_DATE || sort == PL_SORT_MAIL ? "date" : "date DESC";
}

static void add_limit(struct planner *planner)
{
	const struct pl_search_options *options = planner->options;

	if (options->limit < 0 && !options->offset)
		return;
	add(planner, " LIMIT ?%zu OFFSET ?%zu", bind_integer(planner, options->limit),
	    bind_integer(planner, options->offset));
}

static const char *total(const struct planner *planner)
{
	return planner->options->limit < 0 ? "NULL" : "count(*) OVER ()";
}

static const char *metric_name(const struct planner *planner)
{
	return planner->options->sort == PL_SORT_METRIC
		   ? "(SELECT name FROM metric WHERE id = r.metric)"
		   : "NULL";
}

static void plan_rows(struct planner *planner, struct pl_node *node)
{
	bool fold = !planner->options->all_copies;
	enum pl_sort sort = planner->options->sort;

	add(planner,
	    "WITH hit AS (SELECT r.metric_table AS tab, r.position AS pos, r.compared AS cmp, "
	    "r.change_unit AS unit, r.effect AS effect, r.change AS change, r.line AS line, "
	    "m.date AS date, m.message_id AS message_id, %s AS metric, r.copies AS copies, "
	    "r.copy_table AS home, r.copy_position AS home_pos "
	    "FROM metric_row r JOIN metric_table t ON t.id = r.metric_table "
	    "JOIN message m ON m.id = t.message WHERE ",
	    metric_name(planner));
	add_where(planner, CONTEXT_ROW, node);
	add(planner, ")");
	if (fold)
		/* One of each family of copies, which goes by the row that they copy. */
		add(planner,
		    ", kept AS (SELECT *, row_number() OVER (PARTITION BY ifnull(home, tab), "
		    "ifnull(home_pos, pos), cmp ORDER BY home IS NOT NULL, date IS NULL, date, "
		    "message_id, line) AS nth FROM hit)");
	add(planner, " SELECT tab, pos, cmp, ");
	if (fold)
		add(planner,
		    "ifnull((SELECT o.copies FROM metric_row o WHERE o.metric_table = home "
		    "AND o.position = home_pos AND o.compared = cmp), copies)");
	else
		add(planner, "NULL");
	add(planner, ", %s FROM %s ORDER BY %s%s, message_id, line, cmp, tab, pos", total(planner),
	    fold ? "kept WHERE nth = 1" : "hit", row_order(sort), date_order(sort));
	add_limit(planner);
}

/* Where a bare context comes from, and what it is sorted by in place of a row. */
struct bare {
	const char *thing, *from, *change, *metric;
};

/* The contexts in which a report or mail can match, as rows of table hit. */
static void add_hits(struct planner *planner, struct pl_node *node, const char *thing,
		     const struct bare *bare)
{
	bool rows = node && wants_row(node);

	add(planner,
	    "WITH hit(thing, tab, home, home_pos, cmp, unit, effect, change, metric) AS (");
	if (rows) {
		add(planner,
		    "SELECT %s, r.metric_table, ifnull(r.copy_table, r.metric_table), "
		    "ifnull(r.copy_position, r.position), r.compared, r.change_unit, r.effect, "
		    "r.change, %s FROM metric_row r JOIN metric_table t ON t.id = r.metric_table "
		    "JOIN message m ON m.id = t.message WHERE %s IS NOT NULL AND ",
		    thing, metric_name(planner), thing);
		add_where(planner, CONTEXT_ROW, node);
	}
	if (!rows || !needs_row(node)) {
		add(planner,
		    "%sSELECT %s, NULL, NULL, NULL, NULL, NULL, NULL, %s, %s FROM %s WHERE ",
		    rows ? " UNION ALL " : "", bare->thing, bare->change, bare->metric, bare->from);
		add_where(planner, CONTEXT_BARE, node);
	}
	/* A row that stands several times in what belongs to the thing counts once. */
	add(planner,
	    "), once AS (SELECT *, row_number() OVER (PARTITION BY thing, home, home_pos, cmp) AS "
	    "nth "
	    "FROM hit), best AS (SELECT thing, unit, effect, change, metric, "
	    "count(tab) OVER (PARTITION BY thing) AS n, row_number() OVER (PARTITION BY thing "
	    "ORDER BY tab IS NULL, %seffect) AS nth FROM once WHERE nth = 1)",
	    row_order(planner->options->sort));
}

static void plan_reports(struct planner *planner, struct pl_node *node)
{
	bool fold = !planner->options->all_copies;
	enum pl_sort sort = planner->options->sort;

	struct bare bare = {
	    .thing = "p.id",
	    .from = "report p JOIN message m ON m.id = p.message",
	    .change = sort == PL_SORT_CHANGE ? "p.change" : "NULL",
	    .metric = sort == PL_SORT_METRIC ? "p.metric" : "NULL",
	};

	add_hits(planner, node, "t.owner", &bare);
	add(planner,
	    ", found AS (SELECT thing, unit, effect, best.change AS change, "
	    "best.metric AS metric, n, p.position AS position, "
	    "p.copy_of AS home, p.copies AS copies, m.date AS date, m.message_id AS message_id "
	    "FROM best JOIN report p ON p.id = thing JOIN message m ON m.id = p.message WHERE nth "
	    "= 1)");
	if (fold)
		add(planner,
		    ", kept AS (SELECT *, row_number() OVER (PARTITION BY ifnull(home, thing) "
		    "ORDER BY home IS NOT NULL, date IS NULL, date, message_id, position) AS nth "
		    "FROM found)");
	add(planner, " SELECT thing, %s, ", planner->plan->has_row_terms ? "n" : "NULL");
	if (fold)
		add(planner, "ifnull((SELECT o.copies FROM report o WHERE o.id = home), copies)");
	else
		add(planner, "NULL");
	add(planner, ", %s FROM %s ORDER BY %s%s, message_id, position", total(planner),
	    fold ? "kept WHERE nth = 1" : "found", row_order(sort), date_order(sort));
	add_limit(planner);
}

static void plan_messages(struct planner *planner, struct pl_node *node)
{
	const struct pl_search_options *options = planner->options;
	bool reports = node && has_report_terms(node);
	struct bare bare = {
	    .thing = "m.id",
	    .from = reports ? "message m LEFT JOIN report p ON p.message = m.id" : "message m",
	    .change = "NULL",
	    .metric = "NULL",
	};

	add_hits(planner, node, "t.message", &bare);
	add(planner,
	    " SELECT thing, 0, 0, %s FROM best JOIN message m ON m.id = thing WHERE nth = 1%s "
	    "ORDER BY %s%s, message_id, m.version",
	    total(planner),
	    options->records_only ? " AND thing IN (SELECT message FROM message_text)" : "",
	    row_order(options->sort), date_order(options->sort));
	add_limit(planner);
}

void pl_plan_build(struct pl_arena *arena, struct pl_node *node,
		   const struct pl_search_options *options, unsigned serial,
		   struct pl_plan *plan_out)
{
	struct planner planner = {arena, plan_out, options, serial};

	*plan_out = (struct pl_plan){.sql = g_string_new(NULL)};
	if (node) {
		node = simplify(arena, node);
		plan_out->has_row_terms = wants_row(node);
		plan_out->node = node;
	}
	switch (options->what) {
	case PL_WHAT_ROWS:
		plan_rows(&planner, node);
		break;
	case PL_WHAT_REPORTS:
		plan_reports(&planner, node);
		break;
	case PL_WHAT_MESSAGES:
		plan_messages(&planner, node);
		break;
	}
}

void pl_plan_lines(struct pl_arena *arena, struct pl_node *node, unsigned serial,
		   struct pl_plan *plan_out)
{
	const struct pl_search_options options = {.what = PL_WHAT_ROWS};
	struct planner planner = {arena, plan_out, &options, serial};

	*plan_out = (struct pl_plan){.sql = NULL};
	if (!node || !(wants_row(node) || has_report_terms(node)))
		return;
	plan_out->sql = g_string_new(NULL);
	if (wants_row(node)) {
		add(&planner, "SELECT DISTINCT r.line FROM metric_row r JOIN metric_table t ON "
			      "t.id = r.metric_table JOIN message m ON m.id = t.message WHERE ");
		add_where(&planner, CONTEXT_ROW, node);
	} else {
		add(&planner, "SELECT DISTINCT p.line FROM report p JOIN message m ON "
			      "m.id = p.message WHERE ");
		add_where(&planner, CONTEXT_BARE, node);
	}
	add(&planner, " AND m.id = ?%zu ORDER BY 1", bind_integer(&planner, 0));
}

void pl_plan_clear(struct pl_plan *plan)
{
	if (plan->sql)
		g_string_free(plan->sql, TRUE);
	plan->sql = NULL;
}
