/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What mail programs do to the sentences and fields of a robot's mail, undone: pieces that were
 * broken off a line, with its quote marks or with fewer. */
#ifndef PERFLORE_LKP_PARAGRAPH_H
#define PERFLORE_LKP_PARAGRAPH_H

#include "core/recognizer.h"

/* Line i of the part. */
const struct pl_line *lkp_line(const struct pl_scan *scan, size_t i);

/* The line below line i, if it goes on with text of this depth: it has the same depth, or
 * a mail program broke it off and gave it fewer marks, so that it stands, with one or two
 * more, between lines of that depth. Else, or if it is blank, empty. */
struct pl_text lkp_below(struct pl_scan *scan, size_t i, unsigned depth);

/* The same, but whatever stands behind it: a comment may. Only its words tell whether it
 * belongs to line i. */
struct pl_text lkp_piece(const struct pl_scan *scan, size_t i, unsigned depth);

/* Line i with up to `more` lines behind it, joined as by lkp_join(): for sentences that a
 * mail program broke. Stops where lkp_below() has nothing. */
struct pl_text lkp_paragraph(struct pl_scan *scan, size_t i, size_t more);

/* Line i with exactly `more` lines behind it, each with text and of fewer marks or as many, if
 * one has fewer; else empty. Nothing but the words tells whether they belong to it. */
struct pl_text lkp_broken_off(struct pl_scan *scan, size_t i, size_t more);

/* Whether the first word of rest, the line below, may not have fitted into line i. */
bool lkp_was_full(const struct pl_scan *scan, size_t i, struct pl_text rest);

/* text and what a mail program broke off it: joined by a blank, but behind a hyphen by
 * nothing. */
struct pl_text lkp_join(struct pl_arena *arena, struct pl_text text, struct pl_text rest);

/* value, of a configuration or compiler, which ends line i, with what was broken off it. Where
 * the rest is missing, value as printed, and a problem says so. */
struct pl_text lkp_value(struct pl_scan *scan, size_t i, struct pl_text value);

/* Notes as a problem that the rest of value is missing in the mail. */
void lkp_is_cut(struct pl_scan *scan, struct pl_text value);

/* Line i; where a mail program broke it behind its key, with the value below. */
struct pl_text lkp_keyed(struct pl_scan *scan, size_t i);

#endif
