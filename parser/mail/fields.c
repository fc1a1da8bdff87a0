/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail/fields.h"

#include <gmime/gmime.h>

#include "mail/charset.h"
#include "mail/words.h"

/* Read by all threads, changed by none. */
static GMimeParserOptions *options;

void pl_fields_init(void)
{
	static const char *fallback[] = {"utf-8", "windows-1252", NULL};

	options = g_mime_parser_options_new();
	g_mime_parser_options_set_fallback_charsets(options, fallback);
}

GMimeParserOptions *pl_field_options(void)
{
	return options;
}

struct pl_text pl_field_unfold(struct pl_arena *arena, struct pl_text value)
{
	struct pl_text text = pl_charset_guess(arena, pl_text_trim(value));
	char *to = (char *)text.ptr;
	bool broken = false;

	if (!text.len || !memchr(text.ptr, '\n', text.len))
		return text;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '\n') {
			while (to > text.ptr && pl_is_blank(to[-1]))
				to--;
			broken = true;
		} else if (!broken || (c != ' ' && c != '\t')) {
			if (broken && to > text.ptr)
				*to++ = ' ';
			broken = false;
			*to++ = c;
		}
	}
	*to = '\0';
	return (struct pl_text){text.ptr, (size_t)(to - text.ptr)};
}

struct pl_text pl_field_text(struct pl_arena *arena, const struct pl_field *field)
{
	return field ? pl_field_unfold(arena,
				       pl_words_decode(arena, pl_field_unfold(arena, field->value)))
		     : PL_TEXT_NONE;
}

static bool is_space(char c)
{
	return pl_is_blank(c) || c == '\n' || c == '\r';
}

/* A phrase (RFC 5322): atoms and quoted strings, one blank between them. */
static struct pl_text read_phrase(struct pl_arena *arena, struct pl_text text)
{
	char *out = pl_arena_alloc(arena, text.len + 1);
	bool quoted = false;
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '"') {
			quoted = !quoted;
			continue;
		}
		if (c == '\\' && quoted && i + 1 < text.len)
			c = text.ptr[++i];
		else if (!quoted && is_space(c)) {
			if (n == 0 || out[n - 1] == ' ')
				continue;
			c = ' ';
		}
		out[n++] = c;
	}
	return pl_field_unfold(arena,
			       pl_words_decode(arena, pl_text_trim((struct pl_text){out, n})));
}

/* `phrase <address>` and nothing else, as nearly all mails have it. */
static bool usual_address(struct pl_text value, struct pl_text *phrase_out,
			  struct pl_text *address_out)
{
	const char *open = NULL;
	bool quoted = false;

	if (!value.len || value.ptr[value.len - 1] != '>')
		return false;
	for (size_t i = 0; i < value.len - 1 && !open; i++) {
		char c = value.ptr[i];

		if (c == '"')
			quoted = !quoted;
		else if (quoted && c == '\\')
			i++;
		else if (!quoted && c == '<')
			open = value.ptr + i;
		else if (!quoted && strchr("(),;>", c))
			return false;
	}
	if (!open)
		return false;
	*phrase_out = pl_text_slice(value, 0, (size_t)(open - value.ptr));
	*address_out =
	    pl_text_trim(pl_text_slice(value, (size_t)(open - value.ptr) + 1, value.len - 1));
	return !memchr(address_out->ptr, '<', address_out->len) &&
	       !memchr(address_out->ptr, '>', address_out->len) &&
	       !memchr(address_out->ptr, ':', address_out->len);
}

/* What GMime cannot read still has an address: what stands between < and >, or
 * the word with an @. */
static void address_by_hand(struct pl_arena *arena, struct pl_text value, struct pl_text *name_out,
			    struct pl_text *address_out)
{
	const char *open = memchr(value.ptr, '<', value.len);
	const char *end = value.ptr + value.len, *close, *at, *from, *to;

