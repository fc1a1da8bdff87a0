/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The records of one mail into their tables: reports, tables and their rows, trailers,
 * and every commit id that they name.
 */
#include <math.h>

#include <nettle/sha2.h>

#include <perflore/function_name.h>
#include <perflore/json.h>
#include <perflore/machine.h>
#include <perflore/metric.h>

#include "direction.h"
#include "mail_link.h"
#include "measurement.h"
#include "row_test.h"
#include "origin.h"
#include "patch.h"
#include "remarks.h"
#include "reporter.h"
#include "store_internal.h"
#include "subsystem.h"

/* Names that are remembered; more, and all are looked up again. */
#define MAX_CACHED_METRICS 20000

/* Numbers where they are there, else NULL: SQLite's own way around a bind type. */
static void bind_number(sqlite3_stmt *statement, int at, bool there, double value)
{
	if (there)
		sqlite3_bind_double(statement, at, value);
	else
		sqlite3_bind_null(statement, at);
}

static void bind_integer(sqlite3_stmt *statement, int at, bool there, int64_t value)
{
	if (there)
		sqlite3_bind_int64(statement, at, value);
	else
		sqlite3_bind_null(statement, at);
}

static void run(struct pl_store *store, sqlite3_stmt *statement)
{
	while (pl_sql_row(&store->sql, statement))
		;
}

static void mention(struct pl_store *store, int64_t message, struct pl_text commit,
		    const char *role, uint32_t line)
{
	if (commit.len)
		pl_sql_run(&store->sql,
			   "INSERT OR IGNORE INTO commit_mention(commit_id, role, message, line) "
			   "VALUES (?, ?, ?, ?)",
			   "tsii", commit, role, message, (int64_t)line);
}

int64_t pl_store_machine(struct pl_store *store, const struct pl_machine *machine)
{
	struct pl_arena *arena;
	int64_t id = 0;

	if (!machine->tbox.len && !machine->text.len)
		return 0;
	arena = pl_arena_new();
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO machine(tbox, text, threads, sockets, model, codename, "
		   "memory_gib, key) VALUES (?, ?, nullif(?, 0), nullif(?, 0), ?, ?, "
		   "nullif(?, 0.0), ?)",
		   "ttiittdt", machine->tbox, machine->text, (int64_t)machine->threads,
		   (int64_t)machine->sockets, machine->model, machine->codename,
		   machine->memory_gib, pl_machine_key(arena, machine));
	pl_arena_free(arena);
	pl_sql_integer(&store->sql, &id,
		       "SELECT id FROM machine WHERE ifnull(tbox, '') = ? "
		       "AND ifnull(text, '') = ? AND ifnull(threads, 0) = ? "
		       "AND ifnull(sockets, 0) = ? AND ifnull(model, '') = ? "
		       "AND ifnull(codename, '') = ? AND ifnull(memory_gib, 0) = ?",
		       "TTiiTTd", machine->tbox, machine->text, (int64_t)machine->threads,
		       (int64_t)machine->sockets, machine->model, machine->codename,
		       machine->memory_gib);
	return id;
}

static int compare_params(const void *a, const void *b)
{
	const struct pl_param *x = a, *y = b;
	size_t length = MIN(x->key.len, y->key.len);
	int order = length ? memcmp(x->key.ptr, y->key.ptr, length) : 0;

	return order ? order : (int)(x->key.len > y->key.len) - (int)(x->key.len < y->key.len);
}

static GString *joined_params(const struct pl_params *params)
{
	GString *joined = g_string_new(NULL);
	struct pl_param *sorted = g_memdup2(params->v, params->n * sizeof(*params->v));

	if (params->n)
		qsort(sorted, params->n, sizeof(*sorted), compare_params);
	for (size_t i = 0; i < params->n; i++) {
		if (i)
			g_string_append_c(joined, ';');
		g_string_append_len(joined, sorted[i].key.ptr, (gssize)sorted[i].key.len);
		g_string_append_c(joined, '=');
		g_string_append_len(joined, sorted[i].value.ptr, (gssize)sorted[i].value.len);
	}
	g_free(sorted);
	return joined;
}

