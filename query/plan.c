/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The statement. The ideas:
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
 * Copies are folded among what matches: an original stands for its copies, and where it
 * does not match itself, the first copy that does.
 *
 * The strongest rows of a few metrics are found in another way: plan_walk.c.
 */
#include "plan_internal.h"
#include "plan_sql.h"
#include "plan_walk.h"

static void add_where(struct pl_planner *planner, enum pl_context context, struct pl_node *node)
{
	const struct pl_scope scope = {context, false, ""};
	char *text = pl_plan_condition(planner, &scope, node);

	g_string_append(planner->plan->sql, text);
	g_free(text);
}

bool pl_plan_mentions(const char *text, char alias)
{
	for (const char *at = text; *at; at++)
		if (at[0] == alias && at[1] == '.' &&
		    (at == text || !(g_ascii_isalnum(at[-1]) || at[-1] == '_')))
			return true;
	return false;
}

/* Rows, and what their condition needs of their table and mail: a question that only asks
 * for metrics never leaves their index. */
static void add_rows_from(struct pl_planner *planner, const char *needs, const char *where)
{
	bool mail = pl_plan_mentions(needs, 'm') || pl_plan_mentions(where, 'm');

	pl_plan_add(planner, "metric_row r");
	if (mail || pl_plan_mentions(needs, 't') || pl_plan_mentions(where, 't'))
		pl_plan_add(planner, " JOIN metric_table t ON t.id = r.metric_table");
	if (mail)
		pl_plan_add(planner, " JOIN message m ON m.id = t.message");
	pl_plan_add(planner, " WHERE ");
}

/* A row's place in the order: rank, then strength, descending; neither is ever NULL. The
 * ties are the caller's. */
static const char *row_rank(enum pl_sort sort)
{
	return sort == PL_SORT_BEST
		   ? "CASE r.change_unit WHEN '%' THEN 0 WHEN 'abs' THEN 1 ELSE 2 END"
		   : "0";
}

static const char *row_strength(enum pl_sort sort)
{
	switch (sort) {
	case PL_SORT_BEST:
	case PL_SORT_EFFECT:
		return "ifnull(r.effect, -1)";
	case PL_SORT_CHANGE:
		return "ifnull(abs(r.change), -1)";
	case PL_SORT_DATE:
	case PL_SORT_MAIL:
	case PL_SORT_NONE:
		return "ifnull(-m.date, 9e18)";
	case PL_SORT_NEWEST:
		return "ifnull(m.date, -9e18)";
	case PL_SORT_METRIC:
		break;
	}
	return "0";
}

/* The order among equals: newest first, unless dates are what is sorted by. */
static const char *date_order(enum pl_sort sort)
{
	return sort == PL_SORT_DATE || sort == PL_SORT_MAIL || sort == PL_SORT_NONE ? "m.date"
										    : "m.date DESC";
}

static void add_limit(struct pl_planner *planner)
{
	const struct pl_search_options *options = planner->options;

	if (options->limit < 0 && !options->offset)
		return;
	pl_plan_add(planner, " LIMIT ?%zu OFFSET ?%zu",
		    pl_plan_bind_integer(planner, options->limit),
		    pl_plan_bind_integer(planner, options->offset));
}

void pl_plan_add_original(struct pl_planner *planner, const char *condition)
{
	pl_plan_add(planner,
		    "(SELECT 1 FROM metric_row r2 JOIN metric_table t2 ON t2.id = r2.metric_table "
		    "JOIN message m2 ON m2.id = t2.message WHERE r2.metric_table = r.copy_table "
		    "AND r2.position = r.copy_position AND r2.compared = r.compared AND %s)",
		    condition);
}

/* Copies whose original does not match, the first of each family. Where only rows are
 * asked for there are none: a copy says what its original says. */
