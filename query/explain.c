/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "explain.h"

#include <sqlite3.h>

#include <perflore/format.h>

static const char *kind_of(const struct pl_node *node)
{
	if (pl_node_is_row_term(node))
		return "row";
	if (pl_node_is_text_term(node))
		return "words of the mail";
	if (node->prefix >= PL_PREFIX_TEST && node->prefix <= PL_PREFIX_CULPRIT)
		return "report";
	if (node->prefix == PL_PREFIX_IS && node->is <= PL_IS_UNANSWERED)
		return "report";
	return "mail";
}

void pl_explain_tree(const struct pl_node *node, struct pl_text query, unsigned level, GString *out)
{
	static const char *const names[] = {
	    [PL_NODE_AND] = "all of", [PL_NODE_OR] = "any of", [PL_NODE_NOT] = "not"};

	g_string_append_printf(out, "  %*s", (int)level * 2, "");
	if (node->kind == PL_NODE_TERM) {
		pl_plain(out, pl_text_slice(query, node->from, node->to));
		g_string_append_printf(out, "  (%s)\n", kind_of(node));
		return;
	}
	g_string_append_printf(out, "%s\n", names[node->kind]);
	for (size_t i = 0; i < node->n_children; i++)
		pl_explain_tree(node->children[i], query, level + 1, out);
}

static void append_binds(const struct pl_plan *plan, GString *out)
{
	char number[32];

	for (size_t i = 0; i < plan->n_binds; i++) {
		const struct pl_bind *bind = &plan->binds[i];

		g_string_append_printf(out, "  ?%zu = ", i + 1);
		switch (bind->kind) {
		case PL_BIND_TEXT:
			pl_plain(out, bind->text);
			break;
		case PL_BIND_INTEGER:
			g_string_append_printf(out, "%" G_GINT64_FORMAT, bind->integer);
			break;
		case PL_BIND_NUMBER:
			g_ascii_dtostr(number, sizeof(number), bind->number);
			g_string_append(out, number);
			break;
		}
		g_string_append_c(out, '\n');
	}
}

enum pl_status pl_explain_plan(struct pl_store *store, const struct pl_plan *plan, GString *out,
			       struct pl_error *error)
{
	char *sql = g_strconcat("EXPLAIN QUERY PLAN ", plan->sql->str, NULL);
	GHashTable *levels = g_hash_table_new(NULL, NULL);
	sqlite3_stmt *step = NULL;
	int result = sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &step, NULL);

	g_string_append(out, "\nstatement\n  ");
	pl_plain(out, (struct pl_text){plan->sql->str, plan->sql->len});
	g_string_append(out, "\n");
	append_binds(plan, out);
	g_string_append(out, "\nplan\n");
	while (result != SQLITE_DONE && step && (result = sqlite3_step(step)) == SQLITE_ROW) {
		unsigned level = GPOINTER_TO_UINT(
		    g_hash_table_lookup(levels, GINT_TO_POINTER(sqlite3_column_int(step, 1))));

		g_hash_table_insert(levels, GINT_TO_POINTER(sqlite3_column_int(step, 0)),
				    GUINT_TO_POINTER(level + 1));
		g_string_append_printf(out, "  %*s%s\n", (int)level * 2, "",
				       (const char *)sqlite3_column_text(step, 3));
	}
	sqlite3_finalize(step);
	g_hash_table_destroy(levels);
	g_free(sql);
	return result == SQLITE_DONE ? PL_OK : pl_store_fail(store, "explaining", error);
}
