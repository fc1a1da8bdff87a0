/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Goes on as perflore-mail, which is looked for from where this program lies: so it is found
 * in the build folder, and where an installed tree was moved.
 */
#include "hand_over.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mail.h"

#define PROGRAM "perflore-mail"

/* Returns only where there is no such program; *problem keeps the first other reason. */
static void try(const char *directory, const char *below, char **problem)
{
	char *path = g_build_filename(directory, below, PROGRAM, NULL);

	execv(path, cli_arguments);
	if (!*problem && errno != ENOENT && errno != ENOTDIR)
		*problem = g_strdup_printf("%s: it cannot be run: %s", path, strerror(errno));
	g_free(path);
}

/* glibc looks at these when a program starts. Fresh memory comes 512 pages at a time where the
 * system gives such pages, and what was freed is kept for the next mails: taking pages one by one
 * was a fifth of a first run's CPU. That is so of the one heap only, not of those that threads would
 * get, so all have that; a hundred small pieces of each size are kept for each thread without asking
 * for its lock. What the user has set counts more. */
static void tune_memory(void)
{
	static const char ours[] = "glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=67108864:"
				   "glibc.malloc.mmap_threshold=4194304:"
				   "glibc.malloc.arena_max=1:glibc.malloc.tcache_count=100";
	const char *users = g_getenv("GLIBC_TUNABLES");
	char *all = g_strdup_printf("%s%s%s", ours, users && *users ? ":" : "", users ? users : "");

	g_setenv("GLIBC_TUNABLES", all, TRUE);
	g_free(all);
}

static void go_on(void) __attribute__((noreturn));
static void go_on(void)
{
	char *self = g_file_read_link("/proc/self/exe", NULL);
	char *problem = NULL;

	tune_memory();
	if (self) {
		char *directory = g_path_get_dirname(self);

		try(directory, "", &problem);
		try(directory, PERFLORE_MAIL_FROM_BIN, &problem);
		g_free(directory);
		g_free(self);
	}
	try(PERFLORE_MAIL_DIR, "", &problem);
	if (problem)
		cli_error("%s", problem);
	else
		cli_error("%s: the program is missing, which reads mails and repositories; "
			  "install perflore again",
			  PERFLORE_MAIL_DIR "/" PROGRAM);
	g_free(problem);
	exit(CLI_FAILED);
}

enum cli_exit hand_over(const struct command *self, int argc, char **argv)
{
	(void)self;
	(void)argc;
	(void)argv;
	go_on();
}

enum pl_status mail_similar_to_file(struct pl_similar *similar, const char *path,
				    struct pl_error *error)
{
	(void)similar;
	(void)path;
	(void)error;
	go_on();
}

enum pl_status mail_open_repository(const char *directory, struct pl_repository **repository_out,
				    struct pl_error *error)
{
	(void)directory;
	(void)repository_out;
	(void)error;
	go_on();
}
