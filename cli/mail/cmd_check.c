/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perflore check: looks the database over, and makes its text index again. */
#include <perflore/index.h>

#include "commands.h"

static char *db;
static gboolean rebuild;

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &db, "the database folder", "DIR"},
    {"rebuild", 0, 0, G_OPTION_ARG_NONE, &rebuild, "make the text index again first", NULL},
    {0}};

static enum cli_exit rebuild_text(const char *directory)
{
	bool failed = false;
	const struct pl_index_watch watch = {.complain = cli_complain, .context = &failed};
	struct pl_rebuild_counts counts;
	struct pl_error error;

	if (pl_index_rebuild(directory, &watch, &counts, &error) != PL_OK)
		return cli_error("%s", error.message);
	cli_note("text index made again: %" G_GUINT64_FORMAT
		 " mails from their sources; of mails no longer found there, %" G_GUINT64_FORMAT
		 " stay as they were, %" G_GUINT64_FORMAT
		 " are made from the text in the database, %" G_GUINT64_FORMAT " have no words",
		 counts.from_source, counts.kept, counts.from_text, counts.lost);
	return failed ? CLI_FAILED : CLI_DONE;
}

static enum cli_exit check(const char *directory)
{
	struct pl_error error;
	bool failed = false;
	enum cli_exit status = CLI_DONE;

	if (rebuild)
		status = rebuild_text(directory);
	if (status != CLI_DONE)
		return status;
	switch (pl_index_check(directory, cli_complain, &failed, &error)) {
	case PL_OK:
		cli_note("no fault found");
		return CLI_DONE;
	case PL_NOTHING:
		return CLI_FAILED;
	default:
		return cli_error("%s", error.message);
	}
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	enum cli_exit status;
	char *directory;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (argc > 1)
		return cli_usage(self, "%s: check takes no arguments; name the database with --db",
				 argv[1]);
	directory = cli_db_dir(db);
	status = check(directory);
	g_free(directory);
	g_free(db);
	return status;
}

const struct command command_check = {
    .name = "check",
    .arguments = "",
    .summary = "verify the database",
    .options = options,
    .run = run,
};
