/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which descriptions of test machines are about the same one. */
#ifndef PERFLORE_MACHINE_KEY_H
#define PERFLORE_MACHINE_KEY_H

#include <perflore/arena.h>
#include <perflore/records.h>

/* What all spellings of a machine have in common. Where it has a name (tbox), its group: the
 * name without the number of an instance. Else threads, model (without maker, marks and the
 * word CPU; the code name where there is no model) and memory of its description, `96|gold
 * 6252 @ 2.1ghz|256`; sockets and code names came later to the descriptions. Two machines of
 * one make have that in common, so it says nothing about names. Else the description as it
 * stands (a virtual machine). In arena, or points into machine. */
struct pl_text pl_machine_key(struct pl_arena *arena, const struct pl_machine *machine);

#endif
