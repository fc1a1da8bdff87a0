/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For script/bench: mails of any source in the shape that a program reads.
 *
 *   bench_mails maildir FIRST N TO SOURCE   files TO/cur/NUMBER:2,S
 *   bench_mails mbox FIRST N TO SOURCE      appended to TO, with separators that mairix
 *                                           takes: `From address date`
 *   bench_mails git FIRST N - SOURCE        commits for `git fast-import`, as the epochs
 *                                           of public-inbox have them, on standard output
 *   bench_mails text FIRST N - SOURCE       a form feed and their decoded text, on standard
 *                                           output
 *
 * Of the mails of SOURCE, N are written from FIRST on, which counts from 0.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include <perflore/parse.h>
#include <perflore/source.h>

static int fail(const char *what)
{
	fprintf(stderr, "bench_mails: %s: %s\n", what, strerror(errno));
	return 1;
}

static bool write_file(const char *folder, long number, struct pl_text raw)
{
	char *path = g_strdup_printf("%s/cur/%08ld:2,S", folder, number);
	FILE *file = fopen(path, "w");
	bool good = file && fwrite(raw.ptr, 1, raw.len, file) == raw.len;

	if (file)
		good = fclose(file) == 0 && good;
	g_free(path);
	return good;
}

static void write_mbox(FILE *out, struct pl_text raw)
{
	const char *at = raw.ptr, *end = raw.ptr + raw.len;

	fputs("From dev@example.org Mon Jan  1 00:00:00 2024\n", out);
	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t length = (size_t)((stop ? stop + 1 : end) - at);
		size_t marks = 0;

		while (marks < length && at[marks] == '>')
			marks++;
		if (length - marks >= 5 && memcmp(at + marks, "From ", 5) == 0)
			fputc('>', out);
		fwrite(at, 1, length, out);
		at += length;
	}
	fputs(raw.len && end[-1] != '\n' ? "\n\n" : "\n", out);
}

static void write_commit(FILE *out, long number, bool first, struct pl_text raw)
{
	fprintf(out,
		"commit refs/heads/master\ncommitter Bench <bench@example.org> %ld +0000\n"
		"data 5\nmail\n\n%sM 100644 inline m\ndata %zu\n",
		1600000000 + number * 60, first && number ? "from refs/heads/master^0\n" : "",
		raw.len);
	fwrite(raw.ptr, 1, raw.len, out);
	fputc('\n', out);
}

static void write_text(FILE *out, struct pl_parser *parser, const struct pl_item *item)
{
	const struct pl_message *message = pl_parser_parse(parser, item->raw, item->shape);

	fputs("\f\n", out);
	for (size_t part = 0; part < message->mail->n_parts; part++)
		for (size_t i = 0; i < message->lines[part].n; i++) {
			const struct pl_text line = message->lines[part].v[i].text;

			fwrite(line.ptr, 1, line.len, out);
			fputc('\n', out);
		}
}

static bool make_maildir(const char *path)
{
	static const char *const folders[] = {"cur", "new", "tmp"};
	bool good = true;

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		char *folder = g_build_filename(path, folders[i], NULL);

		good = g_mkdir_with_parents(folder, 0755) == 0 && good;
		g_free(folder);
	}
	return good;
}

int main(int argc, char **argv)
{
	bool maildir = argc == 6 && !strcmp(argv[1], "maildir");
	bool mbox = argc == 6 && !strcmp(argv[1], "mbox");
	bool git = argc == 6 && !strcmp(argv[1], "git");
	bool text = argc == 6 && !strcmp(argv[1], "text");
	struct pl_parser *parser;
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;
	FILE *out = stdout;
	long first, n;

	if (!maildir && !mbox && !git && !text) {
		fprintf(stderr, "usage: bench_mails maildir|mbox|git|text FIRST N TO SOURCE\n");
		return 2;
	}
	first = atol(argv[2]);
	n = atol(argv[3]);
	if (maildir && !make_maildir(argv[4]))
		return fail(argv[4]);
	if (mbox)
		out = fopen(argv[4], "a");
	if (!out)
		return fail(argv[4]);
	if (pl_source_open(argv[5], NULL, NULL, NULL, &source, &error) != PL_OK) {
		fprintf(stderr, "bench_mails: %s\n", error.message);
		return 1;
	}
	parser = pl_parser_new(NULL);
	for (long i = 0; i < first + n && pl_source_next(source, &item) == PL_OK; i++) {
		if (i < first)
			continue;
		if (maildir && !write_file(argv[4], i, item.raw))
			return fail(argv[4]);
		if (mbox)
			write_mbox(out, item.raw);
		if (git)
			write_commit(out, i, i == first, item.raw);
		if (text)
			write_text(out, parser, &item);
	}
	pl_parser_free(parser);
	pl_source_close(source);
	return fclose(out) ? fail(argv[4]) : 0;
}
