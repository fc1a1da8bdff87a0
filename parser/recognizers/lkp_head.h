/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines above the rows of an LKP comparison table, each told by itself: labels, the
 * rule below them, sections (`%stddev`, `fail:runs`), markers, axes.
 */
#ifndef PERFLORE_LKP_HEAD_H
#define PERFLORE_LKP_HEAD_H

#include <perflore/text.h>

/* The label of the column that holds tests instead of metrics. */
extern const struct pl_text lkp_by_test_label;

/* The next word of text from *i, which moves behind it; empty at the end. */
struct pl_text lkp_next_word(struct pl_text text, size_t *i);

/* A commit id of `least` to 40 hex digits. */
bool lkp_is_hex(struct pl_text word, size_t least);

/* All of text is labels (ids, tags, branches), one of them at least a long hex id. */
bool lkp_is_label_line(struct pl_text text);

/* Labels in text if it holds two or more and no id; else 0. Only a rule of as many groups
 * below it shows that they are labels. */
size_t lkp_count_tags(struct pl_text text);

/* text without a reader's note behind its labels (`<-- bad`). */
struct pl_text lkp_cut_label_note(struct pl_text text);

/* Words in text that may be labels, whatever they are, if nothing else stands there but a note;
 * else 0. Only a rule of as many groups right below shows that they are. */
size_t lkp_count_words(struct pl_text text);

/* All of text is labels, perhaps none of them an id: what a mail program broke off a header,
 * where a rule follows. */
bool lkp_is_rest_of_labels(struct pl_text text);

/* Groups of dashes if text holds nothing else, else 0. */
size_t lkp_dash_groups(struct pl_text text);

/* A rule of 20 c or more. */
bool lkp_is_rule_of(struct pl_text text, char c);

/* `\ | \` and the like below the section line */
bool lkp_is_marker(struct pl_text text);

/* Columns that a section line names. */
size_t lkp_count_columns(struct pl_text text);

/* The columns in front of the table whose section line this is, or LKP_INDENT_UNKNOWN. */
size_t lkp_section_indent(struct pl_text text);

/* Is `next` the rest of the section line `text`? One of the two has a change at the place
 * of the break. */
bool lkp_continues_section(struct pl_text text, struct pl_text next);

/* Slashes in a line of keys or values, without a last `/...`. */
size_t lkp_count_slashes(struct pl_text text);

#endif