	if (open && (close = memchr(open, '>', (size_t)(end - open)))) {
		*name_out = read_phrase(arena, pl_text_slice(value, 0, (size_t)(open - value.ptr)));
		*address_out = pl_text_trim((struct pl_text){open + 1, (size_t)(close - open - 1)});
		return;
	}
	at = memchr(value.ptr, '@', value.len);
	if (!at) {
		*name_out = read_phrase(arena, value);
		return;
	}
	for (from = at; from > value.ptr && !strchr(" \t<(,;:\"", from[-1]); from--)
		;
	for (to = at; to < end && !strchr(" \t>),;\"", *to); to++)
		;
	*address_out = (struct pl_text){from, (size_t)(to - from)};
}

static InternetAddressMailbox *first_mailbox(InternetAddressList *list)
{
	for (int i = 0; i < internet_address_list_length(list); i++) {
		InternetAddress *address = internet_address_list_get_address(list, i);

		if (INTERNET_ADDRESS_IS_MAILBOX(address))
			return INTERNET_ADDRESS_MAILBOX(address);
		if (INTERNET_ADDRESS_IS_GROUP(address)) {
			InternetAddressGroup *group = INTERNET_ADDRESS_GROUP(address);
			InternetAddressMailbox *inner =
			    first_mailbox(internet_address_group_get_members(group));

			if (inner)
				return inner;
		}
	}
	return NULL;
}

void pl_field_address(struct pl_arena *arena, struct pl_text value, struct pl_text *name_out,
		      struct pl_text *address_out)
{
	InternetAddressList *list;
	InternetAddressMailbox *mailbox;

	value = pl_field_unfold(arena, value);
	*name_out = *address_out = PL_TEXT_NONE;
	if (!value.len)
		return;
	if (usual_address(value, name_out, address_out)) {
		*name_out = read_phrase(arena, *name_out);
		return;
	}
	*name_out = *address_out = PL_TEXT_NONE;
	list = internet_address_list_parse(options, value.ptr);
	mailbox = list ? first_mailbox(list) : NULL;
	if (mailbox && internet_address_mailbox_get_addr(mailbox)) {
		const char *name = internet_address_get_name(INTERNET_ADDRESS(mailbox));

		*name_out = pl_field_unfold(arena, pl_text_of(name));
		*address_out =
		    pl_field_unfold(arena, pl_text_of(internet_address_mailbox_get_addr(mailbox)));
	} else {
		address_by_hand(arena, value, name_out, address_out);
	}
	g_clear_object(&list);
}

/* The end of the comment that begins at `(`; at itself where it never ends. */
static size_t comment_end(struct pl_text text, size_t at)
{
	unsigned depth = 0;

	for (size_t i = at; i < text.len; i++) {
		if (text.ptr[i] == '\\')
			i++;
		else if (text.ptr[i] == '(')
			depth++;
		else if (text.ptr[i] == ')' && --depth == 0)
			return i;
	}
	return at;
}

/* An id that was folded in its middle loses the fold. */
static struct pl_text read_id(struct pl_arena *arena, struct pl_text id)
{
	char *out;
	size_t n = 0;

	id = pl_charset_guess(arena, pl_text_trim(id));
	out = (char *)id.ptr;
	for (size_t i = 0; i < id.len; i++) {
		if (id.ptr[i] != '\n') {
			out[n++] = id.ptr[i];
			continue;
		}
		while (n && is_space(out[n - 1]))
			n--;
		while (i + 1 < id.len && is_space(id.ptr[i + 1]))
			i++;
	}
	return pl_text_trim(pl_text_slice(id, 0, n));
}

/* What a person wrote between < and > is no id where blanks stand in it. */
static bool has_blank(struct pl_text id)
{
	for (size_t i = 0; i < id.len; i++)
		if (is_space(id.ptr[i]))
			return true;
	return false;
}

/* Ids between < and >, outside of comments. A < in between begins anew. */
static void read_ids(struct pl_arena *arena, const struct pl_header *header, struct pl_text name,
		     struct pl_texts *ids)
{
	const struct pl_field *field = pl_header_find(header, name);
	bool open_comment = false;

