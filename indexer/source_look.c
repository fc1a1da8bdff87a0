/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line parts an mbox when it says `From `, one word and a date, and a header
 * line follows. The caller looks for the blank line before it. Nothing else is
 * trusted: bodies are full of lines that begin with From.
 */
#include "source_look.h"

#include <glib.h>

#include <perflore/mail.h>

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
				     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const weekdays[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
static const char *const mail_fields[] = {"From", "Date", "Message-ID", "Received", "Subject"};

struct pl_text pl_first_line(struct pl_text text)
{
	const char *end = text.len ? memchr(text.ptr, '\n', text.len) : NULL;

	return end ? pl_text_slice(text, 0, end - text.ptr + 1) : text;
}

bool pl_blank_line(struct pl_text line)
{
	return pl_text_equal(line, PL_TEXT("\n")) || pl_text_equal(line, PL_TEXT("\r\n"));
}

size_t pl_field_name(struct pl_text line)
{
	size_t n = 0;

	while (n < line.len && g_ascii_isgraph(line.ptr[n]) && line.ptr[n] != ':')
		n++;
	return n < line.len && line.ptr[n] == ':' ? n : 0;
}

/* The next word of *rest_inout, which loses it; empty at the end. */
static struct pl_text next_word(struct pl_text *rest_inout)
{
	struct pl_text rest = pl_text_trim(*rest_inout);
	size_t n = 0;

	while (n < rest.len && rest.ptr[n] != ' ' && rest.ptr[n] != '\t')
		n++;
	*rest_inout = pl_text_slice(rest, n, rest.len);
	return pl_text_slice(rest, 0, n);
}

static bool is_name(struct pl_text word, const char *const *names, size_t count)
{
	if (word.len != 3)
		return false;
	for (size_t i = 0; i < count; i++)
		if (g_ascii_strncasecmp(word.ptr, names[i], 3) == 0)
			return true;
	return false;
}

static bool is_digits(struct pl_text word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!g_ascii_isdigit(word.ptr[i]))
			return false;
	return word.len > 0;
}

/* H:MM, HH:MM or HH:MM:SS */
static bool is_time(struct pl_text word)
{
	size_t hour = word.len > 1 && word.ptr[1] == ':' ? 1 : 2;

	if (word.len != hour + 3 && word.len != hour + 6)
		return false;
	for (size_t i = 0; i < word.len; i++) {
		bool colon = i == hour || i == hour + 3;

		if (colon ? word.ptr[i] != ':' : !g_ascii_isdigit(word.ptr[i]))
			return false;
	}
	return true;
}

/* +0200, UTC, CEST, (PST), GMT+2 */
static bool is_zone(struct pl_text word)
{
	if (word.len < 1 || word.len > 7)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!g_ascii_isupper(word.ptr[i]) && !g_ascii_isdigit(word.ptr[i]) &&
		    !strchr("+-():", word.ptr[i]))
			return false;
	return !g_ascii_isdigit(word.ptr[0]);
}

/* A month, a day, a time and a year, each once and in any of the orders in use,
 * with a weekday and zones. */
static bool is_date(struct pl_text text)
{
	unsigned month = 0, day = 0, time = 0, year = 0, weekday = 0, zone = 0;
	struct pl_text word;

	while ((word = next_word(&text)).len) {
		if (word.ptr[word.len - 1] == ',')
			word.len--;
		if (is_name(word, months, G_N_ELEMENTS(months)))
			month++;
		else if (is_name(word, weekdays, G_N_ELEMENTS(weekdays)))
			weekday++;
		else if (is_digits(word) && word.len <= 2)
			day++;
		else if (is_digits(word) && word.len == 4)
			year++;
		else if (is_time(word))
			time++;
		else if (is_zone(word))
			zone++;
		else if (pl_text_equal(word, PL_TEXT("remote")))
			break; /* remote from HOST */
		else
			return false;
	}
	return month == 1 && day == 1 && time == 1 && year == 1 && weekday <= 1 && zone <= 2;
}

static bool is_separator_line(struct pl_text line, bool masked)
{
	if (!pl_text_starts(line, PL_TEXT("From ")))
		return false;
	if (line.ptr[line.len - 1] != '\n')
		return false;
	line.len--;
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	line = pl_text_slice(line, 5, line.len);
	if (!next_word(&line).len)
		return false;
	if (is_date(line))
		return true;
	return masked && pl_text_equal(next_word(&line), PL_TEXT("at")) && next_word(&line).len &&
	       is_date(line);
}

size_t pl_separator(struct pl_text at, bool masked)
{
	struct pl_text line;
	size_t length;

	if (!pl_text_starts(at, PL_TEXT("From ")))
		return 0;
	at = pl_text_slice(at, 0, PL_SEPARATOR_BYTES);
	line = pl_first_line(at);
	if (!is_separator_line(line, masked))
		return 0;
	for (length = line.len;; length += line.len) {
		line = pl_first_line(pl_text_slice(at, length, at.len));
		if (!pl_text_starts(line, PL_TEXT(">From ")))
			return pl_field_name(line) ? length : 0;
	}
}

