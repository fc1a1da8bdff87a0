/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What makes two copies of a mail the same: From, Date, Subject and decoded text,
 * without what a mailing list adds on its way (a tag in the subject, a footer) and
 * what transport may strip (white space at the ends of lines and of the text).
 */
#include <inttypes.h>
#include <stdio.h>

#include <nettle/sha2.h>

#include "store_internal.h"

/* A footer is shorter than this: mailman's and majordomo's have 2 to 5 lines. */
#define FOOTER_LINES 8

void pl_mail_text(const struct pl_mail *mail, GString *out)
{
	for (size_t i = 0; i < mail->n_parts; i++) {
		struct pl_text text = mail->parts[i].text;

		if (!text.len)
			continue;
		g_string_append_len(out, text.ptr, (gssize)text.len);
		if (text.ptr[text.len - 1] != '\n')
			g_string_append_c(out, '\n');
	}
}

static struct pl_text trim_end(struct pl_text text)
{
	while (text.len && g_ascii_isspace(text.ptr[text.len - 1]))
		text.len--;
	return text;
}

/* Where the last line of text begins. */
static size_t last_line(struct pl_text text)
{
	const char *newline = text.len ? memrchr(text.ptr, '\n', text.len) : NULL;

	return newline ? (size_t)(newline - text.ptr) + 1 : 0;
}

static bool is_rule(struct pl_text line)
{
	size_t marks = 0;

	line = trim_end(line);
	while (marks < line.len && line.ptr[marks] == '_')
		marks++;
	if (marks == line.len && marks >= 20)
		return true;
	return pl_text_equal(line, PL_TEXT("--")) || pl_text_equal(line, PL_TEXT("-"));
}

static bool speaks_of_list(struct pl_text text)
{
	static const char *const words[] = {"nsubscribe", "mailing list", "majordomo",
					    "/listinfo/"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (memmem(text.ptr, text.len, words[i], strlen(words[i])))
			return true;
	return false;
}

/* text without one list footer at its end; the same text where there is none */
static struct pl_text cut_footer(struct pl_text text)
{
	struct pl_text rest = text;

	for (int lines = 0; lines < FOOTER_LINES && rest.len; lines++) {
		size_t at = last_line(rest);

		if (is_rule(pl_text_slice(rest, at, rest.len)) &&
		    speaks_of_list(pl_text_slice(text, at, text.len)))
			return trim_end(pl_text_slice(text, 0, at));
		rest = trim_end(pl_text_slice(rest, 0, at));
	}
	return text;
}

/* What senders mark and number their patches with: [PATCH v2 1/3], [RFC], [v2], [5.10] */
static bool is_senders(struct pl_text tag)
{
	bool letters = false;

	if (memmem(tag.ptr, tag.len, "PATCH", 5) || memmem(tag.ptr, tag.len, "RFC", 3))
		return true;
	if (tag.len >= 2 && (tag.ptr[0] == 'v' || tag.ptr[0] == 'V') && g_ascii_isdigit(tag.ptr[1]))
		return true;
	for (size_t i = 0; i < tag.len; i++) {
		if (g_ascii_isspace(tag.ptr[i]) || tag.ptr[i] == '/')
			return true;
		letters |= g_ascii_isalpha(tag.ptr[i]);
	}
	return !letters;
}

/* A tag that a list puts in front: one word in brackets. Its length; 0: there is none */
static size_t tag_length(struct pl_text subject)
{
	const char *end;

	if (!subject.len || subject.ptr[0] != '[')
		return 0;
	end = memchr(subject.ptr, ']', subject.len);
	if (!end || is_senders(pl_text_slice(subject, 1, (size_t)(end - subject.ptr))))
		return 0;
	return (size_t)(end - subject.ptr) + 1;
}

static size_t reply_length(struct pl_text subject)
{
	static const char *const marks[] = {"re:", "fwd:", "fw:", "aw:"};

	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
		size_t length = strlen(marks[i]);

		if (subject.len >= length && !g_ascii_strncasecmp(subject.ptr, marks[i], length))
			return length;
	}
	return 0;
}

/* With one blank where there are several: on its way a subject is folded at blanks, and unfolded
 * with one or with all of them. */
static void add_words(GString *content, struct pl_text text)
{
	size_t from = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] != ' ' && text.ptr[i] != '\t')
			continue;
		g_string_append_len(content, text.ptr + from, (gssize)(i - from));
		g_string_append_c(content, ' ');
		while (i + 1 < text.len && (text.ptr[i + 1] == ' ' || text.ptr[i + 1] == '\t'))
			i++;
		from = i + 1;
	}
	g_string_append_len(content, text.ptr + from, (gssize)(text.len - from));
}

/* Subject without list tags; they stand in front, between reply marks. */
static void add_subject(GString *content, struct pl_text subject)
{
	for (;;) {
		size_t length;

		subject = pl_text_trim(subject);
		if ((length = tag_length(subject)))
			;
		else if ((length = reply_length(subject)))
			g_string_append_len(content, "re:", 3);
		else
			break;
		subject = pl_text_slice(subject, length, subject.len);
	}
	add_words(content, subject);
}

static void add_field(GString *content, struct pl_text text)
{
	g_string_append_len(content, text.ptr, (gssize)text.len);
	g_string_append_c(content, '\n');
}

static void leave_out(GString *left_out, uint64_t place, struct pl_text text)
{
	if (!left_out || !text.len)
		return;
	g_string_append_len(left_out, (const char *)&place, sizeof(place));
	add_field(left_out, text);
}

/* Lines without blanks at their ends, each with a newline. Most have none there already: what lies
 * between those that have is taken as it is. The blanks, with their place, go to left_out. */
static void hash_lines(struct sha256_ctx *context, struct pl_text text, GString *left_out)
{
	const char *const end = text.ptr + text.len;
	const char *from = text.ptr;

	for (const char *at = from; at < end;) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		const struct pl_text line = {at, (size_t)((newline ? newline : end) - at)};
		const struct pl_text kept = trim_end(line);

		at += line.len + 1;
		if (newline && kept.len == line.len)
			continue;
		leave_out(left_out, (uint64_t)(kept.ptr + kept.len - text.ptr),
			  pl_text_slice(line, kept.len, line.len));
		sha256_update(context, (size_t)(kept.ptr + kept.len - from), (const uint8_t *)from);
		sha256_update(context, 1, (const uint8_t *)"\n");
		from = at;
	}
	if (from < end)
		sha256_update(context, (size_t)(end - from), (const uint8_t *)from);
}

void pl_mail_hash(const struct pl_mail *mail, struct pl_text text, uint8_t hash_out[PL_HASH],
		  GString *left_out)
{
	const struct pl_text whole = text;
	GString *content = g_string_sized_new(512);
	struct sha256_ctx context;
	struct pl_text before;
	char date[32];

	add_field(content, mail->from_name);
	add_field(content, mail->from_address);
	snprintf(date, sizeof(date), "%" PRId64, mail->has_date ? mail->date : INT64_MIN);
	add_field(content, pl_text_of(date));
	add_subject(content, mail->subject);
	add_field(content, PL_TEXT_NONE);

	/* A mail that went through two lists has two footers. */
	text = trim_end(text);
	do {
		before = text;
		text = cut_footer(text);
	} while (text.len < before.len);
	leave_out(left_out, text.len, pl_text_slice(whole, text.len, whole.len));

	sha256_init(&context);
	sha256_update(&context, content->len, (const uint8_t *)content->str);
	hash_lines(&context, text, left_out);
	sha256_digest(&context, PL_HASH, hash_out);
	g_string_free(content, TRUE);
}
