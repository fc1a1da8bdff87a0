/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_figure.h"

#include <glib.h>

#include "recognizers/bench_text.h"

#define PLUS_MINUS "\xC2\xB1"
/* The widest note in brackets */
#define MAX_NOTE 24
/* The largest gap between a number and its notes; a spread is as near as a unit */
#define MAX_NOTE_GAP 12
#define MAX_SPREAD_GAP 2

/* Length of a plus-minus sign at text[i], in any of its forms. */
static size_t spread_sign(struct pl_text text, size_t i)
{
	static const struct pl_text forms[] = {PL_TEXT(PLUS_MINUS), PL_TEXT("+/-"), PL_TEXT("+-"),
					       PL_TEXT("-+"), PL_TEXT("\xEF\xBF\xBD")};

	for (size_t k = 0; k < G_N_ELEMENTS(forms); k++)
		if (pl_text_starts(bench_behind(text, i), forms[k]))
			return forms[k].len;
	return 0;
}

/* Length of a word at text[i] that says the same: `(stdev 31.3)` */
static size_t spread_word(struct pl_text text, size_t i)
{
	static const struct pl_text words[] = {PL_TEXT("stdev "), PL_TEXT("stddev "),
					       PL_TEXT("std ")};

	for (size_t k = 0; k < G_N_ELEMENTS(words); k++)
		if (pl_text_starts(bench_behind(text, i), words[k]))
			return words[k].len;
	return 0;
}

/* `( 1.5%)`, `[ 1.53]`, `( +-  0.36% )`, with a number as all that is inside */
static size_t bracket_at(struct pl_text text, size_t i, struct bench_note *note)
{
	char close = text.ptr[i] == '(' ? ')' : ']';
	size_t end = i + 1, sign, n, k, from;

	while (end < text.len && text.ptr[end] != close && end - i < MAX_NOTE)
		end++;
	if (end >= text.len || text.ptr[end] != close)
		return 0;
	k = bench_skip_blanks(text, i + 1);
	sign = spread_sign(text, k) + spread_word(text, k);
	note->spread = sign > 0;
	k = from = bench_skip_blanks(text, k + sign);
	/* `(- 3%)` */
	if (k + 1 < end && (text.ptr[k] == '+' || text.ptr[k] == '-') && text.ptr[k + 1] == ' ')
		k = bench_skip_blanks(text, k + 1);
	n = bench_number_at(pl_text_slice(text, k, end));
	if (!n)
		return 0;
	note->number = pl_text_slice(text, from, k + n);
	k = bench_skip_blanks(text, k + n);
	note->percent = k < end && text.ptr[k] == '%';
	k = bench_skip_blanks(text, k + note->percent);
	if (k != end)
		return 0;
	note->form = text.ptr[i];
	note->text = pl_text_slice(text, i, end + 1);
	return end + 1;
}

/* `* 9.23%*` */
static size_t stars_at(struct pl_text text, size_t i, struct bench_note *note)
{
	size_t k = bench_skip_blanks(text, i + 1), n = bench_number_at(bench_behind(text, k));

	if (!n || k + n + 1 >= text.len || text.ptr[k + n] != '%' || text.ptr[k + n + 1] != '*')
		return 0;
	note->form = '*';
	note->percent = true;
	note->number = pl_text_slice(text, k, k + n);
	note->text = pl_text_slice(text, i, k + n + 2);
	return k + n + 2;
}

/* `+- 0.0100`, and `%` */
static size_t spread_at(struct pl_text text, size_t i, struct bench_note *note)
{
	size_t sign = spread_sign(text, i), k = bench_skip_blanks(text, i + sign), n;

	if (!sign || !(n = bench_number_at(bench_behind(text, k))))
		return 0;
	note->form = '+';
	note->spread = true;
	note->number = pl_text_slice(text, k, k + n);
	k += n;
	if (k < text.len && text.ptr[k] == '%') {
		note->percent = true;
		k++;
	} else {
		/* the unit of the mean once more */
		while (k < text.len &&
		       (g_ascii_isalpha(text.ptr[k]) || (text.ptr[k] & 0x80) || text.ptr[k] == '/'))
			k++;
	}
	note->text = pl_text_slice(text, i, k);
	return k;
}

/* `|023%`, glued to its number */
size_t bench_share_at(struct pl_text text, size_t i, struct bench_note *note)
{
	size_t n = bench_number_at(bench_behind(text, i + 1));

	if (!n || i + 1 + n >= text.len || text.ptr[i + 1 + n] != '%')
		return 0;
	note->form = '|';
	note->percent = true;
	note->number = pl_text_slice(text, i + 1, i + 1 + n);
	note->text = pl_text_slice(text, i, i + 2 + n);
	return i + 2 + n;
}

/* Takes the note at or behind text[i], over blanks; returns its end or 0. */
static size_t note_at(struct pl_text text, size_t i, struct bench_note *note)
{
	size_t k = bench_skip_blanks(text, i);

	memset(note, 0, sizeof(*note));
	if (k >= text.len || k - i > MAX_NOTE_GAP)
		return 0;
	switch (text.ptr[k]) {
	case '(':
	case '[':
		return bracket_at(text, k, note);
	case '*':
		return stars_at(text, k, note);
	case '|':
		return k == i ? bench_share_at(text, k, note) : 0;
	case '+':
	case '-':
	case '\xC2':
	case '\xEF':
		return k - i <= MAX_SPREAD_GAP ? spread_at(text, k, note) : 0;
	}
	return 0;
}

