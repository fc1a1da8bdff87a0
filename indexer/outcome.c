/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report in hand is one row of temp.subject. temp.family are the mails that hold it
 * (itself and its copies), temp.name the message ids it goes by, temp.below the mails
 * that answer it. With these, nearly every rule is one statement.
 */
#include "outcome.h"

#include "crash.h"
#include "mail_link.h"
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
    "ELSE p.value END);";

/* One commit id is the other's beginning; c has an index, s.culprit is what is known. */
#define SAME_COMMIT(c)                                                                             \
	c " >= substr(s.culprit, 1, 7) AND " c " < substr(s.culprit, 1, 7) || 'g' AND (substr(" c  \
	  ", 1, length(s.culprit)) = s.culprit OR substr(s.culprit, 1, length(" c ")) = " c ")"

/* The robot asks for these trailers in its own mails. */
#define NO_REPORT(x) "NOT EXISTS (SELECT 1 FROM report o WHERE o.message = " x " AND o.depth = 0)"

#define TRAILER_TEXT(x)                                                                            \
	"ifnull((SELECT max(q.name || ': ' || q.value) FROM trailer q WHERE q.message = " x        \
	".message AND q.line = " x ".line), '')"

/* Trailer q gives the credit to whoever sent the report. */
#define BY_REPORTER                                                                                \
	"q.name IN ('Reported-by', 'Reported-and-tested-by') AND q.depth = 0 AND "                 \
	"((s.address IS NOT NULL AND instr(lower(q.value), lower(s.address))) "                    \
	"OR (s.name IS NOT NULL AND instr(lower(q.value), lower(s.name))))"

/* What member f of the family says is its sender's, or is to be had from nobody else: who
 * quotes a report's lines does not say them. */
#define OWN_OR_ONLY "(f.depth = 0 OR NOT EXISTS (SELECT 1 FROM temp.family g WHERE g.depth = 0))"

/* The mail holds the change that its trailers are about: who asks for trailers fixes nothing. */
#define OFFERS(x) "EXISTS (SELECT 1 FROM mail_link z WHERE z.message = " x " AND z.name = 'offers')"

#define NOT_OLDER(x) "NOT EXISTS (SELECT 1 FROM message y WHERE y.id = " x " AND y.date < s.date)"

#define IS_BELOW(x) x " IN (SELECT message FROM temp.below)"

/* The mail says which reports it is about, and this is none of them. */
#define OF_ANOTHER(x)                                                                              \
	"((EXISTS (SELECT 1 FROM trailer z WHERE z.message = " x                                   \
	" AND z.name = 'Closes' AND z.depth = 0) OR EXISTS (SELECT 1 FROM mail_link z JOIN "       \
	"message y ON y.message_id = z.target JOIN report o ON o.message = y.id AND o.depth = 0 "  \
	"WHERE z.message = " x " AND z.name = 'Link')) AND NOT EXISTS (SELECT 1 FROM mail_link z " \
	"JOIN temp.name n ON n.message_id = z.target WHERE z.message = " x                         \
	" AND z.name IN ('Closes', 'Link')))"

/* A measured change, and what is left of it: gone when not a quarter is left, it is more than
 * what the values spread, and not because the commit was taken out. Each gives columns metric,
 * was, left, title, spread, gained of a row. */
#define JUDGE                                                                                      \
	"INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "      \
	"SELECT report, ?1, ?2, message, line, printf('%s %+.1f%%; %+.1f%% with %s', metric, "     \
	"was, left, title), iif(gone AND title NOT LIKE 'Revert%', 'fixed', 'open') FROM "         \
	"(SELECT *, abs(left) <= abs(was) / 4 OR left * was < 0 AS gone FROM ("
#define JUDGED ")) WHERE NOT gone OR abs(gained) > spread ORDER BY compared DESC"
#define TITLE "coalesce(h.title, h.commit_id, h.label) AS title"
#define SPREAD(x) "ifnull(" x "_stddev_pct, 0)"

