/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Comparison tables of LKP / 0-day, as printed by both printers of lkp-tests
 * (ncompare since 2015, compare since 2013), alone or in any depth of quoting:
 *
 *   =====                                     rule
 *   key1/key2/...:                            axes
 *     val1/val2/...
 *   commit:                                   ids and titles, one a column
 *     <id> ("title")
 *   <id16> <id27> ...                         header: labels,
 *   ------ -------                            rule,
 *   fail:runs / %stddev lines                 sections
 *   rows
 *
 * Each depth of the part has a state of its own: a table runs on over lines of other
 * depths, which are comments.
 */
#include <stdlib.h>

#include <glib.h>

#include "core/bounds.h"
#include "core/features.h"
#include "core/metric.h"
#include "core/recognizer.h"
#include "recognizers/lkp_broken.h"
#include "recognizers/lkp_head.h"
#include "recognizers/lkp_labels.h"
#include "recognizers/lkp_preamble.h"
#include "recognizers/lkp_row.h"
#include "recognizers/lkp_unmarked.h"

enum pattern {
	SECTION,
	SECTION_REST,
	SNIP,
	NOTE,
	N_PATTERNS,
};

static struct pl_pattern patterns[N_PATTERNS] = {
    [SECTION] = {.name = "section",
		 .regex = "^\\s*(?:%stddev|fail:runs)"
			  "(?:\\s+(?:%?change|%reproduction|%stddev|fail:runs|\\\\|\\|))*$"},
    /* what a mail program broke off a section line */
    [SECTION_REST] = {.name = "section-rest",
		      .regex = "^\\s*(?:%?change|%reproduction|%stddev|fail:runs)"
			       "(?:\\s+(?:%?change|%reproduction|%stddev|fail:runs))*$"},
    [SNIP] = {.name = "snip",
	      .regex =
		  "^\\s*(?:\\.{2,}|\\[?\\(?<?(?:\\.\\.\\.|snip|cut|skip|\\xE2\\x80\\xA6).{0,30}"
		  "|(?:[-=*~ ]|\xE2\x80[\x93-\x95]){0,6}(?:8<|>8)"
		  "(?:[-=*~ 8<>]|\xE2\x80[\x93-\x95])*)$",
	      .options = 0x00000008u /* PCRE2_CASELESS */},
    /* a reader's note to the line above, perhaps broken off it */
    [NOTE] = {.name = "note",
	      .regex = "^\\s*(?:<(?:[-=<]{2}|\xE2\x80[\x93-\x95])|[*#!^(\\[][^=]{0,24}$)"},
};

/* What one depth of the part holds at the moment. */
struct state {
	struct pl_table *table; /* open table, or NULL */
	size_t indent;		/* its first column, or LKP_INDENT_UNKNOWN */
	bool section;		/* the table's %stddev or fail:runs line was seen */
	bool by_test;		/* its right-hand text is the test, not the metric */
	size_t tests;		/* rows at its end whose metric is still to come */

	struct lkp_preamble preamble; /* of the next table */
	struct lkp_labels labels;
	const struct pl_line *tags; /* the line above, if it may be labels without an id */
};

struct reader {
	struct pl_scan *scan;
	struct state **states; /* by depth */
	size_t n_states;
	bool headers; /* the part may hold headers; else only rows quoted alone */
	struct pl_table **found;
	size_t n_found;
	size_t rows, cells; /* of the mail so far */
	size_t unreadable;  /* rows of this part */
};

static struct state *state_of(struct reader *r, unsigned depth)
{
	while (r->n_states <= depth)
		*PL_PUSH(r->scan->arena, r->states, r->n_states) = NULL;
	if (!r->states[depth])
		r->states[depth] = pl_arena_alloc(r->scan->arena, sizeof(struct state));
	return r->states[depth];
}

static void settle_tests(struct state *s, struct pl_text metric)
{
	struct pl_table *table = s->table;

	for (size_t i = table->n_rows - s->tests; i < table->n_rows; i++) {
		table->rows[i].test = table->rows[i].metric;
		table->rows[i].metric = metric;
	}
	s->tests = 0;
}

