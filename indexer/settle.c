/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * After mails came in: the root of each thread that changed, the report that each of
 * its tables belongs to and the machine it was measured on, which rows and reports are
 * quotations of others, and then what became of the reports. All follow from what the archive holds, so that the order of arrival does
 * not matter; table unsettled says where it is still to be done.
 */
#include <perflore/sender.h>

#include "copies.h"
#include "crash.h"
#include "names.h"
#include "outcome.h"

/* Threads in one transaction. */
#define BATCH PL_BATCH(500)

static void settle_root(struct pl_store *store, int64_t thread, struct pl_graph *graph)
{
	pl_sql_run(&store->sql, "UPDATE thread SET root = ?1 WHERE id = ?2 AND root <> ?1", "si",
		   pl_graph_root(graph), thread);
}

/* The report that the thread began with: the first of its root, which may be known
 * only from an answer that quotes it. 0: none */
static int64_t first_report(struct pl_store *store, struct pl_graph *graph)
{
	const char *root = pl_graph_root(graph);
	int64_t mail = pl_graph_find(graph, root), report = 0;

	if (mail) {
		pl_sql_integer(&store->sql, &report,
			       "SELECT id FROM report WHERE message = ? AND position = 0", "i",
			       mail);
		return report;
	}
	for (size_t i = 0; i < pl_graph_mails(graph); i++)
		if (pl_graph_answers(graph, i, root) &&
		    pl_sql_integer(&store->sql, &report,
				   "SELECT id FROM report WHERE message = ? AND depth = 1 "
				   "ORDER BY position LIMIT 1",
				   "i", pl_graph_mail(graph, i)))
			return report;
	return 0;
}

/* A report that is a mail's own, for rows of a thread that began without one. */
struct candidate {
	int64_t message, report;
	bool robot;
};

static GArray *find_candidates(struct pl_store *store, int64_t thread)
{
	GArray *candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql,
			"SELECT m.id, r.id, m.from_name, m.from_address FROM message m "
			"JOIN report r ON r.message = m.id WHERE m.thread = ? AND r.depth = 0 "
			"ORDER BY m.id, r.position",
			"i", thread);

	while (pl_sql_row(&store->sql, statement)) {
		struct candidate candidate = {
		    .message = sqlite3_column_int64(statement, 0),
		    .report = sqlite3_column_int64(statement, 1),
		    .robot = pl_is_robot(pl_sql_text(statement, 2), pl_sql_text(statement, 3)),
		};

		g_array_append_val(candidates, candidate);
	}
	return candidates;
}

/* The only report above a mail, if a robot sent it: robots answer patches. 0: none */
static int64_t report_above(const GArray *candidates, struct pl_graph *graph, int64_t message)
{
	const struct candidate *found = NULL;

	for (guint i = 0; i < candidates->len; i++) {
		const struct candidate *candidate = &g_array_index(candidates, struct candidate, i);

		if (!pl_graph_is_ancestor(graph, candidate->message, message))
			continue;
		if (found)
			return 0;
		found = candidate;
	}
	return found && found->robot ? found->report : 0;
}

/* The contract's "which report a row belongs to", in its order. */
static int64_t owner_of(struct pl_store *store, int64_t table, int64_t message, int64_t report,
			int64_t thread_report)
{
	struct pl_sql *sql = &store->sql;
	int64_t owner, reports = 0;

	if (report)
		return report;
	if (pl_sql_integer(sql, &owner,
			   "SELECT r.id FROM report r WHERE r.message = ?1 AND EXISTS ("
			   "SELECT 1 FROM table_column c WHERE c.metric_table = ?2 "
			   "AND (substr(c.commit_id, 1, length(r.culprit)) = r.culprit "
			   "OR substr(r.culprit, 1, length(c.commit_id)) = c.commit_id)) "
			   "ORDER BY r.position LIMIT 1",
			   "ii", message, table))
		return owner;
	pl_sql_integer(sql, &reports, "SELECT count(*) FROM report WHERE message = ?", "i",
		       message);
	if (reports == 1 &&
	    pl_sql_integer(sql, &owner, "SELECT id FROM report WHERE message = ?", "i", message))
		return owner;
	return thread_report;
}

