/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which descriptions of test machines are about the same one. */
#ifndef PERFLORE_MACHINE_KEY_H
#define PERFLORE_MACHINE_KEY_H

#include <perflore/arena.h>
#include <perflore/records.h>

/* What all spellings of a machine's description have in common: `96|gold 6252 @
 * 2.1ghz|256`. Threads, model (without maker, marks and the word CPU; the code name where
 * there is no model) and memory; sockets and code names came later to the descriptions.
 * Empty where the description names no threads or no model (a virtual machine). Two
 * machines of the same make have the same key: their tbox parts them. In arena. */
struct pl_text pl_machine_key(struct pl_arena *arena, const struct pl_machine *machine);

#endif
