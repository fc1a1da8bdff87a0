/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A digest of the reports that a search finds: one screen. Each part is a statement
 * over the table that summary.c fills.
 */
#include "digest.h"

#include <sqlite3.h>

struct digest {
	sqlite3 *db;
	const struct pl_style *style;
	GString *out;
	bool failed;
};

#define FROM                                                                                       \
	"FROM temp.summary s CROSS JOIN report p ON p.id = s.report JOIN message m ON "            \
	"m.id = p.message LEFT JOIN machine a ON a.id = p.machine LEFT JOIN outcome o ON "         \
	"o.report = p.id "
#define FIXED_AT                                                                                   \
	"(SELECT min(d.date) FROM evidence e JOIN message d ON d.id = e.message WHERE "            \
	"e.report = p.id AND e.state = 'fixed' AND d.date >= m.date)"
/* printed, metric (else the verdict and the test), machine, state, note, culprit, its title (or the
 * subject, where neither metric nor culprit says more), message id, position */
#define LINE(note)                                                                                 \
	"SELECT p.printed, coalesce(p.metric, trim(p.verdict || ' ' || ifnull(p.testcase, ''))), " \
	"coalesce(a.tbox, a.text), o.state, " note                                                 \
	", p.culprit, coalesce(p.title, iif(p.culprit IS NULL AND p.metric IS NULL, m.subject, "   \
	"NULL)), m.message_id, p.position " FROM

static const char counts[] =
    "SELECT count(*), sum(p.verdict = 'regression'), sum(p.verdict = 'improvement'), "
    "sum(p.verdict = 'failure'), sum(p.verdict = 'changed'), sum(o.state = 'open'), "
    "sum(o.state = 'fixed'), sum(o.state = 'dismissed'), sum(o.state = 'disputed'), "
    "sum(o.state = 'unknown'), date(min(m.date), 'unixepoch'), date(max(m.date), "
    "'unixepoch') " FROM;

/* Parts with a line for each report; largest, oldest, newest first. */
static const struct {
	const char *title, *sql;
} lists[] = {
    {"Worst regressions",
     LINE("NULL") "WHERE p.verdict = 'regression' AND p.change_unit = '%' "
		  "ORDER BY abs(p.change) DESC, m.message_id, p.position LIMIT 5"},
    {"Largest improvements",
     LINE("NULL") "WHERE p.verdict = 'improvement' AND p.change_unit = '%' "
		  "ORDER BY abs(p.change) DESC, m.message_id, p.position LIMIT 3"},
    {"Longest open",
     LINE(
	 "'since ' || date(m.date, 'unixepoch')") "WHERE o.state = 'open' ORDER BY m.date IS NULL, "
						  "m.date, m.message_id, p.position LIMIT 4"},
    {"Fixed last", LINE("iif(p.depth = 0, printf('after %.1f days', (" FIXED_AT
			" - m.date) / 86400.0), NULL)") "WHERE o.state = 'fixed' "
							"ORDER BY " FIXED_AT
							" DESC, m.message_id, p.position LIMIT 4"},
    {"Dismissed or disputed", LINE("o.rule") "WHERE o.state IN ('dismissed', 'disputed') ORDER BY "
					     "m.date DESC, m.message_id, p.position LIMIT 3"},
};

/* Parts of one line: names and the number of reports that have them. */
static const struct {
	const char *title, *sql;
} lines[] = {
    {"functions",
     "SELECT n.bare, count(DISTINCT s.report) AS reports FROM temp.summary s CROSS JOIN "
     "metric_table t ON t.owner = s.report CROSS JOIN metric_row r ON r.metric_table = t.id CROSS "
     "JOIN metric_function g ON g.metric = r.metric AND g.position = 0 CROSS JOIN function n ON "
     "n.id = g.function GROUP BY 1 ORDER BY reports DESC, 1 LIMIT 8"},
    {"tests", "SELECT p.testcase, count(*) AS reports " FROM
	      "WHERE p.testcase IS NOT NULL GROUP BY 1 ORDER BY reports DESC, 1 LIMIT 8"},
    {"machines", "SELECT coalesce(a.tbox, a.text), count(*) AS reports " FROM
		 "WHERE coalesce(a.tbox, a.text) IS NOT NULL GROUP BY 1 ORDER BY reports DESC, 1 "
		 "LIMIT 8"},
    {"reporters", "SELECT coalesce(" PL_REPORTER ", '?'), count(*) AS reports " FROM
		  "GROUP BY 1 ORDER BY reports DESC, 1 LIMIT 5"},
};

static struct pl_text text_at(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return (struct pl_text){text, text ? (size_t)sqlite3_column_bytes(row, column) : 0};
}

static sqlite3_stmt *start(struct digest *digest, const char *sql)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(digest->db, sql, -1, &statement, NULL) != SQLITE_OK)
		digest->failed = true;
	return statement;
}

static bool step(struct digest *digest, sqlite3_stmt *statement)
{
	int result = digest->failed ? SQLITE_DONE : sqlite3_step(statement);

	digest->failed = digest->failed || (result != SQLITE_ROW && result != SQLITE_DONE);
	return result == SQLITE_ROW;
}

