/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "gone.h"

#include "store_source.h"

struct place {
	char *path;
	bool missing;
};

struct pl_gone {
	GArray *places;	  /* struct place */
	GHashTable *told; /* paths */
};

struct told {
	struct pl_store *store;
	const struct pl_index_watch *watch;
	uint64_t n;
};

static void clear_place(void *place)
{
	g_free(((struct place *)place)->path);
}

struct pl_gone *pl_gone_new(void)
{
	struct pl_gone *gone = g_new0(struct pl_gone, 1);

	gone->places = g_array_new(FALSE, FALSE, sizeof(struct place));
	g_array_set_clear_func(gone->places, clear_place);
	gone->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return gone;
}

void pl_gone_free(struct pl_gone *gone)
{
	g_array_unref(gone->places);
	g_hash_table_unref(gone->told);
	g_free(gone);
}

static void add(struct pl_gone *gone, const char *path, bool missing)
{
	struct place place = {g_strdup(path), missing};

	g_array_append_val(gone->places, place);
}

void pl_gone_look(struct pl_gone *gone, const char *path)
{
	add(gone, path, false);
}

void pl_gone_miss(struct pl_gone *gone, const char *path)
{
	add(gone, path, true);
}

static void tell(struct told *told, const char *path)
{
	const bool replaced = pl_store_is_replaced(told->store, path);
	const bool again = pl_store_is_missed(told->store, path);
	char *name = g_filename_display_name(path);
	char *seen = pl_store_source_seen(told->store, path);
	char *line;

	if (replaced)
		line =
		    g_strdup_printf("%s: it is not there any more (read last on %s), and another "
				    "epoch of the inbox has its number; its mails stay in the "
				    "database",
				    name, seen ? seen : "an unknown day");
	else if (seen)
		line = g_strdup_printf("%s: it is not there any more (read last on %s); its mails "
				       "stay in the database",
				       name, seen);
	else
		line = g_strdup_printf("%s: it is not there any more, and was never read", name);
	if (told->watch->complain && !(replaced && again))
		told->watch->complain(told->watch->context, !replaced, line);
	told->n += !replaced;
	pl_store_miss_source(told->store, path);
	g_free(line);
	g_free(seen);
	g_free(name);
}

uint64_t pl_gone_tell(struct pl_gone *gone, struct pl_store *store,
		      const struct pl_index_watch *watch)
{
	struct told told = {.store = store, .watch = watch};

	for (guint i = 0; i < gone->places->len; i++) {
		const struct place *place = &g_array_index(gone->places, struct place, i);
		GPtrArray *lost;

		pl_store_join_copies(store, place->path);
		if (place->missing) {
			if (!pl_store_forget_moved(store, place->path) &&
			    g_hash_table_add(gone->told, g_strdup(place->path))) {
				tell(&told, place->path);
				pl_store_strike(store, place->path);
			}
			continue;
		}
		lost = pl_store_lost_repositories(store, place->path);
		for (guint k = 0; k < lost->len; k++) {
			char *path = g_strdup(g_ptr_array_index(lost, k));

			if (g_hash_table_add(gone->told, path))
				tell(&told, path);
		}
		g_ptr_array_unref(lost);
	}
	return told.n;
}