/* A word that the end of the file cuts may become one of a date. */
static bool begins_date_word(struct pl_text word)
{
	const char *const *const names[] = {months, weekdays};
	const size_t counts[] = {G_N_ELEMENTS(months), G_N_ELEMENTS(weekdays)};

	for (size_t i = 0; i < G_N_ELEMENTS(names) && word.len <= 3; i++)
		for (size_t k = 0; k < counts[i]; k++)
			if (!g_ascii_strncasecmp(word.ptr, names[i][k], word.len))
				return true;
	for (size_t i = 0; i < word.len; i++)
		if (!g_ascii_isdigit(word.ptr[i]) && word.ptr[i] != ':')
			return is_zone(word);
	return true;
}

/* Words of a date, the last of which may be cut. */
static bool begins_date(struct pl_text text)
{
	struct pl_text word;

	while ((word = next_word(&text)).len) {
		if (word.ptr[word.len - 1] == ',')
			word.len--;
		if (!is_name(word, months, G_N_ELEMENTS(months)) &&
		    !is_name(word, weekdays, G_N_ELEMENTS(weekdays)) && !is_digits(word) &&
		    !is_time(word) && !is_zone(word))
			return !text.len && begins_date_word(word);
	}
	return true;
}

/* The beginning of a separator's line, without an end. */
static bool begins_separator_line(struct pl_text line, bool masked)
{
	static const struct pl_text from = {"From ", 5};
	struct pl_text at;

	if (line.len <= from.len)
		return pl_text_starts(from, line);
	if (!pl_text_starts(line, from))
		return false;
	line = pl_text_slice(line, from.len, line.len);
	next_word(&line);
	if (begins_date(line))
		return true;
	at = next_word(&line);
	if (!masked || !pl_text_starts(PL_TEXT("at"), at))
		return false;
	next_word(&line);
	return begins_date(line);
}

bool pl_separator_begins(struct pl_text at, bool masked)
{
	struct pl_text line = pl_first_line(at);
	size_t n = 0;

	if (!at.len)
		return false;
	if (line.ptr[line.len - 1] != '\n')
		return begins_separator_line(line, masked);
	if (!is_separator_line(line, masked))
		return false;
	do {
		at = pl_text_slice(at, line.len, at.len);
		line = pl_first_line(at);
	} while (line.len && line.ptr[line.len - 1] == '\n' &&
		 pl_text_starts(line, PL_TEXT(">From ")));
	while (n < line.len && g_ascii_isgraph(line.ptr[n]) && line.ptr[n] != ':')
		n++;
	return n == line.len || (n < line.len && line.ptr[n] != ':' && line.len == at.len &&
				 pl_text_starts(line, PL_TEXT(">From ")) &&
				 line.ptr[line.len - 1] != '\n');
}

static bool has_mail_field(struct pl_text head)
{
	while (head.len) {
		struct pl_text line = pl_first_line(head);
		size_t name = pl_field_name(line);

		if (pl_blank_line(line))
			return false;
		for (size_t i = 0; name && i < G_N_ELEMENTS(mail_fields); i++)
			if (strlen(mail_fields[i]) == name &&
			    g_ascii_strncasecmp(line.ptr, mail_fields[i], name) == 0)
				return true;
		head = pl_text_slice(head, line.len, head.len);
	}
	return false;
}

/* A NUL, or more than one byte in ten that is a control character. */
static bool is_binary(struct pl_text head)
{
	size_t controls = 0;

	for (size_t i = 0; i < head.len; i++) {
		unsigned char c = head.ptr[i];

		if (c == 0)
			return true;
		controls += c < ' ' && !strchr("\t\n\v\f\r\b\033", c);
	}
	return controls * 10 > head.len;
}

enum pl_look pl_look(struct pl_text head, bool whole, size_t *start_out)
{
	size_t start = pl_text_starts(head, PL_TEXT("\xef\xbb\xbf")) ? 3 : 0;
	size_t blank = start;

	while (blank < head.len && strchr(" \t\r\n", head.ptr[blank]) && head.ptr[blank])
		blank++;
	*start_out = start;
	if (blank == head.len && whole)
		return PL_LOOK_EMPTY;
	if (blank == start || head.ptr[blank - 1] == '\n') {
		const struct pl_text text = pl_text_slice(head, blank, head.len);

		if (whole && pl_separator_begins(text, true))
			return PL_LOOK_EMPTY;
		if (pl_separator(text, true)) {
			*start_out = blank;
			return PL_LOOK_MBOX;
		}
	}
	head = pl_text_slice(head, start, head.len);
	if (has_mail_field(head))
		return PL_LOOK_MAIL;
	if (is_binary(head))
		return PL_LOOK_BINARY;
	return pl_mail_shape(head) == PL_SHAPE_PAGE ? PL_LOOK_PAGE : PL_LOOK_TEXT;
}