static void add_orphans(struct pl_planner *planner, struct pl_node *node, const char *columns,
			const char *where)
{
	const struct pl_scope scope = {PL_CONTEXT_ROW, true, "2"};
	char *original = pl_plan_condition(planner, &scope, node);

	pl_plan_add(
	    planner,
	    " UNION ALL SELECT tab, pos, cmp, rank, strength FROM (SELECT %s, row_number() OVER ("
	    "PARTITION BY r.copy_table, r.copy_position, r.compared ORDER BY m.date IS NULL, "
	    "m.date, m.message_id, r.line) AS nth FROM ",
	    columns);
	add_rows_from(planner, "m.", where);
	pl_plan_add(planner, "r.copy_table IS NOT NULL AND %s AND NOT EXISTS ", where);
	pl_plan_add_original(planner, original);
	pl_plan_add(planner, ") WHERE nth = 1");
	g_free(original);
}

/* Everything, mail by mail, so that nothing but the rows of one day is sorted. */
static void plan_all_rows(struct pl_planner *planner)
{
	pl_plan_add(
	    planner,
	    "SELECT r.metric_table, r.position, r.compared, NULL, NULL FROM message m "
	    "CROSS JOIN metric_table t ON t.message = m.id CROSS JOIN metric_row r ON "
	    "r.metric_table = t.id ORDER BY m.date, m.message_id, r.line, r.compared, t.id, "
	    "r.position");
	add_limit(planner);
}

/* Mails by their arrival. A copy that arrived is none of these where what it copies was
 * there before, so this is asked of what is shown, not of what matches. */
static void add_arrival(struct pl_planner *planner, const char *word)
{
	const struct pl_search_options *options = planner->options;

	if (options->until)
		pl_plan_add(planner, "%sm.id > ?%zu AND m.id <= ?%zu", word,
			    pl_plan_bind_integer(planner, options->after),
			    pl_plan_bind_integer(planner, options->until));
}

/* Every row that matches, as table hit. */
static void add_all_hits(struct pl_planner *planner, struct pl_node *node)
{
	const struct pl_search_options *options = planner->options;
	const struct pl_scope scope = {PL_CONTEXT_ROW, false, ""};
	bool fold = !options->all_copies;
	char *where = pl_plan_condition(planner, &scope, node), *columns;

	columns = g_strdup_printf("r.metric_table AS tab, r.position AS pos, r.compared AS cmp, "
				  "%s AS rank, %s AS strength",
				  row_rank(options->sort), row_strength(options->sort));
	pl_plan_add(planner, "hit AS MATERIALIZED (SELECT %s FROM ", columns);
	add_rows_from(planner, options->until ? "m." : columns, where);
	pl_plan_add(planner, "%s%s", fold ? "r.copy_table IS NULL AND " : "", where);
	add_arrival(planner, " AND ");
	if (fold && node && !pl_shape_has_only_row_terms(node))
		add_orphans(planner, node, columns, where);
	g_free(columns);
	g_free(where);
	pl_plan_add(planner, ")");
}