static void settle_owners(struct pl_store *store, int64_t thread, struct pl_graph *graph)
{
	int64_t first = first_report(store, graph);
	GArray *candidates = first ? NULL : find_candidates(store, thread);
	sqlite3_stmt *tables =
	    pl_sql_bind(&store->sql,
			"SELECT t.id, t.message, ifnull(t.report, 0), ifnull(t.owner, 0), "
			"t.kind = 'lkp' "
			"FROM message m JOIN metric_table t ON t.message = m.id "
			"WHERE m.thread = ? ORDER BY t.id",
			"i", thread);

	while (pl_sql_row(&store->sql, tables)) {
		int64_t table = sqlite3_column_int64(tables, 0);
		int64_t message = sqlite3_column_int64(tables, 1);
		int64_t owner =
		    owner_of(store, table, message, sqlite3_column_int64(tables, 2), first);

		if (!owner && candidates)
			owner = report_above(candidates, graph, message);
		if (owner != sqlite3_column_int64(tables, 3))
			pl_sql_run(&store->sql,
				   "UPDATE metric_table SET owner = nullif(?, 0) WHERE id = ?",
				   "ii", owner, table);
		if (sqlite3_column_int64(tables, 4))
			pl_store_table_machine(store, table, owner);
	}
	if (candidates)
		g_array_free(candidates, TRUE);
}

/* What copies are decided with: the commit ids of tables, and threads. */
struct settler {
	struct pl_store *store;
	struct pl_graphs graphs;
	GHashTable *ids; /* table or report to struct pl_texts, of the group in hand */
};

static void free_texts(void *data)
{
	struct pl_texts *texts = data;

	for (size_t i = 0; i < texts->n; i++)
		g_free((char *)texts->v[i].ptr);
	g_free(texts->v);
	g_free(texts);
}

static void add_text(struct pl_texts *texts, struct pl_text text)
{
	texts->v = g_renew(struct pl_text, texts->v, texts->n + 1);
	texts->v[texts->n++] = (struct pl_text){g_strndup(text.ptr, text.len), text.len};
}

static const struct pl_texts *column_ids(struct settler *settler, int64_t table)
{
	void *key = GSIZE_TO_POINTER((gsize)table);
	struct pl_texts *ids = g_hash_table_lookup(settler->ids, key);
	sqlite3_stmt *statement;

	if (ids)
		return ids;
	ids = g_new0(struct pl_texts, 1);
	statement = pl_sql_bind(&settler->store->sql,
				"SELECT commit_id FROM table_column WHERE metric_table = ? "
				"ORDER BY position",
				"i", table);
	while (pl_sql_row(&settler->store->sql, statement))
		add_text(ids, pl_sql_text(statement, 0));
	g_hash_table_insert(settler->ids, key, ids);
	return ids;
}

/* Columns of a group's statement: key, position, line, message, thread, date,
 * message_id; others follow. */
static struct pl_copy read_copy(sqlite3_stmt *statement)
{
	struct pl_text message_id = pl_sql_text(statement, 6);

	return (struct pl_copy){
	    .key = sqlite3_column_int64(statement, 0),
	    .position = sqlite3_column_int64(statement, 1),
	    .line = sqlite3_column_int64(statement, 2),
	    .message = sqlite3_column_int64(statement, 3),
	    .thread = sqlite3_column_int64(statement, 4),
	    .dated = sqlite3_column_type(statement, 5) != SQLITE_NULL,
	    .date = sqlite3_column_int64(statement, 5),
	    .message_id = g_strndup(message_id.ptr, message_id.len),
	};
}

static void clear_copy(void *data)
{
	struct pl_copy *copy = data;

	g_free(copy->message_id);
	g_free(copy->subject);
}

