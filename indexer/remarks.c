/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "remarks.h"

#include <perflore/sender.h>

#include "cues.h"

/* Bytes of a paragraph that are looked at, and of a sentence that are kept. */
#define MAX_PARAGRAPH 4096
#define MAX_SENTENCE 240

/* Lines of a robot's mail that are looked at: it begins with what it found. */
#define MAX_ROBOT_LINES 12

/* A few words in between, none of which ends the thought. */
#define UP_TO_1 "(?:[\\w'-]+,? ){0,1}"
#define UP_TO_2 "(?:[\\w'-]+,? ){0,2}"
#define UP_TO_3 "(?:[\\w'-]+,? ){0,3}"
#define UP_TO_4 "(?:[\\w'-]+,? ){0,4}"
#define UP_TO_5 "(?:[\\w'-]+,? ){0,5}"
#define CANNOT                                                                                     \
	"(?:can't|cannot|can not|couldn't|could not|unable to|not able to|failed to|fail to|"      \
	"didn't|did not|doesn't|does not|don't|do not|never|not|no longer)"
#define NEGATED "(?:\\bnot\\b|n't\\b|\\bnever\\b|\\bcannot\\b|\\bhardly\\b|\\bwithout\\b)"
#define UNCERTAIN                                                                                  \
	"\\bif\\b|\\bwhether\\b|\\bunless\\b|\\buntil\\b|\\bhope\\b|\\bwould be\\b|"               \
	"\\bmight\\b|\\bonce\\b|\\bmay (?:not )?be (?!safely|ignored|disregarded)"
#define FUTURE                                                                                     \
	"(?:\\bwill|'ll|\\bgoing to|\\bplan to|\\bgonna) " UP_TO_2                                 \
	"(?:fix|fixed|address|addressed|resolve|resolved|solve|solved|gone)\\b"
#define ANOTHER                                                                                    \
	"\\b(?:another|(?:a|the) (?:different|other|previous|earlier)) "                           \
	"(?:report|bug|issue|problem|regression|warning)"
#define TROUBLE                                                                                    \
	"(?:regressions?|slowdown|issue|problem|warning|error|bug|drop|failure|report|crash|"      \
	"hang|stall|leak|it|this|that|they)"

