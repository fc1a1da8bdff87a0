/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A folder: Maildir, MH, a public-inbox, or files of any kind, read in byte order
 * of names. One folder's names are held at a time for each level. Each folder is
 * entered once, so links cannot lead in circles. Pipes and devices are not opened.
 */
#include "source_reader.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 100 }; /* of folders; nothing that people file mail in is near it */

struct level {
	char *path;
	GPtrArray *names; /* sorted */
	guint next;
	bool maildir;	       /* has cur and new */
	enum pl_trust trust;   /* of the files in it */
	bool numbered;	       /* MH: files named by a number are mails */
	struct pl_stamp stamp; /* cur and new of a Maildir; mtime -1: not to be marked */
	uint64_t faults;       /* of the source when this folder was entered */
};

struct folder {
	struct pl_reader reader;
	GPtrArray *levels;	 /* struct level, the innermost last */
	GHashTable *entered;	 /* "device:inode" */
	struct pl_reader *child; /* NULL: the next file is to be opened */
};

static void level_free(void *data)
{
	struct level *level = data;

	g_free(level->path);
	g_ptr_array_unref(level->names);
	g_free(level);
}

static bool is_folder(const char *parent, const char *name)
{
	char *path = g_build_filename(parent, name, NULL);
	bool is = g_file_test(path, G_FILE_TEST_IS_DIR);

	g_free(path);
	return is;
}

static bool is_maildir(const char *path)
{
	return is_folder(path, "cur") && is_folder(path, "new");
}

static bool is_number(const char *name)
{
	return name[0] && name[strspn(name, "0123456789")] == '\0';
}

static gint by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* False where the folder was entered before. */
static bool mark_entered(struct folder *folder, const char *path)
{
	struct stat status;
	char *key;

	if (stat(path, &status) != 0)
		return true; /* listing it will say why */
	key = g_strdup_printf("%ju:%ju", (uintmax_t)status.st_dev, (uintmax_t)status.st_ino);
	return g_hash_table_add(folder->entered, key);
}

