/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subsystems of a report, and what became of it, as lines of `perflore show`. */
#ifndef PERFLORE_SHOW_OUTCOME_H
#define PERFLORE_SHOW_OUTCOME_H

#include <perflore/format.h>

/* Appends them, each indented by two blanks. */
enum pl_status pl_show_outcome(struct pl_store *store, int64_t report, const struct pl_style *style,
			       GString *out, struct pl_error *error);

/* The line that says which mail a quoted report comes from; nothing of one that is not. */
enum pl_status pl_show_origin(struct pl_store *store, int64_t report, GString *out,
			      struct pl_error *error);

#endif
