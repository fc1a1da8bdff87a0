/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail or report as text, in the order of the mail: header, reports, tables with
 * their rows, plots, trailers, problems, thread.
 */
#include <perflore/show.h>

#include "columns.h"
#include "details.h"
#include "format.h"
#include "show_patch.h"
#include "show_known.h"
#include "show_outcome.h"

struct page {
	struct pl_store *store;
	const struct pl_shown *shown;
	struct pl_style *style;
	GString *out;
	struct pl_arena *arena;
	struct pl_details *details;
	int64_t thread;
	bool failed;
	struct pl_error *error;
};

/* The statement, bound to key; NULL after a failure, which is remembered. */
static sqlite3_stmt *start(struct page *page, const char *sql, int64_t key)
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

static bool step(struct page *page, sqlite3_stmt *statement)
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

static struct pl_text text_at(struct page *page, sqlite3_stmt *statement, int column)
{
	return pl_column_copy(page->arena, statement, column);
}

static void heading(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void heading(struct page *page, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_string_append(page->out, page->style->colours ? "\n\033[1m" : "\n");
	g_string_append_vprintf(page->out, format, args);
	g_string_append(page->out, page->style->colours ? "\033[m\n" : "\n");
	va_end(args);
}

/* `  name: text`, nothing where text is empty. */
static void line(struct page *page, const char *name, struct pl_text text)
{
	if (!text.len)
		return;
	g_string_append_printf(page->out, "%s: ", name);
	pl_plain(page->out, text);
	g_string_append_c(page->out, '\n');
}

static void append_date(GString *out, bool has_date, int64_t date, size_t length)
{
	char buffer[24];

	if (has_date && pl_date_format(date, buffer))
		g_string_append_len(out, buffer, (gssize)length);
	else
		g_string_append_printf(out, "%-*s", (int)length, "no date");
}

static void show_lists(struct page *page)
{
	sqlite3_stmt *statement =
	    start(page, "SELECT list FROM message_list WHERE message = ?1 ORDER BY list",
		  page->shown->message);

	while (step(page, statement))
		line(page, "List", text_at(page, statement, 0));
	sqlite3_finalize(statement);
}

static void show_header(struct page *page)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT m.subject, m.from_name, m.from_address, m.date, m.message_id, m.made_id, "
		  "s.path, m.place, th.root, m.thread, (SELECT count(*) FROM message o WHERE "
		  "o.message_id = m.message_id) FROM message m JOIN thread th ON th.id = m.thread "
		  "LEFT JOIN source s ON s.id = m.source WHERE m.id = ?1",
		  page->shown->message);
	struct pl_text name, address;

	if (!step(page, statement))
		goto end;
	line(page, "Subject", text_at(page, statement, 0));
	name = text_at(page, statement, 1);
	address = text_at(page, statement, 2);
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
	pl_plain(page->out, text_at(page, statement, 4));
	g_string_append(page->out, sqlite3_column_int(statement, 5)
				       ? "> (made from its content; the mail has none)\n"
				       : ">\n");
	show_lists(page);
	g_string_append(page->out, "Source: ");
	pl_plain(page->out, text_at(page, statement, 6));
	if (sqlite3_column_type(statement, 7) != SQLITE_NULL) {
		g_string_append(page->out, ", at ");
		pl_plain(page->out, text_at(page, statement, 7));
	}
	g_string_append(page->out, "\nThread: <");
	pl_plain(page->out, text_at(page, statement, 8));
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

static void show_params(struct page *page, const struct pl_params *params)
{
	if (!params->n)
		return;
	g_string_append(page->out, "  parameters:");
	for (size_t i = 0; i < params->n; i++) {
		g_string_append_c(page->out, ' ');
		pl_plain(page->out, params->v[i].key);
		g_string_append_c(page->out, '=');
		pl_plain(page->out, params->v[i].value);
	}
	g_string_append_c(page->out, '\n');
}

static void show_status(struct page *page, int64_t report)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT state, place, commit_id FROM report_status WHERE report = ?1 ORDER BY "
		  "position",
		  report);

	while (step(page, statement)) {
		g_string_append(page->out, "  status: ");
		for (int i = 0; i < 3; i++) {
			g_string_append(page->out, i ? " " : "");
			pl_plain(page->out, text_at(page, statement, i));
		}
		g_string_append_c(page->out, '\n');
	}
	sqlite3_finalize(statement);
}