static void add_related(struct pl_store *store, int64_t report, const struct pl_report *from)
{
	for (size_t i = 0; i < from->n_related; i++) {
		const struct pl_related *related = &from->related[i];
		const struct pl_headline *headline = &related->headline;
		GString *params = joined_params(&related->parameters);
		int64_t machine = pl_store_machine(store, &related->machine);
		sqlite3_stmt *statement = pl_sql_bind(
		    &store->sql,
		    "INSERT INTO report_related(report, position, testcase, verdict, metric, "
		    "change_unit, printed, parameters, change, machine) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    "iitststtnn", report, (int64_t)i, related->testcase,
		    pl_verdict_name(related->verdict), headline->metric,
		    headline->has_change ? pl_unit_name(headline->change_unit) : NULL,
		    headline->printed, (struct pl_text){params->str, params->len});

		if (statement) {
			bind_number(statement, 9, headline->has_change, headline->change);
			bind_integer(statement, 10, machine != 0, machine);
		}
		run(store, statement);
		g_string_free(params, TRUE);
	}
}

static void add_report_details(struct pl_store *store, int64_t message, int64_t id,
			       const struct pl_report *report)
{
	struct pl_sql *sql = &store->sql;

	/* A key that is printed twice keeps its first value; the JSON has both. */
	for (size_t i = 0; i < report->parameters.n; i++)
		pl_sql_run(sql,
			   "INSERT OR IGNORE INTO report_parameter(report, key, value) "
			   "VALUES (?, ?, ?)",
			   "iTT", id, report->parameters.v[i].key, report->parameters.v[i].value);
	for (size_t i = 0; i < report->n_status; i++) {
		const struct pl_state *state = &report->status[i];

		pl_sql_run(sql,
			   "INSERT INTO report_status(report, position, state, place, commit_id) "
			   "VALUES (?, ?, ?, ?, ?)",
			   "iiTtt", id, (int64_t)i, state->state, state->where, state->commit);
		mention(store, message, state->commit, "status", state->line);
	}
	add_related(store, id, report);
	for (size_t i = 0; i < report->n_errors; i++)
		for (size_t k = 0; k < report->errors[i].n_counts; k++)
			pl_sql_run(sql,
				   "INSERT INTO report_error(report, position, error, "
				   "commit_column, count) VALUES (?, ?, ?, ?, ?)",
				   "iiTii", id, (int64_t)i, report->errors[i].id, (int64_t)k,
				   report->errors[i].counts[k]);
	for (size_t i = 0; i < report->n_boots; i++)
		pl_sql_run(sql,
			   "INSERT INTO report_boots(report, commit_column, successes, failures) "
			   "VALUES (?, ?, nullif(?, -1), nullif(?, -1))",
			   "iiii", id, (int64_t)i, report->boots[i].successes,
			   report->boots[i].failures);
}

static void hash_text(struct sha256_ctx *context, struct pl_text text)
{
	uint64_t length = text.len;

	sha256_update(context, sizeof(length), (const uint8_t *)&length);
	sha256_update(context, text.len, (const uint8_t *)text.ptr);
}

static int64_t hash_end(struct sha256_ctx *context)
{
	uint8_t digest[PL_HASH];
	int64_t value;

	sha256_digest(context, sizeof(digest), digest);
	memcpy(&value, digest, sizeof(value));
	return value;
}

/* What a report and its quotations have in common in any case. */
static int64_t report_content(const struct pl_report *report)
{
	struct sha256_ctx context;

	sha256_init(&context);
	hash_text(&context, pl_text_of(pl_report_kind_name(report->kind)));
	hash_text(&context, pl_text_of(pl_verdict_name(report->verdict)));
	hash_text(&context, report->headline.metric);
	hash_text(&context, report->headline.printed);
	return hash_end(&context);
}

