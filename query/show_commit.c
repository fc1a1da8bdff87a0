/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails that name a commit. Some print more digits than others: ids that begin alike are
 * one commit, unless a longer one says otherwise.
 */
#include <perflore/show.h>

#include <sqlite3.h>

#include "show_known.h"
#include "show_patch.h"

/* Mails of one commit that are listed. */
#define MAX_LISTED 1000

static struct pl_text column(sqlite3_stmt *statement, int at)
{
	const char *text = (const char *)sqlite3_column_text(statement, at);

	return (struct pl_text){text, text ? (size_t)sqlite3_column_bytes(statement, at) : 0};
}

static bool prepare(struct pl_store *store, const char *sql, sqlite3_stmt **statement_out)
{
	return sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, statement_out, NULL) ==
	       SQLITE_OK;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
	sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

/* The ids that begin with id, or that it begins with; of those that begin alike only the
 * longest. */
static const char select_ids[] =
    "WITH named AS (SELECT DISTINCT commit_id AS id FROM commit_mention "
    "WHERE (commit_id >= ?1 AND commit_id < ?1 || 'g') "
    "OR (commit_id >= substr(?1, 1, 7) AND commit_id <= ?1 "
    "AND commit_id = substr(?1, 1, length(commit_id)))) "
    "SELECT a.id, (SELECT max(title) FROM (SELECT title FROM report WHERE culprit = a.id "
    "UNION ALL SELECT title FROM commit_mention WHERE commit_id >= substr(a.id, 1, 7) "
    "AND commit_id <= a.id AND commit_id = substr(a.id, 1, length(commit_id)) "
    "UNION ALL SELECT k.title FROM commit_mention c JOIN metric_table t ON t.message = c.message "
    "JOIN table_column k ON k.metric_table = t.id AND k.commit_id = c.commit_id "
    "WHERE c.commit_id >= substr(a.id, 1, 7) AND c.commit_id <= a.id "
    "AND c.commit_id = substr(a.id, 1, length(c.commit_id)))) "
    "FROM named a WHERE NOT EXISTS (SELECT 1 FROM named b WHERE length(b.id) > length(a.id) "
    "AND substr(b.id, 1, length(a.id)) = a.id) ORDER BY a.id";

static const char select_mentions[] =
    "SELECT c.role, ifnull(date(m.date, 'unixepoch'), 'no date'), "
    "coalesce(m.from_name, m.from_address, ''), m.message_id, c.line FROM commit_mention c "
    "JOIN message m ON m.id = c.message WHERE c.commit_id >= substr(?1, 1, 7) "
    "AND c.commit_id <= ?1 AND c.commit_id = substr(?1, 1, length(c.commit_id)) "
    "ORDER BY m.date IS NULL, m.date, m.message_id, c.line, c.role LIMIT ?2";

