/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_text.h"

#include <stdlib.h>

#include <glib.h>

/* The longest number that is read: more digits than a double holds say nothing. */
#define MAX_NUMBER 40

static size_t digits_at(struct pl_text text, size_t i)
{
	size_t n = 0;

	while (i + n < text.len && g_ascii_isdigit(text.ptr[i + n]))
		n++;
	return n;
}

/* Groups of three digits behind text[i], each led by mark. */
static size_t groups_at(struct pl_text text, size_t i, char mark)
{
	size_t groups = 0;

	while (i < text.len && text.ptr[i] == mark && digits_at(text, i + 1) == 3) {
		groups++;
		i += 4;
	}
	return groups;
}

static bool ends_number(struct pl_text text, size_t i)
{
	return i >= text.len ||
	       !((text.ptr[i] == '.' || text.ptr[i] == ',') && digits_at(text, i + 1));
}

static size_t exponent_at(struct pl_text text, size_t i)
{
	size_t k = i + 1, n;

	if (i >= text.len || (text.ptr[i] != 'e' && text.ptr[i] != 'E'))
		return 0;
	if (k < text.len && (text.ptr[k] == '+' || text.ptr[k] == '-'))
		k++;
	n = digits_at(text, k);
	return n ? k + n - i : 0;
}

size_t bench_number_at(struct pl_text text)
{
	size_t i = text.len && (text.ptr[0] == '+' || text.ptr[0] == '-');
	size_t whole = digits_at(text, i), groups;

	if (!whole && !(i < text.len && text.ptr[i] == '.' && digits_at(text, i + 1)))
		return 0;
	i += whole;
	if (whole <= 3 && whole) {
		if ((groups = groups_at(text, i, ','))) {
			size_t end = i + 4 * groups;

			if (end < text.len && text.ptr[end] == '.' && digits_at(text, end + 1))
				end += 1 + digits_at(text, end + 1);
			if (ends_number(text, end))
				return end;
			return 0;
		}
		groups = groups_at(text, i, '.');
		if (groups > 1 || (groups == 1 && i + 4 < text.len && text.ptr[i + 4] == ',')) {
			size_t end = i + 4 * groups;

			if (end < text.len && text.ptr[end] == ',' && digits_at(text, end + 1))
				end += 1 + digits_at(text, end + 1);
			if (ends_number(text, end))
				return end;
			return 0;
		}
	}
	if (i < text.len && (text.ptr[i] == '.' || text.ptr[i] == ',') && digits_at(text, i + 1))
		i += 1 + digits_at(text, i + 1);
	else if (i < text.len && text.ptr[i] == '.' && whole)
		return i + 1 < text.len && g_ascii_isalpha(text.ptr[i + 1]) ? 0 : i;
	if (!ends_number(text, i))
		return 0;
	return i + exponent_at(text, i);
}

bool bench_number_proves_comma(struct pl_text number)
{
	size_t i = number.len && (number.ptr[0] == '+' || number.ptr[0] == '-');
	size_t whole = digits_at(number, i), behind;

	if (groups_at(number, i + whole, '.') && pl_text_has(number, ','))
		return true;
	if (i + whole >= number.len || number.ptr[i + whole] != ',')
		return false;
	behind = digits_at(number, i + whole + 1);
	return behind != 3 || whole > 3 || (whole == 1 && number.ptr[i] == '0');
}

double bench_number_value(struct pl_text number, bool decimal_comma)
{
	char buffer[MAX_NUMBER + 1];
	size_t n = 0, i = number.len && (number.ptr[0] == '+' || number.ptr[0] == '-');
	size_t points = 0;

	for (size_t k = 0; k < number.len; k++)
		points += number.ptr[k] == '.';
	/* points that part thousands */
	if (points > 1)
		decimal_comma = true;
	if (decimal_comma && points == 1 && groups_at(number, i + digits_at(number, i), '.') != 1)
		decimal_comma = false;
	for (i = 0; i < number.len && n < MAX_NUMBER; i++) {
		char c = number.ptr[i];

		if (c == (decimal_comma ? '.' : ',') || c == ' ')
			continue;
		buffer[n++] = c == ',' ? '.' : c;
	}
	buffer[n] = '\0';
	return g_ascii_strtod(buffer, NULL);
}

