/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "maintainers.h"

#include <string.h>
#include <sys/stat.h>

/* A kernel's file of 2025 has 0.8 MB, 2,900 sections, 9,000 patterns and 250 expressions, none
 * of which is longer than 100 bytes. */
#define MAX_BYTES (16 << 20)
#define MAX_SECTIONS 50000
#define MAX_PATTERNS 200000
#define MAX_EXPRESSIONS 5000
#define MAX_LENGTH 1024

/* Steps that PCRE2 may take for one file. */
#define EXPRESSION_LIMITS "(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=1000)"

/* Lines that cannot be used and are named one by one. */
#define MAX_NOTES 20

/* Files whose claims are remembered; more, and all are looked up again. */
#define MAX_CACHED 50000

struct pattern {
	char *text;    /* as written: how it matches */
	char *lower;   /* how it is shown */
	GRegex *regex; /* of N: */
};

struct section {
	char *title;		   /* in lower case */
	GArray *wanted, *excluded; /* struct pattern: F: and N:, X: */
};

struct list {
	const struct section *section; /* NULL: several */
	char *address;
};

struct pl_maintainers {
	GPtrArray *sections;
	GHashTable *lists; /* list_key() to struct list */
	GHashTable *files; /* to GArray of struct pl_claim */
};

/* Reading: the place, and what was counted. */
struct reader {
	struct pl_maintainers *maintainers;
	const char *path, *title;
	pl_complain_fn complain;
	void *context;
	struct section *section;
	GPtrArray *converted; /* lines that were not UTF-8: title may be in one */
	unsigned line, patterns, expressions;
	unsigned notes;	   /* lines that cannot be used */
	unsigned contents; /* K: lines */
};

static void clear_pattern(void *data)
{
	struct pattern *pattern = data;

	g_free(pattern->text);
	g_free(pattern->lower);
	if (pattern->regex)
		g_regex_unref(pattern->regex);
}

static GArray *new_patterns(void)
{
	GArray *patterns = g_array_new(FALSE, FALSE, sizeof(struct pattern));

	g_array_set_clear_func(patterns, clear_pattern);
	return patterns;
}

static void free_section(void *data)
{
	struct section *section = data;

	g_free(section->title);
	g_array_unref(section->wanted);
	g_array_unref(section->excluded);
	g_free(section);
}

static void free_claims(void *claims)
{
	g_array_unref(claims);
}

void pl_maintainers_free(struct pl_maintainers *maintainers)
{
	if (!maintainers)
		return;
	g_hash_table_destroy(maintainers->files);
	g_hash_table_destroy(maintainers->lists);
	g_ptr_array_unref(maintainers->sections);
	g_free(maintainers);
}

static void tell(const struct reader *reader, char *text)
{
	if (reader->complain)
		reader->complain(reader->context, false, text);
	g_free(text);
}

static void note(struct reader *reader, const char *what)
{
	if (reader->notes++ < MAX_NOTES)
		tell(reader, g_strdup_printf("%s: line %u: %s", reader->path, reader->line, what));
}

/* What is said once about many lines. */
static void sum_up(const struct reader *reader)
{
	if (reader->notes > MAX_NOTES)
		tell(reader, g_strdup_printf("%s: %u more lines cannot be used", reader->path,
					     reader->notes - MAX_NOTES));
	if (reader->contents)
		tell(reader,
		     g_strdup_printf("%s: %u K: line%s not used: %s of the text of a change, "
				     "which is not kept",
				     reader->path, reader->contents,
				     reader->contents == 1 ? " is" : "s are",
				     reader->contents == 1 ? "it speaks" : "they speak"));
}

