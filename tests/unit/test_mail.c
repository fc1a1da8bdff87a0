/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mail layer: header fields, parts, charsets, HTML, and what hostile mail costs. */
#include <perflore/mail.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>
#include <glib.h>

static struct pl_arena *arena;

static int setup(void **state)
{
	(void)state;
	pl_mail_init();
	arena = pl_arena_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pl_arena_free(arena);
	return 0;
}

/* The bytes are copied to a block of their own size, so that the sanitizer sees
 * whoever reads behind them; and they are gone before the result is looked at. */
static struct pl_mail *parse_within(struct pl_text raw, const struct pl_limits *limits)
{
	char *bytes = malloc(raw.len ? raw.len : 1);
	struct pl_mail *mail;

	assert_non_null(bytes);
	if (raw.len)
		memcpy(bytes, raw.ptr, raw.len);
	pl_arena_reset(arena);
	mail = pl_mail_parse(arena, (struct pl_text){bytes, raw.len},
			     pl_mail_shape((struct pl_text){bytes, raw.len}), limits);
	free(bytes);
	for (size_t i = 0; i < mail->n_parts; i++) {
		const struct pl_text text = mail->parts[i].text;

		assert_true(g_utf8_validate_len(text.len ? text.ptr : "", text.len, NULL));
		assert_null(text.len ? memchr(text.ptr, '\r', text.len) : NULL);
	}
	return mail;
}

static struct pl_mail *parse(struct pl_text raw)
{
	return parse_within(raw, &pl_limits_default);
}

#define PARSE(literal) parse(PL_TEXT(literal))

static void assert_text(struct pl_text text, const char *expected)
{
	char *copy = g_strndup(text.len ? text.ptr : "", text.len);

	assert_string_equal(copy, expected);
	g_free(copy);
}

/* All parts, one behind the other; a part that has no final newline gets one. */
static void assert_body(const struct pl_mail *mail, const char *expected)
{
	GString *body = g_string_new(NULL);

	for (size_t i = 0; i < mail->n_parts; i++) {
		g_string_append_len(body, mail->parts[i].text.ptr, (gssize)mail->parts[i].text.len);
		if (body->len && body->str[body->len - 1] != '\n')
			g_string_append_c(body, '\n');
	}
	assert_string_equal(body->str, expected);
	g_string_free(body, TRUE);
}

/* `code detail` of each problem, joined by `; ` */
static void assert_problems(const struct pl_mail *mail, const char *expected)
{
	GString *all = g_string_new(NULL);

	for (size_t i = 0; i < mail->problems.n; i++) {
		const struct pl_problem *problem = &mail->problems.v[i];

		g_string_append_printf(all, "%s%s%s%s", i ? "; " : "", problem->code.ptr,
				       problem->detail.len ? " " : "", problem->detail.ptr);
	}
	assert_string_equal(all->str, expected);
	g_string_free(all, TRUE);
}

static void assert_texts(struct pl_texts texts, const char *expected)
{
	GString *all = g_string_new(NULL);

	for (size_t i = 0; i < texts.n; i++)
		g_string_append_printf(all, "%s%.*s", i ? " " : "", (int)texts.v[i].len,
				       texts.v[i].ptr);
	assert_string_equal(all->str, expected);
	g_string_free(all, TRUE);
}

static void test_plain(void **state)
{
	struct pl_mail *mail = PARSE("Received: from x\n"
				     "From: Dev A <dev.a@example.org>\n"
				     "Date: Thu, 23 Mar 2023 09:53:23 +0800\n"
				     "Message-ID: <1@example.org>\n"
				     "Subject: [mm]  7e12beb8ca:\n"
				     "\tscore -3.4%\n"
				     "List-Id: \"A list\" <a.lists.example.org>\n"
				     "List-Id: plain.example.org\n"
				     "\n"
				     "one\n\ntwo\n");

	(void)state;
	assert_int_equal(mail->shape, PL_SHAPE_MAIL);
	assert_text(mail->from_name, "Dev A");
	assert_text(mail->from_address, "dev.a@example.org");
	assert_text(mail->message_id, "1@example.org");
	assert_text(mail->subject, "[mm]  7e12beb8ca: score -3.4%");
	assert_true(mail->has_date);
	assert_int_equal(mail->date, 1679536403);
	assert_texts(mail->lists, "a.lists.example.org plain.example.org");
	assert_body(mail, "one\n\ntwo\n");
	assert_problems(mail, "");
}

