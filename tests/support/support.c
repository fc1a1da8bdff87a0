/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#include <perflore/json.h>

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *folder_list(const char *path)
{
	GError *error = NULL;
	GDir *dir = g_dir_open(path, 0, &error);
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	const char *name;

	if (!dir) {
		fprintf(stderr, "%s\n", error->message);
		exit(1);
	}
	while ((name = g_dir_read_name(dir)))
		g_ptr_array_add(names, g_strdup(name));
	g_dir_close(dir);
	g_ptr_array_sort(names, compare_names);
	return names;
}

static void sample_free(void *data)
{
	struct sample *sample = data;

	g_free(sample->name);
	g_free(sample->folder);
	g_free(sample->path);
	g_free(sample->expected_path);
	g_free(sample->raw);
	g_free(sample);
}

static void folder_load(const char *corpus, const char *folder, GPtrArray *samples)
{
	char *path = g_build_filename(corpus, folder, NULL);
	GPtrArray *names = folder_list(path);

	for (guint i = 0; i < names->len; i++) {
		const char *file = names->pdata[i];
		struct sample *sample;
		GError *error = NULL;
		char *slug;

		if (!g_str_has_suffix(file, ".eml") && !g_str_has_suffix(file, ".txt"))
			continue;
		sample = g_new0(struct sample, 1);
		slug = g_strndup(file, strlen(file) - 4);
		sample->name = g_strdup_printf("%s/%s", folder, slug);
		sample->folder = g_strdup(folder);
		sample->path = g_build_filename(path, file, NULL);
		sample->expected_path = g_strdup_printf("%s/%s.json", path, slug);
		if (!g_file_test(sample->expected_path, G_FILE_TEST_EXISTS))
			g_clear_pointer(&sample->expected_path, g_free);
		if (!g_file_get_contents(sample->path, &sample->raw, &sample->size, &error)) {
			fprintf(stderr, "%s\n", error->message);
			exit(1);
		}
		g_ptr_array_add(samples, sample);
		g_free(slug);
	}
	g_ptr_array_unref(names);
	g_free(path);
}

GPtrArray *samples_load(const char *corpus, const char *folder)
{
	GPtrArray *samples = g_ptr_array_new_with_free_func(sample_free);
	GPtrArray *folders;

	if (folder) {
		folder_load(corpus, folder, samples);
		return samples;
	}
	folders = folder_list(corpus);
	for (guint i = 0; i < folders->len; i++) {
		char *path = g_build_filename(corpus, folders->pdata[i], NULL);

		if (strcmp(folders->pdata[i], "threads") != 0 &&
		    g_file_test(path, G_FILE_TEST_IS_DIR))
			folder_load(corpus, folders->pdata[i], samples);
		g_free(path);
	}
	g_ptr_array_unref(folders);
	return samples;
}

char *parse_to_json(struct pl_parser *parser, struct pl_text raw)
{
	GString *out = g_string_new(NULL);

	pl_message_to_json(pl_parser_parse(parser, raw, pl_mail_shape(raw)), out);
	return g_string_free(out, FALSE);
}

json_t *load_json(const char *text, const char *name)
{
	json_error_t error;
	json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!value)
		fprintf(stderr, "%s: not JSON, line %d column %d: %s\n", name, error.line,
			error.column, error.text);
	return value;
}

const struct pl_line *line_of(const struct pl_lines *lines, uint32_t number)
{
	size_t low = 0, high = lines->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->v[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < lines->n && lines->v[low].number == number ? &lines->v[low] : NULL;
}
