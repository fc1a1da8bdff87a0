/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mentions.h"

#include <string.h>

#include <glib.h>

#define MIN_ID 7
#define MAX_ID 40

/* Words in front of fewer digits than this say too little, but for those of strong[]. */
#define MIN_WEAK 10

/* Words of one line between a commit's id and the colon of its title. */
#define MAX_PREFIX_WORDS 3

/* In front of an id they say what it is, */
static const char *const strong[] = {
    "commit",  "commits",     "committed", "revert",	"reverts",  "reverted", "reverting",
    "fixes",   "fix",	      "fixed",	   "changeset", "sha",	    "sha1",	"bisect",
    "bisects", "bisected",    "good",	   "bad",	"skip",	    "start",	"head",
    "parent",  "cherry-pick", "patch",	   "patches",	"upstream", "base",	"base-commit",
    "merge",   "introduced",  "since",	   "pick",	"backport", "hash",	"culprit",
    "tag",     "revision",    "rev",	   "commit-id", "applying", "oneline"};
/* and these if it looks like one as well. */
static const char *const weak[] = {
    "in",    "by",	"with", "from",	  "to",	     "of",	 "before",  "after",	"on",
    "and",   "or",	"see",	"via",	  "until",   "than",	 "top",	    "without",	"against",
    "apply", "applied", "that", "kernel", "linux",   "mainline", "include", "includes", "linus",
    "as",    "is",	"like", "per",	  "because", "contains", "drop",    "dropped",	"id"};

struct finder {
	struct pl_arena *arena;
	struct pl_problems *problems;
	GHashTable *known; /* ids */
	GArray *found;	   /* struct pl_mention */
	bool full;
};

/* A run of hex digits in a line that may be an id. */
struct run {
	struct pl_text line;
	struct pl_text next; /* the line after it, if at the same depth */
	size_t from, to;
	bool letter, digit;
	size_t last; /* where the last id of this line ended; 0: none */
};

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static char before(const struct run *run, size_t n)
{
	return run->from >= n ? run->line.ptr[run->from - n] : ' ';
}

static char after(const struct run *run, size_t n)
{
	return run->to + n < run->line.len ? run->line.ptr[run->to + n] : ' ';
}

static struct pl_text rest(const struct run *run)
{
	return pl_text_slice(run->line, run->to, run->line.len);
}

static bool ends(const struct run *run, size_t at, const char *with)
{
	return pl_text_ends(pl_text_slice(run->line, 0, at), pl_text_of(with));
}

/* Where the word around the run begins; its end counts only up to the run. */
static struct pl_text url_of(const struct run *run)
{
	size_t from = run->from;

	while (from && !strchr(" \t<>\"", run->line.ptr[from - 1]))
		from--;
	return pl_text_slice(run->line, from, run->from);
}

/* A number alone may be that of a bug. */
static bool stands_in_url(const struct run *run)
{
	static const char *const keys[] = {
	    "?id=", "&id=", ";id=", "&id2=", "?h=", "&h=", "/c/", "/commit/", "/commits/"};

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (ends(run, run->from, keys[i]))
			return run->letter || keys[i][0] == '/';
	return false;
}

/* `v5.10-rc1-123-g7e12beb8ca2a` */
static bool is_described(const struct run *run)
{
	return before(run, 1) == 'g' && before(run, 2) == '-' && g_ascii_isdigit(before(run, 3));
}

/* Whether it stands alone as a word, and as no part of an address, a path or a number. */
static bool is_parted(const struct run *run)
{
	const char b = before(run, 1), a = after(run, 0);

	if (b == '.' && before(run, 2) != '.')
		return false;
	if (a == '.' && after(run, 1) != '.' && !strchr(" )\"'", after(run, 1)))
		return false;
	return strchr(" \t([{\"'`,;:<*^|.", b) && strchr(" \t)]}\"'`,;:.>^~?!|", a);
}

