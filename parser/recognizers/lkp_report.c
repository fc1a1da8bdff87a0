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

#include "core/bounds.h"
#include "core/machine.h"
#include "core/number.h"
#include "core/recognizer.h"
#include "core/settle.h"
#include "recognizers/lkp_fields.h"
#include "recognizers/lkp_marks.h"

enum pattern {
	NOTICED,
	NOTICED_METRIC_FIRST,
	BELOW_CHANGES,
	NO_PRIMARY,
	SUBJECT_CHANGE_FIRST,
	SUBJECT_METRIC_FIRST,
	BOX_ROW,
	BOX_CHANGE,
	N_PATTERNS,
};

#define AMOUNT "([+-]?(?:\\d[\\d.]*(?:e[+-]?\\d+)?|Inf|NaN)%)"

static struct pl_pattern patterns[N_PATTERNS] = {
    [NOTICED] = {.name = "noticed",
		 .regex = "^\\s*(?:FYI, we|(?:the )?kernel test robot) noticed an?\\s+" AMOUNT
			  "\\s+(regression|improvement)\\s+of\\s+(\\S+)\\s+"
			  "(?:due to commit\\b|on:)",
		 .options = 0x00000008u},
    [NOTICED_METRIC_FIRST] = {.name = "noticed-metric-first",
			      .regex = "^\\s*FYI, we noticed (?:an? )?(\\S+\\.\\S+)\\s+" AMOUNT
				       "\\s+(regression|improvement)\\s+due to commit\\b"},
    [BELOW_CHANGES] = {.name = "below-changes",
		       .regex = "^\\s*FYI, we noticed the (?:below|following) changes on\\b"},
    [NO_PRIMARY] = {.name = "no-primary-kpi",
		    .regex = "^\\s*There is no primary kpi change in this test"},
    [SUBJECT_CHANGE_FIRST] = {.name = "subject-change-first",
			      .regex = "(?:^|\\s)" AMOUNT "\\s+([\\w-]+\\.[^\\s,]+)"},
    [SUBJECT_METRIC_FIRST] = {.name = "subject-metric-first",
			      .regex = "(?:^|\\s)([\\w-]+\\.[^\\s,]+)\\s+" AMOUNT},
    [BOX_ROW] = {.name = "box-row",
		 .regex = "^\\s*\\|\\s*(testcase: change|test machine|test parameters|)\\s*"
			  "\\|\\s*(.*?)\\s*\\|?$"},
    [BOX_CHANGE] = {.name = "box-change",
		    .regex =
			"^([^\\s:]+):\\s+(\\S+)\\s+" AMOUNT "\\s+(regression|improvement)\\s*$"},
};

/* A sentence may be broken over this many lines. */
#define MAX_SENTENCE 3

static bool match(struct pl_scan *scan, enum pattern which, struct pl_text text,
		  struct pl_captures *captures)
{
	return pl_match(scan->matcher, &patterns[which], text, 0, captures);
}

static void set_headline(struct pl_headline *headline, struct pl_text metric, struct pl_text amount,
			 struct pl_text printed)
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

/* A sentence that names a change: fills verdict and headline. */
static bool takes_sentence(struct pl_scan *scan, struct pl_text text, struct pl_report *report)
{
	struct pl_captures c;
	const struct pl_text *metric, *amount, *word;

	text = lkp_unmark(scan->arena, text);
	if (match(scan, NOTICED, text, &c)) {
		amount = &c.v[1];
		word = &c.v[2];
		metric = &c.v[3];
	} else if (match(scan, NOTICED_METRIC_FIRST, text, &c)) {
		metric = &c.v[1];
		amount = &c.v[2];
		word = &c.v[3];
	} else {
		return false;
	}
	report->verdict = verdict_of(*word);
	set_headline(
	    &report->headline, *metric, *amount,
	    lkp_fold(scan->arena, pl_text_slice(text, (size_t)(amount->ptr - text.ptr),
						(size_t)(word->ptr + word->len - text.ptr))));
	return true;
}

