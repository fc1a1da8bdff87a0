/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/machine.h>

#include "store_internal.h"

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

void pl_store_table_machine(struct pl_store *store, int64_t table, int64_t owner)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_machine machine = {0};
	sqlite3_stmt *statement = pl_sql_bind(&store->sql,
					      "SELECT value FROM table_axis WHERE metric_table = ? "
					      "AND key IN ('tbox_group', 'tbox') ORDER BY key DESC",
					      "i", table);

	if (pl_sql_row(&store->sql, statement)) {
		machine.tbox = text_at(arena, statement, 0);
		pl_sql_done(statement);
		describe(store, arena, owner, &machine);
		/* An UPDATE costs much where nothing is to be changed, too. */
		pl_sql_run(&store->sql,
			   "UPDATE metric_table SET machine = ?1 WHERE id = ?2 "
			   "AND machine IS NOT ?1",
			   "ii", pl_store_machine(store, &machine), table);
	}
	pl_arena_free(arena);
}
