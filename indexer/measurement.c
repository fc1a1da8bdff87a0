/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table that a person writes belongs to no report, so what was measured and where is
 * only said around it: in its title, in the labels, in the lines above (a command that was
 * typed, a sentence), in a line `Test machine: ...`. What is not printed is left out.
 */
#include "measurement.h"

#include <glib.h>

/* Lines above a table that may name the benchmark, and the machine */
#define MAX_ABOVE 12
#define MAX_MACHINE_ABOVE 80
#define MAX_NAME 24

/* A suite holds many benchmarks: it is said only where none of them is. */
static const struct {
	const char *name;
	bool suite;
} names[] = {
    {"aim9", false},	      {"blogbench", false},
    {"bonnie++", false},      {"compilebench", false},
    {"cyclictest", false},    {"dbench", false},
    {"ebizzy", false},	      {"filebench", false},
    {"fio", false},	      {"fs_mark", false},
    {"fsmark", false},	      {"gup_benchmark", false},
    {"gup_test", false},      {"hackbench", false},
    {"iozone", false},	      {"iperf", false},
    {"iperf3", false},	      {"kernbench", false},
    {"lmbench", true},	      {"memcached", false},
    {"memhog", false},	      {"memtier", false},
    {"mmtests", true},	      {"netperf", false},
    {"page_fault1", false},   {"page_fault2", false},
    {"page_fault3", false},   {"perfpipe", false},
    {"pft", false},	      {"pgbench", false},
    {"phoronix", true},	      {"pts", true},
    {"reaim", false},	      {"redis-benchmark", false},
    {"rocksdb", false},	      {"schbench", false},
    {"specjbb", false},	      {"stress-ng", false},
    {"stressapptest", false}, {"sysbench", false},
    {"tbench", false},	      {"thpscale", false},
    {"tiobench", false},      {"unixbench", false},
    {"usemem", false},	      {"vm-scalability", true},
    {"will-it-scale", true},  {"xfstests", true},
};

static bool is_word_char(char c)
{
	return g_ascii_isalnum(c) || strchr("_-+", c);
}

/* Index of the name that begins word: all of it, or up to a version (`hackbench-1.0`) or a
 * case of its own (`page_fault1_scalability`, `stress-ng.vm`); -1: none. */
static int name_of(struct pl_text word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		size_t length = strlen(names[i].name);

		if (word.len < length || g_ascii_strncasecmp(word.ptr, names[i].name, length) != 0)
			continue;
		if (word.len == length || word.ptr[length] == '_' ||
		    (word.ptr[length] == '-' && word.len > length + 1))
			return (int)i;
	}
	return -1;
}

const char *pl_benchmark_in(struct pl_text text)
{
	const char *suite = NULL;

	for (size_t i = 0; i < text.len; i++) {
		size_t from = i;
		int found;

		while (i < text.len && is_word_char(text.ptr[i]))
			i++;
		if (i - from < 3)
			continue;
		found = name_of(pl_text_slice(text, from, i));
		/* `config-scheduler-perfpipe`: the last piece of a suite's configuration */
		for (size_t k = i; found < 0 && k > from; k--)
			if (text.ptr[k - 1] == '-')
				found = name_of(pl_text_slice(text, k, i));
		if (found < 0)
			continue;
		if (!names[found].suite)
			return names[found].name;
		if (!suite)
			suite = names[found].name;
	}
	return suite;
}

/* `Test machine: ...`; a noun with a figure before or behind it */
#define KEY                                                                                        \
	"^\\s*(?:[-*] )?(?:(?:test|host|target) )?"                                                \
	"(?:machine|system|hardware|platform|processor|cpu|server|testbed)s?\\s?[:=]\\s*"          \
	"(\\S.*\\S)\\s*$"
#define NOUN "(?:machine|server|system|box|laptop|platform|workstation|vm)"
#define CLAUSE                                                                                     \
	"\\b(?:on|with|using) (?:an?|the|my|our|this) ("                                           \
	"(?=[^.,;:]*\\d)(?:[\\w@/+-]+ ){0,6}" NOUN                                                 \
	"\\b(?: with \\d+ (?:cpus|cores|nodes|threads|hardware threads))?)"

/* The title of a table that is the machine */
#define TITLE "\\d[- ](?:cores?|cpus?|sockets?)\\b|^(?=.*\\d)(?:[\\w-]+ ){0,3}" NOUN "\\b"

struct patterns {
	GRegex *key, *clause, *title;
};

static const struct patterns *patterns(void)
{
	static struct patterns all;
	static gsize ready;

	if (g_once_init_enter(&ready)) {
		const GRegexCompileFlags flags = G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_OPTIMIZE;

		all.key = g_regex_new(KEY, flags, 0, NULL);
		all.clause = g_regex_new(CLAUSE, flags, 0, NULL);
		all.title = g_regex_new(TITLE, flags, 0, NULL);
		g_once_init_leave(&ready, 1);
	}
	return &all;
}

static struct pl_text match(const GRegex *regex, struct pl_text text)
{
	struct pl_text found = PL_TEXT_NONE;
	GMatchInfo *info;
	int from, to;

