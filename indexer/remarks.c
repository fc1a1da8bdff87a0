/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "remarks.h"

#include <perflore/sender.h>

#include "cues.h"
#include "own_text.h"

/* Bytes of a paragraph that are looked at, and of a sentence that are kept. */
#define MAX_PARAGRAPH 4096
#define MAX_SENTENCE 240

/* Lines of a robot's mail that are looked at: it begins with what it found. */
#define MAX_ROBOT_LINES 12

/* Cues tell no more apart. */
#define MAX_RULES 32

struct patterns {
	struct pl_cues *cues;
	GRegex *wanted[MAX_RULES], *unless[MAX_RULES], *turn;
};

static GRegex *compile(const char *pattern)
{
	return g_regex_new(pattern, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
}

/* Compiled once a process, and then only read. */
static const struct patterns *patterns(void)
{
	static struct patterns all;
	static gsize ready;

	if (g_once_init_enter(&ready)) {
		g_assert(pl_remark_rules_n <= MAX_RULES);
		all.cues = pl_cues_new();
		all.turn = compile(pl_remark_turn);
		for (size_t i = 0; i < pl_remark_rules_n; i++) {
			pl_cues_add(all.cues, pl_remark_rules[i].cues, (unsigned)i);
			all.wanted[i] = compile(pl_remark_rules[i].wanted);
			all.unless[i] =
			    pl_remark_rules[i].unless ? compile(pl_remark_rules[i].unless) : NULL;
		}
		g_once_init_leave(&ready, 1);
	}
	return &all;
}

static bool matches(const GRegex *regex, struct pl_text text)
{
	return g_regex_match_full(regex, text.ptr, (gssize)text.len, 0, 0, NULL, NULL);
}

/* What frees a report of blame is undone by a turn behind it; trouble is trouble. */
static bool says(const struct patterns *all, size_t i, struct pl_text sentence)
{
	const bool frees = strcmp(pl_remark_rules[i].state, "open") != 0;
	GMatchInfo *match = NULL;
	int end = 0;
	bool found = g_regex_match_full(all->wanted[i], sentence.ptr, (gssize)sentence.len, 0, 0,
					&match, NULL) &&
		     g_match_info_fetch_pos(match, 0, NULL, &end) &&
		     !(all->unless[i] && matches(all->unless[i], sentence));

	g_match_info_free(match);
	return found &&
	       !(frees && matches(all->turn, pl_text_slice(sentence, (size_t)end, sentence.len)));
}

int pl_remark_find(struct pl_text sentence, bool robot)
{
	const struct patterns *all = patterns();
	uint32_t possible;

	/* A question asserts nothing. */
	if (!sentence.len || sentence.ptr[sentence.len - 1] == '?')
		return -1;
	possible = pl_cues_find(all->cues, sentence);
	for (size_t i = 0; i < pl_remark_rules_n; i++)
		if (possible >> i & 1 && pl_remark_rules[i].who != PL_REMARK_TURN &&
		    (pl_remark_rules[i].who == PL_REMARK_ROBOT) == robot && says(all, i, sentence))
			return (int)i;
	return -1;
}

int pl_remark_find_turn(struct pl_text sentence)
{
	const struct patterns *all = patterns();

	if (!sentence.len || sentence.ptr[sentence.len - 1] == '?')
		return -1;
	for (size_t i = 0; i < pl_remark_rules_n; i++)
		if (pl_remark_rules[i].who == PL_REMARK_TURN && says(all, i, sentence))
			return (int)i;
	return -1;
}

/* Lines of one paragraph, joined by blanks. */
struct paragraph {
	GString *text;
	GArray *starts; /* struct start */
	bool robot;	/* wrote it */
	/* Paragraphs, this one included, whose sentences may turn what was said before. */
	unsigned turns;
};

struct start {
	gsize at;
	uint32_t line;
};

static uint32_t line_at(const struct paragraph *paragraph, gsize at)
{
	uint32_t line = 0;

	for (guint i = 0; i < paragraph->starts->len; i++) {
		const struct start *start = &g_array_index(paragraph->starts, struct start, i);

		if (start->at > at)
			break;
		line = start->line;
	}
	return line;
}

static void store_sentence(struct pl_store *store, int64_t message, struct paragraph *paragraph,
			   struct pl_text sentence)
{
	int rule = pl_remark_find(sentence, paragraph->robot);
	size_t len = MIN(sentence.len, MAX_SENTENCE);

	if (rule < 0 && paragraph->turns)
		rule = pl_remark_find_turn(sentence);
	if (rule < 0)
		return;
	if (strcmp(pl_remark_rules[rule].state, "open") != 0)
		paragraph->turns = 2;
	while (len < sentence.len && ((unsigned char)sentence.ptr[len] & 0xC0) == 0x80)
		len--;
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO remark(message, line, rule, text) VALUES (?, ?, ?, ?)",
		   "iist", message,
		   (int64_t)line_at(paragraph, (gsize)(sentence.ptr - paragraph->text->str)),
		   pl_remark_rules[rule].id, pl_text_slice(sentence, 0, len));
}