static void test_header_shapes(void **state)
{
	static const struct {
		const char *raw, *subject, *body, *problems;
	} cases[] = {
	    {"From dev Mon Jan  1 00:00:00 2024\n>From x y\nSubject: s\n\nb\n", "s", "b\n", ""},
	    {"of a field, folded\n second line\nSubject: s\n\nb\n", "s", "b\n", ""},
	    {"\n\nSubject: s\n\nb\n", "s", "b\n", ""},
	    {"Subject: one\nSubject: two\n\nb\n", "one", "b\n", ""},
	    {"SUBJECT : s\n\nb\n", "s", "b\n", ""},
	    {"Subject: s\r\nTo: x\r\n\r\nb\r\nc\rd\r\n", "s", "b\nc\nd\n", ""},
	    {"Subject: s\rTo: x\r\rb\r", "s", "b\n", ""},
	    {"Subject: s\n", "s", "", ""},
	    {"Subject: s", "s", "", ""},
	    {"Subject: a\nno field, no blank line\nTo : me\n\nmore\n", "a", "more\n",
	     "header-broken a line without a field name"},
	    {"Subject: a\nHello you,\nmore\n", "a", "Hello you,\nmore\n",
	     "header-broken no blank line behind it"},
	    {"Hello you,\n\nmore\n", "", "Hello you,\n\nmore\n", "no-header"},
	    {"", "", "", "no-header"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct pl_mail *mail = parse(pl_text_of(cases[i].raw));

		assert_text(mail->subject, cases[i].subject);
		assert_body(mail, cases[i].body);
		assert_problems(mail, cases[i].problems);
	}
}

static void test_subject(void **state)
{
	static const char *const cases[][2] = {
	    {"=?utf-8?q?a_=C2=B1?= =?utf-8?Q?_b?=", "a \302\261 b"},
	    {"=?utf-8?B?YQ==?=\n =?utf-8?b?Yg==?= c", "ab c"},
	    {"=?utf-8?q?=C2?= =?utf-8?q?=B1?=", "\302\261"},
	    {"=?iso-8859-1?q?=B15?= x", "\302\2615 x"},
	    {"=?us-ascii?q?=C2=B1?=", "\302\261"},
	    {"=?utf-8?q?=B1?=", "\302\261"},
	    {"=?x-none?q?=B1?=", "\302\261"},
	    {"=?utf-8*en?q?a?=", "a"},
	    {"=?nonsense =?utf-8?q?open", "=?nonsense =?utf-8?q?open"},
	    {"=?iso-2022-jp?B?GyRCJDMkcxsoQg==?=", "\343\201\223\343\202\223"},
	    {"raw \302\261", "raw \302\261"},
	    {"raw \261", "raw \302\261"},
	    {"two\n lines\n\tthree  blanks", "two lines three  blanks"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("Subject: %s\n\n", cases[i][0]);

		assert_text(parse(pl_text_of(raw))->subject, cases[i][1]);
		g_free(raw);
	}
}

static void test_from(void **state)
{
	static const char *const cases[][3] = {
	    {"dev@example.org", "", "dev@example.org"},
	    {"<dev@example.org>", "", "dev@example.org"},
	    {"dev@example.org (Dev A)", "Dev A", "dev@example.org"},
	    {"\"A, Dev\" <dev@example.org>", "A, Dev", "dev@example.org"},
	    {"A, Dev <dev@example.org>", "A, Dev", "dev@example.org"},
	    {"\"Dev \\\"D\\\" A\" <dev@example.org>", "Dev \"D\" A", "dev@example.org"},
	    {"=?utf-8?q?A=2C_Dev?= <dev@example.org>", "A, Dev", "dev@example.org"},
	    {"\"=?iso-8859-1?q?J=F6?=\" A <dev@example.org>", "J\303\266 A", "dev@example.org"},
	    {"=?utf-8?B?SsO2?=\n =?utf-8?B?IEE=?= <dev@example.org>", "J\303\266 A",
	     "dev@example.org"},
	    {"J\366 <dev@example.org>", "J\303\266", "dev@example.org"},
	    {"Dev   A<dev@example.org>", "Dev A", "dev@example.org"},
	    {"Dev: A <dev@example.org>", "Dev: A", "dev@example.org"},
	    {"Dev A <dev at example.org>", "Dev A", "dev at example.org"},
	    {"Devs: dev@example.org, b@example.org;", "", "dev@example.org"},
	    {"dev@example.org, b@example.org", "", "dev@example.org"},
	    {"\"open <dev@example.org>", "open", "dev@example.org"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: %s\n\n", cases[i][0]);
		struct pl_mail *mail = parse(pl_text_of(raw));

		assert_text(mail->from_name, cases[i][1]);
		assert_text(mail->from_address, cases[i][2]);
		g_free(raw);
	}
}

static void test_ids(void **state)
{
	static const char *const cases[][3] = {
	    {"<a@x>", "a@x", "a@x"},
	    {"<a@x> (Dev B's message of \"Wed, 22 Mar\")", "a@x", "a@x"},
	    {"Dev's message of Mon <a@x>", "a@x", "a@x"},
	    {"<a@x> (Dev <dev@y> (says))\n <b@x>", "a@x", "a@x b@x"},
	    {"<a@x> :( <b@x>", "a@x", "a@x b@x"},
	    {"<a@\n x>", "a@x", "a@x"},
	    {"a@x and more", "a@x", ""},
	    {"<>", "", ""},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: x\nMessage-Id: %s\nIn-Reply-To: %s\n"
					    "References: %s\n\n",
					    cases[i][0], cases[i][0], cases[i][0]);
		struct pl_mail *mail = parse(pl_text_of(raw));

		assert_text(mail->message_id, cases[i][1]);
		assert_texts(mail->in_reply_to, cases[i][2]);
		assert_texts(mail->references, cases[i][2]);
		g_free(raw);
	}
}

/* Without < and > only In-Reply-To is read, where it cannot be prose. */
static void test_bare_ids(void **state)
{
	static const char *const cases[][2] = {
	    {"a@x", "a@x"},
	    {" a@x (Dev's message of Mon)", "a@x"},
	    {"(of (last) week) a@x", "a@x"},
	    {"a@x b@y", ""},
	    {"Dev's message a@x", ""},
	    {"a@", ""},
	    {"@x", ""},
	    {"y", ""},
	    {"(a@x)", ""},
	    {"(a@x", "a@x"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: x\nIn-Reply-To: %s\nReferences: %s\n\n",
					    cases[i][0], cases[i][0]);
		struct pl_mail *mail = parse(pl_text_of(raw));

		assert_texts(mail->in_reply_to, cases[i][1]);
		assert_texts(mail->references, "");
		g_free(raw);
	}
}

static void test_dates(void **state)
{
	static const struct {
		const char *date;
		int64_t expected; /* 0: unreadable */
	} cases[] = {
	    {"Thu, 23 Mar 2023 09:53:23 +0800", 1679536403},
	    {"Thu, 23 Mar 2023 09:53:23 +0800 (CST)", 1679536403},
	    {"23 Mar 23 01:53:23 GMT", 1679536403},
	    {"Thu Mar 23 01:53:23 2023", 1679536403},
	    {"Wed, 22 Mar 2023 20:53:23 EST", 1679536403},
	    {"Thu,23 March 2023 9:53:23 +0800", 1679536403},
	    {"2023-03-23T09:53:23+08:00", 1679536403},
	    {"2023-03-23 09:53:23 +0800", 1679536403},
	    {"Thu, 23 Mar 2023 09:53:23 +08:00", 1679536403},
	    {"Thu, 23 Mar 2023 09.53.23 +0800", 1679536403},
	    {"23 Mar 2023 09:53:23 +0800", 1679536403},
	    {"Wed, 22 Mar 2023 16:23:23 -0930", 1679536403},
	    {"Sat, 1 Jan 2000 00:00:00 +0000", 946684800},
	    {"Thu, 29 Feb 1996 23:59:59 +0000", 825638399},
	    {"Thu, 31 Feb 2023 09:53:23 +0000", 0},
	    {"1 1 1", 0},
	    {"yesterday", 0},
	    {"", 0},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: x\nDate: %s\n\n", cases[i].date);
		struct pl_mail *mail = parse(pl_text_of(raw));

		assert_int_equal(mail->has_date, cases[i].expected != 0);
		assert_int_equal(mail->date, cases[i].expected);
		assert_int_equal(mail->problems.n, cases[i].expected == 0);
		g_free(raw);
	}
}

static void test_charsets(void **state)
{
	static const struct {
		const char *label, *bytes, *text, *problems;
	} cases[] = {
	    {"; charset=us-ascii", "5", "5", ""},
	    {"; charset=utf-8", "5 \302\261", "5 \302\261", ""},
	    {"; charset=iso-8859-1", "5 \261", "5 \302\261", ""},
	    {"; charset=iso-8859-1", "5 \302\261", "5 \302\261", "charset-mislabelled iso-8859-1"},
	    {"", "5 \302\261", "5 \302\261", "charset-mislabelled us-ascii"},
	    {"", "5 \261", "5 \302\261", "charset-unknown us-ascii"},
	    {"; charset=utf-8", "\261 \200\201", "\302\261 \342\202\254\357\277\275",
	     "charset-unknown utf-8"},
	    {"; charset=y", "\302\261", "\302\261", "charset-mislabelled y"},
	    {"; charset=x-none", "\261", "\302\261", "charset-unknown x-none"},
	    {"; charset=x-none", "5", "5", ""},
	    {"; charset=\"utf-8//IGNORE\"", "\261", "\302\261", "charset-unknown utf-8//IGNORE"},
	    {"; charset='iso-8859-2' (x)", "\261", "\304\205", ""},
	    {"; charset=windows-1252", "\223\261", "\342\200\234\302\261", ""},
	    {"; charset=windows-1252", "\201", "\357\277\275", "charset-unknown windows-1252"},
	    {"; charset=gb2312", "\304\343 \241\300", "\344\275\240 \302\261", ""},
	    {"; charset=gbk", "5 \261 3", "5 \302\261 3", "charset-unknown gbk"},
	    {"; charset=koi8-r", "\320\322", "\320\277\321\200", ""},
	    {"; charset=iso-2022-jp", "\033$B$3$s\033(B 5", "\343\201\223\343\202\223 5", ""},
	    {"; charset=iso-2022-jp", "5 \302\261", "5 \302\261",
	     "charset-mislabelled iso-2022-jp"},
	    {"; charset=hz-gb-2312", "a ~{<:Ky~} ~~", "a \345\267\261\346\211\200 ~", ""},
	    {"; charset=utf-7", "5 +ALE- x", "5 \302\261 x", ""},
	    {"; charset=utf-16", "5", "5", ""},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: x\nContent-Type: text/plain%s\n\n%s",
					    cases[i].label, cases[i].bytes);
		struct pl_mail *mail = parse(pl_text_of(raw));

		assert_int_equal(mail->n_parts, 1);
		assert_text(mail->parts[0].text, cases[i].text);
		assert_problems(mail, cases[i].problems);
		g_free(raw);
	}
	assert_body(PARSE("From: x\nContent-Type: text/plain; charset=utf-16le\n\n\261\0\n\0"),
		    "\302\261\n");
}

static void test_transfer(void **state)
{
	static const struct {
		const char *encoding, *bytes, *body, *problems;
	} cases[] = {
	    {"quoted-printable", "a=3D1 531=\n968\nc=\n=\nd =ZZ =\n", "a=1 531968\ncd =ZZ \n", ""},
	    {"Quoted-Printable", "5 =C2=", "5 \303\202\n", "charset-unknown utf-8"},
	    {"base64", "b25lCnR3bwo=\n", "one\ntwo\n", ""},
	    {"base64", "b25lCnR3bwo", "one\ntwo\n", "transfer-broken base64"},
	    {"base64", "b25lCnR3bwo=\n____\nlist mailing list\nQUJD words\n",
	     "one\ntwo\n____\nlist mailing list\nQUJD words\n", ""},
	    {"base64", "b25lCg==\nclear\n", "one\nclear\n", ""},
	    {"base64", "clear text it is\n", "clear text it is\n", ""},
	    {"8bit", "5 \302\261\n", "5 \302\261\n", ""},
	    {"x-own", "as it is\n", "as it is\n", "transfer-unknown x-own"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: x\nContent-Type: text/plain; charset=utf-8\n"
					    "Content-Transfer-Encoding: %s\n\n%s",
					    cases[i].encoding, cases[i].bytes);
		struct pl_mail *mail = parse(pl_text_of(raw));

		assert_body(mail, cases[i].body);
		assert_problems(mail, cases[i].problems);
		g_free(raw);
	}
}

static void test_nul(void **state)
{
	struct pl_mail *mail = PARSE("From: x\nSubject: a\0b\n\none\0two\n\0");

	(void)state;
	assert_text(mail->subject, "a\357\277\275b");
	assert_body(mail, "one\357\277\275two\n\357\277\275\n");
	assert_problems(mail, "nul-bytes");
}

#define MIXED "From: x\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"

static void test_parts(void **state)
{
	struct pl_mail *mail = PARSE(
	    MIXED "preamble\n"
		  "--b\n\none\n\n"
		  "--b\nContent-Type: text/x-patch; name=\"one.patch\"\n"
		  "Content-Disposition: attachment;\n filename*=utf-8''a%20%C2%B1.patch\n\ntwo\n"
		  "--b\nContent-Type: application/octet-stream\n\nno\n"
		  "--bb\n"
		  "--b\nContent-Type: text/html\n\n<p>no\n"
		  "--b \nContent-Type: Text/Plain; Format=Flowed; DelSp=Yes; name=x\n\nthree\n"
		  "--b--\nepilogue\n");

	(void)state;
	assert_int_equal(mail->n_parts, 3);
	assert_text(mail->parts[0].text, "one\n");
	assert_text(mail->parts[0].filename, "");
	assert_false(mail->parts[0].flowed);
	assert_text(mail->parts[1].text, "two");
	assert_text(mail->parts[1].filename, "a \302\261.patch");
	assert_text(mail->parts[2].text, "three");
	assert_text(mail->parts[2].filename, "x");
	assert_true(mail->parts[2].flowed);
	assert_true(mail->parts[2].delsp);
	assert_problems(mail, "");
}

static void test_broken_parts(void **state)
{
	static const struct {
		const char *raw, *body, *problems;
	} cases[] = {
	    {MIXED "--b\n\none\n", "one\n", "mime-truncated"},
	    {MIXED "one\ntwo\n", "one\ntwo\n", "mime-broken no part behind its boundary"},
	    {MIXED "--b--\nout\n", "--b--\nout\n", "mime-broken no part behind its boundary"},
	    {"From: x\nContent-Type: multipart/mixed\n\none\n", "one\n",
	     "mime-broken no part behind its boundary"},
	    {MIXED "--b\n--b\n\ntwo\n--b\nthree, no header\n\nmore\n--b--\n",
	     "two\nthree, no header\n\nmore\n", "header-broken no blank line behind it"},
	    {MIXED
	     "--b\nContent-Type: multipart/mixed; boundary=bi\n\n--bi\n\none\n--b\n\ntwo\n--b--",
	     "one\ntwo\n", "mime-truncated"},
	    {"From: x\nContent-Type: plain/text; charset=utf-8\n\none\n", "one\n",
	     "content-type-broken plain/text; charset=utf-8"},
	    {"From: x\nContent-Type: text\n\none\n", "one\n", "content-type-broken text"},
	    {"From: x\nContent-Type: text/html\nContent-Type:\n multipart/mixed; boundary=b\n\n"
	     "--b\n\none\n--b--\n",
	     "one\n", "header-broken more than one Content-Type"},
	    {"From: x\nContent-Type: image/png\n\none\n", "", ""},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct pl_mail *mail = parse(pl_text_of(cases[i].raw));

		assert_body(mail, cases[i].body);
		assert_problems(mail, cases[i].problems);
	}
}

static void test_rfc822(void **state)
{
	struct pl_mail *mail =
	    PARSE(MIXED "--b\n\nouter\n"
			"--b\nContent-Type: message/rfc822\n\n"
			"From: =?iso-8859-1?q?J=F6?= <jo@example.org>\nSubject: inner\n"
			"Content-Transfer-Encoding: base64\n\nb25lCg==\n"
			"--b\nContent-Type: message/delivery-status\n\nAction: failed\n"
			"--b\n\nend\n--b--\n");

	(void)state;
	assert_body(mail, "outer\nSubject: inner\nFrom: J\303\266 <jo@example.org>\none\nend\n");
	assert_problems(mail, "");
	mail = PARSE("From: x\nContent-Type: multipart/digest; boundary=b\n\n"
		     "--b\n\nSubject: one\n\nfirst\n--b\n\nSubject: two\n\nsecond\n--b--\n");
	assert_body(mail, "Subject: one\nfirst\nSubject: two\nsecond\n");
}

static void test_html(void **state)
{
	static const struct {
		const char *html, *text;
	} cases[] = {
	    {"<p>one\n two</p><p>three<br>four</p>", "one two\nthree\nfour\n"},
	    {"<title>no</title><style>no</style><script>no</script><div>yes</div>", "yes\n"},
	    {"a<div><br></div>b", "a\n\nb\n"},
	    {"<pre>\n  1  2\n\n 3 &plusmn;\t4</pre>", "  1  2\n\n 3 \302\261\t4\n"},
	    {"<div style='white-space: pre-wrap'>a  b\nc</div>", "a  b\nc\n"},
	    {"x&nbsp;&nbsp;y <b>z</b>&lt;w&gt;", "x  y z<w>\n"},
	    {"w<blockquote>q<blockquote>r<br><br>s</blockquote></blockquote>t",
	     "w\n> q\n> > r\n> >\n> > s\nt\n"},
	    {"<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a  b\nc  d\n"},
	    {"see <a href='https://example.org/'>here</a>", "see here\n"},
	    {"", ""},
	};
	struct pl_mail *mail;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *raw = g_strdup_printf("From: x\nContent-Type: text/html; charset=utf-8\n\n%s",
					    cases[i].html);

		mail = parse(pl_text_of(raw));
		assert_body(mail, cases[i].text);
		assert_problems(mail, "html-only");
		g_free(raw);
	}
	mail = PARSE("From: x\nContent-Type: multipart/alternative; boundary=b\n\n"
		     "--b\n\nplain\n--b\nContent-Type: text/html\n\n<p>html\n--b--\n");
	assert_body(mail, "plain\n");
	assert_problems(mail, "");
}

