/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[NAME_KINDS] = {"metric", "function", "testcase", "machine",
						   "word"};

static char *text;
static GPtrArray *names[NAME_KINDS];
static GArray *sums[NAME_KINDS]; /* of the counts up to and with this name; gint32 */

static bool add(char *line)
{
	char *count = strchr(line, '\t');
	char *name = count ? strchr(count + 1, '\t') : NULL;
	gint32 sum;

	if (!name)
		return false;
	*count++ = *name++ = '\0';
	for (int kind = 0; kind < NAME_KINDS; kind++) {
		if (strcmp(line, kind_names[kind]) != 0)
			continue;
		sum = atoi(count);
		if (sums[kind]->len)
			sum += g_array_index(sums[kind], gint32, sums[kind]->len - 1);
		g_array_append_val(sums[kind], sum);
		g_ptr_array_add(names[kind], name);
		return true;
	}
	return false;
}

bool names_load(const char *path)
{
	GError *error = NULL;
	char *line, *end;

	if (!g_file_get_contents(path, &text, NULL, &error)) {
		fprintf(stderr, "%s\n", error->message);
		g_error_free(error);
		return false;
	}
	for (int kind = 0; kind < NAME_KINDS; kind++) {
		names[kind] = g_ptr_array_new();
		sums[kind] = g_array_new(FALSE, FALSE, sizeof(gint32));
	}
	for (line = text; *line; line = end + 1) {
		end = strchr(line, '\n');
		if (!end)
			break;
		*end = '\0';
		if (!add(line)) {
			fprintf(stderr, "%s: not a line of names: %s\n", path, line);
			return false;
		}
	}
	for (int kind = 0; kind < NAME_KINDS; kind++) {
		if (!names[kind]->len) {
			fprintf(stderr, "%s: no %s\n", path, kind_names[kind]);
			return false;
		}
	}
	return true;
}

void names_free(void)
{
	for (int kind = 0; kind < NAME_KINDS; kind++) {
		g_ptr_array_free(names[kind], TRUE);
		g_array_free(sums[kind], TRUE);
	}
	g_free(text);
}

const char *names_draw(GRand *random, enum name_kind kind, bool by_frequency)
{
	const gint32 *sum = (const gint32 *)(void *)sums[kind]->data;
	guint low = 0, high = names[kind]->len - 1;
	gint32 at;

	if (!by_frequency)
		return names[kind]->pdata[g_rand_int_range(random, 0, names[kind]->len)];
	at = g_rand_int_range(random, 0, sum[high]);
	while (low < high) {
		guint middle = (low + high) / 2;

		if (sum[middle] > at)
			high = middle;
		else
			low = middle + 1;
	}
	return names[kind]->pdata[low];
}
