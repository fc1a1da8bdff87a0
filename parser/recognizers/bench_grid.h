/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The grid of a table that people write: rows of one shape, the columns that their
 * figures form, and the lines above that name the columns.
 */
#ifndef PERFLORE_BENCH_GRID_H
#define PERFLORE_BENCH_GRID_H

#include "core/recognizer.h"
#include "recognizers/bench_reader.h"
#include "recognizers/bench_row.h"

#define BENCH_MAX_COLUMNS 40
#define BENCH_MAX_HEADS 6
#define BENCH_NO_COLUMN UINT16_MAX

struct bench_row {
	struct bench_line *line;
	uint32_t section;	   /* 1 + index of the heading above it, 0: none */
	struct bench_line *name;   /* the line above, where the label alone stands; or NULL */
	uint16_t n_labels;	   /* cells that name the row */
	struct bench_cell **cells; /* by column; NULL: blank */
	struct bench_cell *remark; /* words behind the figures */
};

struct bench_column {
	uint32_t from, to;
	bool labels; /* its cells belong to the rows' labels */
	bool change; /* its cells are changes of column `of`, or plain differences: of none */
	bool noted;  /* it is their notes that are */
	uint16_t of;
	struct pl_text label; /* as it stands above, lines joined by one blank */
	bool pct_imp, cv;     /* notes of the heading: what notes in cells mean */
};

struct bench_grid {
	struct bench_reader *reader;
	struct bench_row *rows;
	size_t n_rows;
	uint32_t first_heading; /* 1 + line index of the heading between labels and rows, or 0 */
	uint32_t *sections;	/* line indexes of headings between the rows */
	size_t n_sections;
	struct bench_column columns[BENCH_MAX_COLUMNS];
	size_t n_columns;
	size_t n_remarks;		 /* between bars: columns of words behind them */
	uint32_t next;			 /* the first line that is not looked at yet */
	uint32_t labels_end;		 /* column where the words of the rows' labels end */
	uint32_t heads[BENCH_MAX_HEADS]; /* line indexes of column labels, top first */
	size_t n_heads;
	uint32_t top; /* the first line that belongs to the table, labels or not */
	struct pl_text brackets[BENCH_MAX_HEADS]; /* words in brackets of the head, top first */
	size_t n_brackets;
	size_t headed;		      /* value columns that have a label */
	struct pl_text label_head[2]; /* headings over the rows' label cells */
	struct pl_text remark_head;   /* heading over the words behind the figures */
	bool barred, arrows;
	bool numbered; /* items of a list, each with a figure */
	bool hollow; /* a row of empty fields stands for the labels */
};

/* Collects the rows from line `first` on, and their columns. False where there is no
 * row; grid->next is always set. */
bool bench_grid_collect(struct bench_reader *reader, uint32_t first, struct bench_grid *grid);

/* Finds the lines above that name the columns. */
void bench_grid_find_heads(struct bench_grid *grid);

/* The first line with column labels, else the first row. */
uint32_t bench_grid_line(const struct bench_grid *grid);

#endif
