/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An mbox of any size that looks like a mailing list to a program, the same for the same
 * options: threads, patches, discussions, robots' reports and replies that quote them.
 * Nothing in it was written by a person.
 *
 *   generate --names=FILE [--mails=N] [--seed=N] [--reports=N] >MBOX 2>COUNTS
 *
 * On standard error one JSON object says what was written. Mails are written as they are
 * made; memory holds the open threads only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "body.h"
#include "names.h"

/* Threads that go on at a time, and mails of each that can still be answered. */
#define OPEN_THREADS 60
#define KEPT_MAILS 8
#define LONGEST_THREAD 400
#define PEOPLE 3000
#define KEPT_REFERENCES 12

/* Per mille of the mails: 12.1 of 36,145 on a kernel list are reports of robots, of these
 * 20 in 437 on performance; 13.6 hold a table of the sender's own. Sizes of threads there:
 * median 4, mean 9. */
static gint mails = 1000, seed = 1, reports = 12;
static gchar *names_path;

static const GOptionEntry options[] = {
    {"mails", 0, 0, G_OPTION_ARG_INT, &mails, "so many mails (1000)", "N"},
    {"seed", 0, 0, G_OPTION_ARG_INT, &seed, "other mails for each seed (1)", "N"},
    {"reports", 0, 0, G_OPTION_ARG_INT, &reports, "of 1000 mails so many are a robot's (12)", "N"},
    {"names", 0, 0, G_OPTION_ARG_FILENAME, &names_path,
     "names that are used in mails: corpus/generator/names.tsv; must be given", "FILE"},
    {NULL},
};

struct mail {
	struct body *body;
	char *id;	  /* Message-ID */
	char *references; /* of an answer to it */
	guint32 sender;
	gint64 date;
};

struct thread {
	char *title;
	char *commit;
	struct topic *topic;
	int left; /* mails still to come, the root included */
	int n_patches;
	int n; /* mails so far */
	struct mail kept[KEPT_MAILS];
};

static const char *const report_kinds[] = {"performance", "functional", "build"};

static guint64 written[LINE_MARKS];
static guint64 bytes, lines, quoted_lines, threads;
static GRand *dice;

static bool chance(int per_mille)
{
	return g_rand_int_range(dice, 0, 1000) < per_mille;
}

static void mail_clear(struct mail *mail)
{
	body_free(mail->body);
	g_free(mail->id);
	g_free(mail->references);
	*mail = (struct mail){0};
}

static void thread_start(struct thread *thread)
{
	int size = (int)(draw_between(dice, 4, 1.29, 1, LONGEST_THREAD) + 0.5);

	threads++;
	thread->title = make_title(dice);
	thread->commit = make_id(dice);
	thread->topic = topic_new(dice);
	thread->left = size;
	thread->n_patches = chance(850) ? MAX(1, size * 46 / 100) : 0;
	thread->n = 0;
}

static void thread_end(struct thread *thread)
{
	for (int i = 0; i < KEPT_MAILS; i++)
		mail_clear(&thread->kept[i]);
	g_free(thread->title);
	g_free(thread->commit);
	topic_free(thread->topic);
	*thread = (struct thread){0};
}

/* A few write much, many little. */
static guint32 draw_person(void)
{
	return (guint32)draw_between(dice, 60, 1.6, 0, PEOPLE - 1);
}

static char *person_name(guint32 person)
{
	return g_strdup_printf("Dev %c%c%u", 'A' + person % 26, 'a' + person / 26 % 26, person);
}

static char *person(guint32 number)
{
	char *name = person_name(number);
	char *address = number ? g_strdup_printf("%s <dev%u@example.org>", name, number)
			       : g_strdup("kernel test robot <robot@example.org>");

	g_free(name);
	return address;
}

static void random_base64(GString *out, int n)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (int i = 0; i < n; i++)
		g_string_append_c(out, digits[g_rand_int_range(dice, 0, 64)]);
}

