/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_cut.h"

#include <glib.h>

#include "recognizers/bench_mark.h"
#include "recognizers/bench_text.h"

/* The widest piece of words in brackets */
#define MAX_BRACKET 48
/* The widest piece of words in brackets behind others */
#define MAX_REMARK 24

/* Builds the cells of one line. */
struct cutter {
	struct bench_line *line;
	struct bench_cell *cells; /* room for BENCH_MAX_CELLS */
	size_t n;
	bool full;
};

static struct bench_cell *add(struct cutter *c, enum bench_cell_kind kind, size_t from, size_t to)
{
	struct bench_cell *cell;

	if (c->n == BENCH_MAX_CELLS) {
		c->full = true;
		return &c->cells[BENCH_MAX_CELLS - 1];
	}
	cell = &c->cells[c->n++];
	memset(cell, 0, sizeof(*cell));
	cell->kind = kind;
	cell->text = pl_text_slice(c->line->text, from, to);
	cell->from = (uint32_t)from;
	cell->to = (uint32_t)to;
	return cell;
}

static void add_figure(struct cutter *c, const struct bench_cell *figure, size_t from, size_t to)
{
	struct bench_cell *cell = add(c, BENCH_FIGURE, from, to);

	*cell = *figure;
	cell->text = pl_text_slice(c->line->text, from, to);
	cell->from = (uint32_t)from;
	cell->to = (uint32_t)to;
}

/* Length of an arrow at text[i]: `->`, `=>` or the letter, before a blank */
static size_t arrow_at(struct pl_text text, size_t i)
{
	static const struct pl_text forms[] = {PL_TEXT("->"), PL_TEXT("=>"),
					       PL_TEXT("\xE2\x86\x92")};

	for (size_t k = 0; k < G_N_ELEMENTS(forms); k++)
		if (i + forms[k].len < text.len &&
		    pl_text_starts(bench_behind(text, i), forms[k]) &&
		    pl_is_blank(text.ptr[i + forms[k].len]))
			return forms[k].len;
	return 0;
}

/* The end of a piece of words that begins at text[i]: a gap, a bar or an arrow. A
 * short bracket may hold a gap. */
static size_t words_end(struct pl_text text, size_t i)
{
	size_t start = i;

	while (i < text.len) {
		if (text.ptr[i] == '|' || text.ptr[i] == '\t')
			break;
		if (text.ptr[i] == ' ' && i + 1 < text.len &&
		    (pl_is_blank(text.ptr[i + 1]) || text.ptr[i + 1] == '|' ||
		     arrow_at(text, i + 1)))
			break;
		if ((text.ptr[i] == '(' && i > start) || text.ptr[i] == '[') {
			size_t most = i > start ? MAX_REMARK : MAX_BRACKET;
			const char *close = memchr(text.ptr + i, text.ptr[i] == '(' ? ')' : ']',
						   MIN(text.len - i, most));

			if (close && !memchr(text.ptr + i, '\t', (size_t)(close - text.ptr) - i)) {
				bool whole = i == start;

				i = (size_t)(close - text.ptr);
				if (whole && bench_ends_cell(text, i + 1))
					return i + 1;
				continue;
			}
		}
		i++;
	}
	return i;
}

/* Where the figures begin that end the words [from, to), or 0. */
static uint32_t tail_of(struct pl_text text, size_t from, size_t to)
{
	struct pl_text piece = pl_text_slice(text, 0, to);

	for (size_t i = from + 1; i < to; i++) {
		struct bench_cell figure;
		size_t end = i;

		if (text.ptr[i - 1] != ' ')
			continue;
		while (end < to) {
			size_t next =
			    bench_figure_at(piece, bench_skip_blanks(piece, end), &figure);

			if (!next)
				break;
			end = next;
		}
		if (end == to)
			return (uint32_t)i;
		/* a start in between fails at the same place */
		i = end;
	}
	return 0;
}

/* `Before: 460475.84 RPS   311591.19 RPS`: behind a colon one blank parts, unless the
 * line is a heading like `Groups: 2`. */
static bool parts_at_colon(struct pl_text text, const struct bench_cell *words, size_t end)
{
	if (!words->tail || text.ptr[words->tail - 2] != ':')
		return false;
	for (size_t i = words->tail; i < end; i++)
		if (!g_ascii_isdigit(text.ptr[i]))
			return true;
	return bench_skip_blanks(text, end) < text.len;
}

static void cut_words(struct cutter *c, size_t *i)
{
	struct pl_text text = c->line->text;
	size_t end = words_end(text, *i);
	struct bench_cell *cell = add(c, BENCH_WORDS, *i, end);

	if (bench_is_mark(cell->text))
		cell->kind = BENCH_MARK;
	else if (end > *i &&
		 (g_ascii_isdigit(text.ptr[end - 1]) || strchr(")%]*", text.ptr[end - 1]) ||
		  g_ascii_isalpha(text.ptr[end - 1])))
		cell->tail = tail_of(text, *i, end);
	if (parts_at_colon(text, cell, end)) {
		end = cell->tail - 1;
		cell->tail = 0;
		cell->to = (uint32_t)end;
		cell->text = pl_text_slice(text, cell->from, end);
	}
	*i = end;
}

