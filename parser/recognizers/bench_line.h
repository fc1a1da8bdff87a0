/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line of a table that people write, cut into cells. Cells are parted by two or more
 * blanks, a tab, a bar or an arrow; figures also by one blank.
 */
#ifndef PERFLORE_BENCH_LINE_H
#define PERFLORE_BENCH_LINE_H

#include "core/recognizer.h"

#define BENCH_MAX_CELLS 48
#define BENCH_MAX_NOTES 3

enum bench_cell_kind {
	BENCH_WORDS,  /* begins with no number */
	BENCH_FIGURE, /* a number with what belongs to it */
	BENCH_MARK,   /* stands for a figure that is missing: `~`, `-`, `XXX` */
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

struct bench_line {
	uint32_t index;	     /* of the line in scan->lines */
	struct pl_text text; /* tabs expanded; one tab is left where each stood */
	struct bench_cell *cells;
	uint16_t n_cells;
	uint16_t figures; /* cells that are figures or marks */
	uint16_t pieces;  /* lines that a mail program made of it */
	bool blank, rule, snip, barred /* begins with a bar */, arrow;
	bool bracket; /* begins with words in square brackets */
	bool hollow;  /* a row of bars with nothing between them: a head without labels */
};

/* Cuts line index of scan into cells. */
struct bench_line *bench_line_new(struct pl_scan *scan, uint32_t index);

/* Cuts line->text anew. */
void bench_line_cut(struct pl_scan *scan, struct bench_line *line);

/* A copy of line, a bar at its begin notwithstanding cut at gaps. */
struct bench_line *bench_line_open(struct pl_scan *scan, const struct bench_line *line);

/* Reads a figure at text[i]; the end of it, or 0 where there is none. It ends before a
 * blank, a bar or the end of text. Columns are left to the caller. */
size_t bench_figure_at(struct pl_text text, size_t i, struct bench_cell *cell);

/* The figures at the end of the words in a cell. */
size_t bench_line_count_tail(const struct bench_line *line, size_t cell);

/* Makes two cells of words and the figures behind them, where there are such. */
bool bench_line_split_tail(struct pl_scan *scan, struct bench_line *line, size_t cell);

/* Nothing but dashes and the like, at least three of them together. */
bool bench_is_rule(struct pl_text text);

#endif
