/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "graph.h"

/* A mail or a ghost. */
struct node {
	char *message_id;
	int64_t mail;	   /* row id; 0: a ghost */
	int64_t date;	   /* a ghost's: of the first mail that refers to it */
	GArray *older;	   /* indices of the nodes that a mail refers to, oldest first */
	bool has_older;	   /* something older is known, be it from another mail's list */
	guint8 *ancestors; /* bits by node, when asked for */
};

struct pl_graph {
	GArray *nodes;	     /* of struct node; the mails first, by date and id */
	GHashTable *by_id;   /* message id to index + 1 */
	GHashTable *by_mail; /* row id to index + 1 */
	size_t n_mails;
	bool dates_agree;
};

static struct node *node_at(const struct pl_graph *graph, size_t index)
{
	return &g_array_index(graph->nodes, struct node, index);
}

static size_t add_node(struct pl_graph *graph, struct pl_text message_id, int64_t mail,
		       int64_t date)
{
	struct node node = {.mail = mail, .date = date};

	node.message_id = g_strndup(message_id.ptr, message_id.len);
	node.older = g_array_new(FALSE, FALSE, sizeof(guint));
	g_array_append_val(graph->nodes, node);
	g_hash_table_insert(graph->by_id, node.message_id, GSIZE_TO_POINTER(graph->nodes->len));
	return graph->nodes->len - 1;
}

static void load_mails(struct pl_graph *graph, struct pl_sql *sql, int64_t thread)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(sql,
			"SELECT id, message_id, date FROM message WHERE thread = ? AND version = 0 "
			"ORDER BY date IS NULL, date, message_id",
			"i", thread);

	while (pl_sql_row(sql, statement)) {
		int64_t id = sqlite3_column_int64(statement, 0);
		bool dated = sqlite3_column_type(statement, 2) != SQLITE_NULL;

		add_node(graph, pl_sql_text(statement, 1), id,
			 dated ? sqlite3_column_int64(statement, 2) : INT64_MAX);
		g_hash_table_insert(graph->by_mail, GSIZE_TO_POINTER((gsize)id),
				    GSIZE_TO_POINTER(graph->nodes->len));
	}
	graph->n_mails = graph->nodes->len;
}

static void add_edge(struct pl_graph *graph, size_t mail, struct pl_text target)
{
	char *id = g_strndup(target.ptr, target.len);
	size_t found = GPOINTER_TO_SIZE(g_hash_table_lookup(graph->by_id, id));
	guint older = (guint)(found ? found - 1 : add_node(graph, target, 0, INT64_MAX));
	struct node *from = node_at(graph, mail);
	struct node *to = node_at(graph, older);

	from->has_older = true;
	if (!to->mail && from->date < to->date)
		to->date = from->date;
	/* In a list of references each stands behind what it answers. */
	if (from->older->len)
		to->has_older = true;
	g_array_append_val(from->older, older);
	g_free(id);
}

/* Other versions of a mail refer in its name; what they add comes behind. */
static void load_edges(struct pl_graph *graph, struct pl_sql *sql, int64_t thread)
{
	sqlite3_stmt *statement = pl_sql_bind(
	    sql,
	    "SELECT m.message_id, r.target FROM message m JOIN reference r ON r.message = m.id "
	    "WHERE m.thread = ? ORDER BY m.message_id, m.version, r.position",
	    "i", thread);

	while (pl_sql_row(sql, statement)) {
		struct pl_text own = pl_sql_text(statement, 0);
		char *id = g_strndup(own.ptr, own.len);
		size_t found = GPOINTER_TO_SIZE(g_hash_table_lookup(graph->by_id, id));

		if (found)
			add_edge(graph, found - 1, pl_sql_text(statement, 1));
		g_free(id);
	}
}

static bool dates_agree(const struct pl_graph *graph)
{
	for (size_t i = 0; i < graph->n_mails; i++) {
		const struct node *node = node_at(graph, i);

		for (guint k = 0; k < node->older->len; k++) {
			const struct node *older =
			    node_at(graph, g_array_index(node->older, guint, k));

			if (older->mail && older->date >= node->date)
				return false;
		}
	}
	return true;
}

struct pl_graph *pl_graph_load(struct pl_store *store, int64_t thread)
{
	struct pl_graph *graph = g_new0(struct pl_graph, 1);