static void close_table(struct state *s)
{
	if (s->table && s->by_test && s->tests)
		settle_tests(s, PL_TEXT_NONE);
	s->table = NULL;
	s->section = false;
	s->by_test = false;
	s->tests = 0;
}

/* NULL where the mail has too many. */
static struct pl_table *open_table(struct reader *r, struct state *s, const struct pl_line *line,
				   uint32_t number, size_t n_columns)
{
	struct pl_table *table;

	close_table(s);
	if (!pl_has_room(r->scan, r->scan->message->n_tables + r->n_found, r->scan->limits->tables,
			 PL_TEXT("too-many-tables")))
		return NULL;
	table = pl_arena_alloc(r->scan->arena, sizeof(*table));
	table->kind = PL_TABLE_LKP;
	table->line = number;
	table->depth = line->depth;
	table->report = -1;
	table->part = r->scan->part;
	table->n_columns = n_columns;
	table->columns = pl_arena_alloc(r->scan->arena, n_columns * sizeof(*table->columns));
	s->indent = LKP_INDENT_UNKNOWN;
	*PL_PUSH(r->scan->arena, r->found, r->n_found) = table;
	s->table = table;
	return table;
}

/* The labels and their rule are complete: a table begins. */
static void begin_table(struct reader *r, struct state *s, const struct pl_line *line)
{
	struct lkp_labels labels = s->labels;
	size_t n = labels.n;
	struct pl_table *table;
	bool by_test = false;

	lkp_labels_forget(&s->labels);
	for (size_t i = 0; i < labels.n; i++)
		if (pl_text_equal(labels.v[i], lkp_by_test_label)) {
			by_test = true;
			n--;
		}
	if (n < 1 || n > LKP_MAX_COLUMNS)
		return;
	table = open_table(r, s, line, labels.line, n);
	if (!table)
		return;
	s->by_test = by_test;
	s->indent = labels.indent;
	for (size_t i = 0, k = 0; i < labels.n; i++) {
		if (pl_text_equal(labels.v[i], lkp_by_test_label))
			continue;
		table->columns[k].label = labels.v[i];
		if (lkp_is_hex(labels.v[i], 7))
			table->columns[k].commit = labels.v[i];
		k++;
	}
	lkp_preamble_give(&s->preamble, table);
}

static void add_row(struct reader *r, struct state *s, const struct pl_row *row, uint32_t line)
{
	struct pl_table *table = s->table;
	struct pl_row *added;

	if (!pl_has_room(r->scan, r->rows, r->scan->limits->rows, PL_TEXT("too-many-rows")) ||
	    !pl_has_room(r->scan, r->cells, r->scan->limits->cells, PL_TEXT("too-many-rows")))
		return;
	r->rows++;
	r->cells += row->n_cells;
	added = PL_PUSH(r->scan->arena, table->rows, table->n_rows);
	*added = *row;
	added->cells = pl_arena_alloc(r->scan->arena, row->n_cells * sizeof(*row->cells));
	memcpy(added->cells, row->cells, row->n_cells * sizeof(*row->cells));
	added->line = line;
	s->tests++;
	added->metric = lkp_cut_aggregate(row->metric, &added->aggregate);
	if (added->aggregate == PL_AGGREGATE_NONE)
		return;
	table->n_rows--;
	s->tests--;
	settle_tests(s, added->metric);
	table->n_rows++;
}

/* `%stddev %change %stddev` or `fail:runs %reproduction fail:runs`, perhaps over several
 * lines; *i moves to the last of them. */