static void test_page(void **state)
{
	const char *page = "Re: [mm] 795ae7a0de: score -9.1% regression\n\n"
			   "[A, Dev <dev@example.org>]\n\nFrom: nobody\n\xC2\xB1\n";
	struct pl_mail *mail = parse(pl_text_of(page));

	(void)state;
	assert_int_equal(mail->shape, PL_SHAPE_PAGE);
	assert_text(mail->subject, "Re: [mm] 795ae7a0de: score -9.1% regression");
	assert_text(mail->from_name, "A, Dev");
	assert_text(mail->from_address, "dev@example.org");
	assert_false(mail->has_date);
	assert_body(mail, page);
	assert_problems(mail, "");
	mail = PARSE("t\r\n\r\n[dev@example.org <dev@example.org>]\r\n\261\r\n");
	assert_int_equal(mail->shape, PL_SHAPE_PAGE);
	assert_problems(mail, "charset-unknown us-ascii");
	assert_int_equal(pl_mail_shape(PL_TEXT("Subject: t\n\n[Dev <dev@example.org>]\n")),
			 PL_SHAPE_MAIL);
	assert_int_equal(pl_mail_shape(PL_TEXT("t\n\n[no address]\n")), PL_SHAPE_MAIL);
}

/* Text that repeats piece count times, with `%d` in it as the number. */
static void repeat(GString *to, const char *piece, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		g_string_append_printf(to, piece, i, i);
}

