/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a plan: fills the tables of words once, steps the statement, and reads what
 * stands behind each key it yields.
 */
#include <perflore/query.h>

#include <sqlite3.h>

#include "details.h"
#include "explain.h"
#include "functions.h"
#include "line_words.h"
#include "plan.h"

struct pl_search {
	struct pl_store *store;
	sqlite3 *db;
	struct pl_search_options options;
	struct pl_arena *arena; /* as long as the search */
	struct pl_node *node;
	struct pl_line_words *words; /* NULL: none are asked for */
	struct pl_plan plan;
	struct pl_plan detail; /* MESSAGES: the lines that match; REPORTS: their number */
	sqlite3_stmt *statement;
	sqlite3_stmt *detail_statement;
	struct pl_details *details;
	unsigned serial;
	size_t tables; /* temporary ones that were made */
	int64_t total;
	struct pl_found_row row;
	struct pl_found_report report;
	struct pl_found_message message;
};

static enum pl_status fail(struct pl_search *search, struct pl_error *error)
{
	return pl_store_fail(search->store, "searching", error);
}

static enum pl_status fail_plain(struct pl_query_error *error, const struct pl_error *cause,
				 enum pl_status status)
{
	g_strlcpy(error->message, cause->message, sizeof(error->message));
	error->has_place = false;
	return status;
}

/* Writes the ids of hits into a new table. The connection takes no writes, so that no
 * statement can change the database; a table in memory is not part of it. */
static bool fill_words(struct pl_search *search, size_t index, const GArray *hits)
{
	char *make = g_strdup_printf("PRAGMA query_only=OFF; CREATE TEMP TABLE words_%u_%zu("
				     "id INTEGER PRIMARY KEY)",
				     search->serial, index);
	char *insert =
	    g_strdup_printf("INSERT INTO temp.words_%u_%zu VALUES (?)", search->serial, index);
	sqlite3_stmt *statement = NULL;
	bool good = sqlite3_exec(search->db, make, NULL, NULL, NULL) == SQLITE_OK;
	bool begun;

	if (good)
		search->tables++;
	/* the caller may have begun a transaction */
	begun = good && sqlite3_exec(search->db, "SAVEPOINT words", NULL, NULL, NULL) == SQLITE_OK;
	good = begun && sqlite3_prepare_v2(search->db, insert, -1, &statement, NULL) == SQLITE_OK;
	for (size_t i = 0; good && i < hits->len; i++) {
		sqlite3_bind_int64(statement, 1, g_array_index(hits, int64_t, i));
		good = sqlite3_step(statement) == SQLITE_DONE;
		sqlite3_reset(statement);
	}
	sqlite3_finalize(statement);
	if (begun)
		good = sqlite3_exec(search->db, "RELEASE words", NULL, NULL, NULL) == SQLITE_OK &&
		       good;
	sqlite3_exec(search->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
	g_free(make);
	g_free(insert);
	return good;
}

static enum pl_status ask_text_index(struct pl_search *search, struct pl_query_error *error)
{
	struct pl_error cause = {""};
	enum pl_status status = PL_OK;
	GArray *hits;

	if (!search->plan.n_words)
		return PL_OK;
	hits = g_array_new(FALSE, FALSE, sizeof(int64_t));
	for (size_t i = 0; i < search->plan.n_words && status == PL_OK; i++) {
		const struct pl_words *words = &search->plan.words[i];

		g_array_set_size(hits, 0);
		status = pl_fulltext_search(search->store, &words->query, hits, &cause);
		if (status == PL_OK && !fill_words(search, i, hits))
			status = fail(search, &cause);
		if (status != PL_OK) {
			fail_plain(error, &cause, status);
			error->has_place = status == PL_USAGE;
			error->from = words->from;
			error->to = words->to;
		}
	}
	g_array_free(hits, TRUE);
	return status;
}

static bool bind_all(sqlite3_stmt *statement, const struct pl_plan *plan)
{
	int result = SQLITE_OK;

	for (size_t i = 0; i < plan->n_binds && result == SQLITE_OK; i++) {
		const struct pl_bind *bind = &plan->binds[i];
		int place = (int)i + 1;

		switch (bind->kind) {
		case PL_BIND_TEXT:
			result = sqlite3_bind_text64(statement, place, bind->text.ptr,
						     bind->text.len, SQLITE_STATIC, SQLITE_UTF8);
			break;
		case PL_BIND_INTEGER:
			result = sqlite3_bind_int64(statement, place, bind->integer);
			break;
		case PL_BIND_NUMBER:
			result = sqlite3_bind_double(statement, place, bind->number);
			break;
		}
	}
	return result == SQLITE_OK;
}

static bool prepare(struct pl_search *search, const struct pl_plan *plan,
		    sqlite3_stmt **statement_out)
{
	if (!plan->sql)
		return true;
	return sqlite3_prepare_v2(search->db, plan->sql->str, (int)plan->sql->len + 1,
				  statement_out, NULL) == SQLITE_OK &&
	       bind_all(*statement_out, plan);
}

static enum pl_status parse(struct pl_arena *arena, const char *query, int64_t now,
			    struct pl_node **node_out, struct pl_query_error *error)
{
	char *valid;
	struct pl_text text;

	*error = (struct pl_query_error){.message = ""};
	*node_out = NULL;
	if (!query)
		return PL_OK;
	valid = g_utf8_make_valid(query, -1);
	text = pl_arena_copy(arena, pl_text_of(valid));
	g_free(valid);
	return pl_language_parse(arena, text, now, node_out, error);
}

enum pl_status pl_query_check(const char *query, int64_t now, struct pl_query_error *error)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_node *node;
	enum pl_status status = parse(arena, query, now, &node, error);

	pl_arena_free(arena);
	return status;
}

