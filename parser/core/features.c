/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/features.h"

#include <glib.h>

/* What formats hold. New words are added at the end (and the version goes up): the place in
 * this list is the bit. */
static const char *const words[] = {
    "noticed",
    "no primary kpi",
    "%stddev",
    "fail:runs",
    "-------",
    "- ------",
    "-  -----",
    "[auto build test",
    "(new ones prefixed",
    " warnings:",
    "cocci warning",
    "coccinelle warning",
    "/0day-ci/",
    "0-DAY ",
    " runs,",
    " boots:",
    "Regressions (compared",
    "Below is the list of",
    "syzbot ",
    "branch HEAD:",
    "configs tested",
};

/* What tools print beside their results: one bit, behind those of the words. */
static const char *const results[] = {
    "percentiles (",
    "hackbench",
    "Each sender will pass",
    "copied, ",
    "Throughput ",
    "tps = ",
    "Total time: ",
    " usecs/op",
    "requests per second",
    " usecs = ",
    "usecs to free memory",
    " I:1000 ",
    "elapsed ",
    "Executed in",
    "Elapsed Time ",
    "events per second:",
    " per sec.)",
    "  secs. ",
    "Elapsed (wall clock) ",
};

#define RESULT_BIT G_N_ELEMENTS(words)

G_STATIC_ASSERT(RESULT_BIT + 1 <= PL_FEATURE_WORDS_MAX);

void pl_features_add_words(struct pl_needles *needles, unsigned first)
{
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		pl_needles_add(needles, words[i], first + (unsigned)i);
	for (size_t i = 0; i < G_N_ELEMENTS(results); i++)
		pl_needles_add(needles, results[i], first + (unsigned)RESULT_BIT);
}

uint64_t pl_features_of_words(uint64_t found, unsigned first)
{
	uint64_t mask = ((uint64_t)1 << (RESULT_BIT + 1)) - 1;

	return (found >> first & mask) << PL_FEATURE_WORDS_FROM;
}

bool pl_feature_begins_row(struct pl_text line)
{
	for (size_t i = 0; i < line.len; i++) {
		unsigned char c = (unsigned char)line.ptr[i];

		if (pl_is_blank(c))
			continue;
		if (c == '-' || c == ':')
			return i + 1 < line.len && g_ascii_isdigit(line.ptr[i + 1]);
		/* 0xC2: of U+00B1 */
		return g_ascii_isdigit((char)c) || c == 0xC2;
	}
	return false;
}

/* Counts numbers up to 3 and looks for a sign or a percentage. */
static bool has_signed_numbers(struct pl_text text, unsigned *numbers_inout, bool *sign_inout)
{
	bool in_number = false, sign = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool digit = g_ascii_isdigit(c);

		*numbers_inout += digit && !in_number;
		*sign_inout |= c == '%' || (digit && sign);
		if (*numbers_inout >= 3 && *sign_inout)
			return true;
		in_number = digit || (in_number && c == '.');
		if (c != ' ' && c != '\t')
			sign = c == '+' || c == '-';
	}
	return false;
}

static bool is_row(const struct pl_lines *lines, size_t at)
{
	unsigned numbers = 0;
	bool sign = false;

	if (!pl_feature_begins_row(lines->v[at].text))
		return false;
	for (size_t i = at; i < lines->n && i < at + PL_FEATURE_ROW_PIECES; i++)
		if (has_signed_numbers(lines->v[i].text, &numbers, &sign))
			return true;
	return false;
}

bool pl_feature_is_field(struct pl_text line)
{
	const size_t longest = strlen("Reported-and-tested-by:");

	if (pl_text_starts(line, PL_TEXT("| ")))
		line = pl_text_slice(line, 2, line.len);
	if (line.len < 4)
		return false;
	/* a command to regzbot may be indented a little */
	if (pl_is_blank(line.ptr[0])) {
		line = pl_text_trim(line);
		return line.len > 8 && line.ptr[0] == '#' &&
		       !g_ascii_strncasecmp(line.ptr, "#regzbot", 8);
	}
	switch (line.ptr[0] | 0x20) {
	case 'f':
	case 'r':
	case 'c':
	case 'l':
		return memchr(line.ptr, ':', MIN(line.len, longest));
	case 't':
		return (line.ptr[1] | 0x20) == 'h' || memchr(line.ptr, ':', MIN(line.len, longest));
	default:
		return line.ptr[0] == '#';
	}
}

uint64_t pl_features_of_lines(const struct pl_lines *lines)
{
	uint64_t features = 0;

	for (size_t i = 0; i < lines->n; i++) {
		if (!(features & PL_FEATURE_FIELD) && pl_feature_is_field(lines->v[i].text))
			features |= PL_FEATURE_FIELD;
		if (!(features & PL_FEATURE_ROW) && is_row(lines, i))
			features |= PL_FEATURE_ROW;
		if (features == (PL_FEATURE_FIELD | PL_FEATURE_ROW))
			break;
	}
	return features;
}

/* The bit of the word that the needle begins with; 0: none */
static uint64_t word_of(const char *needle)
{
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (g_str_has_prefix(needle, words[i]))
			return (uint64_t)1 << (PL_FEATURE_WORDS_FROM + i);
	for (size_t i = 0; i < G_N_ELEMENTS(results); i++)
		if (g_str_has_prefix(needle, results[i]))
			return (uint64_t)1 << (PL_FEATURE_WORDS_FROM + RESULT_BIT);
	return 0;
}

uint64_t pl_features_needed(const struct pl_recognizer *recognizer)
{
	uint64_t needed = recognizer->needs;

	if (recognizer->figures)
		return PL_FEATURE_FIGURES;
	if (!needed && (recognizer->always || !recognizer->needles))
		return 0;
	for (size_t i = 0; recognizer->needles && recognizer->needles[i]; i++) {
		uint64_t word = word_of(recognizer->needles[i]);

		if (!word)
			return 0;
		needed |= word;
	}
	return needed;
}