static int64_t add_report(struct pl_store *store, int64_t message, size_t position,
			  const struct pl_report *report)
{
	const struct pl_headline *headline = &report->headline;
	int64_t machine = pl_store_machine(store, &report->machine);
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "INSERT INTO report(message, position, kind, line, depth, verdict, metric, "
	    "change_unit, printed, culprit, title, tree, branch, testcase, config, compiler, "
	    "link_report, link_reproduce, content, change, machine) "
	    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    "iisiiststtttttttttinn", message, (int64_t)position, pl_report_kind_name(report->kind),
	    (int64_t)report->line, (int64_t)report->depth, pl_verdict_name(report->verdict),
	    headline->metric, headline->has_change ? pl_unit_name(headline->change_unit) : NULL,
	    headline->printed, report->culprit.id, report->culprit.title, report->culprit.tree,
	    report->culprit.branch, report->testcase, report->config, report->compiler,
	    report->link_report, report->link_reproduce, report_content(report));
	int64_t id;

	if (statement) {
		bind_number(statement, 20, headline->has_change, headline->change);
		bind_integer(statement, 21, machine != 0, machine);
	}
	run(store, statement);
	id = pl_sql_last_id(&store->sql);
	mention(store, message, report->culprit.id, "culprit", report->line);
	add_report_details(store, message, id, report);
	return id;
}

static int64_t function_id(struct pl_store *store, struct pl_text function)
{
	int64_t id = 0;

	pl_sql_run(&store->sql, "INSERT OR IGNORE INTO function(name, bare) VALUES (?, ?)", "TT",
		   function, pl_function_bare(function));
	pl_sql_integer(&store->sql, &id, "SELECT id FROM function WHERE name = ?", "T", function);
	return id;
}

void pl_store_look_up_metrics(struct pl_store *store)
{
	struct pl_sql *sql = &store->sql;
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	sqlite3_stmt *metric = pl_sql_bind(sql, "SELECT name FROM metric", "");

	while (pl_sql_row(sql, metric)) {
		struct pl_text name = pl_sql_text(metric, 0);

		g_ptr_array_add(names, g_strndup(name.ptr, name.len));
	}
	for (guint i = 0; i < names->len; i++) {
		struct pl_text name = pl_text_of(names->pdata[i]);

		pl_sql_run(sql,
			   "UPDATE metric SET direction = nullif(?, 0), family = ?, unit = ? "
			   "WHERE name = ?",
			   "ittt", (int64_t)pl_metric_direction(name), pl_metric_family(name),
			   pl_metric_unit(name), name);
	}
	g_ptr_array_free(names, TRUE);
}

static int64_t metric_id(struct pl_store *store, const struct pl_row *row)
{
	char *name = g_strndup(row->metric.ptr, row->metric.len);
	int64_t *cached = g_hash_table_lookup(store->metrics, name);
	int64_t id = 0;

	if (cached) {
		g_free(name);
		return *cached;
	}
	if (!pl_sql_integer(&store->sql, &id, "SELECT id FROM metric WHERE name = ?", "t",
			    row->metric)) {
		pl_sql_run(&store->sql,
			   "INSERT INTO metric(name, direction, family, unit) "
			   "VALUES (?, nullif(?, 0), ?, ?)",
			   "titt", row->metric, (int64_t)pl_metric_direction(row->metric),
			   pl_metric_family(row->metric), pl_metric_unit(row->metric));
		id = pl_sql_last_id(&store->sql);
		for (size_t i = 0; i < row->functions.n; i++)
			pl_sql_run(&store->sql,
				   "INSERT OR IGNORE INTO metric_function(function, metric, "
				   "position) VALUES (?, ?, ?)",
				   "iii", function_id(store, row->functions.v[i]), id, (int64_t)i);
	}
	if (g_hash_table_size(store->metrics) >= MAX_CACHED_METRICS)
		g_hash_table_remove_all(store->metrics);
	g_hash_table_insert(store->metrics, name, g_memdup2(&id, sizeof(id)));
	return id;
}