static void test_limits(void **state)
{
	struct pl_limits limits = pl_limits_default;
	GString *raw = g_string_new(MIXED);
	struct pl_mail *mail;

	(void)state;
	repeat(raw, "--b\n\npart %d\n", 50);
	g_string_append(raw, "--b--\n");
	limits.parts = 3;
	mail = parse_within((struct pl_text){raw->str, raw->len}, &limits);
	assert_body(mail, "part 0\npart 1\npart 2\n");
	assert_problems(mail, "too-many-parts");

	limits = pl_limits_default;
	limits.text_bytes = 9;
	mail = parse_within((struct pl_text){raw->str, raw->len}, &limits);
	assert_text(mail->parts[0].text, "part 0");
	assert_text(mail->parts[1].text, "par");
	assert_problems(mail, "text-too-large");
	mail = parse_within(PL_TEXT("From: x\n\n12345678\303\251\n"), &limits);
	assert_text(mail->parts[0].text, "12345678");

	limits = pl_limits_default;
	limits.depth = 2;
	mail = parse_within(PL_TEXT(MIXED "--b\nContent-Type: message/rfc822\n\nSubject: in\n"
					  "Content-Type: multipart/mixed; boundary=c\n\n"
					  "--c\n\ndeep\n--c--\n--b\n\nout\n--b--\n"),
			    &limits);
	assert_body(mail, "Subject: in\nout\n");
	assert_problems(mail, "nested-too-deep");

	limits = pl_limits_default;
	limits.header_bytes = 30;
	mail = parse_within(PL_TEXT("Subject: kept\nX: y\nMessage-ID: <not@kept>\n\nb\n"), &limits);
	assert_text(mail->subject, "kept");
	assert_text(mail->message_id, "");
	assert_body(mail, "b\n");
	assert_problems(mail, "header-too-large");

	limits = pl_limits_default;
	limits.mail_bytes = 20;
	mail = parse_within(PL_TEXT("From: x\n\n123456789 and more\n"), &limits);
	assert_body(mail, "123456789 a\n");
	assert_problems(mail, "mail-too-large");
	g_string_free(raw, TRUE);
}

