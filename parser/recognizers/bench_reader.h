/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the lines around a stretch of figures, each cut once. */
#ifndef PERFLORE_BENCH_READER_H
#define PERFLORE_BENCH_READER_H

#include "core/recognizer.h"
#include "recognizers/bench_line.h"

/* Reads the lines of one depth around a stretch of figures. */
struct bench_reader {
	struct pl_scan *scan;
	struct bench_line **lines; /* by index in scan->lines; cut when first asked for */
	uint32_t from, to;	   /* lines that may be read */
	size_t cells;		   /* cut so far */
};

/* A reader for the part; its bounds are set by bench_reader_move(). */
struct bench_reader bench_reader_new(struct pl_scan *scan);

/* Bounds the reader to the lines of the stretch's depth around it. */
void bench_reader_move(struct bench_reader *reader, const struct pl_stretch *stretch);

/* Line index, cut; NULL outside the bounds. */
struct bench_line *bench_reader_line(struct bench_reader *reader, int64_t index);

/* What a recognizer does at line i; returns the line to go on with, beyond i. */
typedef uint32_t (*bench_visit)(struct bench_reader *reader, uint32_t i);

/* Visits the lines of every stretch of figures of the part, and so many above it of its depth,
 * until the reader is full. */
void bench_reader_visit(struct pl_scan *scan, uint32_t above, bench_visit visit);

/* So many cells were cut that the rest of the part is left out: a problem entry. */
bool bench_reader_full(struct bench_reader *reader);

#endif