static void add_pattern(struct reader *reader, char type, const char *value)
{
	struct pattern pattern = {.text = NULL};

	/* Every file belongs to those who take what nobody else does. */
	if (strspn(value, "*?/") == strlen(value))
		return;
	if (type == 'N') {
		char *limited = g_strconcat(EXPRESSION_LIMITS, value, NULL);

		if (++reader->expressions <= MAX_EXPRESSIONS)
			pattern.regex = g_regex_new(
			    limited, G_REGEX_EXTENDED | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
		g_free(limited);
		if (!pattern.regex) {
			note(reader, "the expression cannot be used");
			return;
		}
	}
	pattern.text = g_strdup(value);
	pattern.lower = g_ascii_strdown(value, -1);
	g_array_append_val(type == 'X' ? reader->section->excluded : reader->section->wanted,
			   pattern);
}

/* The same for linux-mm@example.org and its List-Id, linux-mm.example.org. */
static char *list_key(const char *name)
{
	return g_strdelimit(g_ascii_strdown(name, -1), "@", '.');
}

static void free_list(void *data)
{
	struct list *list = data;

	g_free(list->address);
	g_free(list);
}

/* `linux-mm@example.org (moderated for non-subscribers)` */
static void add_list(struct reader *reader, const char *value)
{
	char *address = g_ascii_strdown(value, (gssize)strcspn(value, " \t("));
	char *key = list_key(address);
	struct list *list = g_hash_table_lookup(reader->maintainers->lists, key);

	if (list) {
		if (list->section != reader->section)
			list->section = NULL;
		g_free(address);
		g_free(key);
		return;
	}
	list = g_new0(struct list, 1);
	list->section = reader->section;
	list->address = address;
	g_hash_table_insert(reader->maintainers->lists, key, list);
}

static void begin_section(struct reader *reader)
{
	reader->section = g_new0(struct section, 1);
	reader->section->title = g_ascii_strdown(reader->title, -1);
	reader->section->wanted = new_patterns();
	reader->section->excluded = new_patterns();
	g_ptr_array_add(reader->maintainers->sections, reader->section);
	reader->title = NULL;
}

/* `F:	mm/slab*`, or the title of the next section; cuts line. */
static void read_line(struct reader *reader, char *line)
{
	char *value;

	g_strchomp(line);
	if (!g_ascii_isupper(line[0]) || line[1] != ':') {
		if (line[0])
			reader->title = line;
		return;
	}
	if (reader->title)
		begin_section(reader);
	if (!reader->section || !strchr("FXNLK", line[0]))
		return;
	value = g_strchug(line + 2);
	if (!*value)
		return;
	if (line[0] == 'K') {
		reader->contents++;
		return;
	}
	reader->patterns++;
	if (strlen(value) > MAX_LENGTH)
		note(reader, "too long a pattern");
	else if (line[0] == 'L')
		add_list(reader, value);
	else
		add_pattern(reader, line[0], value);
}

/* A line in an older charset. */
static char *to_utf8(const char *line)
{
	char *converted =
	    g_convert_with_fallback(line, -1, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL, NULL);

	return converted ? converted : g_utf8_make_valid(line, -1);
}

static enum pl_status read_text(struct reader *reader, char *text, struct pl_error *error)
{
	const GPtrArray *sections = reader->maintainers->sections;

	for (char *line = text, *next; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		reader->line++;
		if (g_utf8_validate(line, -1, NULL)) {
			read_line(reader, line);
		} else {
			char *converted = to_utf8(line);

			read_line(reader, converted);
			g_ptr_array_add(reader->converted, converted);
		}
		if (sections->len > MAX_SECTIONS || reader->patterns > MAX_PATTERNS)
			return pl_fail(error, PL_FAILED,
				       "%s: more than %d sections or %d patterns; is it the "
				       "kernel's MAINTAINERS?",
				       reader->path, MAX_SECTIONS, MAX_PATTERNS);
	}
	if (!reader->patterns)
		return pl_fail(error, PL_FAILED,
			       "%s: no section with F:, N: or L: lines; is it the kernel's "
			       "MAINTAINERS?",
			       reader->path);
	return PL_OK;
}

enum pl_status pl_maintainers_read(const char *path, pl_complain_fn complain, void *context,
				   struct pl_maintainers **maintainers_out, struct pl_error *error)
{
	struct reader reader = {.path = path, .complain = complain, .context = context};
	char *bytes = NULL, *text;
	GError *problem = NULL;
	struct stat file;
	enum pl_status status;
	gsize length;

	if (stat(path, &file) == 0 && !S_ISREG(file.st_mode))
		return pl_fail(error, PL_FAILED, "%s: not a file", path);
	if (stat(path, &file) == 0 && file.st_size > MAX_BYTES)
		return pl_fail(error, PL_FAILED,
			       "%s: larger than %d MiB; is it the kernel's MAINTAINERS?", path,
			       MAX_BYTES >> 20);
	if (!g_file_get_contents(path, &bytes, &length, &problem)) {
		status = pl_fail(error, PL_FAILED, "%s", problem->message);
		g_error_free(problem);
		return status;
	}
	for (gsize i = 0; i < length; i++)
		if (!bytes[i])
			bytes[i] = '?';
	text = bytes + (g_str_has_prefix(bytes, "\xEF\xBB\xBF") ? 3 : 0);
	reader.converted = g_ptr_array_new_with_free_func(g_free);
	reader.maintainers = g_new0(struct pl_maintainers, 1);
	reader.maintainers->sections = g_ptr_array_new_with_free_func(free_section);
	reader.maintainers->lists =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_list);
	reader.maintainers->files =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_claims);
	status = read_text(&reader, text, error);
	if (status == PL_OK)
		sum_up(&reader);
	g_ptr_array_unref(reader.converted);
	g_free(bytes);
	if (status == PL_OK)
		*maintainers_out = reader.maintainers;
	else
		pl_maintainers_free(reader.maintainers);
	return status;
}

