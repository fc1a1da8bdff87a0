/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plots of bisections, as gnuplot's "dumb" terminal prints them in mails of the kernel
 * test robot from 2014 to 2021:
 *
 *                      ftq.noise.50_
 *
 *   4000 ++------------O------------+
 *        |                      O   |
 *   3500 ++     O                   O
 *   ...
 *   1000 *+-------*-----------------+
 *
 * `O` is a bad sample, always alone. Good ones are `*` in the old frames (`++`); the
 * newer ones (`+-+`, `|-+`) draw them as the lines that join them, so they cannot be
 * told. x is the column from the axis, y is interpolated between the labelled rows.
 */
#include <math.h>
#include <stdlib.h>

#include <glib.h>

#include "core/bounds.h"
#include "core/number.h"
#include "core/recognizer.h"

enum pattern {
	TITLE,
	FRAME,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [TITLE] = {.name = "plot-title", .regex = "^\\s{4,}([A-Za-z][^\\s|]*[.][^\\s|]*)$"},
    [FRAME] = {.name = "plot-frame",
	       .regex = "^\\s*[+-]?\\d[\\d.]*(?:e[+-]?\\d+)? [+|O*][-+O*.:]{19,}[+|O*]?$"},
};

/* gnuplot draws 20 lines; a frame that is longer is none. */
#define MAX_ROWS 40
/* and it draws 80 columns */
#define MAX_WIDTH 200
/* Labels that are further from 1 than this are none. */
#define MAX_EXPONENT 100
/* The title stands this many lines above the frame at most. */
#define MAX_ABOVE 4

struct row {
	bool labelled;
	double y;
	struct pl_text text;
};

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

/* The upper or lower frame: dashes mostly, since a curve without gaps has the same
 * characters. */
static bool is_frame(struct pl_scan *scan, struct pl_text text)
{
	size_t dashes = 0;

	if (!match(scan, FRAME, text, NULL))
		return false;
	for (size_t i = 0; i < text.len; i++)
		dashes += text.ptr[i] == '-';
	return dashes * 3 > text.len;
}

static size_t blanks_before(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && text.ptr[i] == ' ')
		i++;
	return i;
}

/* The label in front of the axis at column `axis`, if there is one. */
static bool label_of(struct pl_text text, size_t axis, double *y_out)
{
	size_t start = blanks_before(text);
	size_t length = pl_number_at(pl_text_slice(text, start, text.len), y_out);

	return length && start + length + 1 == axis &&
	       (*y_out == 0 || fabs(log10(fabs(*y_out))) < MAX_EXPONENT);
}

/* y with four significant digits: a row is a twentieth of the range wide. The digits are read
 * as a decimal, for no factor of a binary number gives the one that is nearest. */
static double round_y(double y)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];
	int places;

	if (y == 0)
		return y;
	places = 3 - (int)floor(log10(fabs(y)));
	g_snprintf(digits, sizeof(digits), "%.0fe%d", round(y * pow(10, places)), -places);
	return g_ascii_strtod(digits, NULL);
}

/* y of the rows without label, from the nearest ones with. */
static void interpolate(struct row *rows, size_t n)
{
	size_t above = 0;

	for (size_t i = 1; i < n; i++) {
		if (!rows[i].labelled)
			continue;
		for (size_t k = above + 1; k < i; k++) {
			double part = (double)(k - above) / (double)(i - above);
			double y = rows[above].y + (rows[i].y - rows[above].y) * part;

			rows[k].y = round_y(y);
		}
		above = i;
	}
}

static int by_x(const void *a, const void *b)
{
	const struct pl_point *pa = a, *pb = b;

	if (pa->x != pb->x)
		return pa->x < pb->x ? -1 : 1;
	return (pa->y > pb->y) - (pa->y < pb->y);
}