enum pl_status pl_search_open(struct pl_store *store, const char *query,
			      const struct pl_search_options *options,
			      struct pl_search **search_out, struct pl_query_error *error)
{
	static unsigned serials;
	struct pl_search *search = g_new0(struct pl_search, 1);
	struct pl_error cause = {""};
	enum pl_status status;

	*error = (struct pl_query_error){.message = ""};
	search->store = store;
	search->db = pl_store_sqlite(store);
	search->options = *options;
	search->arena = pl_arena_new();
	search->serial = ++serials;
	search->total = -1;
	search->details = pl_details_new(store, options->brief);
	pl_functions_register(search->db);
	status = parse(search->arena, query, options->now, &search->node, error);
	if (status == PL_OK) {
		pl_plan_build(search->arena, search->node, options, search->serial, &search->plan);
		search->node = search->plan.node;
		search->words = pl_line_words_new(search->node);
		if (options->what == PL_WHAT_MESSAGES)
			pl_plan_lines(search->arena, search->node, search->serial, &search->detail);
		else if (options->what == PL_WHAT_REPORTS)
			pl_plan_count(search->arena, search->node, search->serial, &search->detail);
		status = ask_text_index(search, error);
	}
	if (status == PL_OK && (!prepare(search, &search->plan, &search->statement) ||
				!prepare(search, &search->detail, &search->detail_statement))) {
		fail(search, &cause);
		status = fail_plain(error, &cause, PL_FAILED);
	}
	if (status != PL_OK) {
		pl_search_close(search);
		return status;
	}
	*search_out = search;
	return PL_OK;
}

