/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Performance reports of LKP / 0-day: the prose of the mail, as the robot sent it or
 * quoted at any depth.
 *
 *   2013-15  FYI, we noticed the below changes on / URL BRANCH / commit ID ("title")
 *   2016-22  FYI, we noticed a -3.4% regression of METRIC due to commit:
 *   2016-17  There is no primary kpi change in this test, ...
 *   2023-    kernel test robot noticed a 28.8% improvement of METRIC on:
 *
 * then `commit: ID ("title")`, the tree's URL and branch, `key: value` lines, and the
 * box of other tests on which the commit has "significant impact". A report that is
 * quoted in pieces is one: its fields are looked for in all lines of its depth, down
 * to the next report.
 */
#include <math.h>

#include <glib.h>

#include "core/machine.h"
#include "core/number.h"
#include "core/recognizer.h"
#include "core/settle.h"

enum pattern {
	NOTICED,
	NOTICED_METRIC_FIRST,
	BELOW_CHANGES,
	NO_PRIMARY,
	SUBJECT_CHANGE_FIRST,
	SUBJECT_METRIC_FIRST,
	COMMIT,
	TREE,
	TESTCASE,
	TEST_CASE_PATH,
	MACHINE,
	PARAMETERS,
	PARAMETER,
	CONFIG,
	COMPILER,
	STATUS,
	LINK,
	REPRODUCE,
	BOX_ROW,
	BOX_CHANGE,
	N_PATTERNS,
};

#define AMOUNT "([+-]?\\d[\\d.]*(?:e[+-]?\\d+)?%)"

static struct pl_pattern patterns[N_PATTERNS] = {
	[NOTICED] = { .name = "noticed",
		      .regex = "^\\s*(?:FYI, we|(?:the )?kernel test robot) noticed an?\\s+" AMOUNT
			       "\\s+(regression|improvement)\\s+of\\s+(\\S+)\\s+"
			       "(?:due to commit\\b|on:)",
		      .options = 0x00000008u },
	[NOTICED_METRIC_FIRST] = { .name = "noticed-metric-first",
				   .regex = "^\\s*FYI, we noticed (?:an? )?(\\S+\\.\\S+)\\s+" AMOUNT
					    "\\s+(regression|improvement)\\s+due to commit\\b" },
	[BELOW_CHANGES] = { .name = "below-changes",
			    .regex = "^\\s*FYI, we noticed the (?:below|following) changes on\\b" },
	[NO_PRIMARY] = { .name = "no-primary-kpi",
			 .regex = "^\\s*There is no primary kpi change in this test" },
	[SUBJECT_CHANGE_FIRST] = { .name = "subject-change-first",
				   .regex = "(?:^|\\s)" AMOUNT "\\s+([\\w-]+\\.[^\\s,]+)" },
	[SUBJECT_METRIC_FIRST] = { .name = "subject-metric-first",
				   .regex = "(?:^|\\s)([\\w-]+\\.[^\\s,]+)\\s+" AMOUNT },
	[COMMIT] = { .name = "commit",
		     .regex = "^\\s*commit:?\\s+([0-9a-f]{7,40})(?:\\s+\\(\"(.*))?$" },
	[TREE] = { .name = "tree",
		   .regex = "^\\s*((?:https?|git|ssh)://\\S+)(?:\\s+([^\\s:]+))?$" },
	[TESTCASE] = { .name = "testcase", .regex = "^\\s*(?:in )?testcase:\\s+(\\S+)" },
	[TEST_CASE_PATH] = { .name = "test-case-path",
			     .regex = "^\\s*test case:\\s+([^/\\s]+)/([^/\\s]+)" },
	[MACHINE] = { .name = "machine",
		      .regex = "^\\s*(?:on )?test machine:\\s+(.*?)"
			       "(?:\\s+(with following parameters:\\s*.*))?$" },
	[PARAMETERS] = { .name = "parameters",
			 .regex = "^\\s*(?:with following )?parameters:\\s*(.*)$" },
	[PARAMETER] = { .name = "parameter", .regex = "^\\s*([A-Za-z][\\w.+-]*):\\s+(\\S.*)$" },
	[CONFIG] = { .name = "config", .regex = "^\\s*config:\\s+(\\S.*)$" },
	[COMPILER] = { .name = "compiler", .regex = "^\\s*compiler:\\s+(\\S.*)$" },
	[STATUS] = { .name = "status",
		     .regex = "^\\s*\\[\\s*([A-Za-z][\\w -]*?)\\s+on\\s+(\\S.*?)\\s+"
			      "([0-9a-f]{7,40})\\s*\\]$" },
	[LINK] = { .name = "link",
		   .regex = "^\\s*(?:\\|\\s*)?(?:closes|link):\\s+"
			    "(https?://lore\\.kernel\\.org/\\S+)",
		   .options = 0x00000008u },
	[REPRODUCE] = { .name = "reproduce",
			.regex = "^\\s*(https?://download\\.01\\.org/\\S+)" },
	[BOX_ROW] = { .name = "box-row",
		      .regex = "^\\s*\\|\\s*(testcase: change|test machine|test parameters|)\\s*"
			       "\\|\\s*(.*?)\\s*\\|?$" },
	[BOX_CHANGE] = { .name = "box-change",
			 .regex = "^([^\\s:]+):\\s+(\\S+)\\s+" AMOUNT
				  "\\s+(regression|improvement)\\s*$" },
};