/* What makes a parser slow, deep or large; each within two seconds of CPU where no
 * sanitizer is at work, and with the problem it is for. */
static void test_hostile(void **state)
{
	static const struct {
		const char *head, *piece;
		unsigned count;
		const char *tail, *problem;
	} cases[] = {
	    {"From: x\n", "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", 100000, "",
	     "nested-too-deep"},
	    {"From: x\n", "Content-Type: message/rfc822\n\nSubject: %d\n", 100000, "",
	     "nested-too-deep"},
	    {MIXED, "--b\n\n%d\n", 100000, "--b--\n", "too-many-parts"},
	    {"From: x\n", "X-%d: v\n", 200000, "\nb\n", "header-too-large"},
	    {"From: x\nX: y\n", " folded %d\n", 2000000, "\nb\n", "header-too-large"},
	    {"From: ", "g:", 100000, "\n\nb\n", "header-too-deep"},
	    {"From: ", "(", 100000, "\nContent-Type: ((((\n\nb\n", "header-too-deep"},
	    {"From: x\nContent-Type: text/plain", "; p%d=v", 60000, "\n\n\200\n",
	     "charset-unknown"},
	    {"From: x\nSubject: ", "=?a?q?", 150000, "\n\n\200\n", "charset-unknown"},
	    {"From: x\nIn-Reply-To: ", "(<", 400000, "\n\n\200\n", "charset-unknown"},
	    {"From: x\nContent-Type: multipart/mixed; boundary=-\n\n", "--", 5000000, "",
	     "mime-broken"},
	    {"From: x\r", "y\r", 5000000, "\200", "charset-unknown"},
	    {"From: x\nContent-Type: text/html\n\n", "<div>", 200000, "", "html-too-costly"},
	    {"From: x\nContent-Type: text/html\n\n<a", " x%d=1", 100000, ">", "html-too-costly"},
	    {"From: x\nContent-Type: text/html\n\n", "<b id=%d><p>x</b>", 90000, "",
	     "html-too-costly"},
	    {"From: x\nContent-Type: text/html\n\n", "<p>%d", 150000, "", "html-only"},
	};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	const double seconds = 40;
#else
	const double seconds = 2;
#endif

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		GString *raw = g_string_new(cases[i].head);
		struct pl_mail *mail;
		bool found = false;
		clock_t start;

		repeat(raw, cases[i].piece, cases[i].count);
		g_string_append(raw, cases[i].tail);
		start = clock();
		mail = parse((struct pl_text){raw->str, raw->len});
		assert_true((double)(clock() - start) / CLOCKS_PER_SEC < seconds);
		assert_true(pl_arena_used(arena) < 3 * raw->len + (16 << 20));
		for (size_t p = 0; p < mail->problems.n; p++)
			found = found || pl_text_equal(mail->problems.v[p].code,
						       pl_text_of(cases[i].problem));
		if (!found)
			print_error("hostile case %zu: no problem %s\n", i, cases[i].problem);
		assert_true(found);
		g_string_free(raw, TRUE);
	}
}

