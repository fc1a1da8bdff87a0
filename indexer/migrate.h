/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Databases of older versions: migrations/N.sql holds the statements that make schema N
 * of schema N-1. The highest N is the schema of this program (schema.sql).
 */
#ifndef PERFLORE_MIGRATE_H
#define PERFLORE_MIGRATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pl_migration {
	int64_t version; /* N */
	const char *statements;
};

/* In order of version, without gaps; generated. */
extern const struct pl_migration pl_migrations[];
extern const size_t pl_n_migrations;

struct pl_store;

/* The version of schema.sql */
int64_t pl_schema_version(void);

/* The oldest version that can be brought to it */
int64_t pl_schema_oldest(void);

/* Brings a database of version, at least the oldest, to the newest in one transaction:
 * killed on the way it is what it was. */
bool pl_migrate(struct pl_store *store, int64_t version);

#endif