void pl_search_close(struct pl_search *search)
{
	if (!search)
		return;
	sqlite3_finalize(search->statement);
	sqlite3_finalize(search->detail_statement);
	if (search->tables)
		sqlite3_exec(search->db, "PRAGMA query_only=OFF", NULL, NULL, NULL);
	for (size_t i = 0; i < search->tables; i++) {
		char *drop = g_strdup_printf("DROP TABLE temp.words_%u_%zu", search->serial, i);

		sqlite3_exec(search->db, drop, NULL, NULL, NULL);
		g_free(drop);
	}
	if (search->tables)
		sqlite3_exec(search->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
	pl_plan_clear(&search->plan);
	pl_plan_clear(&search->detail);
	pl_details_free(search->details);
	pl_line_words_free(search->words);
	pl_arena_free(search->arena);
	g_free(search);
}

int64_t pl_search_total(const struct pl_search *search)
{
	return search->total;
}

bool pl_search_total_is_least(const struct pl_search *search)
{
	return search->plan.counts_bounded && search->total > PL_TOTAL_MAX;
}

/* The next key; its columns stand in search->statement. */
static enum pl_status next_key(struct pl_search *search, int total_column, struct pl_error *error)
{
	int result = sqlite3_step(search->statement);

	if (result == SQLITE_DONE)
		return PL_END;
	if (result != SQLITE_ROW)
		return fail(search, error);
	if (sqlite3_column_type(search->statement, total_column) != SQLITE_NULL)
		search->total = sqlite3_column_int64(search->statement, total_column);
	return PL_OK;
}

static int64_t integer_or(sqlite3_stmt *statement, int column, int64_t otherwise)
{
	if (sqlite3_column_type(statement, column) == SQLITE_NULL)
		return otherwise;
	return sqlite3_column_int64(statement, column);
}

enum pl_status pl_search_next_row(struct pl_search *search, const struct pl_found_row **row_out,
				  struct pl_error *error)
{
	enum pl_status status = next_key(search, PL_PLAN_ROW_COLUMNS - 1, error);

	if (status != PL_OK)
		return status;
	status = pl_details_row(search->details, sqlite3_column_int64(search->statement, 0),
				sqlite3_column_int64(search->statement, 1),
				sqlite3_column_int64(search->statement, 2), &search->row, error);
	search->row.copies = integer_or(search->statement, 3, -1);
	*row_out = &search->row;
	return status;
}

static int64_t count_words(struct pl_search *search, size_t index)
{
	char *sql =
	    g_strdup_printf("SELECT count(*) FROM temp.words_%u_%zu", search->serial, index);
	sqlite3_stmt *statement = NULL;
	int64_t n = 0;

	if (sqlite3_prepare_v2(search->db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		n = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	g_free(sql);
	return n;
}

/* Runs the statement: what it found, and what that took. */
static enum pl_status explain_answer(struct pl_search *search, GString *out, struct pl_error *error)
{
	int total_column =
	    (search->options.what == PL_WHAT_ROWS ? PL_PLAN_ROW_COLUMNS : PL_PLAN_THING_COLUMNS) -
	    1;
	sqlite3_stmt *statement = search->statement;
	enum pl_status status;
	int64_t shown = 0;

	while ((status = next_key(search, total_column, error)) == PL_OK)
		shown++;
	if (status != PL_END)
		return status;
	g_string_append_printf(out, "\nanswer\n  %" G_GINT64_FORMAT " shown", shown);
	if (pl_search_total_is_least(search))
		g_string_append_printf(out, " of more than %d that match", PL_TOTAL_MAX);
	else if (search->total < 0 && shown)
		g_string_append(out, ", how many match was not counted");
	else if (search->total >= 0)
		g_string_append_printf(out, " of %" G_GINT64_FORMAT " that match", search->total);
	g_string_append_printf(
	    out, "\n  %d steps of SQLite's machine, %d rows of scans without an index, %d sorts\n",
	    sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0),
	    sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0),
	    sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_SORT, 0));
	return PL_OK;
}

enum pl_status pl_search_explain(struct pl_search *search, const char *query, GString *out,
				 struct pl_error *error)
{
	char *valid = g_utf8_make_valid(query, -1);

	g_string_append(out, "query\n");
	pl_explain_tree(search->node, pl_text_of(valid), 0, out);
	g_free(valid);
	for (size_t i = 0; i < search->plan.n_words; i++)
		g_string_append_printf(out, "%sthe text index found %" G_GINT64_FORMAT " mails\n",
				       i ? "" : "\n", count_words(search, i));
	if (pl_explain_plan(search->store, &search->plan, out, error) != PL_OK)
		return PL_FAILED;
	return explain_answer(search, out, error);
}

enum pl_status pl_search_next_id(struct pl_search *search, int64_t *id_out, struct pl_error *error)
{
	enum pl_status status = next_key(search, PL_PLAN_THING_COLUMNS - 1, error);

	if (status == PL_OK)
		*id_out = sqlite3_column_int64(search->statement, 0);
	return status;
}

bool pl_search_is_all(const struct pl_search *search)
{
	return !search->node;
}

