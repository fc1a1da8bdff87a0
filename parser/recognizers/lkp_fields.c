/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_fields.h"

#include <glib.h>

#include "core/machine.h"

enum {
	OPENER,
	COMMIT,
	TREE,
	TESTCASE,
	TEST_CASE_PATH,
	MACHINE,
	MACHINE_END,
	MACHINE_VIRTUAL,
	PARAMETERS,
	PARAMETER,
	CONFIG,
	COMPILER,
	STATUS,
	LINK,
	LINK_KEY,
	REPRODUCE,
	N_PATTERNS,
};

#define CASELESS 0x00000008u /* PCRE2_CASELESS */

/* Round a URL that a mail gateway rewrote; what it left out of it, it marks by stars. */
#define REWRITTEN "(?:https?://urldefense\\.(?:com|us)/v3/__(?!\\S*[*]))?"
#define REST_OF_URL "\\S+?)(?:__;\\S*)?(?:\\s|$)"

struct pl_pattern lkp_field_patterns[N_PATTERNS] = {
    /* whatever opens a report opens here, so that no line belongs to many; the sentence
     * may be broken behind any word */
    [OPENER] = {.name = "opener",
		.regex = "^\\s*(?:(?:FYI, we|(?:the )?kernel test robot) noticed(?:\\s|$)"
			 "|we noticed (?:the following commit\\b|.* due to commit \\(built with)"
			 "|There is no primary kpi change)",
		.options = CASELESS},
    [COMMIT] = {.name = "commit",
		.regex = "^\\s*commit:?\\s+([0-9a-f]{7,40})(?:\\s+\\((?:\"|\xe2\x80\x9c)(.*))?$"},
    [TREE] = {.name = "tree", .regex = "^\\s*((?:https?|git|ssh)://\\S+)(?:\\s+([^\\s:]+))?$"},
    [TESTCASE] = {.name = "testcase", .regex = "^\\s*(?:in )?testcase:\\s+(\\S+)"},
    [TEST_CASE_PATH] = {.name = "test-case-path",
			.regex = "^\\s*test case:\\s+([^/\\s]+)/([^/\\s]+)"},
    [MACHINE] = {.name = "machine",
		 .regex = "^\\s*(?:on )?test machine:\\s+(.*?)"
			  "(?:\\s+(with following parameters:\\s*.*))?$"},
    [MACHINE_END] =
	{.name = "machine-end",
	 .regex = ":\\s+\\d.*\\s(?:with\\s+)?\\d[\\d.]*\\s?[KMGT]i?B?\\s+(?:of\\s+)?memory\\b"},
    [MACHINE_VIRTUAL] = {.name = "machine-virtual",
			 .regex = ":\\s+qemu-.*\\s-m\\s+\\d\\S*(?=\\s|$)"},
    [PARAMETERS] = {.name = "parameters", .regex = "^\\s*(?:with following )?parameters:\\s*(.*)$"},
    [PARAMETER] = {.name = "parameter", .regex = "^\\s*([A-Za-z][\\w.+-]*):\\s+(\\S.*)$"},
    [CONFIG] = {.name = "config", .regex = "^\\s*config:\\s+(\\S.*)$"},
    [COMPILER] = {.name = "compiler", .regex = "^\\s*compiler:\\s+(\\S.*)$"},
    [STATUS] = {.name = "status",
		.regex = "^\\s*\\[\\s*([A-Za-z][\\w -]*?)\\s+on\\s+(\\S.*?)\\s+"
			 "([0-9a-f]{7,40})\\s*\\]$"},
    [LINK] = {.name = "link",
	      .regex = "^\\s*(?:[|*>#+-]\\s*)?(?:closes|link):\\s+" REWRITTEN
		       "(https?://lore\\.kernel\\.org/" REST_OF_URL,
	      .options = CASELESS},
    [LINK_KEY] = {.name = "link-key",
		  .regex = "^\\s*(?:[|*>#+-]\\s*)?(?:closes|link):$",
		  .options = CASELESS},
    [REPRODUCE] = {.name = "reproduce",
		   .regex = "^\\s*" REWRITTEN "(https?://download\\.01\\.org/" REST_OF_URL},
};

const size_t lkp_n_field_patterns = N_PATTERNS;