static void plan_rows(struct pl_planner *planner, struct pl_node *node)
{
	const struct pl_search_options *options = planner->options;
	bool fold = !options->all_copies;
	struct pl_walk walk;
	bool walks = pl_walk_fits(planner, node, &walk);
	/* What cannot be among the results shown is dropped before the ties are looked at. */
	bool edge = !walks && options->limit > 0 && options->sort != PL_SORT_METRIC;

	if (!node && !fold && options->sort == PL_SORT_MAIL) {
		plan_all_rows(planner);
		return;
	}
	pl_plan_add(planner, "WITH RECURSIVE ");
	if (walks)
		pl_walk_add(planner, &walk);
	else
		add_all_hits(planner, node);
	if (edge)
		pl_plan_add(
		    planner,
		    ", edge(rank, weakness) AS (SELECT rank, -strength FROM hit ORDER BY rank, "
		    "strength DESC LIMIT 1 OFFSET ?%zu)",
		    pl_plan_bind_integer(planner, options->limit + options->offset - 1));
	pl_plan_add(planner, " SELECT tab, pos, cmp, ");
	if (fold)
		pl_plan_add(
		    planner,
		    "ifnull((SELECT o.copies FROM metric_row o WHERE o.metric_table = r.copy_table "
		    "AND o.position = r.copy_position AND o.compared = cmp), r.copies)");
	else
		pl_plan_add(planner, "NULL");
	pl_plan_add(planner, ", ");
	if (walks)
		pl_walk_add_total(planner, &walk);
	else
		pl_plan_add(planner, options->limit < 0 ? "NULL" : "(SELECT count(*) FROM hit)");
	pl_plan_add(planner,
		    " FROM hit CROSS JOIN metric_row r ON r.metric_table = tab AND r.position = "
		    "pos AND r.compared = cmp CROSS JOIN metric_table t ON t.id = tab CROSS JOIN "
		    "message m ON m.id = t.message");
	if (edge)
		pl_plan_add(planner,
			    " WHERE NOT EXISTS (SELECT 1 FROM edge) OR (hit.rank, -strength) <= "
			    "(SELECT rank, weakness FROM edge)");
	else
		add_arrival(planner, " WHERE ");
	pl_plan_add(planner, " ORDER BY ");
	if (options->sort == PL_SORT_METRIC)
		pl_plan_add(planner,
			    "r.metric IS NULL, (SELECT name FROM metric WHERE id = r.metric), ");
	pl_plan_add(planner, "hit.rank, strength DESC, %s, m.message_id, r.line, cmp, tab, pos",
		    date_order(options->sort));
	add_limit(planner);
}

/* Where a bare context comes from, and what it is sorted by in place of a row. */
struct bare {
	const char *thing, *from, *change, *metric;
};

/* A thing's place in the order, of its rows: first, and where that is NULL, second. */
static const char *thing_first(enum pl_sort sort)
{
	switch (sort) {
	case PL_SORT_BEST:
		return "max(iif(r.change_unit = '%', r.effect, NULL))";
	case PL_SORT_EFFECT:
		return "max(r.effect)";
	case PL_SORT_CHANGE:
		return "max(abs(r.change))";
	case PL_SORT_METRIC:
		return "min((SELECT name FROM metric WHERE id = r.metric))";
	case PL_SORT_DATE:
	case PL_SORT_NEWEST:
	case PL_SORT_MAIL:
	case PL_SORT_NONE:
		break;
	}
	return "NULL";
}

static const char *thing_order(enum pl_sort sort)
{
	switch (sort) {
	case PL_SORT_BEST:
		return "first DESC, iif(first IS NULL, second, NULL) DESC, ";
	case PL_SORT_METRIC:
		return "first IS NULL, first, ";
	case PL_SORT_EFFECT:
	case PL_SORT_CHANGE:
		return "first DESC, ";
	case PL_SORT_DATE:
	case PL_SORT_NEWEST:
	case PL_SORT_MAIL:
	case PL_SORT_NONE:
		break;
	}
	return "";
}

/* The reports or mails that match, once each, as table best; with walk, those of them that
 * may be on the page. */
