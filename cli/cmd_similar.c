/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perflore similar: reports whose changed functions and metrics look alike. */
#include <perflore/similar.h>

#include "mail.h"
#include "query_command.h"

static struct {
	char *db, *format;
	int limit;
} option = {.limit = 10};

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format, "text (default) or jsonl", "FORMAT"},
    {"limit", 0, 0, G_OPTION_ARG_INT, &option.limit, "reports at most (default 10)", "N"},
    {0}};

static const char *const formats[] = {"text", "jsonl", NULL};

static enum pl_status read_target(struct pl_store *store, struct pl_similar *similar,
				  const char *name, struct pl_error *error)
{
	struct pl_shown shown;
	enum pl_status status;

	if (!strcmp(name, "-") || g_file_test(name, G_FILE_TEST_EXISTS))
		return mail_similar_to_file(similar, name, error);
	status = pl_show_find(store, name, &shown, error);
	return status == PL_OK ? pl_similar_to_shown(similar, &shown, error) : status;
}

static void print(const struct pl_similar_report *reports, size_t n, bool json)
{
	struct pl_style style = {.columns = output_columns(), .colours = output_colours()};
	GString *out = g_string_new(NULL);

	style.last = g_string_new(NULL);
	output_begin(!json && n);
	for (size_t i = 0; i < n && !output_over(); i++) {
		if (json) {
			pl_similar_to_json(&reports[i], out);
			g_string_append_c(out, '\n');
		} else {
			pl_similar_to_text(&reports[i], &style, out);
		}
		output_string(out);
		g_string_truncate(out, 0);
	}
	g_string_free(out, TRUE);
	g_string_free(style.last, TRUE);
}

static enum cli_exit find_and_print(struct pl_store *store, const char *name, bool json)
{
	struct pl_similar *similar = pl_similar_new(store);
	const struct pl_similar_report *reports = NULL;
	struct pl_error error = {""};
	enum pl_status status = read_target(store, similar, name, &error);
	enum cli_exit result = CLI_DONE;
	size_t n = 0;

	if (status == PL_OK)
		status = pl_similar_find(similar, (size_t)option.limit, &reports, &n, &error);
	if (status == PL_OK) {
		print(reports, n, json);
		result = output_end(n ? CLI_DONE : CLI_NOTHING);
		if (!n)
			cli_note("no report shares a function or metric with it");
	} else {
		result = query_failed(status, &error);
	}
	pl_similar_free(similar);
	return result;
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_store *store;
	enum cli_exit status;
	int format = 0;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (!query_choose(self, "format", option.format, formats, &format))
		return CLI_USAGE;
	if (option.limit < 1)
		return cli_usage(self, "--limit takes a number from 1 on");
	if (argc != 2)
		return cli_usage(self, argc < 2
					   ? "what is looked for? A Message-ID, a URL of a web "
					     "archive, MESSAGE-ID#rN, or a file"
					   : "one id or file at a time");
	status = query_open_store(option.db, &store);
	if (status == CLI_DONE) {
		status = find_and_print(store, argv[1], format == 1);
		status = query_close_store(store, status);
	}
	return status;
}

const struct command command_similar = {
    .name = "similar",
    .arguments = "ID|FILE",
    .summary = "reports whose changed functions and metrics look alike",
    .options = options,
    .run = run,
};
