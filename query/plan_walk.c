/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "plan_walk.h"

#include "plan_sql.h"

/* Rows of the metrics up to which those that match something else as well are counted. */
#define COUNTED_MAX 3000

static bool is_metric_term(const struct pl_node *node)
{
	return node->prefix == PL_PREFIX_FN || node->prefix == PL_PREFIX_LEAF ||
	       node->prefix == PL_PREFIX_METRIC;
}

static bool is_about_metrics(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return is_metric_term(node);
	if (node->kind == PL_NODE_NOT)
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (!is_about_metrics(node->children[i]))
			return false;
	return true;
}

/* Few rows belong to what it names. */
static bool is_rare(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return node->prefix == PL_PREFIX_COMMIT || node->prefix == PL_PREFIX_CULPRIT ||
		       node->prefix == PL_PREFIX_FIX || node->prefix == PL_PREFIX_MESSAGE_ID;
	if (node->kind == PL_NODE_NOT)
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (is_rare(node->children[i]) != (node->kind == PL_NODE_OR))
			return node->kind == PL_NODE_AND;
	return node->kind == PL_NODE_OR;
}

static struct pl_node *of_children(struct pl_planner *planner, const struct pl_node *node,
				   bool metrics)
{
	struct pl_node *part = pl_node_new(planner->arena, PL_NODE_AND, node);

	for (size_t i = 0; i < node->n_children; i++)
		if (is_about_metrics(node->children[i]) == metrics)
			*PL_PUSH(planner->arena, part->children, part->n_children) =
			    node->children[i];
	return part->n_children > 1 ? part : part->n_children ? part->children[0] : NULL;
}

bool pl_walk_fits(struct pl_planner *planner, struct pl_node *node, struct pl_walk *walk_out)
{
	const struct pl_search_options *options = planner->options;

	if (!node || options->limit < 1 ||
	    (options->sort != PL_SORT_BEST && options->sort != PL_SORT_EFFECT))
		return false;
	*walk_out = (struct pl_walk){node, NULL};
	if (is_about_metrics(node))
		return true;
	if (node->kind != PL_NODE_AND || is_rare(node))
		return false;
	walk_out->metrics = of_children(planner, node, true);
	walk_out->rest = of_children(planner, node, false);
	return walk_out->metrics;
}

static void add_text(struct pl_planner *planner, const char *text)
{
	g_string_append(planner->plan->sql, text);
}

static const char originals[] = "r.copy_table IS NULL AND ";

/* Rows r of what stands in tables, which are joined in this order, on their index. */
static void add_rows(struct pl_planner *planner, const char *tables, const char *on,
		     const char *needs, const char *where)
{
	bool mail = pl_plan_mentions(needs, 'm') || pl_plan_mentions(where, 'm');

	pl_plan_add(planner, "%s CROSS JOIN metric_row r INDEXED BY metric_row_best ON %s", tables,
		    on);
	if (mail || pl_plan_mentions(needs, 't') || pl_plan_mentions(where, 't'))
		add_text(planner, " CROSS JOIN metric_table t ON t.id = r.metric_table");
	if (mail)
		add_text(planner, " CROSS JOIN message m ON m.id = t.message");
	add_text(planner, " WHERE ");
}

/* Rows as tab, pos, cmp, rank and strength: those that stand for themselves, and, where a
 * copy may match without its original, the first copies of such. */
static void add_hits(struct pl_planner *planner, const struct pl_walk *walk, const char *tables,
		     const char *on, const char *where)
{
	const struct pl_scope copy_scope = {PL_CONTEXT_ROW, true, "2"};
	bool fold = !planner->options->all_copies;
	char *columns = g_strdup_printf("r.metric_table AS tab, r.position AS pos, r.compared AS "
					"cmp, unit.rank AS rank, ifnull(r.effect, -1) AS strength");
	char *original;

	pl_plan_add(planner, "SELECT %s FROM ", columns);
	add_rows(planner, tables, on, "", where);
	pl_plan_add(planner, "%s%s", fold ? originals : "", where);
	if (fold && walk->rest && !pl_shape_has_only_row_terms(walk->rest)) {
		original = pl_plan_condition(planner, &copy_scope, walk->rest);
		pl_plan_add(planner,
			    " UNION ALL SELECT tab, pos, cmp, rank, strength FROM (SELECT %s, "
			    "row_number() OVER (PARTITION BY r.copy_table, r.copy_position, "
			    "r.compared ORDER BY m.date IS NULL, m.date, m.message_id, r.line) AS "
			    "nth FROM ",
			    columns);
		add_rows(planner, tables, on, "m.", where);
		pl_plan_add(planner, "r.copy_table IS NOT NULL AND %s AND NOT EXISTS ", where);
		pl_plan_add_original(planner, original);
		add_text(planner, ") WHERE nth = 1");
		g_free(original);
	}
	g_free(columns);
}

