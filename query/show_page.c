/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "show_page.h"

#include "columns.h"

sqlite3_stmt *pl_page_start(struct pl_page *page, const char *sql, int64_t key)
{
	sqlite3_stmt *statement = NULL;

	if (page->failed)
		return NULL;
	if (sqlite3_prepare_v2(pl_store_sqlite(page->store), sql, -1, &statement, NULL) !=
	    SQLITE_OK) {
		pl_store_fail(page->store, "showing a mail", page->error);
		page->failed = true;
		return NULL;
	}
	sqlite3_bind_int64(statement, 1, key);
	return statement;
}

bool pl_page_step(struct pl_page *page, sqlite3_stmt *statement)
{
	int result;

	if (!statement || page->failed)
		return false;
	result = sqlite3_step(statement);
	if (result != SQLITE_ROW && result != SQLITE_DONE) {
		pl_store_fail(page->store, "showing a mail", page->error);
		page->failed = true;
	}
	return result == SQLITE_ROW;
}

struct pl_text pl_page_text(struct pl_page *page, sqlite3_stmt *statement, int column)
{
	return pl_column_copy(page->arena, statement, column);
}

void pl_page_heading(struct pl_page *page, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_string_append(page->out, page->style->colours ? "\n\033[1m" : "\n");
	g_string_append_vprintf(page->out, format, args);
	g_string_append(page->out, page->style->colours ? "\033[m\n" : "\n");
	va_end(args);
}

void pl_page_line(struct pl_page *page, const char *name, struct pl_text text)
{
	if (!text.len)
		return;
	g_string_append_printf(page->out, "%s: ", name);
	pl_plain(page->out, text);
	g_string_append_c(page->out, '\n');
}