size_t bench_clock_at(struct pl_text text, double *seconds_out)
{
	size_t minutes = digits_at(text, 0), i = minutes + 1, whole, fraction = 0;
	char buffer[MAX_NUMBER + 1];
	int n;

	if (!minutes || minutes > 6 || i >= text.len || text.ptr[minutes] != 'm')
		return 0;
	whole = digits_at(text, i);
	if (!whole || whole > 2)
		return 0;
	i += whole;
	if (i < text.len && (text.ptr[i] == '.' || text.ptr[i] == ','))
		fraction = 1 + digits_at(text, i + 1);
	if (fraction == 1 || fraction > 10 || i + fraction >= text.len ||
	    text.ptr[i + fraction] != 's')
		return 0;
	/* rounded once, as if it had been printed in seconds */
	n = g_snprintf(buffer, sizeof(buffer), "%ld%.*s",
		       60L * atoi(text.ptr) + atoi(text.ptr + minutes + 1), (int)fraction,
		       text.ptr + i);
	if (fraction)
		buffer[(size_t)n - fraction] = '.';
	*seconds_out = g_ascii_strtod(buffer, NULL);
	return i + fraction + 1;
}

bool bench_same(struct pl_text text, const char *word)
{
	/* the first letter settles nearly all */
	return text.len && g_ascii_tolower(text.ptr[0]) == g_ascii_tolower(word[0]) &&
	       strlen(word) == text.len && g_ascii_strncasecmp(text.ptr, word, text.len) == 0;
}

static bool is_among(struct pl_text text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (bench_same(text, words[i]))
			return true;
	return false;
}

static const char *const times[] = {
    "s",      "sec",	"secs",	   "second", "seconds",	     "ms",	     "msec",
    "msecs",  "millis", "us",	   "usec",   "usecs",	     "\xC2\xB5s",    "\xCE\xBCs",
    "micros", "ns",	"nsec",	   "nsecs",  "milliseconds", "microseconds", "nanoseconds",
    "min",    "mins",	"minutes",
};

static const char *const rates[] = {
    "bps",    "kbps",  "mbps",	 "gbps",  "kibps", "mibps",  "gibps", "iops", "kiops",
    "rps",    "tps",   "qps",	 "pps",	  "kpps",  "mpps",   "fps",   "ops",  "kops",
    "mops",   "lps",   "lpm",	 "mwips", "hz",	   "khz",    "mhz",   "ghz",  "w",
    "mw",     "watts", "joules", "j",	  "mj",	   "cycles", "cyc",   "clk",  "mflops",
    "gflops", "%",     "x",	 "mbits", "gbits", "mbit",   "gbit",
};

static const char *const sizes[] = {
    "b",  "kb", "mb", "gb",    "tb",   "kib",	"mib",	"gib", "tib", "ki",    "mi",
    "gi", "ti", "u",  "bytes", "byte", "pages", "page", "m",   "h",   "hours", "msecs/op",
};

/* `MB/s`, `ops/sec`, `ns/op` */
static bool is_rate(struct pl_text text)
{
	static const char *const per[] = {"s",	  "sec",  "secs", "second", "op",   "ops", "min",
					  "iter", "call", "page", "usec",   "msec", "us",  "ms"};
	const char *slash = text.len ? memchr(text.ptr, '/', text.len) : NULL;

	if (!slash)
		return false;
	for (const char *p = text.ptr; p < slash; p++)
		if (!g_ascii_isalpha(*p) && *p != '%' && !(*p & 0x80))
			return false;
	/* a time for anything: `ns/object` */
	return is_among((struct pl_text){text.ptr, (size_t)(slash - text.ptr)}, times,
			G_N_ELEMENTS(times)) ||
	       is_among((struct pl_text){slash + 1, (size_t)(text.ptr + text.len - slash - 1)}, per,
			G_N_ELEMENTS(per));
}

