/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails made to break a parser: each must end in bounded time, give JSON, and say in
 * its problems which limit was reached.
 */
#include "support.h"

#include <stdio.h>
#include <time.h>

#include <perflore/json.h>

/* CPU seconds a mail; with sanitizers the slowest take about a tenth of it. What grows
 * with the square of the mail takes minutes. */
#define MAX_SECONDS 30

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
	json_t *value;
	bool said = !problem;

	pl_message_to_json(message, out);
	seconds = cpu_seconds() - start;
	for (size_t i = 0; problem && i < message->mail->problems.n; i++)
		said =
		    said || pl_text_equal(message->mail->problems.v[i].code, pl_text_of(problem));
	value = load_json(out->str, name);
	printf("%s %-22s %6.1f MB %6.2f s%s%s\n",
	       value && said && seconds < MAX_SECONDS ? "ok  " : "FAIL", name, mail->len / 1e6,
	       seconds, said ? "" : ", not said: ", said ? "" : problem);
	if (!value || !said || seconds >= MAX_SECONDS)
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

int main(void)
{
	pl_mail_init();
	check_repeated("parameters", HEADER "\n" REPORT, "\tkey%u: value\n", 50000,
		       "too-many-parameters");
	check_repeated("reports", HEADER "\n", REPORT, 5000, "too-many-reports");
	check_repeated("tables", HEADER "\n", TABLE ROW "\nprose\n", 11000, "too-many-tables");
	check_repeated("rows", HEADER "\n" TABLE, ROW, 210000, "too-many-rows");
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
