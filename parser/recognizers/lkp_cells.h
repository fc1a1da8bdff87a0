/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which cells of an LKP comparison table the figures of a row fill. All take the n tokens of the
 * row, one or more, and fill the n_columns cells, which are zero before; where false is returned
 * they are of no use.
 */
#ifndef PERFLORE_LKP_CELLS_H
#define PERFLORE_LKP_CELLS_H

#include "recognizers/lkp_token.h"

/* Tokens in plain order: every value is there, and every change. */
bool lkp_assign_full(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
		     size_t n_columns);

/* Values only, as many as there are cells: the old printer leaves all small changes blank. */
bool lkp_assign_values(const struct lkp_token *tokens, size_t n, struct pl_cell *cells);

/* Values and changes where some changes are blank, told by their signs alone: as many
 * values as columns, and a value behind each change. */
bool lkp_assign_by_sign(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
			size_t n_columns);

/* Some cells are blank: a `%` or a `+` tells a change, else the column where the
 * token ends is nearer to one field than to the other. indent: columns in front of the table,
 * or LKP_INDENT_UNKNOWN. */
bool lkp_assign_by_column(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
			  size_t n_columns, size_t indent);

/* Blanks in front were taken away, so that no figure stands in its column; one may be the
 * blank of a quote mark that had none. */
bool lkp_is_stripped(const struct lkp_token *first);

/* What zero bases and missing metrics are printed as, told in words. */
void lkp_settle_cells(struct pl_cell *cells, size_t n_columns);

/* The rates of a row of failures. */
bool lkp_assign_rates(const struct lkp_token *tokens, size_t n, struct pl_cell *cells,
		      size_t n_columns);

#endif