/* The place behind the first byte of pattern, or behind the class `[a-z]` or `[^ab]` that begins
 * there, when c matches it; NULL: it does not. A bracket that is not closed is one byte. */
static const char *match_one(const char *pattern, char c)
{
	const bool inverse = pattern[0] == '[' && pattern[1] == '^';
	const char *first = pattern + 1 + inverse;
	const char *end = pattern[0] == '[' && *first ? strchr(first + 1, ']') : NULL;
	bool found = false;

	if (!end)
		return c && (*pattern == '?' || *pattern == c) ? pattern + 1 : NULL;
	for (const char *at = first; at < end; at++) {
		const bool range = at + 2 < end && at[1] == '-';

		found = found || (range ? *at <= c && c <= at[2] : *at == c);
		at += range ? 2 : 0;
	}
	return c && found != inverse ? end + 1 : NULL;
}

/* Whether file begins with what pattern says: `*` is any text and `?` any one byte, `/`
 * included, and `[ch]` one of these. Goes back to the last `*` only, which is enough where the end
 * is open. */
static bool begins_like(const char *file, const char *pattern)
{
	const char *star = NULL, *from = NULL, *behind;

	while (*pattern) {
		if (*pattern == '*') {
			star = ++pattern;
			from = file;
		} else if ((behind = match_one(pattern, *file))) {
			pattern = behind;
			file++;
		} else if (star && *from) {
			pattern = star;
			file = ++from;
		} else {
			return false;
		}
	}
	return true;
}

static unsigned count_slashes(const char *path)
{
	unsigned n = 0;

	for (; *path; path++)
		n += *path == '/';
	return n;
}

bool pl_maintainers_match(const char *pattern, const char *file)
{
	size_t length = strlen(pattern);

	if (!length || !begins_like(file, pattern))
		return false;
	/* A folder, also one that is written without the slash. */
	if (pattern[length - 1] == '/' || (!strpbrk(pattern, "*?[") && file[length] == '/'))
		return true;
	return strstr(pattern, "**") || count_slashes(pattern) == count_slashes(file);
}

static const struct pattern *find_pattern(const GArray *patterns, const char *file)
{
	for (guint i = 0; i < patterns->len; i++) {
		const struct pattern *pattern = &g_array_index(patterns, struct pattern, i);

		if (pattern->regex ? g_regex_match(pattern->regex, file, 0, NULL)
				   : pl_maintainers_match(pattern->text, file))
			return pattern;
	}
	return NULL;
}

const GArray *pl_maintainers_of_file(struct pl_maintainers *maintainers, const char *file)
{
	GArray *claims = g_hash_table_lookup(maintainers->files, file);

	if (claims)
		return claims;
	claims = g_array_new(FALSE, FALSE, sizeof(struct pl_claim));
	for (guint i = 0; i < maintainers->sections->len; i++) {
		const struct section *section = g_ptr_array_index(maintainers->sections, i);
		const struct pattern *pattern = find_pattern(section->wanted, file);

		if (pattern && !find_pattern(section->excluded, file)) {
			struct pl_claim claim = {section->title, pattern->lower};

			g_array_append_val(claims, claim);
		}
	}
	if (g_hash_table_size(maintainers->files) >= MAX_CACHED)
		g_hash_table_remove_all(maintainers->files);
	g_hash_table_insert(maintainers->files, g_strdup(file), claims);
	return claims;
}

bool pl_maintainers_of_list(const struct pl_maintainers *maintainers, const char *list,
			    struct pl_claim *claim_out)
{
	char *key = list_key(list);
	const struct list *found = g_hash_table_lookup(maintainers->lists, key);

	g_free(key);
	if (!found || !found->section)
		return false;
	*claim_out = (struct pl_claim){found->section->title, found->address};
	return true;
}
