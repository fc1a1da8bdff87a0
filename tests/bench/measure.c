/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For script/bench: bench_measure OUT COMMAND... runs a command, its output thrown away,
 * and appends one JSON object to OUT: wall and CPU seconds (user and system, with all
 * children), peak RSS of the largest process and peak RssAnon of all together in MB. The
 * last is sampled every 10 ms. Ends as the command ended.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static long anonymous_kb(long pid)
{
	char *path = g_strdup_printf("/proc/%ld/status", pid), *text = NULL, *at;
	long kb = 0;

	if (g_file_get_contents(path, &text, NULL, NULL)) {
		at = strstr(text, "RssAnon:");
		kb = at ? strtol(at + strlen("RssAnon:"), NULL, 10) : 0;
	}
	g_free(text);
	g_free(path);
	return kb;
}

/* Of a process and all that it started. */
static long tree_kb(long pid)
{
	char *path = g_strdup_printf("/proc/%ld/task/%ld/children", pid, pid), *text = NULL;
	long kb = anonymous_kb(pid);

	if (g_file_get_contents(path, &text, NULL, NULL)) {
		char *at = text, *end;

		for (long child = strtol(at, &end, 10); end != at; child = strtol(at, &end, 10)) {
			kb += tree_kb(child);
			at = end;
		}
	}
	g_free(text);
	g_free(path);
	return kb;
}

int main(int argc, char **argv)
{
	double start = now(), wall;
	struct rusage usage;
	long anonymous = 0;
	int status = 0, nothing;
	pid_t child;
	FILE *out;

	if (argc < 3) {
		fprintf(stderr, "usage: bench_measure OUT COMMAND...\n");
		return 2;
	}
	nothing = open("/dev/null", O_WRONLY);
	child = fork();
	if (child == 0) {
		dup2(nothing, STDOUT_FILENO);
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	while (wait4(child, &status, WNOHANG, &usage) == 0) {
		anonymous = MAX(anonymous, tree_kb(child));
		/* Short commands are not kept waiting. */
		g_usleep(now() - start < 0.1 ? 500 : 10000);
	}
	wall = now() - start;
	out = fopen(argv[1], "a");
	if (!out) {
		perror(argv[1]);
		return 1;
	}
	fprintf(out, "{\"wall\":%.4f,\"cpu\":%.4f,\"rss_mb\":%.1f,\"anon_mb\":%.1f}\n", wall,
		seconds(usage.ru_utime) + seconds(usage.ru_stime), (double)usage.ru_maxrss / 1024,
		(double)anonymous / 1024);
	fclose(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