	graph->nodes = g_array_new(FALSE, FALSE, sizeof(struct node));
	graph->by_id = g_hash_table_new(g_str_hash, g_str_equal);
	graph->by_mail = g_hash_table_new(NULL, NULL);
	load_mails(graph, &store->sql, thread);
	load_edges(graph, &store->sql, thread);
	graph->dates_agree = dates_agree(graph);
	return graph;
}

void pl_graph_free(struct pl_graph *graph)
{
	if (!graph)
		return;
	for (size_t i = 0; i < graph->nodes->len; i++) {
		g_free(node_at(graph, i)->message_id);
		g_free(node_at(graph, i)->ancestors);
		g_array_free(node_at(graph, i)->older, TRUE);
	}
	g_array_free(graph->nodes, TRUE);
	g_hash_table_destroy(graph->by_id);
	g_hash_table_destroy(graph->by_mail);
	g_free(graph);
}

static bool is_older(const struct node *a, const struct node *b)
{
	if (a->has_older != b->has_older)
		return !a->has_older;
	if (a->date != b->date)
		return a->date < b->date;
	if (!a->mail != !b->mail)
		return !a->mail;
	return strcmp(a->message_id, b->message_id) < 0;
}

const char *pl_graph_root(struct pl_graph *graph)
{
	const struct node *root = node_at(graph, 0);

	for (size_t i = 1; i < graph->nodes->len; i++)
		if (is_older(node_at(graph, i), root))
			root = node_at(graph, i);
	return root->message_id;
}

size_t pl_graph_mails(const struct pl_graph *graph)
{
	return graph->n_mails;
}

int64_t pl_graph_mail(const struct pl_graph *graph, size_t index)
{
	return node_at(graph, index)->mail;
}

int64_t pl_graph_find(const struct pl_graph *graph, const char *message_id)
{
	size_t found = GPOINTER_TO_SIZE(g_hash_table_lookup(graph->by_id, message_id));

	return found ? node_at(graph, found - 1)->mail : 0;
}

bool pl_graph_answers(const struct pl_graph *graph, size_t index, const char *message_id)
{
	const GArray *older = node_at(graph, index)->older;

	if (!older->len)
		return false;
	return !strcmp(node_at(graph, g_array_index(older, guint, older->len - 1))->message_id,
		       message_id);
}

static bool has_bit(const guint8 *bits, size_t index)
{
	return bits[index / 8] >> index % 8 & 1;
}

/* All that a node refers to, and what those refer to. */
static const guint8 *ancestors_of(struct pl_graph *graph, size_t index)
{
	guint8 *bits = node_at(graph, index)->ancestors;
	GArray *waiting;
	guint next = (guint)index;

	if (bits)
		return bits;
	bits = g_new0(guint8, graph->nodes->len / 8 + 1);
	waiting = g_array_new(FALSE, FALSE, sizeof(guint));
	g_array_append_val(waiting, next);
	while (waiting->len) {
		const GArray *older;

		next = g_array_index(waiting, guint, waiting->len - 1);
		g_array_set_size(waiting, waiting->len - 1);
		older = node_at(graph, next)->older;
		for (guint i = 0; i < older->len; i++) {
			guint to = g_array_index(older, guint, i);

			if (has_bit(bits, to))
				continue;
			bits[to / 8] |= (guint8)(1 << to % 8);
			g_array_append_val(waiting, to);
		}
	}
	g_array_free(waiting, TRUE);
	return node_at(graph, index)->ancestors = bits;
}

bool pl_graph_is_ancestor(struct pl_graph *graph, int64_t ancestor, int64_t mail)
{
	size_t a = GPOINTER_TO_SIZE(
	    g_hash_table_lookup(graph->by_mail, GSIZE_TO_POINTER((gsize)ancestor)));
	size_t b =
	    GPOINTER_TO_SIZE(g_hash_table_lookup(graph->by_mail, GSIZE_TO_POINTER((gsize)mail)));

	return a && b && has_bit(ancestors_of(graph, b - 1), a - 1) &&
	       !has_bit(ancestors_of(graph, a - 1), b - 1);
}

bool pl_graph_dates_agree(const struct pl_graph *graph)
{
	return graph->dates_agree;
}
