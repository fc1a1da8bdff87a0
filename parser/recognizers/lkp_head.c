/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_head.h"

#include <glib.h>

#include "recognizers/lkp_row.h"

/* A rule of 24 or 15 dashes begins the oldest headers. */
#define MIN_RULE 12

struct pl_text lkp_next_word(struct pl_text text, size_t *i)
{
	size_t start;

	while (*i < text.len && pl_is_blank(text.ptr[*i]))
		(*i)++;
	start = *i;
	while (*i < text.len && !pl_is_blank(text.ptr[*i]))
		(*i)++;
	return pl_text_slice(text, start, *i);
}

bool lkp_is_hex(struct pl_text word, size_t least)
{
	if (word.len < least || word.len > 40)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!g_ascii_isdigit(word.ptr[i]) && !(word.ptr[i] >= 'a' && word.ptr[i] <= 'f'))
			return false;
	return true;
}

const struct pl_text lkp_by_test_label = PL_TEXT("testcase/testparams/testbox");

/* A label: a hex id, a tag or branch (a word with a digit or a mark in it), or the
 * head of the by-test shape. */
static bool is_label(struct pl_text word)
{
	bool marked = false;

	if (lkp_is_hex(word, 7) || pl_text_equal(word, lkp_by_test_label))
		return true;
	for (size_t i = 0; i < word.len; i++) {
		if (!g_ascii_isalnum(word.ptr[i]) && !strchr(".-_+/:~^", word.ptr[i]))
			return false;
		marked |= !g_ascii_isalpha(word.ptr[i]);
	}
	return marked && word.len <= 40 && !pl_text_starts(word, PL_TEXT("--")) &&
	       word.ptr[word.len - 1] != '.' && word.ptr[word.len - 1] != ':';
}

/* Labels in text if it holds nothing else, else 0. */
static size_t count_labels(struct pl_text text, bool *id_out)
{
	size_t i = 0, words = 0;

	*id_out = false;
	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);

		if (!word.len)
			return words;
		if (!is_label(word))
			return 0;
		*id_out |= lkp_is_hex(word, 12);
		words++;
	}
}

bool lkp_is_label_line(struct pl_text text)
{
	bool id;

	return count_labels(text, &id) > 0 && id;
}

bool lkp_is_rest_of_labels(struct pl_text text)
{
	bool id;

	return count_labels(text, &id) > 0;
}

size_t lkp_count_tags(struct pl_text text)
{
	bool id;
	size_t n = count_labels(text, &id);

	return id || n < 2 ? 0 : n;
}

struct pl_text lkp_cut_label_note(struct pl_text text)
{
	size_t i = 0, words = 0;

	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);

		if (!word.len)
			return text;
		if (words++ && !g_ascii_isalnum(word.ptr[0]))
			return pl_text_slice(text, 0, i - word.len);
	}
}

size_t lkp_count_words(struct pl_text text)
{
	size_t i = 0, words = 0;

	text = lkp_cut_label_note(text);
	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);

		if (!word.len)
			return words;
		if (word.len > 40 || !g_ascii_isalnum(word.ptr[0]))
			return 0;
		words++;
	}
}

size_t lkp_dash_groups(struct pl_text text)
{
	size_t i = 0, groups = 0;

	for (;;) {
		struct pl_text word = lkp_next_word(text, &i);

		if (!word.len)
			return groups;
		if (word.len < MIN_RULE)
			return 0;
		for (size_t k = 0; k < word.len; k++)
			if (word.ptr[k] != '-')
				return 0;
		groups++;
	}
}

bool lkp_is_rule_of(struct pl_text text, char c)
{
	size_t n = 0;

	text = pl_text_trim(text);
	for (; n < text.len; n++)
		if (text.ptr[n] != c)
			return false;
	return n >= 20;
}

bool lkp_is_marker(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!pl_is_blank(text.ptr[i]) && text.ptr[i] != '|' && text.ptr[i] != '\\' &&
		    text.ptr[i] != '/')
			return false;
	return true;
}

static size_t count_of(struct pl_text text, const char *word)
{
	size_t n = 0, length = strlen(word);
	const char *found;

	while ((found = pl_text_find(text, word))) {
		n++;
		text = pl_text_slice(text, (size_t)(found - text.ptr) + length, text.len);
	}
	return n;
}

size_t lkp_count_columns(struct pl_text text)
{
	return MAX(count_of(text, "%stddev"), count_of(text, "fail:runs"));
}

size_t lkp_section_indent(struct pl_text text)
{
	const char *first = pl_text_find(text, "%stddev");
	size_t end;

	if (!first)
		first = pl_text_find(text, "fail:runs");
	if (!first)
		return LKP_INDENT_UNKNOWN;
	end =
	    (size_t)(first - text.ptr) + (*first == '%' ? strlen("%stddev") : strlen("fail:runs"));
	return end < LKP_BASE_WIDTH ? LKP_INDENT_UNKNOWN : end - LKP_BASE_WIDTH;
}

bool lkp_continues_section(struct pl_text text, struct pl_text next)
{
	next = pl_text_trim(next);
	return pl_text_ends(text, PL_TEXT("change")) ||
	       pl_text_ends(text, PL_TEXT("%reproduction")) ||
	       pl_text_starts(next, PL_TEXT("%change")) ||
	       pl_text_starts(next, PL_TEXT("change")) ||
	       pl_text_starts(next, PL_TEXT("%reproduction"));
}

size_t lkp_count_slashes(struct pl_text text)
{
	size_t n = 0;

	text = pl_text_trim(text);
	if (pl_text_ends(text, PL_TEXT("/...")))
		text.len -= 4;
	for (size_t i = 0; i < text.len; i++)
		n += text.ptr[i] == '/';
	return n;
}