static GArray *new_group(void)
{
	GArray *group = g_array_new(FALSE, FALSE, sizeof(struct pl_copy));

	g_array_set_clear_func(group, clear_copy);
	return group;
}

static bool all_zero(struct pl_sql *sql, const struct pl_copy *row)
{
	int64_t some = 0;

	pl_sql_integer(sql, &some,
		       "SELECT count(*) FROM metric_row WHERE metric_table = ? AND position = ? "
		       "AND (base_value <> 0 OR head_value <> 0 OR base_fails <> 0 "
		       "OR head_fails <> 0)",
		       "ii", row->key, row->position);
	return some == 0;
}

static void settle_rows_of(struct settler *settler, int64_t content)
{
	struct pl_sql *sql = &settler->store->sql;
	GArray *group = new_group();
	sqlite3_stmt *statement = pl_sql_bind(
	    sql,
	    "SELECT r.metric_table, r.position, r.line, m.id, m.thread, m.date, m.message_id, "
	    "ifnull(r.copy_table, 0), ifnull(r.copy_position, -1), r.copies FROM metric_row r "
	    "INDEXED BY metric_row_content "
	    "JOIN metric_table t ON t.id = r.metric_table JOIN message m ON m.id = t.message "
	    "WHERE r.content = ? AND r.compared < 2",
	    "i", content);

	while (pl_sql_row(sql, statement)) {
		struct pl_copy copy = read_copy(statement);

		copy.stored_key = sqlite3_column_int64(statement, 7);
		copy.stored_position = sqlite3_column_int64(statement, 8);
		copy.stored_copies = sqlite3_column_int64(statement, 9);
		g_array_append_val(group, copy);
	}
	for (guint i = 0; group->len > 1 && i < group->len; i++) {
		struct pl_copy *copy = &g_array_index(group, struct pl_copy, i);

		copy->ids = column_ids(settler, copy->key);
		copy->n_commits = copy->ids->n;
	}
	if (group->len)
		pl_copies_decide(group,
				 group->len > 1 &&
					 all_zero(sql, &g_array_index(group, struct pl_copy, 0))
				     ? PL_COPY_THREAD
				     : PL_COPY_USUAL,
				 &settler->graphs);
	for (guint i = 0; i < group->len; i++) {
		const struct pl_copy *copy = &g_array_index(group, struct pl_copy, i);
		const struct pl_copy *original =
		    &g_array_index(group, struct pl_copy, copy->original);
		bool shown = copy->original == i;
		int64_t key = shown ? 0 : original->key;
		int64_t position = shown ? -1 : original->position;

		/* An UPDATE costs much where nothing is to be changed, too. */
		if (key != copy->stored_key || position != copy->stored_position ||
		    copy->copies != copy->stored_copies)
			pl_sql_run(sql,
				   "UPDATE metric_row SET copy_table = nullif(?1, 0), "
				   "copy_position = nullif(?2, -1), copies = ?3 "
				   "WHERE metric_table = ?4 AND position = ?5",
				   "iiiii", key, position, (int64_t)copy->copies, copy->key,
				   copy->position);
	}
	g_array_free(group, TRUE);
	g_hash_table_remove_all(settler->ids);
}

/* Without `Re:`, which may stand there several times. */
static char *bare_subject(struct pl_text subject)
{
	while (subject.len >= 3 && !g_ascii_strncasecmp(subject.ptr, "re:", 3))
		subject = pl_text_trim(pl_text_slice(subject, 3, subject.len));
	return g_strndup(subject.ptr, subject.len);
}

/* The reports that may be copies of each other, by one of them. Those without a metric have
 * little in common but their kind, and are many; they share the culprit, or, where none is
 * named, the thread. */
#define REPORT_GROUP                                                                               \
	"CASE WHEN r.metric IS NOT NULL THEN r.content WHEN r.culprit IS NOT NULL THEN r.content " \
	"|| ' ' || substr(r.culprit, 1, 7) ELSE r.content || ' in ' || m.thread END"

