/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table on the page of its mail: what it is of, its columns and rows. */
#include "show_page.h"

/* One column of a table: `  base: id ("title")`. */
static void show_column(struct pl_page *page, int64_t table, int64_t position, const char *name)
{
	sqlite3_stmt *statement =
	    pl_page_start(page,
			  "SELECT label, commit_id, title FROM table_column WHERE "
			  "metric_table = ?1 AND position = ?2",
			  table);
	struct pl_text label, commit, title;

	if (statement)
		sqlite3_bind_int64(statement, 2, position);
	if (pl_page_step(page, statement)) {
		label = pl_page_text(page, statement, 0);
		commit = pl_page_text(page, statement, 1);
		title = pl_page_text(page, statement, 2);
		if (label.len || commit.len) {
			g_string_append_printf(page->out, "  %s: ", name);
			pl_plain(page->out, commit.len ? commit : label);
			if (title.len) {
				g_string_append(page->out, " (\"");
				pl_plain(page->out, title);
				g_string_append(page->out, "\")");
			}
			g_string_append_c(page->out, '\n');
		}
	}
	sqlite3_finalize(statement);
}

/* The rows of one compared column, and the mails that some of them are copied from. */
static void show_rows(struct pl_page *page, int64_t table, int64_t compared)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT r.position, o.line, m.message_id, t.message = ct.message FROM metric_row r "
	    "JOIN metric_table t ON t.id = r.metric_table "
	    "LEFT JOIN metric_table ct ON ct.id = r.copy_table "
	    "LEFT JOIN metric_row o ON o.metric_table = r.copy_table AND o.position = "
	    "r.copy_position "
	    "AND o.compared = r.compared LEFT JOIN message m ON m.id = ct.message "
	    "WHERE r.metric_table = ?1 AND r.compared = ?2 ORDER BY r.position",
	    table);
	GHashTable *homes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct pl_found_row row;
	GHashTableIter iter;
	gpointer home;

	if (statement)
		sqlite3_bind_int64(statement, 2, compared);
	while (pl_page_step(page, statement)) {
		if (pl_details_row(page->details, table, sqlite3_column_int64(statement, 0),
				   compared, &row, page->error) != PL_OK) {
			page->failed = true;
			break;
		}
		pl_row_line(&row, page->style, sqlite3_column_int64(statement, 1), page->out);
		if (sqlite3_column_type(statement, 2) != SQLITE_NULL)
			g_hash_table_add(homes,
					 g_strdup((const char *)sqlite3_column_text(statement, 2)));
	}
	sqlite3_finalize(statement);
	g_hash_table_iter_init(&iter, homes);
	while (g_hash_table_iter_next(&iter, &home, NULL)) {
		g_string_append(page->out, "  =N: the same row at line N of <");
		pl_plain(page->out, pl_text_of(home));
		g_string_append(page->out, ">\n");
	}
	g_hash_table_destroy(homes);
}

static void show_axes(struct pl_page *page, int64_t table)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT group_concat(key || '=' || value, ' ') FROM (SELECT key, value FROM "
	    "table_axis WHERE metric_table = ?1 ORDER BY position)",
	    table);

	if (pl_page_step(page, statement))
		pl_page_line(page, "  axes", pl_page_text(page, statement, 0));
	sqlite3_finalize(statement);
}

static void show_comparisons(struct pl_page *page, int64_t table)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT DISTINCT compared FROM metric_row WHERE metric_table = ?1 ORDER BY compared",
	    table);
	bool first = true;

	while (pl_page_step(page, statement)) {
		int64_t compared = sqlite3_column_int64(statement, 0);
		char name[32];

		if (compared) {
			g_snprintf(name, sizeof(name), "head %" G_GINT64_FORMAT, compared);
			if (!first)
				g_string_append_c(page->out, '\n');
			show_column(page, table, compared, name);
		}
		if (first)
			pl_row_titles(page->style, page->out);
		first = false;
		show_rows(page, table, compared);
	}
	sqlite3_finalize(statement);
}

/* Which report the rows of a table belong to. */
static void show_owner(struct pl_page *page, int64_t report)
{
	sqlite3_stmt *statement =
	    pl_page_start(page,
			  "SELECT m.message_id, r.position, m.id FROM report r JOIN message m ON "
			  "m.id = r.message WHERE r.id = ?1",
			  report);

	if (pl_page_step(page, statement)) {
		g_string_append(page->out, "  belongs to ");
		if (sqlite3_column_int64(statement, 2) != page->shown->message) {
			g_string_append_c(page->out, '<');
			pl_plain(page->out, pl_page_text(page, statement, 0));
			g_string_append_c(page->out, '>');
		}
		g_string_append_printf(page->out, "#r%d\n", sqlite3_column_int(statement, 1));
	}
	sqlite3_finalize(statement);
}

void pl_page_tables(struct pl_page *page)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT t.id, t.kind, t.line, t.depth, t.title, t.unit, t.better, t.owner, "
	    "iif(t.kind = 'lkp', NULL, t.benchmark), (SELECT text FROM machine "
	    "WHERE id = t.machine AND t.kind <> 'lkp') FROM "
	    "metric_table t LEFT JOIN report o ON o.id = t.owner AND o.message = t.message "
	    "WHERE t.message = ?1 AND (?2 < 0 OR o.position = ?2) ORDER BY t.position",
	    page->shown->message);

	if (statement)
		sqlite3_bind_int64(statement, 2, page->shown->report);
	while (pl_page_step(page, statement)) {
		int64_t table = sqlite3_column_int64(statement, 0);

		pl_page_heading(page, "%s table, line %d, depth %d",
				sqlite3_column_text(statement, 1), sqlite3_column_int(statement, 2),
				sqlite3_column_int(statement, 3));
		pl_page_line(page, "  title", pl_page_text(page, statement, 4));
		pl_page_line(page, "  benchmark", pl_page_text(page, statement, 8));
		pl_page_line(page, "  machine", pl_page_text(page, statement, 9));
		pl_page_line(page, "  unit", pl_page_text(page, statement, 5));
		pl_page_line(page, "  better", pl_page_text(page, statement, 6));
		if (sqlite3_column_type(statement, 7) != SQLITE_NULL)
			show_owner(page, sqlite3_column_int64(statement, 7));
		show_axes(page, table);
		show_column(page, table, 0, "base");
		show_comparisons(page, table);
	}
	sqlite3_finalize(statement);
}