	if (g_regex_match_full(regex, text.ptr, (gssize)text.len, 0, 0, &info, NULL) &&
	    g_match_info_fetch_pos(info, 1, &from, &to))
		found = pl_text_slice(text, (size_t)from, (size_t)to);
	g_match_info_free(info);
	return found;
}

static bool has_digit(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (g_ascii_isdigit(text.ptr[i]))
			return true;
	return false;
}

struct pl_text pl_machine_in(struct pl_text line)
{
	struct pl_text found;

	if (line.len > 200 || !has_digit(line))
		return PL_TEXT_NONE;
	found = match(patterns()->key, line);
	if (!found.len)
		found = match(patterns()->clause, line);
	return has_digit(found) ? found : PL_TEXT_NONE;
}

size_t pl_find_line(const struct pl_lines *lines, uint32_t number)
{
	size_t low = 0, high = lines->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->v[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* `Before this patch: iostat`, `With cursor`: a title that names a side of a comparison */
static bool names_side(struct pl_text title)
{
	static const char *const words[] = {"before",  "after",	  "with",	"without",
					    "control", "patched", "unpatched",	"baseline",
					    "base",    "vanilla", "experiment", "upstream"};
	size_t n = 0;

	while (n < title.len && g_ascii_isalpha(title.ptr[n]))
		n++;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (n == strlen(words[i]) && !g_ascii_strncasecmp(title.ptr, words[i], n))
			return true;
	return false;
}

/* Is a the same measurement as b, of another kernel: the same rows, and neither has a title
 * that could name another benchmark? */
static bool is_alike(const struct pl_table *a, const struct pl_table *b)
{
	return a->depth == b->depth &&
	       (pl_text_equal(a->title, b->title) ||
		(names_side(a->title) && names_side(b->title))) &&
	       a->n_columns == b->n_columns && a->n_rows == b->n_rows && a->n_rows &&
	       pl_text_equal(a->rows[0].metric, b->rows[0].metric);
}

/* Another table of the part, not alike, whose rows reach into the lines above: 0, or the
 * number of its last line. */
static uint32_t floor_of(const struct pl_message *message, const struct pl_table *table)
{
	uint32_t floor = 0;

	for (size_t i = 0; i < message->n_tables; i++) {
		const struct pl_table *other = &message->tables[i];

		if (other->part != table->part || other->line >= table->line || !other->n_rows ||
		    is_alike(other, table))
			continue;
		floor = MAX(floor, MIN(other->rows[other->n_rows - 1].line, table->line - 1));
	}
	return floor;
}

static const char *benchmark_of(const struct pl_message *message, const struct pl_lines *lines,
				size_t top, const struct pl_table *table)
{
	const char *name = pl_benchmark_in(table->title);
	uint32_t floor;

	for (size_t i = 0; !name && i < table->n_columns; i++)
		name = pl_benchmark_in(table->columns[i].label);
	/* between the labels and the first row a section may be named */
	for (size_t i = top;
	     !name && i < lines->n && table->n_rows && lines->v[i].number < table->rows[0].line;
	     i++)
		name = pl_benchmark_in(lines->v[i].text);
	if (name)
		return name;
	floor = floor_of(message, table);
	for (size_t i = top; !name && i && top - i < MAX_ABOVE; i--) {
		const struct pl_line *line = &lines->v[i - 1];

		if (line->depth != table->depth || line->number <= floor)
			break;
		name = pl_benchmark_in(line->text);
	}
	return name;
}

static struct pl_text machine_of(const struct pl_lines *lines, size_t top,
				 const struct pl_table *table)
{
	struct pl_text machine = PL_TEXT_NONE;

	if (g_regex_match_full(patterns()->title, table->title.ptr ? table->title.ptr : "",
			       (gssize)table->title.len, 0, 0, NULL, NULL))
		return table->title;
	for (size_t i = top; i && top - i < MAX_MACHINE_ABOVE && !machine.len; i--)
		if (lines->v[i - 1].depth == table->depth)
			machine = pl_machine_in(lines->v[i - 1].text);
	return machine;
}

void pl_measurement_of(const struct pl_message *message, const struct pl_table *table,
		       struct pl_measurement *measurement)
{
	const struct pl_lines *lines = &message->lines[table->part];
	const char *benchmark;
	size_t top;

	*measurement = (struct pl_measurement){PL_TEXT_NONE, PL_TEXT_NONE};
	for (size_t i = 0; table->kind == PL_TABLE_LKP && i < table->axes.n; i++)
		if (pl_text_equal(table->axes.v[i].key, PL_TEXT("testcase")))
			measurement->benchmark = table->axes.v[i].value;
	if (table->kind == PL_TABLE_LKP || table->report >= 0)
		return;
	top = pl_find_line(lines, table->line);
	benchmark = benchmark_of(message, lines, top, table);
	if (benchmark)
		measurement->benchmark = pl_text_of(benchmark);
	measurement->machine = machine_of(lines, top, table);
}