static void add_walk(struct pl_planner *planner, const struct pl_walk *walk)
{
	const struct pl_scope metrics_scope = {PL_CONTEXT_METRIC, false, ""};
	bool ranks = planner->options->sort == PL_SORT_BEST;
	char *metrics = pl_plan_condition(planner, &metrics_scope, walk->metrics);

	/* Without a LIMIT, SQLite drops the order of what stands in a join. */
	pl_plan_add(
	    planner,
	    "family(metric) AS MATERIALIZED (SELECT n.id FROM metric n WHERE %s), "
	    "units(rank, unit) AS (VALUES (0, '%%'), (%d, 'abs'), (%d, NULL)), "
	    "walk(rank, unit, metric, effect) AS NOT MATERIALIZED (SELECT u.rank, u.unit, "
	    "f.metric, "
	    "(SELECT i.effect FROM metric_row i WHERE i.metric = f.metric AND i.change_unit IS "
	    "u.unit ORDER BY i.effect DESC LIMIT 1) FROM family f CROSS JOIN units u UNION ALL "
	    "SELECT w.rank, w.unit, w.metric, (SELECT i.effect FROM metric_row i WHERE "
	    "i.metric = w.metric AND i.change_unit IS w.unit AND i.effect < w.effect ORDER BY "
	    "i.effect DESC LIMIT 1) FROM walk w WHERE w.effect IS NOT NULL ORDER BY 1, 4 DESC "
	    "LIMIT -1), ",
	    metrics, ranks, ranks ? 2 : 0);
	g_free(metrics);
}

/* The parts of the index within the edge. */
static void add_span(struct pl_planner *planner)
{
	add_text(planner,
		 "span(rank, unit, least) AS MATERIALIZED (SELECT u.rank, u.unit, "
		 "iif(u.rank = e.rank, ifnull(e.effect, -1), -1) FROM units u LEFT JOIN edge e "
		 "WHERE u.unit IS NOT NULL AND (e.rank IS NULL OR u.rank <= e.rank)), "
		 "last(rank) AS MATERIALIZED (SELECT max(rank) FROM units WHERE "
		 "(SELECT effect IS NULL FROM edge) IS NOT FALSE HAVING max(rank) IS NOT NULL), ");
}

static const char step[] =
    "r.metric = w.metric AND r.change_unit IS w.unit AND r.effect IS w.effect";
static const char within[] =
    "r.metric = f.metric AND r.change_unit = unit.unit AND r.effect >= unit.least";
static const char beyond[] = "r.metric = f.metric AND r.change_unit IS NULL";

void pl_walk_add(struct pl_planner *planner, const struct pl_walk *walk)
{
	const struct pl_search_options *options = planner->options;
	const struct pl_scope scope = {PL_CONTEXT_ROW, false, ""};
	char *where = pl_plan_condition(planner, &scope, walk->rest);

	add_walk(planner, walk);
	add_text(planner, "edge(rank, effect) AS MATERIALIZED (SELECT w.rank, w.effect FROM ");
	add_rows(planner, "walk w", step, "", where);
	/* Copies that stand for themselves are left out: the edge may be further than needed,
	 * never nearer. */
	pl_plan_add(planner, "%s%s LIMIT 1 OFFSET ?%zu), ", options->all_copies ? "" : originals,
		    where, pl_plan_bind_integer(planner, options->limit + options->offset - 1));
	add_span(planner);
	add_text(planner, "hit AS MATERIALIZED (");
	add_hits(planner, walk, "span unit CROSS JOIN family f", within, where);
	add_text(planner, " UNION ALL ");
	add_hits(planner, walk, "last unit CROSS JOIN family f", beyond, where);
	add_text(planner, ")");
	g_free(where);
}

/* Things of the rows of what stands in tables. */
static void add_things(struct pl_planner *planner, const char *thing, const char *tables,
		       const char *on, const char *where)
{
	pl_plan_add(planner, "SELECT DISTINCT %s AS thing FROM ", thing);
	add_rows(planner, tables, on, thing, where);
	pl_plan_add(planner, "%s IS NOT NULL AND %s", thing, where);
}

static bool folds(const struct pl_planner *planner)
{
	return planner->options->what == PL_WHAT_REPORTS && !planner->options->all_copies;
}