/* `7e12beb8ca2a ("title")`, also where the line ends between them */
static bool has_title(const struct run *run)
{
	struct pl_text text = pl_text_trim(rest(run));

	if (!text.len)
		text = pl_text_trim(run->next);
	if (text.len && text.ptr[0] == ',')
		text = pl_text_trim(pl_text_slice(text, 1, text.len));
	return pl_text_starts(text, PL_TEXT("(\"")) || pl_text_starts(text, PL_TEXT("('"));
}

/* The word in front, over blanks and marks; in lower case. */
static void word_before(const struct run *run, char *buffer, size_t size)
{
	size_t end = run->from, from;

	while (end && strchr(" \t:([\"'`<,*#", run->line.ptr[end - 1]))
		end--;
	from = end;
	while (from && (g_ascii_isalnum(run->line.ptr[from - 1]) || run->line.ptr[from - 1] == '-'))
		from--;
	g_snprintf(buffer, size, "%.*s", (int)(end - from), run->line.ptr + from);
	for (char *c = buffer; *c; c++)
		*c = g_ascii_tolower(*c);
}

static bool is_among(const char *word, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(words[i], word))
			return true;
	return false;
}

/* `HEX, HEX and HEX` */
static bool goes_on(const struct run *run)
{
	struct pl_text between = pl_text_slice(run->line, run->last, run->from);

	return run->last && between.len <= 7 &&
	       (pl_text_has(between, ',') || pl_text_find(between, " and ") ||
		pl_text_find(between, " or ") || pl_text_has(between, '&'));
}

/* `HEX..HEX`, `HEX^`, `HEX~2` */
static bool is_revision(const struct run *run)
{
	return (after(run, 0) == '.' && after(run, 1) == '.' && is_hex(after(run, 2))) ||
	       (before(run, 1) == '.' && before(run, 2) == '.' && is_hex(before(run, 3))) ||
	       ((after(run, 0) == '^' || after(run, 0) == '~') && !g_ascii_isalpha(after(run, 1)));
}

/* A title as a line of a log has it: `mm, slub: x`, `Merge x`, `Revert "x"` */
static bool is_title(struct pl_text text)
{
	unsigned words = 0;

	if (pl_text_starts(text, PL_TEXT("Merge ")) || pl_text_starts(text, PL_TEXT("Revert \"")) ||
	    pl_text_starts(text, PL_TEXT("(HEAD")) || pl_text_starts(text, PL_TEXT("(tag:")))
		return true;
	if (!text.len || !g_ascii_isalpha(text.ptr[0]))
		return false;
	for (size_t i = 0; i + 1 < text.len && words < MAX_PREFIX_WORDS; i++) {
		if (text.ptr[i] == ':' && text.ptr[i + 1] == ' ')
			return true;
		if (text.ptr[i] == ' ')
			words++;
		else if (!g_ascii_isalnum(text.ptr[i]) && !strchr("/_-,.&", text.ptr[i]))
			return false;
	}
	return false;
}

/* `* 7e12beb8ca2a mm: title`, `# bad: [7e12beb8ca2a] title` */
static bool begins_log_line(const struct run *run)
{
	for (size_t i = 0; i < run->from; i++)
		if (!strchr(" \t*|/\\_+-#[", run->line.ptr[i]))
			return false;
	if (after(run, 0) == ']' && before(run, 1) == '[')
		return is_title(pl_text_trim(pl_text_slice(rest(run), 1, (size_t)-1)));
	return after(run, 0) == ' ' && after(run, 1) != ' ' &&
	       (pl_text_starts(rest(run), PL_TEXT(" is the first ")) ||
		is_title(pl_text_trim(rest(run))));
}

/* Kernel addresses, and those of user space as tools print them */
static bool is_address(const struct run *run)
{
	const size_t length = run->to - run->from;

	return length == 16 || length == 8 || (length == 12 && ends(run, run->from + 2, "7f"));
}

/* Of the kernel, or hashed */
static bool is_pointer(const struct run *run)
{
	struct pl_text id = pl_text_slice(run->line, run->from, run->to);

	return id.len == 16 &&
	       (pl_text_starts(id, PL_TEXT("ffff")) || pl_text_starts(id, PL_TEXT("00000000")));
}

