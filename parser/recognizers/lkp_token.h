/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures at the begin of a row of an LKP comparison table, one by one. */
#ifndef PERFLORE_LKP_TOKEN_H
#define PERFLORE_LKP_TOKEN_H

#include "recognizers/lkp_row.h"

#define LKP_MAX_TOKENS (3 * LKP_MAX_COLUMNS)

enum lkp_token_kind { LKP_NUMBER, LKP_STDDEV, LKP_RATE /* fails:runs */ };

struct lkp_token {
	enum lkp_token_kind kind;
	bool percent, plus, minus;
	bool finite;
	double value;
	int64_t fails, runs;
	struct pl_text digits; /* of a number, with its sign */
	size_t start, end;     /* display columns of the digits, without `%` */
};

/* Reads the tokens of text, of which tokens has room for LKP_MAX_TOKENS; *i_out is where what
 * stands behind them begins. Returns how many, LKP_MAX_TOKENS where they are too many. */
size_t lkp_read_tokens(struct pl_text text, struct lkp_token *tokens, size_t *i_out);

/* Two figures or more stand in text from i. */
bool lkp_begins_with_figures(struct pl_text text, size_t i);

#endif
