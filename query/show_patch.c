/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports about patches that were not merged yet: the mails of the patch, and the commit that
 * it became. Titles recur, so a commit of the same title is only taken for the patch's where
 * its mail is not older than the patch and nothing says that it is another one.
 */
#include "show_patch.h"

#include <sqlite3.h>

#include "functions.h"

/* Versions of one patch, and commits, that are listed. */
#define MAX_VERSIONS 20

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

static void bind_text(sqlite3_stmt *statement, int at, struct pl_text text)
{
	sqlite3_bind_text(statement, at, text.ptr, (int)text.len, SQLITE_TRANSIENT);
}

/* `[PATCH v4 3/6] mm: x` without what stands in brackets */
static struct pl_text bare_title(struct pl_text title)
{
	while (title.len && title.ptr[0] == '[') {
		const char *close = memchr(title.ptr, ']', title.len);

		if (!close)
			break;
		title =
		    pl_text_trim(pl_text_slice(title, (size_t)(close - title.ptr) + 1, title.len));
	}
	return title;
}

/* The title is this one, or begins with it: a later version may say more. */
#define SAME_TITLE(x)                                                                              \
	x " >= ?1 AND " x " < ?1 || char(0x10FFFF) AND NOT (substr(" x                             \
	  ", length(?1) + 1, 1) GLOB '[a-zA-Z0-9_]')"

static const char select_versions[] =
    "SELECT m.subject, ifnull(date(m.date, 'unixepoch'), 'no date'), m.message_id, "
    "m.subject = ?2 FROM patch p JOIN message m ON m.id = p.message WHERE " SAME_TITLE(
	"p.title") " ORDER BY m.date IS NULL, m.date, m.message_id LIMIT ?3";

static enum pl_status list_versions(struct pl_store *store, struct pl_text title,
				    const struct pl_style *style, GString *out,
				    struct pl_error *error)
{
	struct pl_text bare = bare_title(title);
	sqlite3_stmt *row = NULL;
	int result = SQLITE_ERROR;

	if (prepare(store, select_versions, &row)) {
		bind_text(row, 1, bare);
		bind_text(row, 2, title);
		sqlite3_bind_int(row, 3, MAX_VERSIONS);
		while ((result = sqlite3_step(row)) == SQLITE_ROW) {
			g_string_append(out,
					sqlite3_column_int(row, 3) ? "  * patch: " : "    patch: ");
			pl_plain(out, column(row, 1));
			g_string_append_c(out, ' ');
			pl_plain_cut(out, column(row, 0), MAX(style->columns, 80) - 24);
			g_string_append(out, "\n      <");
			pl_plain(out, column(row, 2));
			g_string_append(out, ">\n");
		}
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "showing a report", error);
}

/* ?1: the title, ?2: the subject of the patch, ?3: the mail that is about it (a report, or the
 * patch itself). own: the patch; author: who sent it, or whom the report went to; posting: mails
 * that offer a patch of this title, other than copies that name the commit themselves. */
