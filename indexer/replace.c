/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail that was cut gives way to a whole one: it becomes a further version, which has
 * no records. What other mails had from them is worked out anew. A part of a mail, read while
 * the rest was still to be written, goes altogether.
 */
#include "fulltext_write.h"
#include "names.h"
#include "store_internal.h"

bool pl_store_is_cut(struct pl_store *store, struct pl_text message_id)
{
	int64_t id;

	return pl_sql_integer(&store->sql, &id,
			      "SELECT m.id FROM message m JOIN problem p ON p.message = m.id "
			      "WHERE m.message_id = ? AND m.version = 0 "
			      "AND p.code IN ('truncated', 'mail-too-large') LIMIT 1",
			      "t", message_id);
}

#define REPORTS "(SELECT id FROM report WHERE message = ?1)"
#define TABLES "(SELECT id FROM metric_table WHERE message = ?1)"

/* In this order nothing refers to what is gone. First what other mails have of it: the
 * threads with copies of its rows and reports are settled again, and the reports it spoke
 * about are decided again. */
static const char *const steps[] = {
    "INSERT OR IGNORE INTO unsettled(thread) SELECT m.thread FROM metric_row r "
    "JOIN metric_table t ON t.id = r.metric_table JOIN message m ON m.id = t.message "
    "WHERE r.compared < 2 AND r.content IN "
    "(SELECT content FROM metric_row WHERE metric_table IN " TABLES ")",
    "INSERT OR IGNORE INTO unsettled(thread) SELECT m.thread FROM report o "
    "CROSS JOIN report r ON r.content = o.content JOIN message m ON m.id = r.message "
    "WHERE o.message = ?1 AND o.metric IS NOT NULL",
    /* as settle.c groups them; without a culprit none is in another thread */
    "INSERT OR IGNORE INTO unsettled(thread) SELECT m.thread FROM report o "
    "CROSS JOIN report r ON r.culprit >= substr(o.culprit, 1, 7) "
    "AND r.culprit < substr(o.culprit, 1, 7) || 'g' AND +r.content = o.content "
    "JOIN message m ON m.id = r.message WHERE o.message = ?1 AND o.metric IS NULL",
    "INSERT OR IGNORE INTO unsettled(thread) SELECT thread FROM message WHERE id = ?1",
    "INSERT OR IGNORE INTO undecided(report) SELECT report FROM evidence WHERE message = ?1",
    "UPDATE metric_row SET copy_table = NULL, copy_position = NULL WHERE copy_table IN " TABLES,
    "UPDATE metric_table SET owner = NULL WHERE owner IN " REPORTS,
    "UPDATE report SET copy_of = NULL WHERE copy_of IN " REPORTS,
    "DELETE FROM undecided WHERE report IN " REPORTS,
    "DELETE FROM outcome WHERE report IN " REPORTS,
    "DELETE FROM evidence WHERE message = ?1 OR report IN " REPORTS,
    "DELETE FROM subsystem WHERE report IN " REPORTS,
    "DELETE FROM remark WHERE message = ?1",
    "DELETE FROM mail_link WHERE message = ?1",
    "DELETE FROM patch WHERE message = ?1",
    "DELETE FROM patch_file WHERE message = ?1",
    "DELETE FROM recipient WHERE message = ?1",
    "DELETE FROM commit_mention WHERE message = ?1",
    "DELETE FROM trailer WHERE message = ?1",
    "DELETE FROM row_subject WHERE metric_table IN " TABLES,
    "DELETE FROM metric_row WHERE metric_table IN " TABLES,
    "DELETE FROM table_column WHERE metric_table IN " TABLES,
    "DELETE FROM table_axis WHERE metric_table IN " TABLES,
    "DELETE FROM metric_table WHERE message = ?1",
    "DELETE FROM report_parameter WHERE report IN " REPORTS,
    "DELETE FROM report_status WHERE report IN " REPORTS,
    "DELETE FROM report_related WHERE report IN " REPORTS,
    "DELETE FROM report_error WHERE report IN " REPORTS,
    "DELETE FROM report_boots WHERE report IN " REPORTS,
    "DELETE FROM report WHERE message = ?1",
};

