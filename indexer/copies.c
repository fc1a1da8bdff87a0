/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "copies.h"

/* Graphs that are kept at a time. */
#define MAX_GRAPHS 64

/* In larger groups dates alone say which mail is earlier. */
#define MAX_ORDERED 500

static void free_graph(void *graph)
{
	pl_graph_free(graph);
}

void pl_graphs_init(struct pl_graphs *graphs, struct pl_store *store)
{
	graphs->store = store;
	graphs->v = g_hash_table_new_full(NULL, NULL, NULL, free_graph);
}

void pl_graphs_clear(struct pl_graphs *graphs)
{
	g_hash_table_destroy(graphs->v);
}

struct pl_graph *pl_graphs_get(struct pl_graphs *graphs, int64_t thread)
{
	void *key = GSIZE_TO_POINTER((gsize)thread);
	struct pl_graph *graph = g_hash_table_lookup(graphs->v, key);

	if (graph)
		return graph;
	if (g_hash_table_size(graphs->v) >= MAX_GRAPHS)
		g_hash_table_remove_all(graphs->v);
	graph = pl_graph_load(graphs->store, thread);
	g_hash_table_insert(graphs->v, key, graph);
	return graph;
}

bool pl_commit_matches(struct pl_text a, struct pl_text b)
{
	return a.len && b.len && (pl_text_starts(a, b) || pl_text_starts(b, a));
}

static int by_date(const void *a, const void *b)
{
	const struct pl_copy *x = a, *y = b;
	int order;

	if (x->dated != y->dated)
		return x->dated ? -1 : 1;
	if (x->dated && x->date != y->date)
		return x->date < y->date ? -1 : 1;
	order = strcmp(x->message_id, y->message_id);
	if (order)
		return order;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (int)(x->position > y->position) - (int)(x->position < y->position);
}

static struct pl_copy *copy_at(GArray *group, size_t index)
{
	return &g_array_index(group, struct pl_copy, index);
}

/* Whether a must stand before b whatever their dates. */
static bool comes_first(struct pl_graphs *graphs, const struct pl_copy *a, const struct pl_copy *b)
{
	return a->thread == b->thread && a->message != b->message &&
	       pl_graph_is_ancestor(pl_graphs_get(graphs, a->thread), a->message, b->message);
}

/* Whether a thread of the group has a mail that seems older than what it answers. */
static bool dates_may_lie(GArray *group, struct pl_graphs *graphs)
{
	for (guint i = 1; i < group->len; i++)
		if (copy_at(group, i)->thread == copy_at(group, i - 1)->thread &&
		    !pl_graph_dates_agree(pl_graphs_get(graphs, copy_at(group, i)->thread)))
			return true;
	return false;
}

/* By date, but no mail before one that it descends from: of those that descend from
 * none that is left, the one with the smallest date is next. */
static void order_group(GArray *group, struct pl_graphs *graphs)
{
	GArray *ordered;
	unsigned *before;

	g_array_sort(group, by_date);
	if (group->len < 2 || group->len > MAX_ORDERED || !dates_may_lie(group, graphs))
		return;
	before = g_new0(unsigned, group->len);
	for (guint i = 0; i < group->len; i++)
		for (guint k = 0; k < group->len; k++)
			before[i] += comes_first(graphs, copy_at(group, k), copy_at(group, i));
	ordered = g_array_sized_new(FALSE, FALSE, sizeof(struct pl_copy), group->len);
	while (ordered->len < group->len) {
		guint next = 0;

		while (before[next])
			next++;
		g_array_append_val(ordered, *copy_at(group, next));
		before[next] = G_MAXUINT; /* placed */
		for (guint i = 0; i < group->len; i++)
			if (before[i] != G_MAXUINT)
				before[i] -=
				    comes_first(graphs, copy_at(group, next), copy_at(group, i));
	}
	memcpy(group->data, ordered->data, group->len * sizeof(struct pl_copy));
	g_array_free(ordered, TRUE);
	g_free(before);
}

static bool contradict(const struct pl_copy *a, const struct pl_copy *b)
{
	for (size_t i = 0; i < a->ids->n && i < b->ids->n; i++)
		if (a->ids->v[i].len && b->ids->v[i].len &&
		    !pl_commit_matches(a->ids->v[i], b->ids->v[i]))
			return true;
	return false;
}

static bool share_commit(const struct pl_copy *a, const struct pl_copy *b)
{
	for (size_t i = 0; i < a->n_commits && i < b->n_commits; i++)
		if (pl_commit_matches(a->ids->v[i], b->ids->v[i]))
			return true;
	return false;
}

static bool has_commit(const struct pl_copy *copy)
{
	for (size_t i = 0; i < copy->n_commits; i++)
		if (copy->ids->v[i].len)
			return true;
	return false;
}