static const char select_commits[] =
    "WITH here AS (SELECT thread, date FROM message WHERE id = ?3), "
    "version AS MATERIALIZED (SELECT m.id, m.thread, m.date, m.subject, m.from_address AS address, "
    "m.from_name AS name, EXISTS (SELECT 1 FROM commit_mention c WHERE c.message = m.id "
    "AND c.role = 'applied') AS copy FROM patch p JOIN message m ON m.id = p.message "
    "WHERE " SAME_TITLE(
	"p.title") "), "
		   "own AS MATERIALIZED (SELECT v.* FROM version v, here h WHERE (v.subject = ?2 "
		   "OR v.id = ?3) "
		   "AND ifnull(v.date, 0) <= ifnull(h.date, v.date) ORDER BY v.id = ?3 DESC, "
		   "v.thread = h.thread DESC, v.date DESC LIMIT 1), "
		   "author AS MATERIALIZED (SELECT address, name FROM own UNION SELECT v.address, "
		   "v.name "
		   "FROM version v WHERE NOT v.copy AND NOT EXISTS (SELECT 1 FROM own) AND "
		   "lower(v.address) IN "
		   "(SELECT address FROM recipient WHERE message = ?3)), "
		   "posting AS MATERIALIZED (SELECT v.*, EXISTS (SELECT 1 FROM author a WHERE "
		   "a.address = v.address OR a.name = v.name) AS same FROM version v WHERE NOT "
		   "v.copy), "
		   "first AS (SELECT coalesce((SELECT date FROM own), (SELECT date FROM here), 0) "
		   "AS date), "
		   "found AS MATERIALIZED (SELECT c.commit_id, c.title, c.line, n.id, n.date, "
		   "n.thread "
		   "FROM commit_mention c JOIN message n ON n.id = c.message, here h, first f "
		   "WHERE c.role = 'applied' AND " SAME_TITLE(
		       "c.title") " AND (n.thread = h.thread OR ("
				  "n.date >= f.date "
				  /* in a thread of the same author's patch; else by a title that
				     few share, where nobody else has used it meanwhile */
				  "AND (EXISTS (SELECT 1 FROM posting p WHERE p.thread = n.thread "
				  "AND p.same) "
				  "OR (c.title = ?1 AND ?1 LIKE '% % % % %' AND NOT EXISTS (SELECT "
				  "1 FROM posting p "
				  "WHERE NOT p.same AND p.date BETWEEN f.date AND n.date))) "
				  /* and the commit was not there before the patch */
				  "AND NOT EXISTS (SELECT 1 FROM commit_mention o JOIN message y "
				  "ON y.id = o.message "
				  "WHERE o.commit_id >= substr(c.commit_id, 1, 7) AND o.commit_id "
				  "< substr(c.commit_id, 1, 7) "
				  "|| 'g' AND substr(o.commit_id, 1, length(c.commit_id)) = "
				  "substr(c.commit_id, 1, "
				  "length(o.commit_id)) AND y.date < f.date)))), "
				  "taken AS (SELECT * FROM found ORDER BY date LIMIT 1) "
				  "SELECT d.commit_id, d.title, d.line, m.message_id, "
				  "ifnull(date(m.date, 'unixepoch'), 'no date'), "
				  "coalesce(m.from_name, m.from_address, ''), "
				  "min(ifnull(d.date, 0)) FROM found d JOIN message m ON m.id = "
				  "d.id, taken t "
				  /* who sends it anew after it was taken has another patch */
				  "WHERE NOT EXISTS (SELECT 1 FROM posting p WHERE p.date > t.date "
				  "AND p.date <= d.date "
				  "AND p.thread <> t.thread) AND NOT EXISTS (SELECT 1 FROM found l "
				  "WHERE "
				  "length(l.commit_id) > length(d.commit_id) AND "
				  "substr(l.commit_id, 1, length(d.commit_id)) "
				  "= d.commit_id) GROUP BY d.commit_id ORDER BY 7, d.commit_id "
				  "LIMIT ?4";

static sqlite3_stmt *find_commits(struct pl_store *store, struct pl_text subject, int64_t message)
{
	sqlite3_stmt *row = NULL;

	if (prepare(store, select_commits, &row)) {
		bind_text(row, 1, bare_title(subject));
		bind_text(row, 2, subject);
		sqlite3_bind_int64(row, 3, message);
		sqlite3_bind_int(row, 4, MAX_VERSIONS);
	}
	return row;
}

/* `LABEL7e12beb8ca2a ("mm: x"), by line 5 of <...>, 2023-06-01, Maintainer B`, for each commit */
static enum pl_status list_commits(struct pl_store *store, struct pl_text subject, int64_t message,
				   const char *label, GString *out, struct pl_error *error)
{
	sqlite3_stmt *row = find_commits(store, subject, message);
	int result = SQLITE_ERROR;

	while (row && (result = sqlite3_step(row)) == SQLITE_ROW) {
		g_string_append(out, label);
		pl_plain(out, column(row, 0));
		g_string_append(out, " (\"");
		pl_plain(out, column(row, 1));
		g_string_append_printf(out, "\"), by line %" G_GINT64_FORMAT " of <",
				       (int64_t)sqlite3_column_int64(row, 2));
		pl_plain(out, column(row, 3));
		g_string_append(out, ">, ");
		pl_plain(out, column(row, 4));
		g_string_append(out, ", ");
		pl_plain(out, column(row, 5));
		g_string_append_c(out, '\n');
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "looking for a commit", error);
}

enum pl_status pl_show_patches(struct pl_store *store, int64_t report, const struct pl_style *style,
			       GString *out, struct pl_error *error)
{
	sqlite3_stmt *row = NULL;
	enum pl_status status = PL_OK;
	int result = SQLITE_ERROR;

	if (prepare(store, "SELECT title, message FROM report WHERE id = ?1 AND title LIKE '[%'",
		    &row)) {
		sqlite3_bind_int64(row, 1, report);
		result = sqlite3_step(row);
		if (result == SQLITE_ROW && bare_title(column(row, 0)).len) {
			status = list_versions(store, column(row, 0), style, out, error);
			if (status == PL_OK)
				status = list_commits(store, column(row, 0),
						      sqlite3_column_int64(row, 1),
						      "    commit: ", out, error);
		}
	}
	sqlite3_finalize(row);
	return result == SQLITE_ERROR ? pl_store_fail(store, "showing a report", error) : status;
}

