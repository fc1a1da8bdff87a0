/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "columns.h"

struct pl_text pl_column_copy(struct pl_arena *arena, sqlite3_stmt *statement, int column)
{
	const char *ptr = (const char *)sqlite3_column_text(statement, column);

	if (!ptr)
		return PL_TEXT_NONE;
	return pl_arena_copy(
	    arena, (struct pl_text){ptr, (size_t)sqlite3_column_bytes(statement, column)});
}