static void show_related(struct page *page, int64_t report)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT r.testcase, r.metric, r.printed, a.tbox, a.text, r.parameters FROM "
		  "report_related r LEFT JOIN machine a ON a.id = r.machine WHERE r.report = ?1 "
		  "ORDER BY r.position",
		  report);

	while (step(page, statement)) {
		g_string_append(page->out, "  also:");
		for (int i = 0; i < 3; i++) {
			struct pl_text text = text_at(page, statement, i);

			if (text.len)
				g_string_append_c(page->out, ' ');
			pl_plain(page->out, text);
		}
		g_string_append_c(page->out, '\n');
		for (int i = 3; i < 6; i++) {
			struct pl_text text = text_at(page, statement, i);

			if (text.len) {
				g_string_append(page->out, "        ");
				pl_plain(page->out, text);
				g_string_append_c(page->out, '\n');
			}
		}
	}
	sqlite3_finalize(statement);
}

static void show_errors(struct page *page, int64_t report)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT error, group_concat(count, ' ') FROM (SELECT * FROM report_error WHERE "
		  "report = ?1 ORDER BY position, commit_column) GROUP BY position",
		  report);

	while (step(page, statement)) {
		g_string_append(page->out, "  error: ");
		pl_plain(page->out, text_at(page, statement, 0));
		g_string_append(page->out, " (");
		pl_plain(page->out, text_at(page, statement, 1));
		g_string_append(page->out, ")\n");
	}
	sqlite3_finalize(statement);
}

static void show_boots(struct page *page, int64_t report)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT commit_column, successes, failures FROM report_boots WHERE report = ?1 "
		  "ORDER BY commit_column",
		  report);

	while (step(page, statement)) {
		g_string_append_printf(page->out,
				       "  boots of commit %d:", sqlite3_column_int(statement, 0));
		for (int i = 1; i < 3; i++)
			if (sqlite3_column_type(statement, i) != SQLITE_NULL)
				g_string_append_printf(page->out, " %" G_GINT64_FORMAT " %s",
						       (int64_t)sqlite3_column_int64(statement, i),
						       i == 1 ? "good" : "failed");
		g_string_append_c(page->out, '\n');
	}
	sqlite3_finalize(statement);
}

/* What the repository, if there is one, knows of a commit. */
static void show_known(struct page *page, struct pl_text id)
{
	struct pl_repository *repository = page->shown->repository;
	char *printed;
	const char *full;

	if (!repository || !id.len)
		return;
	printed = g_strndup(id.ptr, id.len);
	full = pl_repository_find(repository, printed);
	if (full && pl_show_known(repository, full, "    ", page->out, page->error) != PL_OK)
		page->failed = true;
	g_free(printed);
}

static void show_report(struct page *page, int64_t id)
{
	struct pl_found_report report;
	const struct pl_culprit *culprit = &report.culprit;

	if (pl_details_report(page->details, id, &report, page->error) != PL_OK) {
		page->failed = true;
		return;
	}
	heading(page,
		"report #r%" G_GINT64_FORMAT ", line %" G_GINT64_FORMAT ", depth %" G_GINT64_FORMAT,
		report.position, report.line, report.depth);
	g_string_append(page->out, "  ");
	pl_plain(page->out, report.kind);
	g_string_append_c(page->out, ' ');
	pl_plain(page->out, report.verdict);
	if (report.headline.metric.len) {
		g_string_append(page->out, ": ");
		pl_plain(page->out, report.headline.metric);
		g_string_append_c(page->out, ' ');
		pl_plain(page->out, report.headline.printed);
	}
	g_string_append_c(page->out, '\n');
	if (culprit->id.len) {
		g_string_append(page->out, "  culprit: ");
		pl_plain(page->out, culprit->id);
		if (culprit->title.len) {
			g_string_append(page->out, " (\"");
			pl_plain(page->out, culprit->title);
			g_string_append(page->out, "\")");
		}
		g_string_append_c(page->out, '\n');
	}
	show_known(page, culprit->id);
	line(page, "  tree", culprit->tree);
	line(page, "  branch", culprit->branch);
	line(page, "  testcase", report.testcase);
	line(page, "  tbox", report.machine.tbox);
	line(page, "  machine", report.machine.text);
	show_params(page, &report.parameters);
	line(page, "  config", report.config);
	line(page, "  compiler", report.compiler);
	show_status(page, id);
	show_related(page, id);
	show_errors(page, id);
	show_boots(page, id);
	if (!page->failed && pl_show_origin(page->store, id, page->out, page->error) != PL_OK)
		page->failed = true;
	line(page, "  report", report.link_report);
	line(page, "  reproduce", report.link_reproduce);
	if (!page->failed &&
	    pl_show_patches(page->store, id, page->style, page->out, page->error) != PL_OK)
		page->failed = true;
	if (!page->failed &&
	    pl_show_outcome(page->store, id, page->style, page->out, page->error) != PL_OK)
		page->failed = true;
	g_string_append_printf(page->out, "  rows: %" G_GINT64_FORMAT "\n", report.rows);
}

