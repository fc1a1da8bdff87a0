/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How mails hang together over patches and commits, as lines of `perflore show`. */
#ifndef PERFLORE_SHOW_PATCH_H
#define PERFLORE_SHOW_PATCH_H

#include <sqlite3.h>

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

/* A report as a line of a commit: date, sender, message id and number in the mail, which are
 * the columns of row from at on. */
void pl_show_report_line(GString *out, const char *what, sqlite3_stmt *row, int at);

/* Appends the reports about the patch that became the commit with this id. */
enum pl_status pl_show_reports_of(struct pl_store *store, struct pl_text id, GString *out,
				  struct pl_error *error);

#endif