static sqlite3_stmt *report_group(struct pl_sql *sql, int64_t report)
{
#define COLUMNS                                                                                    \
	"SELECT r.id, r.position, r.line, m.id, m.thread, m.date, m.message_id, r.culprit, "       \
	"r.testcase, a.tbox, r.metric, r.depth, m.subject "
#define MACHINE "LEFT JOIN machine a ON a.id = r.machine "
	int64_t named = 0, blamed = 0;

	pl_sql_integer(sql, &named, "SELECT metric IS NOT NULL FROM report WHERE id = ?", "i",
		       report);
	pl_sql_integer(sql, &blamed, "SELECT culprit IS NOT NULL FROM report WHERE id = ?", "i",
		       report);
	if (named)
		return pl_sql_bind(sql,
				   COLUMNS
				   "FROM report o CROSS JOIN report r ON r.content = o.content "
				   "JOIN message m ON m.id = r.message " MACHINE "WHERE o.id = ?",
				   "i", report);
	if (blamed)
		return pl_sql_bind(sql,
				   COLUMNS "FROM report o CROSS JOIN report r "
					   "ON r.culprit >= substr(o.culprit, 1, 7) "
					   "AND r.culprit < substr(o.culprit, 1, 7) || 'g' "
					   "AND +r.content = o.content AND r.metric IS NULL "
					   "JOIN message m ON m.id = r.message " MACHINE
					   "WHERE o.id = ?",
				   "i", report);
	return pl_sql_bind(sql,
			   COLUMNS "FROM report o JOIN message n ON n.id = o.message "
				   "CROSS JOIN message m ON m.thread = n.thread "
				   "CROSS JOIN report r ON r.message = m.id "
				   "AND +r.content = o.content AND r.metric IS NULL "
				   "AND r.culprit IS NULL " MACHINE "WHERE o.id = ?",
			   "i", report);
#undef COLUMNS
#undef MACHINE
}

static void settle_reports_of(struct settler *settler, int64_t report)
{
	struct pl_sql *sql = &settler->store->sql;
	GArray *group = new_group();
	enum pl_copy_rule rule = PL_COPY_USUAL;
	sqlite3_stmt *statement = report_group(sql, report);

	while (pl_sql_row(sql, statement)) {
		struct pl_copy copy = read_copy(statement);
		struct pl_texts *ids = g_new0(struct pl_texts, 1);

		for (int i = 7; i <= 9; i++)
			add_text(ids, pl_sql_text(statement, i));
		g_hash_table_insert(settler->ids, GSIZE_TO_POINTER((gsize)copy.key), ids);
		copy.ids = ids;
		copy.n_commits = 1;
		copy.depth = sqlite3_column_int64(statement, 11);
		copy.subject = bare_subject(pl_sql_text(statement, 12));
		if (sqlite3_column_type(statement, 10) == SQLITE_NULL)
			rule = PL_COPY_UNNAMED;
		g_array_append_val(group, copy);
	}
	if (group->len)
		pl_copies_decide(group, rule, &settler->graphs);
	for (guint i = 0; i < group->len; i++) {
		const struct pl_copy *copy = &g_array_index(group, struct pl_copy, i);
		const struct pl_copy *original =
		    &g_array_index(group, struct pl_copy, copy->original);

		pl_sql_run(sql,
			   "UPDATE report SET copy_of = nullif(?1, 0), copies = ?2 WHERE id = ?3 "
			   "AND (ifnull(copy_of, 0) <> ?1 OR copies <> ?2)",
			   "iii", copy->original == i ? (int64_t)0 : original->key,
			   (int64_t)copy->copies, copy->key);
		pl_outcome_touch_report(settler->store, copy->key);
	}
	g_array_free(group, TRUE);
	g_hash_table_remove_all(settler->ids);
}

