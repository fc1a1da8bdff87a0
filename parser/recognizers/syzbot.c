/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Crash reports of syzbot. `HEAD commit:` is the tree that was tested; only a
 * bisection blames a commit:
 *
 *   The issue was bisected to:
 *
 *   commit <id>
 *   Author: ...
 *   Date: ...
 *
 *       title
 */
#include <glib.h>

#include "core/bounds.h"
#include "core/recognizer.h"
#include "recognizers/lkp_fields.h"

enum pattern {
	FOUND,
	HAS_BISECTED,
	WAS_BISECTED,
	COMMIT,
	COMMIT_FIELD,
	C_REPRODUCER,
	SYZ_REPRODUCER,
	COMPILER,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [FOUND] = {.name = "syzbot-found",
	       .regex = "^\\s*syzbot found the following (?:issue|crash) on:"},
    [HAS_BISECTED] = {.name = "syzbot-has-bisected",
		      .regex = "^\\s*syzbot has bisected this (?:issue|bug|crash) to:"},
    [WAS_BISECTED] = {.name = "syzbot-was-bisected",
		      .regex = "^\\s*The (?:issue|bug|crash) was bisected to:"},
    [COMMIT] = {.name = "syzbot-commit", .regex = "^\\s*commit ([0-9a-f]{7,40})$"},
    /* all of the mail may be indented */
    [COMMIT_FIELD] = {.name = "syzbot-commit-field", .regex = "^\\s*(?:Author|Date):\\s"},
    [C_REPRODUCER] = {.name = "syzbot-c-reproducer",
		      .regex = "^\\s*C reproducer:\\s+(https?://\\S+)"},
    [SYZ_REPRODUCER] = {.name = "syzbot-syz-repro", .regex = "^\\s*syz repro:\\s+(https?://\\S+)"},
    [COMPILER] = {.name = "syzbot-compiler", .regex = "^\\s*compiler:\\s+(\\S.*)$"},
};

/* The title stands this many lines below the id at most. */
#define MAX_TITLE_LINES 8
/* Lines that may be broken off it */
#define MAX_MORE_TITLE 2

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

/* The title in line i; a blank line follows it, or the rest that a mail program broke off. */
static struct pl_text title_of(struct pl_scan *scan, size_t i)
{
	struct pl_text title = pl_text_trim(scan->lines->v[i].text);
	unsigned depth = scan->lines->v[i].depth;

	for (size_t k = 0; k < MAX_MORE_TITLE; k++) {
		struct pl_text rest = lkp_below(scan, i + k, depth);

		if (!rest.len || !lkp_was_full(scan, i + k, rest))
			break;
		title = lkp_join(scan->arena, title, rest);
	}
	return title;
}

/* Line i may be a title whose blanks in front a mail program took away: it stands alone, and
 * names no URL. */
static bool is_stripped_title(const struct pl_scan *scan, size_t i)
{
	const struct pl_line *line = &scan->lines->v[i];

	return i && line[-1].depth == line->depth && !line[-1].text.len &&
	       !pl_text_find(line->text, "://");
}

/* The commit below a line that says "bisected to": id, and the indented title. */
static void take_culprit(struct pl_scan *scan, size_t from, struct pl_report *report)
{
	size_t left = MAX_TITLE_LINES;
	bool dated = false;

	for (size_t i = from + 1; i < scan->lines->n && left; i++) {
		const struct pl_line *line = &scan->lines->v[i];
		struct pl_captures c;

		if (line->depth != report->depth || !line->text.len)
			continue;
		left--;
		if (!report->culprit.id.len) {
			if (!match(scan, COMMIT, line->text, &c))
				return;
			report->culprit.id = c.v[1];
		} else if (match(scan, COMMIT_FIELD, line->text, NULL)) {
			dated = true;
		} else if (pl_is_blank(line->text.ptr[0]) ||
			   (dated && is_stripped_title(scan, i))) {
			report->culprit.title = title_of(scan, i);
			return;
		}
	}
}

static void take_fields(struct pl_scan *scan, size_t from, struct pl_report *report)
{
	struct pl_text syz = PL_TEXT_NONE;

	for (size_t i = from + 1; i < scan->lines->n; i++) {
		const struct pl_line *line = &scan->lines->v[i];
		struct pl_captures c;

		if (line->depth != report->depth || !pl_text_has(line->text, ':'))
			continue;
		if (match(scan, FOUND, line->text, NULL) ||
		    match(scan, HAS_BISECTED, line->text, NULL))
			break;
		if (!report->culprit.id.len && match(scan, WAS_BISECTED, line->text, NULL))
			take_culprit(scan, i, report);
		else if (!report->link_reproduce.len &&
			 match(scan, C_REPRODUCER, lkp_keyed(scan, i), &c))
			report->link_reproduce = c.v[1];
		else if (!syz.len && match(scan, SYZ_REPRODUCER, lkp_keyed(scan, i), &c))
			syz = c.v[1];
		else if (!report->compiler.len && match(scan, COMPILER, line->text, &c))
			report->compiler = lkp_value(scan, i, c.v[1]);
	}
	if (!report->link_reproduce.len)
		report->link_reproduce = syz;
}

/* In one's own words, or in a patch that is quoted, the sentence alone is talk, e.g. in the
 * message of a patch that mends it: syzbot says what it tested. Looks no further than the
 * next such sentence. */
static bool is_talk(struct pl_scan *scan, size_t from, const struct pl_report *report)
{
	bool is_patch = !report->depth;

	if (report->culprit.id.len || report->link_reproduce.len || report->compiler.len)
		return false;
	for (size_t i = from + 1; i < scan->lines->n; i++) {
		const struct pl_line *line = &scan->lines->v[i];

		if (line->depth != report->depth)
			continue;
		if (pl_text_starts(line->text, PL_TEXT("HEAD commit:")))
			return false;
		is_patch |= lkp_is_patch_line(line->text);
		if (pl_text_find(line->text, "syzbot ") &&
		    (match(scan, FOUND, line->text, NULL) ||
		     match(scan, HAS_BISECTED, line->text, NULL)))
			break;
	}
	return is_patch;
}

static void recognize(struct pl_scan *scan)
{
	struct pl_message *message = scan->message;

	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = &scan->lines->v[i];
		struct pl_report report = {.kind = PL_REPORT_FUNCTIONAL,
					   .verdict = PL_VERDICT_FAILURE};
		bool bisected;

		if (pl_claimed(scan, i) || !pl_text_find(line->text, "syzbot "))
			continue;
		bisected = match(scan, HAS_BISECTED, line->text, NULL);
		if (!bisected && !match(scan, FOUND, line->text, NULL))
			continue;
		if (!pl_has_report_room(scan))
			break;
		report.line = line->number;
		report.depth = line->depth;
		report.part = scan->part;
		if (bisected)
			take_culprit(scan, i, &report);
		take_fields(scan, i, &report);
		if (is_talk(scan, i, &report))
			continue;
		pl_claim(scan, i);
		*PL_PUSH(scan->arena, message->reports, message->n_reports) = report;
	}
}

static const char *const needles[] = {"syzbot found the following", "syzbot has bisected", NULL};

const struct pl_recognizer pl_recognizer_syzbot = {
    .id = "syzbot",
    .summary = "crash reports of syzbot",
    .origin = "https://github.com/google/syzkaller, mail templates of the dashboard",
    .version = 6,
    .rank = 16,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
