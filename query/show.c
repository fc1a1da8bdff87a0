/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail or report as text, in the order of the mail: header, reports, tables with
 * their rows, plots, trailers, problems, thread.
 */
#include <perflore/show.h>

#include "show_page.h"
#include "show_patch.h"

static void append_date(GString *out, bool has_date, int64_t date, size_t length)
{
	char buffer[24];

	if (has_date && pl_date_format(date, buffer))
		g_string_append_len(out, buffer, (gssize)length);
	else
		g_string_append_printf(out, "%-*s", (int)length, "no date");
}

static void show_lists(struct pl_page *page)
{
	sqlite3_stmt *statement =
	    pl_page_start(page, "SELECT list FROM message_list WHERE message = ?1 ORDER BY list",
			  page->shown->message);

	while (pl_page_step(page, statement))
		pl_page_line(page, "List", pl_page_text(page, statement, 0));
	sqlite3_finalize(statement);
}

static void show_header(struct pl_page *page)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT m.subject, m.from_name, m.from_address, m.date, m.message_id, m.made_id, "
	    "s.path, m.place, th.root, m.thread, (SELECT count(*) FROM message o WHERE "
	    "o.message_id = m.message_id) FROM message m JOIN thread th ON th.id = m.thread "
	    "LEFT JOIN source s ON s.id = m.source WHERE m.id = ?1",
	    page->shown->message);
	struct pl_text name, address;

	if (!pl_page_step(page, statement))
		goto end;
	pl_page_line(page, "Subject", pl_page_text(page, statement, 0));
	name = pl_page_text(page, statement, 1);
	address = pl_page_text(page, statement, 2);
	if (name.len || address.len) {
		g_string_append(page->out, "From: ");
		pl_plain(page->out, name);
		if (address.len) {
			g_string_append(page->out, name.len ? " <" : "<");
			pl_plain(page->out, address);
			g_string_append_c(page->out, '>');
		}
		g_string_append_c(page->out, '\n');
	}
	if (sqlite3_column_type(statement, 3) != SQLITE_NULL) {
		g_string_append(page->out, "Date: ");
		append_date(page->out, true, sqlite3_column_int64(statement, 3), 20);
		g_string_append_c(page->out, '\n');
	}
	g_string_append(page->out, "Message-ID: <");
	pl_plain(page->out, pl_page_text(page, statement, 4));
	g_string_append(page->out, sqlite3_column_int(statement, 5)
				       ? "> (made from its content; the mail has none)\n"
				       : ">\n");
	show_lists(page);
	g_string_append(page->out, "Source: ");
	pl_plain(page->out, pl_page_text(page, statement, 6));
	if (sqlite3_column_type(statement, 7) != SQLITE_NULL) {
		g_string_append(page->out, ", at ");
		pl_plain(page->out, pl_page_text(page, statement, 7));
	} else {
		g_string_append(page->out, " (it is not there any more)");
	}
	g_string_append(page->out, "\nThread: <");
	pl_plain(page->out, pl_page_text(page, statement, 8));
	g_string_append(page->out, ">\n");
	page->thread = sqlite3_column_int64(statement, 9);
	if (pl_show_reported(page->store, page->shown->message, page->out, page->error) != PL_OK ||
	    pl_show_taken(page->store, page->shown->message, page->out, page->error) != PL_OK)
		page->failed = true;
	if (sqlite3_column_int64(statement, 10) > 1)
		g_string_append_printf(page->out,
				       "Versions: %" G_GINT64_FORMAT
				       " mails with this id; records are those of the first\n",
				       (int64_t)sqlite3_column_int64(statement, 10));
end:
	sqlite3_finalize(statement);
}

static void show_trailers(struct pl_page *page)
{
	sqlite3_stmt *statement = pl_page_start(
	    page, "SELECT line, name, value FROM trailer WHERE message = ?1 ORDER BY position",
	    page->shown->message);
	bool first = true;

	while (pl_page_step(page, statement)) {
		if (first)
			pl_page_heading(page, "trailers");
		first = false;
		g_string_append_printf(page->out, "%8d: ", sqlite3_column_int(statement, 0));
		pl_page_line(page, (const char *)sqlite3_column_text(statement, 1),
			     pl_page_text(page, statement, 2));
	}
	sqlite3_finalize(statement);
}