/* More telling rules stand before those that are met by chance. */
const struct pl_remark_rule pl_remark_rules[] = {
    {"robot-passed", "fixed", PL_REMARK_ROBOT, "ropo|uspe",
     "\\btested the proposed patch and the reproducer (?:did not|didn't) trigger|"
     "\\bsuspects this (?:issue|bug) (?:was|is) fixed by\\b",
     NULL},
    {"robot-failed", "open", PL_REMARK_ROBOT, "ropo|epro",
     "\\btested the proposed patch but the reproducer (?:is )?still trigger|"
     "\\bhas found a (?:\\w+ )?reproducer for the following (?:issue|crash|bug)\\b",
     NULL},
    {"words-not-fixed", "open", PL_REMARK_PERSON, " fix|help|solv|ecov|esto|cure|stil|rema|sist",
     "\\b(?:doesn't|does not|didn't|did not) " UP_TO_2
     "(?:fix|help|solve|resolve|recover|restore|cure)\\b|"
     "\\b(?:regression|slowdown|problem|issue|warning|failure|crash)s? "
     "(?:is |are )?(?:still|remains?|persists?)\\b|"
     "\\bstill " UP_TO_2 "(?:reproduc\\w+|regress\\w*|exists?|persists?|(?:see|seeing|get|"
     "getting|observe|trigger)\\w* (?:the|this|that|a|it)\\b)",
     UNCERTAIN "|\\bstill " CANNOT "\\b"},
    {"words-fixed", "fixed", PL_REMARK_PERSON, "gone|fixe| fix|solv|ecov|ddre|sapp|cure|esto|no l",
     "\\b" TROUBLE " (?:is|was|are|were|has been|have been|has) " UP_TO_2
     "(?:gone|fixed|resolved|solved|recovered|addressed|disappeared)\\b|"
     "\\bshould be (?:fixed|addressed|resolved|gone) (?:by|in|with|now)\\b|"
     "\\b(?:it's|that's) " UP_TO_1 "(?:gone|fixed|resolved|solved)\\b|"
     "\\balready fixed\\b|"
     "\\b(?:patch|commit) (?:is|was|has been) (?:already |now |since )?fixed\\b|"
     "\\b(?:sent|posted|queued|pushed|applied|committed|merged|folded|squashed)(?: out| up| in)? "
     "(?:and (?:queued|applied|committed|pushed)(?: up)? )?(?:a|the|this|your|my) " UP_TO_2
     "fix(?:up)?\\b|"
     "\\b(?:confirm|verif|tested\\b)[^.;]{0,60} (?:(?:can|could|does|did|do|indeed|really) fix|"
     "fixe[sd]) (?:the|this|that|our|my|it)\\b|"
     "\\b(?:fixed|addressed|resolved|cured) (?:by|in|with|via|up) (?:the "
     "|this |that |your |my |"
     "commit|patch|v\\d|[0-9a-f]{7,40}|https?:|<?http|next|linux-next)|"
     "\\b(?:patch|commit|change|fix|revert\\w*|series|it|this|that) " UP_TO_1
     "(?:fixes|fixed|resolves|resolved|solves|solved|recovers|"
     "recovered|restores|restored|"
     "cures|cured) (?:the|this|that|my|it|most|all|our)\\b|"
     "\\bno longer "
     "(?:reproduc\\w*|see|seeing|seen|happens?|triggers?|there|"
     "present)\\b",
     NEGATED "|" UNCERTAIN "|\\bto be fixed\\b|\\bwhen\\b|\\bstill\\b|" FUTURE "|" ANOTHER},
    {"words-dropped", "fixed", PL_REMARK_PERSON, "drop|vert|back|yank|zapp|zap ",
     "\\b(?:have|'ve|has|I|we|will|'ll|was|were|is|been|to|now|be|and) " UP_TO_1
     "(?:drop(?:ped|ping)?|revert(?:ed|ing)?|back(?:ed|ing)? "
     "out|yank(?:ed)?|zap(?:ped)?) "
     "(?:it|them|this|that|these|those|(?:the|my|your|both|this|that|these)"
     " (?:\\w+ ){0,2}(?:patch(?:es)?|commits?|series|change))(?! "
     "(?:lock|reference|ref|page))\\b|"
     "\\b(?:patch|commit|series|it|this|that) (?:is|was|has been|have been|will be) "
     "(?:now )?"
     "(?:dropped|reverted|backed out)\\b",
     NEGATED "|" UNCERTAIN
	     "|\\bwhen\\b|\\bcan\\b|\\bcould\\b|\\bshould\\b|\\btry\\b|\\btest\\w*\\b"},
    {"words-unreproducible", "dismissed", PL_REMARK_PERSON, "epro|egre|lowd|egra",
     "\\b" CANNOT " " UP_TO_3 "reproduc(?:e|ed|ing|ible)\\b|"
     "\\b" CANNOT
     " (?:see|seen|observe|find|trigger|hit) (?:the|this|that|any|your|such a) " UP_TO_1
     "(?:regression|slowdown|degradation)s?\\b|"
     "\\b(?:un|not |non-?)reproducible\\b",
     UNCERTAIN
     "|\\b(?:any ?more|any longer|no longer)\\b|\\b(?:with|after|once|applying|applied) " UP_TO_4
     "(?:patch|fix|revert|change|commit|series)"},
    {"words-withdrawn", "dismissed", PL_REMARK_REPORTER, "sorr|polo|gnor|sreg",
     "\\b(?:sorry|apologi[sz]e\\w*) " UP_TO_3 "(?:noise|false|wrong|confusion)\\b|"
     "\\b(?:please|pls) (?:just |kindly )?(?:ignore|disregard)\\b",
     NULL},
    {"words-false-positive", "dismissed", PL_REMARK_PERSON, "alse|bogu|nval|gnor|sreg",
     "\\bfalse[ -](?:positive|alarm|report)s?\\b|"
     "\\b(?:bogus|invalid) (?:report|regression|result|warning)s?\\b|"
     "\\b(?:can|should|may|to|please|just) (?:be )?(?:safely "
     ")?(?:ignored?|disregard(?:ed)?) "
     "(?:this|the|that|it|here|as)\\b|"
     "\\b(?:can|should|could|may) (?:safely )?be (?:safely )?ignored\\b",
     NEGATED "|" UNCERTAIN "|\\brisk\\b"},
    {"words-bisection", "disputed", PL_REMARK_PERSON, "isec|wron|righ|ulpr|root|bad ",
     "\\bbisect\\w* " UP_TO_4 "(?:wrong|bogus|incorrect|unreliable|suspicious|suspect|nonsense|"
     "strange|odd|astray|mistaken|off)\\b|"
     "\\b(?:wrong|bogus|bad|incorrect|false|mis-?)[ -]?bisect\\w*|"
     "\\b(?:the wrong|not the right|wrong) (?:commit|patch|culprit)\\b|"
     "\\b(?:isn't|is not|not|can't be|cannot be) (?:the |really the )?(?:real |true "
     "|actual )?"
     "(?:culprit|root cause|bad commit)\\b",
     UNCERTAIN "|\\bsend\\b|\\bsent\\b|\\bapplied\\b"},
    {"words-unrelated", "disputed", PL_REMARK_PERSON, "rela|o do|caus|spon|blam|ffec|mpac",
     "\\b(?:not|n't|isn't|hardly|unlikely) " UP_TO_3 "related (?:to|with) "
     "(?:this|that|my|the|your|these|any of)\\b|"
     "\\bnothing to do with\\b|"
     "\\b(?:is|are|was|be|looks?|seems?|totally|completely|likely|probably|entirely)"
     " "
     "unrelated\\b|"
     "\\bunrelated to (?:this|my|the|your|that)\\b|"
     "\\b" CANNOT " " UP_TO_4 "(?:be |have been |been |possibly |have )?(?:caused? (?:by )?|"
     "responsible for |be blamed for |to blame for |affected by |affect "
     "|impact )"
     "(?:this|that|the|any|such|my|these) " UP_TO_2
     "(?:regressions?|patch(?:es)?|commits?|change|performance|issue|"
     "problem|failure|warning|"
     "result|benchmark|test|series)\\b|"
     "\\b(?:not|isn't|wasn't) caused by (?:this|that|my|the|your)\\b",
     UNCERTAIN "|\\bmake sure\\b"},
    {"words-doubt", "disputed", PL_REMARK_PERSON, " why| how|what|doub|surp|rang|odd |weir|xpec",
     "\\b(?:don't|do not|can't|cannot|can not|fail to|didn't|couldn't|hard to|difficult "
     "to|hardly) " UP_TO_2 "(?:see|understand|think of|imagine|explain|figure "
     "out|believe|know) " UP_TO_2 "(?:why|how|what) " UP_TO_3 "(?:patch|commit|change|"
     "series|this|that|it)"
     " " UP_TO_2 "(?:could|"
     "would|can|"
     "might|causes?"
     "|makes?|"
     "affects?|"
     "regress\\w*|"
     "impacts?|"
     "matters?)"
     "\\b|"
     "\\b(?:doubt|"
     "doubtful|"
     "surprised|"
     "surprising|"
     "surprise|"
     "strange|odd|"
     "weird|"
     "unexpected)"
     " " UP_TO_3 "(?:that |why |how |if )?" UP_TO_1 "(?:"
     "this|"
     "that|"
     "my|"
     "the|"
     "your) "
     "(?:"
     "patch|"
     "commit"
     "|chang"
     "e|"
     "series"
     "|regre"
     "ssion|"
     "bisect"
     "ion) "
     "(?:"
     "could|"
     "would|"
     "can|"
     "has|"
     "have|"
     "is|"
     "was|"
     "caus\\"
     "w+)"
     "\\b",
     NULL},
    {"words-layout", "dismissed", PL_REMARK_PERSON, "layo|ignm|acem",
     "\\b(?:due to|caused by|because of|result of|arti?fact of|comes? from|explained "
     "by|effects? "
     "of|is|was|be|just|only) " UP_TO_5 "(?:(?:code|data|text|function|instruction|kernel|"
     "section|cache|cache ?line|symbol|memory)"
     "[ -](?:layout|alignment|placement)|alignment "
     "(?:issue|change|effect|difference)s?)\\b",
     NEGATED "|" UNCERTAIN},
    {"words-noise", "dismissed", PL_REMARK_PERSON, "nois|jitt|vari",
     "\\b(?:is|was|be|are|were|it's|that's|just|only|pure|likely|probably|maybe|within|in|"
     "under|"
     "below|inside|looks? like|due to|from|called|seems?|like|some|of) " UP_TO_4
     "(?:noise|noisy|jitter|run[ -]to[ -]run (?:variation|variance))\\b",
     NEGATED "|" UNCERTAIN
	     "|\\b(?:unlikely|beyond|above|outside|out of|exceed\\w*|more than|larger than|gone|"
	     "disappear\\w*|back to|sorry|apolog\\w*|ratio|dmesg|console|log|reduce\\w*|less)\\b|"
	     "\\bnoise[ -](?:in|on) the (?:log|console|list)"},
    {"words-expected", "dismissed", PL_REMARK_PERSON,
     "xpec|nten|desi|surp|trad|egre|lowd|nseq|effe|cost|rhea",
     "\\b(?:is|are|was|were|it's|that's|totally|fully|completely|entirely|quite|be|"
     "somewhat|"
     "kind of|sort of|not un) ?" UP_TO_2 "expected\\b(?! to\\b)|"
     "\\b(?:as intended|by design|intentional|not unexpected|not surprising|not a "
     "surprise|"
     "no surprise)\\b|"
     "\\b(?:known|acceptable|reasonable|intended|deliberate|inevitable|unavoidable|"
     "inherent) " UP_TO_2 "(?:trade-?offs?|regression|slowdown|consequence|side[ "
     "-]effects?|cost|overhead)"
     "\\b",
     "\\b(?:not|n't|isn't|than|as|better than|un|what is|what's|whats) " UP_TO_1 "expected\\b|"
     "\\bnot (?:as intended|by design|intentional)\\b|" UNCERTAIN
     "|\\bexpected (?:value|result|output|outcome) "},
    {"words-no-problem", "dismissed", PL_REMARK_PERSON, "egre| bug|prob|issu|conc|worr|care|repr",
     "\\b(?:not|n't|isn't) (?:really |actually |necessarily |think )?(?:be |it is |it's "
     "|this is |"
     "that's )?(?:an? )?(?:real |actual |serious |big |true |kernel )?"
     "(?:regression|bug|problem|issue|concern)\\b|"
     "\\bnothing to worry\\b|\\bnot (?:too |very |overly |really "
     ")?(?:worried|concerned)\\b|"
     "\\b(?:don't|wouldn't|not|shouldn't) (?:worry|care) (?:too much |much )?about\\b|"
     "\\b(?:not|n't) (?:really )?represent\\w* (?:any |a )?real",
     UNCERTAIN "|\\b(?:the only|sure|certain|clear|why)\\b|\\b(?:bug|problem|issue|regression|"
	       "concern) (?:(?:on|at|in) (?:this|that|the) |here\\b)|"
	       "\\b(?:due to|caused by|because of)\\b.*\\b(?:and|but) (?:it's |it is )?not\\b|"
	       "\\bnot a (?:bug|problem|issue) (?:in|"
	       "with) (?:the )?(?:patch|commit)"},
    {"words-confirmed", "open", PL_REMARK_PERSON, "epro|egre|nfir",
     "\\b(?:can|could|did|do|able to|managed to|easily|have|has|was|were|I|we) " UP_TO_2
     "reproduced? (?:the|this|that|it|your|a|similar|locally|on|with|here|same)\\b|"
     "\\b(?:real|genuine|true|actual) regression\\b|"
     "\\b(?:confirm|confirmed|confirming) " UP_TO_3 "(?:regression|slowdown|issue|problem|"
     "result)\\b",
     NEGATED "|" UNCERTAIN
	     "|\\bunable\\b|\\bfail\\w*\\b|\\bsteps\\b|\\bhow\\b|\\bto reproduce\\b|\\btry\\b|"
	     "\\btrying\\b|\\bgone\\b|\\bfixe[sd]\\b|\\bcan you\\b|\\bcould you\\b|\\bplease\\b"},
};
const size_t pl_remark_rules_n = G_N_ELEMENTS(pl_remark_rules);

