/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which lines of a mail its sender wrote, as far as quotation marks do not tell. */
#ifndef PERFLORE_OWN_TEXT_H
#define PERFLORE_OWN_TEXT_H

#include <perflore/lines.h>

/* The first line of a part that repeats another mail below a head without quotation marks
 * (`-----Original Message-----`, or From: and Sent:); the number of lines where none does. */
size_t pl_own_lines(const struct pl_lines *lines);

/* The mail's own lines hold a change to be taken: a diff, somebody's signature under one, or the
 * subject of a patch. */
bool pl_own_change(const struct pl_lines *lines);

/* The subject of a patch that an answer holds, where line i is its head's
 * `Subject: [PATCH] ...`, or `Subject: ...` below a rule or `From:`; none: another line. */
struct pl_text pl_own_patch_title(const struct pl_lines *lines, size_t i);

#endif
