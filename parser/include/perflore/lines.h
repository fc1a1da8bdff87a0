/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines: where the difficulty of mail ends. Quote marks are stripped and
 * counted, format=flowed is undone, wrapped rows are rejoined, the plus-minus
 * sign is U+00B1 in every row. A recognizer never sees a `>`.
 */
#ifndef PERFLORE_LINES_H
#define PERFLORE_LINES_H

#include <stdint.h>

#include <perflore/mail.h>

struct pl_line {
	struct pl_text text; /* unquoted; plain blanks where a row may stand, nothing without
				width; no trailing blanks; cut at limits->line_bytes */
	uint32_t number;     /* 1-based in the decoded text of the mail (all parts) */
	uint16_t depth;	     /* quote marks in front */
	uint16_t pieces;     /* physical lines joined into this one: 1, or more */
	bool tilde;	     /* the mail has a `~` where text has a plus-minus sign */
};

/* The lines of one part. Numbers go on over the parts. Blank lines that a mail program put
 * behind every line are left out. */
struct pl_lines {
	struct pl_line *v;
	size_t n;
	uint32_t first;		 /* number of the part's first physical line */
	struct pl_text filename; /* as in struct pl_part */
};

/* Splits part into lines, the first of which has number `first`. The lines live
 * in arena and may point into part->text. *next_out is the number of the first
 * line after the part. */
void pl_lines_split(struct pl_arena *arena, const struct pl_part *part, uint32_t first,
		    const struct pl_limits *limits, struct pl_problems *problems,
		    struct pl_lines *lines_out, uint32_t *next_out);

/* Quote marks of one physical line: *depth_out is their number; the text behind
 * them (and behind the one blank that belongs to the last) is returned. */
struct pl_text pl_line_unquote(struct pl_text line, unsigned *depth_out);

#endif
