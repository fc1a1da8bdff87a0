/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_side.h"

#include <glib.h>

#include "recognizers/bench_row.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

/* Words of such a heading, and of one right below others without a colon or a capital */
#define MAX_WORDS 8
#define MAX_BARE_WORDS 3
/* Where a line that runs on would at least reach to, with the next line's first word */
#define MIN_FILLED 60
/* Lines above that are looked at for what heads several tables */
#define MAX_ABOVE 60

struct pl_text bench_drop_number(struct pl_text text)
{
	size_t i = 0;

	text = pl_text_trim(text);
	while (i < text.len && i < 3 && g_ascii_isdigit(text.ptr[i]))
		i++;
	if (!i || i + 2 >= text.len || (text.ptr[i] != '.' && text.ptr[i] != ')') ||
	    text.ptr[i + 1] != ' ')
		return text;
	return pl_text_trim(pl_text_slice(text, i + 2, text.len));
}

static size_t word_end(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && !pl_is_blank(text.ptr[i]))
		i++;
	return i;
}

static size_t count_words(struct pl_text text)
{
	size_t words = text.len > 0;

	for (size_t i = 0; i + 1 < text.len; i++)
		words += text.ptr[i] == ' ' && text.ptr[i + 1] != ' ';
	return words;
}

bool bench_is_side(struct pl_text text)
{
	static const char *const more[] = {"experiment", "modified"};
	static const char *const less[] = {"on", "off", "vs", "vs."};
	struct pl_text word;
	bool named;

	text = bench_drop_number(text);
	if (text.len > 1 && strchr("-*#o", text.ptr[0]) && text.ptr[1] == ' ')
		text = pl_text_trim(pl_text_slice(text, 2, text.len));
	text = bench_drop_colon(text);
	if (text.len > 2 && text.ptr[0] == '(' && text.ptr[text.len - 1] == ')')
		text = pl_text_slice(text, 1, text.len - 1);
	word = pl_text_slice(text, 0, word_end(text));
	named = bench_is_version(text) || (bench_words(word) & BENCH_COMPARES);
	for (size_t i = 0; i < G_N_ELEMENTS(more); i++)
		named |= bench_same(word, more[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(less); i++)
		named &= !bench_same(word, less[i]);
	return named && count_words(text) <= MAX_WORDS;
}

/* `, I get:`, behind `With bfq` */
static bool says_result(struct pl_text text)
{
	return pl_text_starts(text, PL_TEXT(", I ")) || pl_text_starts(text, PL_TEXT(", we "));
}

bool bench_has_comma(struct pl_text text)
{
	int depth = 0;

	for (size_t i = 0; i < text.len; i++) {
		depth += strchr("([{", text.ptr[i]) && text.ptr[i];
		depth -= strchr(")]}", text.ptr[i]) && text.ptr[i];
		if (text.ptr[i] == ',' && depth <= 0 &&
		    !(says_result(bench_behind(text, i)) && bench_is_side(text)))
			return true;
	}
	return false;
}

/* Few words, or a colon or a capital tells them from those of a sentence. */
static bool is_terse(struct pl_text text)
{
	text = pl_text_trim(text);
	return pl_text_ends(text, PL_TEXT(":")) || !g_ascii_islower(text.ptr[0]) ||
	       count_words(text) <= MAX_BARE_WORDS;
}

bool bench_is_set_off(struct bench_reader *reader, const struct bench_line *line)
{
	const struct bench_line *above = bench_reader_line(reader, (int64_t)line->index - 1);
	struct pl_text text;

	if (!above || above->blank || above->rule || above->barred ||
	    reader->scan->claims[above->index] || bench_is_row(above))
		return true;
	text = pl_text_trim(above->text);
	if (bench_is_typed(text))
		return true;
	/* a break that no filled paragraph has, and words that end none */
	return text.len && is_terse(line->text) &&
	       text.len + 1 + word_end(pl_text_trim(line->text)) < MIN_FILLED &&
	       !strchr(",-(", text.ptr[text.len - 1]);
}

/* `On a benchmark that we have run:` */
static bool begins_sentence(struct pl_text text)
{
	static const char *const words[] = {"on", "in", "at", "by", "from", "to", "after", "when"};
	struct pl_text word;

	text = pl_text_trim(text);
	word = pl_text_slice(text, 0, word_end(text));
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (bench_same(word, words[i]))
			return true;
	return false;
}

const struct bench_line *bench_above_sides(struct bench_reader *reader,
					   const struct bench_line *line, bool alike)
{
	bool stacked = true, side = bench_is_side(line->text);

	if (!side && !alike)
		return NULL;
	for (int64_t i = (int64_t)line->index - 1; i + MAX_ABOVE > line->index; i--) {
		struct bench_line *below, *above = bench_reader_line(reader, i);

		if (!above)
			return NULL;
		if (above->blank || above->rule || reader->scan->claims[above->index]) {
			stacked = false;
			continue;
		}
		if (!bench_is_alone(reader, above) || above->barred || bench_is_row(above))
			return NULL;
		/* another side's, with its table below */
		below = bench_reader_line(reader, i + 1);
		if (below && below->blank)
			below = bench_reader_line(reader, i + 2);
		if (below && reader->scan->claims[below->index]) {
			side |= bench_is_side(above->text);
			stacked = true;
			continue;
		}
		return side && !begins_sentence(above->text) &&
			       (stacked || pl_text_ends(above->text, PL_TEXT(":")))
			   ? above
			   : NULL;
	}
	return NULL;
}
