/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The threads between a source and the one that stores: one reads, some parse. Mails come
 * out in the order in which the source has them, whatever the number of threads.
 */
#ifndef PERFLORE_CREW_H
#define PERFLORE_CREW_H

#include <glib.h>

#include <perflore/source.h>

#include "prepare.h"

struct pl_crew;

/* What the source said. */
struct pl_said {
	bool fatal;
	char *line;
};

/* One mail, or the end of the source (end), with what came before it. */
struct pl_crew_mail {
	bool end;
	GPtrArray *said;  /* struct pl_said; NULL: nothing */
	GPtrArray *marks; /* of pl_source_take_marks(); they may be stored now; or NULL */
	/* the rest not at the end */
	struct pl_prepared prepared;
	const char *path;
	char place[44]; /* byte in the unpacked file, or blob */
	uint64_t offset;
	size_t size;			  /* bytes of the mail */
	const struct pl_prepared *before; /* of pl_item.before; NULL: it was empty */

	/* the crew's own */
	struct pl_item item;
};

struct pl_crew *pl_crew_new(unsigned workers);
void pl_crew_free(struct pl_crew *crew);

/* As pl_complain_fn, with the crew as context: for the source that will be read. */
void pl_crew_say(void *crew, bool fatal, const char *line);

/* What was said since the last mail; free with g_ptr_array_unref(). NULL: nothing. Not while
 * a source is being read. */
GPtrArray *pl_crew_take_said(struct pl_crew *crew);

/* Begins to read source, until pl_crew_end(). with_words: the mails come with their words */
enum pl_status pl_crew_begin(struct pl_crew *crew, struct pl_source *source, bool with_words,
			     struct pl_error *error);

/* The next mail, in order; valid until the next call. NULL behind the end. */
const struct pl_crew_mail *pl_crew_next(struct pl_crew *crew);

/* The most bytes of mails that were held at once. */
size_t pl_crew_peak(struct pl_crew *crew);

/* No mail is read any more; source is the caller's again. */
void pl_crew_end(struct pl_crew *crew);

#endif
