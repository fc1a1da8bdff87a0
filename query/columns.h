/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of one row of a statement, read one after the other. */
#ifndef PERFLORE_COLUMNS_H
#define PERFLORE_COLUMNS_H

#include <stdint.h>

#include <sqlite3.h>

#include <perflore/arena.h>

struct pl_columns {
	struct pl_arena *arena; /* texts are copied into it */
	sqlite3_stmt *statement;
	int at; /* the next column */
};

/* The text of a column, copied; none where it is NULL. */
struct pl_text pl_column_copy(struct pl_arena *arena, sqlite3_stmt *statement, int column);

static inline struct pl_text pl_next_text(struct pl_columns *columns)
{
	return pl_column_copy(columns->arena, columns->statement, columns->at++);
}

static inline bool pl_next_is_null(const struct pl_columns *columns)
{
	return sqlite3_column_type(columns->statement, columns->at) == SQLITE_NULL;
}

/* 0 where it is NULL */
static inline int64_t pl_next_integer(struct pl_columns *columns)
{
	return sqlite3_column_int64(columns->statement, columns->at++);
}

static inline double pl_next_number(struct pl_columns *columns)
{
	return sqlite3_column_double(columns->statement, columns->at++);
}

#endif
