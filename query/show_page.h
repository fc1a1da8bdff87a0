/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page that a mail is shown on: where it is written, and what is asked for it. */
#ifndef PERFLORE_SHOW_PAGE_H
#define PERFLORE_SHOW_PAGE_H

#include <perflore/show.h>

#include <sqlite3.h>

#include "details.h"
#include "format.h"

struct pl_page {
	struct pl_store *store;
	const struct pl_shown *shown;
	struct pl_style *style;
	GString *out;
	struct pl_arena *arena;
	struct pl_details *details;
	int64_t thread;
	bool failed; /* error is set; nothing more is asked */
	struct pl_error *error;
};

/* The statement, its ?1 bound to key, to be finalized; NULL after a failure, which is
 * remembered. */
sqlite3_stmt *pl_page_start(struct pl_page *page, const char *sql, int64_t key);

/* Whether there is a next row; statement may be NULL. */
bool pl_page_step(struct pl_page *page, sqlite3_stmt *statement);

/* The text of a column, in the page's arena. */
struct pl_text pl_page_text(struct pl_page *page, sqlite3_stmt *statement, int column);

void pl_page_heading(struct pl_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* `name: text`, nothing where text is empty. */
void pl_page_line(struct pl_page *page, const char *name, struct pl_text text);

/* The mail's reports, or the one that is shown: show_report.c */
void pl_page_reports(struct pl_page *page);

/* The mail's tables, or those of the report that is shown, with their rows: show_table.c */
void pl_page_tables(struct pl_page *page);

#endif
