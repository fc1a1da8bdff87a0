/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_line.h"

#include <glib.h>

#include "recognizers/bench_text.h"

/* The widest piece of words in brackets */
#define MAX_BRACKET 48
#define MINUS "\xE2\x88\x92"
/* The widest piece of words in brackets behind others */
#define MAX_REMARK 24

static bool is_mark(struct pl_text text)
{
	static const char *const marks[] = {"-",
					    "--",
					    "---",
					    "~",
					    "n/a",
					    "na",
					    "xxx",
					    "?",
					    "inf",
					    "nan",
					    "oom",
					    "tbd",
					    "<not counted>",
					    "<not supported>",
					    "\xC2\xAD",
					    "\xE2\x80\x94",
					    "\xE2\x80\x93"};

	if (text.len > 16)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
		if (bench_same(text, marks[i]))
			return true;
	return false;
}

/* A run that gave no figure */
static bool is_outcome(struct pl_text text)
{
	static const char *const words[] = {"fail",  "failed",	"dnf",	   "timeout",
					    "hang",  "hung",	"crash",   "crashed",
					    "panic", "skipped", "(crash)", "killed"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (bench_same(text, words[i]))
			return true;
	return false;
}

/* Where figures stand, the words for what gave none are cells like them. */
static void mark_outcomes(struct bench_cell *cells, size_t n)
{
	size_t figures = 0;

	for (size_t i = 0; i < n; i++)
		figures += cells[i].kind == BENCH_FIGURE;
	for (size_t i = 1; i < n && figures; i++)
		if (cells[i].kind == BENCH_WORDS && is_outcome(cells[i].text))
			cells[i].kind = BENCH_MARK;
}

bool bench_is_rule(struct pl_text text)
{
	size_t run = 1;
	bool found = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (!strchr("-=+|_*~#:. \t", c) || !c)
			return false;
		run = i && c == text.ptr[i - 1] ? run + 1 : 1;
		found |= run >= 3 && strchr("-=_*~#+", c);
	}
	return found;
}

/* Bars alone: a drawn line goes through here */
static bool is_drawn(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!bench_is_blank(text.ptr[i]) && text.ptr[i] != '|')
			return false;
	return true;
}

static size_t count_bars(struct pl_text text)
{
	size_t bars = 0;

	for (size_t i = 0; i < text.len; i++)
		bars += text.ptr[i] == '|';
	return bars;
}

/* `...`, `[snip]` and the like: something was left out here */
static bool is_snip(struct pl_text text)
{
	static const char *const words[] = {"...",    "..",	"[...]", "[..]",    "[snip]",
					    "<snip>", "(snip)", "snip",	 "[ ... ]", "\xE2\x80\xA6"};

	text = pl_text_trim(text);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (bench_same(text, words[i]))
			return true;
	return false;
}

/* Tabs as blanks up to the next eighth column, but the first blank of each stays a tab. */
static struct pl_text expand(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0, column = 0;

	if (!pl_text_has(text, '\t'))
		return text;
	out = pl_arena_alloc(arena, text.len * 8 + 1);
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\t') {
			out[n++] = '\t';
			for (column++; column % 8; column++)
				out[n++] = ' ';
			continue;
		}
		column += (text.ptr[i] & 0xC0) != 0x80;
		out[n++] = text.ptr[i];
	}
	return (struct pl_text){out, n};
}

/* The minus sign of typography before a digit becomes the one that is typed. */
static struct pl_text with_minus(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0;

	if (!pl_text_find(text, MINUS))
		return text;
	out = pl_arena_alloc(arena, text.len);
	for (size_t i = 0; i < text.len; i++) {
		if (i + 3 < text.len && g_ascii_isdigit(text.ptr[i + 3]) &&
		    pl_text_starts(bench_behind(text, i), PL_TEXT(MINUS))) {
			out[n++] = '-';
			i += 2;
			continue;
		}
		out[n++] = text.ptr[i];
	}
	return (struct pl_text){out, n};
}

struct pl_text bench_printed(struct pl_arena *arena, const struct pl_line *line)
{
	char *out;
	size_t n = 0;

	if (!line->tilde)
		return line->text;
	out = pl_arena_alloc(arena, line->text.len);
	for (size_t i = 0; i < line->text.len; i++) {
		bool sign = pl_text_starts(bench_behind(line->text, i), PL_TEXT("\xC2\xB1"));

		out[n++] = sign ? '~' : line->text.ptr[i];
		i += sign;
	}
	return (struct pl_text){out, n};
}

