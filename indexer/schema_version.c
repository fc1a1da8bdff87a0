/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Apart from migrate.c, as readers want to know only the versions. */
#include "migrate.h"

int64_t pl_schema_version(void)
{
	return pl_migrations[pl_n_migrations - 1].version;
}

int64_t pl_schema_oldest(void)
{
	return pl_migrations[0].version - 1;
}
