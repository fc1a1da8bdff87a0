/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mentions.h"

#include <string.h>

#include <glib.h>

#include "hex_run.h"

struct finder {
	struct pl_arena *arena;
	struct pl_problems *problems;
	GHashTable *known; /* ids */
	GArray *found;	   /* struct pl_mention */
	bool full;
};

static void add(struct finder *finder, const struct pl_hex_run *run, uint32_t number)
{
	struct pl_mention mention = {pl_text_slice(run->line, run->from, run->to), number};
	char id[PL_MAX_ID + 1];

	g_snprintf(id, sizeof(id), "%.*s", (int)mention.commit.len, mention.commit.ptr);
	if (run->capital) {
		for (char *c = id; *c; c++)
			*c = g_ascii_tolower(*c);
		mention.commit = pl_arena_printf(finder->arena, "%s", id);
	}
	if (g_hash_table_contains(finder->known, id))
		return;
	if (finder->found->len == PL_MAX_MENTIONS) {
		if (!finder->full)
			pl_problem_add(finder->arena, finder->problems, PL_TEXT("too-many-commits"),
				       PL_TEXT_NONE);
		finder->full = true;
		return;
	}
	g_hash_table_add(finder->known, g_strdup(id));
	g_array_append_val(finder->found, mention);
}

static bool goes_on(struct pl_text text, size_t at)
{
	return at < text.len && (g_ascii_isalnum(text.ptr[at]) || text.ptr[at] == '_');
}

static void look_at_digits(struct pl_hex_run *run)
{
	run->letter = run->digit = run->capital = run->small = false;
	for (size_t i = run->from; i < run->to; i++) {
		const char c = run->line.ptr[i];

		*(g_ascii_isdigit(c) ? &run->digit : &run->letter) = true;
		if (!g_ascii_isdigit(c))
			*(g_ascii_isupper(c) ? &run->capital : &run->small) = true;
	}
}

/* A run of PL_MIN_ID digits covers every PL_MIN_ID-th place: only these are looked at. */
static void read_line(struct finder *finder, struct pl_text line, struct pl_text next,
		      uint32_t number, bool diff)
{
	struct pl_hex_run run = {.line = line, .next = next, .diff = diff};
	size_t begin = 0;
	bool looked = false;

	for (size_t at = PL_MIN_ID - 1; at < line.len; at = run.to + PL_MIN_ID) {
		run.to = at;
		if (!g_ascii_isxdigit(line.ptr[at]))
			continue;
		run.from = at;
		while (run.from > begin && g_ascii_isxdigit(line.ptr[run.from - 1]))
			run.from--;
		while (run.to < line.len && g_ascii_isxdigit(line.ptr[run.to]))
			run.to++;
		begin = run.to;
		if (run.to - run.from < PL_MIN_ID || run.to - run.from > PL_MAX_ID ||
		    goes_on(line, run.to))
			continue;
		if (!looked)
			run.kernel = pl_is_of_kernel(line);
		looked = true;
		look_at_digits(&run);
		if (pl_hex_run_is_commit(&run)) {
			add(finder, &run, number);
			run.last = run.to;
		}
	}
}

/* A line that ends a diff: one of a patch's foot or of the next one's head. Where blanks at
 * the ends of lines are lost, an empty one belongs to it. */
static bool ends_diff(struct pl_text text)
{
	return pl_text_equal(text, PL_TEXT("--")) || pl_text_equal(text, PL_TEXT("-- ")) ||
	       pl_text_starts(text, PL_TEXT("base-commit: ")) ||
	       pl_text_starts(text, PL_TEXT("commit ")) || pl_text_starts(text, PL_TEXT("From "));
}

/* The diffs that stand in a part, also quoted ones, name blobs. */
static void read_part(struct finder *finder, const struct pl_lines *lines)
{
	int diff = -1; /* the depth of the one that is open */

	for (size_t i = 0; i < lines->n; i++) {
		const struct pl_line *line = &lines->v[i];
		const struct pl_line *next = i + 1 < lines->n ? line + 1 : NULL;

		if (diff == line->depth && ends_diff(line->text))
			diff = -1;
		if (pl_text_starts(line->text, PL_TEXT("diff --git ")))
			diff = line->depth;
		else if (!pl_text_starts(line->text, PL_TEXT("index ")))
			read_line(finder, line->text,
				  next && next->depth == line->depth ? next->text : PL_TEXT_NONE,
				  line->number, diff == line->depth);
	}
}

void pl_mentions_find(const struct pl_message *message, struct pl_arena *arena,
		      struct pl_mentions *mentions_out)
{
	struct finder finder = {
	    .arena = arena,
	    .problems = &message->mail->problems,
	    .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
	    .found = g_array_new(FALSE, FALSE, sizeof(struct pl_mention)),
	};

	for (size_t part = 0; part < message->mail->n_parts; part++)
		if (!message->mail->parts[part].filename.len)
			read_part(&finder, &message->lines[part]);
	read_line(&finder, message->mail->subject, PL_TEXT_NONE, PL_LINE_SUBJECT, false);
	*mentions_out = (struct pl_mentions){.n = finder.found->len};
	if (finder.found->len) {
		const size_t size = finder.found->len * sizeof(struct pl_mention);

		mentions_out->v = pl_arena_alloc(arena, size);
		memcpy(mentions_out->v, finder.found->data, size);
	}
	g_array_free(finder.found, TRUE);
	g_hash_table_destroy(finder.known);
}
