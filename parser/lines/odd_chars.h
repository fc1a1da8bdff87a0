/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Characters that mail programs and web pages put for the plain ones of a table: blanks
 * of all widths, characters without width, and dashes for the minus sign.
 */
#ifndef PERFLORE_ODD_CHARS_H
#define PERFLORE_ODD_CHARS_H

#include <perflore/arena.h>

enum pl_odd {
	PL_ODD_BLANKS = 1,    /* NBSP, U+2000 to U+200A, U+202F, U+205F, U+3000 */
	PL_ODD_INVISIBLE = 2, /* soft hyphen, U+200B, U+2060, U+FEFF */
	PL_ODD_DASHES = 4,    /* U+2010 to U+2013, U+2212 */
	PL_ODD_LONG = 8,      /* dashes that are never a sign: U+2014, U+2015 */
};

/* Which of them text holds. */
unsigned pl_odd_find(struct pl_text text);

/* The bytes of the odd blank at text[i], 0 where there is none, or where it parts words of
 * other scripts; *columns_out is its width. */
size_t pl_odd_blank_at(struct pl_text text, size_t i, size_t *columns_out);

/* The bytes of the odd blank that text ends in, or 0. */
size_t pl_odd_blank_before_end(struct pl_text text);

/* The bytes of the dash at text[i], 0 where there is none. */
size_t pl_odd_dash_at(struct pl_text text, size_t i);

/* text with hyphens, three for a dash that stands for some, if it is a rule: nothing but dashes,
 * blanks, and the corners of a box; else, or where it holds no such dash, text itself. */
struct pl_text pl_odd_rule(struct pl_arena *arena, struct pl_text text);

/* text without those that have no width: text itself, or a copy in arena. A soft hyphen
 * that stands alone remains: it is what became of a dash in a cell. */
struct pl_text pl_odd_strip(struct pl_arena *arena, struct pl_text text);

/* The same, with plain blanks for the odd ones: what plain strings are looked for in. */
struct pl_text pl_odd_plain(struct pl_arena *arena, struct pl_text text);

#endif