/* `, 3 fixed`, or nothing where there is none */
static void append_count(GString *out, sqlite3_stmt *row, int column, const char *one,
			 const char *many, const char **before)
{
	int64_t n = sqlite3_column_int64(row, column);

	if (!n)
		return;
	g_string_append_printf(out, "%s%" G_GINT64_FORMAT " %s", *before, n, n == 1 ? one : many);
	*before = ", ";
}

/* *reports_out is their number. */
static void append_counts(struct digest *digest, int64_t *reports_out)
{
	static const char *const verdicts[][2] = {{"regression", "regressions"},
						  {"improvement", "improvements"},
						  {"failure", "failures"},
						  {"other change", "other changes"}};
	static const char *const states[] = {"open", "fixed", "dismissed", "disputed",
					     "without evidence"};
	sqlite3_stmt *row = start(digest, counts);
	const char *before = "";

	*reports_out = 0;
	if (step(digest, row) && (*reports_out = sqlite3_column_int64(row, 0)) > 0) {
		append_count(digest->out, row, 0, "report", "reports", &before);
		if (sqlite3_column_type(row, 10) != SQLITE_NULL) {
			g_string_append(digest->out, ", ");
			pl_plain(digest->out, text_at(row, 10));
			g_string_append(digest->out, " to ");
			pl_plain(digest->out, text_at(row, 11));
		}
		before = "\n";
		for (int i = 0; i < 4; i++)
			append_count(digest->out, row, 1 + i, verdicts[i][0], verdicts[i][1],
				     &before);
		before = "\n";
		for (int i = 0; i < 5; i++)
			append_count(digest->out, row, 5 + i, states[i], states[i], &before);
		g_string_append_c(digest->out, '\n');
	}
	sqlite3_finalize(row);
}

static void append_part(GString *line, struct pl_text text, unsigned width)
{
	if (!text.len)
		return;
	g_string_append(line, line->len ? "  " : "");
	pl_plain_cut_middle(line, text, width);
}

static void append_report(struct digest *digest, sqlite3_stmt *row)
{
	GString *line = g_string_new(NULL);

	append_part(line, text_at(row, 1), 40);
	append_part(line, text_at(row, 0), 24);
	append_part(line, text_at(row, 2), 24);
	append_part(line, text_at(row, 3), 12);
	append_part(line, text_at(row, 4), 24);
	g_string_append(digest->out, "  ");
	pl_plain_cut(digest->out, (struct pl_text){line->str, line->len},
		     digest->style->columns - 2);
	g_string_assign(line, "<");
	pl_plain(line, text_at(row, 7));
	g_string_append_printf(line, ">#r%" G_GINT64_FORMAT, (int64_t)sqlite3_column_int64(row, 8));
	append_part(line, pl_text_slice(text_at(row, 5), 0, 12), 12);
	append_part(line, text_at(row, 6), 60);
	g_string_append(digest->out, "\n    ");
	pl_plain_cut(digest->out, (struct pl_text){line->str, line->len},
		     digest->style->columns - 4);
	g_string_append_c(digest->out, '\n');
	g_string_free(line, TRUE);
}

static void append_list(struct digest *digest, const char *title, const char *sql)
{
	sqlite3_stmt *row = start(digest, sql);

	for (bool first = true; step(digest, row); first = false) {
		if (first)
			g_string_append_printf(
			    digest->out, digest->style->colours ? "\n\033[1m%s\033[m\n" : "\n%s\n",
			    title);
		append_report(digest, row);
	}
	sqlite3_finalize(row);
}

static void append_line(struct digest *digest, const char *title, const char *sql)
{
	GString *line = g_string_new(NULL);
	sqlite3_stmt *row = start(digest, sql);

	while (step(digest, row)) {
		g_string_append(line, line->len ? ", " : "");
		pl_plain_cut_middle(line, text_at(row, 0), 40);
		g_string_append_printf(line, " %" G_GINT64_FORMAT,
				       (int64_t)sqlite3_column_int64(row, 1));
	}
	if (line->len) {
		g_string_append_printf(digest->out, "%-10s ", title);
		pl_plain_cut(digest->out, (struct pl_text){line->str, line->len},
			     digest->style->columns - 11);
		g_string_append_c(digest->out, '\n');
	}
	sqlite3_finalize(row);
	g_string_free(line, TRUE);
}

enum pl_status pl_digest_text(struct pl_store *store, struct pl_search *search,
			      const struct pl_style *style, GString *out, struct pl_error *error)
{
	struct digest digest = {.db = pl_store_sqlite(store), .style = style, .out = out};
	enum pl_status status = pl_summary_fill(store, search, PL_BY_SUBSYSTEM, error);
	int64_t reports;

	if (status != PL_OK)
		return status;
	append_counts(&digest, &reports);
	if (!digest.failed && !reports)
		return PL_NOTHING;
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
		append_list(&digest, lists[i].title, lists[i].sql);
	g_string_append_c(out, '\n');
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		append_line(&digest, lines[i].title, lines[i].sql);
	return digest.failed ? pl_store_fail(store, "summing up", error) : PL_OK;
}
