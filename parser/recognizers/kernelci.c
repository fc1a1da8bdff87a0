/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Test reports of KernelCI, of LKFT and of the build-error digests of kisskb. What
 * they tested (`SHA:`, `git commit:`) is not what they blame, so none has a culprit.
 *
 *   KernelCI  next/pending-fixes baseline: 107 runs, 2 regressions (v6.7-rc1-105-g...)
 *             stable/linux-4.9.y boot: 101 boots: 1 failed, 95 passed (v4.9.300)
 *   LKFT      ## Test Regressions (compared to v5.10.110)
 *   kisskb    Below is the list of build error/warning regressions/improvements in ...
 */
#include "core/bounds.h"
#include "core/recognizer.h"
#include "recognizers/lkp_fields.h"

enum pattern {
	RUNS,
	BOOTS,
	TEST,
	LKFT,
	LKFT_ENTRY,
	KISSKB,
	KISSKB_MORE,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [RUNS] = {.name = "kernelci-runs",
	      .regex =
		  "^\\S+/\\S+ \\S+: \\d+ runs?,\\s+[1-9]\\d* (?:regressions?|failures?|fails?)\\b"},
    [BOOTS] = {.name = "kernelci-boots",
	       .regex = "^\\S+/\\S+ boot(?: bisection)?: \\d+ boots?: [1-9]\\d* failed\\b"},
    [TEST] = {.name = "kernelci-test", .regex = "^\\s*Test:\\s+(\\S+)$"},
    [LKFT] = {.name = "lkft-regressions",
	      .regex = "^## (?:\\w+ )?Regressions \\(compared(?: to\\b|$)"},
    [LKFT_ENTRY] = {.name = "lkft-entry", .regex = "^\\s*[*-]\\s+\\S"},
    [KISSKB] = {.name = "kisskb",
		.regex = "^Below is the list of build error/warning "
			 "regressions/improvements in"},
    [KISSKB_MORE] = {.name = "kisskb-more",
		     .regex = "^\\s*-?\\s*build (?:errors|warnings): \\+[1-9]"},
};

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

static struct pl_report *add(struct pl_scan *scan, size_t i, enum pl_report_kind kind)
{
	struct pl_message *message = scan->message;
	struct pl_report *report = PL_PUSH(scan->arena, message->reports, message->n_reports);

	report->kind = kind;
	report->verdict = PL_VERDICT_FAILURE;
	report->line = scan->lines->v[i].number;
	report->depth = scan->lines->v[i].depth;
	report->part = scan->part;
	pl_claim(scan, i);
	return report;
}

/* Line i; with what was broken off it, where its bracket is closed there. */
static struct pl_text sentence_at(struct pl_scan *scan, size_t i)
{
	struct pl_text text = scan->lines->v[i].text;
	struct pl_text rest = lkp_piece(scan, i, scan->lines->v[i].depth);

	return !pl_text_has(text, ')') && pl_text_ends(rest, PL_TEXT(")"))
		   ? lkp_join(scan->arena, text, rest)
		   : text;
}

/* The first line of depth behind `from`, at most `most` of them, that matches. */
static bool find_below(struct pl_scan *scan, size_t from, size_t most, enum pattern which,
		       struct pl_captures *captures)
{
	unsigned depth = scan->lines->v[from].depth;

	for (size_t i = from + 1; i < scan->lines->n && most; i++) {
		const struct pl_line *line = &scan->lines->v[i];

		if (line->depth != depth || !line->text.len)
			continue;
		most--;
		if (match(scan, which, line->text, captures))
			return true;
	}
	return false;
}

static void recognize(struct pl_scan *scan)
{
	bool lkft = false;

	for (size_t i = 0; i < scan->lines->n; i++) {
		struct pl_text text = scan->lines->v[i].text;
		struct pl_captures c;

		if (text.len < 20 || pl_claimed(scan, i))
			continue;
		if (!pl_has_report_room(scan))
			break;
		if (pl_text_has(text, '/') &&
		    (pl_text_find(text, " runs,") || pl_text_find(text, " boots:")))
			text = sentence_at(scan, i);
		if (match(scan, RUNS, text, NULL) || match(scan, BOOTS, text, NULL)) {
			struct pl_report *report = add(scan, i, PL_REPORT_FUNCTIONAL);

			if (find_below(scan, i, 40, TEST, &c))
				report->testcase = c.v[1];
		} else if (!lkft && match(scan, LKFT, text, NULL)) {
			/* a bracket that is still open is closed on the next line */
			if (find_below(scan, i, pl_text_has(text, ')') ? 1 : 2, LKFT_ENTRY, NULL)) {
				add(scan, i, PL_REPORT_FUNCTIONAL);
				lkft = true;
			}
		} else if (pl_text_starts(text, PL_TEXT("Below is")) &&
			   match(scan, KISSKB, lkp_paragraph(scan, i, 1), NULL)) {
			if (find_below(scan, i, 12, KISSKB_MORE, NULL))
				add(scan, i, PL_REPORT_BUILD);
		}
	}
}

static const char *const needles[] = {
    " runs,", " boots:", "Regressions (compared", "Below is the list of build error/warning", NULL,
};

const struct pl_recognizer pl_recognizer_kernelci = {
    .id = "kernelci",
    .summary = "test reports of KernelCI and LKFT, build digests of kisskb",
    .origin = "mails of kernelci.org bot, LKFT and kisskb, 2014 to 2026",
    .version = 3,
    .rank = 18,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
