/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail/progress_line.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <glib.h>

static volatile sig_atomic_t shown; /* characters of the line that stands there */
static const char *stopped;

/* A character in the last column may begin the next line. */
static int room(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 79;
	return size.ws_col - 1;
}

static bool can_erase(void)
{
	const char *term = g_getenv("TERM");

	return term && *term && strcmp(term, "dumb");
}

void progress_line_show(const char *text)
{
	const int columns = room();
	const int length = MIN((int)strlen(text), columns);

	if (can_erase())
		fprintf(stderr, "\r\033[K%.*s", length, text);
	else
		fprintf(stderr, "\r%.*s%*s", length, text, MAX(MIN(shown, columns) - length, 0),
			"");
	shown = length;
}

void progress_line_clear(void)
{
	if (!shown)
		return;
	progress_line_show("");
	fputc('\r', stderr);
}

static void stop(int signal)
{
	ssize_t ignored;

	if (shown)
		ignored = write(STDERR_FILENO, "\n", 1);
	ignored = write(STDERR_FILENO, stopped, strlen(stopped));
	(void)ignored;
	raise(signal); /* whose handler is the default one again */
}

void progress_line_say_when_stopped(const char *message)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
	struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND}, before;

	stopped = message;
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		if (!sigaction(signals[i], NULL, &before) && before.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
}
