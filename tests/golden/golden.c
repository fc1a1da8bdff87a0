/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Golden test: every sample of the corpus is parsed and compared with the JSON beside
 * it. `golden CORPUS [NAME-PREFIX]`, e.g. `golden corpus lkp-table/`.
 *
 * corpus/NOT-YET names what is not judged yet, one `NAME: path path...` a line. Each
 * is said in the output, and fails when it would pass: nothing stays there by mistake.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_DIFFERENCES 12

/* NAME -> paths, a strv */
static GHashTable *not_yet_load(const char *corpus)
{
	GHashTable *table =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
	char *path = g_build_filename(corpus, "NOT-YET", NULL);
	char *text = NULL;
	char **lines;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		text = g_strdup("");
	lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++) {
		char *colon = strchr(*line, ':');

		if (**line == '#' || !colon)
			continue;
		g_hash_table_insert(table, g_strndup(*line, colon - *line),
				    g_strsplit(g_strstrip(colon + 1), " ", -1));
	}
	g_strfreev(lines);
	g_free(text);
	g_free(path);
	return table;
}

static bool run(struct pl_parser *parser, const struct sample *sample, char **not_yet)
{
	char *expected_text = NULL;
	char *actual_text;
	json_t *expected, *actual;
	GString *differences = g_string_new(NULL);
	bool ok = false;

	if (!sample->expected_path ||
	    !g_file_get_contents(sample->expected_path, &expected_text, NULL, NULL)) {
		printf("FAIL %s: no .json beside it\n", sample->name);
		g_string_free(differences, TRUE);
		return false;
	}
	actual_text = parse_to_json(parser, (struct pl_text){sample->raw, sample->size});
	expected = load_json(expected_text, sample->expected_path);
	actual = load_json(actual_text, sample->name);
	if (expected && actual) {
		unsigned n;

		ok = true;
		if (not_yet && json_compare(expected, actual, NULL, 0) == 0) {
			g_string_append(differences,
					"    passes as a whole: take it out of NOT-YET\n");
			ok = false;
		}
		for (char **path = not_yet; path && *path; path++) {
			printf("     %s: not yet judged: %s\n", sample->name, *path);
			json_remove_path(expected, *path);
			json_remove_path(actual, *path);
		}
		n = json_compare(expected, actual, differences, MAX_DIFFERENCES);
		if (n > MAX_DIFFERENCES)
			g_string_append_printf(differences, "    ... %u more\n",
					       n - MAX_DIFFERENCES);
		ok = ok && n == 0;
	}
	printf("%s %s\n%s", ok ? "ok  " : "FAIL", sample->name, differences->str);
	json_decref(expected);
	json_decref(actual);
	g_string_free(differences, TRUE);
	g_free(expected_text);
	g_free(actual_text);
	return ok;
}

int main(int argc, char **argv)
{
	const char *prefix = argc > 2 ? argv[2] : "";
	GPtrArray *samples;
	GHashTable *not_yet;
	struct pl_parser *parser;
	unsigned ran = 0, failed = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: golden CORPUS [NAME-PREFIX]\n");
		return 2;
	}
	pl_mail_init();
	parser = pl_parser_new(NULL);
	samples = samples_load(argv[1], NULL);
	not_yet = not_yet_load(argv[1]);
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *sample = samples->pdata[i];

		if (!g_str_has_prefix(sample->name, prefix))
			continue;
		ran++;
		if (!run(parser, sample, g_hash_table_lookup(not_yet, sample->name)))
			failed++;
	}
	printf("%u samples, %u failed\n", ran, failed);
	g_hash_table_unref(not_yet);
	g_ptr_array_unref(samples);
	pl_parser_free(parser);
	return failed || !ran;
}
