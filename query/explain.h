/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a query was understood, and how it is answered. */
#ifndef PERFLORE_EXPLAIN_H
#define PERFLORE_EXPLAIN_H

#include "plan.h"

/* Appends the tree of query, a node a line, each term with what it applies to. */
void pl_explain_tree(const struct pl_node *node, struct pl_text query, unsigned level,
		     GString *out);

/* Appends the statement, its values, and SQLite's plan for it. PL_FAILED: SQLite failed. */
enum pl_status pl_explain_plan(struct pl_store *store, const struct pl_plan *plan, GString *out,
			       struct pl_error *error);

#endif
