/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trailers that tie mails to commits and reports (Documentation/process/
 * submitting-patches.rst), and commands to regzbot (`#regzbot ...`, behind at most four blanks:
 * what is indented more is an example in a text). They count at any depth; one `| ` may stand in
 * front, as the kernel test robot prints them.
 */
#include <glib.h>

#include "core/bounds.h"
#include "core/features.h"
#include "core/recognizer.h"

enum pattern {
	TRAILER,
	STABLE,
	REVERTS,
	MORE,
	ID,
	REGZBOT,
	N_PATTERNS,
};

#define CASELESS 0x00000008u /* PCRE2_CASELESS */

static struct pl_pattern patterns[N_PATTERNS] = {
    [TRAILER] = {.name = "trailer",
		 .regex = "^(?:\\| )?(Fixes|Reported-by|Reported-and-tested-by|Tested-by"
			  "|Closes|Link|Cc):\\s*(\\S.*)?$",
		 .options = CASELESS},
    [STABLE] = {.name = "stable", .regex = "stable@(?:vger\\.)?kernel\\.org", .options = CASELESS},
    [REVERTS] = {.name = "reverts",
		 .regex = "^(?:\\| )?This (?:partial(?:ly)? )?reverts commits?"
			  "(?: ([0-9a-f]{7,40})\\b|[ \\t]*$)",
		 .options = CASELESS},
    [MORE] = {.name = "more reverts",
	      .regex = "\\G(?: \\(\"[^\"]*\"\\))?(?:,| and|, and) (?:commit )?([0-9a-f]{7,40})\\b",
	      .options = CASELESS},
    [ID] = {.name = "reverted id",
	    .regex = "^(?:\\| )?[ \\t]*([0-9a-f]{7,40})\\b",
	    .options = CASELESS},
    [REGZBOT] = {.name = "regzbot",
		 .regex = "(?:^[ \\t]{0,4}|; )#regzbot:?\\s+(\\S.*?)(?=; #regzbot|$)",
		 .options = CASELESS},
};

static const char *const names[] = {
    "Fixes", "Reported-by", "Reported-and-tested-by", "Tested-by", "Closes", "Link", "Cc",
};

static void add(struct pl_scan *scan, const struct pl_line *line, struct pl_text name,
		struct pl_text value)
{
	struct pl_message *message = scan->message;
	struct pl_trailer *trailer;

	if (!pl_has_room(scan, message->n_trailers, scan->limits->trailers,
			 PL_TEXT("too-many-trailers")))
		return;
	trailer = PL_PUSH(scan->arena, message->trailers, message->n_trailers);
	trailer->name = name;
	trailer->value = pl_text_trim(value);
	trailer->line = line->number;
	trailer->depth = line->depth;
}

/* A folded title: `("` is open, the next line begins with a blank. */
static struct pl_text unfold(struct pl_scan *scan, size_t i, struct pl_text value)
{
	const struct pl_line *line = &scan->lines->v[i];
	const struct pl_line *next = i + 1 < scan->lines->n ? line + 1 : NULL;
	struct pl_text more;

	if (!pl_text_find(value, "(\"") || pl_text_ends(value, PL_TEXT("\")")) || !next ||
	    next->depth != line->depth || !next->text.len ||
	    (next->text.ptr[0] != ' ' && next->text.ptr[0] != '\t'))
		return value;
	more = pl_text_trim(next->text);
	return pl_arena_printf(scan->arena, "%.*s %.*s", (int)value.len, value.ptr, (int)more.len,
			       more.ptr);
}

/* A URL that was put on a line of its own; empty: there is none. */
static struct pl_text url_below(const struct pl_scan *scan, size_t i)
{
	const struct pl_line *line = &scan->lines->v[i];
	const struct pl_line *next = i + 1 < scan->lines->n ? line + 1 : NULL;
	struct pl_text text;

	/* what a program broke off may have lost its quote marks */
	if (!next || next->depth > line->depth)
		return PL_TEXT_NONE;
	text = pl_text_trim(next->text);
	if (pl_text_starts(line->text, PL_TEXT("| ")) && pl_text_starts(text, PL_TEXT("| ")))
		text = pl_text_trim(pl_text_slice(text, 2, text.len));
	if (pl_text_has(text, ' ') || (!pl_text_starts(text, PL_TEXT("https://")) &&
				       !pl_text_starts(text, PL_TEXT("http://"))))
		return PL_TEXT_NONE;
	return text;
}

static void take_named(struct pl_scan *scan, size_t i, const struct pl_captures *c)
{
	struct pl_text value = c->v[2];

	for (size_t k = 0; k < G_N_ELEMENTS(names); k++) {
		if (strlen(names[k]) != c->v[1].len ||
		    g_ascii_strncasecmp(names[k], c->v[1].ptr, c->v[1].len) != 0)
			continue;
		/* Of the names only Closes means nothing else where a blank or the value lacks. */
		if (!strcmp(names[k], "Closes")) {
			if (!value.len)
				value = url_below(scan, i);
		} else if (value.ptr == c->v[1].ptr + c->v[1].len + 1) {
			return;
		}
		if (!value.len)
			return;
		if (!strcmp(names[k], "Cc") &&
		    !pl_match(scan->matcher, &patterns[STABLE], value, 0, NULL))
			return;
		if (!strcmp(names[k], "Fixes"))
			value = unfold(scan, i, value);
		add(scan, &scan->lines->v[i], pl_text_of(names[k]), value);
		return;
	}
}

/* `This reverts commit A ("title") and commit B`; the first may stand on the next line. */
static void take_reverted(struct pl_scan *scan, size_t i, struct pl_captures *c)
{
	const struct pl_line *line = &scan->lines->v[i];

	if (!c->v[1].len) {
		if (i + 1 == scan->lines->n || line[1].depth != line->depth ||
		    !pl_match(scan->matcher, &patterns[ID], line[1].text, 0, c))
			return;
		line++;
	}
	do
		add(scan, line, PL_TEXT("Reverts"), c->v[1]);
	while (pl_match(scan->matcher, &patterns[MORE], line->text, c->to, c));
}

static void recognize(struct pl_scan *scan)
{
	for (size_t i = 0; i < scan->lines->n; i++) {
		const struct pl_line *line = &scan->lines->v[i];
		struct pl_captures c;

		if (!pl_feature_is_field(line->text))
			continue;
		if (strchr("# \t", line->text.ptr[0])) {
			struct pl_text text = pl_text_trim(line->text);
			size_t from = 0;

			if (text.len < 8 || g_ascii_strncasecmp(text.ptr, "#regzbot", 8) != 0)
				continue;
			while (from < line->text.len &&
			       pl_match(scan->matcher, &patterns[REGZBOT], line->text, from, &c)) {
				add(scan, line, PL_TEXT("regzbot"), c.v[1]);
				from = c.to;
			}
		} else if (pl_match(scan->matcher, &patterns[TRAILER], line->text, 0, &c)) {
			take_named(scan, i, &c);
		} else if (pl_match(scan->matcher, &patterns[REVERTS], line->text, 0, &c)) {
			take_reverted(scan, i, &c);
		}
	}
}

const struct pl_recognizer pl_recognizer_trailer = {
    .id = "trailer",
    .summary = "commit trailers and #regzbot commands",
    .origin = "Documentation/process/submitting-patches.rst, docs of regzbot",
    .version = 8,
    .rank = 30,
    .needs = PL_FEATURE_FIELD,
    .patterns = patterns,
    .n_patterns = N_PATTERNS,
    .recognize = recognize,
};
