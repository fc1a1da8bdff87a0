/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as reports print them: decimal, no thousands separators, maybe e-notation. */
#ifndef PERFLORE_NUMBER_H
#define PERFLORE_NUMBER_H

#include <stdint.h>

#include <perflore/text.h>

/* Length of the number at the start of text ([+-]?digits[.digits][e[+-]digits]),
 * 0 where there is none. *value_out may be NULL. */
size_t pl_number_at(struct pl_text text, double *value_out);

/* Whether a double tells the printed number from the next integers: above 2^53 it does not. Commas
 * may group its digits. */
bool pl_number_is_exact(double value, struct pl_text printed);

/* All of text as a decimal integer without sign; false otherwise or above 2^53. */
bool pl_integer_of(struct pl_text text, int64_t *value_out);

#endif