static void show_reports(struct page *page)
{
	sqlite3_stmt *statement =
	    start(page, "SELECT id, position FROM report WHERE message = ?1 ORDER BY position",
		  page->shown->message);

	while (step(page, statement))
		if (page->shown->report < 0 ||
		    page->shown->report == sqlite3_column_int64(statement, 1))
			show_report(page, sqlite3_column_int64(statement, 0));
	sqlite3_finalize(statement);
}

/* One column of a table: `  base: id ("title")`. */
static void show_column(struct page *page, int64_t table, int64_t position, const char *name)
{
	sqlite3_stmt *statement = start(page,
					"SELECT label, commit_id, title FROM table_column WHERE "
					"metric_table = ?1 AND position = ?2",
					table);
	struct pl_text label, commit, title;

	if (statement)
		sqlite3_bind_int64(statement, 2, position);
	if (step(page, statement)) {
		label = text_at(page, statement, 0);
		commit = text_at(page, statement, 1);
		title = text_at(page, statement, 2);
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
static void show_rows(struct page *page, int64_t table, int64_t compared)
{
	sqlite3_stmt *statement = start(
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
	while (step(page, statement)) {
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

static void show_axes(struct page *page, int64_t table)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT group_concat(key || '=' || value, ' ') FROM (SELECT key, value FROM "
		  "table_axis WHERE metric_table = ?1 ORDER BY position)",
		  table);

	if (step(page, statement))
		line(page, "  axes", text_at(page, statement, 0));
	sqlite3_finalize(statement);
}

static void show_comparisons(struct page *page, int64_t table)
{
	sqlite3_stmt *statement = start(
	    page,
	    "SELECT DISTINCT compared FROM metric_row WHERE metric_table = ?1 ORDER BY compared",
	    table);
	bool first = true;

	while (step(page, statement)) {
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
static void show_owner(struct page *page, int64_t report)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT m.message_id, r.position, m.id FROM report r JOIN message m ON "
		  "m.id = r.message WHERE r.id = ?1",
		  report);

	if (step(page, statement)) {
		g_string_append(page->out, "  belongs to ");
		if (sqlite3_column_int64(statement, 2) != page->shown->message) {
			g_string_append_c(page->out, '<');
			pl_plain(page->out, text_at(page, statement, 0));
			g_string_append_c(page->out, '>');
		}
		g_string_append_printf(page->out, "#r%d\n", sqlite3_column_int(statement, 1));
	}
	sqlite3_finalize(statement);
}

static void show_tables(struct page *page)
{
	sqlite3_stmt *statement =
	    start(page,
		  "SELECT t.id, t.kind, t.line, t.depth, t.title, t.unit, t.better, t.owner, "
		  "iif(t.kind = 'lkp', NULL, t.benchmark), (SELECT text FROM machine "
		  "WHERE id = t.machine AND t.kind <> 'lkp') FROM "
		  "metric_table t LEFT JOIN report o ON o.id = t.owner AND o.message = t.message "
		  "WHERE t.message = ?1 AND (?2 < 0 OR o.position = ?2) ORDER BY t.position",
		  page->shown->message);

	if (statement)
		sqlite3_bind_int64(statement, 2, page->shown->report);
	while (step(page, statement)) {
		int64_t table = sqlite3_column_int64(statement, 0);

		heading(page, "%s table, line %d, depth %d", sqlite3_column_text(statement, 1),
			sqlite3_column_int(statement, 2), sqlite3_column_int(statement, 3));
		line(page, "  title", text_at(page, statement, 4));
		line(page, "  benchmark", text_at(page, statement, 8));
		line(page, "  machine", text_at(page, statement, 9));
		line(page, "  unit", text_at(page, statement, 5));
		line(page, "  better", text_at(page, statement, 6));
		if (sqlite3_column_type(statement, 7) != SQLITE_NULL)
			show_owner(page, sqlite3_column_int64(statement, 7));
		show_axes(page, table);
		show_column(page, table, 0, "base");
		show_comparisons(page, table);
	}
	sqlite3_finalize(statement);
}

static void show_trailers(struct page *page)
{
	sqlite3_stmt *statement = start(
	    page, "SELECT line, name, value FROM trailer WHERE message = ?1 ORDER BY position",
	    page->shown->message);
	bool first = true;

	while (step(page, statement)) {
		if (first)
			heading(page, "trailers");
		first = false;
		g_string_append_printf(page->out, "%8d: ", sqlite3_column_int(statement, 0));
		line(page, (const char *)sqlite3_column_text(statement, 1),
		     text_at(page, statement, 2));
	}
	sqlite3_finalize(statement);
}

static void show_problems(struct page *page)
{
	sqlite3_stmt *statement =
	    start(page, "SELECT code, detail FROM problem WHERE message = ?1 ORDER BY position",
		  page->shown->message);
	bool first = true;

	while (step(page, statement)) {
		struct pl_text detail = text_at(page, statement, 1);

		if (first)
			heading(page, "problems");
		first = false;
		g_string_append(page->out, "  ");
		pl_plain(page->out, text_at(page, statement, 0));
		if (detail.len) {
			g_string_append(page->out, ": ");
			pl_plain(page->out, detail);
		}
		g_string_append_c(page->out, '\n');
	}
	sqlite3_finalize(statement);
}

static void show_thread(struct page *page)
{
	sqlite3_stmt *statement = start(
	    page,
	    "SELECT m.id, m.date, m.from_name, m.from_address, m.message_id, (SELECT count(*) "
	    "FROM report WHERE message = m.id) FROM message m WHERE m.thread = ?1 "
	    "ORDER BY m.date IS NULL, m.date, m.message_id, m.version",
	    page->thread);

	heading(page, "thread (> is this mail, R one with a report)");
	while (step(page, statement)) {
		struct pl_text name = text_at(page, statement, 2);
		GString *who = g_string_new(NULL);

		g_string_append_c(page->out,
				  sqlite3_column_int64(statement, 0) == page->shown->message ? '>'
											     : ' ');
		g_string_append(page->out, sqlite3_column_int(statement, 5) ? "R " : "  ");
		append_date(page->out, sqlite3_column_type(statement, 1) != SQLITE_NULL,
			    sqlite3_column_int64(statement, 1), 16);
		pl_plain_cut(who, name.len ? name : text_at(page, statement, 3), 28);
		g_string_append_printf(page->out, "  %s", who->str);
		for (glong n = g_utf8_strlen(who->str, -1); n < 28; n++)
			g_string_append_c(page->out, ' ');
		g_string_append(page->out, "  <");
		pl_plain(page->out, text_at(page, statement, 4));
		g_string_append(page->out, ">\n");
		g_string_free(who, TRUE);
	}
	sqlite3_finalize(statement);
}

enum pl_status pl_show_text(struct pl_store *store, const struct pl_shown *shown,
			    struct pl_style *style, GString *out, struct pl_error *error)
{
	struct page page = {
	    .store = store,
	    .shown = shown,
	    .style = style,
	    .out = out,
	    .arena = pl_arena_new(),
	    .details = pl_details_new(store, false),
	    .error = error,
	};

	show_header(&page);
	show_reports(&page);
	show_tables(&page);
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
