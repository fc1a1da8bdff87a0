/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Named PCRE2 patterns: byte mode (the plus-minus sign is two bytes), JIT, with a
 * match limit. Compiled once a process, shared by all threads; match data and JIT
 * stack belong to a matcher, one a parser.
 */
#ifndef PERFLORE_PATTERN_H
#define PERFLORE_PATTERN_H

#include <perflore/limits.h>
#include <perflore/text.h>

struct pl_pattern {
	const char *name; /* unique in its recognizer */
	const char *regex; /* PCRE2_EXTENDED is not set; anchored only where it says so */
	unsigned options; /* PCRE2 compile options, e.g. PCRE2_CASELESS */
	void *code; /* set by pl_pattern_compile() */
	unsigned long hits; /* counted while pl_pattern_count_hits is set (tests) */
};

struct pl_matcher;

#define PL_CAPTURES 16

struct pl_captures {
	struct pl_text v[PL_CAPTURES]; /* [0] is the whole match; ptr NULL: not set */
	size_t from, to; /* the match's bytes */
};

extern bool pl_pattern_count_hits;

/* Aborts with the pattern's name where the regex is wrong: a programming error. */
void pl_pattern_compile(struct pl_pattern *pattern);

struct pl_matcher *pl_matcher_new(const struct pl_limits *limits);
void pl_matcher_free(struct pl_matcher *matcher);

/* Searches text from byte `from`. captures_out may be NULL. A match limit that is
 * hit counts as no match and is remembered for pl_matcher_limit_hit(). */
bool pl_match(struct pl_matcher *matcher, struct pl_pattern *pattern, struct pl_text text,
	      size_t from, struct pl_captures *captures_out);

/* Name of the pattern that hit the limit since the last call, or NULL. */
const char *pl_matcher_limit_hit(struct pl_matcher *matcher);

#endif