struct patterns {
	struct pl_cues *cues;
	GRegex *wanted[G_N_ELEMENTS(pl_remark_rules)], *unless[G_N_ELEMENTS(pl_remark_rules)];
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
		all.cues = pl_cues_new();
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

int pl_remark_find(struct pl_text sentence, bool robot)
{
	const struct patterns *all = patterns();
	uint32_t possible;

	/* A question asserts nothing. */
	if (!sentence.len || sentence.ptr[sentence.len - 1] == '?')
		return -1;
	possible = pl_cues_find(all->cues, sentence);
	for (size_t i = 0; i < pl_remark_rules_n; i++)
		if (possible >> i & 1 && (pl_remark_rules[i].who == PL_REMARK_ROBOT) == robot &&
		    matches(all->wanted[i], sentence) &&
		    !(all->unless[i] && matches(all->unless[i], sentence)))
			return (int)i;
	return -1;
}

/* Lines of one paragraph, joined by blanks. */
struct paragraph {
	GString *text;
	GArray *starts; /* struct start */
	bool robot;	/* wrote it */
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

static void store_sentence(struct pl_store *store, int64_t message,
			   const struct paragraph *paragraph, struct pl_text sentence)
{
	int rule = pl_remark_find(sentence, paragraph->robot);
	size_t len = MIN(sentence.len, MAX_SENTENCE);

	if (rule < 0)
		return;
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

/* The sender's own paragraphs; diffs and the signature are none. */
static void read_part(struct pl_store *store, int64_t message, const struct pl_lines *lines,
		      struct paragraph *paragraph)
{
	bool diff = false;

	for (size_t i = 0; i < (paragraph->robot ? MIN(lines->n, MAX_ROBOT_LINES) : lines->n);
	     i++) {
		const struct pl_line *line = &lines->v[i];

		diff = !line->depth && (diff || pl_text_starts(line->text, PL_TEXT("diff --git ")));
		if (line->depth || diff || !pl_text_trim(line->text).len) {
			end_paragraph(store, message, paragraph);
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
	paragraph.text = g_string_new(NULL);
	paragraph.starts = g_array_new(FALSE, FALSE, sizeof(struct start));
	for (size_t part = 0; part < mail->n_parts; part++)
		if (!mail->parts[part].filename.len)
			read_part(store, id, &message->lines[part], &paragraph);
	g_string_free(paragraph.text, TRUE);
	g_array_free(paragraph.starts, TRUE);
}