static char *format_date(gint64 date, const char *format)
{
	GDateTime *time = g_date_time_new_from_unix_utc(date);
	/* Not by the locale. */
	static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
	static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
					     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	const char *day = days[g_date_time_get_day_of_week(time) - 1];
	const char *month = months[g_date_time_get_month(time) - 1];
	char *clock = g_date_time_format(time, "%H:%M:%S");
	char *text;

	text =
	    *format == 'm'
		? g_strdup_printf("%s, %d %s %d %s +0000", day, g_date_time_get_day_of_month(time),
				  month, g_date_time_get_year(time), clock)
		: g_strdup_printf("%s %s %2d %s %d", day, month, g_date_time_get_day_of_month(time),
				  clock, g_date_time_get_year(time));
	g_free(clock);
	g_date_time_unref(time);
	return text;
}

static void write_seal(GString *out, const char *field)
{
	g_string_append(out, field);
	for (int i = 0; i < 5; i++) {
		random_base64(out, 64);
		g_string_append(out, i < 4 ? "\n\t " : "==\n");
	}
}

/* What servers add on the way. */
static void write_trace(GString *out, const char *date)
{
	static const char *const hosts[] = {"mx.example.org", "list.example.org",
					    "relay.example.net", "smtp.example.com"};
	int hops = g_rand_int_range(dice, 2, 6);

	g_string_append(out, "Return-Path: <linux-list+bounces@example.org>\n"
			     "X-Original-To: archive@example.org\n"
			     "Delivered-To: archive@example.org\n");
	for (int i = 0; i < hops; i++) {
		g_string_append_printf(
		    out,
		    "Received: from %s (%s [192.0.2.%d])\n"
		    "\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 "
		    "bits))\n\tby %s (Postfix) with ESMTPS id %08X%03X\n"
		    "\tfor <linux-list@example.org>; %s\n",
		    hosts[i % 4], hosts[i % 4], g_rand_int_range(dice, 1, 255), hosts[(i + 1) % 4],
		    g_rand_int(dice), g_rand_int(dice) & 0xfff, date);
	}
	write_seal(out, "ARC-Seal: i=1; a=rsa-sha256; d=example.org; s=arc; cv=none;\n\tb=");
	write_seal(out,
		   "ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org;"
		   "\n\ts=arc; h=from:subject:date:message-id:to:cc:mime-version;\n\tb=");
	write_seal(out,
		   "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=list;"
		   "\n\th=from:subject:date:message-id:to:cc:mime-version:content-type:"
		   "\n\t content-transfer-encoding:in-reply-to:references;\n\tb=");
	g_string_append(out, "Authentication-Results: mx.example.org;\n\tdkim=pass (2048-bit key) "
			     "header.d=example.org header.i=@example.org header.b=");
	random_base64(out, 8);
	g_string_append(out, ";\n\tspf=pass smtp.mailfrom=example.org; dmarc=pass\n");
}

static void write_header(GString *out, const struct mail *mail, const struct mail *parent,
			 const char *subject, bool quoted_printable)
{
	char *date = format_date(mail->date, "mail");
	char *from = person(mail->sender);
	int copies = g_rand_int_range(dice, 1, 12);

	write_trace(out, date);
	g_string_append_printf(out, "From: %s\nTo: ", from);
	g_free(from);
	for (int i = 0; i < copies; i++) {
		char *to = person(i == 0 && parent ? parent->sender : 1 + draw_person());

		g_string_append_printf(out, "%s%s", i == 0 ? "" : i == 1 ? "\nCc: " : ",\n\t", to);
		g_free(to);
	}
	g_string_append(out, copies > 1 ? ",\n\tlinux-list@example.org\n" : "\n");
	g_string_append_printf(out, "Subject: %s\nDate: %s\nMessage-ID: <%s>\n", subject, date,
			       mail->id);
	if (parent)
		g_string_append_printf(out, "In-Reply-To: <%s>\nReferences: %s\n", parent->id,
				       parent->references);
	g_string_append_printf(out,
			       "X-Mailing-List: linux-list@example.org\n"
			       "List-Id: <linux-list.example.org>\n"
			       "List-Subscribe: <mailto:linux-list+subscribe@example.org>\n"
			       "List-Unsubscribe: <mailto:linux-list+unsubscribe@example.org>\n"
			       "Precedence: bulk\nMIME-Version: 1.0\n"
			       "Content-Type: text/plain; charset=utf-8\n"
			       "Content-Transfer-Encoding: %s\n\n",
			       quoted_printable ? "quoted-printable" : "8bit");
	g_free(date);
}

