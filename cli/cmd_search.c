/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore search: rows, reports or mails that match a query.
 */
#include <string.h>
#include <time.h>

#include "query_command.h"

static struct {
	char *db, *what, *format, *sort;
	int limit, offset;
	gboolean all_copies, raw, explain;
} option = {.limit = 50};

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"what", 0, 0, G_OPTION_ARG_FILENAME, &option.what, "rows (default), reports or messages",
     "WHAT"},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format, "text (default), jsonl or csv",
     "FORMAT"},
    {"sort", 0, 0, G_OPTION_ARG_FILENAME, &option.sort,
     "best (default), date, -date, change, effect or metric", "KEY"},
    {"limit", 0, 0, G_OPTION_ARG_INT, &option.limit, "results at most (default 50)", "N"},
    {"offset", 0, 0, G_OPTION_ARG_INT, &option.offset, "results to skip first", "N"},
    {"all-copies", 0, 0, G_OPTION_ARG_NONE, &option.all_copies,
     "show a row or report again where it is quoted again", NULL},
    {"explain", 0, 0, G_OPTION_ARG_NONE, &option.explain,
     "print how the query was understood, and how it would be answered", NULL},
    {"raw", 0, 0, G_OPTION_ARG_NONE, &option.raw,
     "csv: leave texts that look like formulas as they are", NULL},
    {0}};

static const char *const what_names[] = {"rows", "reports", "messages", NULL};
static const char *const sort_names[] = {"best",   "date",   "-date", "change",
					 "effect", "metric", NULL};

static enum cli_exit explain(const char *query, const struct pl_search_options *search)
{
	struct pl_error error = {""};
	struct query_open open;
	enum cli_exit status = query_open(option.db, query, search, &open);
	GString *out;

	if (status != CLI_DONE)
		return status;
	out = g_string_new(NULL);
	if (pl_search_explain(open.search, query, out, &error) == PL_OK) {
		output_begin(false);
		output_string(out);
		status = output_end(CLI_DONE);
	} else {
		status = cli_error("%s", error.message);
	}
	g_string_free(out, TRUE);
	return query_close(&open, status);
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_search_options search = {0};
	struct query_output output = {0};
	enum cli_exit status;
	char *query;
	int what = PL_WHAT_ROWS, sort = PL_SORT_BEST, format = QUERY_TEXT;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (!query_choose(self, "what", option.what, what_names, &what) ||
	    !query_choose(self, "sort", option.sort, sort_names, &sort) ||
	    !query_choose(self, "format", option.format, query_formats, &format))
		return CLI_USAGE;
	if (option.limit < 1)
		return cli_usage(self, "--limit takes a number from 1 on; export has no limit");
	if (option.offset < 0)
		return cli_usage(self, "--offset takes a number from 0 on");
	if (argc < 2)
		return cli_usage(self, "a query is wanted, as in: perflore search "
				       "'is:regression fn:flush_tlb_func'");
	search.what = (enum pl_what)what;
	search.sort = (enum pl_sort)sort;
	search.limit = option.limit;
	search.offset = option.offset;
	search.all_copies = option.all_copies;
	search.brief = format == QUERY_TEXT;
	search.now = time(NULL);
	output.format = (enum query_format)format;
	output.raw = option.raw;
	output.pager = format == QUERY_TEXT;
	query = g_strjoinv(" ", argv + 1);
	status = option.explain ? explain(query, &search)
				: query_run(option.db, query, &search, &output);
	g_free(query);
	return status;
}

const struct command command_search = {
    .name = "search",
    .arguments = "QUERY",
    .summary = "find rows, reports or mails",
    .options = options,
    .run = run,
};