	for (size_t i = 0; field && i < field->value.len; i++) {
		const struct pl_text value = field->value;
		const char *close;
		struct pl_text id;

		if (value.ptr[i] == '(' && !open_comment) {
			size_t end = comment_end(value, i);

			open_comment = end == i;
			i = end;
			continue;
		}
		if (value.ptr[i] != '<')
			continue;
		close = memchr(value.ptr + i, '>', value.len - i);
		if (!close)
			break;
		i = (size_t)((const char *)memrchr(value.ptr + i, '<',
						   (size_t)(close - value.ptr) - i) -
			     value.ptr);
		id = read_id(arena, pl_text_slice(value, i + 1, (size_t)(close - value.ptr)));
		if (id.len && !has_blank(id))
			*PL_PUSH(arena, ids->v, ids->n) = id;
		i = (size_t)(close - value.ptr);
	}
}

/* An In-Reply-To without any < is an id if it is one word with an @ in it, comments left
 * out; else it is prose. */
static void read_bare_id(struct pl_arena *arena, const struct pl_header *header,
			 struct pl_texts *ids)
{
	const struct pl_field *field = pl_header_find(header, PL_TEXT("In-Reply-To"));
	struct pl_text value, id;
	const char *at;
	bool open_comment = false;
	char *out;
	size_t n = 0;

	if (!field || ids->n || pl_text_has(field->value, '<'))
		return;
	value = pl_field_unfold(arena, field->value);
	out = pl_arena_alloc(arena, value.len);
	for (size_t i = 0; i < value.len; i++) {
		size_t end = value.ptr[i] == '(' && !open_comment ? comment_end(value, i) : i;

		if (value.ptr[i] != '(')
			out[n++] = value.ptr[i];
		open_comment |= value.ptr[i] == '(' && end == i;
		i = end;
	}
	id = pl_text_trim((struct pl_text){out, n});
	at = id.len ? memchr(id.ptr, '@', id.len) : NULL;
	if (at && at > id.ptr && at + 1 < id.ptr + id.len && !has_blank(id))
		*PL_PUSH(arena, ids->v, ids->n) = id;
}

static struct pl_text read_message_id(struct pl_arena *arena, const struct pl_header *header)
{
	const struct pl_field *field = pl_header_find(header, PL_TEXT("Message-ID"));
	struct pl_text value;
	const char *open, *close = NULL;
	size_t n = 0;

	if (!field)
		return PL_TEXT_NONE;
	value = field->value;
	open = value.len ? memchr(value.ptr, '<', value.len) : NULL;
	if (open)
		close = memchr(open, '>', (size_t)(value.ptr + value.len - open));
	if (close)
		return read_id(arena, (struct pl_text){open + 1, (size_t)(close - open - 1)});
	value = pl_field_unfold(arena, value);
	while (n < value.len && !is_space(value.ptr[n]))
		n++;
	return pl_text_slice(value, 0, n);
}

static void read_lists(struct pl_arena *arena, const struct pl_header *header,
		       struct pl_texts *lists)
{
	for (size_t i = 0; i < header->n; i++) {
		const struct pl_field *field = &header->v[i];
		struct pl_text value;
		const char *open, *close;

		if (field->name.len != 7 || g_ascii_strncasecmp(field->name.ptr, "List-Id", 7) != 0)
			continue;
		value = pl_field_text(arena, field);
		open = value.len ? memrchr(value.ptr, '<', value.len) : NULL;
		close = open ? memchr(open, '>', (size_t)(value.ptr + value.len - open)) : NULL;
		if (close)
			value =
			    pl_text_trim((struct pl_text){open + 1, (size_t)(close - open - 1)});
		if (value.len)
			*PL_PUSH(arena, lists->v, lists->n) = value;
	}
}

/* GMime makes a date of nearly anything: what has neither a month's name nor a year
 * in four digits is none. */
