/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What commands that read a database share: opening it, running a query, printing what it
 * finds. */
#ifndef PERFLORE_CLI_QUERY_COMMAND_H
#define PERFLORE_CLI_QUERY_COMMAND_H

#include <perflore/query.h>

#include "commands.h"

enum query_format {
	QUERY_TEXT,
	QUERY_JSONL,
	QUERY_CSV,
	QUERY_RECORDS, /* MESSAGES: the perflore.message/1 objects */
};

/* Names of the first three, NULL at the end. */
extern const char *const query_formats[];

struct query_output {
	enum query_format format;
	bool raw; /* CSV: formulas stay */
	bool pager;
	bool empty_is_done; /* no result is status 0 */
};

/* The index of value among names (NULL at the end) in *chosen, which stays when value
 * is NULL. False, with a message, when it is none of them. */
bool query_choose(const struct command *self, const char *option, const char *value,
		  const char *const *names, int *chosen);

/* memory.c: takes the memory of a question in one piece. */
void query_take_memory(void);

/* Opens the database of --db (NULL: the default) for reading; to be closed with
 * pl_store_close. CLI_DONE, or a status after a message. */
enum cli_exit query_open_store(const char *db, struct pl_store **store_out);

/* Closes it. The status, or CLI_FAILED after a message where the answer may be wrong. */
enum cli_exit query_close_store(struct pl_store *store, enum cli_exit status);

/* Says it where answers of the database may be wrong, as a run has not come to its end. */
void query_note_unsettled(struct pl_store *store);

/* The exit status of a result that is not PL_OK, after its message. */
enum cli_exit query_failed(enum pl_status status, const struct pl_error *error);

/* A database, and a search in it. */
struct query_open {
	struct pl_store *store;
	struct pl_search *search;
};

/* False, with a message that points at the place, where query is wrong. */
bool query_is_right(const char *query, int64_t now);

/* Opens both; CLI_DONE, or a status after a message. query may be NULL: everything. db is
 * the value of --db, or NULL. */
enum cli_exit query_open(const char *db, const char *query, const struct pl_search_options *options,
			 struct query_open *open_out);
/* As query_close_store(). */
enum cli_exit query_close(struct query_open *open, enum cli_exit status);

/* Runs and prints a search in an open database. CLI_FAILED also where the answer may be wrong,
 * after a message. */
enum cli_exit query_run_in(struct pl_store *store, const char *query,
			   const struct pl_search_options *options,
			   const struct query_output *output);

/* The same, and opens and closes the database. */
enum cli_exit query_run(const char *db, const char *query, const struct pl_search_options *options,
			const struct query_output *output);

#endif