/* A sentence may be broken over this many lines. */
#define MAX_SENTENCE 3
/* The culprit stands near the opening sentence. */
#define MAX_CULPRIT_LINES 40

struct reader {
	struct pl_scan *scan;
	struct pl_report *report;
	unsigned depth;
	size_t from, to; /* its lines: [from, to), only those of its depth count */
};

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

static const struct pl_line *line_at(const struct pl_scan *scan, size_t i)
{
	return &scan->lines->v[i];
}

/* The index of the next line of depth after i, or lines->n. */
static size_t next_of_depth(const struct pl_scan *scan, size_t i, unsigned depth)
{
	for (i++; i < scan->lines->n; i++)
		if (line_at(scan, i)->depth == depth)
			return i;
	return scan->lines->n;
}

/* Line i with up to `more` lines behind it, joined by one blank: for sentences that a
 * mail program broke. Stops at a blank line or another depth. */
static struct pl_text paragraph(struct pl_scan *scan, size_t i, size_t more)
{
	struct pl_text text = line_at(scan, i)->text;
	unsigned depth = line_at(scan, i)->depth;

	for (size_t k = 1; k <= more && i + k < scan->lines->n; k++) {
		const struct pl_line *line = line_at(scan, i + k);
		struct pl_text rest = pl_text_trim(line->text);

		if (line->depth != depth || !rest.len)
			break;
		text = pl_arena_printf(scan->arena, "%.*s %.*s", (int)text.len, text.ptr,
				       (int)rest.len, rest.ptr);
	}
	return text;
}

static struct pl_text fold(struct pl_arena *arena, struct pl_text text)
{
	char *out = pl_arena_alloc(arena, text.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		bool blank = text.ptr[i] == ' ' || text.ptr[i] == '\t';

		if (blank && (!n || out[n - 1] == ' '))
			continue;
		out[n++] = blank ? ' ' : text.ptr[i];
	}
	return (struct pl_text){ out, n };
}

static void set_headline(struct pl_headline *headline, struct pl_text metric,
			 struct pl_text amount, struct pl_text printed)
{
	headline->metric = metric;
	headline->printed = printed;
	headline->has_change = pl_number_at(amount, &headline->change) > 0;
	headline->change_unit = headline->has_change ? PL_UNIT_PERCENT : PL_UNIT_NONE;
}

static enum pl_verdict verdict_of(struct pl_text word)
{
	return (word.ptr[0] | 0x20) == 'r' ? PL_VERDICT_REGRESSION : PL_VERDICT_IMPROVEMENT;
}

/* The subject's first metric: for sentences that name none. */
static void headline_of_subject(struct pl_scan *scan, struct pl_report *report)
{
	struct pl_text subject = scan->message->mail->subject;
	struct pl_captures c;

	if (match(scan, SUBJECT_CHANGE_FIRST, subject, &c))
		set_headline(&report->headline, c.v[2], c.v[1], c.v[1]);
	else if (match(scan, SUBJECT_METRIC_FIRST, subject, &c))
		set_headline(&report->headline, c.v[1], c.v[2], c.v[2]);
}

