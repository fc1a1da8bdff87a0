/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text index: the words of every mail, by field. What is a word and what is indexed:
 * docs/indexing.md. Message ids, lists and dates are columns of the database, not words
 * (m: l: d:).
 */
#ifndef PERFLORE_FULLTEXT_H
#define PERFLORE_FULLTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <perflore/status.h>
#include <perflore/text.h>

struct pl_store;

/* Which words are in the text index. */
enum pl_text_mode {
	PL_TEXT_MODE_ALL,     /* all of every mail */
	PL_TEXT_MODE_REPORTS, /* all of the mails of threads with a report; subjects and
				 addresses of the others */
	PL_TEXT_MODE_NONE,
};

/* all, reports, none */
const char *pl_text_mode_name(enum pl_text_mode mode);
/* false: name is none of these */
bool pl_text_mode_of(const char *name, enum pl_text_mode *mode_out);

/* A field is named by its prefix in the query language. */
enum pl_text_field {
	PL_FIELD_ANY,	   /* no prefix: subject, addresses, text, names of attachments and files */
	PL_FIELD_SUBJECT,  /* s: */
	PL_FIELD_FROM,	   /* f: name and address */
	PL_FIELD_TO,	   /* t: */
	PL_FIELD_CC,	   /* c: */
	PL_FIELD_ADDRESS,  /* a: from, to and cc */
	PL_FIELD_BODY,	   /* b: own and quoted text */
	PL_FIELD_OWN,	   /* nq: the sender's own words */
	PL_FIELD_QUOTED,   /* q: quoted words */
	PL_FIELD_FILENAME, /* n: names of attachments */
	PL_FIELD_DIFF_FILE, /* dfn: names of files in diffs */
};

enum pl_text_op {
	PL_TEXT_WORDS,	/* text, in a field: its words one after the other (a phrase; also
			   one word, and what holds several, like mm/rmap.c). One word that may
			   be a commit id (7 to 40 hex digits, not letters alone) also finds
			   longer and shorter forms of it. */
	PL_TEXT_PREFIX, /* text, in a field: as WORDS, and more may follow its last word */
	PL_TEXT_AND,
	PL_TEXT_OR,
	PL_TEXT_NOT, /* one child */
};

/* A query, as a tree that the caller owns. */
struct pl_text_query {
	enum pl_text_op op;
	enum pl_text_field field;		     /* WORDS, PREFIX */
	struct pl_text text;			     /* WORDS, PREFIX; UTF-8 */
	const struct pl_text_query *const *children; /* AND, OR, NOT */
	size_t n_children;
};

/* Whether words are of c, as far as Unicode's tables are one in all libraries. */
bool pl_fulltext_is_of_word(gunichar c);

/* Whether text holds a word at all. Where it does not (only marks), a query for it
 * matches nothing. */
bool pl_fulltext_has_words(struct pl_text text);

/* All mails that match, exactly and without a limit, ascending: their ids (int64_t,
 * message.id) are appended to hits. PL_OK also when there are none. PL_FAILED: the
 * database has no text index, or it is damaged; error says what to do. */
enum pl_status pl_fulltext_search(struct pl_store *store, const struct pl_text_query *query,
				  GArray *hits, struct pl_error *error);

#endif