static bool section_line(struct reader *r, struct state *s, size_t *i)
{
	const struct pl_lines *lines = r->scan->lines;
	const struct pl_line *line = &lines->v[*i];
	size_t n;

	if (!pl_match(r->scan->matcher, &patterns[SECTION], line->text, 0, NULL))
		return false;
	n = lkp_count_columns(line->text);
	for (; *i + 1 < lines->n && n <= LKP_MAX_COLUMNS; (*i)++) {
		const struct pl_line *next = &lines->v[*i + 1];

		if (next->depth > line->depth ||
		    !lkp_continues_section(next[-1].text, next->text) ||
		    !pl_match(r->scan->matcher, &patterns[SECTION_REST], next->text, 0, NULL))
			break;
		n += lkp_count_columns(next->text);
	}
	if (!s->table || (!s->table->columns[0].label.len && s->table->n_columns != n)) {
		if (r->scan->lines->filename.len)
			return true;
		/* its marker line refilled into it: nothing below stands in its place */
		if (n <= LKP_MAX_COLUMNS && !pl_text_has(line->text, '\\') &&
		    open_table(r, s, line, line->number, n))
			s->indent = lkp_section_indent(line->text);
	}
	s->section = s->table != NULL;
	return true;
}

static void claim_lines(struct reader *r, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		pl_claim(r->scan, i);
}

/* A note stands right below a row; an arrow points at it from anywhere. */
static bool is_note(struct reader *r, const struct state *s, size_t i)
{
	const struct pl_line *line = &r->scan->lines->v[i];
	struct pl_text text = pl_text_trim(line->text);

	if (pl_text_has(text, '<'))
		return pl_match(r->scan->matcher, &patterns[NOTE], line->text, 0, NULL);
	return s->table && s->table->n_rows && i && r->scan->claims[i - 1] &&
	       pl_match(r->scan->matcher, &patterns[NOTE], line->text, 0, NULL);
}

/* So many rows that cannot be read are named in a mail's problems. */
#define MAX_UNREADABLE 20

static void report_unreadable(struct reader *r, size_t i)
{
	struct pl_scan *scan = r->scan;

	if (++r->unreadable <= MAX_UNREADABLE)
		pl_problem_add(scan->arena, &scan->message->mail->problems,
			       PL_TEXT("row-unreadable"),
			       pl_arena_printf(scan->arena, "line %u", scan->lines->v[i].number));
}

/* Takes the row on line i, of n_columns columns or (0) one that speaks for itself and may
 * begin a table. Returns the lines that it goes over, 0 where there is none. */
static size_t take_row(struct reader *r, struct state *s, size_t i, size_t n_columns)
{
	const struct pl_line *line = &r->scan->lines->v[i];
	size_t indent = n_columns ? s->indent : LKP_INDENT_UNKNOWN, used;
	struct pl_cell cells[LKP_MAX_COLUMNS];
	struct pl_row row;

	used = lkp_row_at(r->scan, i, n_columns, indent, cells, &row);
	if (!used)
		return 0;
	if (!s->table || s->table->n_columns != row.n_cells)
		open_table(r, s, line, line->number, row.n_cells);
	if (s->table)
		add_row(r, s, &row, line->number);
	claim_lines(r, i, i + used);
	return used;
}

/* Reads line *i as one above the rows of a table; *i moves to the last that it goes on over. */
static bool take_head(struct reader *r, struct state *s, size_t *i, const struct pl_line *tags)
{
	const struct pl_line *line = &r->scan->lines->v[*i];
	enum lkp_preamble_use preamble = lkp_preamble_line(r->scan, &s->preamble, i);
	enum lkp_labels_use labels;

	if (preamble == LKP_PREAMBLE_BEGINS)
		close_table(s);
	if (preamble != LKP_NO_PREAMBLE)
		return true;
	labels = lkp_labels_line(r->scan, &s->labels, i, tags);
	if (labels == LKP_LABELS_COMPLETE)
		begin_table(r, s, line);
	return labels != LKP_NO_LABELS || section_line(r, s, i);
}

