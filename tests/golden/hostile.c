/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails made to break a parser: each must end in bounded time and memory, give JSON, and
 * say in its problems which limit was reached.
 */
#include "support.h"

#include <stdio.h>
#include <time.h>

#include <perflore/json.h>

/* CPU seconds a mail; with sanitizers the slowest take about a tenth of it. What grows
 * with the square of the mail takes minutes. */
#define MAX_SECONDS 30

/* Memory a mail, in its own bytes. Short lines cost most: a line of one byte takes 32. */
#define MAX_TIMES 60
#define MAX_EXTRA ((size_t)64 << 20)

#define HEADER "From: a@example.org\nSubject: x\nMessage-ID: <x@example.org>\n"
#define REPORT                                                                                     \
	"FYI, we noticed a -5.0% regression of a.b due to commit:\n\n"                             \
	"commit: 1234567890123456789012345678901234567890 (\"t\")\n\n"                             \
	"in testcase: x\nwith following parameters:\n\n"
#define TABLE                                                                                      \
	"1a2b3c4d5e6f7081 8f7e6d5c4b3a2918071625344f5 \n"                                          \
	"---------------- --------------------------- \n"                                          \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"
#define ROW "     10000 +-  5%     -20.0%       8000 +-  3%  example.ops_per_sec\n"

static unsigned failed;

/* Appends piece n times; a %u in it is the number. */
static void repeat(GString *mail, const char *piece, unsigned n)
{
	const char *number = strstr(piece, "%u");

	for (unsigned i = 0; i < n; i++) {
		if (!number) {
			g_string_append(mail, piece);
			continue;
		}
		g_string_append_len(mail, piece, number - piece);
		g_string_append_printf(mail, "%u", i);
		g_string_append(mail, number + 2);
	}
}

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Frees mail. problem NULL: none is asked for. */
static void check(const char *name, GString *mail, const struct pl_limits *limits,
		  const char *problem)
{
	struct pl_parser *parser = pl_parser_new(limits);
	struct pl_text raw = {mail->str, mail->len};
	double start = cpu_seconds(), seconds;
	const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));
	GString *out = g_string_new(NULL);
	size_t memory;
	json_t *value;
	bool said = !problem, bounded;

	pl_message_to_json(message, out);
	seconds = cpu_seconds() - start;
	memory = pl_arena_peak(pl_parser_arena(parser));
	bounded = seconds < MAX_SECONDS && memory < MAX_TIMES * mail->len + MAX_EXTRA;
	for (size_t i = 0; problem && i < message->mail->problems.n; i++)
		said =
		    said || pl_text_equal(message->mail->problems.v[i].code, pl_text_of(problem));
	value = load_json(out->str, name);
	printf("%s %-22s %6.1f MB %6.2f s %7.1f MB taken%s%s\n",
	       value && said && bounded ? "ok  " : "FAIL", name, mail->len / 1e6, seconds,
	       memory / 1e6, said ? "" : ", not said: ", said ? "" : problem);
	if (!value || !said || !bounded)
		failed++;
	json_decref(value);
	g_string_free(out, TRUE);
	g_string_free(mail, TRUE);
	pl_parser_free(parser);
}

static void check_repeated(const char *name, const char *before, const char *piece, unsigned n,
			   const char *problem)
{
	GString *mail = g_string_new(before);

	repeat(mail, piece, n);
	check(name, mail, NULL, problem);
}

/* Multiparts, each in the one before it. */
static void check_nested(unsigned n)
{
	GString *mail = g_string_new(HEADER);

	for (unsigned i = 0; i < n; i++)
		g_string_append_printf(
		    mail, "Content-Type: multipart/mixed; boundary=b%u\n\n--b%u\n", i, i);
	g_string_append(mail, "\ntext\n");
	check("multiparts, nested", mail, NULL, "nested-too-deep");
}

static void check_sizes(void)
{
	struct pl_limits limits = pl_limits_default;
	GString *mail = g_string_new(HEADER "\n");

	limits.mail_bytes = 1 << 20;
	repeat(mail, "words and more words\n", 100000);
	check("mail too large", mail, &limits, "mail-too-large");

	limits = pl_limits_default;
	limits.text_bytes = 1 << 20;
	mail = g_string_new(HEADER "\n");
	repeat(mail, "words and more words\n", 100000);
	check("text too large", mail, &limits, "text-too-large");
}

