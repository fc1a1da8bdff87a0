/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The terms of the query language: which prefixes there are, and what their values
 * may be.
 */
#ifndef PERFLORE_TERMS_H
#define PERFLORE_TERMS_H

#include <stdarg.h>

#include "language.h"

/* Finds the prefix called name, which stands at [from, colon). False with error set
 * where there is none, or where this version can not answer it yet. */
bool pl_prefix_find(struct pl_text name, size_t from, size_t value_at, enum pl_prefix *prefix_out,
		    struct pl_query_error *error);

/* Reads node->value, which begins at byte value_at of the query, as the prefix wants
 * it. name is the prefix as written (empty: none). */
bool pl_term_read(struct pl_node *node, struct pl_text name, size_t value_at, int64_t now,
		  struct pl_query_error *error);

/* Sets error (printf-like; control characters as '?'). */
void pl_query_error_set(struct pl_query_error *error, size_t from, size_t to, const char *format,
			va_list args);

#endif