/* A sentence may be broken over this many lines. */
#define MAX_SENTENCE 3
/* The culprit stands near the opening sentence. */
#define MAX_CULPRIT_LINES 40
/* Jobs have a dozen. */
#define MAX_PARAMETERS 1000
/* Lines that somebody may have written between two parameters without marks, and how far they are
 * looked for where it was more. */
#define MAX_COMMENT 6
#define FAR_COMMENT 30

static bool field_match(struct pl_scan *scan, int which, struct pl_text text,
			struct pl_captures *captures)
{
	return pl_match(scan->matcher, &lkp_field_patterns[which], text, 0, captures);
}

/* The index of the next line of depth after i, or lines->n. */
static size_t next_of_depth(const struct pl_scan *scan, size_t i, unsigned depth)
{
	for (i++; i < scan->lines->n; i++)
		if (lkp_line(scan, i)->depth == depth)
			return i;
	return scan->lines->n;
}

bool lkp_is_patch_line(struct pl_text text)
{
	return pl_text_starts(text, PL_TEXT("diff --git ")) ||
	       pl_text_starts(text, PL_TEXT("Signed-off-by: "));
}

bool lkp_is_patch(const struct pl_scan *scan, unsigned depth)
{
	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = lkp_line(scan, i);

		if (line->depth == depth && lkp_is_patch_line(line->text))
			return true;
	}
	return false;
}

struct pl_text lkp_fold(struct pl_arena *arena, struct pl_text text)
{
	char *out = pl_arena_alloc(arena, text.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		bool blank = pl_is_blank(text.ptr[i]);

		if (blank && (!n || out[n - 1] == ' '))
			continue;
		out[n++] = blank ? ' ' : text.ptr[i];
	}
	return (struct pl_text){out, n};
}

/* The length of the mark that ends a title, also as a mail program prettified it */
static size_t end_of_title(struct pl_text text)
{
	if (pl_text_ends(text, PL_TEXT("\")")))
		return 2;
	return pl_text_ends(text, PL_TEXT("\xe2\x80\x9d)")) ? 4 : 0;
}

/* A title up to `")`; it may go on over lines. *i moves to the last of them. */
static struct pl_text title_from(struct lkp_reader *r, size_t *i, struct pl_text start)
{
	struct pl_text title = start;

	for (size_t k = 0; k < MAX_SENTENCE && !end_of_title(title); k++) {
		struct pl_text more = lkp_piece(r->scan, *i, r->depth);

		if (*i + 1 >= r->to || !more.len || pl_text_find(more, "(\""))
			return PL_TEXT_NONE;
		title = lkp_join(r->scan->arena, title, more);
		++*i;
	}
	if (!end_of_title(title))
		return PL_TEXT_NONE;
	return lkp_fold(r->scan->arena, pl_text_slice(title, 0, title.len - end_of_title(title)));
}

/* The beginning of a title that was broken off line *i, behind its marks; *i moves to it. */
static struct pl_text title_below(struct lkp_reader *r, size_t *i)
{
	struct pl_text below = *i + 1 < r->to ? lkp_piece(r->scan, *i, r->depth) : PL_TEXT_NONE;
	size_t marks = pl_text_starts(below, PL_TEXT("(\""))		 ? 2
		       : pl_text_starts(below, PL_TEXT("(\xe2\x80\x9c")) ? 4
									 : 0;

	if (!marks)
		return PL_TEXT_NONE;
	++*i;
	return pl_text_slice(below, marks, below.len);
}

/* word, which has fewer quote marks, is no comment: a branch has a mark in it, or is master. */
static bool is_branch(struct pl_text word)
{
	if (pl_text_equal(word, PL_TEXT("master")) || pl_text_equal(word, PL_TEXT("main")))
		return true;
	return word.len && g_ascii_isalnum(word.ptr[word.len - 1]) &&
	       (pl_text_has(word, '/') || pl_text_has(word, '-') || pl_text_has(word, '.') ||
		pl_text_has(word, '_'));
}

