/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perflore new: what matches a saved query since it was asked last. */
#include <stdio.h>
#include <time.h>

#include <perflore/format.h>
#include <perflore/saved.h>

#include "query_command.h"

static struct {
	char *db, *what, *format;
	gboolean save, list, delete, peek, raw;
} option;

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"save", 0, 0, G_OPTION_ARG_NONE, &option.save, "save QUERY as NAME", NULL},
    {"list", 0, 0, G_OPTION_ARG_NONE, &option.list, "list what is saved", NULL},
    {"delete", 0, 0, G_OPTION_ARG_NONE, &option.delete, "delete what is saved as NAME", NULL},
    {"peek", 0, 0, G_OPTION_ARG_NONE, &option.peek,
     "show what is new, and do not remember that it was shown", NULL},
    {"what", 0, 0, G_OPTION_ARG_FILENAME, &option.what,
     "rows, reports or messages; with --save, what is shown from then on (default: rows)", "WHAT"},
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &option.format, "text (default), jsonl or csv",
     "FORMAT"},
    {"raw", 0, 0, G_OPTION_ARG_NONE, &option.raw,
     "csv: leave texts that look like formulas as they are", NULL},
    {0}};

static const char *const what_names[] = {"rows", "reports", "messages", NULL};

/* A status of the library, with its message. */
static enum cli_exit fail(enum pl_status status, const struct pl_error *error)
{
	cli_error("%s", error->message);
	return status == PL_NOTHING ? CLI_NOTHING : status == PL_USAGE ? CLI_USAGE : CLI_FAILED;
}

static enum cli_exit save(struct pl_saved *saved, const char *name, char **words, int what)
{
	char *text = g_strjoinv(" ", words);
	struct pl_saved_query query = {name, text, what < 0 ? PL_WHAT_ROWS : (enum pl_what)what};
	struct pl_error error = {""};
	enum cli_exit status = CLI_USAGE;

	if (query_is_right(text, time(NULL))) {
		enum pl_status added = pl_saved_add(saved, &query, &error);

		status = added == PL_OK ? CLI_DONE : fail(added, &error);
	}
	g_free(text);
	return status;
}

static enum cli_exit list(const struct pl_saved *saved)
{
	GString *out = g_string_new(NULL);
	struct pl_saved_query query;

	for (size_t i = 0; i < pl_saved_count(saved); i++) {
		pl_saved_at(saved, i, &query);
		pl_plain(out, pl_text_of(query.name));
		g_string_append_printf(out, "\t%s\t", what_names[query.what]);
		pl_plain(out, pl_text_of(query.query));
		g_string_append_c(out, '\n');
	}
	output_begin(false);
	output_string(out);
	g_string_free(out, TRUE);
	if (!pl_saved_count(saved))
		cli_note("no query is saved; 'perflore new --save NAME QUERY' saves one");
	return output_end(pl_saved_count(saved) ? CLI_DONE : CLI_NOTHING);
}

static enum cli_exit forget(struct pl_saved *saved, const char *name)
{
	struct pl_error error = {""};
	enum pl_status status = pl_saved_remove(saved, name, &error);

	return status == PL_OK ? CLI_DONE : fail(status, &error);
}

/* Asks, and remembers it where everything was shown. All of it is one look at the database,
 * whoever writes to it. */
static enum cli_exit ask(struct pl_saved *saved, struct pl_store *store,
			 const struct pl_saved_query *query, int what, int format)
{
	struct query_output output = {
	    .format = (enum query_format)format, .raw = option.raw, .pager = format == QUERY_TEXT};
	struct pl_search_options search = {
	    .what = what < 0 ? query->what : (enum pl_what)what, .limit = -1, .now = time(NULL)};
	struct pl_error error = {""};
	int64_t waiting;
	enum cli_exit status;
	bool anew;

	if (pl_saved_range(saved, store, query->name, &search.after, &search.until, &waiting, &anew,
			   &error) != PL_OK)
		return fail(PL_FAILED, &error);
	if (anew)
		cli_note(
		    "the database was made anew since '%s' was asked last; everything in it is "
		    "new",
		    query->name);
	if (waiting)
		cli_note("%" G_GINT64_FORMAT
			 " mail%s for `perflore index` to come to its end, and %s asked about then",
			 waiting, waiting == 1 ? " waits" : "s wait", waiting == 1 ? "is" : "are");
	status = query_run_in(store, query->query, &search, &output);
	if ((status != CLI_DONE && status != CLI_NOTHING) || output_over() || option.peek ||
	    search.until <= search.after)
		return status;
	if (pl_saved_asked(saved, store, query, search.until, &error) != PL_OK)
		return fail(PL_FAILED, &error);
	return status;
}

static enum cli_exit find_and_ask(struct pl_saved *saved, const char *directory, const char *name,
				  int what, int format)
{
	struct pl_saved_query query;
	struct pl_error error = {""};
	struct pl_store *store;
	enum cli_exit status;
	enum pl_status found = pl_saved_find(saved, name, &query, &error);

	if (found == PL_OK && !option.peek)
		found = pl_saved_can_write(saved, &error);
	if (found == PL_OK)
		found = pl_store_open(directory, &store, &error);
	if (found != PL_OK)
		return fail(found, &error);
	query_note_unsettled(store);
	status = ask(saved, store, &query, what, format);
	return query_close_store(store, status);
}

/* What is asked for fits the arguments; else a message says what is wanted. */
static bool is_right(const struct command *self, int argc)
{
	int modes = option.save + option.list + option.delete + option.peek;

	if (modes > 1)
		cli_usage(self, "one of --save, --list, --delete and --peek at a time");
	else if (option.list && argc > 1)
		cli_usage(self, "--list takes no name");
	else if (option.save && argc < 3)
		cli_usage(self, "a name and a query are wanted, as in: perflore new --save mm "
				"'is:regression subsys:mm'");
	else if (!option.list && argc < 2)
		cli_usage(self, "which query? 'perflore new --list' lists those that are saved");
	else if (!option.save && !option.list && argc > 2)
		cli_usage(self, "one name at a time; --save saves a query");
	else
		return true;
	return false;
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_error error = {""};
	struct pl_saved *saved = NULL;
	enum cli_exit status;
	char *directory;
	int what = -1, format = QUERY_TEXT;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (!query_choose(self, "what", option.what, what_names, &what) ||
	    !query_choose(self, "format", option.format, query_formats, &format) ||
	    !is_right(self, argc))
		return CLI_USAGE;
	directory = cli_db_dir(option.db);
	if (!pl_store_exists(directory))
		status = cli_error("%s: no database there; make one with `perflore index --db DIR "
				   "SOURCE`",
				   directory);
	else if (pl_saved_open(directory, &saved, &error) != PL_OK)
		status = fail(PL_FAILED, &error);
	else if (option.save)
		status = save(saved, argv[1], argv + 2, what);
	else if (option.list)
		status = list(saved);
	else if (option.delete)
		status = forget(saved, argv[1]);
	else
		status = find_and_ask(saved, directory, argv[1], what, format);
	pl_saved_close(saved);
	g_free(directory);
	return status;
}

const struct command command_new = {
    .name = "new",
    .arguments = "NAME|--save NAME QUERY|--list|--delete NAME",
    .summary = "what matches a saved query since it was asked last",
    .options = options,
    .run = run,
};
