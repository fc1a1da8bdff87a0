/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What needs all records of a mail, done once after the recognizers ran: commit ids
 * in the longest form that the mail holds, tables joined to reports, a report's
 * machine named by its first table with axes.
 */
#ifndef PERFLORE_SETTLE_H
#define PERFLORE_SETTLE_H

#include <perflore/records.h>

void pl_settle(struct pl_arena *arena, struct pl_message *message);

/* The index of the compared column (1 or more) of table that is about commit; 1 where
 * none is and there is one; 0 in a one-column table. */
size_t pl_table_column_of(const struct pl_table *table, struct pl_text commit);

#endif