/* A report opens at each of n depths, and the lines below are of the first. */
static void check_depths(unsigned n, unsigned lines)
{
	GString *mail = g_string_new(HEADER "\n"), *marks = g_string_new(NULL);

	for (unsigned i = 0; i < n; i++) {
		g_string_append_c(marks, '>');
		g_string_append_printf(mail, "%s FYI, we noticed the following commit\n",
				       marks->str);
	}
	repeat(mail, "> config: %u\n", lines);
	g_string_free(marks, TRUE);
	check("reports, each deeper", mail, NULL, NULL);
}

/* One line of `marks` quote marks, again and again. */
static void check_marks(unsigned marks, unsigned lines)
{
	GString *mail = g_string_new(HEADER "\n"), *line = g_string_new(NULL);

	for (unsigned i = 0; i < marks; i++)
		g_string_append_c(line, '>');
	g_string_append(line, " 1 +1% 2 a.b\n");
	repeat(mail, line->str, lines);
	g_string_free(line, TRUE);
	check("quoted deep", mail, NULL, "quoted-too-deep");
}

/* Rows of as many columns as there may be, in as many as there may be not. */
static void check_cells(unsigned rows)
{
	struct pl_limits limits = pl_limits_default;
	GString *mail = g_string_new(HEADER "\n"), *row = g_string_new("1 ± 1% ");

	for (unsigned i = 0; i < 31; i++)
		g_string_append(row, "+1% 1 ");
	g_string_append(row, "a.b\n");
	repeat(mail, row->str, rows);
	g_string_free(row, TRUE);
	limits.text_bytes = limits.mail_bytes; /* so that all of them are looked at */
	check("cells", mail, &limits, "too-many-rows");
}

static void check_lkp(void)
{
	check_repeated("digits", HEADER "\n", "1234567890", 400000, "line-too-long");
	check_repeated("empty lines", HEADER "\n", "\n", 2000000, "too-many-lines");
	check_repeated("short rows", HEADER "\n" TABLE, "1 +1% 2 a.b\n", 1000000, "too-many-rows");
	check_repeated("numbers without names", HEADER "\n" TABLE, "1 2\n", 900000, NULL);
	check_repeated("numbers and words", HEADER "\n" TABLE, "1 2\na b\n", 450000, NULL);
	check_repeated("chains", HEADER "\n" TABLE, "1 +1% 2 perf-profile.a.a.a.a.a.a.a.a.a.a.a\n",
		       200000, NULL);
	check_repeated("section lines", HEADER "\n", "%stddev\n%stddev %stddev\n", 200000,
		       "too-many-tables");
	check_repeated("labels", HEADER "\n" TABLE, "1a2b3c4d5e6f7081\n", 500000, NULL);
	check_repeated("axes", HEADER "\n" TABLE, "a%u/testcase:\n  1/2\n", 200000, NULL);
	check_cells(100000);
	check_marks(60000, 200);
	check_depths(900, 300000);
	check_repeated("functional openers", HEADER "\n", "> we noticed the following commit\n",
		       500000, "too-many-reports");
	check_repeated("openers of no kpi", HEADER "\n",
		       "> There is no primary kpi change in this test\n", 500000,
		       "too-many-reports");
	check_repeated("openers without end", HEADER "\n", "> kernel test robot noticed\n", 500000,
		       NULL);
	check_repeated("syzbot", HEADER "\n", "> syzbot has bisected this issue to:\n", 500000,
		       "too-many-reports");
	check_repeated("KernelCI", HEADER "\n", "a/b c: 1 runs, 1 fails\n", 500000,
		       "too-many-reports");
	check_repeated("builds", HEADER "\n", "[auto build test ERROR on x]\n", 500000, NULL);
	check_repeated("plots", HEADER "\n",
		       "        a.b\n\n  2 ++------------------------O---+\n"
		       "    |                             |\n"
		       "  1 ++----------------------------+\n\n",
		       2000, "too-many-plots");
	check_repeated("frames", HEADER "\n        a.b\n", "  2 ++------------------------O---+\n",
		       500000, NULL);
	check_repeated("many trailers", HEADER "\n", "Fixes: 123456789012\n", 110000,
		       "too-many-trailers");
	check_repeated("soft breaks",
		       HEADER "Content-Type: text/plain; charset=utf-8; format=flowed\n\n", "a \n",
		       900000, "line-too-long");
	check_repeated("status", HEADER "\n" REPORT "[a on b", " x", 500000, "line-too-long");
	check_repeated("names in the cells", HEADER "\n" TABLE,
		       "  10000 +-  5%  -20.0%\n8000 a.b\n", 200000, NULL);
}