/* Does a report open at line i? Fills verdict and headline. */
static bool opens(struct pl_scan *scan, size_t i, struct pl_report *report)
{
	struct pl_text text = line_at(scan, i)->text;
	struct pl_captures c;
	bool noticed = memmem(text.ptr, text.len, "noticed", 7) != NULL;

	if (!noticed && !memmem(text.ptr, text.len, "no primary", 10))
		return false;
	memset(report, 0, sizeof(*report));
	report->kind = PL_REPORT_PERFORMANCE;
	report->verdict = PL_VERDICT_CHANGED;
	if (match(scan, BELOW_CHANGES, text, NULL) || match(scan, NO_PRIMARY, text, NULL)) {
		headline_of_subject(scan, report);
		return true;
	}
	text = paragraph(scan, i, MAX_SENTENCE - 1);
	if (match(scan, NOTICED, text, &c)) {
		report->verdict = verdict_of(c.v[2]);
		set_headline(&report->headline, c.v[3], c.v[1],
			     fold(scan->arena,
				  pl_text_slice(text, (size_t)(c.v[1].ptr - text.ptr),
						(size_t)(c.v[2].ptr + c.v[2].len - text.ptr))));
		return true;
	}
	if (match(scan, NOTICED_METRIC_FIRST, text, &c)) {
		report->verdict = verdict_of(c.v[3]);
		set_headline(&report->headline, c.v[1], c.v[2],
			     fold(scan->arena,
				  pl_text_slice(text, (size_t)(c.v[2].ptr - text.ptr),
						(size_t)(c.v[3].ptr + c.v[3].len - text.ptr))));
		return true;
	}
	return false;
}

/* A title up to `")`; it may go on over lines. *i moves to the last of them. */
static struct pl_text title_from(struct reader *r, size_t *i, struct pl_text start)
{
	struct pl_text title = start;

	for (size_t k = 0; k < MAX_SENTENCE && !pl_text_ends(title, PL_TEXT("\")")); k++) {
		struct pl_text more;
		size_t next = *i + 1;

		if (next >= r->to || line_at(r->scan, next)->depth != r->depth)
			return PL_TEXT_NONE;
		more = pl_text_trim(line_at(r->scan, next)->text);
		if (!more.len)
			return PL_TEXT_NONE;
		title = pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)title.len, title.ptr,
					(int)more.len, more.ptr);
		*i = next;
	}
	if (!pl_text_ends(title, PL_TEXT("\")")))
		return PL_TEXT_NONE;
	return fold(r->scan->arena, pl_text_slice(title, 0, title.len - 2));
}

/* The tree's URL and branch on line i; the branch may stand on the next line. */
static bool take_tree(struct reader *r, size_t i)
{
	struct pl_culprit *culprit = &r->report->culprit;
	struct pl_captures c;
	size_t next = i + 1;

	if (i >= r->to || !match(r->scan, TREE, line_at(r->scan, i)->text, &c))
		return false;
	culprit->tree = c.v[1];
	culprit->branch = c.v[2];
	if (!culprit->branch.len && next < r->to && line_at(r->scan, next)->depth == r->depth) {
		struct pl_text word = pl_text_trim(line_at(r->scan, next)->text);

		if (word.len && !memchr(word.ptr, ' ', word.len) &&
		    !memchr(word.ptr, ':', word.len) && word.ptr[0] != '[')
			culprit->branch = word;
	}
	return true;
}

/* `commit: ID ("title")` and the tree below it, or above it in the oldest form. */
static void take_culprit(struct reader *r)
{
	size_t tree_above = r->to;
	size_t seen = 0;

	for (size_t i = r->from; i < r->to && seen < MAX_CULPRIT_LINES; i++) {
		struct pl_captures c;

		if (line_at(r->scan, i)->depth != r->depth)
			continue;
		seen++;
		if (i > r->from && tree_above == r->to &&
		    match(r->scan, TREE, line_at(r->scan, i)->text, NULL))
			tree_above = i;
		if (!match(r->scan, COMMIT, line_at(r->scan, i)->text, &c))
			continue;
		r->report->culprit.id = c.v[1];
		if (c.v[2].ptr)
			r->report->culprit.title = title_from(r, &i, c.v[2]);
		if (tree_above < r->to)
			take_tree(r, tree_above);
		else
			take_tree(r, next_of_depth(r->scan, i, r->depth));
		return;
	}
}