/* Figures in a row, parted by one blank; what follows that is none makes the last odd. */
static void cut_figures(struct cutter *c, size_t *i)
{
	struct pl_text text = c->line->text;
	struct bench_cell figure;
	size_t end;

	while ((end = bench_figure_at(text, *i, &figure))) {
		size_t next = end + 1;

		add_figure(c, &figure, *i, end);
		*i = end;
		if (end >= text.len || text.ptr[end] != ' ' || next >= text.len ||
		    pl_is_blank(text.ptr[next]) || text.ptr[next] == '|' || arrow_at(text, next))
			return;
		if (bench_figure_at(text, next, &figure)) {
			*i = next;
			continue;
		}
		/* a path is a cell of its own */
		if (text.ptr[next] == '/')
			return;
		if (c->n && !c->full) {
			struct bench_cell *last = &c->cells[c->n - 1];

			end = words_end(text, next);
			last->odd = true;
			last->remarked = text.ptr[next] == '(' && text.ptr[end - 1] == ')';
			last->to = (uint32_t)end;
			last->text = pl_text_slice(text, last->from, end);
			*i = end;
		}
		return;
	}
}

/* Cells between bars. */
static void cut_barred(struct cutter *c)
{
	struct pl_text text = c->line->text;
	size_t i = bench_skip_blanks(text, 0) + 1;

	while (i < text.len) {
		const char *bar = memchr(text.ptr + i, '|', text.len - i);
		size_t end = bar ? (size_t)(bar - text.ptr) : text.len, from = i, to = end;
		struct bench_cell figure;
		size_t stop;

		/* a share glued to its number is no bar */
		while (bar && end > i && g_ascii_isdigit(text.ptr[end - 1]) &&
		       bench_share_at(text, end, &figure.notes[0])) {
			bar = memchr(bar + 1, '|', text.len - end - 1);
			end = bar ? (size_t)(bar - text.ptr) : text.len;
			to = end;
		}
		if (!bar && bench_skip_blanks(text, i) == text.len)
			break;
		while (from < to && pl_is_blank(text.ptr[from]))
			from++;
		while (to > from && pl_is_blank(text.ptr[to - 1]))
			to--;
		/* bold */
		if (to > from + 4 && pl_text_starts(bench_behind(text, from), PL_TEXT("**")) &&
		    pl_text_ends(pl_text_slice(text, from, to), PL_TEXT("**"))) {
			from += 2;
			to -= 2;
		}
		if (from == to || bench_is_rule(pl_text_slice(text, from, to))) {
			add(c, BENCH_EMPTY, from, from);
		} else if (bench_is_mark(pl_text_slice(text, from, to))) {
			add(c, BENCH_MARK, from, to);
		} else if ((stop = bench_figure_at(pl_text_slice(text, 0, to), from, &figure))) {
			figure.remarked =
			    stop + 2 < to && text.ptr[stop + 1] == '(' && text.ptr[to - 1] == ')';
			figure.odd |= stop != to;
			add_figure(c, &figure, from, to);
		} else {
			add(c, BENCH_WORDS, from, to);
		}
		/* a cell reaches from bar to bar */
		if (!c->full) {
			c->cells[c->n - 1].from = (uint32_t)i;
			c->cells[c->n - 1].to = (uint32_t)end;
		}
		i = end + 1;
	}
}

/* `95% latencies:`, `8 clients`: a label that begins with a number */
static bool leads_words(struct pl_text text, size_t i)
{
	struct bench_cell figure;
	size_t end;

	while ((end = bench_figure_at(text, i, &figure))) {
		i = end + 1;
		if (end >= text.len || text.ptr[end] != ' ' || i >= text.len ||
		    pl_is_blank(text.ptr[i]) || text.ptr[i] == '|' || arrow_at(text, i))
			return false;
	}
	return g_ascii_isalpha(text.ptr[i]) || text.ptr[i] == '<' || text.ptr[i] == '(';
}

/* Over a drawn bar that ends in its percentage: `*******73%` */
static size_t skip_bar(struct pl_text text, size_t i)
{
	size_t k = i, n;

	while (k < text.len && text.ptr[k] == '*')
		k++;
	n = k > i + 1 ? bench_number_at(bench_behind(text, k)) : 0;
	return n && k + n + 1 == text.len && text.ptr[k + n] == '%' ? k : i;
}

static void cut_open(struct cutter *c)
{
	struct pl_text text = c->line->text;

	for (size_t i = 0;;) {
		struct bench_cell figure;
		size_t arrow;

		i = skip_bar(text, bench_skip_blanks(text, i));
		if (i >= text.len)
			return;
		if (text.ptr[i] == '|') {
			i++;
		} else if ((arrow = arrow_at(text, i))) {
			c->line->arrow = true;
			i += arrow;
		} else if (bench_figure_at(text, i, &figure) && (c->n || !leads_words(text, i))) {
			cut_figures(c, &i);
		} else {
			cut_words(c, &i);
		}
		if (c->full)
			return;
	}
}

/* Where figures stand, the words for what gave none are cells like them. */
static void mark_outcomes(struct bench_cell *cells, size_t n)
{
	size_t figures = 0;

	for (size_t i = 0; i < n; i++)
		figures += cells[i].kind == BENCH_FIGURE;
	for (size_t i = 1; i < n && figures; i++)
		if (cells[i].kind == BENCH_WORDS && bench_is_outcome(cells[i].text))
			cells[i].kind = BENCH_MARK;
}

size_t bench_cut(struct bench_line *line, struct bench_cell *cells)
{
	struct cutter c = {.line = line, .cells = cells};

	if (line->barred)
		cut_barred(&c);
	else
		cut_open(&c);
	if (c.full)
		return 0;
	mark_outcomes(cells, c.n);
	return c.n;
}