bool bench_is_measured_unit(struct pl_text text)
{
	return is_among(text, times, G_N_ELEMENTS(times)) ||
	       is_among(text, rates, G_N_ELEMENTS(rates)) || is_rate(text);
}

bool bench_is_unit(struct pl_text text)
{
	return text.len && text.len <= 16 &&
	       (is_among(text, sizes, G_N_ELEMENTS(sizes)) || bench_is_measured_unit(text));
}

struct entry {
	const char *word;
	unsigned bits;
};

#define C BENCH_COMPARES
#define M BENCH_MEASURES
#define D BENCH_CHANGES
#define L BENCH_LABELS
#define F BENCH_FOREIGN
#define S BENCH_STATISTIC

/* Sorted by word. */
static const struct entry vocabulary[] = {
    {"%cpu", F},
    {"%idle", M},
    {"%iowait", M},
    {"%irq", M},
    {"%mem", F},
    {"%sys", M},
    {"%usr", M},
    {"acked", F},
    {"address", F},
    {"after", C},
    {"amean", M | S},
    {"average", S},
    {"avg", S},
    {"bandwidth", M},
    {"base", C},
    {"baseline", C},
    {"before", C},
    {"benchmark", M | L},
    {"benchmarks", M},
    {"bogo", M},
    {"bw", M},
    {"change", D},
    {"changed", D},
    {"client", L},
    {"clients", L},
    {"cmd", F},
    {"coeffvar", M | S},
    {"comm", F},
    {"command", F},
    {"compiler", F},
    {"control", C},
    {"cyclictest", M},
    {"dbench", M},
    {"defconfig", F},
    {"delta", D},
    {"dhrystone", M},
    {"diff", D},
    {"difference", D},
    {"distribution", F},
    {"duration", M},
    {"ebizzy", M},
    {"elapsed", M},
    {"faults", M},
    {"filename", F},
    {"filesystem", F},
    {"fio", M},
    {"flags", F},
    {"gain", D},
    {"gcc", 0},
    {"gid", F},
    {"hackbench", M},
    {"hmean", M | S},
    {"host", 0},
    {"imp", D},
    {"improvement", D},
    {"inode", F},
    {"installed", F},
    {"iops", M},
    {"iozone", M},
    {"iperf", M},
    {"iperf3", M},
    {"irq", F},
    {"jiffies", M},
    {"kbuild", M},
    {"kernbench", M},
    {"lab", F},
    {"lat", M},
    {"latencies", M},
    {"latency", M},
    {"linux-next", C},
    {"lmbench", M},
    {"magic", F},
    {"mainline", C},
    {"maj", F},
    {"max", S},
    {"mean", S},
    {"median", S},
    {"memcached", M},
    {"memtier", M},
    {"min", S},
    {"mmtests", M},
    {"mounted", F},
    {"mountpoint", F},
    {"mountpoints", F},
    {"mysql", M},
    {"netperf", M},
    {"new", C},
    {"nopatch", C},
    {"off", C},
    {"offset", F},
    {"old", C},
    {"on", C},
    {"ops", M},
    {"ops/s", M},
    {"ops/sec", M},
    {"orig", C},
    {"original", C},
    {"overhead", M},
    {"p50", S},
    {"p90", S},
    {"p95", S},
    {"p99", S},
    {"patch", C},
    {"patched", C},
    {"patches", C},
    {"patchset", C},
    {"percentile", S},
    {"performance", M},
    {"perms", F},
    {"pgbench", M},
    {"pgd", F},
    {"phoronix", M},
    {"pid", F},
    {"platform", F},
    {"ppid", F},
    {"pts", M},
    {"qps", M},
    {"real", M},
    {"reclen", M | L},
    {"redis", M},
    {"regression", D},
    {"reverted", C},
    {"reviewed", F},
    {"rps", M},
    {"runtime", M},
    {"schbench", M},
    {"score", M},
    {"sec", M},
    {"seconds", M},
    {"secs", M},
    {"series", C},
    {"specjbb", M},
    {"speed", M},
    {"speedup", D | M},
    {"stddev", S},
    {"stdev", S},
    {"stock", C},
    {"stream", M},
    {"stress-ng", M},
    {"stressor", M},
    {"supported", F},
    {"sys", M},
    {"sysbench", M},
    {"tbench", M},
    {"tgid", F},
    {"throughput", M},
    {"tid", F},
    {"time", M},
    {"times", M},
    {"tiobench", M},
    {"tip", C},
    {"tps", M},
    {"tput", M},
    {"tty", F},
    {"uid", F},
    {"unixbench", M},
    {"unmodified", C},
    {"unpatched", C},
    {"upstream", C},
    {"usemem", M},
    {"usertime", M},
    {"vanilla", C},
    {"variance", S},
    {"vm-scalability", M},
    {"vs", D | C},
    {"vsz", F},
    {"w/", C},
    {"w/o", C},
    {"wall", M},
    {"wallclock", M},
    {"will-it-scale", M},
    {"with", C},
    {"without", C},
    {"wrk", M},
};

