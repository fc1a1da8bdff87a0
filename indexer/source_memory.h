/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is kept of sources between runs. A source asks its memory what was read before,
 * passes over that, and gives marks of what it has read; whoever stores the mails stores
 * the marks with them. A mark never comes before the mails that it stands for.
 */
#ifndef PERFLORE_SOURCE_MEMORY_H
#define PERFLORE_SOURCE_MEMORY_H

#include <glib.h>

#include <perflore/source.h>

/* Bytes of an mbox before its cursor, by which it is known again, and of their SHA-256 */
#define PL_TAIL_BYTES 4096
#define PL_TAIL_HASH 32

/* What was read of a file, folder or repository. */
struct pl_mark {
	char *path;    /* absolute */
	char *cursor;  /* where reading goes on; NULL: at the beginning. Git: the last commit
			  read; mbox: see source_mbox.c */
	char *root;    /* git: the first commit of the history; NULL: not known */
	char *was;     /* git: the path by which this repository was known, and where it is no
			  more; NULL: it has not moved */
	int64_t size;  /* when it was read to its end; -1: it was not */
	int64_t mtime; /* likewise; of a folder alone. Nanoseconds since 1970 */
	bool doubt; /* nothing of the above is said: where its mails lay, something else may lie */
	bool has_tail;
	uint8_t tail[PL_TAIL_HASH];
};

/* The name that the database knows a path by: its absolute form, from the folder that the process
 * began to work in; "-" stays. The caller's. */
char *pl_known_path(const char *path);

/* All NULL, sizes -1; path is copied. */
struct pl_mark *pl_mark_new(const char *path);
void pl_mark_free(struct pl_mark *mark);

/* Whether the mails of the file that mark stands for lie where they lay when it was read. One that
 * is not there, or has become another one, has them no more. */
bool pl_mark_is_good(const struct pl_mark *mark);

/* May be asked from another thread than the one that opened the source, by one at a time. */
struct pl_source_memory {
	void *context;
	/* The last mark of path; NULL: there is none. The caller's. */
	struct pl_mark *(*of_path)(void *context, const char *path);
	/* The last marks with this root; struct pl_mark, freed with the array. */
	GPtrArray *(*of_root)(void *context, const char *root);
};

/* As pl_source_open(), but what memory knows is passed over. memory is copied; NULL: all
 * is read. Marks are collected where there is a memory. */
enum pl_status pl_source_open_known(const char *path, const struct pl_limits *limits,
				    const struct pl_source_memory *memory, pl_complain_fn complain,
				    void *context, struct pl_source **source_out,
				    struct pl_error *error);

/* The marks since the last call, oldest first, or NULL; asked for after each
 * pl_source_next(), also the one that gave PL_END. They stand for the mails before the one
 * that it yielded: they may be stored as soon as those are. Elements struct pl_mark; the
 * array is the caller's, and frees them. */
GPtrArray *pl_source_take_marks(struct pl_source *source);

#endif
