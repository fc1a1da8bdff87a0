/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "hex_run.h"

#include <string.h>

#include <glib.h>

/* git abbreviates ids of the kernel to 12 or so; fewer digits than this may be anything. */
#define MIN_ALONE 9
#define MAX_ALONE 15

/* Fewer different digits are a pattern, and no id. */
#define MIN_DIFFERENT 4

/* Bytes beside the run that are looked at: a line may be of megabytes. */
#define MAX_BESIDE 300

/* Words of one line between a commit's id and the colon of its title. */
#define MAX_PREFIX_WORDS 3

/* In front of an id they say what it is, */
static const char *const strong[] = {
    "commit",  "commits",     "committed", "revert",	"reverts",  "reverted", "reverting",
    "fixes",   "fix",	      "fixed",	   "changeset", "sha",	    "sha1",	"bisect",
    "bisects", "bisected",    "good",	   "bad",	"skip",	    "start",	"head",
    "parent",  "cherry-pick", "patch",	   "patches",	"upstream", "base",	"base-commit",
    "merge",   "introduced",  "since",	   "pick",	"backport", "hash",	"culprit",
    "tag",     "revision",    "rev",	   "commit-id", "applying", "oneline",	"depends-on"};
/* these if it looks like one as well, */
static const char *const weak[] = {
    "in",     "by",    "with",	      "from",	 "to",	     "of",	 "before",
    "after",  "on",    "and",	      "or",	 "see",	     "via",	 "until",
    "than",   "top",   "without",     "against", "apply",    "applied",	 "that",
    "kernel", "linux", "mainline",    "include", "includes", "linus",	 "as",
    "is",     "like",  "per",	      "because", "contains", "drop",	 "dropped",
    "id",     "prior", "considering", "revisit", "predate",  "currently"};
/* and these that it is something else. */
static const char *const others[] = {"address",	 "addr",      "pfn",
				     "pgd",	 "p4d",	      "pud",
				     "pmd",	 "pte",	      "ptr",
				     "uuid",	 "serial",    "md5",
				     "md5sum",	 "blob",      "tree",
				     "object",	 "change-id", "patch-id",
				     "bug",	 "mac",	      "hostid",
				     "report",	 "version",   "srcversion",
				     "build-id", "cookie",    "prerequisite-patch-id"};

static bool is_hex(char c)
{
	return g_ascii_isxdigit(c);
}

static char before(const struct pl_hex_run *run, size_t n)
{
	return run->from >= n ? run->line.ptr[run->from - n] : ' ';
}

static char after(const struct pl_hex_run *run, size_t n)
{
	return run->to + n < run->line.len ? run->line.ptr[run->to + n] : ' ';
}

static struct pl_text rest(const struct pl_hex_run *run)
{
	return pl_text_slice(run->line, run->to, MIN(run->line.len, run->to + MAX_BESIDE));
}

/* How far to the front */
static size_t begin(const struct pl_hex_run *run)
{
	return run->from - MIN(run->from, MAX_BESIDE);
}

static struct pl_text id_of(const struct pl_hex_run *run)
{
	return pl_text_slice(run->line, run->from, run->to);
}

static bool ends(const struct pl_hex_run *run, size_t at, const char *with)
{
	return pl_text_ends(pl_text_slice(run->line, 0, at), pl_text_of(with));
}

/* Where the word around the run begins; its end counts only up to the run. */
static struct pl_text url_of(const struct pl_hex_run *run)
{
	size_t from = run->from;

	while (from > begin(run) && !strchr(" \t<>\"", run->line.ptr[from - 1]))
		from--;
	return pl_text_slice(run->line, from, run->from);
}

static bool ends_with_key(const struct pl_hex_run *run, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ends(run, run->from, keys[i]))
			return true;
	return false;
}

/* What follows an id at the end of a URL, be it that of a sentence as well */
static bool ends_url(const struct pl_hex_run *run)
{
	const char a = after(run, 0);

	if (a == '.')
		return strchr(" \t)>\"'", after(run, 1)) ||
		       pl_text_starts(rest(run), PL_TEXT(".patch")) ||
		       pl_text_starts(rest(run), PL_TEXT(".diff"));
	return !strchr("@_-=%", a);
}

/* A number alone may be that of a bug. */
static bool stands_in_url(const struct pl_hex_run *run, struct pl_text url)
{
	static const char *const parameters[] = {"?id=", "&id=", ";id=", "&id2=", "?h=", "&h="};
	static const char *const folders[] = {"/c/",	"/commit/", "/commits/", "/linus/",
					      "/blob/", "/tree/",   "/+/"};
	static const char *const bugs[] = {"/bug", "bug.cgi", "syzkaller"};

	for (size_t i = 0; i < G_N_ELEMENTS(bugs); i++)
		if (pl_text_find(url, bugs[i]))
			return false;
	/* Of a review its number stands there. */
	if (!run->letter && ends(run, run->from, "/+/"))
		return false;
	return ends_url(run) &&
	       (ends_with_key(run, folders, G_N_ELEMENTS(folders)) ||
		(run->letter && ends_with_key(run, parameters, G_N_ELEMENTS(parameters))));
}