#undef C
#undef M
#undef D
#undef L
#undef F
#undef S

static bool is_word_char(char c)
{
	return g_ascii_isalnum(c) || c == '_' || c == '-' || c == '/' || c == '%';
}

static int compare_entry(const void *key, const void *entry)
{
	const struct pl_text *word = key;
	const struct entry *e = entry;
	int order = g_ascii_tolower(word->ptr[0]) - e->word[0];

	if (!order)
		order = g_ascii_strncasecmp(word->ptr, e->word, word->len);
	return order ? order : e->word[word->len] ? -1 : 0;
}

static unsigned bits_of(struct pl_text word)
{
	const struct entry *e = bsearch(&word, vocabulary, G_N_ELEMENTS(vocabulary),
					sizeof(*vocabulary), compare_entry);

	return e ? e->bits : 0;
}

unsigned bench_words(struct pl_text text)
{
	unsigned bits = 0;

	for (size_t i = 0; i < text.len;) {
		size_t from = i;
		struct pl_text word;

		while (i < text.len && is_word_char(text.ptr[i]))
			i++;
		word = pl_text_slice(text, from, i);
		while (word.len > 1 && !bits_of(word) && strchr("-/%", word.ptr[0])) {
			word.ptr++;
			word.len--;
		}
		if (word.len) {
			unsigned found = bits_of(word);

			/* `base_lat`, `rw-patched`: the pieces count, too */
			for (size_t k = 0, start = 0; !found && k <= word.len; k++)
				if (k == word.len || word.ptr[k] == '_' || word.ptr[k] == '-' ||
				    word.ptr[k] == '/') {
					if (k > start + 2 && (start || k < word.len))
						found |= bits_of(pl_text_slice(word, start, k)) &
							 ~(unsigned)BENCH_FOREIGN;
					start = k + 1;
				}
			bits |= found;
		} else {
			i++;
		}
	}
	return bits;
}

bool bench_is_version(struct pl_text text)
{
	size_t i = 0, points = 0;
	bool led;

	text = pl_text_trim(text);
	led = text.len && (text.ptr[0] == 'v' || text.ptr[0] == 'V');
	if (pl_text_starts(text, PL_TEXT("linux-")))
		return true;
	i += led;
	if (!digits_at(text, i))
		return false;
	i += digits_at(text, i);
	while (i < text.len && text.ptr[i] == '.' && digits_at(text, i + 1)) {
		points++;
		i += 1 + digits_at(text, i + 1);
	}
	return (led && points) || points > 1 ||
	       (points && i < text.len &&
		(text.ptr[i] == '-' ||
		 pl_text_starts(pl_text_slice(text, i, text.len), PL_TEXT(" +"))));
}