/* No byte of a mail, wherever it is cut, makes the parser read what is not there. */
static void test_cut_anywhere(void **state)
{
	static const char raw[] =
	    "From: =?utf-8?q?A=C3=A9?= \"x <dev@example.org>\nIn-Reply-To: <a@b> (c\n"
	    "Content-Type: multipart/mixed; boundary=\"b\"\nDate: 23 Mar 2023\n\n"
	    "--b\nContent-Type: text/plain; charset=iso-2022-jp\n\n\033$B$3$s\033(B\n"
	    "--b\nContent-Transfer-Encoding: quoted-printable\n\na=C3=A9 =\nb\n"
	    "--b\nContent-Type: message/rfc822\n\nSubject: s\n"
	    "Content-Type: text/html\n\n<p>x&amp;<pre>y\n"
	    "--b\nContent-Transfer-Encoding: base64\n\nb25lCg==\nclear\n--b--\n";

	(void)state;
	for (size_t n = 0; n < sizeof(raw); n++) {
		struct pl_mail *mail = parse((struct pl_text){raw, n});

		assert_true(mail->n_parts <= 6);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_plain),    cmocka_unit_test(test_header_shapes),
	    cmocka_unit_test(test_subject),  cmocka_unit_test(test_from),
	    cmocka_unit_test(test_ids),	     cmocka_unit_test(test_bare_ids),
	    cmocka_unit_test(test_dates),    cmocka_unit_test(test_charsets),
	    cmocka_unit_test(test_transfer), cmocka_unit_test(test_nul),
	    cmocka_unit_test(test_parts),    cmocka_unit_test(test_broken_parts),
	    cmocka_unit_test(test_rfc822),   cmocka_unit_test(test_html),
	    cmocka_unit_test(test_page),     cmocka_unit_test(test_limits),
	    cmocka_unit_test(test_hostile),  cmocka_unit_test(test_cut_anywhere),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
