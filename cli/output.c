/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Standard output: buffered, checked (a full disk is exit status 3), and shown by
 * a pager on a terminal.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"

static struct {
	FILE *file;
	GPid pager; /* 0: none */
	int error;  /* errno of the first write that failed */
	bool over;
} output;

static void start_pager(void)
{
	const char *command = g_getenv("PAGER");
	char **argv = NULL;
	char **env;
	int fd;

	if (command && !*command)
		return;
	if (!g_shell_parse_argv(command ? command : "less", NULL, &argv, NULL))
		return;
	if (!strcmp(argv[0], "cat") && !argv[1]) {
		g_strfreev(argv);
		return;
	}
	/* As git does: quit when it fits one screen, pass colours, leave the screen. */
	env = g_environ_setenv(g_get_environ(), "LESS", "FRX", FALSE);
	if (g_spawn_async_with_pipes(NULL, argv, env,
				     G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
				     &output.pager, &fd, NULL, NULL, NULL))
		output.file = fdopen(fd, "w");
	g_strfreev(env);
	g_strfreev(argv);
}

void output_begin(bool pager)
{
	output.file = stdout;
	if (pager && isatty(STDOUT_FILENO))
		start_pager();
	setvbuf(output.file, NULL, _IOFBF, 1 << 16);
}

static void check(bool good)
{
	if (good || output.over)
		return;
	output.over = true;
	if (errno != EPIPE)
		output.error = errno ? errno : EIO;
}

void output_text(struct pl_text text)
{
	if (!output.over && text.len)
		check(fwrite(text.ptr, 1, text.len, output.file) == text.len);
}

void output_string(const GString *string)
{
	output_text((struct pl_text){string->str, string->len});
}

bool output_over(void)
{
	return output.over;
}

enum cli_exit output_end(enum cli_exit status)
{
	if (!output.over)
		check(fflush(output.file) == 0);
	if (output.pager) {
		int how = 0;

		fclose(output.file);
		while (waitpid(output.pager, &how, 0) < 0 && errno == EINTR)
			;
		/* what a pager that failed was given may not have been shown */
		output.over = output.over || how != 0;
	} else if (!output.over) {
		/* Some file systems report a full disk or quota only here. */
		check(close(STDOUT_FILENO) == 0 || errno == EBADF);
	}
	if (output.error)
		return cli_error("standard output: %s; what was printed is incomplete",
				 g_strerror(output.error));
	return status;
}

unsigned output_columns(void)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= 40)
		return size.ws_col;
	return 100;
}

bool output_colours(void)
{
	const char *no_colour = g_getenv("NO_COLOR");
	const char *term = g_getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) &&
	       !(term && !strcmp(term, "dumb"));
}

bool output_utf8(void)
{
	static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};

	for (size_t i = 0; i < G_N_ELEMENTS(variables); i++) {
		const char *value = g_getenv(variables[i]);
		char *lower;
		bool utf8;

		if (!value || !*value)
			continue;
		lower = g_ascii_strdown(value, -1);
		utf8 = strstr(lower, "utf-8") || strstr(lower, "utf8");
		g_free(lower);
		return utf8;
	}
	return false;
}