/* The bracket's own line, which is known by the commit that it names. */
#define BRACKET_LINE                                                                               \
	"ifnull((SELECT min(c.line) FROM commit_mention c WHERE c.message = f.message AND "        \
	"c.role = 'status' AND c.line > r.line AND "                                               \
	"substr(c.commit_id, 1, length(b.commit_id)) = b.commit_id), r.line)"

/* Each gives message, line, text, state. */
static const struct {
	const char *rule;
	int64_t strength;
	const char *sql;
} rules[] = {
    {"closes", 4,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, l.message, l.line, " TRAILER_TEXT(
	 "l") ", 'fixed' FROM temp.subject s CROSS JOIN temp.name n CROSS JOIN mail_link l "
	      "ON l.target = n.message_id AND l.name = 'Closes' WHERE " OFFERS(
		  "l.message") " AND " NO_REPORT("l.message")},
    {"link", 4,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, l.message, l.line, " TRAILER_TEXT(
	 "l") ", 'fixed' FROM temp.subject s CROSS JOIN temp.name n CROSS JOIN mail_link l "
	      "ON l.target = n.message_id AND l.name = 'Link' "
	      "WHERE EXISTS (SELECT 1 FROM trailer q WHERE q.message = l.message AND "
	      "(" BY_REPORTER " OR (q.name = 'Fixes' AND q.depth = 0))) AND " OFFERS(
		  "l.message") " AND " NO_REPORT("l.message")},
    {"reported-by", 4,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, l.message, l.line, " TRAILER_TEXT(
	 "l") ", 'fixed' FROM temp.subject s CROSS JOIN mail_link l ON l.target = "
	      "lower(s.address) AND l.name = 'Reported-by' JOIN message m ON m.id = l.message "
	      "WHERE ifnull(lower(m.from_address), '') <> l.target AND " OFFERS(
		  "l.message") " AND " NO_REPORT("l.message")},
    {"fixes", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, c.message, c.line, t.name || ': ' || t.value, 'fixed' "
     "FROM temp.subject s CROSS JOIN commit_mention c ON " SAME_COMMIT(
	 "c.commit_id") " AND c.role = 'fixes' CROSS JOIN trailer t ON t.message = c.message "
			"AND t.line = c.line AND t.name = 'Fixes' AND t.depth = 0 "
			"WHERE (" IS_BELOW("c.message") " OR (NOT " OF_ANOTHER(
			    "c.message") " AND EXISTS (SELECT 1 FROM trailer q WHERE q.message = "
					 "c.message AND " BY_REPORTER
					 "))) AND " OFFERS("c.message") " AND " NOT_OLDER(
					     "c.message") " AND " NO_REPORT("c.message")},
    {"reverts", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, c.message, c.line, 'reverts commit ' || t.value, 'fixed' "
     "FROM temp.subject s CROSS JOIN commit_mention c ON " SAME_COMMIT(
	 "c.commit_id") " AND c.role = 'reverts' CROSS JOIN trailer t ON t.message = c.message "
			"AND t.line = c.line AND t.name = 'Reverts' AND t.depth = 0 "
			"WHERE " OFFERS("c.message") " AND " NOT_OLDER(
			    "c.message") " AND " NO_REPORT("c.message")},
    {"bracket-fixed", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, f.message, " BRACKET_LINE
     ", trim(b.state || ' ' || ifnull(b.place, '') "
     "|| "
     "' ' || ifnull(b.commit_id, '')), 'fixed' FROM temp.subject s CROSS JOIN temp.family f "
     "CROSS JOIN report r ON r.id = f.report CROSS JOIN report_status b ON b.report = r.id "
     "WHERE (b.state LIKE 'fix%' OR b.state LIKE 'resolved%') AND " OWN_OR_ONLY},
    {"bracket-failed", 1,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, f.message, " BRACKET_LINE
     ", trim(b.state || ' ' || ifnull(b.place, '') "
     "|| "
     "' ' || ifnull(b.commit_id, '')), 'open' FROM temp.subject s CROSS JOIN temp.family f "
     "CROSS JOIN report r ON r.id = f.report CROSS JOIN report_status b ON b.report = r.id "
     "WHERE (b.state LIKE 'test-failed%' OR b.state LIKE 'still-%') AND " OWN_OR_ONLY},
    {"tested", 2,
     JUDGE
     "SELECT s.report, t.message, a.line, s.metric, a.change AS was, b.change AS left, "
     "b.change - a.change AS gained, b.compared, " TITLE
     ", max(" SPREAD("a.base") ", " SPREAD("a.head") ", " SPREAD(
	 "b.head") ") AS spread "
		   "FROM temp.subject s CROSS JOIN temp.own_test t CROSS JOIN table_column c ON "
		   "c.metric_table = t.id AND c.position > 0 AND " SAME_COMMIT(
		       "c.commit_id") " CROSS JOIN metric n ON n.name = s.metric "
				      "CROSS JOIN metric_row a ON a.metric_table = t.id AND "
				      "a.compared = c.position AND "
				      "a.metric = n.id AND a.change_unit = '%' AND a.change <> 0 "
				      "CROSS JOIN metric_row b ON b.metric_table = t.id AND "
				      "b.position = a.position "
				      "AND b.compared > a.compared AND b.change_unit = '%' "
				      "CROSS JOIN table_column h ON h.metric_table = t.id AND "
				      "h.position = b.compared "
				      /* where the culprit does hardly what was reported, nothing
					 can be gone */
				      "WHERE s.change IS NULL OR (a.change * s.change > 0 AND "
				      "abs(a.change) >= abs(s.change) / 2)" JUDGED},
    {"tested-on-top", 2,
     JUDGE
     "SELECT s.report, t.message, b.line, s.metric, s.change AS was, "
     "(100 + s.change) * (100 + b.change) / 100 - 100 AS left, b.change AS gained, "
     "b.compared, " TITLE ", max(" SPREAD("b.base") ", " SPREAD(
	 "b.head") ") AS spread "
		   "FROM temp.subject s CROSS JOIN temp.own_test t CROSS JOIN table_column c ON "
		   "c.metric_table = t.id AND c.position = 0 AND " SAME_COMMIT(
		       "c.commit_id") " CROSS JOIN metric n ON n.name = s.metric "
				      "CROSS JOIN metric_row b ON b.metric_table = t.id AND "
				      "b.compared > 0 AND b.metric = n.id AND "
				      "b.change_unit = '%' "
				      "CROSS JOIN table_column h ON h.metric_table = t.id AND "
				      "h.position = b.compared "
				      "WHERE s.change <> 0" JUDGED},
};

