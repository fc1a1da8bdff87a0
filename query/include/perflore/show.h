/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One mail or report, with all that the archive database has about it. */
#ifndef PERFLORE_SHOW_H
#define PERFLORE_SHOW_H

#include <perflore/format.h>
#include <perflore/repository.h>

/* What an ID names. */
struct pl_shown {
	int64_t message;		  /* message.id */
	int64_t report;			  /* index in the mail's reports; -1: the whole mail */
	struct pl_repository *repository; /* for culprits; NULL, as it is found: none */
};

/* Finds what id names: a Message-ID with or without <>, a URL of a web archive that
 * ends in one, either with #rN behind it. PL_NOTHING: no such mail or report (error says
 * which); PL_USAGE: id can be none; PL_FAILED. */
enum pl_status pl_show_find(struct pl_store *store, const char *id, struct pl_shown *shown_out,
			    struct pl_error *error);

/* Appends the mail or report as text: header, records, each row with its line, what it
 * is a copy of and the report it belongs to, and the thread. */
enum pl_status pl_show_text(struct pl_store *store, const struct pl_shown *shown,
			    struct pl_style *style, GString *out, struct pl_error *error);

/* Appends lines first to last (1-based) of the mail's decoded text, each with its number.
 * PL_NOTHING, with error set: the text is not kept (a mail without records), or has fewer
 * lines. */
enum pl_status pl_show_lines(struct pl_store *store, const struct pl_shown *shown, int64_t first,
			     int64_t last, GString *out, struct pl_error *error);

/* Appends the mails that name a commit, by 7 to 40 hex digits, each with its role and line.
 * Where several commits begin so, each has its list. What repository, which may be NULL,
 * knows of a commit stands before its list. PL_NOTHING, with error set: none. */
enum pl_status pl_show_commit(struct pl_store *store, struct pl_repository *repository,
			      const char *id, GString *out, struct pl_error *error);

#endif