void pl_walk_add_things(struct pl_planner *planner, const struct pl_walk *walk, const char *thing)
{
	const struct pl_search_options *options = planner->options;
	const struct pl_scope scope = {PL_CONTEXT_ROW, false, ""};
	char *where = pl_plan_condition(planner, &scope, walk->rest);
	bool ranks = options->sort == PL_SORT_BEST;

	add_walk(planner, walk);
	add_text(planner, "nth(thing) AS MATERIALIZED (");
	add_things(planner, thing, "walk w", step, where);
	pl_plan_add(planner, "%s LIMIT 1 OFFSET ?%zu), ",
		    folds(planner) ? " AND (SELECT copy_of FROM report WHERE id = t.owner) IS NULL"
				   : "",
		    pl_plan_bind_integer(planner, options->limit + options->offset - 1));
	pl_plan_add(planner,
		    "edge(rank, effect) AS MATERIALIZED (SELECT CASE r.change_unit WHEN '%%' THEN "
		    "0 WHEN 'abs' THEN %d ELSE %d END, r.effect FROM nth CROSS JOIN metric_table t "
		    "ON %s = nth.thing CROSS JOIN metric_row r ON r.metric_table = t.id CROSS JOIN "
		    "message m ON m.id = t.message WHERE r.metric IN (SELECT metric FROM family) "
		    "AND %s ORDER BY 1, 2 DESC LIMIT 1), ",
		    ranks, ranks ? 2 : 0, thing, where);
	add_span(planner);
	add_text(planner, "within(thing) AS MATERIALIZED (");
	add_things(planner, thing, "span unit CROSS JOIN family f", within, where);
	add_text(planner, " UNION ");
	add_things(planner, thing, "last unit CROSS JOIN family f", beyond, where);
	/* Copies have one content. */
	add_text(planner, folds(planner)
			      ? "), candidate(thing) AS MATERIALIZED (SELECT DISTINCT d.id FROM "
				"within CROSS JOIN report c ON c.id = within.thing CROSS JOIN "
				"report d ON d.content = c.content)"
			      : "), candidate(thing) AS (SELECT thing FROM within)");
	g_free(where);
}

/* Begins the number of all that match: known is what it is where no edge was reached, so that
 * all were found. Else, if more is asked for than metrics, it is counted among few rows only: to
 * look up the reports of many rows takes longer than to find the page. */
static void begin_total(struct pl_planner *planner, const struct pl_walk *walk, const char *known)
{
	planner->plan->counts_bounded = true;
	pl_plan_add(planner, "CASE WHEN NOT EXISTS (SELECT 1 FROM edge) THEN %s ", known);
	if (walk->rest)
		pl_plan_add(
		    planner,
		    "WHEN (SELECT count(*) FROM (SELECT 1 FROM family f CROSS JOIN metric_row "
		    "r INDEXED BY metric_row_best ON r.metric = f.metric LIMIT %d)) > %d THEN "
		    "-1 ",
		    COUNTED_MAX + 1, COUNTED_MAX);
	add_text(planner, "ELSE ");
}

void pl_walk_add_things_total(struct pl_planner *planner, const struct pl_walk *walk,
			      const char *thing)
{
	const struct pl_scope scope = {PL_CONTEXT_ROW, false, ""};
	char *where = pl_plan_condition(planner, &scope, walk->rest);

	begin_total(planner, walk, "count(*) OVER ()");
	pl_plan_add(planner, "(SELECT count(*) FROM (SELECT DISTINCT %s FROM ",
		    folds(planner) ? "(SELECT ifnull(copy_of, id) FROM report WHERE id = t.owner)"
				   : thing);
	add_rows(planner, "family f", "r.metric = f.metric", thing, where);
	pl_plan_add(planner, "%s IS NOT NULL AND %s LIMIT %d)) END", thing, where,
		    PL_TOTAL_MAX + 1);
	g_free(where);
}

void pl_walk_add_total(struct pl_planner *planner, const struct pl_walk *walk)
{
	const struct pl_scope scope = {PL_CONTEXT_ROW, false, ""};
	char *where = pl_plan_condition(planner, &scope, walk->rest);

	begin_total(planner, walk, "(SELECT count(*) FROM hit)");
	add_text(planner, "(SELECT count(*) FROM (");
	add_hits(planner, walk, "(SELECT 0 AS rank) unit CROSS JOIN family f",
		 "r.metric = f.metric", where);
	pl_plan_add(planner, " LIMIT %d)) END", PL_TOTAL_MAX + 1);
	g_free(where);
}
