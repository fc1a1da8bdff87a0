/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What mail does to one row of a table, undone: the plus-minus sign in all the forms
 * that archives and charsets give it, tabs and NBSP as padding; and how a broken row
 * is told. Forms: docs/robots.md.
 */
#ifndef PERFLORE_ROW_TEXT_H
#define PERFLORE_ROW_TEXT_H

#include <glib.h>

#include <perflore/arena.h>

#define PL_PLUS_MINUS "\xC2\xB1"

/* text with the plus-minus sign as U+00B1, `-` for a dash in front of a number, and blanks
 * for tabs and odd blanks, if it may be a row: it holds `%`, or begins with a number. Where
 * `odd` (of enum pl_odd) has blanks, all text is made plain; other text is returned as it
 * is. *tilde_inout becomes true where a sign stands for a `~`: then all of the line's do. It may
 * be NULL, for text that was made plain before. */
struct pl_text pl_row_text_normalize(struct pl_arena *arena, struct pl_text text, unsigned odd,
				     bool *tilde_inout);

/* Nothing but the plus-minus sign, in any of its forms. */
bool pl_row_text_is_sign(struct pl_text text);

/* Two numbers or more, a `%` or a plus-minus sign among them, and nothing else: the
 * cells of a row whose name stands on the next line. */
bool pl_row_text_is_numbers(struct pl_text text);

/* One word that can only be the name of a metric or a test. */
bool pl_row_text_is_name(struct pl_text text);

#endif
