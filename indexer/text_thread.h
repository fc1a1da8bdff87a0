/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text index trails the database: a thread of its own takes up the words that are
 * committed to table pending, a batch at a time, and commits them with the id that it
 * has come to. When it is killed, the next run goes on from there.
 */
#ifndef PERFLORE_TEXT_THREAD_H
#define PERFLORE_TEXT_THREAD_H

#include "store_internal.h"

struct pl_text_thread;

/* Opens the text index of store's database and starts the thread. PL_FAILED: the text
 * index cannot be written, or it does not belong to this state of the database. */
enum pl_status pl_text_thread_start(struct pl_store *store, struct pl_text_thread **thread_out,
				    struct pl_error *error);

/* Words of all mails up to this id are committed to the database. */
void pl_text_thread_offer(struct pl_text_thread *thread, int64_t last);

/* The id up to which the text index is committed: what is pending up to here may go. */
int64_t pl_text_thread_done(struct pl_text_thread *thread);

/* Waits until the text index has taken up all that was offered; frees the thread. */
enum pl_status pl_text_thread_finish(struct pl_text_thread *thread, struct pl_error *error);

#endif