/* The tree's URL and branch on line i; the branch may stand on the next line. */
static bool take_tree(struct lkp_reader *r, size_t i)
{
	struct pl_culprit *culprit = &r->report->culprit;
	struct pl_captures c;
	size_t next = i + 1;

	if (i >= r->to || !field_match(r->scan, TREE, lkp_line(r->scan, i)->text, &c))
		return false;
	culprit->tree = c.v[1];
	culprit->branch = c.v[2];
	if (!culprit->branch.len && next < r->to) {
		struct pl_text word = lkp_piece(r->scan, i, r->depth);

		if (word.len && lkp_line(r->scan, next)->depth < r->depth &&
		    !(is_branch(word) && lkp_was_full(r->scan, i, word)))
			word = PL_TEXT_NONE;
		if (word.len && !pl_text_has(word, ' ') && !pl_text_has(word, ':') &&
		    word.ptr[0] != '[')
			culprit->branch = word;
	}
	return true;
}

/* `commit: ID ("title")` and the tree below it, or above it in the oldest form. */
void lkp_take_culprit(struct lkp_reader *r)
{
	size_t tree_above = r->to;
	size_t seen = 0;

	for (size_t i = r->from; i < r->to && seen < MAX_CULPRIT_LINES; i++) {
		struct pl_captures c;

		if (lkp_line(r->scan, i)->depth != r->depth)
			continue;
		seen++;
		if (i > r->from && tree_above == r->to &&
		    field_match(r->scan, TREE, lkp_line(r->scan, i)->text, NULL))
			tree_above = i;
		if (!field_match(r->scan, COMMIT, lkp_line(r->scan, i)->text, &c))
			continue;
		r->report->culprit.id = c.v[1];
		if (!c.v[2].ptr)
			c.v[2] = title_below(r, &i);
		if (c.v[2].ptr)
			r->report->culprit.title = title_from(r, &i, c.v[2]);
		if (tree_above < r->to)
			take_tree(r, tree_above);
		else
			take_tree(r, next_of_depth(r->scan, i, r->depth));
		return;
	}
}

static void add_param(struct lkp_reader *r, struct pl_params *params, struct pl_text key,
		      struct pl_text value)
{
	struct pl_param *param;

	if (params->n >= MAX_PARAMETERS) {
		pl_problem_add(r->scan->arena, &r->scan->message->mail->problems,
			       PL_TEXT("too-many-parameters"), PL_TEXT_NONE);
		return;
	}
	for (size_t i = 0; i < params->n; i++)
		if (pl_text_equal(params->v[i].key, key))
			return;
	param = PL_PUSH(r->scan->arena, params->v, params->n);
	param->key = key;
	param->value = pl_text_trim(value);
}

/* k=v, parted by `separator` */
void lkp_add_assignments(struct lkp_reader *r, struct pl_params *params, struct pl_text text,
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
		equals = pl_text_find(piece, "=");
		if (equals && equals > piece.ptr && equals + 1 < piece.ptr + piece.len)
			add_param(
			    r, params, pl_text_slice(piece, 0, (size_t)(equals - piece.ptr)),
			    pl_text_slice(piece, (size_t)(equals + 1 - piece.ptr), piece.len));
	}
}

/* What else may stand below the parameters of a report, or where they were. */
static const struct pl_text no_parameters[] = {
    PL_TEXT("config"),	PL_TEXT("compiler"), PL_TEXT("commit"),		  PL_TEXT("testcase"),
    PL_TEXT("url"),	PL_TEXT("tree"),     PL_TEXT("branch"),		  PL_TEXT("base"),
    PL_TEXT("head"),	PL_TEXT("link"),     PL_TEXT("closes"),		  PL_TEXT("reproduce"),
    PL_TEXT("version"), PL_TEXT("test-url"), PL_TEXT("test-description"),
};

/* A parameter whose blanks in front a mail program took away. The first has a value of one
 * word: prose has more. */
static bool is_parameter(const struct pl_captures *c, bool first)
{
	for (size_t i = 0; i < G_N_ELEMENTS(no_parameters); i++)
		if (pl_text_equal(c->v[1], no_parameters[i]))
			return false;
	return g_ascii_islower(c->v[1].ptr[0]) && !pl_text_find(c->v[2], "://") &&
	       !(first && pl_text_has(c->v[2], ' '));
}

/* The blanks in front of text. */
static struct pl_text indent_of(struct pl_text text)
{
	size_t n = 0;

