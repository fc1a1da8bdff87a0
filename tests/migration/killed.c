/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Opens an older database for writing and is killed inside the migration, before it is
 * committed. Ends with 0 where that happened. With --finish nothing is killed, and 0 says
 * that the database was opened. Usage: test_migration_killed [--finish] DIRECTORY
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perflore/store.h>

static const char *const points[] = {"migrate:1", "before-commit:1"};

static int open_database(const char *directory)
{
	struct pl_store *store;
	struct pl_error error;

	if (pl_store_open_write(directory, &store, &error) != PL_OK) {
		fprintf(stderr, "%s\n", error.message);
		return 1;
	}
	pl_store_close(store);
	return 0;
}

static int is_killed_at(const char *point, const char *directory)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		setenv("PERFLORE_CRASH", point, 1);
		_exit(open_database(directory));
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
	       WTERMSIG(status) == SIGKILL;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "--finish") == 0)
		return open_database(argv[2]);
	if (argc != 2)
		return 2;
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
		if (!is_killed_at(points[i], argv[1]))
			return 1;
	return 0;
}