static int64_t row_content(const struct pl_row *row)
{
	struct sha256_ctx context;

	sha256_init(&context);
	hash_text(&context, row->metric);
	hash_text(&context, row->test);
	for (size_t i = 0; i < row->n_cells; i++) {
		const struct pl_cell *cell = &row->cells[i];
		const unsigned kept =
		    cell->has & (PL_HAS_VALUE | PL_HAS_STDDEV | PL_HAS_CHANGE | PL_HAS_FAILS);
		/* + 0.0 makes one zero of two */
		const double numbers[] = {
		    kept,
		    kept & PL_HAS_VALUE ? cell->value + 0.0 : 0,
		    kept & PL_HAS_STDDEV ? cell->stddev_pct + 0.0 : 0,
		    kept & PL_HAS_CHANGE ? cell->change + 0.0 : 0,
		    kept & PL_HAS_FAILS ? (double)cell->fails : 0,
		    kept & PL_HAS_FAILS ? (double)cell->runs : 0,
		};

		sha256_update(&context, sizeof(numbers), (const uint8_t *)numbers);
	}
	return hash_end(&context);
}

static double spread(const struct pl_cell *cell, enum pl_unit unit)
{
	double percent = cell->has & PL_HAS_STDDEV && cell->stddev_pct > 2 ? cell->stddev_pct : 2;

	if (unit != PL_UNIT_ABS)
		return percent;
	return fmax(cell->has & PL_HAS_VALUE ? percent * fabs(cell->value) / 100 : 0, 0.05);
}

/* |change| weighed by the spread of both cells */
static double effect_of(const struct pl_cell *base, const struct pl_cell *head)
{
	double b = spread(base, head->change_unit), h = spread(head, head->change_unit);

	return fabs(head->change) / sqrt(b * b + h * h);
}

static void bind_cell(sqlite3_stmt *statement, int at, const struct pl_cell *cell)
{
	bind_number(statement, at, cell->has & PL_HAS_VALUE, cell->value);
	bind_number(statement, at + 1, cell->has & PL_HAS_STDDEV, cell->stddev_pct);
	bind_integer(statement, at + 2, cell->has & PL_HAS_FAILS, cell->fails);
	bind_integer(statement, at + 3, cell->has & PL_HAS_FAILS, cell->runs);
	bind_number(statement, at + 4, cell->has & PL_HAS_RATIO, cell->ratio_pct);
	if (cell->text.len)
		sqlite3_bind_text64(statement, at + 5, cell->text.ptr, cell->text.len,
				    SQLITE_STATIC, SQLITE_UTF8);
	else
		sqlite3_bind_null(statement, at + 5);
}

static void add_compared(struct pl_store *store, int64_t table, size_t position,
			 const struct pl_row *row, size_t compared, int64_t metric, int64_t content)
{
	static const struct pl_cell nothing;
	const struct pl_cell *base = row->n_cells ? &row->cells[0] : &nothing;
	const struct pl_cell *head = compared ? &row->cells[compared] : &nothing;
	bool changed = head->has & PL_HAS_CHANGE;
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "INSERT INTO metric_row(metric_table, position, compared, line, kind, test, "
	    "aggregate, change_unit, note, base_note, content, metric, change, effect, "
	    "base_value, base_stddev_pct, base_fails, base_runs, base_ratio_pct, base_text, "
	    "head_value, head_stddev_pct, head_fails, head_runs, head_ratio_pct, head_text) "
	    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    "iiiistssssinnnnnnnnnnnnnnn", table, (int64_t)position, (int64_t)compared,
	    (int64_t)row->line, pl_row_kind_name(row->kind), row->test,
	    pl_aggregate_name(row->aggregate), changed ? pl_unit_name(head->change_unit) : NULL,
	    pl_note_name(head->note), pl_note_name(base->note), content);

	if (statement) {
		bind_integer(statement, 12, metric != 0, metric);
		bind_number(statement, 13, changed, head->change);
		bind_number(statement, 14, changed, changed ? effect_of(base, head) : 0);
		bind_cell(statement, 15, base);
		bind_cell(statement, 21, head);
	}
	run(store, statement);
}

