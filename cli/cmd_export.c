/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore export: everything, or what matches a query, for other tools. No limit, no
 * folding of copies, in the order of date and message id.
 */
#include <string.h>
#include <time.h>

#include "query_command.h"

static struct {
	char *db, *format;
	gboolean raw;
} option;

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format,
     "jsonl: an object a mail; csv: a line a row and compared column", "FORMAT"},
    {"raw", 0, 0, G_OPTION_ARG_NONE, &option.raw,
     "csv: leave texts that look like formulas as they are", NULL},
    {0}};

static const char *const formats[] = {"jsonl", "csv", NULL};

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_search_options search = {
	    .sort = PL_SORT_MAIL,
	    .limit = -1,
	    .all_copies = true,
	    .records_only = true,
	};
	struct query_output output = {.empty_is_done = true};
	enum cli_exit status;
	char *query;
	int format = -1;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (!option.format)
		return cli_usage(self, "--format=jsonl or --format=csv is wanted");
	if (!query_choose(self, "format", option.format, formats, &format))
		return CLI_USAGE;
	search.what = format ? PL_WHAT_ROWS : PL_WHAT_MESSAGES;
	search.now = time(NULL);
	output.format = format ? QUERY_CSV : QUERY_RECORDS;
	output.raw = option.raw;
	query = argc > 1 ? g_strjoinv(" ", argv + 1) : NULL;
	status = query_run(option.db, query, &search, &output);
	g_free(query);
	return status;
}

const struct command command_export = {
    .name = "export",
    .arguments = "[QUERY]",
    .summary = "everything, or what matches, for other tools",
    .options = options,
    .run = run,
};
