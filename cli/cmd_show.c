/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore show: one mail or report, and the source lines behind its numbers; or the mails
 * that name a commit.
 */
#include <perflore/show.h>

#include "mail.h"
#include "query_command.h"

static struct {
	char *db, *line, *repo;
} option;

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &option.db, "folder of the database", "DIR"},
    {"line", 0, 0, G_OPTION_ARG_FILENAME, &option.line,
     "print line N of the mail's text, or lines N to M", "N[-M]"},
    {"repo", 0, 0, G_OPTION_ARG_FILENAME, &option.repo,
     "a clone of the kernel: full ids, first tags, dates and files of commits", "DIR"},
    {0}};

static bool read_lines(const char *text, int64_t *first, int64_t *last)
{
	char *end;

	if (!g_ascii_isdigit(*text))
		return false;
	*first = *last = g_ascii_strtoll(text, &end, 10);
	if (*end == '-' && g_ascii_isdigit(end[1]))
		*last = g_ascii_strtoll(end + 1, &end, 10);
	return !*end && *first >= 1 && *last >= *first;
}

/* 7 to 40 hex digits: no mail has such an id. */
static bool is_commit(const char *id)
{
	size_t n = strspn(id, "0123456789abcdefABCDEF");

	return !id[n] && n >= 7 && n <= 40;
}

static enum cli_exit show(struct pl_store *store, struct pl_repository *repository, const char *id,
			  int64_t first, int64_t last)
{
	struct pl_style style = {.columns = output_columns(), .colours = output_colours()};
	struct pl_error error = {""};
	struct pl_shown shown;
	GString *out = g_string_new(NULL);
	enum pl_status status;

	style.last = g_string_new(NULL);
	if (is_commit(id)) {
		status = pl_show_commit(store, repository, id, out, &error);
	} else {
		status = pl_show_find(store, id, &shown, &error);
		shown.repository = repository;
		if (status == PL_OK && first)
			status = pl_show_lines(store, &shown, first, last, out, &error);
		else if (status == PL_OK)
			status = pl_show_text(store, &shown, &style, out, &error);
	}
	output_begin(status == PL_OK);
	output_string(out);
	g_string_free(out, TRUE);
	g_string_free(style.last, TRUE);
	if (status == PL_OK)
		return output_end(CLI_DONE);
	output_end(CLI_DONE);
	return query_failed(status, &error);
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	struct pl_repository *repository = NULL;
	struct pl_store *store;
	struct pl_error error = {""};
	int64_t first = 0, last = 0;
	enum cli_exit status;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (option.line && !read_lines(option.line, &first, &last))
		return cli_usage(self, "--line=%s: a line number is wanted, or two, as in 10-20",
				 option.line);
	if (argc != 2)
		return cli_usage(self, argc < 2 ? "an id is wanted: a Message-ID, a URL of a web "
						  "archive, MESSAGE-ID#rN, or a commit id"
						: "one id at a time");
	if (option.repo && mail_open_repository(option.repo, &repository, &error) != PL_OK)
		return cli_error("--repo: %s", error.message);
	status = query_open_store(option.db, &store);
	if (status == CLI_DONE) {
		status = show(store, repository, argv[1], first, last);
		status = query_close_store(store, status);
	}
	pl_repository_close(repository);
	return status;
}

const struct command command_show = {
    .name = "show",
    .arguments = "ID",
    .summary = "one mail or report, its records, their lines and its thread",
    .options = options,
    .run = run,
};