static void add_row(struct pl_store *store, int64_t table, size_t position,
		    const struct pl_row *row)
{
	int64_t metric = row->metric.len ? metric_id(store, row) : 0;
	int64_t content = row_content(row);

	if (row->n_cells < 2)
		add_compared(store, table, position, row, 0, metric, content);
	for (size_t i = 1; i < row->n_cells; i++)
		add_compared(store, table, position, row, i, metric, content);
}

/* What rows are of that name it themselves. */
static void add_row_subjects(struct pl_store *store, int64_t id, const struct pl_message *message,
			     const struct pl_table *table)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_row_test *tests = pl_row_tests(arena, message, table);

	for (size_t i = 0; tests && i < table->n_rows; i++)
		if (tests[i].own)
			pl_sql_run(&store->sql,
				   "INSERT INTO row_subject(metric_table, position, testcase, "
				   "machine) VALUES (?, ?, ?, nullif(?, 0))",
				   "iiti", id, (int64_t)i, tests[i].testcase,
				   pl_store_machine(
				       store, &(const struct pl_machine){.tbox = tests[i].tbox}));
	pl_arena_free(arena);
}

static void add_table(struct pl_store *store, int64_t id_of_mail, size_t position,
		      const struct pl_message *message, const int64_t *reports)
{
	const struct pl_table *table = &message->tables[position];
	struct pl_sql *sql = &store->sql;
	struct pl_measurement measurement;
	sqlite3_stmt *statement;
	int64_t id, machine;

	pl_measurement_of(message, table, &measurement);
	machine = pl_store_machine(store, &(const struct pl_machine){.text = measurement.machine});
	statement = pl_sql_bind(
	    sql,
	    "INSERT INTO metric_table(message, position, kind, line, depth, title, unit, better, "
	    "benchmark, report, machine) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    "iisiittstnn", id_of_mail, (int64_t)position, pl_table_kind_name(table->kind),
	    (int64_t)table->line, (int64_t)table->depth, table->title, table->unit,
	    pl_better_name(table->better), measurement.benchmark);
	if (statement) {
		bind_integer(statement, 10, table->report >= 0,
			     table->report >= 0 ? reports[table->report] : 0);
		bind_integer(statement, 11, machine != 0, machine);
	}
	run(store, statement);
	id = pl_sql_last_id(sql);
	for (size_t i = 0; i < table->axes.n; i++)
		pl_sql_run(sql,
			   "INSERT INTO table_axis(metric_table, position, key, value) "
			   "VALUES (?, ?, ?, ?)",
			   "iiTT", id, (int64_t)i, table->axes.v[i].key, table->axes.v[i].value);
	for (size_t i = 0; i < table->n_columns; i++) {
		const struct pl_column *column = &table->columns[i];

		pl_sql_run(sql,
			   "INSERT INTO table_column(metric_table, position, label, commit_id, "
			   "title) VALUES (?, ?, ?, ?, ?)",
			   "iittt", id, (int64_t)i, column->label, column->commit, column->title);
		mention(store, id_of_mail, column->commit, i ? "head" : "base", table->line);
	}
	for (size_t i = 0; i < table->n_rows; i++)
		add_row(store, id, i, &table->rows[i]);
	if (table->kind == PL_TABLE_LKP)
		add_row_subjects(store, id, message, table);
}

