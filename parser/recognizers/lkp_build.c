/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Build reports of the kernel test robot: one for each of its mails, or each that is
 * quoted, though it may open twice. It opens, in this order of preference, with
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
	SUMMARY_LINE,
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
    [SUMMARY_LINE] = {.name = "build-summary-line",
		      .regex = "^(?:tree/branch:|branch HEAD:|configs tested:?|elapsed time:)\\s"},
};

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

/* Line i, with what was broken off it if it begins as an opening does. */
static struct pl_text whole_opening(struct pl_scan *scan, size_t i)
{
	struct pl_text text = lkp_line(scan, i)->text, begin = pl_text_trim(text), rest;

	if ((!pl_text_starts(begin, PL_TEXT("kernel test robot noticed the following")) &&
	     !pl_text_starts(begin, PL_TEXT("[auto build test"))) ||
	    pl_text_has(text, ':'))
		return text;
	rest = lkp_piece(scan, i, lkp_line(scan, i)->depth);
	return rest.len ? lkp_join(scan->arena, text, rest) : text;
}

/* How good an opening line i is: lower is better, 0 is none. */
static int opening(struct pl_scan *scan, size_t i)
{
	struct pl_text text = whole_opening(scan, i);

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

/* A title may be broken over this many lines. */
#define MAX_TITLE_LINES 3

/* Bytes of text up to its first blank */
static size_t first_word(struct pl_text text)
{
	size_t n = 0;

	while (n < text.len && text.ptr[n] != ' ')
		n++;
	return n;
}

static const struct pl_text known_keys[] = {
    PL_TEXT("config:"),	   PL_TEXT("compiler:"), PL_TEXT("reproduce"), PL_TEXT("date:"),
    PL_TEXT("tree:"),	   PL_TEXT("head:"),	 PL_TEXT("commit:"),   PL_TEXT("base:"),
    PL_TEXT("If you fix"), PL_TEXT("vim +"),	 PL_TEXT("All "),      PL_TEXT("date  :"),
};

/* rest does not go on with a title, but says something else. named: a word with a colon does
 * so, too. */
static bool is_other(struct pl_text rest, bool named)
{
	size_t n = first_word(rest);

	for (size_t i = 0; i < G_N_ELEMENTS(known_keys); i++)
		if (pl_text_starts(rest, known_keys[i]))
			return true;
	return (named && n && n < rest.len && rest.ptr[n - 1] == ':') ||
	       pl_text_find(rest, "Reported-by") || rest.ptr[0] == '#' || rest.ptr[0] == '|';
}

/* The title that ends line i, with what was broken off it: the word there did not fit. */
static struct pl_text with_rest(struct pl_scan *scan, size_t i, struct pl_text title)
{
	unsigned depth = lkp_line(scan, i)->depth;
	bool numbered =
	    title.ptr[0] == '[' && title.ptr[title.len - 1] == ']' && !pl_text_has(title, ' ');

	for (size_t k = 0; k < MAX_TITLE_LINES; k++) {
		struct pl_text rest = lkp_below(scan, i + k, depth);

		/* of `[13/13]` all of the title was broken off */
		if (!rest.len || is_other(rest, !(numbered && !k)) ||
		    !lkp_was_full(scan, i + k, rest))
			break;
		title = numbered && !k ? rest : lkp_join(scan->arena, title, rest);
	}
	return title;
}

/* One mail of the robot: lines [from, to), only those of its depth. */
struct mail {
	unsigned depth;
	size_t from, to;
	size_t line;				  /* the best opening */
	int rank;				  /* how good it is; INT_MAX: there is none */
	bool tree, url, noticed, automatic, list; /* what was seen of it */
};

/* What is known of a depth. */
struct depth {
	size_t mail;  /* the last one's index + 1; 0: none */
	char patched; /* its lines hold a patch: 'y', 'n', or not known yet */
};

struct reader {
	struct pl_scan *scan;
	struct mail *mails;
	size_t n_mails;
	struct depth *depths;
	size_t n_depths;
};

static void take_fields(struct pl_scan *scan, const struct mail *mail, struct pl_report *report)
{
	struct pl_text tree = PL_TEXT_NONE, branch = PL_TEXT_NONE;

	for (size_t i = mail->from; i < mail->to; i++) {
		const struct pl_line *line = lkp_line(scan, i);
		struct pl_captures c;
		struct pl_text text;

		if (line->depth != report->depth || !pl_text_has(line->text, ':'))
			continue;
		text = lkp_keyed(scan, i);
		if (!tree.len && match(scan, TREE, text, &c)) {
			tree = c.v[1];
			branch =
			    c.v[2].len ? c.v[2] : word_below(scan, i + (text.len > line->text.len));
		} else if (tree.len && !report->culprit.id.len && match(scan, COMMIT, text, &c)) {
			report->culprit.id = c.v[1];
			report->culprit.title = lkp_fold(
			    scan->arena, with_rest(scan, i + (text.len > line->text.len), c.v[2]));
			report->culprit.tree = tree;
			report->culprit.branch = branch;
		} else if (!report->config.len && match(scan, CONFIG, text, &c)) {
			report->config = lkp_value(scan, i, c.v[1]);
		} else if (!report->compiler.len && match(scan, COMPILER, text, &c)) {
			report->compiler = lkp_value(scan, i, c.v[1]);
		} else if (!report->link_report.len && match(scan, LINK, text, &c)) {
			report->link_report = c.v[1];
		} else if (!report->link_reproduce.len && match(scan, REPRODUCE, text, &c)) {
			report->link_reproduce = c.v[1];
		}
	}
}

static bool is_patched(struct reader *r, unsigned depth)
{
	struct depth *d = &r->depths[depth];

	if (!d->patched)
		d->patched = lkp_is_patch(r->scan, depth) ? 'y' : 'n';
	return d->patched == 'y';
}

/* In one's own words an opening alone is a piece of a report, e.g. in the message of a
 * patch that mends it: those of the robot say what was built. */
static bool is_piece(struct reader *r, const struct mail *mail, const struct pl_report *report)
{
	if (report->depth && !is_patched(r, report->depth))
		return false;
	return !report->culprit.id.len && !report->config.len && !report->compiler.len &&
	       !mail->tree && !mail->url;
}

static void add_report(struct reader *r, const struct mail *mail)
{
	struct pl_message *message = r->scan->message;
	struct pl_report report = {.kind = PL_REPORT_BUILD, .verdict = PL_VERDICT_FAILURE};

	report.line = lkp_line(r->scan, mail->line)->number;
	report.depth = mail->depth;
	report.part = r->scan->part;
	take_fields(r->scan, mail, &report);
	if (is_piece(r, mail, &report))
		return;
	pl_claim(r->scan, mail->line);
	*PL_PUSH(r->scan->arena, message->reports, message->n_reports) = report;
}

/* The summary of a branch: a report at its first line, or where the tree stands. A reply says
 * nothing of the kind in its own words. */
static void take_summary(struct pl_scan *scan)
{
	struct pl_message *message = scan->message;
	const struct pl_line *first = NULL;
	struct pl_report *report;
	bool told = false;

	if (scan->part || !match(scan, SUMMARY_SUBJECT, message->mail->subject, NULL))
		return;
	for (size_t i = 0; i < scan->lines->n && !told; i++) {
		const struct pl_line *line = lkp_line(scan, i);

		if (!line->text.len || line->depth)
			continue;
		told = match(scan, SUMMARY_LINE, line->text, NULL);
		if (!first || pl_text_starts(line->text, PL_TEXT("tree/branch:")))
			first = line;
	}
	if (!told || !pl_has_report_room(scan))
		return;
	report = PL_PUSH(scan->arena, message->reports, message->n_reports);
	report->kind = PL_REPORT_BUILD;
	report->verdict = PL_VERDICT_FAILURE;
	report->line = first->number;
	report->part = scan->part;
}

static struct mail *new_mail(struct reader *r, unsigned depth, size_t from)
{
	struct mail *mail;

	while (r->n_depths <= depth)
		*PL_PUSH(r->scan->arena, r->depths, r->n_depths) = (struct depth){0};
	if (r->depths[depth].mail)
		r->mails[r->depths[depth].mail - 1].to = from;
	mail = PL_PUSH(r->scan->arena, r->mails, r->n_mails);
	mail->depth = depth;
	mail->from = r->depths[depth].mail ? from : 0;
	mail->to = r->scan->lines->n;
	mail->rank = INT_MAX;
	r->depths[depth].mail = r->n_mails;
	return mail;
}

/* Looks at line i. What stands once in each mail, above its list, begins the next one where it
 * stands again, or behind the list. */
static void look(struct reader *r, size_t i)
{
	const struct pl_line *line = lkp_line(r->scan, i);
	bool tree = pl_text_starts(line->text, PL_TEXT("tree:")) &&
		    match(r->scan, TREE, lkp_keyed(r->scan, i), NULL);
	bool url = pl_text_starts(line->text, PL_TEXT("url:")) &&
		   match(r->scan, URL, lkp_keyed(r->scan, i), NULL);
	int rank = tree || url ? 0 : opening(r->scan, i);
	struct mail *mail = NULL;

	if (!tree && !url && !rank)
		return;
	if (line->depth < r->n_depths && r->depths[line->depth].mail)
		mail = &r->mails[r->depths[line->depth].mail - 1];
	if (!mail || (mail->list && rank != 3) || (tree && mail->tree) || (url && mail->url) ||
	    (rank == 1 && mail->noticed) || (rank == 2 && mail->automatic))
		mail = new_mail(r, line->depth, i);
	mail->tree |= tree;
	mail->url |= url;
	mail->noticed |= rank == 1;
	mail->automatic |= rank == 2;
	mail->list |= rank == 3;
	if (rank && rank < mail->rank) {
		mail->rank = rank;
		mail->line = i;
	}
}

static void recognize(struct pl_scan *scan)
{
	struct reader r = {.scan = scan};
	bool any = false;

	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = lkp_line(scan, i);

		if (!pl_claimed(scan, i) && line->text.len &&
		    (pl_text_has(line->text, ' ') || pl_text_has(line->text, ':')))
			look(&r, i);
	}
	for (size_t k = 0; k < r.n_mails && pl_has_report_room(scan); k++) {
		if (r.mails[k].rank == INT_MAX)
			continue;
		any = true;
		add_report(&r, &r.mails[k]);
	}
	if (!any)
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
    "branch HEAD:",
    "configs tested",
    NULL,
};

const struct pl_recognizer pl_recognizer_lkp_build = {
    .id = "lkp-build",
    .summary = "build reports of the kernel test robot",
    .origin = "mail templates of the kernel test robot, 2013 to 2026",
    .version = 6,
    .rank = 14,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
