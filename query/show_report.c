/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A report on the page of its mail: its fields, and what is known of it elsewhere. */
#include "show_page.h"

#include "show_known.h"
#include "show_outcome.h"
#include "show_patch.h"

static void show_params(struct pl_page *page, const struct pl_params *params)
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

static void show_status(struct pl_page *page, int64_t report)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT state, place, commit_id FROM report_status WHERE report = ?1 ORDER BY "
	    "position",
	    report);

	while (pl_page_step(page, statement)) {
		g_string_append(page->out, "  status: ");
		for (int i = 0; i < 3; i++) {
			g_string_append(page->out, i ? " " : "");
			pl_plain(page->out, pl_page_text(page, statement, i));
		}
		g_string_append_c(page->out, '\n');
	}
	sqlite3_finalize(statement);
}

static void show_related(struct pl_page *page, int64_t report)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT r.testcase, r.metric, r.printed, a.tbox, a.text, r.parameters FROM "
	    "report_related r LEFT JOIN machine a ON a.id = r.machine WHERE r.report = ?1 "
	    "ORDER BY r.position",
	    report);

	while (pl_page_step(page, statement)) {
		g_string_append(page->out, "  also:");
		for (int i = 0; i < 3; i++) {
			struct pl_text text = pl_page_text(page, statement, i);

			if (text.len)
				g_string_append_c(page->out, ' ');
			pl_plain(page->out, text);
		}
		g_string_append_c(page->out, '\n');
		for (int i = 3; i < 6; i++) {
			struct pl_text text = pl_page_text(page, statement, i);

			if (text.len) {
				g_string_append(page->out, "        ");
				pl_plain(page->out, text);
				g_string_append_c(page->out, '\n');
			}
		}
	}
	sqlite3_finalize(statement);
}

static void show_errors(struct pl_page *page, int64_t report)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT error, group_concat(count, ' ') FROM (SELECT * FROM report_error WHERE "
	    "report = ?1 ORDER BY position, commit_column) GROUP BY position",
	    report);

	while (pl_page_step(page, statement)) {
		g_string_append(page->out, "  error: ");
		pl_plain(page->out, pl_page_text(page, statement, 0));
		g_string_append(page->out, " (");
		pl_plain(page->out, pl_page_text(page, statement, 1));
		g_string_append(page->out, ")\n");
	}
	sqlite3_finalize(statement);
}

static void show_boots(struct pl_page *page, int64_t report)
{
	sqlite3_stmt *statement = pl_page_start(
	    page,
	    "SELECT commit_column, successes, failures FROM report_boots WHERE report = ?1 "
	    "ORDER BY commit_column",
	    report);

	while (pl_page_step(page, statement)) {
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
static void show_known(struct pl_page *page, struct pl_text id)
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

static void show_report(struct pl_page *page, int64_t id)
{
	struct pl_found_report report;
	const struct pl_culprit *culprit = &report.culprit;

	if (pl_details_report(page->details, id, &report, page->error) != PL_OK) {
		page->failed = true;
		return;
	}
	pl_page_heading(page,
			"report #r%" G_GINT64_FORMAT ", line %" G_GINT64_FORMAT
			", depth %" G_GINT64_FORMAT,
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
	pl_page_line(page, "  tree", culprit->tree);
	pl_page_line(page, "  branch", culprit->branch);
	pl_page_line(page, "  testcase", report.testcase);
	pl_page_line(page, "  tbox", report.machine.tbox);
	pl_page_line(page, "  machine", report.machine.text);
	show_params(page, &report.parameters);
	pl_page_line(page, "  config", report.config);
	pl_page_line(page, "  compiler", report.compiler);
	show_status(page, id);
	show_related(page, id);
	show_errors(page, id);
	show_boots(page, id);
	if (!page->failed && pl_show_origin(page->store, id, page->out, page->error) != PL_OK)
		page->failed = true;
	pl_page_line(page, "  report", report.link_report);
	pl_page_line(page, "  reproduce", report.link_reproduce);
	if (!page->failed &&
	    pl_show_patches(page->store, id, page->style, page->out, page->error) != PL_OK)
		page->failed = true;
	if (!page->failed &&
	    pl_show_outcome(page->store, id, page->style, page->out, page->error) != PL_OK)
		page->failed = true;
	g_string_append_printf(page->out, "  rows: %" G_GINT64_FORMAT "\n", report.rows);
}

void pl_page_reports(struct pl_page *page)
{
	sqlite3_stmt *statement = pl_page_start(
	    page, "SELECT id, position FROM report WHERE message = ?1 ORDER BY position",
	    page->shown->message);

	while (pl_page_step(page, statement))
		if (page->shown->report < 0 ||
		    page->shown->report == sqlite3_column_int64(statement, 1))
			show_report(page, sqlite3_column_int64(statement, 0));
	sqlite3_finalize(statement);
}