void pl_store_take_records(struct pl_store *store, int64_t id)
{
	pl_names_doubt(store, id);
	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
		pl_sql_run(&store->sql, steps[i], "i", id);
}

void pl_store_give_way(struct pl_store *store, struct pl_text message_id, int64_t version)
{
	struct pl_sql *sql = &store->sql;
	int64_t id;

	if (!pl_sql_integer(sql, &id, "SELECT id FROM message WHERE message_id = ? AND version = 0",
			    "t", message_id))
		return;
	pl_store_take_records(store, id);
	pl_sql_run(sql, "UPDATE message SET version = ? WHERE id = ?", "ii", version, id);
}

/* What hangs on the mail itself, and the mail. Outcomes that go by it are decided again, as
 * its evidence was taken away. */
static const char *const mail_steps[] = {
    "DELETE FROM reference WHERE message = ?1",
    "DELETE FROM message_list WHERE message = ?1",
    "DELETE FROM problem WHERE message = ?1",
    "DELETE FROM message_text WHERE message = ?1",
    "DELETE FROM outdated WHERE message = ?1",
    "UPDATE outcome SET message = NULL, line = NULL, rule = NULL WHERE message = ?1",
    "DELETE FROM message WHERE id = ?1",
};

/* What is left of its thread; what the other mails refer to decides on its ghosts. */
static const char *const thread_steps[] = {
    "DELETE FROM ghost WHERE thread = ?1 AND message_id NOT IN (SELECT r.target FROM message m "
    "JOIN reference r ON r.message = m.id WHERE m.thread = ?1)",
    "INSERT OR IGNORE INTO ghost(message_id, thread) SELECT r.target, ?1 FROM message m "
    "JOIN reference r ON r.message = m.id WHERE m.thread = ?1 AND NOT EXISTS "
    "(SELECT 1 FROM message n WHERE n.message_id = r.target)",
    "INSERT OR IGNORE INTO unsettled(thread) VALUES (?1)",
    "DELETE FROM unsettled WHERE thread = ?1 AND NOT EXISTS "
    "(SELECT 1 FROM message WHERE thread = ?1)",
    "DELETE FROM thread WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM message WHERE thread = ?1)",
};

void pl_store_promote(struct pl_store *store, struct pl_text message_id)
{
	struct pl_sql *sql = &store->sql;
	int64_t id;

	if (pl_sql_integer(sql, &id,
			   "SELECT id FROM message WHERE message_id = ?1 AND NOT EXISTS (SELECT 1 "
			   "FROM message WHERE message_id = ?1 AND version = 0) "
			   "ORDER BY version LIMIT 1",
			   "t", message_id)) {
		pl_sql_run(sql, "UPDATE message SET version = 0 WHERE id = ?", "i", id);
		pl_sql_run(sql, "INSERT OR IGNORE INTO outdated(message) VALUES (?)", "i", id);
	}
}

void pl_store_take_mail(struct pl_store *store, int64_t id, const struct pl_words *words)
{
	struct pl_sql *sql = &store->sql;
	sqlite3_stmt *statement =
	    pl_sql_bind(sql, "SELECT thread, indexed FROM message WHERE id = ?", "i", id);
	enum pl_indexed indexed;
	int64_t thread;

	if (!pl_sql_row(sql, statement))
		return;
	thread = sqlite3_column_int64(statement, 0);
	indexed = (enum pl_indexed)sqlite3_column_int64(statement, 1);
	pl_sql_done(statement);
	pl_fulltext_take(store, id, words, indexed);
	pl_store_take_records(store, id);
	for (size_t i = 0; i < G_N_ELEMENTS(mail_steps); i++)
		pl_sql_run(sql, mail_steps[i], "i", id);
	for (size_t i = 0; i < G_N_ELEMENTS(thread_steps); i++)
		pl_sql_run(sql, thread_steps[i], "i", thread);
}