bool bench_heads_labels(struct pl_text text)
{
	static const char *const words[] = {
	    "test",    "case",	    "type",	"name",	     "metric",	    "benchmark", "key",
	    "group",   "groups",    "group(s)", "client",    "clients",	    "client(s)", "thread",
	    "threads", "thread(s)", "thr",	"th.",	     "task",	    "tasks",	 "task(s)",
	    "proc",    "procs",	    "proc(s)",	"worker",    "workers",	    "worker(s)", "job",
	    "jobs",    "job(s)",    "instance", "instances", "pair",	    "pairs",	 "size",
	    "bs",      "depth",	    "qd",	"load",	     "mode",	    "cpu",	 "cpus",
	    "cpu(s)",  "node",	    "nodes",	"node(s)",   "instance(s)", "pair(s)",	 "reclen",
	    "rep",     "cline",
	};

	text = pl_text_trim(text);
	while (text.len && (text.ptr[text.len - 1] == ':' || text.ptr[text.len - 1] == ' '))
		text.len--;
	if (!text.len)
		return false;
	return text.ptr[0] == '#' ||
	       (text.len > 3 && g_ascii_strncasecmp(text.ptr, "nr_", 3) == 0) ||
	       is_among(text, words, G_N_ELEMENTS(words));
}

/* The direction that the words at the start of text's first `better` tell; *end_out is
 * behind it, 0 where there is none. */
static enum pl_better better_at(struct pl_text text, size_t *end_out)
{
	static const struct {
		const char *word;
		enum pl_better better;
	} words[] = {
	    {"lower", PL_BETTER_LOWER},	   {"smaller", PL_BETTER_LOWER},
	    {"less", PL_BETTER_LOWER},	   {"shorter", PL_BETTER_LOWER},
	    {"higher", PL_BETTER_HIGHER},  {"bigger", PL_BETTER_HIGHER},
	    {"more", PL_BETTER_HIGHER},	   {"larger", PL_BETTER_HIGHER},
	    {"greater", PL_BETTER_HIGHER},
	};
	const char *is = pl_text_find(text, " better");
	size_t end;

	if (!is)
		is = pl_text_find(text, "=better");
	*end_out = is ? (size_t)(is - text.ptr) + strlen(" better") : 0;
	if (!is)
		return PL_BETTER_NONE;
	end = (size_t)(is - text.ptr);
	if (end > 3 && memcmp(text.ptr + end - 3, " is", 3) == 0)
		end -= 3;
	else if (end > 2 && memcmp(text.ptr + end - 2, " =", 2) == 0)
		end -= 2;
	else if (*is != '=')
		return PL_BETTER_NONE;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		size_t n = strlen(words[i].word);

		if (end >= n && g_ascii_strncasecmp(text.ptr + end - n, words[i].word, n) == 0)
			return words[i].better;
	}
	return PL_BETTER_NONE;
}

enum pl_better bench_better(struct pl_text text)
{
	enum pl_better better = PL_BETTER_NONE, one;
	size_t end;

	while ((one = better_at(text, &end)) || end) {
		/* of two things: neither is the whole table's */
		if (one && better && one != better)
			return PL_BETTER_NONE;
		better = one ? one : better;
		text = pl_text_slice(text, end, text.len);
	}
	return better;
}

struct pl_text bench_fold(struct pl_arena *arena, struct pl_text text)
{
	char *out;
	size_t n = 0;
	bool blank = false, changed = false;

	for (size_t i = 0; i < text.len && !changed; i++)
		changed =
		    text.ptr[i] == '\t' ||
		    (text.ptr[i] == ' ' && (!i || i + 1 == text.len || text.ptr[i + 1] == ' ')) ||
		    (text.ptr[i] == '\xC2' && i + 1 < text.len && text.ptr[i + 1] == '\xA0');
	if (!changed)
		return text;
	out = pl_arena_alloc(arena, text.len + 1);
	for (size_t i = 0; i < text.len; i++) {
		bool nbsp = text.ptr[i] == '\xC2' && i + 1 < text.len && text.ptr[i + 1] == '\xA0';

		if (pl_is_blank(text.ptr[i]) || nbsp) {
			blank = n > 0;
			i += nbsp;
			continue;
		}
		if (blank)
			out[n++] = ' ';
		blank = false;
		out[n++] = text.ptr[i];
	}
	return (struct pl_text){out, n};
}