	while (n < text.len && pl_is_blank(text.ptr[n]))
		n++;
	return pl_text_slice(text, 0, n);
}

/* Somebody wrote into the parameters without marks, from line i on: the line where they go on, as
 * far from the left as `last`, or r->to. */
static size_t after_comment(struct lkp_reader *r, size_t i, struct pl_text last)
{
	struct pl_text indent = indent_of(last);
	size_t seen = 0, words = 0;

	if (!indent.len)
		return r->to;
	for (; i < r->to && seen < FAR_COMMENT; i++) {
		const struct pl_line *line = lkp_line(r->scan, i);
		struct pl_captures c;

		if (line->depth != r->depth)
			continue;
		seen++;
		if (!line->text.len)
			continue;
		if (!field_match(r->scan, PARAMETER, line->text, &c)) {
			words++;
			continue;
		}
		if (!pl_text_equal(indent_of(line->text), indent)) {
			/* a field below the parameters */
			if (!is_parameter(&c, false))
				break;
			words++;
		} else if (words && is_parameter(&c, true)) {
			if (seen <= MAX_COMMENT + 1)
				return i;
			lkp_is_cut(r->scan, pl_text_trim(line->text));
			break;
		}
	}
	return r->to;
}

/* The `key: value` lines below `parameters:` on line i. */
static void take_parameters(struct lkp_reader *r, size_t i, struct pl_text inline_text)
{
	struct pl_params *params = &r->report->parameters;
	struct pl_text last = PL_TEXT_NONE;
	bool stripped = false;

	if (inline_text.len) {
		lkp_add_assignments(r, params, inline_text, '/');
		return;
	}
	for (i++; i < r->to; i++) {
		const struct pl_line *line = lkp_line(r->scan, i);
		struct pl_captures c;

		if (line->depth != r->depth)
			continue;
		if (!line->text.len && !params->n)
			continue;
		if (!line->text.len || !field_match(r->scan, PARAMETER, line->text, &c)) {
			i = after_comment(r, i, last);
			if (i == r->to)
				return;
			line = lkp_line(r->scan, i);
			if (!field_match(r->scan, PARAMETER, line->text, &c))
				return;
		}
		if (line->text.ptr[0] != ' ' && line->text.ptr[0] != '\t') {
			if ((params->n && !stripped) || !is_parameter(&c, !params->n))
				return;
			stripped = true;
		}
		add_param(r, params, c.v[1], c.v[2]);
		last = line->text;
	}
}

static void take_machine(struct lkp_reader *r, size_t i)
{
	struct pl_text text = lkp_line(r->scan, i)->text;
	int ending = N_PATTERNS;
	struct pl_captures c, again;
	bool found;

	if (!field_match(r->scan, MACHINE, text, &c))
		return;
	/* a virtual machine ends with its memory, others are broken before "with 64G memory" */
	if (pl_text_starts(c.v[1], PL_TEXT("qemu-")))
		ending = MACHINE_VIRTUAL;
	else if (pl_text_trim(c.v[1]).len && g_ascii_isdigit(c.v[1].ptr[0]))
		ending = MACHINE_END;
	found = ending != N_PATTERNS && field_match(r->scan, ending, text, NULL);
	if (ending != N_PATTERNS && !found) {
		struct pl_text longer = text;

		for (size_t k = 0; k < 2; k++) {
			struct pl_text rest = lkp_piece(r->scan, i + k, r->depth);

			if (!rest.len)
				break;
			longer = lkp_join(r->scan->arena, longer, rest);
			if (!field_match(r->scan, ending, longer, &again))
				continue;
			found = true;
			longer.len = again.to;
			if (field_match(r->scan, MACHINE, longer, &again))
				c = again;
			break;
		}
	}
	pl_machine_parse(c.v[1], &r->report->machine);
	if (ending != N_PATTERNS && !found)
		lkp_is_cut(r->scan, pl_text_trim(c.v[1]));
	if (c.v[2].ptr && field_match(r->scan, PARAMETERS, c.v[2], &c))
		take_parameters(r, i, pl_text_trim(c.v[1]));
}

