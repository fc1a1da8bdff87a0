/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_mark.h"

#include <glib.h>

#include "recognizers/bench_figure.h"
#include "recognizers/bench_text.h"

bool bench_is_mark(struct pl_text text)
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

bool bench_is_outcome(struct pl_text text)
{
	static const char *const words[] = {"fail",  "failed",	"dnf",	   "timeout",
					    "hang",  "hung",	"crash",   "crashed",
					    "panic", "skipped", "(crash)", "killed"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (bench_same(text, words[i]))
			return true;
	return false;
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

bool bench_is_drawn(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!pl_is_blank(text.ptr[i]) && text.ptr[i] != '|')
			return false;
	return true;
}

size_t bench_count_bars(struct pl_text text)
{
	size_t bars = 0;

	for (size_t i = 0; i < text.len; i++)
		bars += text.ptr[i] == '|';
	return bars;
}

bool bench_is_snip(struct pl_text text)
{
	static const char *const words[] = {"...",    "..",	"[...]", "[..]",    "[snip]",
					    "<snip>", "(snip)", "snip",	 "[ ... ]", "\xE2\x80\xA6"};

	text = pl_text_trim(text);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (bench_same(text, words[i]))
			return true;
	return false;
}