static void add_best(struct pl_planner *planner, struct pl_node *node, const char *thing,
		     const struct bare *bare, const struct pl_walk *walk)
{
	const struct pl_scope scope = {PL_CONTEXT_ROW, false, ""};
	enum pl_sort sort = planner->options->sort;
	bool rows = node && pl_shape_wants_row(node);

	pl_plan_add(planner, "WITH RECURSIVE ");
	if (walk) {
		pl_walk_add_things(planner, walk, thing);
		pl_plan_add(planner, ", ");
	}
	pl_plan_add(planner, "hit(thing, first, second) AS (");
	if (rows) {
		char *where = pl_plan_condition(planner, &scope, node);

		pl_plan_add(planner, "SELECT %s, %s, %s FROM ", thing, thing_first(sort),
			    sort == PL_SORT_BEST ? "max(iif(r.change_unit = 'abs', r.effect, NULL))"
						 : "NULL");
		if (walk)
			pl_plan_add(planner,
				    "candidate CROSS JOIN metric_table t ON %s = candidate.thing "
				    "CROSS JOIN metric_row r ON r.metric_table = t.id CROSS JOIN "
				    "message m ON m.id = t.message WHERE ",
				    thing);
		else
			add_rows_from(planner, thing, where);
		pl_plan_add(planner, "%s IS NOT NULL AND %s GROUP BY %s", thing, where, thing);
		g_free(where);
	}
	if (!rows || !pl_shape_needs_row(node)) {
		pl_plan_add(planner, "%sSELECT %s, %s, NULL FROM %s WHERE ",
			    rows ? " UNION ALL " : "", bare->thing,
			    sort == PL_SORT_METRIC ? bare->metric : bare->change, bare->from);
		add_where(planner, PL_CONTEXT_BARE, node);
	}
	pl_plan_add(planner,
		    "), best AS (SELECT thing, %s(first) AS first, max(second) AS second FROM hit "
		    "GROUP BY thing)",
		    sort == PL_SORT_METRIC ? "min" : "max");
}

static void add_total(struct pl_planner *planner, const char *thing, const struct pl_walk *walk)
{
	if (walk)
		pl_walk_add_things_total(planner, walk, thing);
	else
		pl_plan_add(planner, planner->options->limit < 0 ? "NULL" : "count(*) OVER ()");
}

/* Whether things are found by the strongest of their rows. What may be true without a row
 * has none, and what arrived or has records is few of all. */
static bool walks_things(struct pl_planner *planner, struct pl_node *node, struct pl_walk *walk_out)
{
	const struct pl_search_options *options = planner->options;

	return !options->until && !options->records_only && node && pl_shape_needs_row(node) &&
	       pl_walk_fits(planner, node, walk_out);
}

static void plan_reports(struct pl_planner *planner, struct pl_node *node)
{
	bool fold = !planner->options->all_copies;
	enum pl_sort sort = planner->options->sort;
	struct pl_walk found;
	const struct pl_walk *walk = walks_things(planner, node, &found) ? &found : NULL;
	struct bare bare = {
	    .thing = "p.id",
	    .from = "report p JOIN message m ON m.id = p.message",
	    .change = sort == PL_SORT_CHANGE ? "abs(p.change)" : "NULL",
	    .metric = "p.metric",
	};

	if (sort == PL_SORT_NONE && !fold && !(node && pl_shape_wants_row(node))) {
		pl_plan_add(planner, "SELECT p.id AS thing, NULL, NULL FROM report p%s WHERE ",
			    node ? " JOIN message m ON m.id = p.message" : "");
		add_where(planner, PL_CONTEXT_BARE, node);
		return;
	}
	add_best(planner, node, "t.owner", &bare, walk);
	if (fold)
		/* One of each family, which goes by the report that its members copy. */
		pl_plan_add(
		    planner,
		    ", kept AS (SELECT best.*, row_number() OVER (PARTITION BY ifnull(p.copy_of, "
		    "p.id) ORDER BY p.copy_of IS NOT NULL, m.date IS NULL, m.date, m.message_id, "
		    "p.position) AS nth FROM best JOIN report p ON p.id = thing JOIN message m ON "
		    "m.id = p.message)");
	pl_plan_add(planner, " SELECT thing, %s, ",
		    fold
			? "ifnull((SELECT o.copies FROM report o WHERE o.id = p.copy_of), p.copies)"
			: "NULL");
	add_total(planner, "t.owner", walk);
	pl_plan_add(planner,
		    " FROM %s JOIN report p ON p.id = thing JOIN message m ON m.id = p.message "
		    "WHERE %s",
		    fold ? "kept" : "best", fold ? "nth = 1" : "TRUE");
	add_arrival(planner, " AND ");
	pl_plan_add(planner, " ORDER BY %s%s, m.message_id, p.position", thing_order(sort),
		    date_order(sort));
	add_limit(planner);
}