static void append_quoted_printable(GString *out, const char *text)
{
	size_t column = 0;

	for (const char *c = text; *c; c++) {
		bool plain = (*c >= ' ' && *c <= '~' && *c != '=') || *c == '\t';

		/* A blank at the end of a line would get lost. */
		if (!c[1] && (*c == ' ' || *c == '\t'))
			plain = false;
		if (column + (plain ? 1 : 3) > 75) {
			g_string_append(out, "=\n");
			column = 0;
		}
		if (plain)
			g_string_append_c(out, *c);
		else
			g_string_append_printf(out, "=%02X", (guchar)*c);
		column += plain ? 1 : 3;
	}
}

static void mail_print(const struct mail *mail, const struct mail *parent, const char *subject)
{
	GString *out = g_string_new(NULL);
	bool quoted_printable = chance(100);
	char *date = format_date(mail->date, "separator");

	g_string_printf(out, "From dev@example.org %s\n", date);
	write_header(out, mail, parent, subject, quoted_printable);
	for (guint i = 0; i < mail->body->lines->len; i++) {
		const struct line *line = &g_array_index(mail->body->lines, struct line, i);
		size_t start = out->len;

		if (quoted_printable)
			append_quoted_printable(out, line->text);
		else
			g_string_append(out, line->text);
		/* As mboxrd wants it. */
		if (g_str_has_prefix(out->str + start + strspn(out->str + start, ">"), "From "))
			g_string_insert_c(out, start, '>');
		g_string_append_c(out, '\n');
		written[line->mark]++;
		quoted_lines += *line->text == '>';
		lines++;
	}
	g_string_append_c(out, '\n');
	fwrite(out->str, 1, out->len, stdout);
	bytes += out->len;
	g_free(date);
	g_string_free(out, TRUE);
}

static void write_signature(struct body *body, guint32 sender)
{
	char *name = person_name(sender);

	body_add(body, LINE_PLAIN, "-- ");
	body_add(body, LINE_PLAIN, name);
	g_free(name);
}

static void write_patch(struct body *body, const struct topic *topic, guint32 sender)
{
	char *name = person(sender);

	write_prose(body, dice, topic, (int)draw_between(dice, 12, 0.7, 1, 80));
	if (chance(14))
		write_table(body, dice);
	body_printf(body, LINE_PLAIN, "Signed-off-by: %s", name);
	body_add(body, LINE_PLAIN, "---");
	write_diff(body, dice, topic, (int)draw_between(dice, 4, 1, 1, 80));
	body_add(body, LINE_PLAIN, "-- ");
	body_add(body, LINE_PLAIN, "2.43.0");
	body_add(body, LINE_PLAIN, "");
	g_free(name);
}

static void write_answer(struct body *body, const struct topic *topic, const struct mail *parent,
			 guint32 sender)
{
	char *name = person_name(parent->sender), *date = format_date(parent->date, "mail");
	guint length = parent->body->lines->len, at = 0;
	int passages = g_rand_int_range(dice, 1, 5);

	body_printf(body, LINE_PLAIN, "On %s, %s wrote:", date, parent->sender ? name : "robot");
	/* Some quote from the top, others what they mean. */
	if (chance(400))
		at = (guint)g_rand_int_range(dice, 0, (gint)MAX(length / 2, 1));
	for (int i = 0; i < passages && at < length; i++) {
		at = body_quote(body, parent->body, at, (guint)draw_lognormal(dice, 24, 1));
		body_add(body, LINE_PLAIN, "");
		write_prose(body, dice, topic, (int)draw_between(dice, 5, 0.9, 1, 60));
		at += (guint)g_rand_int_range(dice, 0, (gint)MAX(length / 3, 1));
	}
	if (chance(14))
		write_table(body, dice);
	write_signature(body, sender);
	g_free(name);
	g_free(date);
}

static char *write_robot(struct body *body, const struct thread *thread)
{
	int kind = g_rand_int_range(dice, 0, 437);

	if (kind < 20)
		return write_performance(body, dice, thread->commit, thread->title);
	if (kind < 157)
		return write_functional(body, dice, thread->commit, thread->title);
	return write_build(body, dice, thread->commit, thread->title);
}

