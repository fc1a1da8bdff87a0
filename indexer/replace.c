/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail that was cut gives way to a whole one: it becomes a further version, which has
 * no records. What other mails had from them is worked out anew.
 */
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

bool pl_store_lies_at(struct pl_store *store, struct pl_text message_id, int64_t source,
		      const char *place)
{
	int64_t id;

	return pl_sql_integer(&store->sql, &id,
			      "SELECT id FROM message WHERE message_id = ? AND version = 0 "
			      "AND source = ? AND place = ?",
			      "tis", message_id, source, place);
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
    "INSERT OR IGNORE INTO unsettled(thread) SELECT m.thread FROM report r "
    "JOIN message m ON m.id = r.message WHERE r.content IN "
    "(SELECT content FROM report WHERE message = ?1)",
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
