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
#include <glib.h>

#include "core/bounds.h"
#include "core/number.h"
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
		    .regex = "^\\s*(?:the )?kernel test robot noticed \"([^\"]+)\"\\s+on:",
		    .options = 0x00000008u /* PCRE2_CASELESS */},
};

/* A box has a label column and this many commits at most: the widest seen has 4. */
#define MAX_COUNTS 16

/* Cells of a box row: parted by `|` with a blank (or nothing) on both sides, since an
 * id may hold a bare `|`. Returns their number, 0 where text is no row. */
static size_t box_cells(struct pl_text text, struct pl_text cells[MAX_COUNTS + 1])
{
	size_t n = 0, start = 1;

	text = pl_text_trim(text);
	if (text.len < 3 || text.ptr[0] != '|')
		return 0;
	for (size_t i = 1; i < text.len; i++) {
		bool left = text.ptr[i - 1] == ' ';
		bool right = i + 1 == text.len || text.ptr[i + 1] == ' ';

		if (text.ptr[i] != '|' || !left || !right)
			continue;
		if (n > MAX_COUNTS)
			return 0;
		cells[n++] = pl_text_trim(pl_text_slice(text, start, i));
		start = i + 1;
	}
	return n;
}

static bool is_commit_label(struct pl_text text)
{
	bool digit = false;

	for (size_t i = 0; i < text.len; i++) {
		if (!g_ascii_isalnum(text.ptr[i]) && !strchr(".-_+/", text.ptr[i]))
			return false;
		digit |= g_ascii_isdigit(text.ptr[i]);
	}
	return text.len >= 4 && digit;
}

/* The box's first row: no label, then commits. */
static bool is_box_head(const struct pl_text *cells, size_t n)
{
	if (n < 2 || cells[0].len)
		return false;
	for (size_t i = 1; i < n; i++)
		if (!is_commit_label(cells[i]))
			return false;
	return true;
}

static void add_counts(struct lkp_reader *r, const struct pl_text *cells, size_t n)
{
	struct pl_report *report = r->report;
	int64_t counts[MAX_COUNTS] = {0};
	bool successes = pl_text_equal(cells[0], PL_TEXT("boot_successes"));
	bool failures = pl_text_equal(cells[0], PL_TEXT("boot_failures"));
	struct pl_error_count *error;

	for (size_t i = 1; i < n; i++)
		if (cells[i].len && !pl_integer_of(cells[i], &counts[i - 1]))
			return;
	if (!cells[0].len)
		return;
	if (successes || failures) {
		while (report->n_boots < n - 1) {
			struct pl_boots *boots =
			    PL_PUSH(r->scan->arena, report->boots, report->n_boots);

			boots->successes = boots->failures = -1;
		}
		for (size_t i = 1; i < n; i++)
			*(successes ? &report->boots[i - 1].successes
				    : &report->boots[i - 1].failures) = counts[i - 1];
		return;
	}
	error = PL_PUSH(r->scan->arena, report->errors, report->n_errors);
	error->id = cells[0];
	error->n_counts = n - 1;
	error->counts = pl_arena_alloc(r->scan->arena, (n - 1) * sizeof(*error->counts));
	memcpy(error->counts, counts, (n - 1) * sizeof(*error->counts));
}

/* Rows of the box; a piece that a mail program broke off continues the row above. */
static void take_box(struct lkp_reader *r)
{
	struct pl_text row = PL_TEXT_NONE, cells[MAX_COUNTS + 1];
	size_t columns = 0;

	for (size_t i = r->from; i <= r->to; i++) {
		struct pl_text text = PL_TEXT_NONE;
		size_t n;

		if (i < r->to) {
			if (lkp_line(r->scan, i)->depth != r->depth)
				continue;
			text = pl_text_trim(lkp_line(r->scan, i)->text);
			if (row.len && text.len && text.ptr[0] != '+' &&
			    (text.ptr[0] != '|' || row.ptr[row.len - 1] != '|' ||
			     (columns && box_cells(row, cells) < columns))) {
				row = pl_arena_printf(r->scan->arena, "%.*s %.*s", (int)row.len,
						      row.ptr, (int)text.len, text.ptr);
				continue;
			}
		}
		n = row.len ? box_cells(row, cells) : 0;
		if (!columns && is_box_head(cells, n))
			columns = n;
		else if (columns && n == columns)
			add_counts(r, cells, n);
		row = text.len && text.ptr[0] == '|' ? text : PL_TEXT_NONE;
		/* the first box only */
		if (columns && !text.len && (r->report->n_errors || r->report->n_boots))
			return;
	}
}

static bool opens(struct pl_scan *scan, size_t i, struct pl_report *report)
{
	struct pl_text text = lkp_line(scan, i)->text;
	struct pl_captures c;

	if (!pl_text_find(text, "noticed"))
		return false;
	memset(report, 0, sizeof(*report));
	report->kind = PL_REPORT_FUNCTIONAL;
	report->verdict = PL_VERDICT_FAILURE;
	if (pl_match(scan->matcher, &patterns[FOLLOWING_COMMIT], text, 0, NULL))
		return true;
	if (!pl_match(scan->matcher, &patterns[NOTICED_ID], lkp_paragraph(scan, i, 2), 0, &c))
		return false;
	report->headline.metric = lkp_fold(scan->arena, c.v[1]);
	return true;
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
		take_box(&r);
		pl_claim(scan, i);
		*PL_PUSH(scan->arena, message->reports, message->n_reports) = report;
	}
}

static const char *const needles[] = {"noticed", NULL};

const struct pl_recognizer pl_recognizer_lkp_functional = {
    .id = "lkp-functional",
    .summary = "functional and boot reports of LKP / 0-day (kernel test robot)",
    .origin = "mail templates of the kernel test robot, 2014 to 2026",
    .version = 3,
    .rank = 12,
    .needles = needles,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .shared = lkp_field_patterns,
    .n_shared = &lkp_n_field_patterns,
    .recognize = recognize,
};
