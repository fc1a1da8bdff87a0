/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the libraries report errors: a status, and a caller-owned sentence.
 * A malformed mail is a result (its `problems`), never an error.
 */
#ifndef PERFLORE_STATUS_H
#define PERFLORE_STATUS_H

enum pl_status {
	PL_OK = 0,
	PL_END, /* an iteration has nothing more */
	PL_NOTHING, /* done, and nothing matched */
	PL_USAGE, /* the command line or the query is wrong */
	PL_FAILED, /* something could not be read or written */
};

/* One line without a newline, fit for a terminal; empty where all is well. */
struct pl_error {
	char message[512];
};

/* Sets error->message (printf-like, cut to fit, control characters as '?');
 * error may be NULL. Returns status, for `return pl_fail(...)`. */
enum pl_status pl_fail(struct pl_error *error, enum pl_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
