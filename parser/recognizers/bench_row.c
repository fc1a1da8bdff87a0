/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_row.h"

#include <glib.h>

#include "recognizers/bench_text.h"

/* The longest heading of a section */
#define MAX_HEADING 60
/* Digits of a dump, at least; and those of the largest integer of 64 bits without sign */
#define MIN_DUMPED 16
#define MAX_DECIMAL 20

static bool is_value(const struct bench_cell *cell)
{
	return cell->kind != BENCH_WORDS;
}

size_t bench_count_values(const struct bench_line *line, size_t *remarks_out)
{
	size_t end = line->n_cells, n = 0;
	size_t least = line->barred ? 1 : 0;

	*remarks_out = 0;
	if (end && !is_value(&line->cells[end - 1])) {
		*remarks_out = 1;
		end--;
	}
	while (n < end && end - n > least && is_value(&line->cells[end - 1 - n]))
		n++;
	return n;
}

/* A path, with a bar behind it */
static bool is_file(const struct bench_line *line)
{
	const struct bench_cell *name = &line->cells[0];
	size_t i = name->to;

	if (line->barred || line->n_cells != 2 || name->kind != BENCH_WORDS ||
	    pl_text_has(name->text, ' ') ||
	    !(pl_text_has(name->text, '/') || pl_text_has(name->text, '.')))
		return false;
	while (i < line->text.len && line->text.ptr[i] == ' ')
		i++;
	return i < line->text.len && line->text.ptr[i] == '|';
}

/* `file | 12 ++--`, of a patch's statistics */
static bool is_statistic(const struct bench_line *line)
{
	const struct bench_cell *last = &line->cells[line->n_cells - 1];

	if (last->kind != BENCH_FIGURE)
		return false;
	if (!last->odd)
		return is_file(line) && !pl_text_has(last->number, '.') && !last->unit.len;
	for (size_t i = 0; i < last->text.len; i++)
		if (!strchr("0123456789 +-", last->text.ptr[i]))
			return false;
	return pl_text_has(last->text, '+') || pl_text_has(last->text, '-');
}

static bool is_bulleted(struct pl_text text)
{
	text = pl_text_trim(text);
	return pl_text_starts(text, PL_TEXT("* ")) || pl_text_starts(text, PL_TEXT("\xE2\x80\xA2"));
}

bool bench_is_numbered(const struct bench_line *line)
{
	struct pl_text text = pl_text_trim(line->text);
	size_t i = 0;

	while (i < text.len && g_ascii_isdigit(text.ptr[i]))
		i++;
	return i && i + 1 < text.len && (text.ptr[i] == '.' || text.ptr[i] == ')') &&
	       text.ptr[i + 1] == ' ';
}

/* `2. 6.0-rc1   10482.7 (-51.6%)`: words and one figure that is measured */
static bool is_numbered_figure(const struct bench_line *line)
{
	const struct bench_cell *last = &line->cells[line->n_cells - 1];

	return line->n_cells == 2 && line->cells[0].kind == BENCH_WORDS &&
	       last->kind == BENCH_FIGURE && !last->odd && pl_text_has(last->number, '.');
}

/* `drwxr-xr-x` of ls -l */
static bool is_listing(struct pl_text text)
{
	text = pl_text_trim(text);
	if (text.len < 10 || !strchr("-dlcbps", text.ptr[0]))
		return false;
	for (size_t i = 1; i < 10; i++)
		if (!strchr("rwxsStT-", text.ptr[i]))
			return false;
	return memchr(text.ptr, 'r', 10) != NULL;
}

/* Digits of a dump; nanoseconds since long ago have as many, but no zero in front. */
static bool is_dumped(struct pl_text digits)
{
	if (digits.len < MIN_DUMPED)
		return false;
	if (digits.ptr[0] == '0' || digits.len > MAX_DECIMAL)
		return true;
	for (size_t i = 0; i < digits.len; i++)
		if (!g_ascii_isdigit(digits.ptr[i]))
			return true;
	return false;
}

/* Words that stand in no row: addresses, hex dumps, times of a log. */
static bool is_foreign(struct pl_text text)
{
	if (pl_text_find(text, "://") || is_listing(text))
		return true;
	for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
		end = i;
		if (i + 2 < text.len && text.ptr[i] == '0' && text.ptr[i + 1] == 'x' &&
		    g_ascii_isxdigit(text.ptr[i + 2]) && !(i && g_ascii_isalnum(text.ptr[i - 1])))
			return true;
		while (end < text.len && g_ascii_isxdigit(text.ptr[end]))
			end++;
		if (is_dumped(pl_text_slice(text, i, end)))
			return true;
	}
	return false;
}

bool bench_is_row(const struct bench_line *line)
{
	size_t remarks;

	if (!line || !line->figures || line->n_cells < 2 || is_statistic(line))
		return false;
	if (!bench_count_values(line, &remarks))
		return false;
	/* a sum */
	for (size_t i = 0; i < line->n_cells; i++)
		if (line->cells[i].odd && pl_text_has(line->cells[i].text, '='))
			return false;
	if (is_bulleted(line->text) || (bench_is_numbered(line) && !is_numbered_figure(line)))
		return false;
	return !is_foreign(line->text);
}

bool bench_is_wordy(const struct bench_cell *cell)
{
	return cell->kind == BENCH_WORDS ||
	       (cell->kind == BENCH_FIGURE && cell->odd && !cell->unit.len && !cell->n_notes &&
		g_ascii_isalpha(cell->text.ptr[cell->text.len - 1]));
}

bool bench_is_heading(const struct bench_line *line, bool barred)
{
	struct pl_text text = line->n_cells ? pl_text_trim(line->cells[0].text) : PL_TEXT_NONE;
	size_t words = 0;

	if (line->barred) {
		/* a label with nothing behind it */
		if (line->cells[0].kind != BENCH_WORDS || line->n_cells < 2)
			return false;
		for (size_t i = 1; i < line->n_cells; i++)
			if (line->cells[i].kind != BENCH_EMPTY)
				return false;
		return true;
	}
	if (line->n_cells == 2 && bench_is_wordy(&line->cells[1]))
		text = pl_text_trim(line->text);
	else if (line->n_cells != 1 || line->figures)
		return false;
	if (!text.len || text.len > MAX_HEADING || barred)
		return false;
	if (strchr(".,;!?", text.ptr[text.len - 1]) || pl_text_find(text, ". ") ||
	    pl_text_find(text, ", "))
		return false;
	for (size_t i = 0; i < text.len; i++)
		words += text.ptr[i] == ' ' && i && text.ptr[i - 1] != ' ';
	return words <= 6 && !is_foreign(text);
}

bool bench_is_bracket(const struct bench_line *line)
{
	if (!line || !line->bracket)
		return false;
	for (size_t i = 1; i < line->n_cells; i++)
		if (!bench_is_rule(line->cells[i].text))
			return false;
	return true;
}
