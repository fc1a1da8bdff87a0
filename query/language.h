/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The query language: text to a tree, with byte positions for good messages.
 *
 *   query   = and { "OR" and }
 *   and     = not { [ "AND" ] not }
 *   not     = ( "NOT" | "-" ) not | "(" query ")" | term
 *   term    = word | phrase | prefix ":" ( value | phrase )
 *
 * A prefix is a run of letters, digits, `_` and `-` that begins with a letter, before
 * the first `:` of a bare word. One that is not known is an error, so that a mistyped
 * prefix never turns into a search for its text; text with a colon is quoted.
 */
#ifndef PERFLORE_LANGUAGE_H
#define PERFLORE_LANGUAGE_H

#include <perflore/query.h>
#include <perflore/records.h>

#include "date.h"

enum pl_prefix {
	PL_PREFIX_WORD, /* none: a word or a phrase */
	/* text of the mail */
	PL_PREFIX_SUBJECT,
	PL_PREFIX_FROM,
	PL_PREFIX_TO,
	PL_PREFIX_CC,
	PL_PREFIX_ADDRESS,
	PL_PREFIX_BODY,
	PL_PREFIX_OWN,
	PL_PREFIX_QUOTED,
	PL_PREFIX_FILENAME,
	PL_PREFIX_DIFF_FILE,
	PL_PREFIX_LAST_TEXT = PL_PREFIX_DIFF_FILE,
	/* the mail */
	PL_PREFIX_MESSAGE_ID,
	PL_PREFIX_LIST,
	PL_PREFIX_DATE,
	PL_PREFIX_RECEIVED,
	PL_PREFIX_COMMIT,
	PL_PREFIX_FIX,
	/* the report */
	PL_PREFIX_TEST,
	PL_PREFIX_MACHINE,
	PL_PREFIX_PARAM,
	PL_PREFIX_SUBSYSTEM,
	PL_PREFIX_CULPRIT,
	PL_PREFIX_IS,
	/* the row */
	PL_PREFIX_FN,
	PL_PREFIX_LEAF,
	PL_PREFIX_METRIC,
	PL_PREFIX_CHANGE,
	PL_PREFIX_STDDEV,
	PL_PREFIX_VALUE,
};

enum pl_is {
	PL_IS_REGRESSION,
	PL_IS_IMPROVEMENT,
	PL_IS_CHANGED,
	PL_IS_FAILURE,
	PL_IS_OPEN,
	PL_IS_FIXED,
	PL_IS_DISMISSED,
	PL_IS_DISPUTED,
	PL_IS_WORSE,
	PL_IS_BETTER,
	PL_IS_ANSWERED,
	PL_IS_UNANSWERED,
	PL_IS_ROBOT,
	PL_IS_HUMAN,
	PL_IS_PATCH,
	PL_IS_REPORT,
};

/* low and high are part of it. */
struct pl_range {
	bool has_low, has_high;
	double low, high;
	enum pl_unit unit; /* change: only */
};

enum pl_node_kind { PL_NODE_AND, PL_NODE_OR, PL_NODE_NOT, PL_NODE_TERM };

struct pl_node {
	enum pl_node_kind kind;
	size_t from, to;	   /* bytes of the query */
	struct pl_node **children; /* AND, OR: two or more; NOT: one */
	size_t n_children;
	/* TERM */
	enum pl_prefix prefix;
	bool quoted;
	bool starred;		 /* text terms: a * stood at the end, and is not part of value */
	struct pl_text value;	 /* without quotes, for all prefixes */
	struct pl_text key;	 /* param: the part before `=`; value is the part behind it */
	struct pl_range range;	 /* change, stddev, value */
	struct pl_period period; /* d */
	enum pl_is is;
};

#define PL_QUERY_MAX_BYTES 16384 /* longest query */
#define PL_QUERY_MAX_DEPTH 50	 /* nesting of ( and NOT: SQLite's parser has a bound, too */
#define PL_QUERY_MAX_TERMS 300

/* Parses text; now (seconds) is what relative dates refer to. The tree lives in arena
 * and points into text. PL_USAGE with error set where the query is wrong, also where
 * it is empty. */
enum pl_status pl_language_parse(struct pl_arena *arena, struct pl_text text, int64_t now,
				 struct pl_node **node_out, struct pl_query_error *error);

/* The term applies to one row and compared column. */
bool pl_node_is_row_term(const struct pl_node *node);

/* The term is about words, and answered by the text index. */
bool pl_node_is_text_term(const struct pl_node *node);

#endif
