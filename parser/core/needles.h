/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The prefilter of the registry: which recognizers have a needle in a text, found in
 * one pass over it, however many needles there are. Nearly all mails hold none, so
 * this pass is most of what a recognizer costs.
 */
#ifndef PERFLORE_NEEDLES_H
#define PERFLORE_NEEDLES_H

#include <stdint.h>

#include <perflore/text.h>

struct pl_needles;

/* The shortest needle: it bounds how far the search may skip. */
#define PL_NEEDLE_MIN 6

struct pl_needles *pl_needles_new(void);
void pl_needles_free(struct pl_needles *needles);

/* Adds a needle of owner (0 to 63): at least PL_NEEDLE_MIN bytes that live as long as
 * needles does. */
void pl_needles_add(struct pl_needles *needles, const char *needle, unsigned owner);

/* Bit i is set where a needle of owner i stands in text. */
uint64_t pl_needles_find(const struct pl_needles *needles, struct pl_text text);

#endif
