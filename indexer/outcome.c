/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report in hand is put down in temporary tables (outcome_rules.h), and each rule asks them. */
#include "outcome.h"

#include "crash.h"
#include "mail_link.h"
#include "outcome_rules.h"
#include "remarks.h"

/* Reports in one transaction. */
#define BATCH PL_BATCH(500)

static const char temporary[] =
    "CREATE TEMP TABLE IF NOT EXISTS subject(report, culprit, metric, change, verdict, testcase, "
    "tbox, name, address, date);"
    "CREATE TEMP TABLE IF NOT EXISTS family(report INTEGER PRIMARY KEY, message, depth);"
    "CREATE TEMP TABLE IF NOT EXISTS name(message_id TEXT PRIMARY KEY);"
    "CREATE TEMP TABLE IF NOT EXISTS below(message INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE IF NOT EXISTS remark_rule(rule TEXT PRIMARY KEY, state, strength, "
    "by_reporter);"
    /* Tables below the report that are of its own test: what both name is the same, but for
     * what the kernel and the machine's system were built with. */
    "CREATE TEMP VIEW IF NOT EXISTS own_test AS SELECT t.id, t.message FROM temp.subject s "
    "CROSS JOIN temp.below w CROSS JOIN metric_table t ON t.message = w.message AND t.depth = 0 "
    "AND t.report IS NULL WHERE s.verdict <> 'improvement' AND NOT EXISTS (SELECT 1 FROM "
    "table_axis x LEFT JOIN report_parameter p ON p.report = s.report AND p.key = x.key "
    "WHERE x.metric_table = t.id AND x.key NOT IN ('compiler', 'kconfig', 'rootfs', 'ucode') "
    "AND x.value <> CASE x.key WHEN 'testcase' THEN s.testcase WHEN 'tbox_group' THEN s.tbox "
    "ELSE p.value END) AND NOT EXISTS (SELECT 1 FROM row_subject u LEFT JOIN machine a ON "
    "a.id = u.machine WHERE u.metric_table = t.id AND (u.testcase IS NOT s.testcase OR a.tbox <> "
    "s.tbox OR NOT u.owners_case));";

/* The families of the reports that were touched, each by the report that is shown. */
static void touch_originals(struct pl_store *store)
{
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO undecided(report) SELECT r.copy_of FROM undecided u "
		   "JOIN report r ON r.id = u.report WHERE r.copy_of IS NOT NULL",
		   "");
}

static void add_below(struct pl_store *store, int64_t message)
{
	pl_sql_run(&store->sql, "INSERT OR IGNORE INTO temp.below(message) VALUES (?)", "i",
		   message);
}

/* The mails that answer a mail which holds the report; one that quotes it answers it. */
static void find_below(struct pl_store *store, struct pl_graphs *graphs, int64_t message,
		       int64_t thread, bool quoted)
{
	struct pl_graph *graph = pl_graphs_get(graphs, thread);

	if (quoted)
		add_below(store, message);
	for (size_t i = 0; i < pl_graph_mails(graph); i++)
		if (pl_graph_is_ancestor(graph, message, pl_graph_mail(graph, i)))
			add_below(store, pl_graph_mail(graph, i));
}

static void clear_subject(struct pl_sql *sql)
{
	pl_sql_run(sql, "DELETE FROM temp.subject", "");
	pl_sql_run(sql, "DELETE FROM temp.family", "");
	pl_sql_run(sql, "DELETE FROM temp.name", "");
	pl_sql_run(sql, "DELETE FROM temp.below", "");
}