static void collect(struct pl_sql *sql, sqlite3_stmt *statement, GHashTable *contents)
{
	while (pl_sql_row(sql, statement)) {
		int64_t content = sqlite3_column_int64(statement, 0);

		g_hash_table_add(contents, g_memdup2(&content, sizeof(content)));
	}
}

/* Of the thread's reports, one of each group. */
static void collect_reports(struct pl_sql *sql, int64_t thread, GHashTable *reports)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(sql,
			"SELECT r.id, " REPORT_GROUP " FROM message m "
			"JOIN report r ON r.message = m.id WHERE m.thread = ?",
			"i", thread);

	while (pl_sql_row(sql, statement)) {
		int64_t report = sqlite3_column_int64(statement, 0);

		g_hash_table_insert(reports,
				    g_strdup((const char *)sqlite3_column_text(statement, 1)),
				    g_memdup2(&report, sizeof(report)));
	}
}

/* Of the first unsettled threads: roots and owners, then all groups of copies that have
 * a member in one of them, over the whole archive. */
static guint settle_batch(struct settler *settler)
{
	struct pl_sql *sql = &settler->store->sql;
	GHashTable *rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	GHashTable *reports = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	GArray *threads = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sqlite3_stmt *statement = pl_sql_bind(
	    sql, "SELECT thread FROM unsettled ORDER BY thread LIMIT ?", "i", (int64_t)BATCH);
	GHashTableIter iter;
	void *content, *report;
	guint n;

	while (pl_sql_row(sql, statement)) {
		int64_t thread = sqlite3_column_int64(statement, 0);

		g_array_append_val(threads, thread);
	}
	n = threads->len;
	for (guint i = 0; i < n && !sql->failed; i++) {
		int64_t thread = g_array_index(threads, int64_t, i);
		struct pl_graph *graph = pl_graphs_get(&settler->graphs, thread);

		if (sql->failed)
			break;
		settle_root(settler->store, thread, graph);
		settle_owners(settler->store, thread, graph);
		pl_outcome_touch(settler->store, thread);
		collect(sql,
			pl_sql_bind(sql,
				    "SELECT r.content FROM message m "
				    "JOIN metric_table t ON t.message = m.id "
				    "JOIN metric_row r ON r.metric_table = t.id "
				    "WHERE m.thread = ? AND r.compared < 2",
				    "i", thread),
			rows);
		collect_reports(sql, thread, reports);
		pl_sql_run(sql, "DELETE FROM unsettled WHERE thread = ?", "i", thread);
	}
	g_hash_table_iter_init(&iter, rows);
	while (!sql->failed && g_hash_table_iter_next(&iter, &content, NULL))
		settle_rows_of(settler, *(int64_t *)content);
	g_hash_table_iter_init(&iter, reports);
	while (!sql->failed && g_hash_table_iter_next(&iter, NULL, &report))
		settle_reports_of(settler, *(int64_t *)report);
	g_hash_table_destroy(rows);
	g_hash_table_destroy(reports);
	g_array_free(threads, TRUE);
	return n;
}

bool pl_store_settle(struct pl_store *store, pl_settle_fn tell, void *context)
{
	struct settler settler = {.store = store,
				  .ids = g_hash_table_new_full(NULL, NULL, NULL, free_texts)};
	int64_t left = 0;
	guint n;

	pl_graphs_init(&settler.graphs, store);
	pl_sql_integer(&store->sql, &left, "SELECT count(*) FROM unsettled", "");
	do {
		if (left > 0)
			tell(context, (uint64_t)left);
		n = 0;
		if (!pl_store_begin(store))
			break;
		n = settle_batch(&settler);
		left -= n;
		pl_crash_point("settle");
	} while (pl_store_commit(store) && n == BATCH);
	if (!store->sql.failed && pl_names_clear_machines(store))
		pl_outcome_decide(store, &settler.graphs);
	pl_graphs_clear(&settler.graphs);
	g_hash_table_destroy(settler.ids);
	return !store->sql.failed;
}