/* Looks at line i; returns the next line to look at. */
static size_t look(struct reader *r, size_t i)
{
	const struct pl_line *line = &r->scan->lines->v[i];
	struct state *s = state_of(r, line->depth);
	bool attachment = r->scan->lines->filename.len > 0;
	size_t start = i, used;
	const struct pl_line *tags = s->tags;

	s->tags = NULL;
	if (s->table && (s->section || !attachment) &&
	    (used = take_row(r, s, i, s->table->n_columns)))
		return i + used;
	if (!line->text.len && !s->preamble.in_list) {
		s->labels.blank = s->labels.n > 0;
		s->tags = tags;
		return i + 1;
	}
	if (r->headers && take_head(r, s, &i, tags)) {
		if (line->text.len)
			claim_lines(r, start, i + 1);
		return i + 1;
	}
	if (s->table &&
	    (lkp_is_marker(line->text) || lkp_row_is_cells(line->text) || lkp_is_rest(r->scan, i) ||
	     pl_match(r->scan->matcher, &patterns[SNIP], line->text, 0, NULL))) {
		if (lkp_is_parted_unreadable(r->scan, i))
			report_unreadable(r, i);
		return i + 1;
	}
	if (is_note(r, s, i))
		return i + 1;
	if (!attachment && (used = take_row(r, s, i, 0)))
		return i + used;
	if (!attachment && lkp_is_parted_unreadable(r->scan, i))
		report_unreadable(r, i);
	if (s->table && lkp_is_unreadable_row(line->text)) {
		/* others go on below it */
		pl_claim(r->scan, i);
		report_unreadable(r, i);
		return i + 1;
	}
	close_table(s);
	lkp_labels_forget(&s->labels);
	if (r->headers && lkp_may_be_labels(r->scan->lines, i))
		s->tags = line;
	else if (!lkp_is_rule_of(line->text, '=') && !lkp_is_rule_of(line->text, '*'))
		s->preamble.axes = (struct pl_params){NULL, 0};
	return i + 1;
}

static int by_line(const void *a, const void *b)
{
	const struct pl_table *ta = *(const struct pl_table *const *)a;
	const struct pl_table *tb = *(const struct pl_table *const *)b;

	return ta->line < tb->line ? -1 : ta->line > tb->line;
}

static void recognize(struct pl_scan *scan)
{
	struct reader r = {.scan = scan};
	struct pl_message *message = scan->message;
	const struct pl_lines *lines = scan->lines;

	r.headers = scan->needle;
	if (!r.headers && scan->lines->filename.len)
		return;
	if (r.headers)
		scan->lines = lkp_unmarked(scan);
	for (size_t i = 0; i < scan->lines->n;) {
		if (!r.headers && !r.n_found && !pl_feature_begins_row(scan->lines->v[i].text))
			i++;
		else
			i = look(&r, i);
	}
	scan->lines = lines;
	for (size_t i = 0; i < r.n_states; i++)
		if (r.states[i])
			close_table(r.states[i]);
	if (r.n_found)
		qsort(r.found, r.n_found, sizeof(*r.found), by_line);
	for (size_t i = 0; i < r.n_found; i++) {
		struct pl_table *table = r.found[i];

		if (!table->n_rows)
			continue;
		for (size_t k = 0; k < table->n_rows; k++)
			table->rows[k].functions =
			    pl_metric_functions(scan->arena, table->rows[k].metric);
		*PL_PUSH(scan->arena, message->tables, message->n_tables) = *table;
	}
}

/* A header has a section line or a rule of two groups. Nearly all mails hold none of
 * these: there only lines that may begin a row are looked at. */
static const char *const needles[] = {"%stddev", "fail:runs", "- ------------", "-  ------------",
				      NULL};

const struct pl_recognizer pl_recognizer_lkp_table = {
    .id = "lkp-table",
    .summary = "comparison tables of LKP / 0-day (kernel test robot)",
    .origin = "lkp-tests: lib/compare.rb, sbin/compare, 2013 to 2026",
    .version = 9,
    .rank = 20,
    .needles = needles,
    .always = true,
    .needs = PL_FEATURE_ROW,
    .attachments = true,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .shared = lkp_preamble_patterns,
    .n_shared = &lkp_n_preamble_patterns,
    .recognize = recognize,
};
