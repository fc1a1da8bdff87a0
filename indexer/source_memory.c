/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "source_memory.h"

#include <string.h>
#include <sys/stat.h>

#include "source_reader.h"

struct pl_mark *pl_mark_new(const char *path)
{
	struct pl_mark *mark = g_new0(struct pl_mark, 1);

	mark->path = g_strdup(path);
	mark->size = mark->mtime = -1;
	return mark;
}

void pl_mark_free(struct pl_mark *mark)
{
	if (!mark)
		return;
	g_free(mark->path);
	g_free(mark->cursor);
	g_free(mark->root);
	g_free(mark->was);
	g_free(mark);
}

static void free_mark(void *mark)
{
	pl_mark_free(mark);
}

/* Looking the working folder up for each mail of a folder of mails took longer than opening it. */
char *pl_known_path(const char *path)
{
	static gsize folder;

	if (strcmp(path, "-") == 0)
		return g_strdup(path);
	if (g_once_init_enter(&folder))
		g_once_init_leave(&folder, (gsize)g_get_current_dir());
	return g_canonicalize_filename(path, (const char *)folder);
}

struct pl_mark *pl_source_recall(struct pl_source *source, const char *path)
{
	struct pl_mark *mark;
	char *known;

	if (!source->memory.of_path || strcmp(path, "-") == 0)
		return NULL;
	known = pl_known_path(path);
	mark = source->memory.of_path(source->memory.context, known);
	g_free(known);
	return mark;
}

struct pl_mark *pl_source_mark(struct pl_source *source, const char *path)
{
	struct pl_mark *mark;
	char *known;

	if (!source->memory.of_path || strcmp(path, "-") == 0)
		return NULL;
	known = pl_known_path(path);
	mark = pl_mark_new(known);
	g_free(known);
	if (!source->marks)
		source->marks = g_ptr_array_new_with_free_func(free_mark);
	g_ptr_array_add(source->marks, mark);
	return mark;
}

GPtrArray *pl_source_take_marks(struct pl_source *source)
{
	return g_steal_pointer(&source->marks);
}

struct pl_stamp pl_stamp_of(const struct stat *status)
{
	/* What was written to so lately may be written to again within the clock's tick:
	 * its time tells nothing. */
	static const int64_t SETTLED = 2 * G_USEC_PER_SEC;
	struct pl_stamp stamp = {.size = status->st_size, .mtime = -1};
	int64_t now = g_get_real_time();
	int64_t changed =
	    (int64_t)status->st_mtim.tv_sec * G_USEC_PER_SEC + status->st_mtim.tv_nsec / 1000;

	if (changed + SETTLED <= now)
		stamp.mtime =
		    (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec;
	return stamp;
}

bool pl_source_unchanged(struct pl_source *source, const char *path, const struct stat *status)
{
	struct pl_stamp stamp = pl_stamp_of(status);
	struct pl_mark *mark = stamp.mtime < 0 ? NULL : pl_source_recall(source, path);
	bool same = mark && mark->mtime == stamp.mtime &&
		    (S_ISDIR(status->st_mode) || mark->size == stamp.size);

	pl_mark_free(mark);
	source->counts.unchanged += same;
	return same;
}