static void add_param(struct reader *r, struct pl_params *params, struct pl_text key,
		      struct pl_text value)
{
	struct pl_param *param;

	for (size_t i = 0; i < params->n; i++)
		if (pl_text_equal(params->v[i].key, key))
			return;
	param = PL_PUSH(r->scan->arena, params->v, params->n);
	param->key = key;
	param->value = pl_text_trim(value);
}

/* k=v, parted by `separator` */
static void add_assignments(struct reader *r, struct pl_params *params, struct pl_text text,
			    char separator)
{
	size_t i = 0;

	while (i <= text.len) {
		size_t from = i;
		struct pl_text piece;
		const char *equals;

		while (i < text.len && text.ptr[i] != separator)
			i++;
		piece = pl_text_slice(text, from, i++);
		equals = piece.len ? memchr(piece.ptr, '=', piece.len) : NULL;
		if (equals && equals > piece.ptr && equals + 1 < piece.ptr + piece.len)
			add_param(r, params,
				  pl_text_slice(piece, 0, (size_t)(equals - piece.ptr)),
				  pl_text_slice(piece, (size_t)(equals + 1 - piece.ptr),
						piece.len));
	}
}

/* The `key: value` lines below `parameters:` on line i. */
static void take_parameters(struct reader *r, size_t i, struct pl_text inline_text)
{
	struct pl_params *params = &r->report->parameters;

	if (inline_text.len) {
		add_assignments(r, params, inline_text, '/');
		return;
	}
	for (i++; i < r->to; i++) {
		const struct pl_line *line = line_at(r->scan, i);
		struct pl_captures c;

		if (line->depth != r->depth)
			continue;
		if (!line->text.len) {
			if (params->n)
				return;
			continue;
		}
		if ((line->text.ptr[0] != ' ' && line->text.ptr[0] != '\t') ||
		    !match(r->scan, PARAMETER, line->text, &c))
			return;
		add_param(r, params, c.v[1], c.v[2]);
	}
}

static void take_machine(struct reader *r, size_t i)
{
	struct pl_text text = line_at(r->scan, i)->text;
	struct pl_captures c;

	if (!match(r->scan, MACHINE, text, &c))
		return;
	/* broken before "with 64G memory" */
	if (!memmem(text.ptr, text.len, "memory", 6) && pl_text_trim(c.v[1]).len &&
	    g_ascii_isdigit(c.v[1].ptr[0])) {
		struct pl_text longer = paragraph(r->scan, i, 2);
		struct pl_captures again;
		const char *end = memmem(longer.ptr, longer.len, "memory", 6);

		if (end) {
			longer.len = (size_t)(end + 6 - longer.ptr);
			if (match(r->scan, MACHINE, longer, &again))
				c = again;
		}
	}
	pl_machine_parse(c.v[1], &r->report->machine);
	if (c.v[2].ptr && match(r->scan, PARAMETERS, c.v[2], &c))
		take_parameters(r, i, pl_text_trim(c.v[1]));
}

static void take_status(struct reader *r, size_t i)
{
	struct pl_text text = pl_text_trim(line_at(r->scan, i)->text);
	struct pl_captures c;
	struct pl_state *state;
	char *name;

	if (!text.len || text.ptr[0] != '[')
		return;
	if (text.ptr[text.len - 1] != ']')
		text = paragraph(r->scan, i, 1);
	if (!match(r->scan, STATUS, text, &c))
		return;
	name = pl_arena_alloc(r->scan->arena, c.v[1].len + 1);
	for (size_t k = 0; k < c.v[1].len; k++)
		name[k] = g_ascii_isalnum(c.v[1].ptr[k]) ? g_ascii_tolower(c.v[1].ptr[k]) : '-';
	state = PL_PUSH(r->scan->arena, r->report->status, r->report->n_status);
	state->state = (struct pl_text){ name, c.v[1].len };
	state->where = c.v[2];
	state->commit = c.v[3];
}

