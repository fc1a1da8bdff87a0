/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the crash test does with databases. Failures that are no result of a kill end it. */
#ifndef PERFLORE_TEST_DATABASE_H
#define PERFLORE_TEST_DATABASE_H

#include <stdbool.h>

#include <glib.h>

/* Each in the process that calls it; false: it failed, and said so if loud. */
bool database_index(const char *directory, const char *mails, bool loud);
bool database_refresh(const char *directory, bool loud);
bool database_rebuild(const char *directory, bool loud);
bool database_migrate(const char *directory, bool loud);

bool database_check(const char *directory, bool loud);

/* Every table, and what searches find with their weights, as one text; words false:
 * tables only. NULL: it could not be read. */
GString *database_dump(const char *directory, bool words);

void copy_tree(const char *from, const char *to);
void die(const char *what, const char *detail) G_GNUC_NORETURN;

#endif
