/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "git_place.h"

#include <string.h>
#include <sys/stat.h>

#include <glib.h>

/* Such a file holds one path. */
#define MAX_NAMING_FILE 8192

static const char naming[] = "gitdir: ";

/* The text of a small file without line ends behind it; NULL where it is none. */
static char *read_line(const char *path)
{
	struct stat status;
	char *text = NULL;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
	    status.st_size > MAX_NAMING_FILE || !g_file_get_contents(path, &text, NULL, NULL))
		return NULL;
	for (size_t end = strlen(text); end && strchr("\r\n", text[end - 1]); end--)
		text[end - 1] = '\0';
	return text;
}

/* name, as it is meant in the folder */
static char *in_folder(const char *folder, const char *name)
{
	return g_path_is_absolute(name) ? g_strdup(name) : g_build_filename(folder, name, NULL);
}

char *pl_git_named_place(const char *path)
{
	char *line = read_line(path), *folder, *place = NULL, *name = NULL;

	if (line && g_str_has_prefix(line, naming))
		name = g_strdup(line + strlen(naming));
	else if (!g_file_test(path, G_FILE_TEST_EXISTS))
		name = g_file_read_link(path, NULL);
	if (name) {
		folder = g_path_get_dirname(path);
		place = in_folder(folder, name);
		g_free(folder);
	}
	g_free(name);
	g_free(line);
	return place;
}

/* The folder of path itself; to be freed */
static char *place_of(const char *path)
{
	char *named = pl_git_named_place(path);

	return named ? named : g_strdup(path);
}

static bool holds(const char *folder, const char *name)
{
	char *path = g_build_filename(folder, name, NULL);
	bool there = g_file_test(path, G_FILE_TEST_EXISTS);

	g_free(path);
	return there;
}

/* Of a linked worktree only HEAD is in its place, beside the name of the folder with the rest. */
static char *common_place(const char *place)
{
	char *file = g_build_filename(place, "commondir", NULL), *line = read_line(file);
	char *common = line ? in_folder(place, line) : g_strdup(place);

	g_free(line);
	g_free(file);
	return common;
}

bool pl_git_is_repository(const char *path)
{
	char *place = place_of(path), *common;
	bool is = holds(place, "HEAD");

	if (is) {
		common = common_place(place);
		is = holds(common, "objects") && holds(common, "refs");
		g_free(common);
	}
	g_free(place);
	return is;
}

int pl_git_open(git_repository **repository_out, const char *path)
{
	char *place = place_of(path);
	int result = git_repository_open_bare(repository_out, place);

	g_free(place);
	return result;
}