int main(void)
{
	pl_mail_init();
	check_lkp();
	check_repeated("parameters", HEADER "\n" REPORT, "\tkey%u: value\n", 50000,
		       "too-many-parameters");
	check_repeated("reports", HEADER "\n", REPORT, 5000, "too-many-reports");
	check_repeated("tables", HEADER "\n", TABLE ROW "\nprose\n", 11000, "too-many-tables");
	check_repeated("rows", HEADER "\n" TABLE, ROW, 210000, "text-too-large");
	check_repeated("table headers", HEADER "\n", TABLE, 20000, NULL);
	check_repeated("commit list", HEADER "\ncommit: \n", "  1234567%u (\"t\")\n", 50000, NULL);
	check_repeated("box", HEADER "\n" REPORT,
		       "+----+----+\n| testcase: change | x: a.b -3.0% regression |\n", 20000,
		       NULL);
	check_repeated("counts", HEADER "\n" REPORT, "| a%u | 1 | 2 |\n+---+---+---+\n", 50000,
		       NULL);
	check_repeated("trailers", HEADER "\n", "Fixes: 123456789012 (\"%u\n", 50000, NULL);
	check_repeated("regzbot", HEADER "\n", "#regzbot title: %u; #regzbot poke\n", 50000, NULL);
	check_repeated("section words", HEADER "\n", "%stddev %change fail:runs | \\ ", 50000,
		       "line-too-long");
	check_repeated("one line of rows", HEADER "\n", " 10000 +-  5% -20.0% 8000 a.b ", 50000,
		       "line-too-long");
	check_repeated("plus-minus", HEADER "\n" TABLE, "1 +- 2% ", 50000, "line-too-long");
	check_repeated("quote marks", HEADER "\n", ">", 3000000, NULL);
	check_repeated("depths", HEADER "\n", "> x\n>> y\n>>> z\n", 50000, NULL);
	check_repeated("wrapped rows", HEADER "\n" TABLE, "  10000 +-  5%  -20.0%  8000\n", 50000,
		       NULL);
	check_repeated("snips", HEADER "\n" TABLE ROW, "[snip]\n\n", 50000, NULL);
	check_repeated("plot", HEADER "\n  a.b\n", "  100 ++-----O--*---+\n", 30000, NULL);
	check_repeated("log lines", HEADER "\n" REPORT, "[   12.345678] x: %u 0.5 1.5\n", 50000,
		       NULL);

	check_repeated("header lines", HEADER, "X-%u: y\n", 100000, "header-too-large");
	check_repeated("folded field", HEADER "X: y\n", " folded %u\n", 100000, "header-too-large");
	check_repeated("groups in From", "From: ", "g:", 100000, "header-too-deep");
	check_repeated("comments in From", "From: ", "(", 100000, "header-too-deep");
	check_repeated("references", "References:", " <%u@example.org>\n", 40000, NULL);
	check_repeated("encoded words", "Subject:", " =?utf-8?q?a=C2=B1?=\n", 40000, NULL);
	check_repeated("content parameters", HEADER "Content-Type: text/plain", "; a%u=b", 50000,
		       NULL);
	check_repeated("parts", HEADER "Content-Type: multipart/mixed; boundary=b\n\n",
		       "--b\n\nx\n", 100000, "too-many-parts");
	check_nested(100000);
	check_repeated("mails, nested", HEADER, "Content-Type: message/rfc822\n\n", 20000,
		       "nested-too-deep");
	check_repeated("html elements", HEADER "Content-Type: text/html\n\n", "<div>", 200000,
		       "html-only");
	check_repeated("html entities", HEADER "Content-Type: text/html\n\n", "&#1;&lt&amp", 100000,
		       "html-only");
	check_sizes();
	printf("%u failed\n", failed);
	return failed != 0;
}