static bool may_be_date(struct pl_text value)
{
	static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
					     "jul", "aug", "sep", "oct", "nov", "dec"};
	size_t digits = 0;

	for (size_t i = 0; i < value.len; i++) {
		digits = g_ascii_isdigit(value.ptr[i]) ? digits + 1 : 0;
		if (digits == 4)
			return true;
	}
	for (size_t i = 0; i + 3 <= value.len; i++)
		for (size_t m = 0; m < G_N_ELEMENTS(months); m++)
			if (g_ascii_strncasecmp(value.ptr + i, months[m], 3) == 0)
				return true;
	return false;
}

/* Writes the odd forms of time and zone as GMime reads them: `09.53.23`, `+08:00`. */
static void tidy_date(char *date)
{
	for (char *at = date; *at && at[1] && at[2]; at++) {
		if (*at == '.' && g_ascii_isdigit(at[1]) && g_ascii_isdigit(at[2]))
			*at = ':';
		else if ((*at == '+' || *at == '-') && at > date && at[-1] == ' ' &&
			 g_ascii_isdigit(at[1]) && g_ascii_isdigit(at[2]) && at[3] == ':' &&
			 g_ascii_isdigit(at[4]))
			memmove(at + 3, at + 4, strlen(at + 4) + 1);
	}
}

#define MAX_DATE 200

/* 1 January 1970, in GLib's days */
#define EPOCH 719163

/* Received fields that are looked at. */
#define MAX_RECEIVED 20

/* The number that n digits at *at make, which are passed over, or -1. */
static int digits_at(const char **at, int n)
{
	int value = 0;

	for (int i = 0; i < n; i++, (*at)++) {
		if (!g_ascii_isdigit(**at))
			return -1;
		value = 10 * value + (**at - '0');
	}
	return value;
}

static bool pass_over(const char **at, char c)
{
	return **at == c && (*at)++;
}

/* Which of names, three letters and a blank each, stands at *at and is passed over; -1: none */
static int name_at(const char **at, const char *names)
{
	char name[4];
	const char *found;

	if (g_strlcpy(name, *at, sizeof(name)) < 3 || !(found = strstr(names, name)) ||
	    (found - names) % 4)
		return -1;
	*at += 3;
	return (int)(found - names) / 4;
}

/* `Thu, 23 Mar 2023 09:53:23 +0800 (CST)`, as nearly all mails have it: for these nobody has
 * to be asked who takes long. */
static bool usual_date(const char *at, int64_t *time_out)
{
	int day, month, year, hour, minute, second, zone_hours, zone_minutes;
	bool east;
	GDate date;

	if (name_at(&at, "Mon Tue Wed Thu Fri Sat Sun") >= 0 &&
	    (!pass_over(&at, ',') || !pass_over(&at, ' ')))
		return false;
	day = digits_at(&at, g_ascii_isdigit(*at) && g_ascii_isdigit(at[1]) ? 2 : 1);
	if (day < 1 || !pass_over(&at, ' '))
		return false;
	month = name_at(&at, "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec") + 1;
	if (month < 1 || !pass_over(&at, ' '))
		return false;
	year = digits_at(&at, 4);
	if (year < 1970 || year > 9998 || !pass_over(&at, ' ') || (hour = digits_at(&at, 2)) < 0 ||
	    !pass_over(&at, ':') || (minute = digits_at(&at, 2)) < 0 || !pass_over(&at, ':') ||
	    (second = digits_at(&at, 2)) < 0 || !pass_over(&at, ' ') || (*at != '+' && *at != '-'))
		return false;
	east = *at++ == '+';
	zone_hours = digits_at(&at, 2);
	zone_minutes = zone_hours < 0 ? -1 : digits_at(&at, 2);
	if (zone_minutes < 0 || (*at && (at[0] != ' ' || at[1] != '(')) || hour > 23 ||
	    minute > 59 || second > 59 || zone_hours > 14 || zone_minutes > 59 ||
	    !g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year))
		return false;
	g_date_clear(&date, 1);
	g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
	*time_out = ((int64_t)g_date_get_julian(&date) - EPOCH) * 86400 + hour * 3600 +
		    minute * 60 + second -
		    (east ? 1 : -1) * (zone_hours * 3600 + zone_minutes * 60);
	return true;
}

