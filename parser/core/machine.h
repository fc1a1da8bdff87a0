/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Test machines as LKP describes them:
 * `[NAME: ]T threads [S sockets] [BRAND] [(CODENAME)] with M[MGT] memory`.
 */
#ifndef PERFLORE_MACHINE_H
#define PERFLORE_MACHINE_H

#include <perflore/records.h>

/* Fills *machine_out from a description; text is set always, the rest where it is
 * printed. All texts point into text. */
void pl_machine_parse(struct pl_text text, struct pl_machine *machine_out);

#endif