/* Lines of a box that are drawn as letters, each become the one that is typed. */
static struct pl_text with_box(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0;

	if (!pl_text_find(text, "\xE2\x94"))
		return text;
	out = pl_arena_alloc(arena, text.len);
	for (size_t i = 0; i < text.len; i++) {
		bool drawn = i + 2 < text.len &&
			     (pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x94")) ||
			      pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x95")));

		if (!drawn) {
			out[n++] = text.ptr[i];
			continue;
		}
		out[n++] = pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x94\x82"))   ? '|'
			   : pl_text_starts(bench_behind(text, i), PL_TEXT("\xE2\x94\x80")) ? '-'
											    : '+';
		i += 2;
	}
	return (struct pl_text){out, n};
}

/* Builds the cells of one line. */
struct cutter {
	struct bench_line *line;
	struct bench_cell cells[BENCH_MAX_CELLS];
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
		    bench_is_blank(text.ptr[i + forms[k].len]))
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
		    (bench_is_blank(text.ptr[i + 1]) || text.ptr[i + 1] == '|' ||
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

	if (is_mark(cell->text))
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
		    bench_is_blank(text.ptr[next]) || text.ptr[next] == '|' || arrow_at(text, next))
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
		while (from < to && bench_is_blank(text.ptr[from]))
			from++;
		while (to > from && bench_is_blank(text.ptr[to - 1]))
			to--;
		/* bold */
		if (to > from + 4 && pl_text_starts(bench_behind(text, from), PL_TEXT("**")) &&
		    pl_text_ends(pl_text_slice(text, from, to), PL_TEXT("**"))) {
			from += 2;
			to -= 2;
		}
		if (from == to || bench_is_rule(pl_text_slice(text, from, to))) {
			add(c, BENCH_EMPTY, from, from);
		} else if (is_mark(pl_text_slice(text, from, to))) {
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
		    bench_is_blank(text.ptr[i]) || text.ptr[i] == '|' || arrow_at(text, i))
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

/* Bytes become columns where the line holds other letters than ASCII. */
static void count_columns(struct bench_line *line)
{
	uint32_t byte = 0, column = 0;
	bool ascii = true;

	for (size_t i = 0; i < line->text.len && ascii; i++)
		ascii = !(line->text.ptr[i] & 0x80);
	if (ascii)
		return;
	for (size_t k = 0; k < line->n_cells; k++) {
		struct bench_cell *cell = &line->cells[k];

		for (; byte < cell->from; byte++)
			column += (line->text.ptr[byte] & 0xC0) != 0x80;
		cell->from = column;
		for (; byte < cell->to; byte++)
			column += (line->text.ptr[byte] & 0xC0) != 0x80;
		cell->to = column;
	}
}

/* stress-ng says its name and its process on each line. */
static struct pl_text without_prefix(struct pl_text text)
{
	const char *close;

	if (!pl_text_starts(text, PL_TEXT("stress-ng: ")))
		return text;
	close = pl_text_find(text, "] ");
	return close ? pl_text_slice(text, (size_t)(close - text.ptr) + 2, text.len) : text;
}

/* A note of the writer (`<----- (1)`) is no part of a row. */
static struct pl_text without_note(struct pl_text text)
{
	const char *arrow = pl_text_find(text, "<--");

	if (!arrow)
		arrow = pl_text_find(text, "<==");
	if (!arrow || arrow == text.ptr || !bench_is_blank(arrow[-1]))
		return text;
	text.len = (size_t)(arrow - text.ptr);
	while (text.len && bench_is_blank(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

static void count_figures(struct bench_line *line)
{
	line->figures = 0;
	for (size_t i = 0; i < line->n_cells; i++)
		line->figures +=
		    line->cells[i].kind == BENCH_FIGURE || line->cells[i].kind == BENCH_MARK;
}

/* Numbers the fields that tabs part, where nothing else parts cells. */
static void count_fields(struct bench_line *line)
{
	uint16_t field = 0;
	size_t byte = 0;

	line->tabs = 0;
	if (line->barred || !pl_text_has(line->text, '\t'))
		return;
	for (size_t k = 0; k < line->n_cells; k++) {
		size_t from = (size_t)(line->cells[k].text.ptr - line->text.ptr);
		uint16_t last = field;

		for (; byte < from; byte++)
			field += line->text.ptr[byte] == '\t';
		if (k && field == last)
			return;
		line->cells[k].field = field;
	}
	line->tabs = field;
}

static void cut(struct pl_scan *scan, struct bench_line *line)
{
	struct cutter c;

	c.line = line;
	c.n = 0;
	c.full = false;
	if (line->barred)
		cut_barred(&c);
	else
		cut_open(&c);
	/* more cells than any table has */
	if (c.full)
		c.n = 0;
	mark_outcomes(c.cells, c.n);
	line->n_cells = (uint16_t)c.n;
	line->cells = pl_arena_alloc(scan->arena, c.n * sizeof(*line->cells));
	memcpy(line->cells, c.cells, c.n * sizeof(*line->cells));
	line->bracket = c.n && c.cells[0].kind == BENCH_WORDS && c.cells[0].text.ptr[0] == '[' &&
			c.cells[0].text.ptr[c.cells[0].text.len - 1] == ']';
	count_figures(line);
	count_fields(line);
	count_columns(line);
}

void bench_line_cut(struct pl_scan *scan, struct bench_line *line)
{
	line->barred = line->text.ptr[bench_skip_blanks(line->text, 0)] == '|';
	cut(scan, line);
}

struct bench_line *bench_line_open(struct pl_scan *scan, const struct bench_line *line)
{
	struct bench_line *copy = pl_arena_alloc(scan->arena, sizeof(*copy));

	*copy = *line;
	copy->barred = false;
	cut(scan, copy);
	return copy;
}

struct bench_line *bench_line_new(struct pl_scan *scan, uint32_t index)
{
	struct bench_line *line = pl_arena_alloc(scan->arena, sizeof(*line));

	line->index = index;
	line->pieces = 1;
	line->text = with_box(scan->arena,
			      without_prefix(bench_printed(scan->arena, &scan->lines->v[index])));
	line->blank = bench_skip_blanks(line->text, 0) == line->text.len;
	if (line->blank)
		return line;
	line->rule = bench_is_rule(line->text);
	if (!line->rule && is_drawn(line->text)) {
		line->rule = true;
		line->hollow = count_bars(line->text) > 2;
	}
	line->snip = !line->rule && is_snip(line->text);
	if (line->rule || line->snip)
		return line;
	line->text = without_note(expand(scan->arena, with_minus(scan->arena, line->text)));
	bench_line_cut(scan, line);
	return line;
}

/* The byte of the line's text where cell ends */
static size_t end_of(const struct bench_line *line, const struct bench_cell *cell)
{
	return (size_t)(cell->text.ptr + cell->text.len - line->text.ptr);
}

/* The column of a byte of the line's text */
static uint32_t column_of(const struct bench_line *line, size_t byte)
{
	uint32_t column = 0;

	for (size_t i = 0; i < byte; i++)
		column += (line->text.ptr[i] & 0xC0) != 0x80;
	return column;
}

size_t bench_line_count_tail(const struct bench_line *line, size_t k)
{
	const struct bench_cell *words = &line->cells[k];
	size_t n = 0, to = end_of(line, words);

	for (size_t i = words->tail; words->kind == BENCH_WORDS && i && i < to; n++) {
		struct bench_cell figure;
		size_t end = bench_figure_at(pl_text_slice(line->text, 0, to), i, &figure);

		if (!end)
			break;
		i = bench_skip_blanks(line->text, end);
	}
	return n;
}

bool bench_line_split_tail(struct pl_scan *scan, struct bench_line *line, size_t k)
{
	struct bench_cell *cells, *words = &line->cells[k];
	struct cutter c = {.line = line};
	size_t i, split, to = end_of(line, words);

	if (words->kind != BENCH_WORDS || !words->tail)
		return false;
	split = words->tail;
	for (i = split; i < to;) {
		struct bench_cell figure;
		size_t end = bench_figure_at(pl_text_slice(line->text, 0, to), i, &figure);

		if (!end || c.n + line->n_cells >= BENCH_MAX_CELLS)
			return false;
		add_figure(&c, &figure, i, end);
		c.cells[c.n - 1].from = column_of(line, i);
		c.cells[c.n - 1].to = column_of(line, end);
		i = bench_skip_blanks(line->text, end);
	}
	cells = pl_arena_alloc(scan->arena, (line->n_cells + c.n) * sizeof(*cells));
	memcpy(cells, line->cells, (k + 1) * sizeof(*cells));
	cells[k].text = pl_text_trim(
	    pl_text_slice(line->text, (size_t)(words->text.ptr - line->text.ptr), split));
	cells[k].to = column_of(line, end_of(line, &cells[k]));
	cells[k].tail = 0;
	memcpy(cells + k + 1, c.cells, c.n * sizeof(*cells));
	memcpy(cells + k + 1 + c.n, line->cells + k + 1, (line->n_cells - k - 1) * sizeof(*cells));
	line->cells = cells;
	line->n_cells = (uint16_t)(line->n_cells + c.n);
	count_figures(line);
	return true;
}