static void show_problems(struct pl_page *page)
{
	sqlite3_stmt *statement = pl_page_start(
	    page, "SELECT code, detail FROM problem WHERE message = ?1 ORDER BY position",
	    page->shown->message);
	bool first = true;

	while (pl_page_step(page, statement)) {
		struct pl_text detail = pl_page_text(page, statement, 1);

		if (first)
			pl_page_heading(page, "problems");
		first = false;
		g_string_append(page->out, "  ");
		pl_plain(page->out, pl_page_text(page, statement, 0));
		if (detail.len) {
			g_string_append(page->out, ": ");
			pl_plain(page->out, detail);
		}
		g_string_append_c(page->out, '\n');
	}
	sqlite3_finalize(statement);
}

static void show_thread(struct pl_page *page)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT m.id, m.date, m.from_name, m.from_address, m.message_id, (SELECT count(*) "
	    "FROM report WHERE message = m.id) FROM message m WHERE m.thread = ?1 "
	    "ORDER BY m.date IS NULL, m.date, m.message_id, m.version",
	    page->thread);

	pl_page_heading(page, "thread (> is this mail, R one with a report)");
	while (pl_page_step(page, statement)) {
		struct pl_text name = pl_page_text(page, statement, 2);
		GString *who = g_string_new(NULL);

		g_string_append_c(page->out,
				  sqlite3_column_int64(statement, 0) == page->shown->message ? '>'
											     : ' ');
		g_string_append(page->out, sqlite3_column_int(statement, 5) ? "R " : "  ");
		append_date(page->out, sqlite3_column_type(statement, 1) != SQLITE_NULL,
			    sqlite3_column_int64(statement, 1), 16);
		pl_plain_cut(who, name.len ? name : pl_page_text(page, statement, 3), 28);
		g_string_append_printf(page->out, "  %s", who->str);
		for (glong n = g_utf8_strlen(who->str, -1); n < 28; n++)
			g_string_append_c(page->out, ' ');
		g_string_append(page->out, "  <");
		pl_plain(page->out, pl_page_text(page, statement, 4));
		g_string_append(page->out, ">\n");
		g_string_free(who, TRUE);
	}
	sqlite3_finalize(statement);
}

enum pl_status pl_show_text(struct pl_store *store, const struct pl_shown *shown,
			    struct pl_style *style, GString *out, struct pl_error *error)
{
	struct pl_page page = {
	    .store = store,
	    .shown = shown,
	    .style = style,
	    .out = out,
	    .arena = pl_arena_new(),
	    .details = pl_details_new(store, false),
	    .error = error,
	};

	show_header(&page);
	pl_page_reports(&page);
	pl_page_tables(&page);
	if (shown->report < 0) {
		show_trailers(&page);
		show_problems(&page);
	}
	show_thread(&page);
	pl_details_free(page.details);
	pl_arena_free(page.arena);
	return page.failed ? PL_FAILED : PL_OK;
}

enum pl_status pl_show_lines(struct pl_store *store, const struct pl_shown *shown, int64_t first,
			     int64_t last, GString *out, struct pl_error *error)
{
	GString *text = g_string_new(NULL);
	enum pl_status status = pl_store_message(store, shown->message, text, NULL, error);
	const char *from = text->str, *end = text->str + text->len;
	int64_t number = 1;

	for (; status == PL_OK && from < end && number <= last; number++) {
		const char *stop = memchr(from, '\n', (size_t)(end - from));

		if (!stop)
			stop = end;
		if (number >= first) {
			g_string_append_printf(out, "%8" G_GINT64_FORMAT ": ", number);
			pl_plain(out, (struct pl_text){from, (size_t)(stop - from)});
			g_string_append_c(out, '\n');
		}
		from = stop + (stop < end);
	}
	g_string_free(text, TRUE);
	if (status == PL_NOTHING)
		return pl_fail(error, PL_NOTHING,
			       "the text of this mail is not in the database: it has no records");
	if (status == PL_OK && number <= first)
		return pl_fail(error, PL_NOTHING, "the mail has %" G_GINT64_FORMAT " lines",
			       number - 1);
	return status;
}
