/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the header of a mail says about who wrote it, and what it carries. */
#ifndef PERFLORE_SENDER_H
#define PERFLORE_SENDER_H

#include <glib.h>

#include <perflore/text.h>

/* A sender that is a program, by its name and address: the same address sends as a
 * robot and as a person. */
bool pl_is_robot(struct pl_text name, struct pl_text address);

/* A subject that carries a patch: `[PATCH ...]` in front, no `Re:`. */
bool pl_is_patch(struct pl_text subject);

#endif
