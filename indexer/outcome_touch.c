/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which reports are to be decided anew when a thread has changed. */
#include "outcome.h"

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