/* Does a report open at line i? Fills verdict and headline. */
static bool opens(struct pl_scan *scan, size_t i, struct pl_report *report)
{
	struct pl_text text = lkp_line(scan, i)->text;
	bool noticed = pl_text_find(text, "noticed") != NULL;

	if (!noticed && !pl_text_find(text, "no primary"))
		return false;
	memset(report, 0, sizeof(*report));
	report->kind = PL_REPORT_PERFORMANCE;
	report->verdict = PL_VERDICT_CHANGED;
	if (match(scan, BELOW_CHANGES, text, NULL) || match(scan, NO_PRIMARY, text, NULL)) {
		headline_of_subject(scan, report);
		return true;
	}
	if (takes_sentence(scan, lkp_paragraph(scan, i, MAX_SENTENCE - 1), report))
		return true;
	/* its rest may have lost its marks, and an answer stand right behind it */
	for (size_t more = 1; more < MAX_SENTENCE; more++) {
		text = lkp_broken_off(scan, i, more);
		if (text.len && takes_sentence(scan, text, report))
			return pl_text_has(report->headline.metric, '.');
	}
	return false;
}

/* Which field of the box is going on. */
enum box_field { BOX_NONE, BOX_TESTCASE, BOX_MACHINE, BOX_PARAMETERS };

/* One row of the "significant impact" box. */
static void take_box_row(struct lkp_reader *r, struct pl_text text, enum box_field *field)
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
			     lkp_fold(r->scan->arena,
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
		lkp_add_assignments(r, &related->parameters, c.v[2], '\0');
	}
}

/* Lines that look like one of the box, pieces that a mail program broke off joined. */
static void take_box(struct lkp_reader *r)
{
	enum box_field field = BOX_NONE;
	struct pl_text row = PL_TEXT_NONE;

	for (size_t i = r->from; i <= r->to; i++) {
		struct pl_text text = PL_TEXT_NONE;
		bool piece = false;

		if (i < r->to) {
			bool open = row.len && row.ptr[row.len - 1] != '|';

			/* a piece that was broken off may have lost marks; it closes the row, or
			 * others go on */
			if (lkp_line(r->scan, i)->depth != r->depth &&
			    (!open ||
			     (!lkp_below(r->scan, i - 1, r->depth).len &&
			      !pl_text_ends(lkp_piece(r->scan, i - 1, r->depth), PL_TEXT("|")))))
				continue;
			text = pl_text_trim(lkp_line(r->scan, i)->text);
			piece = row.len && text.len && text.ptr[0] != '|' && text.ptr[0] != '+' &&
				row.ptr[row.len - 1] != '|';
		}
		if (piece) {
			row = lkp_join(r->scan->arena, row, text);
			continue;
		}
		if (row.len)
			take_box_row(r, row, &field);
		row = text.len && text.ptr[0] == '|' ? text : PL_TEXT_NONE;
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
		if (!pl_has_report_room(scan))
			break;
		report.line = lkp_line(scan, i)->number;
		report.depth = lkp_line(scan, i)->depth;
		report.part = scan->part;
		*PL_PUSH(scan->arena, starts, n_starts) = i;
		*PL_PUSH(scan->arena, message->reports, message->n_reports) = report;
		pl_claim(scan, i);
	}
	for (size_t k = 0; k < n_starts; k++) {
		struct lkp_reader r = {
		    .scan = scan, .report = &message->reports[first + k], .from = starts[k]};

		r.depth = r.report->depth;
		r.to = lkp_region_end(scan, r.from, r.depth);
		lkp_take_culprit(&r);
		lkp_take_fields(&r);
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
			    !(cell->has & PL_HAS_CHANGE) || cell->change_unit != PL_UNIT_PERCENT ||
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

static const char *const needles[] = {"noticed", "no primary kpi", NULL};

const struct pl_recognizer pl_recognizer_lkp_report = {
    .id = "lkp-report",
    .summary = "performance reports of LKP / 0-day (kernel test robot)",
    .origin = "mail templates of the kernel test robot, 2013 to 2026",
    .version = 9,
    .rank = 10,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .shared = lkp_field_patterns,
    .n_shared = &lkp_n_field_patterns,
    .recognize = recognize,
    .settle = settle,
};
