/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "show_outcome.h"

#include <sqlite3.h>

static struct pl_text column(sqlite3_stmt *statement, int at)
{
	const char *text = (const char *)sqlite3_column_text(statement, at);

	return (struct pl_text){text, text ? (size_t)sqlite3_column_bytes(statement, at) : 0};
}

static void append(GString *out, sqlite3_stmt *statement, int at)
{
	pl_plain(out, column(statement, at));
}

/* `  subsystem: x86 (title x86/mm/tlb), mm (list linux-mm)` */
static void append_subsystem(GString *out, sqlite3_stmt *row, bool first)
{
	g_string_append(out, first ? "  subsystem: " : ", ");
	append(out, row, 0);
	g_string_append(out, " (");
	append(out, row, 1);
	g_string_append_c(out, ' ');
	append(out, row, 2);
	g_string_append_c(out, ')');
}

/* `line 5 of <ID>, 2023-06-01, Maintainer B`: the four columns from at on */
static void append_place(GString *out, sqlite3_stmt *row, int at)
{
	g_string_append_printf(out, "line %" G_GINT64_FORMAT " of <",
			       (int64_t)sqlite3_column_int64(row, at));
	append(out, row, at + 1);
	g_string_append(out, ">, ");
	append(out, row, at + 2);
	g_string_append(out, ", ");
	append(out, row, at + 3);
}

/* The deciding line has a star. */
static void append_evidence(GString *out, sqlite3_stmt *row, const struct pl_style *style)
{
	g_string_append(out, sqlite3_column_int(row, 7) ? "  * " : "    ");
	append(out, row, 0);
	g_string_append(out, " by ");
	append(out, row, 1);
	g_string_append(out, ", ");
	append_place(out, row, 2);
	g_string_append(out, "\n      ");
	pl_plain_cut(out, column(row, 6), MAX(style->columns, 30) - 6);
	g_string_append_c(out, '\n');
}

static void append_outcome(GString *out, sqlite3_stmt *row)
{
	g_string_append(out, "  outcome: ");
	append(out, row, 0);
	if (sqlite3_column_type(row, 1) == SQLITE_NULL)
		g_string_append(out, ", no evidence");
	else if (sqlite3_column_int(row, 2))
		g_string_append(out, ", but see what speaks against it");
	g_string_append_c(out, '\n');
}

/* `  fix: 7e12beb8ca2a ("mm: x"), by line 5 of <...>, 2023-06-01, Maintainer B` */
static void append_fix(GString *out, sqlite3_stmt *row)
{
	g_string_append(out, "  fix: ");
	append(out, row, 0);
	if (sqlite3_column_type(row, 1) != SQLITE_NULL) {
		g_string_append(out, " (\"");
		append(out, row, 1);
		g_string_append(out, "\")");
	}
	g_string_append(out, ", by ");
	append_place(out, row, 2);
	g_string_append_c(out, '\n');
}

static sqlite3_stmt *start(struct pl_store *store, const char *sql, int64_t report)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &statement, NULL) == SQLITE_OK)
		sqlite3_bind_int64(statement, 1, report);
	return statement;
}

#define ORIGINAL "(SELECT ifnull(copy_of, id) FROM report WHERE id = ?1)"

enum pl_status pl_show_outcome(struct pl_store *store, int64_t report, const struct pl_style *style,
			       GString *out, struct pl_error *error)
{
	sqlite3_stmt *subsystems =
	    start(store,
		  "SELECT name, reason, path FROM subsystem WHERE report = " ORIGINAL
		  " ORDER BY rank, name",
		  report);
	sqlite3_stmt *outcome = start(
	    store, "SELECT state, rule, conflict FROM outcome WHERE report = " ORIGINAL, report);
	sqlite3_stmt *evidence = start(
	    store,
	    "SELECT e.state, e.rule, e.line, m.message_id, ifnull(date(m.date, 'unixepoch'), "
	    "'no date'), coalesce(m.from_name, m.from_address, ''), e.text, e.message = o.message "
	    "AND e.line = o.line AND e.rule = o.rule FROM evidence e JOIN message m ON "
	    "m.id = e.message JOIN outcome o ON o.report = e.report WHERE e.report = " ORIGINAL
	    " ORDER BY 8 DESC, e.strength DESC, m.date IS NULL, m.date DESC, m.message_id, e.line, "
	    "e.rule",
	    report);
	sqlite3_stmt *fixes =
	    start(store,
		  "SELECT DISTINCT f.commit_id, f.title, f.line, m.message_id, "
		  "ifnull(date(m.date, 'unixepoch'), 'no date'), "
		  "coalesce(m.from_name, m.from_address, '') FROM fixes f "
		  "JOIN message m ON m.id = f.message WHERE f.report = " ORIGINAL
		  " ORDER BY m.date IS NULL, m.date, m.message_id, f.line, f.commit_id LIMIT 20",
		  report);
	int result = SQLITE_ERROR;
	bool first = true;

	if (subsystems && outcome && evidence && fixes) {
		while ((result = sqlite3_step(subsystems)) == SQLITE_ROW) {
			append_subsystem(out, subsystems, first);
			first = false;
		}
		if (!first)
			g_string_append_c(out, '\n');
		if (result == SQLITE_DONE && (result = sqlite3_step(outcome)) == SQLITE_ROW)
			append_outcome(out, outcome);
		while (result != SQLITE_ERROR && (result = sqlite3_step(evidence)) == SQLITE_ROW)
			append_evidence(out, evidence, style);
		while (result != SQLITE_ERROR && (result = sqlite3_step(fixes)) == SQLITE_ROW)
			append_fix(out, fixes);
	}
	sqlite3_finalize(subsystems);
	sqlite3_finalize(outcome);
	sqlite3_finalize(evidence);
	sqlite3_finalize(fixes);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "showing a report", error);
}

enum pl_status pl_show_origin(struct pl_store *store, int64_t report, GString *out,
			      struct pl_error *error)
{
	sqlite3_stmt *row = start(
	    store,
	    "SELECT o.target, CASE o.name WHEN 'origin-link' THEN 'by its own link' "
	    "WHEN 'origin-above' THEN 'by the text above it' ELSE 'the mail that is answered' "
	    "END, EXISTS (SELECT 1 FROM message WHERE message_id = o.target) FROM origin o "
	    "WHERE o.report = ?1",
	    report);
	int result = row ? sqlite3_step(row) : SQLITE_ERROR;

	if (result == SQLITE_ROW) {
		g_string_append(out, "  comes from: <");
		append(out, row, 0);
		g_string_append(out,
				sqlite3_column_int(row, 2) ? "> (" : ">, not in the database (");
		append(out, row, 1);
		g_string_append(out, ")\n");
		result = SQLITE_DONE;
	}
	sqlite3_finalize(row);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "showing a report", error);
}