/* Which field of the box is going on. */
enum box_field { BOX_NONE, BOX_TESTCASE, BOX_MACHINE, BOX_PARAMETERS };

/* One row of the "significant impact" box. */
static void take_box_row(struct reader *r, struct pl_text text, enum box_field *field)
{
	struct pl_report *report = r->report;
	struct pl_related *related;
	struct pl_captures c, change;

	if (!match(r->scan, BOX_ROW, text, &c))
		return;
	if (pl_text_starts(c.v[1], PL_TEXT("testcase"))) {
		*field = BOX_NONE;
		if (!match(r->scan, BOX_CHANGE, c.v[2], &change))
			return;
		*field = BOX_TESTCASE;
		related = PL_PUSH(r->scan->arena, report->related, report->n_related);
		related->testcase = change.v[1];
		related->verdict = verdict_of(change.v[4]);
		set_headline(&related->headline, change.v[2], change.v[3],
			     fold(r->scan->arena,
				  pl_text_slice(c.v[2], (size_t)(change.v[3].ptr - c.v[2].ptr),
						c.v[2].len)));
		return;
	}
	if (*field == BOX_NONE || !report->n_related)
		return;
	related = &report->related[report->n_related - 1];
	if (pl_text_starts(c.v[1], PL_TEXT("test machine"))) {
		*field = BOX_MACHINE;
		pl_machine_parse(c.v[2], &related->machine);
	} else if (c.v[1].len || *field == BOX_PARAMETERS) {
		*field = BOX_PARAMETERS;
		add_assignments(r, &related->parameters, c.v[2], '\0');
	}
}

/* Lines that look like one of the box, pieces that a mail program broke off joined. */
static void take_box(struct reader *r)
{
	enum box_field field = BOX_NONE;
	struct pl_text row = PL_TEXT_NONE;

	for (size_t i = r->from; i <= r->to; i++) {
		struct pl_text text = PL_TEXT_NONE;
		bool piece = false;

		if (i < r->to) {
			if (line_at(r->scan, i)->depth != r->depth)
				continue;
			text = pl_text_trim(line_at(r->scan, i)->text);
			piece = row.len && text.len && text.ptr[0] != '|' && text.ptr[0] != '+' &&
				row.ptr[row.len - 1] != '|';
		}
		if (piece) {
			row = pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)row.len, row.ptr,
					      (int)text.len, text.ptr);
			continue;
		}
		if (row.len)
			take_box_row(r, row, &field);
		row = text.len && text.ptr[0] == '|' ? text : PL_TEXT_NONE;
	}
}

/* All fields that are told by the beginning of a line; the first of each counts. */
static void take_fields(struct reader *r)
{
	struct pl_report *report = r->report;

	for (size_t i = r->from + 1; i < r->to; i++) {
		const struct pl_line *line = line_at(r->scan, i);
		struct pl_text text = line->text;
		struct pl_captures c;

		if (!text.len)
			continue;
		/* the trailer block of a quoted report has a mark more */
		if ((line->depth == r->depth || line->depth == r->depth + 1) &&
		    !report->link_report.len && match(r->scan, LINK, text, &c))
			report->link_report = c.v[1];
		if (line->depth != r->depth)
			continue;
		if (!report->link_reproduce.len && match(r->scan, REPRODUCE, text, &c))
			report->link_reproduce = c.v[1];
		if (!memchr(text.ptr, ':', text.len)) {
			take_status(r, i);
			continue;
		}
		if (!report->testcase.len && match(r->scan, TESTCASE, text, &c)) {
			report->testcase = c.v[1];
		} else if (!report->testcase.len && match(r->scan, TEST_CASE_PATH, text, &c)) {
			report->testcase = c.v[2];
			report->machine.tbox = c.v[1];
		} else if (!report->machine.text.len && match(r->scan, MACHINE, text, &c)) {
			take_machine(r, i);
		} else if (!report->parameters.n && match(r->scan, PARAMETERS, text, &c)) {
			take_parameters(r, i, pl_text_trim(c.v[1]));
		} else if (!report->config.len && match(r->scan, CONFIG, text, &c)) {
			report->config = c.v[1];
		} else if (!report->compiler.len && match(r->scan, COMPILER, text, &c)) {
			report->compiler = c.v[1];
		} else {
			take_status(r, i);
		}
	}
}

