/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which lines of a mail its sender wrote, as far as quotation marks do not tell. */
#ifndef PERFLORE_OWN_TEXT_H
#define PERFLORE_OWN_TEXT_H

#include <perflore/lines.h>

/* The first line of a part that repeats another mail below a head without quotation marks
 * (`-----Original Message-----`, or From: and Sent:); the number of lines where none does. */
size_t pl_own_lines(const struct pl_lines *lines);

/* The mail's own lines hold a change to be taken: a diff, or somebody's signature under one. */
bool pl_own_change(const struct pl_lines *lines);

#endif
