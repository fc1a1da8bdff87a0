/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "migrate.h"

#include <perflore/machine.h>
#include <perflore/metric.h>

#include "crash.h"
#include "store_internal.h"

static struct pl_text text_of(sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);

	return (struct pl_text){text, text ? (size_t)sqlite3_value_bytes(value) : 0};
}

static void result(sqlite3_context *context, struct pl_text text)
{
	if (text.len)
		sqlite3_result_text64(context, text.ptr, text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void metric_family(sqlite3_context *context, int n, sqlite3_value **values)
{
	(void)n;
	result(context, pl_metric_family(text_of(values[0])));
}

static void metric_unit(sqlite3_context *context, int n, sqlite3_value **values)
{
	(void)n;
	result(context, pl_metric_unit(text_of(values[0])));
}

static void machine_key(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct pl_arena *arena = pl_arena_new();
	const struct pl_machine machine = {
	    .tbox = text_of(values[0]),
	    .text = text_of(values[1]),
	    .threads = (unsigned)sqlite3_value_int(values[2]),
	    .model = text_of(values[3]),
	    .codename = text_of(values[4]),
	    .memory_gib = sqlite3_value_double(values[5]),
	};

	(void)n;
	result(context, pl_machine_key(arena, &machine));
	pl_arena_free(arena);
}

/* What columns are filled with that an older schema had not. */
static const struct {
	const char *name;
	int arguments;
	void (*function)(sqlite3_context *context, int n, sqlite3_value **values);
} functions[] = {
    {"metric_family", 1, metric_family},
    {"metric_unit", 1, metric_unit},
    {"machine_key", 6, machine_key},
};

bool pl_migrate(struct pl_store *store, int64_t version)
{
	for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
		if (sqlite3_create_function(store->sql.db, functions[i].name,
					    functions[i].arguments,
					    SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
					    functions[i].function, NULL, NULL) != SQLITE_OK) {
			pl_sql_fail(&store->sql);
			return false;
		}
	/* A step may make a table anew; SQLite takes this outside of transactions only. */
	if (!pl_store_execute(store, "PRAGMA foreign_keys=OFF") || !pl_store_begin(store))
		return false;
	for (size_t i = 0; i < pl_n_migrations; i++) {
		if (pl_migrations[i].version <= version)
			continue;
		pl_crash_point("migrate");
		if (!pl_store_execute(store, pl_migrations[i].statements))
			break;
	}
	if (!pl_store_set_version(store) || !pl_store_commit(store)) {
		pl_store_rollback(store);
		return false;
	}
	return true;
}
