/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "migrate.h"

#include "crash.h"
#include "store_internal.h"

int64_t pl_schema_version(void)
{
	return pl_migrations[pl_n_migrations - 1].version;
}

int64_t pl_schema_oldest(void)
{
	return pl_migrations[0].version - 1;
}

bool pl_migrate(struct pl_store *store, int64_t version)
{
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