enum pl_status pl_show_reported(struct pl_store *store, int64_t message, GString *out,
				struct pl_error *error)
{
	sqlite3_stmt *row = NULL;
	int result = SQLITE_ERROR;

	pl_functions_register(pl_store_sqlite(store));
	if (prepare(store,
		    "SELECT r.verdict, ifnull(o.state, ''), n.message_id, r.position "
		    "FROM message m JOIN report r ON r.title = m.subject AND r.copy_of IS NULL "
		    "JOIN message n ON n.id = r.message LEFT JOIN outcome o ON o.report = r.id "
		    "WHERE m.id = ?1 AND is_patch(m.subject) "
		    "ORDER BY n.date IS NULL, n.date, n.message_id, r.position",
		    &row)) {
		sqlite3_bind_int64(row, 1, message);
		while ((result = sqlite3_step(row)) == SQLITE_ROW) {
			g_string_append(out, "Reported: ");
			pl_plain(out, column(row, 0));
			g_string_append(out, ", ");
			pl_plain(out, column(row, 1));
			g_string_append(out, ", <");
			pl_plain(out, column(row, 2));
			g_string_append_printf(out, ">#r%d\n", sqlite3_column_int(row, 3));
		}
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "showing a mail", error);
}

enum pl_status pl_show_taken(struct pl_store *store, int64_t message, GString *out,
			     struct pl_error *error)
{
	sqlite3_stmt *row = NULL;
	enum pl_status status = PL_OK;
	int result = SQLITE_ERROR;

	if (prepare(store, "SELECT title FROM patch WHERE message = ?1", &row)) {
		sqlite3_bind_int64(row, 1, message);
		result = sqlite3_step(row);
		if (result == SQLITE_ROW)
			status =
			    list_commits(store, column(row, 0), message, "Commit: ", out, error);
	}
	sqlite3_finalize(row);
	return result == SQLITE_ERROR ? pl_store_fail(store, "showing a mail", error) : status;
}

/* The patch that a report is about became the commit. */
static bool became(struct pl_store *store, struct pl_text subject, int64_t message,
		   struct pl_text id)
{
	sqlite3_stmt *row = find_commits(store, subject, message);
	bool found = false;

	while (!found && row && sqlite3_step(row) == SQLITE_ROW)
		found = pl_text_equal(column(row, 0), id);
	sqlite3_finalize(row);
	return found;
}

void pl_show_report_line(GString *out, const char *what, sqlite3_stmt *row, int at)
{
	g_string_append_printf(out, "  %s  ", what);
	pl_plain(out, column(row, at));
	g_string_append(out, "  ");
	pl_plain_cut(out, column(row, at + 1), 28);
	g_string_append(out, "  <");
	pl_plain(out, column(row, at + 2));
	g_string_append_printf(out, ">#r%d\n", sqlite3_column_int(row, at + 3));
}

enum pl_status pl_show_reports_of(struct pl_store *store, struct pl_text id, GString *out,
				  struct pl_error *error)
{
	sqlite3_stmt *row = NULL;
	int result = SQLITE_ERROR;

	if (prepare(
		store,
		"WITH name AS (SELECT DISTINCT title FROM commit_mention WHERE commit_id = ?1 "
		"AND role = 'applied' AND title <> '') "
		"SELECT r.title, r.message, ifnull(date(m.date, 'unixepoch'), 'no date'), "
		"coalesce(m.from_name, m.from_address, ''), m.message_id, r.position FROM name n "
		"CROSS JOIN report r ON r.title LIKE '[%' AND r.copy_of IS NULL AND "
		"instr(n.title, trim(substr(r.title, instr(r.title, ']') + 1))) = 1 "
		"JOIN message m ON m.id = r.message "
		"ORDER BY m.date IS NULL, m.date, m.message_id, r.position",
		&row)) {
		bind_text(row, 1, id);
		while ((result = sqlite3_step(row)) == SQLITE_ROW) {
			if (!became(store, column(row, 0), sqlite3_column_int64(row, 1), id))
				continue;
			pl_show_report_line(out, "patch report", row, 2);
		}
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "looking for a commit", error);
}