static const char remarks[] =
    "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
    "SELECT s.report, k.rule, u.strength, k.message, k.line, k.text, u.state FROM temp.subject s, "
    "temp.below w CROSS JOIN remark k ON k.message = w.message CROSS JOIN temp.remark_rule u "
    "ON u.rule = k.rule CROSS JOIN message m ON m.id = k.message WHERE (NOT u.by_reporter "
    "OR lower(substr(m.from_address, instr(m.from_address, '@'))) = "
    "lower(substr(s.address, instr(s.address, '@')))) "
    /* Who disputes what is blamed speaks of another report where nothing is. */
    "AND (u.state <> 'disputed' OR s.culprit IS NOT NULL) "
    "AND (k.rule <> '" PL_REMARK_CULPRIT "' OR NOT instr(lower(k.text), substr(s.culprit, 1, 7)))";

/* A thread that this one is a duplicate of counts in its place. */
static const char duplicates[] =
    "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
    "SELECT s.report, 'regzbot-dup', 4, l.message, l.line, 'duplicate of ' || l.target, "
    "ifnull((SELECT e.state FROM message t JOIN message x ON x.thread = t.thread "
    "JOIN report r ON r.message = x.id CROSS JOIN evidence e ON e.report = r.id "
    "AND e.rule <> 'regzbot-dup' JOIN message d ON d.id = e.message "
    "WHERE t.message_id = l.target ORDER BY e.strength DESC, d.date DESC, d.message_id, e.line "
    "LIMIT 1), 'open') FROM temp.subject s CROSS JOIN temp.below w CROSS JOIN mail_link l "
    "ON l.message = w.message AND l.name = 'regzbot-dup'";

