/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Queries that are kept by name, and how far each was asked. They stand in the file
 * `saved-queries` in the database folder, beside the database: who asks does not write to it.
 */
#ifndef PERFLORE_SAVED_H
#define PERFLORE_SAVED_H

#include <perflore/query.h>

struct pl_saved;

struct pl_saved_query {
	const char *name, *query;
	enum pl_what what;
};

/* Reads what is kept in directory; nothing is, where the file is not there. */
enum pl_status pl_saved_open(const char *directory, struct pl_saved **saved_out,
			     struct pl_error *error);
void pl_saved_close(struct pl_saved *saved);

/* The number of queries, and one of them, by name; texts live as long as saved. */
size_t pl_saved_count(const struct pl_saved *saved);
void pl_saved_at(const struct pl_saved *saved, size_t index, struct pl_saved_query *query_out);

/* PL_NOTHING, with error set, which may suggest another: none has that name. */
enum pl_status pl_saved_find(const struct pl_saved *saved, const char *name,
			     struct pl_saved_query *query_out, struct pl_error *error);

/* Keeps a query that was never asked. PL_USAGE: the name has other characters than letters,
 * digits, `.`, `_` and `-`, or is taken. */
enum pl_status pl_saved_add(struct pl_saved *saved, const struct pl_saved_query *query,
			    struct pl_error *error);
enum pl_status pl_saved_remove(struct pl_saved *saved, const char *name, struct pl_error *error);

/* PL_FAILED, with error set, where pl_saved_asked() would fail for want of permission. */
enum pl_status pl_saved_can_write(const struct pl_saved *saved, struct pl_error *error);

/* The mails that a query was not asked about: (after, until] by message.id, as in
 * pl_search_options; until is never 0. What a run of `index` has not settled waits:
 * *waiting_out is the number of these mails. *anew_out: another database stands where the
 * query was asked last, so everything is new. From then on the store is read as it was at this
 * moment, until it is closed. */
enum pl_status pl_saved_range(const struct pl_saved *saved, struct pl_store *store,
			      const char *name, int64_t *after_out, int64_t *until_out,
			      int64_t *waiting_out, bool *anew_out, struct pl_error *error);

/* Remembers that the query was asked about the mails up to until; nothing, where another was
 * saved by its name meanwhile. */
enum pl_status pl_saved_asked(struct pl_saved *saved, struct pl_store *store,
			      const struct pl_saved_query *query, int64_t until,
			      struct pl_error *error);

#endif