static void set_subject(struct pl_store *store, struct pl_graphs *graphs, int64_t report)
{
	struct pl_sql *sql = &store->sql;
	GArray *members = g_array_new(FALSE, FALSE, 3 * sizeof(int64_t));
	sqlite3_stmt *statement;

	clear_subject(sql);
	pl_sql_run(sql,
		   "INSERT INTO temp.subject SELECT r.id, r.culprit, r.metric, "
		   "CASE r.change_unit WHEN '%' THEN r.change END, r.verdict, r.testcase, a.tbox, "
		   "m.from_name, m.from_address, NULL FROM report r JOIN message m ON m.id = "
		   "r.message LEFT JOIN machine a ON a.id = r.machine WHERE r.id = ?",
		   "i", report);
	pl_sql_run(sql,
		   "INSERT INTO temp.family SELECT id, message, depth FROM report "
		   "WHERE id = ?1 OR copy_of = ?1",
		   "i", report);
	/* A report that is only quoted goes by the id of the mail that it comes from. */
	pl_sql_run(sql,
		   "INSERT OR IGNORE INTO temp.name SELECT m.message_id FROM temp.family f "
		   "JOIN message m ON m.id = f.message WHERE f.depth = 0 AND m.made_id = 0",
		   "");
	pl_sql_run(sql,
		   "INSERT OR IGNORE INTO temp.name SELECT o.target FROM temp.family f "
		   "CROSS JOIN origin o ON o.report = f.report",
		   "");
	pl_sql_run(sql,
		   "UPDATE temp.subject SET date = (SELECT min(date) FROM message WHERE id IN "
		   "(SELECT message FROM temp.family WHERE depth = 0) OR message_id IN "
		   "(SELECT message_id FROM temp.name))",
		   "");
	/* Who only quotes a report did not send it. */
	pl_sql_run(
	    sql,
	    "UPDATE temp.subject SET (name, address) = (SELECT "
	    "max(iif(l.name = 'reporter', l.target, NULL)), "
	    "max(iif(l.name = 'reporter-address', l.target, NULL)) "
	    "FROM report r LEFT JOIN mail_link l ON l.message = r.message AND "
	    "l.line = r.line WHERE r.id = ?1) "
	    "WHERE report IN (SELECT report FROM temp.family WHERE depth > 0 AND report = ?1)",
	    "i", report);
	statement = pl_sql_bind(sql,
				"SELECT f.message, m.thread, f.depth FROM temp.family f "
				"JOIN message m ON m.id = f.message ORDER BY f.message",
				"");
	while (pl_sql_row(sql, statement)) {
		const int64_t member[] = {sqlite3_column_int64(statement, 0),
					  sqlite3_column_int64(statement, 1),
					  sqlite3_column_int64(statement, 2)};

		g_array_append_vals(members, member, 1);
	}
	for (guint i = 0; i < members->len && !sql->failed; i++) {
		const int64_t *member = (const int64_t *)(void *)members->data + 3 * (gsize)i;

		find_below(store, graphs, member[0], member[1], member[2] > 0);
	}
	g_array_free(members, TRUE);
}

/* A single commit id, or a part of a range; introduced in another one than the culprit. */
static const char *introduced_state(struct pl_text argument, struct pl_text culprit)
{
	size_t len = 0;

	while (len < argument.len && g_ascii_isxdigit(argument.ptr[len]))
		len++;
	if (len >= 7 && len <= 40 && culprit.len &&
	    !pl_text_starts(pl_text_slice(argument, len, argument.len), PL_TEXT("..")) &&
	    !pl_commit_matches(pl_text_slice(argument, 0, len), culprit))
		return "disputed";
	return "open";
}

static const struct {
	const char *command, *state;
	int64_t strength;
} commands[] = {
    {"fix", "fixed", 4},	  {"fixedby", "fixed", 4},     {"resolve", "dismissed", 4},
    {"resolved", "dismissed", 4}, {"invalid", "dismissed", 4}, {"inconclusive", "dismissed", 4},
    {"introduced", NULL, 2}, /* introduced_state() */
};

static void store_regzbot(struct pl_store *store, sqlite3_stmt *trailer)
{
	struct pl_text value = pl_sql_text(trailer, 2);
	struct pl_regzbot regzbot;

	if (!pl_regzbot_read(value, &regzbot))
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
		const char *state = commands[i].state;
		char *rule, *text;

		if (strcmp(regzbot.command, commands[i].command))
			continue;
		if (!state)
			state = introduced_state(regzbot.argument, pl_sql_text(trailer, 3));
		rule = g_strdup_printf("regzbot-%s", commands[i].command);
		text = g_strdup_printf("#regzbot %.*s", (int)value.len, value.ptr);
		pl_sql_run(&store->sql,
			   "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, "
			   "text, state) SELECT report, ?1, ?2, ?3, ?4, ?5, ?6 FROM temp.subject",
			   "siiiss", rule, commands[i].strength, sqlite3_column_int64(trailer, 0),
			   sqlite3_column_int64(trailer, 1), text, state);
		g_free(rule);
		g_free(text);
	}
}

static void find_regzbot(struct pl_store *store)
{
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "SELECT t.message, t.line, t.value, s.culprit FROM temp.subject s, temp.below w "
	    "JOIN trailer t ON t.message = w.message WHERE t.name = 'regzbot' AND t.depth = 0",
	    "");

	while (pl_sql_row(&store->sql, statement))
		store_regzbot(store, statement);
}

/* What people say of another trouble than the report's. */
static void drop_other_remarks(struct pl_store *store, int64_t report)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql,
			"SELECT e.message, e.line, e.text, r.kind = 'performance' FROM "
			"evidence e JOIN report r ON r.id = e.report WHERE e.report = ? AND e.rule "
			"LIKE 'words-%'",
			"i", report);
	GArray *others = g_array_new(FALSE, FALSE, 2 * sizeof(int64_t));

	while (pl_sql_row(&store->sql, statement)) {
		const int64_t at[] = {sqlite3_column_int64(statement, 0),
				      sqlite3_column_int64(statement, 1)};

		if (!pl_remark_is_of(pl_sql_text(statement, 2), sqlite3_column_int(statement, 3)))
			g_array_append_vals(others, at, 1);
	}
	for (guint i = 0; i < others->len; i++) {
		const int64_t *at = (const int64_t *)(void *)others->data + 2 * (gsize)i;

		pl_sql_run(&store->sql,
			   "DELETE FROM evidence WHERE report = ? AND message = ? AND line = ? AND "
			   "rule LIKE 'words-%'",
			   "iii", report, at[0], at[1]);
	}
	g_array_free(others, TRUE);
}

