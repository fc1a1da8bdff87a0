/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lists of a mail: the same mail comes from each list it was sent to, and has the
 * lists of all its copies, whichever of them was read first.
 */
#include <perflore/json.h>

#include "store_internal.h"
#include "subsystem.h"

void pl_store_add_lists(struct pl_store *store, int64_t id, const struct pl_texts *lists)
{
	for (size_t i = 0; i < lists->n; i++)
		pl_sql_run(&store->sql,
			   "INSERT OR IGNORE INTO message_list(message, list) VALUES (?, ?)", "iT",
			   id, lists->v[i]);
}

/* The reports of mail id are also about what this list is for. */
static void add_subsystems(struct pl_store *store, int64_t id, struct pl_text list)
{
	GArray *reports = g_array_new(FALSE, FALSE, sizeof(int64_t));
	sqlite3_stmt *statement =
	    pl_sql_bind(&store->sql, "SELECT id FROM report WHERE message = ?", "i", id);

	while (pl_sql_row(&store->sql, statement)) {
		int64_t report = sqlite3_column_int64(statement, 0);

		g_array_append_val(reports, report);
	}
	for (guint i = 0; i < reports->len; i++)
		pl_store_subsystem_of_list(store, g_array_index(reports, int64_t, i), list);
	g_array_free(reports, TRUE);
}

void pl_store_more_lists(struct pl_store *store, int64_t id, const struct pl_texts *lists)
{
	for (size_t i = 0; i < lists->n; i++) {
		int64_t known;

		if (pl_sql_integer(&store->sql, &known,
				   "SELECT 1 FROM message_list WHERE message = ? AND list = ?",
				   "iT", id, lists->v[i]))
			continue;
		pl_store_add_lists(store, id, &(struct pl_texts){&lists->v[i], 1});
		add_subsystems(store, id, lists->v[i]);
	}
}

struct pl_texts pl_store_lists(struct pl_store *store, int64_t id, struct pl_arena *arena)
{
	struct pl_texts lists = {0};
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql, "SELECT list FROM message_list WHERE message = ? ORDER BY list", "i", id);

	while (pl_sql_row(&store->sql, statement))
		*PL_PUSH(arena, lists.v, lists.n) = pl_arena_copy(arena, pl_sql_text(statement, 0));
	return lists;
}

void pl_store_subsystems_of_lists(struct pl_store *store, int64_t id)
{
	struct pl_arena *arena = pl_arena_new();
	const struct pl_texts lists = pl_store_lists(store, id, arena);

	for (size_t i = 0; i < lists.n; i++)
		add_subsystems(store, id, lists.v[i]);
	pl_arena_free(arena);
}

/* The byte behind the array of strings that begins at byte `at`. */
static size_t array_end(const GString *json, size_t at)
{
	bool quoted = false;

	for (; at < json->len; at++) {
		char c = json->str[at];

		if (quoted && c == '\\')
			at++;
		else if (c == '"')
			quoted = !quoted;
		else if (c == ']' && !quoted)
			return at + 1;
	}
	return json->len;
}

void pl_store_put_lists(struct pl_store *store, int64_t id, GString *json, size_t from)
{
	/* In a string the quotes would have backslashes before them. */
	static const char key[] = ",\"lists\":";
	const char *found = strstr(json->str + from, key);
	GString *lists = g_string_new(NULL);
	struct pl_json writer;
	sqlite3_stmt *statement;
	size_t at;

	pl_json_init(&writer, lists);
	pl_json_array(&writer);
	statement = pl_sql_bind(
	    &store->sql, "SELECT list FROM message_list WHERE message = ? ORDER BY list", "i", id);
	while (pl_sql_row(&store->sql, statement))
		pl_json_text(&writer, pl_sql_text(statement, 0));
	pl_json_array_end(&writer);
	if (found) {
		at = (size_t)(found - json->str) + sizeof(key) - 1;
		g_string_erase(json, (gssize)at, (gssize)(array_end(json, at) - at));
		g_string_insert_len(json, (gssize)at, lists->str, (gssize)lists->len);
	}
	g_string_free(lists, TRUE);
}