enum pl_status pl_search_into(struct pl_search *search, const char *insert, struct pl_error *error)
{
	char *sql = g_strdup_printf("%s FROM (%s)", insert, search->plan.sql->str);
	sqlite3_stmt *statement = NULL;
	bool good =
	    sqlite3_exec(search->db, "PRAGMA query_only=OFF", NULL, NULL, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(search->db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    bind_all(statement, &search->plan) && sqlite3_step(statement) == SQLITE_DONE;
	enum pl_status status = good ? PL_OK : fail(search, error);

	sqlite3_finalize(statement);
	sqlite3_exec(search->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
	g_free(sql);
	return status;
}

static enum pl_status count_rows(struct pl_search *search, int64_t *rows_out,
				 struct pl_error *error)
{
	sqlite3_stmt *statement = search->detail_statement;
	enum pl_status status = PL_OK;

	sqlite3_bind_int64(statement, (int)search->detail.n_binds,
			   sqlite3_column_int64(search->statement, 0));
	if (sqlite3_step(statement) == SQLITE_ROW)
		*rows_out = sqlite3_column_int64(statement, 0);
	else
		status = fail(search, error);
	sqlite3_reset(statement);
	return status;
}

enum pl_status pl_search_next_report(struct pl_search *search,
				     const struct pl_found_report **report_out,
				     struct pl_error *error)
{
	enum pl_status status = next_key(search, PL_PLAN_THING_COLUMNS - 1, error);
	struct pl_found_report *report = &search->report;
	int64_t rows = 0;

	if (status != PL_OK)
		return status;
	if (search->detail_statement)
		status = count_rows(search, &rows, error);
	if (status == PL_OK)
		status = pl_details_report(
		    search->details, sqlite3_column_int64(search->statement, 0), report, error);
	report->has_rows = search->plan.has_row_terms;
	if (report->has_rows)
		report->rows = rows;
	report->copies = integer_or(search->statement, 1, -1);
	*report_out = report;
	return status;
}

/* Whether number is one of the ascending lines; *at is where the last one was found. */
static bool is_wanted(const GArray *lines, size_t *at, int64_t number)
{
	while (*at < lines->len && g_array_index(lines, int64_t, *at) < number)
		++*at;
	return *at < lines->len && g_array_index(lines, int64_t, *at) == number;
}

static enum pl_status find_matches(struct pl_search *search, struct pl_error *error)
{
	struct pl_found_message *message = &search->message;
	struct pl_arena *arena = pl_details_arena(search->details);
	enum pl_status status = PL_OK;
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(int64_t));
	GString *text = g_string_new(NULL);
	size_t at = 0;

	message->matches = NULL;
	message->n_matches = 0;
	if (search->detail_statement) {
		sqlite3_stmt *statement = search->detail_statement;
		int result;

		sqlite3_bind_int64(statement, (int)search->detail.n_binds, message->mail.id);
		while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
			int64_t line = sqlite3_column_int64(statement, 0);

			g_array_append_val(lines, line);
		}
		sqlite3_reset(statement);
		if (result != SQLITE_DONE)
			status = fail(search, error);
	}
	if (status == PL_OK && (search->words || lines->len))
		status = pl_store_message(search->store, message->mail.id, text, NULL, error);
	if (status == PL_OK) {
		const char *from = text->str;

		if (search->words)
			pl_line_words_begin(search->words, text);

		for (int64_t number = 1; *from && message->n_matches < PL_MATCHES_MAX; number++) {
			const char *end = strchrnul(from, '\n');
			struct pl_text line = {from, (size_t)(end - from)};

			if (is_wanted(lines, &at, number) ||
			    (search->words && pl_line_words_in(search->words, line))) {
				struct pl_match *match =
				    PL_PUSH(arena, message->matches, message->n_matches);

				match->line = number;
				match->text = pl_arena_copy(arena, line);
			}
			from = *end ? end + 1 : end;
		}
	} else if (status == PL_NOTHING) {
		status = PL_OK;
	}
	g_string_free(text, TRUE);
	g_array_free(lines, TRUE);
	return status;
}

enum pl_status pl_search_next_message(struct pl_search *search,
				      const struct pl_found_message **message_out,
				      struct pl_error *error)
{
	enum pl_status status = next_key(search, PL_PLAN_THING_COLUMNS - 1, error);

	if (status != PL_OK)
		return status;
	status = pl_details_message(search->details, sqlite3_column_int64(search->statement, 0),
				    &search->message, error);
	if (status == PL_OK)
		status = find_matches(search, error);
	*message_out = &search->message;
	return status;
}
