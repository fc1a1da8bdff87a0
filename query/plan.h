/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plan: a tree of the language to one SQL statement with bound parameters. It
 * yields keys in order; run.c reads what stands behind each key.
 */
#ifndef PERFLORE_PLAN_H
#define PERFLORE_PLAN_H

#include <perflore/fulltext.h>

#include "language.h"

enum pl_bind_kind { PL_BIND_TEXT, PL_BIND_INTEGER, PL_BIND_NUMBER };

/* The value of parameter ?N, where N is one more than its index. */
struct pl_bind {
	enum pl_bind_kind kind;
	struct pl_text text;
	int64_t integer;
	double number;
};

/* A part that the text index answers: its mails fill temp.words_<serial>_<index> once. */
struct pl_words {
	const struct pl_node *source; /* tells one question from another */
	struct pl_text_query query;
	size_t from, to; /* bytes of the query, for messages */
};

struct pl_plan {
	GString *sql;
	struct pl_bind *binds;
	size_t n_binds;
	struct pl_words *words;
	size_t n_words;
	bool has_row_terms;   /* outside of NOT */
	bool counts_bounded;  /* the total is PL_TOTAL_MAX + 1 where it is more, or -1 */
	struct pl_node *node; /* the query as it was planned; NULL: everything */
};

/* Columns of the statement. ROWS: metric_table, position, compared, copies (other mails;
 * NULL: not folded), total. REPORTS and MESSAGES: id, copies, total. total is NULL where
 * there is no limit, -1 where it was not counted. */
enum { PL_PLAN_ROW_COLUMNS = 5, PL_PLAN_THING_COLUMNS = 3 };

/* node may be NULL: everything. Everything but sql lives in arena; serial makes the
 * temporary tables' names unique. */
void pl_plan_build(struct pl_arena *arena, struct pl_node *node,
		   const struct pl_search_options *options, unsigned serial,
		   struct pl_plan *plan_out);
void pl_plan_clear(struct pl_plan *plan);

/* The statement that gives the lines of one mail, whose id is the last parameter, that
 * make it match node, as planned with the same serial: those of rows, or of reports where no row
 * term is asked for. NULL in sql: none do. To be cleared as well. */
void pl_plan_lines(struct pl_arena *arena, struct pl_node *node, unsigned serial,
		   struct pl_plan *plan_out);

/* In the same way, the statement that counts the rows of one report, whose id is the last
 * parameter, that match node. NULL in sql: no row term stands outside of NOT. */
void pl_plan_count(struct pl_arena *arena, struct pl_node *node, unsigned serial,
		   struct pl_plan *plan_out);

#endif