static void collect(struct pl_scan *scan, const struct row *rows, size_t n, size_t axis, char mark,
		    struct pl_point **points, size_t *n_points)
{
	for (size_t i = 0; i < n; i++)
		for (size_t c = axis; c < rows[i].text.len; c++) {
			struct pl_point *point;

			if (rows[i].text.ptr[c] != mark)
				continue;
			point = PL_PUSH(scan->arena, *points, *n_points);
			point->x = (double)(c - axis);
			point->y = rows[i].y;
		}
	if (*n_points)
		qsort(*points, *n_points, sizeof(**points), by_x);
}

/* The title above line i at its depth; the index of its line, or `i`. */
static size_t title_above(struct pl_scan *scan, size_t i, struct pl_text *title_out)
{
	unsigned depth = scan->lines->v[i].depth;
	size_t left = MAX_ABOVE;

	for (size_t k = i; k-- > 0 && left--;) {
		const struct pl_line *line = &scan->lines->v[k];
		struct pl_captures c;

		if (line->depth != depth)
			return i;
		if (!line->text.len)
			continue;
		if (!match(scan, TITLE, line->text, &c))
			return i;
		*title_out = c.v[1];
		return k;
	}
	return i;
}

/* A plot whose upper frame is line i; the line behind it, or i where it is none. */
static size_t take_plot(struct pl_scan *scan, size_t i)
{
	struct pl_message *message = scan->message;
	const struct pl_line *top = &scan->lines->v[i];
	struct row rows[MAX_ROWS];
	struct pl_text title;
	struct pl_plot *plot;
	size_t title_line = title_above(scan, i, &title);
	size_t axis = blanks_before(top->text), n = 0, last;
	bool closed = false;

	if (title_line == i)
		return i;
	axis += pl_number_at(pl_text_slice(top->text, axis, top->text.len), NULL) + 1;
	for (last = i; last < scan->lines->n && n < MAX_ROWS && !closed; last++) {
		const struct pl_line *line = &scan->lines->v[last];
		double y = 0;

		if (line->depth != top->depth)
			continue;
		if (line->text.len <= axis || line->text.len > MAX_WIDTH ||
		    blanks_before(line->text) > axis)
			return i;
		rows[n].text = line->text;
		rows[n].labelled = label_of(line->text, axis, &y);
		rows[n].y = y;
		if (!rows[n].labelled && blanks_before(line->text) != axis)
			return i;
		closed = n && rows[n].labelled && is_frame(scan, line->text);
		n++;
	}
	if (!closed ||
	    !pl_has_room(scan, message->n_plots, scan->limits->plots, PL_TEXT("too-many-plots")))
		return i;
	interpolate(rows, n);
	plot = PL_PUSH(scan->arena, message->plots, message->n_plots);
	plot->title = title;
	plot->line = scan->lines->v[title_line].number;
	plot->depth = top->depth;
	plot->y_min = INFINITY;
	plot->y_max = -INFINITY;
	for (size_t k = 0; k < n; k++)
		if (rows[k].labelled) {
			plot->y_min = fmin(plot->y_min, rows[k].y);
			plot->y_max = fmax(plot->y_max, rows[k].y);
		}
	collect(scan, rows, n, axis, 'O', &plot->bad, &plot->n_bad);
	collect(scan, rows, n, axis, '*', &plot->good, &plot->n_good);
	for (size_t k = title_line; k < last; k++)
		if (scan->lines->v[k].depth == top->depth)
			pl_claim(scan, k);
	return last;
}

static void recognize(struct pl_scan *scan)
{
	for (size_t i = 0; i < scan->lines->n;) {
		struct pl_text text = scan->lines->v[i].text;
		size_t start = blanks_before(text), next = i;

		if (start < text.len &&
		    (g_ascii_isdigit(text.ptr[start]) || text.ptr[start] == '-') && text.len > 30 &&
		    is_frame(scan, text))
			next = take_plot(scan, i);
		i = next == i ? i + 1 : next;
	}
}

static const char *const needles[] = {"-------", NULL};

const struct pl_recognizer pl_recognizer_lkp_plot = {
    .id = "lkp-plot",
    .summary = "plots of bisections in mails of the kernel test robot",
    .origin = "gnuplot's dumb terminal, as lkp-tests calls it; 2014 to 2021",
    .version = 2,
    .rank = 5,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