static const char *role_name(const char *role)
{
	static const struct {
		const char *role, *name;
	} names[] = {
	    {"head", "compared"},	{"fixes", "Fixes:"}, {"reverts", "reverted"},
	    {"status", "tested again"}, {"fix", "the fix"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (!strcmp(role, names[i].role))
			return names[i].name;
	return role;
}

static bool append_mentions(struct pl_store *store, const char *id, GString *out)
{
	sqlite3_stmt *row = NULL;
	int result = SQLITE_ERROR;

	if (prepare(store, select_mentions, &row)) {
		bind_text(row, 1, id);
		sqlite3_bind_int(row, 2, MAX_LISTED);
		while ((result = sqlite3_step(row)) == SQLITE_ROW) {
			g_string_append_printf(
			    out, "  %-12s  ", role_name((const char *)sqlite3_column_text(row, 0)));
			pl_plain(out, column(row, 1));
			g_string_append(out, "  ");
			pl_plain_cut(out, column(row, 2), 28);
			g_string_append(out, "  <");
			pl_plain(out, column(row, 3));
			if (sqlite3_column_int64(row, 4))
				g_string_append_printf(out, "> line %" G_GINT64_FORMAT "\n",
						       (int64_t)sqlite3_column_int64(row, 4));
			else
				g_string_append(out, "> subject\n");
		}
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE;
}

static const char select_fixed[] =
    "SELECT DISTINCT ifnull(date(m.date, 'unixepoch'), 'no date'), "
    "coalesce(m.from_name, m.from_address, ''), m.message_id, r.position "
    "FROM fixes f JOIN report r ON r.id = f.report JOIN message m ON m.id = r.message "
    "WHERE f.commit_id >= substr(?1, 1, 7) AND f.commit_id <= ?1 "
    "AND f.commit_id = substr(?1, 1, length(f.commit_id)) "
    "ORDER BY m.date IS NULL, m.date, m.message_id, r.position LIMIT ?2";

/* The reports that the commit fixed, as far as mails say so. */
static enum pl_status append_fixed(struct pl_store *store, const char *id, GString *out,
				   struct pl_error *error)
{
	sqlite3_stmt *row = NULL;
	int result = SQLITE_ERROR;

	if (prepare(store, select_fixed, &row)) {
		bind_text(row, 1, id);
		sqlite3_bind_int(row, 2, MAX_LISTED);
		while ((result = sqlite3_step(row)) == SQLITE_ROW)
			pl_show_report_line(out, "fixed report", row, 0);
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "looking for a commit", error);
}

/* The commit's heading, and what the repository knows of it. */
static enum pl_status append_commit(struct pl_repository *repository, struct pl_text id,
				    struct pl_text title, GString *out, struct pl_error *error)
{
	char *printed = g_strndup(id.ptr, id.len);
	const char *full = repository ? pl_repository_find(repository, printed) : NULL;

	g_string_append(out, "commit ");
	pl_plain(out, full ? pl_text_of(full) : id);
	if (title.len) {
		g_string_append(out, " (\"");
		pl_plain(out, title);
		g_string_append(out, "\")");
	}
	g_string_append_c(out, '\n');
	g_free(printed);
	return full ? pl_show_known(repository, full, "  ", out, error) : PL_OK;
}

enum pl_status pl_show_commit(struct pl_store *store, struct pl_repository *repository,
			      const char *id, GString *out, struct pl_error *error)
{
	char *lower = g_ascii_strdown(id, -1);
	enum pl_status status = PL_OK;
	sqlite3_stmt *row = NULL;
	int result = SQLITE_ERROR;
	unsigned n = 0;

	if (prepare(store, select_ids, &row)) {
		bind_text(row, 1, lower);
		while ((result = sqlite3_step(row)) == SQLITE_ROW) {
			if (n++)
				g_string_append_c(out, '\n');
			status =
			    append_commit(repository, column(row, 0), column(row, 1), out, error);
			if (status != PL_OK ||
			    !append_mentions(store, (const char *)sqlite3_column_text(row, 0), out))
				break;
			status = pl_show_reports_of(store, column(row, 0), out, error);
			if (status == PL_OK)
				status = append_fixed(
				    store, (const char *)sqlite3_column_text(row, 0), out, error);
			if (status != PL_OK)
				break;
		}
	}
	if (n > 1) {
		char *head = g_strdup_printf("%s begins the ids of %u commits:\n\n", lower, n);

		g_string_prepend(out, head);
		g_free(head);
	}
	/* No mail names it; what the repository says may be what was wanted. */
	if (result == SQLITE_DONE && !n && repository && pl_repository_find(repository, lower))
		status = append_commit(repository, pl_text_of(lower), PL_TEXT_NONE, out, error);
	sqlite3_finalize(row);
	g_free(lower);
	if (status != PL_OK)
		return status;
	if (result != SQLITE_DONE)
		return pl_store_fail(store, "looking for a commit", error);
	return n ? PL_OK
		 : pl_fail(error, PL_NOTHING,
			   "no mail is known to name commit %s; 'perflore search "
			   "--what=messages %s' looks for it as a word",
			   id, id);
}
