/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands behind the keys that a plan yields. */
#ifndef PERFLORE_DETAILS_H
#define PERFLORE_DETAILS_H

#include <perflore/query.h>

struct pl_details;

/* brief: of rows only what pl_row_to_text() prints. */
struct pl_details *pl_details_new(struct pl_store *store, bool brief);
void pl_details_free(struct pl_details *details);

/* Memory of the thing that was read last; each call of the three below starts anew. */
struct pl_arena *pl_details_arena(struct pl_details *details);

/* Copies are as if folded; a report's rows are counted whatever matched. */
enum pl_status pl_details_row(struct pl_details *details, int64_t table, int64_t position,
			      int64_t compared, struct pl_found_row *row_out,
			      struct pl_error *error);
enum pl_status pl_details_report(struct pl_details *details, int64_t report,
				 struct pl_found_report *report_out, struct pl_error *error);
/* All but matches. */
enum pl_status pl_details_message(struct pl_details *details, int64_t message,
				  struct pl_found_message *message_out, struct pl_error *error);

#endif
