/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/machine.h>

#include "names.h"
#include "row_test.h"

static struct pl_text text_at(struct pl_arena *arena, sqlite3_stmt *statement, int column)
{
	return pl_arena_copy(arena, pl_sql_text(statement, column));
}

/* What report says about the machine, if it is the same one. */
static void describe(struct pl_store *store, struct pl_arena *arena, int64_t report,
		     struct pl_machine *machine)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql,
			"SELECT a.text, a.threads, a.sockets, a.model, a.codename, a.memory_gib "
			"FROM report r JOIN machine a ON a.id = r.machine "
			"WHERE r.id = ? AND a.tbox IS NOT NULL AND a.key = ?",
			"iT", report, pl_machine_key(arena, machine));

	if (!pl_sql_row(&store->sql, statement))
		return;
	machine->text = text_at(arena, statement, 0);
	machine->threads = (unsigned)sqlite3_column_int64(statement, 1);
	machine->sockets = (unsigned)sqlite3_column_int64(statement, 2);
	machine->model = text_at(arena, statement, 3);
	machine->codename = text_at(arena, statement, 4);
	machine->memory_gib = sqlite3_column_double(statement, 5);
	pl_sql_done(statement);
}

/* An UPDATE costs much where nothing is to be changed, too. */
static void set_machine(struct pl_store *store, int64_t machine, int64_t table)
{
	int64_t before = 0;

	pl_sql_integer(&store->sql, &before, "SELECT machine FROM metric_table WHERE id = ?", "i",
		       table);
	if (before == machine)
		return;
	if (before)
		pl_names_doubt_machines(store);
	pl_sql_run(&store->sql, "UPDATE metric_table SET machine = nullif(?1, 0) WHERE id = ?2",
		   "ii", machine, table);
}

static void set_table_machine(struct pl_store *store, struct pl_arena *arena, int64_t table,
			      int64_t owner)
{
	struct pl_machine machine = {0};
	sqlite3_stmt *statement = pl_sql_bind(&store->sql,
					      "SELECT value FROM table_axis WHERE metric_table = ? "
					      "AND key IN ('tbox_group', 'tbox') ORDER BY key DESC",
					      "i", table);

	if (!pl_sql_row(&store->sql, statement))
		return;
	machine.tbox = text_at(arena, statement, 0);
	pl_sql_done(statement);
	describe(store, arena, owner, &machine);
	set_machine(store, pl_store_machine(store, &machine), table);
}

/* One row that names its test itself, or the mean of such rows. */
struct own_row {
	int64_t position;
	struct pl_text test, testcase;
	struct pl_machine machine;
	int64_t before; /* the machine's id; 0: none */
};

static struct own_row *own_rows(struct pl_store *store, struct pl_arena *arena, int64_t table,
				size_t *n_out)
{
	struct own_row *rows = NULL;
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "SELECT u.position, (SELECT r.test FROM metric_row r WHERE r.metric_table = "
	    "u.metric_table AND r.position = u.position LIMIT 1), u.testcase, a.tbox, u.machine "
	    "FROM "
	    "row_subject u LEFT JOIN machine a ON a.id = u.machine WHERE u.metric_table = ? "
	    "ORDER BY u.position",
	    "i", table);

	*n_out = 0;
	while (pl_sql_row(&store->sql, statement)) {
		struct own_row *row = PL_PUSH(arena, rows, *n_out);

		row->position = sqlite3_column_int64(statement, 0);
		row->test = text_at(arena, statement, 1);
		row->testcase = text_at(arena, statement, 2);
		row->machine.tbox = text_at(arena, statement, 3);
		row->before = sqlite3_column_int64(statement, 4);
	}
	return rows;
}

/* The test case and the parameters of report. */
static struct pl_params case_of(struct pl_store *store, struct pl_arena *arena, int64_t report,
				struct pl_text *testcase_out)
{
	struct pl_params parameters = {0};
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "SELECT r.testcase, p.key, p.value FROM report r LEFT JOIN report_parameter p ON "
	    "p.report = r.id WHERE r.id = ?",
	    "i", report);

	*testcase_out = PL_TEXT_NONE;
	while (pl_sql_row(&store->sql, statement)) {
		*testcase_out = text_at(arena, statement, 0);
		if (sqlite3_column_type(statement, 1) != SQLITE_NULL)
			*PL_PUSH(arena, parameters.v, parameters.n) = (struct pl_param){
			    text_at(arena, statement, 1), text_at(arena, statement, 2)};
	}
	return parameters;
}

static void set_row_machines(struct pl_store *store, struct pl_arena *arena, int64_t table,
			     int64_t owner)
{
	size_t n;
	struct own_row *rows = own_rows(store, arena, table, &n);
	struct pl_params parameters;
	struct pl_text testcase;
	bool all = true;

	if (!n)
		return;
	parameters = case_of(store, arena, owner, &testcase);
	for (size_t i = 0; i < n; i++) {
		struct own_row *row = &rows[i];
		int64_t machine;
		bool same = all;

		if (row->machine.tbox.len)
			describe(store, arena, owner, &row->machine);
		if (row->test.len)
			same = row->testcase.len && pl_text_equal(row->testcase, testcase) &&
			       pl_row_test_has(row->test, &parameters);
		all = row->test.len ? all && same : true;
		machine = pl_store_machine(store, &row->machine);
		if (row->before && row->before != machine)
			pl_names_doubt_machines(store);
		pl_sql_run(&store->sql,
			   "UPDATE row_subject SET machine = nullif(?1, 0), owners_case = ?2 "
			   "WHERE metric_table = ?3 AND position = ?4",
			   "iiii", machine, (int64_t)same, table, row->position);
	}
}

void pl_store_table_machine(struct pl_store *store, int64_t table, int64_t owner)
{
	struct pl_arena *arena = pl_arena_new();

	set_table_machine(store, arena, table, owner);
	set_row_machines(store, arena, table, owner);
	pl_arena_free(arena);
}