/* The first commit id (7 to 40 hex digits, alone) in text; empty: none */
static struct pl_text commit_in(struct pl_text text)
{
	size_t from = 0, at;

	for (at = 0; at <= text.len; at++) {
		if (at < text.len && g_ascii_isalnum(text.ptr[at]))
			continue;
		if (at - from >= 7 && at - from <= 40) {
			size_t digits = from;

			while (digits < at && g_ascii_isxdigit(text.ptr[digits]))
				digits++;
			if (digits == at)
				return pl_text_slice(text, from, at);
		}
		from = at + 1;
	}
	return PL_TEXT_NONE;
}

static void mention_trailer(struct pl_store *store, int64_t message,
			    const struct pl_trailer *trailer)
{
	static const struct {
		const char *name, *command, *role;
	} roles[] = {
	    {"Fixes", "", "fixes"},
	    {"Reverts", "", "reverts"},
	    {"regzbot", "introduced", "introduced"},
	    {"regzbot", "fix", "fix"},
	    {"regzbot", "fixed-by", "fix"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(roles); i++) {
		size_t length = strlen(roles[i].command);
		struct pl_text commit;
		char *lower;

		if (!pl_text_equal(trailer->name, pl_text_of(roles[i].name)) ||
		    trailer->value.len < length ||
		    g_ascii_strncasecmp(trailer->value.ptr, roles[i].command, length) ||
		    (length && trailer->value.len > length &&
		     g_ascii_isalnum(trailer->value.ptr[length])))
			continue;
		commit = commit_in(pl_text_slice(trailer->value, length, trailer->value.len));
		lower = g_ascii_strdown(commit.ptr ? commit.ptr : "", (gssize)commit.len);
		mention(store, message, pl_text_of(lower), roles[i].role, trailer->line);
		g_free(lower);
		return;
	}
}

/* Only commits that no record of the mail names: those have a role that says more. */
static void add_mentions(struct pl_store *store, int64_t message,
			 const struct pl_mentions *mentions)
{
	for (size_t i = 0; i < mentions->n; i++)
		pl_sql_run(&store->sql,
			   "INSERT INTO commit_mention(commit_id, role, message, line) "
			   "SELECT ?1, 'mentioned', ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM "
			   "commit_mention c WHERE c.message = ?2 "
			   "AND (substr(c.commit_id, 1, length(?1)) = ?1 "
			   "OR substr(?1, 1, length(c.commit_id)) = c.commit_id))",
			   "tii", mentions->v[i].commit, message, (int64_t)mentions->v[i].line);
}

void pl_store_records(struct pl_store *store, int64_t id, const struct pl_prepared *prepared)
{
	const struct pl_message *message = prepared->message;
	int64_t *reports = g_new(int64_t, message->n_reports);

	for (size_t i = 0; i < message->n_reports; i++) {
		reports[i] = add_report(store, id, i, &message->reports[i]);
		pl_store_subsystems(store, reports[i], &message->reports[i], message);
	}
	for (size_t i = 0; i < message->n_tables; i++)
		add_table(store, id, i, message, reports);
	for (size_t i = 0; i < message->n_trailers; i++) {
		const struct pl_trailer *trailer = &message->trailers[i];

		pl_sql_run(&store->sql,
			   "INSERT INTO trailer(message, position, name, value, line, depth) "
			   "VALUES (?, ?, ?, ?, ?, ?)",
			   "iiTTii", id, (int64_t)i, trailer->name, trailer->value,
			   (int64_t)trailer->line, (int64_t)trailer->depth);
		mention_trailer(store, id, trailer);
	}
	pl_store_mail_links(store, id, message);
	pl_store_reporters(store, id, message);
	pl_store_origins(store, id, message);
	pl_store_remarks(store, id, message);
	pl_store_patch(store, id, message);
	add_mentions(store, id, &prepared->mentions);
	g_free(reports);
}