static bool decode_date(struct pl_text value, int64_t *time_out)
{
	GTimeZone *utc;
	GDateTime *date;
	char tidy[MAX_DATE + 1];

	if (!value.len || value.len > MAX_DATE)
		return false;
	if (usual_date(value.ptr, time_out))
		return true;
	if (!may_be_date(value))
		return false;
	utc = g_time_zone_new_utc();
	date = g_date_time_new_from_iso8601(value.ptr, utc);
	g_time_zone_unref(utc);
	if (!date) {
		g_strlcpy(tidy, value.ptr, sizeof(tidy));
		tidy_date(tidy);
		date = g_mime_utils_header_decode_date(tidy);
	}
	if (!date)
		return false;
	*time_out = g_date_time_to_unix(date);
	g_date_time_unref(date);
	return true;
}

static void read_date(struct pl_arena *arena, const struct pl_header *header, struct pl_mail *mail)
{
	const struct pl_field *field = pl_header_find(header, PL_TEXT("Date"));
	struct pl_text value;

	if (!field)
		return;
	value = pl_field_unfold(arena, field->value);
	mail->has_date = decode_date(value, &mail->date);
	if (!mail->has_date)
		pl_problem_add(arena, &mail->problems, PL_TEXT("date-unreadable"),
			       pl_utf8_cut(value, PL_DETAIL_MAX));
}

/* The date behind the last `;` of the Received that was added last and has one. */
static void read_received(struct pl_arena *arena, const struct pl_header *header,
			  struct pl_mail *mail)
{
	size_t seen = 0;

	for (size_t i = 0; i < header->n && !mail->has_received && seen < MAX_RECEIVED; i++) {
		struct pl_text value;
		const char *end;

		if (header->v[i].name.len != strlen("Received") ||
		    g_ascii_strncasecmp(header->v[i].name.ptr, "Received", strlen("Received")))
			continue;
		seen++;
		value = pl_field_unfold(arena, header->v[i].value);
		end = value.len ? memrchr(value.ptr, ';', value.len) : NULL;
		if (!end)
			continue;
		value =
		    pl_text_trim(pl_text_slice(value, (size_t)(end - value.ptr) + 1, value.len));
		value = pl_arena_copy(arena, value);
		mail->has_received = decode_date(value, &mail->received);
	}
}

static void read_from(struct pl_arena *arena, const struct pl_header *header,
		      const struct pl_limits *limits, struct pl_mail *mail)
{
	const struct pl_field *field = pl_header_find(header, PL_TEXT("From"));

	if (!field)
		return;
	if (pl_field_too_deep(field, limits->header_nesting)) {
		pl_problem_add(arena, &mail->problems, PL_TEXT("header-too-deep"), field->name);
		return;
	}
	pl_field_address(arena, field->value, &mail->from_name, &mail->from_address);
}

void pl_fields_read(struct pl_arena *arena, const struct pl_header *header,
		    const struct pl_limits *limits, struct pl_mail *mail)
{
	mail->message_id = read_message_id(arena, header);
	mail->subject = pl_field_text(arena, pl_header_find(header, PL_TEXT("Subject")));
	read_from(arena, header, limits, mail);
	mail->to = pl_field_text(arena, pl_header_find(header, PL_TEXT("To")));
	mail->cc = pl_field_text(arena, pl_header_find(header, PL_TEXT("Cc")));
	read_date(arena, header, mail);
	read_received(arena, header, mail);
	read_ids(arena, header, PL_TEXT("In-Reply-To"), &mail->in_reply_to);
	read_bare_id(arena, header, &mail->in_reply_to);
	read_ids(arena, header, PL_TEXT("References"), &mail->references);
	read_lists(arena, header, &mail->lists);
}
