/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the formatters share. */
#ifndef PERFLORE_FORMAT_INTERNAL_H
#define PERFLORE_FORMAT_INTERNAL_H

#include <perflore/format.h>
#include <perflore/json.h>

/* "better", "worse", "unknown" */
const char *pl_sign_name(int sign);

void pl_matches_to_json(const struct pl_match *matches, size_t n, struct pl_json *json);

#endif