static void take_status(struct lkp_reader *r, size_t i)
{
	struct pl_text text = pl_text_trim(lkp_line(r->scan, i)->text);
	struct pl_captures c;
	struct pl_state *state;
	char *name;

	if (!text.len || text.ptr[0] != '[')
		return;
	if (text.ptr[text.len - 1] != ']')
		text = lkp_join(r->scan->arena, text, lkp_piece(r->scan, i, r->depth));
	if (!field_match(r->scan, STATUS, text, &c))
		return;
	name = pl_arena_alloc(r->scan->arena, c.v[1].len + 1);
	for (size_t k = 0; k < c.v[1].len; k++)
		name[k] = g_ascii_isalnum(c.v[1].ptr[k]) ? g_ascii_tolower(c.v[1].ptr[k]) : '-';
	state = PL_PUSH(r->scan->arena, r->report->status, r->report->n_status);
	state->state = (struct pl_text){name, c.v[1].len};
	state->where = c.v[2];
	state->commit = c.v[3];
	state->line = lkp_line(r->scan, i)->number;
}

/* The URL of `Closes:`, which may stand on the next line. */
static struct pl_text link_at(struct lkp_reader *r, size_t i)
{
	const struct pl_line *line = lkp_line(r->scan, i);
	struct pl_captures c;
	struct pl_text both;

	if (field_match(r->scan, LINK, line->text, &c))
		return c.v[1];
	if (i + 1 >= r->to || line[1].depth > line->depth || !pl_text_has(line->text, ':') ||
	    !field_match(r->scan, LINK_KEY, line->text, NULL))
		return PL_TEXT_NONE;
	both =
	    pl_arena_printf(r->scan->arena, "Link: %.*s", (int)line[1].text.len, line[1].text.ptr);
	return field_match(r->scan, LINK, both, &c) ? c.v[1] : PL_TEXT_NONE;
}

/* All fields that are told by the beginning of a line; the first of each counts. */
void lkp_take_fields(struct lkp_reader *r)
{
	struct pl_report *report = r->report;

	for (size_t i = r->from + 1; i < r->to; i++) {
		const struct pl_line *line = lkp_line(r->scan, i);
		struct pl_text text = line->text;
		struct pl_captures c;

		if (!text.len)
			continue;
		/* the trailer block of a quoted report has a mark more */
		if ((line->depth == r->depth || line->depth == r->depth + 1) &&
		    !report->link_report.len)
			report->link_report = link_at(r, i);
		if (line->depth != r->depth)
			continue;
		if (!report->link_reproduce.len && field_match(r->scan, REPRODUCE, text, &c))
			report->link_reproduce = c.v[1];
		if (!pl_text_has(text, ':')) {
			take_status(r, i);
			continue;
		}
		if (!report->testcase.len && field_match(r->scan, TESTCASE, text, &c)) {
			report->testcase = c.v[1];
		} else if (!report->testcase.len &&
			   field_match(r->scan, TEST_CASE_PATH, text, &c)) {
			report->testcase = c.v[2];
			report->machine.tbox = c.v[1];
		} else if (!report->machine.text.len && field_match(r->scan, MACHINE, text, &c)) {
			take_machine(r, i);
		} else if (!report->parameters.n && field_match(r->scan, PARAMETERS, text, &c)) {
			take_parameters(r, i, pl_text_trim(c.v[1]));
		} else if (!report->config.len && field_match(r->scan, CONFIG, text, &c)) {
			report->config = lkp_value(r->scan, i, c.v[1]);
		} else if (!report->compiler.len && field_match(r->scan, COMPILER, text, &c)) {
			report->compiler = lkp_value(r->scan, i, c.v[1]);
		} else {
			take_status(r, i);
		}
	}
}

size_t lkp_region_end(struct pl_scan *scan, size_t from, unsigned depth)
{
	for (size_t i = from + 1; i < scan->lines->n; i++) {
		struct pl_text text = lkp_line(scan, i)->text;

		if (lkp_line(scan, i)->depth != depth || !text.len)
			continue;
		if (pl_text_starts(text, PL_TEXT("#! jobs/")))
			return i;
		if ((pl_text_find(text, "noticed") || pl_text_find(text, "no primary")) &&
		    field_match(scan, OPENER, text, NULL))
			return i;
	}
	return scan->lines->n;
}
