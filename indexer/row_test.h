/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of the by-test shape: where other rows have their metric's name stands the test that
 * was run, its parameters and the machine.
 *
 *   testcase/testparams/testbox     below a head of these words, or above a GEO-MEAN
 *   testbox[/group]/testcase/...    2014, without the head, above a TOTAL of values
 */
#ifndef PERFLORE_ROW_TEST_H
#define PERFLORE_ROW_TEST_H

#include <perflore/records.h>

/* What one row is of, by its own line; empty: it does not say. Points into the mail. */
struct pl_row_test {
	bool own; /* the row's line says what it is of, or those that it is the mean or sum of */
	struct pl_text testcase, tbox;
};

/* Of each row of a table of message, in arena; NULL: none is of this shape. */
struct pl_row_test *pl_row_tests(struct pl_arena *arena, const struct pl_message *message,
				 const struct pl_table *table);

/* Whether text, a row's test, holds all values of parameters but `ucode`, which is the machine's:
 * the very same case was run. The printer joins the values by hyphens, in the order of their
 * names, some with it (`ucode=0x21`). */
bool pl_row_test_has(struct pl_text text, const struct pl_params *parameters);

#endif
