/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How mails hang together over patches and commits, as lines of `perflore show`. */
#ifndef PERFLORE_SHOW_PATCH_H
#define PERFLORE_SHOW_PATCH_H

#include <perflore/format.h>

/* Appends the mails that carry the patch which a report blames, if it was not merged: the
 * version that was tested, those before and after it, and the commits that it became. */
enum pl_status pl_show_patches(struct pl_store *store, int64_t report, const struct pl_style *style,
			       GString *out, struct pl_error *error);

/* Appends the reports about the patch that a mail carries. */
enum pl_status pl_show_reported(struct pl_store *store, int64_t message, GString *out,
				struct pl_error *error);

/* Appends the commits that the patch which a mail carries became; none if it is no patch. */
enum pl_status pl_show_taken(struct pl_store *store, int64_t message, GString *out,
			     struct pl_error *error);

/* Appends the reports about the patch that became the commit with this id. */
enum pl_status pl_show_reports_of(struct pl_store *store, struct pl_text id, GString *out,
				  struct pl_error *error);

#endif
