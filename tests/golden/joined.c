/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails joined as an mbox give the sum of what each gives alone: `joined CORPUS`.
 * Pages, and mails that do not begin with a header field, cannot stand in an mbox.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <perflore/json.h>
#include <perflore/source.h>

static bool fits(const struct sample *sample)
{
	size_t i = 0;

	if (!g_str_has_suffix(sample->path, ".eml") || !memchr(sample->raw, '\n', sample->size))
		return false;
	while (i < sample->size && (g_ascii_isalnum(sample->raw[i]) || sample->raw[i] == '-'))
		i++;
	return i && i < sample->size && sample->raw[i] == ':';
}

/* mboxrd: every line that begins with `From `, behind any `>`, gets one more. */
static void append(GString *mbox, const struct sample *sample)
{
	const char *p = sample->raw, *end = p + sample->size;

	g_string_append(mbox, "From mboxrd@z Thu Jan  1 00:00:00 1970\n");
	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t len = (size_t)((newline ? newline + 1 : end) - p), marks = 0;

		while (marks < len && p[marks] == '>')
			marks++;
		if (len - marks >= 5 && memcmp(p + marks, "From ", 5) == 0)
			g_string_append_c(mbox, '>');
		g_string_append_len(mbox, p, (gssize)len);
		p += len;
	}
	if (mbox->str[mbox->len - 1] != '\n')
		g_string_append_c(mbox, '\n');
	g_string_append_c(mbox, '\n');
}

static unsigned compare(struct pl_parser *parser, const char *path, const GPtrArray *alone)
{
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;
	GString *json = g_string_new(NULL);
	unsigned n = 0, failed = 0;

	if (pl_source_open(path, NULL, NULL, NULL, &source, &error) != PL_OK) {
		printf("FAIL %s\n", error.message);
		return 1;
	}
	for (; pl_source_next(source, &item) == PL_OK; n++) {
		const struct sample *sample = n < alone->len ? alone->pdata[n] : NULL;
		char *expected;

		if (!sample)
			continue;
		g_string_truncate(json, 0);
		pl_message_to_json(pl_parser_parse(parser, item.raw, item.shape), json);
		expected = parse_to_json(parser, (struct pl_text){sample->raw, sample->size});
		if (strcmp(json->str, expected) != 0) {
			failed++;
			printf("FAIL %s: other records in an mbox\n    %.200s\n    %.200s\n",
			       sample->name, expected, json->str);
		}
		g_free(expected);
	}
	if (n != alone->len) {
		failed++;
		printf("FAIL %u mails joined, %u read\n", alone->len, n);
	}
	pl_source_close(source);
	g_string_free(json, TRUE);
	return failed;
}

int main(int argc, char **argv)
{
	GPtrArray *samples, *alone = g_ptr_array_new();
	struct pl_parser *parser;
	GString *mbox = g_string_new(NULL);
	GError *error = NULL;
	char *path = NULL;
	unsigned failed;
	int file;

	if (argc != 2) {
		fprintf(stderr, "usage: joined CORPUS\n");
		return 2;
	}
	pl_mail_init();
	parser = pl_parser_new(NULL);
	samples = samples_load(argv[1], NULL);
	for (guint i = 0; i < samples->len; i++)
		if (fits(samples->pdata[i])) {
			append(mbox, samples->pdata[i]);
			g_ptr_array_add(alone, samples->pdata[i]);
		}
	file = g_file_open_tmp("perflore-joined-XXXXXX.mbox", &path, &error);
	if (file < 0 || !g_file_set_contents(path, mbox->str, (gssize)mbox->len, &error)) {
		printf("FAIL %s\n", error->message);
		return 1;
	}
	failed = compare(parser, path, alone);
	printf("%u samples joined, %u left out, %u failed\n", alone->len, samples->len - alone->len,
	       failed);
	failed += !alone->len;
	close(file);
	unlink(path);
	g_free(path);
	g_string_free(mbox, TRUE);
	g_ptr_array_unref(alone);
	g_ptr_array_unref(samples);
	pl_parser_free(parser);
	return failed != 0;
}