/* One commit may be blamed for several failures: then subjects tell them apart. */
static bool same_unnamed(const struct pl_copy *a, const struct pl_copy *b, struct pl_graphs *graphs)
{
	if (has_commit(a) || has_commit(b))
		return share_commit(a, b) &&
		       (a->thread == b->thread || (a->subject && b->subject && *a->subject &&
						   !strcmp(a->subject, b->subject)));
	return a->depth < b->depth && comes_first(graphs, a, b);
}

static bool same(const struct pl_copy *a, const struct pl_copy *b, enum pl_copy_rule rule,
		 struct pl_graphs *graphs)
{
	if (contradict(a, b))
		return false;
	if (rule == PL_COPY_UNNAMED)
		return same_unnamed(a, b, graphs);
	if (a->thread == b->thread)
		return true;
	return rule != PL_COPY_THREAD && share_commit(a, b);
}

/* Where to look for the same: what shares the thread, and what shares the beginning of
 * a commit id. Groups may be large (a row that is all 0 occurs everywhere). */
struct places {
	GHashTable *threads; /* thread to GArray of indices */
	GHashTable *commits; /* "column:first 7 digits" to GArray of indices */
};

static void free_array(void *array)
{
	g_array_free(array, TRUE);
}

static GArray *place(GHashTable *table, void *key, bool make, bool text)
{
	GArray *indices = g_hash_table_lookup(table, key);

	if (!indices && make) {
		indices = g_array_new(FALSE, FALSE, sizeof(guint));
		g_hash_table_insert(table, text ? g_strdup(key) : key, indices);
	}
	return indices;
}

static GArray *commit_place(struct places *places, const struct pl_copy *copy, size_t column,
			    bool make)
{
	char key[32];

	if (!copy->ids->v[column].len)
		return NULL;
	g_snprintf(key, sizeof(key), "%zu:%.7s", column, copy->ids->v[column].ptr);
	return place(places->commits, key, make, true);
}

static void look_in(GArray *group, const GArray *indices, guint index, enum pl_copy_rule rule,
		    struct pl_graphs *graphs, guint *first)
{
	const struct pl_copy *copy = copy_at(group, index);

	for (guint i = 0; indices && i < indices->len; i++) {
		guint other = g_array_index(indices, guint, i);
		const struct pl_copy *candidate = copy_at(group, other);

		if (other >= *first)
			return;
		if (same(candidate, copy, rule, graphs) &&
		    !contradict(copy_at(group, candidate->original), copy)) {
			*first = other;
			return;
		}
	}
}

static void find_originals(GArray *group, enum pl_copy_rule rule, struct pl_graphs *graphs)
{
	struct places places = {g_hash_table_new_full(NULL, NULL, NULL, free_array),
				g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_array)};

	for (guint i = 0; i < group->len; i++) {
		struct pl_copy *copy = copy_at(group, i);
		void *thread = GSIZE_TO_POINTER((gsize)copy->thread);
		guint first = i;

		look_in(group, place(places.threads, thread, false, false), i, rule, graphs,
			&first);
		for (size_t k = 0; k < copy->n_commits && rule != PL_COPY_THREAD; k++)
			look_in(group, commit_place(&places, copy, k, false), i, rule, graphs,
				&first);
		copy->original = first == i ? i : copy_at(group, first)->original;

		g_array_append_val(place(places.threads, thread, true, false), i);
		for (size_t k = 0; k < copy->n_commits; k++) {
			GArray *indices = commit_place(&places, copy, k, true);

			if (indices)
				g_array_append_val(indices, i);
		}
	}
	g_hash_table_destroy(places.threads);
	g_hash_table_destroy(places.commits);
}

/* The copies of one original come in the order of the group: those of one mail are
 * counted once. */
static void count_copies(GArray *group)
{
	GHashTable *counted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < group->len; i++) {
		const struct pl_copy *copy = copy_at(group, i);
		struct pl_copy *original = copy_at(group, copy->original);

		if (copy->message != original->message &&
		    g_hash_table_add(counted, g_strdup_printf("%zu %" G_GINT64_FORMAT,
							      copy->original, copy->message)))
			original->copies++;
	}
	g_hash_table_destroy(counted);
}

void pl_copies_decide(GArray *group, enum pl_copy_rule rule, struct pl_graphs *graphs)
{
	/* most rows are in one mail only */
	if (group->len == 1) {
		copy_at(group, 0)->original = 0;
		copy_at(group, 0)->copies = 0;
		return;
	}
	order_group(group, graphs);
	for (guint i = 0; i < group->len; i++)
		copy_at(group, i)->copies = 0;
	find_originals(group, rule, graphs);
	count_copies(group);
}
