/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Build reports of the kernel test robot: one for each of its mails, or each depth at
 * which one is quoted, though it may open twice. It opens, in this order of
 * preference, with
 *
 *   kernel test robot noticed the following build errors|warnings:
 *   [auto build test ERROR on TREE/BRANCH]
 *   All errors|warnings (new ones prefixed by >>):, sparse warnings: ...
 *
 * Only the form `tree: head: commit: ID [n/m] title` blames a commit; `url:` and
 * `base:` tell of a patch that is in no tree. `BUILD REGRESSION ID` is the summary of
 * a branch.
 */
#include <glib.h>

#include "core/bounds.h"
#include "recognizers/lkp_fields.h"

enum pattern {
	NOTICED,
	AUTO_BUILD,
	LIST_OF_ERRORS,
	TREE,
	URL,
	COMMIT,
	CONFIG,
	COMPILER,
	LINK,
	REPRODUCE,
	SUMMARY_SUBJECT,
	N_PATTERNS,
};

#define CASELESS 0x00000008u /* PCRE2_CASELESS */

static struct pl_pattern patterns[N_PATTERNS] = {
    [NOTICED] = {.name = "noticed-build",
		 .regex = "^\\s*kernel test robot noticed the following (?:build|sparse|smatch"
			  "|\\w+)? ?(?:errors?|warnings?):"},
    [AUTO_BUILD] = {.name = "auto-build-test",
		    .regex = "^\\s*\\[auto build test (?:ERROR|WARNING) on "},
    [LIST_OF_ERRORS] = {.name = "list-of-errors",
			.regex = "^\\s*(?:All (?:error|warning)\\S*(?:/warnings)? \\(new ones "
				 "prefixed by|(?:New )?(?:sparse|smatch|Kconfig) warnings:"
				 "|cocci(?:nelle)? warnings?[: ])"},
    [TREE] = {.name = "build-tree", .regex = "^tree:\\s+(\\S+)(?:\\s+(\\S+))?$"},
    [URL] = {.name = "build-url", .regex = "^url:\\s+https?://"},
    [COMMIT] = {.name = "build-commit",
		.regex = "^commit:\\s+([0-9a-f]{7,40})\\s+(?:\\[\\d+/\\d+\\]\\s+)?(\\S.*)$"},
    [CONFIG] = {.name = "build-config", .regex = "^config:\\s+(\\S.*)$"},
    [COMPILER] = {.name = "build-compiler", .regex = "^compiler:\\s+(\\S.*)$"},
    [LINK] = {.name = "build-link",
	      .regex =
		  "^\\s*(?:[|*>#+-]\\s*)?(?:closes|link):\\s+(https?://lore\\.kernel\\.org/\\S+)",
	      .options = CASELESS},
    [REPRODUCE] = {.name = "build-reproduce",
		   .regex = "^reproduce[^:]*:\\s+\\((https?://\\S+?)\\s*\\)"},
    [SUMMARY_SUBJECT] = {.name = "build-summary-subject",
			 .regex = "\\bBUILD REGRESSION [0-9a-f]{7,40}\\b"},
};

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

/* How good an opening line i is: lower is better, 0 is none. */
static int opening(struct pl_scan *scan, struct pl_text text)
{
	if (match(scan, NOTICED, text, NULL))
		return 1;
	if (match(scan, AUTO_BUILD, text, NULL))
		return 2;
	if (match(scan, LIST_OF_ERRORS, text, NULL))
		return 3;
	return 0;
}

/* A word alone on the line below: it was broken off. */
static struct pl_text word_below(struct pl_scan *scan, size_t i)
{
	struct pl_text word = lkp_below(scan, i, lkp_line(scan, i)->depth);

	return pl_text_has(word, ' ') || pl_text_has(word, ':') ? PL_TEXT_NONE : word;
}

/* A broken line goes on where the next one holds no `key:`. */
static struct pl_text with_rest(struct pl_scan *scan, size_t i, struct pl_text value)
{
	const struct pl_line *line = lkp_line(scan, i);
	struct pl_text rest = lkp_below(scan, i, line->depth);

	if (!rest.len || line->text.len < 60)
		return value;
	for (size_t k = 0; k < rest.len && rest.ptr[k] != ' '; k++)
		if (rest.ptr[k] == ':' && k + 1 < rest.len && rest.ptr[k + 1] == ' ')
			return value;
	if (rest.len > 60 || pl_text_find(rest, "Reported-by") || rest.ptr[0] == '#' ||
	    pl_text_starts(rest, PL_TEXT("If you fix")) ||
	    pl_text_starts(rest, PL_TEXT("reproduce")))
		return value;
	return pl_arena_printf(scan->arena, "%.*s %.*s", (int)value.len, value.ptr, (int)rest.len,
			       rest.ptr);
}

/* A configuration, with the URL that was broken off it. */
static struct pl_text with_url(struct pl_scan *scan, size_t i, struct pl_text value)
{
	struct pl_text below = lkp_below(scan, i, lkp_line(scan, i)->depth);

	value = lkp_closed(scan, i, value);
	if (value.ptr[value.len - 1] == ')' || !pl_text_starts(below, PL_TEXT("(http")))
		return value;
	return pl_arena_printf(scan->arena, "%.*s %.*s", (int)value.len, value.ptr, (int)below.len,
			       below.ptr);
}

