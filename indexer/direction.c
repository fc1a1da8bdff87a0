/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which way a metric is better, from metric_direction.txt. Plain names are found in a
 * table; patterns are tried in groups by what stands before their first dot.
 */
#include "direction.h"

#include <glib.h>

#include "embedded_metric_direction.h"

struct pattern {
	GPatternSpec *spec;
	int direction;
};

static GHashTable *names;    /* name to direction */
static GHashTable *patterns; /* first part of the name to a GArray of struct pattern */
static GArray *others;	     /* patterns whose first part is not fixed */

static char *first_part(const char *name)
{
	return g_strndup(name, strcspn(name, "."));
}

static void add(const char *name, int direction)
{
	struct pattern pattern = {.direction = direction};
	GArray *group = others;
	char *part;

	if (!strchr(name, '*')) {
		g_hash_table_insert(names, g_strdup(name), GINT_TO_POINTER(direction));
		return;
	}
	pattern.spec = g_pattern_spec_new(name);
	part = first_part(name);
	if (!strchr(part, '*')) {
		group = g_hash_table_lookup(patterns, part);
		if (!group) {
			group = g_array_new(FALSE, FALSE, sizeof(pattern));
			g_hash_table_insert(patterns, g_strdup(part), group);
		}
	}
	g_array_append_val(group, pattern);
	g_free(part);
}

/* The tables live as long as the process. */
static void load(void)
{
	static gsize done;
	char **lines;

	if (!g_once_init_enter(&done))
		return;
	names = g_hash_table_new(g_str_hash, g_str_equal);
	patterns = g_hash_table_new(g_str_hash, g_str_equal);
	others = g_array_new(FALSE, FALSE, sizeof(struct pattern));
	lines = g_strsplit(pl_metric_directions, "\n", -1);
	for (char **line = lines; *line; line++)
		if (**line == '+' || **line == '-')
			add(*line + 2, **line == '+' ? 1 : -1);
	g_strfreev(lines);
	g_once_init_leave(&done, 1);
}

static int match(const GArray *group, const char *name)
{
	for (guint i = 0; group && i < group->len; i++) {
		const struct pattern *pattern = &g_array_index(group, struct pattern, i);

		if (g_pattern_spec_match_string(pattern->spec, name))
			return pattern->direction;
	}
	return 0;
}

int pl_metric_direction(struct pl_text metric)
{
	char *name = g_strndup(metric.ptr, metric.len), *part;
	int direction;

	load();
	direction = GPOINTER_TO_INT(g_hash_table_lookup(names, name));
	if (!direction) {
		part = first_part(name);
		direction = match(g_hash_table_lookup(patterns, part), name);
		g_free(part);
	}
	if (!direction)
		direction = match(others, name);
	g_free(name);
	return direction;
}