static size_t take_notes(struct pl_text text, size_t i, struct bench_cell *cell)
{
	while (cell->n_notes < BENCH_MAX_NOTES) {
		size_t end = note_at(text, i, &cell->notes[cell->n_notes]);

		if (!end)
			break;
		i = end;
		cell->n_notes++;
	}
	return i;
}

/* `310 k`, `66  k`: a blank before the scale, and a gap or the end behind it. Its place, or 0. */
static size_t parted_scale(struct pl_text text, size_t i)
{
	size_t k = bench_skip_blanks(text, i);

	if (k == i || k > i + 2 || k >= text.len || text.ptr[i] != ' ' ||
	    !strchr("kKMG", text.ptr[k]) || !text.ptr[k])
		return 0;
	if (k + 1 == text.len || text.ptr[k + 1] == '\t' || text.ptr[k + 1] == '|' ||
	    pl_text_starts(bench_behind(text, k + 1), PL_TEXT("  ")) ||
	    pl_text_starts(bench_behind(text, k + 1), PL_TEXT(" |")))
		return k;
	return 0;
}

/* A unit glued to the number, or parted from it by one blank. */
static size_t unit_at(struct pl_text text, size_t i, struct bench_cell *cell)
{
	size_t from = i, end;
	struct pl_text unit;

	if (i < text.len && strchr("kKMG", text.ptr[i]) &&
	    (i + 1 >= text.len || !(g_ascii_isalnum(text.ptr[i + 1]) || text.ptr[i + 1] == '/' ||
				    (text.ptr[i + 1] & 0x80)))) {
		cell->scale = text.ptr[i++];
		/* `75k us` */
		if (i + 1 >= text.len || text.ptr[i] != ' ' || !g_ascii_isalpha(text.ptr[i + 1]))
			return i;
	}
	if ((from = parted_scale(text, i))) {
		cell->scale = text.ptr[from];
		return from + 1;
	}
	from = i;
	if (i < text.len && text.ptr[i] == ' ')
		from = i + 1;
	if (from > i && from < text.len && text.ptr[from] == ' ')
		from++;
	end = from;
	while (end < text.len && (g_ascii_isalpha(text.ptr[end]) || text.ptr[end] == '%' ||
				  text.ptr[end] == '/' || (text.ptr[end] & 0x80)))
		end++;
	unit = pl_text_slice(text, from, end);
	/* behind a blank, one letter is rather a word; behind two, only a rate is a unit */
	if (!bench_is_unit(unit) || (from > i + 1 && !pl_text_has(unit, '/')) ||
	    (from > i && unit.len == 1 && *unit.ptr != '%' && *unit.ptr != 's'))
		return i;
	if (end < text.len && !pl_is_blank(text.ptr[end]) && !strchr("([|*+", text.ptr[end]))
		return i;
	cell->unit = unit;
	return end;
}

size_t bench_figure_at(struct pl_text text, size_t i, struct bench_cell *cell)
{
	size_t start = i, n, end;
	bool mark = false;

	memset(cell, 0, sizeof(*cell));
	if (i < text.len && (text.ptr[i] == '~' || text.ptr[i] == '<' || text.ptr[i] == '$' ||
			     text.ptr[i] == '>')) {
		mark = true;
		i++;
	}
	/* `+ 2%`: a sign and a blank */
	if (i + 3 < text.len && (text.ptr[i] == '+' || text.ptr[i] == '-') &&
	    text.ptr[i + 1] == ' ') {
		size_t k = bench_skip_blanks(text, i + 1);

		n = bench_number_at(bench_behind(text, k));
		if (!n || k - i > 4 || k + n >= text.len || text.ptr[k + n] != '%')
			return 0;
		cell->number = pl_text_slice(text, i, k + n);
		end = k + n;
	} else if (pl_text_starts(bench_behind(text, i), PL_TEXT(PLUS_MINUS))) {
		/* a change that has no sign: `±0%` */
		n = bench_number_at(bench_behind(text, i + 2));
		if (!n || i + 2 + n >= text.len || text.ptr[i + 2 + n] != '%')
			return 0;
		cell->number = pl_text_slice(text, i + 2, i + 2 + n);
		end = i + 2 + n;
	} else if ((n = bench_clock_at(bench_behind(text, i), &cell->seconds))) {
		cell->clock = true;
		cell->number = pl_text_slice(text, i, i + n);
		end = i + n;
	} else {
		n = bench_number_at(bench_behind(text, i));
		if (!n)
			return 0;
		cell->number = pl_text_slice(text, i, i + n);
		end = unit_at(text, i + n, cell);
	}
	if (cell->unit.len == 0 && !cell->clock && end < text.len && text.ptr[end] == '%') {
		cell->unit = pl_text_slice(text, end, end + 1);
		end++;
	}
	/* `32/32` */
	if (end + 1 < text.len && text.ptr[end] == '/' && g_ascii_isdigit(text.ptr[end + 1])) {
		n = bench_number_at(bench_behind(text, end + 1));
		if (n && bench_ends_cell(text, end + 1 + n)) {
			end += 1 + n;
			mark = true;
		}
	}
	end = take_notes(text, end, cell);
	/* stars that only catch the eye */
	if (end < text.len && text.ptr[end] == '*') {
		while (end < text.len && text.ptr[end] == '*')
			end++;
		mark = true;
	}
	if (!bench_ends_cell(text, end))
		return 0;
	cell->kind = BENCH_FIGURE;
	cell->odd = mark;
	cell->text = pl_text_slice(text, start, end);
	return end;
}
