/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sources: where mails come from. A source yields bytes and says where they lie;
 * the kind is found by looking, not by the name.
 */
#ifndef PERFLORE_SOURCE_H
#define PERFLORE_SOURCE_H

#include <stdint.h>

#include <perflore/mail.h>
#include <perflore/status.h>

struct pl_source;

/* One mail as it was found. */
struct pl_item {
	struct pl_text raw; /* valid until the next call; mbox quoting (one `>` of
			       `>+From `) taken off; `From ` line not included */
	enum pl_shape shape;
	bool cut;	/* raw was longer than limits->mail_bytes, and the rest was dropped */
	bool truncated; /* the source ended, or was unreadable, inside this mail */
	bool last;	/* nothing stands behind it in its file, which was read to its end: it
			   may have been caught while it was written */
	struct pl_text before; /* of a mail that its file ended with when that was read last, and
				  that may have been cut there: what raw was then; else empty.
				  Valid as raw is */
	const char *path;      /* the file, or the repository; valid as long as the source */
	uint64_t
	    offset;   /* in the (unpacked) file: the byte of raw's first byte; 0 for single files */
	char oid[41]; /* git: the blob's id in hex; else empty */
};

struct pl_source_counts {
	uint64_t mails;		/* yielded */
	uint64_t skipped_files; /* files of a folder that are no mail */
	uint64_t unchanged;	/* files, folders and epochs that are as they were when they
				   were read before, and are not read again */
	uint64_t unreadable;	/* mails that could not be read */
	uint64_t broken;	/* files, folders and repositories that could not be read to
				   their end, with an unknown number of mails; each of both was
				   passed to the complaint function */
};

/* Called with one line (no newline, fit for a terminal) for each thing that could
 * not be read and for notes (an empty file, skipped files). fatal: exit status 3. */
typedef void (*pl_complain_fn)(void *context, bool fatal, const char *line);

/* Opens path ("-": standard input). PL_FAILED with error set where there is
 * nothing to read mails from: a missing file, a folder without mails. The source
 * is freed with pl_source_close(). complain may be NULL. */
enum pl_status pl_source_open(const char *path, const struct pl_limits *limits,
			      pl_complain_fn complain, void *context, struct pl_source **source_out,
			      struct pl_error *error);

/* The next mail: PL_OK, or PL_END. What cannot be read is complained about and
 * counted, never returned as a status: the rest is always read. Memory is bounded
 * by limits->mail_bytes, not by the size of the source. */
enum pl_status pl_source_next(struct pl_source *source, struct pl_item *item_out);

void pl_source_counts(const struct pl_source *source, struct pl_source_counts *counts_out);
void pl_source_close(struct pl_source *source);

#endif
