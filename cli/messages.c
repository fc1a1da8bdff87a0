/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the commands say on standard error.
 */
#include <stdarg.h>
#include <stdio.h>

#include "commands.h"

/* Names of files and words of queries come from outside: a terminal gets no control
 * characters of theirs, neither as bytes nor as UTF-8. */
static void print_message(const char *format, va_list args)
{
	char *text = g_strdup_vprintf(format, args);
	char *valid = g_utf8_make_valid(text, -1);
	GString *out = g_string_new("perflore: ");

	for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		g_string_append_unichar(out, g_unichar_iscntrl(c) && c != '\n' ? '?' : c);
	}
	fprintf(stderr, "%s\n", out->str);
	g_string_free(out, TRUE);
	g_free(valid);
	g_free(text);
}

enum cli_exit cli_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(format, args);
	va_end(args);
	return CLI_FAILED;
}

void cli_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(format, args);
	va_end(args);
}

enum cli_exit cli_usage(const struct command *self, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(format, args);
	va_end(args);
	fprintf(stderr, "perflore: 'perflore %s --help' lists the options\n", self->name);
	return CLI_USAGE;
}

void cli_complain(void *context, bool fatal, const char *line)
{
	bool *failed = context;
	/* one line, also where the name of a file has more */
	char *shown = g_strdelimit(g_strdup(line), "\n", '?');

	if (fatal)
		*failed = true;
	cli_note("%s", shown);
	g_free(shown);
}