static bool is_end(const char *at)
{
	return (*at == '.' || *at == '!' || *at == '?' || *at == ';') &&
	       (at[1] == ' ' || at[1] == '\0');
}

static void end_paragraph(struct pl_store *store, int64_t message, struct paragraph *paragraph)
{
	struct pl_text text = {paragraph->text->str, paragraph->text->len};
	size_t from = 0;

	for (size_t at = 0; at < text.len; at++)
		if (is_end(text.ptr + at) || at + 1 == text.len) {
			store_sentence(store, message, paragraph,
				       pl_text_trim(pl_text_slice(text, from, at + 1)));
			from = at + 1;
		}
	if (text.len && paragraph->turns)
		paragraph->turns--;
	g_string_truncate(paragraph->text, 0);
	g_array_set_size(paragraph->starts, 0);
}

static void add_line(struct paragraph *paragraph, const struct pl_line *line)
{
	static const char curly[] = "\xE2\x80\x99"; /* U+2019, for an apostrophe */
	struct pl_text text = pl_text_trim(line->text);
	struct start start = {paragraph->text->len, line->number};

	if (paragraph->text->len + text.len > MAX_PARAGRAPH)
		return;
	if (paragraph->text->len) {
		g_string_append_c(paragraph->text, ' ');
		start.at++;
	}
	g_array_append_val(paragraph->starts, start);
	if (!memchr(text.ptr, curly[0], text.len) && !memchr(text.ptr, '\0', text.len)) {
		g_string_append_len(paragraph->text, text.ptr, (gssize)text.len);
		return;
	}
	for (size_t i = 0; i < text.len; i++) {
		if (pl_text_starts(pl_text_slice(text, i, text.len), PL_TEXT("\xE2\x80\x99"))) {
			g_string_append_c(paragraph->text, '\'');
			i += sizeof(curly) - 2;
		} else if (text.ptr[i] == '\0') {
			g_string_append_c(paragraph->text, ' ');
		} else {
			g_string_append_c(paragraph->text, text.ptr[i]);
		}
	}
}

/* What a program printed, a comment in code, or a trailer: nobody's sentence. */
static bool is_no_prose(struct pl_text line)
{
	struct pl_text text = pl_text_trim(line);
	size_t at = 0;

	if (!text.len || strchr("#$|", text.ptr[0]) || pl_text_starts(text, PL_TEXT("//")) ||
	    pl_text_starts(text, PL_TEXT("/*")) || pl_text_equal(text, PL_TEXT("---")) ||
	    (text.ptr[0] == '*' && line.ptr[0] != '*'))
		return true;
	while (at < text.len && (g_ascii_isalpha(text.ptr[at]) || text.ptr[at] == '-'))
		at++;
	if (at < 3 || at == text.len || text.ptr[at] != ':')
		return false;
	text = pl_text_slice(text, 0, at);
	return pl_text_ends(text, PL_TEXT("-by")) || pl_text_ends(text, PL_TEXT("-By")) ||
	       pl_text_equal(text, PL_TEXT("Fixes")) || pl_text_equal(text, PL_TEXT("Closes"));
}

/* The sender's own paragraphs; diffs and the signature are none. */
static void read_part(struct pl_store *store, int64_t message, const struct pl_lines *lines,
		      struct paragraph *paragraph)
{
	const size_t n = MIN(pl_own_lines(lines), paragraph->robot ? MAX_ROBOT_LINES : lines->n);
	bool diff = false;

	for (size_t i = 0; i < n; i++) {
		const struct pl_line *line = &lines->v[i];

		diff = !line->depth && (diff || pl_text_starts(line->text, PL_TEXT("diff --git ")));
		if (line->depth || diff || is_no_prose(line->text)) {
			end_paragraph(store, message, paragraph);
			if (pl_text_trim(line->text).len)
				paragraph->turns = 0;
			continue;
		}
		if (pl_text_equal(line->text, PL_TEXT("--")) ||
		    pl_text_equal(line->text, PL_TEXT("-- ")))
			break;
		add_line(paragraph, line);
	}
	end_paragraph(store, message, paragraph);
}

void pl_store_remarks(struct pl_store *store, int64_t id, const struct pl_message *message)
{
	const struct pl_mail *mail = message->mail;
	struct paragraph paragraph;

	paragraph.robot = pl_is_robot(mail->from_name, mail->from_address);
	if ((pl_is_patch(mail->subject) && !paragraph.robot) ||
	    !(mail->references.n || mail->in_reply_to.n))
		return;
	paragraph.turns = 0;
	paragraph.text = g_string_new(NULL);
	paragraph.starts = g_array_new(FALSE, FALSE, sizeof(struct start));
	for (size_t part = 0; part < mail->n_parts; part++)
		if (!mail->parts[part].filename.len)
			read_part(store, id, &message->lines[part], &paragraph);
	g_string_free(paragraph.text, TRUE);
	g_array_free(paragraph.starts, TRUE);
}