static bool names_commit(const struct run *run)
{
	const size_t length = run->to - run->from;
	char word[16];

	if (is_described(run))
		return g_ascii_isspace(after(run, 0)) || strchr("-,;.)\"'#", after(run, 0));
	if (pl_text_find(url_of(run), "://"))
		return stands_in_url(run) && !strchr("@._-=%", after(run, 0));
	if (!is_parted(run) || is_pointer(run))
		return false;
	if (has_title(run))
		return true;
	word_before(run, word, sizeof(word));
	if (!run->letter || !run->digit)
		return g_str_has_prefix(word, "commit") && length != 8;
	if (length == MAX_ID)
		return !strcmp(word, "commit") ||
		       !(!strcmp(word, "blob") || !strcmp(word, "tree") ||
			 (after(run, 0) == ' ' && strchr(" */", after(run, 1)) &&
			  run->to + 1 < run->line.len));
	if (is_among(word, strong, G_N_ELEMENTS(strong)) || goes_on(run) || is_revision(run) ||
	    ends(run, run->from, "HEAD is now at "))
		return true;
	if (is_address(run))
		return length == 8 && begins_log_line(run);
	return begins_log_line(run) ||
	       (length >= MIN_WEAK && is_among(word, weak, G_N_ELEMENTS(weak)));
}

static void add(struct finder *finder, const struct run *run, uint32_t number)
{
	struct pl_mention mention = {pl_text_slice(run->line, run->from, run->to), number};
	char id[MAX_ID + 1];

	g_snprintf(id, sizeof(id), "%.*s", (int)mention.commit.len, mention.commit.ptr);
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

/* A run of MIN_ID digits covers every MIN_ID-th place: only these are looked at. */
static void read_line(struct finder *finder, const struct pl_line *line, struct pl_text next)
{
	struct run run = {.line = line->text, .next = next};
	const char *text = line->text.ptr;
	size_t begin = 0;

	for (size_t at = MIN_ID - 1; at < line->text.len; at = run.to + MIN_ID) {
		run.to = at;
		if (!is_hex(text[at]))
			continue;
		run.from = at;
		run.letter = run.digit = false;
		while (run.from > begin && is_hex(text[run.from - 1]))
			run.from--;
		while (run.to < line->text.len && is_hex(text[run.to]))
			run.to++;
		begin = run.to;
		if (run.to - run.from < MIN_ID || run.to - run.from > MAX_ID ||
		    g_ascii_isalnum(after(&run, 0)) || after(&run, 0) == '_')
			continue;
		for (size_t i = run.from; i < run.to; i++)
			*(g_ascii_isdigit(text[i]) ? &run.digit : &run.letter) = true;
		if (names_commit(&run)) {
			add(finder, &run, line->number);
			run.last = run.to;
		}
	}
}

static bool is_commit_line(struct pl_text text)
{
	return pl_text_starts(text, PL_TEXT("commit ")) || pl_text_starts(text, PL_TEXT("From "));
}

/* Diffs, also quoted ones, name blobs. */
static void read_part(struct finder *finder, const struct pl_lines *lines)
{
	int diff = -1; /* the depth of the one that is open */

	for (size_t i = 0; i < lines->n; i++) {
		const struct pl_line *line = &lines->v[i];
		const struct pl_line *next = i + 1 < lines->n ? line + 1 : NULL;

		if (diff == line->depth &&
		    (pl_text_equal(line->text, PL_TEXT("--")) || is_commit_line(line->text)))
			diff = -1;
		if (pl_text_starts(line->text, PL_TEXT("diff --git ")))
			diff = line->depth;
		if (diff != line->depth && !pl_text_starts(line->text, PL_TEXT("index ")))
			read_line(finder, line,
				  next && next->depth == line->depth ? next->text : PL_TEXT_NONE);
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
	*mentions_out = (struct pl_mentions){.n = finder.found->len};
	if (finder.found->len) {
		const size_t size = finder.found->len * sizeof(struct pl_mention);

		mentions_out->v = pl_arena_alloc(arena, size);
		memcpy(mentions_out->v, finder.found->data, size);
	}
	g_array_free(finder.found, TRUE);
	g_hash_table_destroy(finder.known);
}
