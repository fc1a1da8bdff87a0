/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perflore history: a metric over time, by machine and parameters. */
#include <time.h>

#include <perflore/history.h>

#include "query_command.h"

static struct {
	char *db, *format;
	int width, limit;
	gboolean raw;
} option = {.limit = 50};

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format, "text (default), jsonl or csv",
     "FORMAT"},
    {"limit", 0, 0, G_OPTION_ARG_INT, &option.limit, "series at most (default 50)", "N"},
    {"width", 0, 0, G_OPTION_ARG_INT, &option.width,
     "columns of the plot (default: those of the terminal)", "N"},
    {"raw", 0, 0, G_OPTION_ARG_NONE, &option.raw,
     "csv: leave texts that look like formulas as they are", NULL},
    {0}};

static void print_series(const struct pl_series *series, size_t number, int format,
			 const struct pl_style *style, GString *out)
{
	if (format == QUERY_TEXT) {
		g_string_append(out, number > 1 ? "\n" : "");
		pl_series_to_text(series, style, !output_utf8(), out);
		return;
	}
	for (size_t i = 0; i < series->n_points; i++)
		if (format == QUERY_CSV) {
			pl_point_to_csv(series, number, &series->points[i], option.raw, out);
		} else {
			pl_point_to_json(series, number, &series->points[i], out);
			g_string_append_c(out, '\n');
		}
}

static void print(const struct pl_history *history, int format)
{
	struct pl_style style = {.columns =
				     option.width ? (unsigned)option.width : output_columns(),
				 .colours = output_colours()};
	GString *out = g_string_new(NULL);

	output_begin(format == QUERY_TEXT && history->n_series);
	if (format == QUERY_CSV)
		pl_point_csv_header(out);
	for (size_t i = 0; i < history->n_series && i < (size_t)option.limit && !output_over();
	     i++) {
		print_series(&history->series[i], i + 1, format, &style, out);
		output_string(out);
		g_string_truncate(out, 0);
	}
	output_string(out);
	g_string_free(out, TRUE);
}

static enum cli_exit read_and_print(const struct query_open *open, int format)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_error error = {""};
	struct pl_history history;
	enum cli_exit status;

	if (pl_history_read(open->search, arena, &history, &error) != PL_OK) {
		pl_arena_free(arena);
		return cli_error("%s", error.message);
	}
	print(&history, format);
	status = output_end(history.n_series ? CLI_DONE : CLI_NOTHING);
	if (status == CLI_NOTHING)
		cli_note("nothing matched");
	if (history.n_series > (size_t)option.limit)
		cli_note("%d of %zu series shown; --limit takes more, a query chooses",
			 option.limit, history.n_series);
	if (history.more)
		cli_note("only the oldest %d rows were read; a query with d: chooses others",
			 PL_HISTORY_POINTS_MAX);
	pl_arena_free(arena);
	return status;
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_search_options search;
	struct query_open open;
	enum cli_exit status;
	char *query, *whole;
	int format = QUERY_TEXT;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (!query_choose(self, "format", option.format, query_formats, &format))
		return CLI_USAGE;
	if (option.limit < 1)
		return cli_usage(self, "--limit takes a number from 1 on");
	if (option.width && (option.width < 40 || option.width > 1000))
		return cli_usage(self, "--width takes a number from 40 to 1000");
	if (argc < 2 || !*argv[1])
		return cli_usage(self, "a metric is wanted, as in: perflore history "
				       "will-it-scale.per_thread_ops 'machine:lkp-csl-2sp9'");
	query = argc > 2 ? g_strjoinv(" ", argv + 2) : NULL;
	whole = pl_history_query(argv[1], query);
	pl_history_options(&search, time(NULL));
	if (!whole)
		status = cli_usage(self, "a metric's name has no quotation marks");
	else if (query && !query_is_right(query, search.now))
		status = CLI_USAGE;
	else
		status = query_open(option.db, whole, &search, &open);
	if (status == CLI_DONE) {
		status = read_and_print(&open, format);
		status = query_close(&open, status);
	}
	g_free(query);
	g_free(whole);
	return status;
}

const struct command command_history = {
    .name = "history",
    .arguments = "METRIC [QUERY]",
    .summary = "a metric over time, by machine and parameters, with a plot",
    .options = options,
    .run = run,
};
