/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A figure of a table that people write: a number with its unit and the notes behind it.
 */
#ifndef PERFLORE_BENCH_FIGURE_H
#define PERFLORE_BENCH_FIGURE_H

#include <stdint.h>

#include <perflore/text.h>

#define BENCH_MAX_NOTES 3

enum bench_cell_kind {
	BENCH_WORDS,  /* begins with no number */
	BENCH_FIGURE, /* a number with what belongs to it */
	BENCH_MARK,   /* stands for a figure that is missing: a dash, a tilde, crosses */
	BENCH_EMPTY,  /* nothing between two bars */
};

/* What stands behind a number: `( 1.5%)`, `[ 1.53]`, `* 9.23%*`, a spread, `|023%`. */
struct bench_note {
	char form; /* '(' '[' '*' '+' (a spread without brackets) '|' */
	bool percent;
	bool spread; /* a plus-minus sign stands before the number */
	struct pl_text number;
	struct pl_text text; /* as printed */
};

struct bench_cell {
	enum bench_cell_kind kind;
	struct pl_text text; /* as printed */
	uint32_t from, to;   /* columns, counted in characters */
	uint16_t field;	     /* tabs before it, of a line that tabs alone part */
	/* of a figure */
	struct pl_text number;
	char scale; /* k K M G, or 0 */
	struct pl_text unit;
	double seconds; /* of `0m1.5s` */
	bool clock;
	bool odd;      /* there is more than number, unit and notes */
	bool remarked; /* what is more stands in round brackets: `(14% better)` */
	struct bench_note notes[BENCH_MAX_NOTES];
	uint8_t n_notes;
	/* of words: where the figures begin that one blank parts from them, else 0 */
	uint32_t tail;
};

static inline bool bench_ends_cell(struct pl_text text, size_t i)
{
	return i >= text.len || pl_is_blank(text.ptr[i]) || text.ptr[i] == '|';
}

/* The first place from i on that is no blank */
static inline size_t bench_skip_blanks(struct pl_text text, size_t i)
{
	while (i < text.len && pl_is_blank(text.ptr[i]))
		i++;
	return i;
}

/* text from i on */
static inline struct pl_text bench_behind(struct pl_text text, size_t i)
{
	return pl_text_slice(text, i, text.len);
}

/* Reads a figure at text[i]; the end of it, or 0 where there is none. It ends before a
 * blank, a bar or the end of text. Columns are left to the caller. */
size_t bench_figure_at(struct pl_text text, size_t i, struct bench_cell *cell);

/* `|023%` at text[i], glued to the number before it: its end, or 0. */
size_t bench_share_at(struct pl_text text, size_t i, struct bench_note *note);

#endif
