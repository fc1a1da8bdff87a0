/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names with the frequencies that they have on lists: names.tsv, `kind count name` a
 * line. A metric that starts with `@` is a prefix; names of functions follow it.
 */
#ifndef PERFLORE_GENERATOR_NAMES_H
#define PERFLORE_GENERATOR_NAMES_H

#include <stdbool.h>

#include <glib.h>

enum name_kind { NAME_METRIC, NAME_FUNCTION, NAME_TESTCASE, NAME_MACHINE, NAME_WORD, NAME_KINDS };

/* Complains on standard error. */
bool names_load(const char *path);
void names_free(void);

/* One of the kind, by frequency; by_frequency false: each as likely as any other. */
const char *names_draw(GRand *random, enum name_kind kind, bool by_frequency);

#endif
