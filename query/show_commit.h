/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How mails hang together over commits, as lines of `perflore show`. */
#ifndef PERFLORE_SHOW_COMMIT_H
#define PERFLORE_SHOW_COMMIT_H

#include <perflore/format.h>

/* Appends the mails that carry the patch which a report blames, if it was not merged: the
 * version that was tested, and those before and after it. */
enum pl_status pl_show_patches(struct pl_store *store, int64_t report, const struct pl_style *style,
			       GString *out, struct pl_error *error);

/* Appends the reports about the patch that a mail carries. */
enum pl_status pl_show_reported(struct pl_store *store, int64_t message, GString *out,
				struct pl_error *error);

#endif