static void thread_mail(struct thread *thread, guint64 number, gint64 date)
{
	struct mail mail = {.body = body_new(), .date = date, .sender = 1 + draw_person()};
	const struct mail *parent = NULL;
	struct mail *slot;
	bool patch = thread->n < thread->n_patches;
	char *subject;

	if (thread->n && patch)
		parent = &thread->kept[0];
	else if (thread->n)
		parent = &thread->kept[g_rand_int_range(dice, 0, MIN(thread->n, KEPT_MAILS))];
	mail.id = g_strdup_printf("%" G_GINT64_FORMAT ".%" G_GUINT64_FORMAT ".%08x@example.org",
				  date, number, g_rand_int(dice));
	if (!(patch && thread->n) && chance(reports)) {
		mail.sender = 0;
		subject = write_robot(mail.body, thread);
	} else if (patch) {
		subject = g_strdup_printf("[PATCH %d/%d] %s", thread->n + 1, thread->n_patches,
					  thread->title);
		write_patch(mail.body, thread->topic, mail.sender);
	} else if (parent) {
		subject = g_strdup_printf("Re: %s", thread->title);
		write_answer(mail.body, thread->topic, parent, mail.sender);
	} else {
		subject = g_strdup(thread->title);
		write_prose(mail.body, dice, thread->topic,
			    (int)draw_between(dice, 20, 0.9, 1, 200));
		if (chance(14))
			write_table(mail.body, dice);
		write_signature(mail.body, mail.sender);
	}
	if (parent) {
		char **ids = g_strsplit(parent->references, " ", -1);
		guint n = g_strv_length(ids);
		char *tail = g_strjoinv(" ", ids + (n > KEPT_REFERENCES ? n - KEPT_REFERENCES : 0));

		mail.references = g_strdup_printf("%s <%s>", tail, mail.id);
		g_free(tail);
		g_strfreev(ids);
	} else {
		mail.references = g_strdup_printf("<%s>", mail.id);
	}
	mail_print(&mail, parent, subject);
	g_free(subject);

	/* The root stays; of the others the latest do. */
	slot = &thread->kept[thread->n < KEPT_MAILS ? thread->n : 1 + thread->n % (KEPT_MAILS - 1)];
	mail_clear(slot);
	*slot = mail;
	thread->n++;
	thread->left--;
}

static void print_counts(void)
{
	fprintf(stderr,
		"{\"mails\":%d,\"bytes\":%" G_GUINT64_FORMAT ",\"threads\":%" G_GUINT64_FORMAT
		",\"lines\":%" G_GUINT64_FORMAT ",\"quoted_lines\":%" G_GUINT64_FORMAT
		",\"reports\":{",
		mails, bytes, threads, lines, quoted_lines);
	for (int i = 0; i < 3; i++)
		fprintf(stderr, "%s\"%s\":%" G_GUINT64_FORMAT, i ? "," : "", report_kinds[i],
			written[LINE_PERFORMANCE + i]);
	fprintf(stderr,
		"},\"rows\":{\"lkp\":%" G_GUINT64_FORMAT ",\"benchmark\":%" G_GUINT64_FORMAT "}}\n",
		written[LINE_LKP_ROW], written[LINE_TABLE_ROW]);
}

int main(int argc, char **argv)
{
	static struct thread open[OPEN_THREADS];
	GOptionContext *context = g_option_context_new(NULL);
	GError *error = NULL;
	gint64 date = 1577836800; /* 2020-01-01 */

	g_option_context_add_main_entries(context, options, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error) || !names_path || argc > 1 ||
	    mails < 0 || reports < 0 || reports > 1000) {
		fprintf(stderr, "generate: %s\n",
			error	      ? error->message
			: argc > 1    ? "it takes no arguments, only options"
			: !names_path ? "--names=FILE is needed"
			: mails < 0   ? "--mails is a number, 0 or more"
				      : "--reports is a number from 0 to 1000");
		return 2;
	}
	g_option_context_free(context);
	if (!names_load(names_path))
		return 3;
	dice = g_rand_new_with_seed((guint32)seed);
	for (int i = 0; i < mails; i++) {
		struct thread *thread = &open[g_rand_int_range(dice, 0, OPEN_THREADS)];

		if (!thread->left) {
			thread_end(thread);
			thread_start(thread);
		}
		date += g_rand_int_range(dice, 10, 600);
		thread_mail(thread, (guint64)i, date);
	}
	for (int i = 0; i < OPEN_THREADS; i++)
		thread_end(&open[i]);
	g_rand_free(dice);
	names_free();
	print_counts();
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("generate");
		return 3;
	}
	return 0;
}
