/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore COMMAND: finds the command and runs it.
 */
#include <signal.h>
#include <string.h>

#include <perflore/nearest.h>

#include "commands.h"

char **cli_arguments;

static enum cli_exit print_help(void)
{
	GString *out = g_string_new("usage: perflore COMMAND [OPTION]... [ARGUMENT]...\n\n"
				    "Turns mailing-list performance reports into data that can "
				    "be asked questions.\n\n");

	for (size_t i = 0; i < n_commands; i++)
		g_string_append_printf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
	g_string_append(out, "\n`perflore COMMAND --help` says more about each; "
			     "`man perflore` about all.\n");
	output_begin(false);
	output_string(out);
	g_string_free(out, TRUE);
	return output_end(CLI_DONE);
}

static enum cli_exit print_version(void)
{
	output_begin(false);
	output_text(PL_TEXT("perflore " PERFLORE_VERSION "\n"));
	return output_end(CLI_DONE);
}

static enum cli_exit unknown_command(const char *name)
{
	const char **names;
	const char *nearest;

	if (*name == '-') {
		cli_error("the command comes first, its options behind it: "
			  "'perflore COMMAND %s ...'",
			  name);
		return CLI_USAGE;
	}
	names = g_new(const char *, n_commands);
	for (size_t i = 0; i < n_commands; i++)
		names[i] = commands[i]->name;
	nearest = pl_nearest(pl_text_of(name), names, n_commands);
	g_free(names);
	if (nearest)
		cli_error("'%s' is no command; did you mean 'perflore %s'?", name, nearest);
	else
		cli_error("'%s' is no command; 'perflore --help' lists them", name);
	return CLI_USAGE;
}

int main(int argc, char **argv)
{
	/* A reader that goes away shows as EPIPE, which output.c takes quietly. */
	signal(SIGPIPE, SIG_IGN);

	cli_arguments = g_memdup2(argv, ((size_t)argc + 1) * sizeof(*argv));
	if (argc < 2) {
		cli_error("which command? 'perflore --help' lists them");
		return CLI_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return print_help();
	if (!strcmp(argv[1], "--version"))
		return print_version();
	for (size_t i = 0; i < n_commands; i++)
		if (!strcmp(argv[1], commands[i]->name))
			return commands[i]->run(commands[i], argc - 1, argv + 1);
	return unknown_command(argv[1]);
}
