/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perflore thread: the thread of a mail, one line a mail. */
#include <perflore/summary.h>

#include "query_command.h"

static struct {
	char *db, *format;
} option;

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format,
     "text (default), or jsonl: a perflore.hit/1 a mail", "FORMAT"},
    {0}};

static const char *const formats[] = {"text", "jsonl", NULL};

static enum cli_exit show(struct pl_store *store, const char *id, bool json)
{
	struct pl_style style = {.columns = output_columns(), .colours = output_colours()};
	struct pl_error error = {""};
	GString *out = g_string_new(NULL);
	struct pl_shown shown;
	enum pl_status status = pl_show_find(store, id, &shown, &error);

	if (status == PL_OK)
		status = json ? pl_thread_json(store, &shown, out, &error)
			      : pl_thread_text(store, &shown, &style, out, &error);
	if (status == PL_OK) {
		output_begin(!json);
		output_string(out);
		g_string_free(out, TRUE);
		return output_end(CLI_DONE);
	}
	g_string_free(out, TRUE);
	return query_failed(status, &error);
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
	if (argc != 2)
		return cli_usage(self, argc < 2 ? "an id is wanted: a Message-ID, or a URL of a "
						  "web archive"
						: "one id at a time");
	status = query_open_store(option.db, &store);
	if (status == CLI_DONE) {
		status = show(store, argv[1], format == 1);
		status = query_close_store(store, status);
	}
	return status;
}

const struct command command_thread = {
    .name = "thread",
    .arguments = "ID",
    .summary = "the thread of a mail, one line a mail",
    .options = options,
    .run = run,
};
