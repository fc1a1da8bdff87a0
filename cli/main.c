/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore COMMAND: finds the command and runs it.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

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

/* Edit distance where a swap of neighbours counts as one; for short names. */
static size_t distance(const char *a, const char *b)
{
	enum { MOST = 24 };
	size_t d[MOST + 1][MOST + 1];
	size_t la = strlen(a), lb = strlen(b);

	if (la > MOST || lb > MOST)
		return SIZE_MAX;
	for (size_t i = 0; i <= la; i++)
		for (size_t j = 0; j <= lb; j++) {
			if (!i || !j) {
				d[i][j] = i + j;
				continue;
			}
			d[i][j] = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			d[i][j] = MIN(d[i][j], MIN(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[la][lb];
}

static enum cli_exit unknown_command(const char *name)
{
	const char *nearest = NULL;
	size_t least = 3;

	for (size_t i = 0; i < n_commands; i++) {
		size_t d = distance(name, commands[i]->name);

		if (d < least) {
			least = d;
			nearest = commands[i]->name;
		}
	}
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
