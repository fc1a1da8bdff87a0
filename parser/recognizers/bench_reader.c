/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_reader.h"

#include <glib.h>

/* Lines above a stretch that may belong to its tables */
#define LINES_ABOVE 14
/* Cells that are cut in one part, about 100 MB of them; the largest real mail has a few
 * thousand. What comes behind is a problem entry. */
#define MAX_CELLS 400000

struct bench_reader bench_reader_new(struct pl_scan *scan)
{
	struct bench_reader reader = {.scan = scan};

	reader.lines = pl_arena_alloc(scan->arena, scan->lines->n * sizeof(*reader.lines));
	return reader;
}

void bench_reader_move(struct bench_reader *reader, const struct pl_stretch *stretch)
{
	const struct pl_lines *lines = reader->scan->lines;
	unsigned depth = lines->v[stretch->from].depth;

	reader->from = stretch->from;
	reader->to = stretch->to;
	while (reader->from && stretch->from - reader->from < LINES_ABOVE &&
	       lines->v[reader->from - 1].depth == depth)
		reader->from--;
	while (reader->to < lines->n && lines->v[reader->to].depth == depth)
		reader->to++;
}

struct bench_line *bench_reader_line(struct bench_reader *reader, int64_t index)
{
	if (index < reader->from || index >= reader->to)
		return NULL;
	if (!reader->lines[index]) {
		reader->lines[index] = bench_line_new(reader->scan, (uint32_t)index);
		reader->cells += 1u + reader->lines[index]->n_cells;
	}
	return reader->lines[index];
}

bool bench_reader_full(struct bench_reader *reader)
{
	if (reader->cells <= MAX_CELLS)
		return false;
	pl_problem_add(reader->scan->arena, &reader->scan->message->mail->problems,
		       PL_TEXT("too-many-rows"), PL_TEXT_NONE);
	return true;
}

void bench_reader_visit(struct pl_scan *scan, uint32_t above, bench_visit visit)
{
	struct bench_reader reader = bench_reader_new(scan);

	for (size_t s = 0; s < scan->figures.n; s++) {
		const struct pl_stretch *stretch = &scan->figures.v[s];

		bench_reader_move(&reader, stretch);
		for (uint32_t i = stretch->from - MIN(above, stretch->from - reader.from);
		     i < stretch->to && !bench_reader_full(&reader);)
			i = visit(&reader, i);
	}
}