/* The strongest evidence decides, of equals the newest; of one mail the last, and on one line
 * what leaves the report open. Without any, a regression or
 * failure is open. What the robot said in the report itself contradicts nobody. */
static const char decision[] =
    "INSERT INTO outcome(report, state, message, line, rule, conflict) "
    "SELECT r.id, ifnull(e.state, CASE WHEN r.verdict IN ('regression', 'failure') THEN 'open' "
    "ELSE 'unknown' END), e.message, e.line, e.rule, EXISTS (SELECT 1 FROM evidence o "
    "JOIN message n ON n.id = o.message WHERE o.report = r.id AND o.state <> e.state "
    "AND o.rule <> 'bracket-failed' "
    "AND (o.strength >= e.strength OR ifnull(n.date, 0) > ifnull(e.date, 0))) "
    "FROM report r LEFT JOIN (SELECT v.*, m.date FROM evidence v "
    "JOIN message m ON m.id = v.message WHERE v.report = ?1 ORDER BY v.strength DESC, "
    "m.date IS NULL, m.date DESC, m.message_id DESC, v.line DESC, v.state <> 'open', v.rule LIMIT "
    "1) e WHERE r.id = "
    "?1";

static void decide(struct pl_store *store, struct pl_graphs *graphs, int64_t report)
{
	struct pl_sql *sql = &store->sql;
	int64_t shown = 0;

	pl_sql_run(sql, "DELETE FROM outcome WHERE report = ?", "i", report);
	pl_sql_run(sql, "DELETE FROM evidence WHERE report = ?", "i", report);
	pl_sql_integer(sql, &shown, "SELECT copy_of IS NULL FROM report WHERE id = ?", "i", report);
	if (shown) {
		set_subject(store, graphs, report);
		for (size_t i = 0; i < pl_outcome_rules_n; i++)
			pl_sql_run(sql, pl_outcome_rules[i].sql, "si", pl_outcome_rules[i].rule,
				   pl_outcome_rules[i].strength);
		pl_sql_run(sql, pl_outcome_remarks, "");
		drop_other_remarks(store, report);
		find_regzbot(store);
		pl_sql_run(sql, pl_outcome_duplicates, "");
		pl_sql_run(sql, decision, "i", report);
	}
	pl_sql_run(sql, "DELETE FROM undecided WHERE report = ?", "i", report);
}

static guint decide_batch(struct pl_store *store, struct pl_graphs *graphs)
{
	GArray *reports = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql, "SELECT report FROM undecided ORDER BY report LIMIT ?", "i",
			(int64_t)BATCH);
	guint n;

	while (pl_sql_row(&store->sql, statement)) {
		int64_t report = sqlite3_column_int64(statement, 0);

		g_array_append_val(reports, report);
	}
	n = reports->len;
	for (guint i = 0; i < n && !store->sql.failed; i++)
		decide(store, graphs, g_array_index(reports, int64_t, i));
	g_array_free(reports, TRUE);
	return n;
}

static bool decide_all(struct pl_store *store, struct pl_graphs *graphs)
{
	guint n;

	do {
		n = 0;
		if (!pl_store_begin(store))
			break;
		n = decide_batch(store, graphs);
		pl_crash_point("decide");
	} while (pl_store_commit(store) && n == BATCH);
	return !store->sql.failed;
}

static bool prepare(struct pl_store *store)
{
	if (sqlite3_exec(store->sql.db, temporary, NULL, NULL, NULL) != SQLITE_OK) {
		pl_sql_fail(&store->sql);
		return false;
	}
	for (size_t i = 0; i < pl_remark_rules_n; i++)
		pl_sql_run(&store->sql,
			   "INSERT OR REPLACE INTO temp.remark_rule VALUES (?, ?, ?, ?)", "ssii",
			   pl_remark_rules[i].id, pl_remark_rules[i].state,
			   pl_remark_rules[i].who == PL_REMARK_ROBOT ? (int64_t)2 : (int64_t)1,
			   (int64_t)(pl_remark_rules[i].who == PL_REMARK_REPORTER));
	return !store->sql.failed;
}

/* Duplicates go by the evidence of others, so they are decided when that is complete. */
static void touch_duplicates(struct pl_store *store)
{
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO undecided(report) SELECT r.id FROM mail_link l "
		   "JOIN message m ON m.id = l.message JOIN message x ON x.thread = m.thread "
		   "JOIN report r ON r.message = x.id WHERE l.name = 'regzbot-dup' "
		   "AND r.copy_of IS NULL",
		   "");
}

bool pl_outcome_decide(struct pl_store *store, struct pl_graphs *graphs)
{
	int64_t waiting = 0;

	pl_sql_integer(&store->sql, &waiting, "SELECT count(*) FROM undecided", "");
	if (!waiting)
		return !store->sql.failed;
	if (!prepare(store))
		return false;
	touch_originals(store);
	if (!decide_all(store, graphs))
		return false;
	touch_duplicates(store);
	return decide_all(store, graphs);
}
