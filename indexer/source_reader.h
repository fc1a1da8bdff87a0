/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kinds of source share. A source holds one reader; a folder's reader
 * opens a reader for each file or repository in it.
 */
#ifndef PERFLORE_SOURCE_READER_H
#define PERFLORE_SOURCE_READER_H

#include <glib.h>

#include <perflore/source.h>

#include "source_memory.h"

struct stat;
struct pl_reader;

struct pl_reader_ops {
	enum pl_status (*next)(struct pl_reader *reader, struct pl_item *item_out);
	void (*close)(struct pl_reader *reader);
};

/* The first member of every kind's own struct. */
struct pl_reader {
	const struct pl_reader_ops *ops;
	struct pl_source *source;
};

struct pl_source {
	struct pl_limits limits;
	pl_complain_fn complain;
	void *context;
	struct pl_source_counts counts;
	GStringChunk *paths;		/* those that items name */
	struct pl_source_memory memory; /* no functions: nothing is known */
	GPtrArray *marks;		/* not taken yet; NULL: none */
	bool ended;
	struct pl_reader *reader; /* NULL: there is nothing to read */
};

/* How sure a file must look to be read as mail. */
enum pl_trust {
	PL_TRUST_LOOKS, /* met in a folder: an mbox, a mail or a page, else PL_NOTHING */
	PL_TRUST_NAMED, /* named by the user: any text, else PL_FAILED */
	PL_TRUST_PLACE, /* Maildir and MH: one mail whatever it looks like */
};

/* PL_OK; PL_END where the file is empty; PL_NOTHING where it is no mail;
 * PL_FAILED with error set where it could not be read. fd is closed by the reader,
 * or before return; path lives as long as the source. */
enum pl_status pl_file_reader(struct pl_source *source, const char *path, int fd,
			      enum pl_trust trust, struct pl_reader **reader_out,
			      struct pl_error *error);

/* PL_NOTHING where path is no public-inbox repository; PL_FAILED where it is one
 * that cannot be opened. */
enum pl_status pl_git_reader(struct pl_source *source, const char *path,
			     struct pl_reader **reader_out, struct pl_error *error);

/* Looks for the first file with mail; PL_END where a Maildir is empty. */
enum pl_status pl_folder_reader(struct pl_source *source, const char *path,
				struct pl_reader **reader_out, struct pl_error *error);

/* How messages call it. */
static inline const char *pl_source_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* Opens path for reading without waiting for a writer where it is a pipe. -1 and errno. */
int pl_source_open_file(const char *path, bool wait);

/* What tells whether a file or folder was changed. mtime -1: it may have been, unseen. */
struct pl_stamp {
	int64_t size, mtime;
};

struct pl_stamp pl_stamp_of(const struct stat *status);

/* The mark of the last run, the caller's; NULL: none. */
struct pl_mark *pl_source_recall(struct pl_source *source, const char *path);

/* A mark of path, to be filled in; it stands for the mails handed out so far. NULL where
 * nobody asks for marks. The source's. */
struct pl_mark *pl_source_mark(struct pl_source *source, const char *path);

/* Whether path was read to its end, and is as it was then; counted. */
bool pl_source_unchanged(struct pl_source *source, const char *path, const struct stat *status);

/* One line to the complaint function. An unreadable mail is fatal and counted, and so is
 * a file, folder or repository that cannot be read to its end. */
void pl_source_note(struct pl_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pl_source_unreadable(struct pl_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pl_source_broken(struct pl_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
