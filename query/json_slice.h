/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pieces of a JSON text that this program wrote itself, as they stand. */
#ifndef PERFLORE_JSON_SLICE_H
#define PERFLORE_JSON_SLICE_H

#include <perflore/text.h>

/* The value of a member of the object json; empty: it has none of that name (which must
 * hold no escape). */
struct pl_text pl_json_member(struct pl_text json, const char *name);

/* Element i of the array json; empty: it has fewer. */
struct pl_text pl_json_element(struct pl_text json, size_t i);

#endif
