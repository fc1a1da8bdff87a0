/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perflore summary: reports counted by subsystem, test case, machine, ... */
#include <time.h>

#include <perflore/summary.h>

#include "query_command.h"

static struct {
	char *db, *by, *format;
	int limit;
	gboolean raw, digest;
} option = {.limit = 50};

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"by", 0, 0, G_OPTION_ARG_FILENAME, &option.by,
     "subsystem, testcase, machine, metric, function, commit, month or reporter", "KEY"},
    {"digest", 0, 0, G_OPTION_ARG_NONE, &option.digest,
     "in place of --by: one screen about all that matches", NULL},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format, "text (default), jsonl or csv",
     "FORMAT"},
    {"limit", 0, 0, G_OPTION_ARG_INT, &option.limit, "keys at most (default 50)", "N"},
    {"raw", 0, 0, G_OPTION_ARG_NONE, &option.raw,
     "csv: leave texts that look like formulas as they are", NULL},
    {0}};

static void print(const struct pl_summary_line *line, enum pl_summary_by by, int format,
		  const struct pl_style *style)
{
	GString *out = g_string_new(NULL);

	if (format == QUERY_CSV)
		pl_summary_to_csv(line, by, option.raw, out);
	else if (format == QUERY_TEXT)
		pl_summary_to_text(line, style, out);
	else
		pl_summary_to_json(line, by, out);
	if (format == QUERY_JSONL)
		g_string_append_c(out, '\n');
	output_string(out);
	g_string_free(out, TRUE);
}

static void print_titles(int format, const struct pl_style *style)
{
	GString *out = g_string_new(NULL);

	if (format == QUERY_CSV)
		pl_summary_csv_header(out);
	else if (format == QUERY_TEXT)
		pl_summary_titles(style, out);
	output_string(out);
	g_string_free(out, TRUE);
}

static enum cli_exit sum_up(struct pl_store *store, struct pl_search *search, enum pl_summary_by by,
			    int format)
{
	struct pl_style style = {.columns = output_columns(), .colours = output_colours()};
	struct pl_error error = {""};
	struct pl_summary_line line;
	struct pl_summary *summary;
	enum pl_status status;
	int64_t count = 0;

	if (pl_summary_open(store, search, by, option.limit, &summary, &error) != PL_OK)
		return cli_error("%s", error.message);
	status = pl_summary_next(summary, &line, &error);
	output_begin(format == QUERY_TEXT && status == PL_OK);
	if (status == PL_OK || format == QUERY_CSV)
		print_titles(format, &style);
	while (status == PL_OK && !output_over()) {
		print(&line, by, format, &style);
		count++;
		status = pl_summary_next(summary, &line, &error);
	}
	pl_summary_close(summary);
	output_end(CLI_DONE);
	if (status == PL_FAILED)
		return cli_error("%s", error.message);
	if (!count)
		cli_note("nothing matched");
	return count ? CLI_DONE : CLI_NOTHING;
}

static enum cli_exit digest(struct pl_store *store, struct pl_search *search)
{
	struct pl_style style = {.columns = output_columns(), .colours = output_colours()};
	struct pl_error error = {""};
	GString *out = g_string_new(NULL);
	enum pl_status status = pl_digest_text(store, search, &style, out, &error);
	enum cli_exit result = CLI_FAILED;

	if (status == PL_OK) {
		output_begin(true);
		output_string(out);
		result = output_end(CLI_DONE);
	} else if (status == PL_NOTHING) {
		cli_note("nothing matched");
		result = CLI_NOTHING;
	} else {
		cli_error("%s", error.message);
	}
	g_string_free(out, TRUE);
	return result;
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_search_options search;
	struct query_open open;
	enum cli_exit status;
	int by = -1, format = QUERY_TEXT;
	char *query;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (option.digest && (option.by || option.format))
		return cli_usage(self, "--digest is text, and goes without --by and --format");
	if (!query_choose(self, "by", option.by, pl_summary_keys, &by) ||
	    !query_choose(self, "format", option.format, query_formats, &format))
		return CLI_USAGE;
	if (!option.by && !option.digest)
		return cli_usage(self, "by what? As in: perflore summary --by=subsystem");
	if (option.limit < 1)
		return cli_usage(self, "--limit takes a number from 1 on");
	if (option.digest)
		by = PL_BY_SUBSYSTEM;
	pl_summary_options((enum pl_summary_by)by, time(NULL), &search);
	query = argc > 1 ? g_strjoinv(" ", argv + 1) : NULL;
	status = query_open(option.db, query, &search, &open);
	if (status == CLI_DONE) {
		status = option.digest
			     ? digest(open.store, open.search)
			     : sum_up(open.store, open.search, (enum pl_summary_by)by, format);
		status = query_close(&open, status);
	}
	g_free(query);
	return status;
}

const struct command command_summary = {
    .name = "summary",
    .arguments = "--by=KEY|--digest [QUERY]",
    .summary = "reports counted by subsystem, test case, machine, month, ...",
    .options = options,
    .run = run,
};
