/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "text_mode.h"

#include <string.h>

static const char *const mode_names[] = {
    [PL_TEXT_MODE_ALL] = "all",
    [PL_TEXT_MODE_REPORTS] = "reports",
    [PL_TEXT_MODE_NONE] = "none",
};

const char *pl_text_mode_name(enum pl_text_mode mode)
{
	return mode_names[mode];
}

bool pl_text_mode_of(const char *name, enum pl_text_mode *mode_out)
{
	for (size_t i = 0; i < G_N_ELEMENTS(mode_names); i++)
		if (strcmp(name, mode_names[i]) == 0) {
			*mode_out = (enum pl_text_mode)i;
			return true;
		}
	return false;
}

enum pl_text_mode pl_text_mode_get(struct pl_store *store)
{
	enum pl_text_mode mode = PL_TEXT_MODE_ALL;
	sqlite3_stmt *statement;

	if (store->has_mode)
		return store->mode;
	statement = pl_sql_bind(&store->sql, "SELECT value FROM meta WHERE key = 'text'", "");
	if (pl_sql_row(&store->sql, statement)) {
		const char *name = (const char *)sqlite3_column_text(statement, 0);

		pl_text_mode_of(name ? name : "", &mode);
	}
	pl_sql_done(statement);
	store->has_mode = true;
	store->mode = mode;
	return mode;
}

bool pl_text_mode_set(struct pl_store *store, enum pl_text_mode mode)
{
	store->has_mode = true;
	store->mode = mode;
	return pl_sql_run(&store->sql, "INSERT OR REPLACE INTO meta(key, value) VALUES ('text', ?)",
			  "s", pl_text_mode_name(mode));
}

int64_t pl_fulltext_partial(struct pl_store *store)
{
	int64_t mails = 0;

	switch (pl_text_mode_get(store)) {
	case PL_TEXT_MODE_ALL:
		pl_sql_integer(&store->sql, &mails,
			       "SELECT count(*) FROM message WHERE indexed = 1", "");
		break;
	case PL_TEXT_MODE_REPORTS:
		pl_sql_integer(&store->sql, &mails,
			       "SELECT count(*) FROM message WHERE indexed = 1 AND thread IN "
			       "(SELECT n.thread FROM report r JOIN message n ON n.id = r.message)",
			       "");
		break;
	case PL_TEXT_MODE_NONE:
		break;
	}
	return mails;
}
