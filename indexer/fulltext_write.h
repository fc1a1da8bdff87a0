/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The writing side of the text index, which is table words. It is written in the
 * transaction of the mail, so that it holds what the database holds.
 */
#ifndef PERFLORE_FULLTEXT_WRITE_H
#define PERFLORE_FULLTEXT_WRITE_H

#include <perflore/index.h>

#include "store_internal.h"
#include "text_mode.h"
#include "words.h"

/* How much of a mail of this thread is to be in the index. */
enum pl_indexed pl_fulltext_wanted(struct pl_store *store, enum pl_text_mode mode, int64_t thread);

/* How much of a new mail is in the index unless its thread has a report. */
enum pl_indexed pl_fulltext_expected(enum pl_text_mode mode);

/* Keeps a copy of the words of a new mail until the transaction is committed. FTS5 writes
 * what it has gathered whenever a statement opens a savepoint, which those of new mails do;
 * and by then more is known about threads with reports. */
void pl_fulltext_hold(struct pl_store *store, int64_t message, int64_t thread,
		      const struct pl_words *words);
/* Puts in what is held. */
bool pl_fulltext_put_held(struct pl_store *store);
void pl_fulltext_forget_held(struct pl_store *store);

/* Puts in the words of a mail, and notes it in the mail's row. Words that were put in
 * before must be among them, those of the header are. */
bool pl_fulltext_put(struct pl_store *store, int64_t message, const struct pl_words *words,
		     enum pl_indexed how);

/* Takes out the words of a mail, of which so much was put in, or which are held still. NULL: only these. */
void pl_fulltext_take(struct pl_store *store, int64_t message, const struct pl_words *words,
		      enum pl_indexed how);

/* A second text index, filled in place of the first, and put in its place; all in the
 * caller's transaction. Between the two calls pl_fulltext_put() fills the second. */
bool pl_fulltext_begin_anew(struct pl_store *store);
bool pl_fulltext_end_anew(struct pl_store *store);

/* The words that the text index, as it was when the transaction began, has of these mails,
 * to receive(), which puts them in elsewhere. Where it is damaged, words are missing. */
typedef bool (*pl_fulltext_receive_fn)(void *context, int64_t message,
				       const struct pl_words *words);
bool pl_fulltext_read_back(struct pl_store *store, const int64_t *messages, size_t n,
			   pl_fulltext_receive_fn receive, void *context);

/* Makes the text index again, in this mode, which is set. No transaction may be open. */
bool pl_fulltext_make_again(struct pl_store *store, enum pl_text_mode mode,
			    const struct pl_index_watch *watch,
			    struct pl_rebuild_counts *counts_out);

/* Joins the parts that batches left. Commits on the way: no transaction may be open. */
bool pl_fulltext_compact(struct pl_store *store);

#endif