/* Line i; where a mail program broke it behind its key, with the value. */
static struct pl_text with_value(struct pl_scan *scan, size_t i)
{
	struct pl_text text = lkp_line(scan, i)->text;

	return text.ptr[text.len - 1] == ':' ? lkp_paragraph(scan, i, 1) : text;
}

static void take_fields(struct pl_scan *scan, struct pl_report *report)
{
	struct pl_text tree = PL_TEXT_NONE, branch = PL_TEXT_NONE;

	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = lkp_line(scan, i);
		struct pl_captures c;
		struct pl_text text;

		if (line->depth != report->depth || !pl_text_has(line->text, ':'))
			continue;
		text = with_value(scan, i);
		if (!tree.len && match(scan, TREE, text, &c)) {
			tree = c.v[1];
			branch =
			    c.v[2].len ? c.v[2] : word_below(scan, i + (text.len > line->text.len));
		} else if (tree.len && !report->culprit.id.len && match(scan, COMMIT, text, &c)) {
			report->culprit.id = c.v[1];
			report->culprit.title = lkp_fold(scan->arena, with_rest(scan, i, c.v[2]));
			report->culprit.tree = tree;
			report->culprit.branch = branch;
		} else if (!report->config.len && match(scan, CONFIG, text, &c)) {
			report->config = with_url(scan, i, c.v[1]);
		} else if (!report->compiler.len && match(scan, COMPILER, text, &c)) {
			report->compiler = lkp_closed(scan, i, c.v[1]);
		} else if (!report->link_report.len && match(scan, LINK, text, &c)) {
			report->link_report = c.v[1];
		} else if (!report->link_reproduce.len && match(scan, REPRODUCE, text, &c)) {
			report->link_reproduce = c.v[1];
		}
	}
}

/* In one's own words an opening alone is a piece of a report, e.g. in the message of a
 * patch that mends it: those of the robot say what was built. */
static bool is_piece(struct pl_scan *scan, const struct pl_report *report)
{
	if (report->depth && !lkp_is_patch(scan, report->depth))
		return false;
	if (report->culprit.id.len || report->config.len || report->compiler.len)
		return false;
	for (size_t i = 0; i < scan->lines->n; i++)
		if (lkp_line(scan, i)->depth == report->depth &&
		    (match(scan, TREE, lkp_line(scan, i)->text, NULL) ||
		     match(scan, URL, lkp_line(scan, i)->text, NULL)))
			return false;
	return true;
}

/* Openings of one depth are one report. */
struct found {
	unsigned depth;
	size_t line;
	int rank;
};

static void add_report(struct pl_scan *scan, size_t i)
{
	struct pl_message *message = scan->message;
	struct pl_report report = {.kind = PL_REPORT_BUILD, .verdict = PL_VERDICT_FAILURE};

	report.line = lkp_line(scan, i)->number;
	report.depth = lkp_line(scan, i)->depth;
	report.part = scan->part;
	take_fields(scan, &report);
	if (is_piece(scan, &report))
		return;
	pl_claim(scan, i);
	*PL_PUSH(scan->arena, message->reports, message->n_reports) = report;
}

/* The summary of a branch: a report at the first line that says anything. */
static void take_summary(struct pl_scan *scan)
{
	if (scan->part || !match(scan, SUMMARY_SUBJECT, scan->message->mail->subject, NULL))
		return;
	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = lkp_line(scan, i);
		struct pl_message *message = scan->message;
		struct pl_report *report;

		if (!line->text.len)
			continue;
		if (line->depth || !pl_has_report_room(scan))
			return;
		report = PL_PUSH(scan->arena, message->reports, message->n_reports);
		report->kind = PL_REPORT_BUILD;
		report->verdict = PL_VERDICT_FAILURE;
		report->line = line->number;
		report->part = scan->part;
		return;
	}
}

static void recognize(struct pl_scan *scan)
{
	struct found *found = NULL;
	size_t n_found = 0;

	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = lkp_line(scan, i);
		struct found *f = NULL;
		int rank;

		if (pl_claimed(scan, i) || !line->text.len || !pl_text_has(line->text, ' '))
			continue;
		rank = opening(scan, line->text);
		if (!rank)
			continue;
		for (size_t k = 0; k < n_found; k++)
			if (found[k].depth == line->depth)
				f = &found[k];
		if (!f) {
			f = PL_PUSH(scan->arena, found, n_found);
			f->depth = line->depth;
			f->rank = INT_MAX;
		}
		if (rank < f->rank) {
			f->rank = rank;
			f->line = i;
		}
	}
	for (size_t k = 0; k < n_found && pl_has_report_room(scan); k++)
		add_report(scan, found[k].line);
	if (!n_found)
		take_summary(scan);
}

static const char *const needles[] = {
    "noticed the following",
    "[auto build test",
    "(new ones prefixed by",
    " warnings:",
    "cocci warning",
    "coccinelle warning",
    "/0day-ci/",
    "0-DAY ",
    NULL,
};

const struct pl_recognizer pl_recognizer_lkp_build = {
    .id = "lkp-build",
    .summary = "build reports of the kernel test robot",
    .origin = "mail templates of the kernel test robot, 2013 to 2026",
    .version = 4,
    .rank = 14,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