static void plan_messages(struct pl_planner *planner, struct pl_node *node)
{
	const struct pl_search_options *options = planner->options;
	bool reports = node && pl_shape_has_report_terms(node);
	struct pl_walk found;
	const struct pl_walk *walk = walks_things(planner, node, &found) ? &found : NULL;
	struct bare bare = {
	    .thing = "m.id",
	    .from = reports ? "message m LEFT JOIN report p ON p.message = m.id" : "message m",
	    .change = "NULL",
	    .metric = "NULL",
	};

	add_best(planner, node, "t.message", &bare, walk);
	pl_plan_add(planner, " SELECT thing, NULL, ");
	add_total(planner, "t.message", walk);
	pl_plan_add(planner, " FROM best JOIN message m ON m.id = thing WHERE %s",
		    options->records_only
			? "m.version = 0 AND thing IN (SELECT message FROM message_text)"
			: "TRUE");
	add_arrival(planner, " AND ");
	pl_plan_add(planner, " ORDER BY %s%s, m.message_id, m.version", thing_order(options->sort),
		    date_order(options->sort));
	add_limit(planner);
}

void pl_plan_build(struct pl_arena *arena, struct pl_node *node,
		   const struct pl_search_options *options, unsigned serial,
		   struct pl_plan *plan_out)
{
	struct pl_planner planner = {arena, plan_out, options, serial};

	*plan_out = (struct pl_plan){.sql = g_string_new(NULL)};
	if (node) {
		node = pl_shape_simplify(arena, node);
		plan_out->has_row_terms = pl_shape_wants_row(node);
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
	struct pl_planner planner = {arena, plan_out, &options, serial};

	*plan_out = (struct pl_plan){.sql = NULL};
	if (!node || !(pl_shape_wants_row(node) || pl_shape_has_report_terms(node)))
		return;
	plan_out->sql = g_string_new(NULL);
	if (pl_shape_wants_row(node)) {
		pl_plan_add(&planner,
			    "SELECT DISTINCT r.line FROM metric_row r JOIN metric_table t ON "
			    "t.id = r.metric_table JOIN message m ON m.id = t.message WHERE ");
		add_where(&planner, PL_CONTEXT_ROW, node);
	} else {
		pl_plan_add(&planner, "SELECT DISTINCT p.line FROM report p JOIN message m ON "
				      "m.id = p.message WHERE ");
		add_where(&planner, PL_CONTEXT_BARE, node);
	}
	pl_plan_add(&planner, " AND m.id = ?%zu ORDER BY 1", pl_plan_bind_integer(&planner, 0));
}

void pl_plan_count(struct pl_arena *arena, struct pl_node *node, unsigned serial,
		   struct pl_plan *plan_out)
{
	const struct pl_search_options options = {.what = PL_WHAT_ROWS};
	struct pl_planner planner = {arena, plan_out, &options, serial};

	*plan_out = (struct pl_plan){.sql = NULL};
	if (!node || !pl_shape_wants_row(node))
		return;
	plan_out->sql = g_string_new(NULL);
	/* A row that stands several times in what belongs to the report counts once. */
	pl_plan_add(
	    &planner,
	    "SELECT count(*) FROM (SELECT DISTINCT ifnull(r.copy_table, r.metric_table), "
	    "ifnull(r.copy_position, r.position), r.compared FROM metric_table t JOIN metric_row r "
	    "ON r.metric_table = t.id JOIN message m ON m.id = t.message WHERE ");
	add_where(&planner, PL_CONTEXT_ROW, node);
	pl_plan_add(&planner, " AND t.owner = ?%zu)", pl_plan_bind_integer(&planner, 0));
}

void pl_plan_clear(struct pl_plan *plan)
{
	if (plan->sql)
		g_string_free(plan->sql, TRUE);
	plan->sql = NULL;
}
