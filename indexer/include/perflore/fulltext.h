/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text index: the words of every mail, by field. Its document ids are the ids of
 * table message. What is a word and what is indexed: docs/indexing.md. Message ids,
 * lists and dates are columns of the database, not words (m: l: d:).
 */
#ifndef PERFLORE_FULLTEXT_H
#define PERFLORE_FULLTEXT_H

#include <stdint.h>

#include <glib.h>

#include <perflore/status.h>
#include <perflore/text.h>

G_BEGIN_DECLS

/* Nothing is thrown through C. */
#ifdef __cplusplus
#define PL_NOEXCEPT noexcept
#else
#define PL_NOEXCEPT
#endif

struct pl_fulltext;

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
			   one word, and what holds several, like mm/rmap.c) */
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

struct pl_text_hit {
	int64_t message; /* message.id */
	double weight;	 /* BM25; 0 where only NOT decides */
};

/* Opens the text index in directory for reading. PL_FAILED: there is none, or it is
 * damaged; error says what to do. */
enum pl_status pl_fulltext_open(const char *directory, struct pl_fulltext **fulltext_out,
				struct pl_error *error) PL_NOEXCEPT;
void pl_fulltext_close(struct pl_fulltext *fulltext) PL_NOEXCEPT;

/* Whether text holds a word at all. Where it does not (only marks), a query for it
 * matches nothing. */
bool pl_fulltext_has_words(struct pl_text text) PL_NOEXCEPT;

/* All mails that match, exactly and without a limit, ascending by id: hits gets struct
 * pl_text_hit elements appended. PL_OK also when there are none. PL_USAGE: the query
 * asks for too much (a prefix that too many words share). */
enum pl_status pl_fulltext_search(struct pl_fulltext *fulltext, const struct pl_text_query *query,
				  GArray *hits, struct pl_error *error) PL_NOEXCEPT;

G_END_DECLS

#endif