static void recognize(struct pl_scan *scan)
{
	struct pl_message *message = scan->message;
	size_t first = message->n_reports;
	size_t *starts = NULL, n_starts = 0;

	for (size_t i = 0; i < scan->lines->n; i++) {
		struct pl_report report;

		if (pl_claimed(scan, i) || !opens(scan, i, &report))
			continue;
		report.line = line_at(scan, i)->number;
		report.depth = line_at(scan, i)->depth;
		report.part = scan->part;
		*PL_PUSH(scan->arena, starts, n_starts) = i;
		*PL_PUSH(scan->arena, message->reports, message->n_reports) = report;
		pl_claim(scan, i);
	}
	for (size_t k = 0; k < n_starts; k++) {
		struct reader r = { .scan = scan,
				    .report = &message->reports[first + k],
				    .from = starts[k],
				    .to = scan->lines->n };

		r.depth = r.report->depth;
		for (size_t j = k + 1; j < n_starts; j++)
			if (message->reports[first + j].depth == r.depth) {
				r.to = starts[j];
				break;
			}
		take_culprit(&r);
		take_fields(&r);
		take_box(&r);
	}
	/* a sentence of one's own that blames no commit is talk */
	for (size_t k = first; k < message->n_reports;) {
		if (message->reports[k].depth || message->reports[k].culprit.id.len) {
			k++;
			continue;
		}
		memmove(&message->reports[k], &message->reports[k + 1],
			(message->n_reports - k - 1) * sizeof(message->reports[k]));
		message->n_reports--;
	}
}

/* The amounts agree within 0.1 or 1 %. */
static bool agrees(double row, double printed)
{
	double difference = fabs(fabs(row) - fabs(printed));

	return difference <= 0.1 + 1e-9 || difference <= 0.01 * fabs(printed);
}

/* The change of a headline carries the sign of the table's row: the first row of that
 * metric in the report's tables whose amount agrees. */
static void sign_headline(const struct pl_message *message, int report,
			  struct pl_headline *headline)
{
	const struct pl_report *r = &message->reports[report];

	if (!headline->has_change)
		return;
	for (size_t i = 0; i < message->n_tables; i++) {
		const struct pl_table *table = &message->tables[i];
		size_t column = pl_table_column_of(table, r->culprit.id);

		if (table->report != report || !column)
			continue;
		for (size_t k = 0; k < table->n_rows; k++) {
			const struct pl_cell *cell = &table->rows[k].cells[column];

			if (!pl_text_equal(table->rows[k].metric, headline->metric) ||
			    !(cell->has & PL_HAS_CHANGE) ||
			    cell->change_unit != PL_UNIT_PERCENT ||
			    !agrees(cell->change, headline->change))
				continue;
			headline->change = cell->change;
			return;
		}
	}
}

static void settle(struct pl_scan *scan)
{
	struct pl_message *message = scan->message;

	for (size_t i = 0; i < message->n_reports; i++) {
		struct pl_report *r = &message->reports[i];

		if (r->kind != PL_REPORT_PERFORMANCE)
			continue;
		sign_headline(message, (int)i, &r->headline);
		for (size_t k = 0; k < r->n_related; k++)
			sign_headline(message, (int)i, &r->related[k].headline);
	}
}

static const char *const needles[] = { "noticed", "no primary kpi", NULL };

const struct pl_recognizer pl_recognizer_lkp_report = {
	.id = "lkp-report",
	.summary = "performance reports of LKP / 0-day (kernel test robot)",
	.origin = "mail templates of the kernel test robot, 2013 to 2026",
	.version = 1,
	.rank = 10,
	.needles = needles,
	.patterns = patterns,
	.n_patterns = N_PATTERNS,
	.recognize = recognize,
	.settle = settle,
};