void pl_outcome_touch_report(struct pl_store *store, int64_t report)
{
	pl_sql_run(&store->sql, "INSERT OR IGNORE INTO undecided(report) VALUES (?)", "i", report);
}

void pl_outcome_touch(struct pl_store *store, int64_t thread)
{
	int64_t linked;

	pl_sql_run(
	    &store->sql,
	    "INSERT OR IGNORE INTO undecided(report) SELECT r.id FROM message m "
	    "CROSS JOIN commit_mention c ON c.message = m.id AND c.role IN ('fixes', 'reverts') "
	    "CROSS JOIN report r ON r.culprit >= substr(c.commit_id, 1, 7) "
	    "AND r.culprit < substr(c.commit_id, 1, 7) || 'g' WHERE m.thread = ?",
	    "i", thread);
	if (!pl_sql_integer(&store->sql, &linked,
			    "SELECT 1 FROM message m CROSS JOIN mail_link l ON l.message = m.id "
			    "WHERE m.thread = ? LIMIT 1",
			    "i", thread))
		return;
	pl_sql_run(
	    &store->sql,
	    "INSERT OR IGNORE INTO undecided(report) SELECT r.id FROM message m "
	    "CROSS JOIN mail_link l ON l.message = m.id CROSS JOIN message t ON t.message_id = "
	    "l.target "
	    "CROSS JOIN message x ON x.thread = t.thread CROSS JOIN report r ON r.message = x.id "
	    "WHERE m.thread = ?",
	    "i", thread);
	pl_sql_run(
	    &store->sql,
	    "INSERT OR IGNORE INTO undecided(report) SELECT r.id FROM message m "
	    "CROSS JOIN mail_link l ON l.message = m.id AND l.name = 'Reported-by' "
	    "CROSS JOIN message t ON t.from_address = l.target AND t.from_address LIKE 'syzbot+%' "
	    "CROSS JOIN report r ON r.message = t.id WHERE m.thread = ?",
	    "i", thread);
	pl_sql_run(
	    &store->sql,
	    "INSERT OR IGNORE INTO undecided(report) SELECT r.id FROM message m "
	    "CROSS JOIN mail_link l ON l.message = m.id CROSS JOIN ghost g ON g.message_id = "
	    "l.target "
	    "CROSS JOIN message x ON x.thread = g.thread CROSS JOIN report r ON r.message = x.id "
	    "WHERE m.thread = ?",
	    "i", thread);
	/* Reports that are quoted far from their threads. */
	pl_sql_run(
	    &store->sql,
	    "INSERT OR IGNORE INTO undecided(report) SELECT r.id FROM message m "
	    "CROSS JOIN mail_link l ON l.message = m.id CROSS JOIN mail_link o ON o.target = "
	    "l.target AND o.name IN ('origin-link', 'origin-above', 'origin-answered') "
	    "CROSS JOIN report r ON r.message = o.message AND r.line = o.line WHERE m.thread = ?",
	    "i", thread);
}

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
		for (size_t i = 0; i < G_N_ELEMENTS(rules); i++)
			pl_sql_run(sql, rules[i].sql, "si", rules[i].rule, rules[i].strength);
		pl_sql_run(sql, remarks, "");
		find_regzbot(store);
		pl_sql_run(sql, duplicates, "");
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
