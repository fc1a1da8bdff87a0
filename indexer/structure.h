/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tables, columns, views, indexes and triggers of a database, beside those of the program's own
 * schema. What a database has of its own, such as somebody's index, does not matter.
 */
#ifndef PERFLORE_STRUCTURE_H
#define PERFLORE_STRUCTURE_H

#include "sql.h"

/* What the schema has and the database lacks, in words: `column message.choice`, in order of
 * names; empty where it has all. NULL after a failure of sql. To be freed with g_ptr_array_unref().
 */
GPtrArray *pl_structure_lacks(struct pl_sql *sql);

#endif
