/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore parse: mail in, one perflore.message/1 object a mail out. Needs and
 * writes no database; memory does not grow with the input.
 */
#include <string.h>

#include <perflore/json.h>
#include <perflore/parse.h>
#include <perflore/source.h>

#include "commands.h"

static char *format;

static const GOptionEntry options[] = {
    {"format", 0, 0, G_OPTION_ARG_FILENAME, &format, "only jsonl: one object a mail", "jsonl"},
    {0}};

static void add_problem(struct pl_parser *parser, const struct pl_message *message,
			struct pl_text code, struct pl_text detail)
{
	pl_problem_add(pl_parser_arena(parser), &message->mail->problems, code, detail);
}

static void print_mail(struct pl_parser *parser, const struct pl_item *item, GString *line)
{
	const struct pl_message *message = pl_parser_parse(parser, item->raw, item->shape);

	if (item->cut)
		add_problem(parser, message, PL_TEXT("mail-too-large"), PL_TEXT_NONE);
	if (item->truncated)
		add_problem(parser, message, PL_TEXT("truncated"), PL_TEXT_NONE);
	g_string_truncate(line, 0);
	pl_message_to_json(message, line);
	g_string_append_c(line, '\n');
	output_string(line);
}

/* False where something in path could not be read. */
static bool parse_path(struct pl_parser *parser, const char *path, GString *line)
{
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;
	bool failed = false;

	if (pl_source_open(path, &pl_limits_default, cli_complain, &failed, &source, &error) !=
	    PL_OK) {
		cli_error("%s", error.message);
		return false;
	}
	while (!output_over() && pl_source_next(source, &item) == PL_OK)
		print_mail(parser, &item, line);
	pl_source_close(source);
	return !failed;
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	enum cli_exit status;
	struct pl_parser *parser;
	GString *line;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (format && strcmp(format, "jsonl"))
		return cli_usage(self, "--format=%s: parse prints only jsonl", format);

	pl_mail_init();
	parser = pl_parser_new(NULL);
	line = g_string_new(NULL);
	output_begin(false);
	if (argc < 2 && !parse_path(parser, "-", line))
		status = CLI_FAILED;
	for (int i = 1; i < argc && !output_over(); i++)
		if (!parse_path(parser, argv[i], line))
			status = CLI_FAILED;
	g_string_free(line, TRUE);
	pl_parser_free(parser);
	g_free(format);
	return output_end(status);
}

const struct command command_parse = {
    .name = "parse",
    .arguments = "[FILE|DIR|-]...",
    .summary = "print the records of mails, one JSON object a mail",
    .options = options,
    .run = run,
};