/* A URL that was broken before its last parameter: its host is in the line above. */
static bool ends_broken_url(const struct pl_hex_run *run)
{
	return run->letter && run->digit &&
	       (ends(run, run->from, "?id=") || ends(run, run->from, "&id=")) && ends_url(run);
}

/* `v5.10-rc1-123-g7e12beb8ca2a` */
static bool is_described(const struct pl_hex_run *run)
{
	return before(run, 1) == 'g' && before(run, 2) == '-' && g_ascii_isdigit(before(run, 3));
}

static bool is_word_end(char c)
{
	return strchr(" \t)]}\"'`,;:.>^~?!|", c);
}

/* Whether it stands alone as a word, and as no part of an address, a path or a number. */
static bool is_parted(const struct pl_hex_run *run)
{
	const char b = before(run, 1), a = after(run, 0);

	if (b == '.' && before(run, 2) != '.')
		return false;
	/* ID='7e12beb8ca2a' */
	if ((b == '\'' || b == '"') && before(run, 2) == '=')
		return false;
	if (a == '.' && after(run, 1) != '.' && !strchr(" )\"'", after(run, 1)))
		return false;
	if (a == '(')
		return strchr("\"'", after(run, 1)) || (unsigned char)after(run, 1) >= 0x80;
	return strchr(" \t([{\"'`,;:<*^|.", b) && is_word_end(a);
}

/* `7e12beb8ca2a ("title")`, also where the line ends between them, without a blank, or
 * without parentheses */
static bool has_title(const struct pl_hex_run *run)
{
	static const char *const quotes[] = {"\"", "'", "\xe2\x80\x9c", "\xe2\x80\x98"};
	struct pl_text text = rest(run);
	bool open;

	if (text.len && text.ptr[0] == '>')
		text = pl_text_slice(text, 1, text.len);
	/* A mark of its own that is closed here opens no title. */
	if (text.len && strchr("\"'", text.ptr[0]))
		return false;
	text = pl_text_trim(text);
	if (!text.len)
		text = pl_text_trim(pl_text_slice(run->next, 0, MAX_BESIDE));
	if (text.len && strchr(",:", text.ptr[0]))
		text = pl_text_trim(pl_text_slice(text, 1, text.len));
	open = text.len && text.ptr[0] == '(';
	if (open)
		text = pl_text_slice(text, 1, text.len);
	for (size_t i = 0; i < G_N_ELEMENTS(quotes); i++) {
		struct pl_text quote = pl_text_of(quotes[i]);

		if (!pl_text_starts(text, quote))
			continue;
		/* Two words or more, unless in parentheses: some value may be quoted. */
		text = pl_text_slice(text, quote.len, text.len);
		return open || (quotes[i][0] != '\'' && pl_text_find(text, ": ") && run->letter &&
				run->digit);
	}
	return false;
}

