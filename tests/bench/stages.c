/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For script/bench: bench_stages SOURCE..., CPU seconds by stage of parsing. */
#include <stdio.h>
#include <time.h>

#include <glib.h>

#include <perflore/parse.h>
#include <perflore/source.h>

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void print(const char *what, double seconds, uint64_t mails, const struct pl_parser_times *t)
{
	printf("%-12s %9.3f %12.0f %12.1f\n", what, seconds, seconds > 0 ? mails / seconds : 0,
	       t->line_count > 0 ? seconds / t->line_count : 0);
}

static int stages(int n, char **paths)
{
	struct pl_parser *parser = pl_parser_new(NULL);
	struct pl_parser_times t = {0};
	double start = cpu_seconds(), source_seconds;
	uint64_t mails = 0, bytes = 0, rows = 0;
	size_t peak = 0;

	pl_parser_measure(parser, &t);
	for (int i = 0; i < n; i++) {
		struct pl_source *source;
		struct pl_error error;
		struct pl_item item;

		if (pl_source_open(paths[i], NULL, NULL, NULL, &source, &error) != PL_OK) {
			fprintf(stderr, "%s\n", error.message);
			return 1;
		}
		while (pl_source_next(source, &item) == PL_OK) {
			const struct pl_message *message =
			    pl_parser_parse(parser, item.raw, item.shape);

			mails++;
			bytes += item.raw.len;
			for (size_t k = 0; k < message->n_tables; k++)
				rows += message->tables[k].n_rows;
			peak = MAX(peak, pl_arena_peak(pl_parser_arena(parser)));
		}
		pl_source_close(source);
	}
	source_seconds = cpu_seconds() - start - t.mail - t.lines - t.recognizers - t.line_count;
	printf("%llu mails, %.1f MB, %llu rows; largest arena %.1f MB\n", (unsigned long long)mails,
	       bytes / 1e6, (unsigned long long)rows, peak / 1e6);
	printf("%-12s %9s %12s %12s\n", "stage", "CPU s", "mails/s", "x line count");
	print("source", source_seconds, mails, &t);
	print("mail", t.mail, mails, &t);
	print("lines", t.lines, mails, &t);
	print("recognizers", t.recognizers, mails, &t);
	print("line count", t.line_count, mails, &t);
	pl_parser_free(parser);
	return 0;
}

int main(int argc, char **argv)
{
	pl_mail_init();
	if (argc > 1)
		return stages(argc - 1, argv + 1);
	fprintf(stderr, "usage: bench_stages SOURCE...\n");
	return 2;
}
