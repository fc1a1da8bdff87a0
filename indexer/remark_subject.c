/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a sentence is about what a report is about: threads have more than one problem. What
 * a sentence calls only it, this, the issue, the regression, may be any; a crash, a leak or a
 * warning is no slowdown.
 */
#include "remarks.h"

/* How fast something is */
#define SPEED                                                                                      \
	"\\b(?:slow-?downs?|slower|faster|degradations?|performance|perf "                         \
	"(?:regressions?|drops?|issues?|problems?|numbers)|throughput|latenc(?:y|ies)|bandwidth|"  \
	"scalability)\\b"

/* That something is wrong at all */
#define FAULT                                                                                      \
	"\\b(?:(?:\\w+-)?leak(?:s|ed|ing|age)?|crash(?:es|ed|ing)?|panic(?:s|ked)?|oops(?:es)?|"   \
	"splats?|warnings?|WARN_\\w+|BUG_ON|lockdep|K[ACM]SAN|UBSAN|kmemleak|deadlock(?:s|ed)?|"   \
	"(?:soft|hard) ?-?lock-?ups?|lock-?ups?|hung|hangs?|RCU stalls?|use[- ]after[- ]free|UAF|" \
	"double[- ]free|out[- ]of[- ]bounds?|null[- ](?:pointer|deref\\w*)|(?:data )?races?|"      \
	"corrupt(?:s|ed|ions?)|(?:build|compil\\w+|link\\w*|boot|test|selftest) "                  \
	"(?:errors?|failures?|breakages?|issues?|problems?|is|was)|sparse|smatch|typos?)\\b"

#define ANY "\\bregress(?:es|ed|ions?)?\\b"

/* Titles and asides name what they like. */
#define ASIDE "\"[^\"]*\"|\\([^()]*\\)"

struct subjects {
	GRegex *speed, *fault, *any, *aside;
};

static GRegex *compile(const char *pattern)
{
	return g_regex_new(pattern, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
}

static const struct subjects *subjects(void)
{
	static struct subjects all;
	static gsize ready;

	if (g_once_init_enter(&ready)) {
		all.speed = compile(SPEED);
		all.fault = compile(FAULT);
		all.any = compile(ANY);
		all.aside = compile(ASIDE);
		g_once_init_leave(&ready, 1);
	}
	return &all;
}

bool pl_remark_is_of(struct pl_text sentence, bool performance)
{
	const struct subjects *all = subjects();
	char *words = g_regex_replace_literal(all->aside, sentence.ptr, (gssize)sentence.len, 0,
					      " ", 0, NULL);
	bool speed, fault;

	if (!words)
		return true;
	speed = g_regex_match(all->speed, words, 0, NULL);
	fault = g_regex_match(all->fault, words, 0, NULL);
	/* a regression is how a robot calls a slowdown, and may be any other */
	if (performance)
		speed |= g_regex_match(all->any, words, 0, NULL);
	g_free(words);
	return performance ? speed || !fault : fault || !speed;
}