/* The word in front, over blanks and marks; in lower case. */
static void word_before(const struct pl_hex_run *run, char *buffer, size_t size)
{
	size_t end = run->from, from;

	while (end > begin(run) && strchr(" \t:([\"'`<,*#", run->line.ptr[end - 1]))
		end--;
	from = end;
	while (from > begin(run) &&
	       (g_ascii_isalnum(run->line.ptr[from - 1]) || run->line.ptr[from - 1] == '-'))
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
static bool goes_on(const struct pl_hex_run *run)
{
	struct pl_text between = pl_text_slice(run->line, run->last, run->from);

	return run->last && between.len <= 7 &&
	       (pl_text_has(between, ',') || pl_text_find(between, " and ") ||
		pl_text_find(between, " or ") || pl_text_has(between, '&'));
}

/* `HEX..HEX`, `HEX^`, `HEX~2` */
static bool is_revision(const struct pl_hex_run *run)
{
	return (after(run, 0) == '.' && after(run, 1) == '.' && is_hex(after(run, 2))) ||
	       (before(run, 1) == '.' && before(run, 2) == '.' && is_hex(before(run, 3))) ||
	       ((after(run, 0) == '^' || after(run, 0) == '~') && !g_ascii_isalpha(after(run, 1)));
}

/* `HEX..HEX 100644`, also of a line that was broken, or that stands behind another */
static bool is_blob(const struct pl_hex_run *run)
{
	struct pl_text text = rest(run);
	size_t from = run->from;

	while (from > begin(run) &&
	       (is_hex(run->line.ptr[from - 1]) || run->line.ptr[from - 1] == '.'))
		from--;
	if (ends(run, from, "index "))
		return is_revision(run);
	while (text.len && (is_hex(text.ptr[0]) || text.ptr[0] == '.'))
		text = pl_text_slice(text, 1, text.len);
	return pl_text_starts(text, PL_TEXT(" 100644")) || pl_text_starts(text, PL_TEXT(" 100755"));
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

/* `* 7e12beb8ca2a mm: title`, `7e12beb8ca2a: mm: title`, `# bad: [7e12beb8ca2a] title` */
static bool begins_log_line(const struct pl_hex_run *run)
{
	for (size_t i = 0; i < run->from; i++)
		if (!strchr(" \t*|/\\_+-#[(\"'`", run->line.ptr[i]))
			return false;
	if ((after(run, 0) == ']' && before(run, 1) == '[') || after(run, 0) == ':')
		return is_title(pl_text_trim(pl_text_slice(rest(run), 1, (size_t)-1)));
	return after(run, 0) == ' ' && after(run, 1) != ' ' &&
	       (pl_text_starts(rest(run), PL_TEXT(" is the first ")) ||
		is_title(pl_text_trim(rest(run))));
}

/* `Cc: stable@... # 7e12beb8ca2a`, `Cc: stable@... # v5.4: 7e12beb: title` */
static bool is_for_stable(const struct pl_hex_run *run)
{
	struct pl_text front = pl_text_slice(run->line, 0, MIN(run->from, MAX_BESIDE));

	return pl_text_find(front, "stable") && pl_text_has(front, '#') && front.len > 3 &&
	       !g_ascii_strncasecmp(front.ptr, "Cc:", 3);
}

/* Kernel addresses, and those of user space as tools print them */
static bool is_address(const struct pl_hex_run *run)
{
	const size_t length = run->to - run->from;

	return length == 16 || length == 8 ||
	       (length == 12 && (ends(run, run->from + 2, "7f") || ends(run, run->to, "000")));
}

/* Of the kernel, or hashed */
static bool is_pointer(const struct pl_hex_run *run)
{
	struct pl_text id = id_of(run);

	return id.len == 16 &&
	       (pl_text_starts(id, PL_TEXT("ffff")) || pl_text_starts(id, PL_TEXT("00000000")));
}

/* `aaaa0000`, `fee00000`, `ffffffffc0` */
static bool is_pattern(const struct pl_hex_run *run)
{
	struct pl_text id = id_of(run);
	bool seen[128] = {false};
	unsigned n = 0;

	for (size_t i = 0; i < id.len; i++) {
		n += !seen[(unsigned char)id.ptr[i] & 127];
		seen[(unsigned char)id.ptr[i] & 127] = true;
	}
	return n < MIN_DIFFERENT || pl_text_ends(id, PL_TEXT("0000")) ||
	       pl_text_ends(id, PL_TEXT("ffff")) || pl_text_starts(id, PL_TEXT("ffff")) ||
	       pl_text_starts(id, PL_TEXT("0000"));
}

bool pl_is_of_kernel(struct pl_text line)
{
	const char *at = line.ptr, *end = line.ptr + line.len;

	while (at < end && (at = memchr(at, '[', (size_t)(end - at)))) {
		const char *c = ++at;

		while (c < end && *c == ' ')
			c++;
		if (c == end || !g_ascii_isdigit(*c))
			continue;
		while (c < end && g_ascii_isdigit(*c))
			c++;
		if (end - c > 7 && *c == '.' && g_ascii_isdigit(c[1]) && g_ascii_isdigit(c[6]) &&
		    c[7] == ']')
			return true;
	}
	return false;
}

/* text is a word of hex, or, in a dump, two digits of a byte. */
static bool is_hex_word(struct pl_text text)
{
	size_t letters = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (!is_hex(text.ptr[i]))
			return false;
		letters += g_ascii_isalpha(text.ptr[i]);
	}
	/* A number alone may be a count or a year; letters alone may be a word. */
	return text.len == 2 ? true : text.len > 4 && letters != text.len;
}

/* A word beside the run, over blanks and <>(), is hex as well. */
static bool is_of_dump(const struct pl_hex_run *run)
{
	static const char marks[] = " \t<>()";
	size_t end = run->from, from, to = rest(run).len, at = 0;
	const char *text = run->line.ptr + run->to;

	while (end > begin(run) && strchr(marks, run->line.ptr[end - 1]))
		end--;
	for (from = end; from > begin(run) && is_hex(run->line.ptr[from - 1]);)
		from--;
	if (from == begin(run) || strchr(marks, run->line.ptr[from - 1]))
		if (end < run->from && is_hex_word(pl_text_slice(run->line, from, end)))
			return true;
	while (at < to && strchr(marks, text[at]))
		at++;
	for (from = at; at < to && is_hex(text[at]);)
		at++;
	return from && (at == to || strchr(marks, text[at])) &&
	       is_hex_word((struct pl_text){text + from, at - from});
}

/* `RAX: 7e12beb8ca2a`, `PGD 7e12beb8c`, `r10:7e12beb8c` */
static bool is_of_register(const struct pl_hex_run *run)
{
	size_t at = run->from, capitals = 0, n = 0;

	while (at > begin(run) && strchr(" \t:=", run->line.ptr[at - 1]))
		at--;
	if (at == run->from)
		return false;
	for (; at && n < 4 && g_ascii_isalnum(run->line.ptr[at - 1]); at--, n++)
		capitals += g_ascii_isupper(run->line.ptr[at - 1]) ||
			    g_ascii_isdigit(run->line.ptr[at - 1]);
	return (n == 2 || n == 3) && (n == capitals || before(run, 1) == ':');
}

/* `name : 7e12beb8c`, `name=7e12beb8c`, `name:7e12beb8c` */
static bool is_value(const struct pl_hex_run *run)
{
	size_t at = run->from;

	while (at > begin(run) && strchr(" \t", run->line.ptr[at - 1]))
		at--;
	if (at == begin(run) || !strchr(":=", run->line.ptr[at - 1]))
		return false;
	return run->line.ptr[at - 1] == '=' || at == run->from || at < 2 ||
	       strchr(" \t", run->line.ptr[at - 2]);
}

/* Between marks that stand for it alone: `7e12beb` in backticks, (7e12beb8ca2a) */
static bool is_enclosed(const struct pl_hex_run *run)
{
	static const char pairs[] = "()``''\"\"";

	for (size_t i = 0; pairs[i]; i += 2)
		if (before(run, 1) == pairs[i] && after(run, 0) == pairs[i + 1])
			return true;
	return false;
}

/* Nothing in front says what it is. */
static bool is_alone(const struct pl_hex_run *run, const char *word)
{
	const size_t length = run->to - run->from;

	if (is_pattern(run) || is_of_dump(run) || is_of_register(run) || run->kernel ||
	    is_blob(run) || is_among(word, others, G_N_ELEMENTS(others)))
		return false;
	if (is_value(run) || before(run, 1) == '<' ||
	    (before(run, 1) == ',' && g_ascii_isalnum(before(run, 2))))
		return false;
	if (length == 16 || (length == 12 && is_address(run)))
		return false;
	if (is_enclosed(run))
		return length <= MAX_ALONE;
	if (is_among(word, weak, G_N_ELEMENTS(weak)))
		return length <= MAX_ALONE;
	return length >= MIN_ALONE && length <= MAX_ALONE;
}

bool pl_hex_run_is_commit(const struct pl_hex_run *run)
{
	const size_t length = run->to - run->from;
	struct pl_text url = url_of(run);
	char word[24];

	/* All of one case, as programs print them: names and encoded data are mixed. */
	if (run->capital && run->small)
		return false;
	if (is_described(run))
		return g_ascii_isspace(after(run, 0)) || strchr("-,;.)\"'#", after(run, 0));
	if (pl_text_find(url, "://"))
		return stands_in_url(run, url);
	if (ends_broken_url(run))
		return true;
	if (ends(run, run->from, "commit-"))
		return run->letter && run->digit && is_word_end(after(run, 0));
	if (!is_parted(run) || is_pointer(run))
		return false;
	if (has_title(run))
		return true;
	word_before(run, word, sizeof(word));
	if (!run->letter || !run->digit)
		return (!strcmp(word, "commit") || !strcmp(word, "commits")) && length != 8;
	if (run->diff)
		return !strcmp(word, "commit") || !strcmp(word, "commits");
	if (is_among(word, strong, G_N_ELEMENTS(strong)))
		return true;
	if (length == PL_MAX_ID)
		return !(is_among(word, others, G_N_ELEMENTS(others)) || is_blob(run) ||
			 (after(run, 0) == ' ' && strchr(" */", after(run, 1)) &&
			  run->to + 1 < run->line.len));
	if (goes_on(run) || is_for_stable(run) || (is_revision(run) && !is_blob(run)) ||
	    ends(run, run->from, "HEAD is now at "))
		return true;
	/* In capitals are numbers of devices and licences. */
	if (run->capital)
		return false;
	if (begins_log_line(run) && (!is_address(run) || length == 8))
		return true;
	return is_alone(run, word);
}