/* A dot file is not looked at, but Maildir++ keeps its folders in such. */
static bool is_hidden(const struct level *level, const char *name)
{
	char *path;
	bool hidden;

	if (name[0] != '.')
		return false;
	if (!level->maildir || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return true;
	path = g_build_filename(level->path, name, NULL);
	hidden = !is_maildir(path);
	g_free(path);
	return hidden;
}

static uint64_t faults_of(const struct pl_source *source)
{
	return source->counts.unreadable + source->counts.broken;
}

/* Lists the folder as the innermost level; trust is that of its files. In cur and new of a
 * Maildir files come, go and are renamed, but are never written to: where the folder is as
 * it was, nothing in it is new. */
static void enter(struct folder *folder, const char *path, enum pl_trust trust)
{
	struct pl_stamp stamp = {-1, -1};
	struct level *level;
	struct dirent *entry;
	struct stat status;
	char *sequences;
	DIR *dir;

	if (trust == PL_TRUST_PLACE && stat(path, &status) == 0) {
		if (pl_source_unchanged(folder->reader.source, path, &status))
			return;
		stamp = pl_stamp_of(&status);
	}
	dir = opendir(path);

	if (!dir) {
		pl_source_broken(folder->reader.source, "%s: %s", path, g_strerror(errno));
		return;
	}
	level = g_new0(struct level, 1);
	level->path = g_strdup(path);
	level->names = g_ptr_array_new_with_free_func(g_free);
	level->trust = trust;
	level->stamp = stamp;
	level->faults = faults_of(folder->reader.source);
	level->maildir = is_maildir(path);
	sequences = g_build_filename(path, ".mh_sequences", NULL);
	level->numbered = g_file_test(sequences, G_FILE_TEST_EXISTS);
	g_free(sequences);
	for (;;) {
		errno = 0;
		entry = readdir(dir);
		if (!entry)
			break;
		if (!is_hidden(level, entry->d_name) &&
		    !(level->maildir && strcmp(entry->d_name, "tmp") == 0))
			g_ptr_array_add(level->names, g_strdup(entry->d_name));
	}
	if (errno)
		pl_source_broken(folder->reader.source, "%s: %s", path, g_strerror(errno));
	closedir(dir);
	g_ptr_array_sort(level->names, by_name);
	g_ptr_array_add(folder->levels, level);
}

/* A folder in a folder: a repository becomes the child, others a new level. */
static void open_folder(struct folder *folder, const char *path, enum pl_trust trust)
{
	struct pl_source *source = folder->reader.source;

	if (!mark_entered(folder, path))
		return;
	if (folder->levels->len >= MAX_DEPTH) {
		pl_source_broken(source, "%s: folders deeper than %d", path, MAX_DEPTH);
		return;
	}
	switch (pl_git_reader(source, path, &folder->child, NULL)) {
	case PL_OK:
		break;
	case PL_NOTHING:
		enter(folder, path, trust);
		break;
	default: /* a repository of something else */
		source->counts.skipped_files++;
	}
}

static void open_file(struct folder *folder, const char *path, enum pl_trust trust)
{
	struct pl_source *source = folder->reader.source;
	struct pl_error error;
	const char *kept;
	int fd = pl_source_open_file(path, false);

	if (fd < 0) {
		pl_source_broken(source, "%s: %s", path, g_strerror(errno));
		return;
	}
	kept = g_string_chunk_insert(source->paths, path);
	switch (pl_file_reader(source, kept, fd, trust, &folder->child, &error)) {
	case PL_OK:
		break;
	case PL_FAILED:
		pl_source_broken(source, "%s", error.message);
		break;
	default:
		source->counts.skipped_files++;
	}
}

/* A link to nowhere holds no mail; a listed file that is gone may have held one. */
static void missing(struct pl_source *source, const char *path, int error)
{
	if (g_file_test(path, G_FILE_TEST_IS_SYMLINK))
		source->counts.skipped_files++;
	else
		pl_source_broken(source, "%s: %s", path, g_strerror(error));
}

static void open_name(struct folder *folder, struct level *level, const char *name)
{
	struct pl_source *source = folder->reader.source;
	char *path = g_build_filename(level->path, name, NULL);
	struct stat status;
	bool box = level->maildir && (strcmp(name, "cur") == 0 || strcmp(name, "new") == 0);
	bool place = level->trust == PL_TRUST_PLACE || (level->numbered && is_number(name));

	if (stat(path, &status) != 0) {
		missing(source, path, errno);
	} else if (S_ISDIR(status.st_mode)) {
		/* what is written in there does not show in this one's time */
		level->stamp.mtime = -1;
		open_folder(folder, path, box ? PL_TRUST_PLACE : PL_TRUST_LOOKS);
	} else if (S_ISREG(status.st_mode) && pl_source_unchanged(source, path, &status)) {
		;
	} else if (S_ISREG(status.st_mode)) {
		/* what is still written to it does not show there either */
		if (pl_stamp_of(&status).mtime < 0)
			level->stamp.mtime = -1;
		open_file(folder, path, place ? PL_TRUST_PLACE : PL_TRUST_LOOKS);
	} else {
		source->counts.skipped_files++;
	}
	g_free(path);
}

/* The innermost folder was read to its end. */
static void leave(struct folder *folder, struct level *level)
{
	struct pl_source *source = folder->reader.source;
	struct pl_mark *mark;

	if (level->stamp.mtime >= 0 && level->faults == faults_of(source)) {
		mark = pl_source_mark(source, level->path);
		if (mark)
			mark->mtime = level->stamp.mtime;
	}
	g_ptr_array_set_size(folder->levels, folder->levels->len - 1);
}

/* Opens the next file or repository with mails; false at the end. */
static bool open_next(struct folder *folder)
{
	while (!folder->child && folder->levels->len) {
		struct level *level = g_ptr_array_index(folder->levels, folder->levels->len - 1);

		if (level->next == level->names->len)
			leave(folder, level);
		else
			open_name(folder, level, g_ptr_array_index(level->names, level->next++));
	}
	return folder->child != NULL;
}

static enum pl_status folder_next(struct pl_reader *reader, struct pl_item *item_out)
{
	struct folder *folder = (struct folder *)reader;

	while (folder->child || open_next(folder)) {
		enum pl_status status = folder->child->ops->next(folder->child, item_out);

		if (status == PL_OK)
			return PL_OK;
		folder->child->ops->close(folder->child);
		folder->child = NULL;
	}
	return PL_END;
}

static void folder_close(struct pl_reader *reader)
{
	struct folder *folder = (struct folder *)reader;

	if (folder->child)
		folder->child->ops->close(folder->child);
	g_ptr_array_unref(folder->levels);
	g_hash_table_unref(folder->entered);
	g_free(folder);
}

enum pl_status pl_folder_reader(struct pl_source *source, const char *path,
				struct pl_reader **reader_out, struct pl_error *error)
{
	static const struct pl_reader_ops ops = {
	    .next = folder_next,
	    .close = folder_close,
	};
	enum pl_status status = pl_git_reader(source, path, reader_out, error);
	struct folder *folder;

	if (status != PL_NOTHING)
		return status;
	folder = g_new0(struct folder, 1);
	folder->reader = (struct pl_reader){&ops, source};
	folder->levels = g_ptr_array_new_with_free_func(level_free);
	folder->entered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	mark_entered(folder, path);
	enter(folder, path, PL_TRUST_LOOKS);
	if (open_next(folder)) {
		*reader_out = &folder->reader;
		return PL_OK;
	}
	folder_close(&folder->reader);
	if (is_maildir(path) || source->counts.unchanged)
		return PL_END;
	return pl_fail(error, PL_FAILED, "%s: no mails in this folder", path);
}
