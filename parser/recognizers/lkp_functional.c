/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functional and boot reports of LKP / 0-day: a commit makes a kernel warn, crash or
 * fail a test.
 *
 *   2014-22  FYI, we noticed the following commit (built with gcc-7):
 *   2022-23  FYI, we noticed ID due to commit (built with gcc-11):
 *   2023-    kernel test robot noticed "ID" on:
 *
 * then the fields that all LKP reports share, and perhaps the box of counts:
 *
 *   +----------------+------------+------------+
 *   |                | bd222ca85f | ae86a1c553 |
 *   +----------------+------------+------------+
 *   | boot_successes | 0          | 0          |
 */
#include "core/bounds.h"
#include "recognizers/lkp_box.h"
#include "recognizers/lkp_fields.h"

enum pattern {
	FOLLOWING_COMMIT,
	NOTICED_ID,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [FOLLOWING_COMMIT] = {.name = "following-commit",
			  .regex = "^\\s*(?:FYI, )?we noticed (?:the following commit\\b"
				   "|.* due to commit \\(built with)",
			  .options = 0x00000008u /* PCRE2_CASELESS */},
    [NOTICED_ID] = {.name = "noticed-id",
		    .regex = "^\\s*(?:the )?kernel test robot noticed (?:\"|\xe2\x80\x9c)([^\"]+?)"
			     "(?:\"|\xe2\x80\x9d)\\s+on:",
		    .options = 0x00000008u /* PCRE2_CASELESS */},
};

/* A sentence may be broken over this many lines. */
#define MAX_SENTENCE 3

static bool opens(struct pl_scan *scan, size_t i, struct pl_report *report)
{
	struct pl_text text = lkp_line(scan, i)->text;
	struct pl_captures c;

	if (!pl_text_find(text, "noticed"))
		return false;
	memset(report, 0, sizeof(*report));
	report->kind = PL_REPORT_FUNCTIONAL;
	report->verdict = PL_VERDICT_FAILURE;
	for (size_t more = 0; more < MAX_SENTENCE; more++) {
		/* its rest may have lost its marks, and an answer stand right behind it */
		text = more ? lkp_broken_off(scan, i, more) : lkp_paragraph(scan, i, 2);
		if (pl_match(scan->matcher, &patterns[FOLLOWING_COMMIT], text, 0, NULL))
			return true;
		if (!pl_match(scan->matcher, &patterns[NOTICED_ID], text, 0, &c))
			continue;
		report->headline.metric = lkp_fold(scan->arena, c.v[1]);
		return true;
	}
	return false;
}

static void recognize(struct pl_scan *scan)
{
	struct pl_message *message = scan->message;

	for (size_t i = 0; i < scan->lines->n; i++) {
		struct pl_report report;
		struct lkp_reader r = {.scan = scan, .report = &report, .from = i};

		if (pl_claimed(scan, i) || !opens(scan, i, &report))
			continue;
		if (!pl_has_report_room(scan))
			break;
		report.line = lkp_line(scan, i)->number;
		report.depth = r.depth = lkp_line(scan, i)->depth;
		report.part = scan->part;
		r.to = lkp_region_end(scan, i, r.depth);
		lkp_take_culprit(&r);
		/* a sentence of one's own that blames no commit is talk */
		if (!r.depth && !report.culprit.id.len)
			continue;
		lkp_take_fields(&r);
		lkp_take_box(&r);
		pl_claim(scan, i);
		*PL_PUSH(scan->arena, message->reports, message->n_reports) = report;
	}
}

static const char *const needles[] = {"noticed", NULL};

const struct pl_recognizer pl_recognizer_lkp_functional = {
    .id = "lkp-functional",
    .summary = "functional and boot reports of LKP / 0-day (kernel test robot)",
    .origin = "mail templates of the kernel test robot, 2014 to 2026",
    .version = 10,
    .rank = 12,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .shared = lkp_field_patterns,
    .n_shared = &lkp_n_field_patterns,
    .recognize = recognize,
};
