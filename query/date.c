/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dates of a query. All is in UTC, whatever the machine's zone: the same query finds
 * the same mails everywhere.
 */
#include "date.h"

#include <stdio.h>
#include <time.h>

#include <glib.h>

#define DAY INT64_C(86400)

static bool all_digits(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!g_ascii_isdigit(text.ptr[i]))
			return false;
	return text.len > 0;
}

/* At most nine digits. */
static int number(struct pl_text text)
{
	int value = 0;

	for (size_t i = 0; i < text.len; i++)
		value = value * 10 + (text.ptr[i] - '0');
	return value;
}

static bool is_month(int month)
{
	return month >= 1 && month <= 12;
}

static bool is_day(int year, int month, int day)
{
	return year >= 1 && is_month(month) && day >= 1 &&
	       day <= g_date_get_days_in_month((GDateMonth)month, (GDateYear)year);
}

static int64_t midnight(int year, int month, int day)
{
	struct tm tm = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};

	return timegm(&tm);
}

static void split(int64_t moment, struct tm *tm)
{
	time_t t = moment;

	gmtime_r(&t, tm);
}

/* The first day after a month, which may be the thirteenth. */
static int64_t month_end(int year, int month)
{
	return month == 12 ? midnight(year + 1, 1, 1) : midnight(year, month + 1, 1);
}

static bool parse_period(struct pl_text text, struct pl_period *period)
{
	struct pl_text year = pl_text_slice(text, 0, 4);
	int y, m, d;

	if (!all_digits(year) || year.len < 4)
		return false;
	y = number(year);
	if (y < 1)
		return false;
	period->has_from = period->has_to = true;
	if (text.len == 4) {
		period->from = midnight(y, 1, 1);
		period->to = midnight(y + 1, 1, 1) - 1;
		return true;
	}
	if (text.len == 7 && text.ptr[4] == '-' && all_digits(pl_text_slice(text, 5, 7))) {
		m = number(pl_text_slice(text, 5, 7));
		if (!is_month(m))
			return false;
		period->from = midnight(y, m, 1);
		period->to = month_end(y, m) - 1;
		return true;
	}
	if (text.len == 8 && all_digits(text)) {
		m = number(pl_text_slice(text, 4, 6));
		d = number(pl_text_slice(text, 6, 8));
	} else if (text.len == 10 && text.ptr[4] == '-' && text.ptr[7] == '-' &&
		   all_digits(pl_text_slice(text, 5, 7)) &&
		   all_digits(pl_text_slice(text, 8, 10))) {
		m = number(pl_text_slice(text, 5, 7));
		d = number(pl_text_slice(text, 8, 10));
	} else {
		return false;
	}
	if (!is_day(y, m, d))
		return false;
	period->from = midnight(y, m, d);
	period->to = period->from + DAY - 1;
	return true;
}

/* YYYY-MM-DDThh:mm[:ss][Z], a blank or `.` in place of T; also +hhmm, -hh:mm. */
static bool parse_iso(struct pl_text text, int64_t *moment)
{
	struct pl_period day;
	char *copy, *rest;
	int hour, minute, second = 0, used = 0, zone_hour, zone_minute;
	bool good = false;

	if (text.len < 16 || text.len > 40 || !parse_period(pl_text_slice(text, 0, 10), &day) ||
	    !memchr("T .", text.ptr[10], 3))
		return false;
	copy = g_strndup(text.ptr + 11, text.len - 11);
	rest = copy;
	if (sscanf(rest, "%2d:%2d%n", &hour, &minute, &used) == 2) {
		rest += used;
		if (*rest == ':' && sscanf(rest, ":%2d%n", &second, &used) == 1)
			rest += used;
		while (*rest == ' ')
			rest++;
		good = !*rest || !strcmp(rest, "Z") || !strcmp(rest, "UTC");
		*moment = day.from + hour * 3600 + minute * 60 + second;
		if (!good && (*rest == '+' || *rest == '-') &&
		    (sscanf(rest + 1, "%2d:%2d%n", &zone_hour, &zone_minute, &used) == 2 ||
		     sscanf(rest + 1, "%2d%2d%n", &zone_hour, &zone_minute, &used) == 2) &&
		    !rest[1 + used]) {
			int64_t zone = zone_hour * 3600 + zone_minute * 60;

			*moment += *rest == '+' ? -zone : zone;
			good = true;
		}
		good = good && hour >= 0 && hour < 24 && minute >= 0 && minute < 60 &&
		       second >= 0 && second <= 60;
	}
	g_free(copy);
	return good;
}

/* What has been read of an approximate date. */
struct approx {
	struct tm tm;
	int64_t now;
	int pending; /* a number that waits for its unit; -1: none */
	bool dated;  /* a month or a day was named */
};

static const char *const months[] = {"january",	  "february", "march",	  "april",
				     "may",	  "june",     "july",	  "august",
				     "september", "october",  "november", "december"};
static const char *const weekdays[] = {"sunday",   "monday", "tuesday", "wednesday",
				       "thursday", "friday", "saturday"};
static const char *const numbers[] = {"zero", "one",   "two",	"three", "four", "five",
				      "six",  "seven", "eight", "nine",	 "ten"};

/* The index of the name that word is, or abbreviates with three letters or more. */
static int find_name(struct pl_text word, const char *const *names, int n, size_t least)
{
	for (int i = 0; i < n; i++)
		if (word.len >= least && word.len <= strlen(names[i]) &&
		    !g_ascii_strncasecmp(word.ptr, names[i], word.len))
			return i;
	return -1;
}

static bool is_word(struct pl_text word, const char *name)
{
	return word.len == strlen(name) && !g_ascii_strncasecmp(word.ptr, name, word.len);
}

static void go_back(struct approx *approx, int64_t seconds)
{
	split(timegm(&approx->tm) - seconds, &approx->tm);
}

/* The same day of an earlier month, or that month's last day. */
static void go_back_months(struct approx *approx, int n)
{
	int total = (approx->tm.tm_year + 1900) * 12 + approx->tm.tm_mon - n;
	int year = total / 12, last;

	approx->tm.tm_year = year - 1900;
	approx->tm.tm_mon = total % 12;
	last = g_date_get_days_in_month((GDateMonth)(approx->tm.tm_mon + 1), (GDateYear)year);
	if (approx->tm.tm_mday > last)
		approx->tm.tm_mday = last;
	timegm(&approx->tm);
}

/* At hour o'clock; the day before where that has not come yet. */
static void at_hour(struct approx *approx, int hour)
{
	if (!approx->dated && approx->tm.tm_hour < hour)
		go_back(approx, DAY);
	approx->tm.tm_hour = hour;
	approx->tm.tm_min = approx->tm.tm_sec = 0;
}

static bool apply_unit(struct approx *approx, struct pl_text word)
{
	static const struct {
		const char *name;
		int seconds;
		int months;
	} units[] = {
	    {"second", 1, 0},	  {"minute", 60, 0},	      {"hour", 3600, 0}, {"day", DAY, 0},
	    {"week", 7 * DAY, 0}, {"fortnight", 14 * DAY, 0}, {"month", 0, 1},	 {"year", 0, 12},
	};

	if (word.len > 1 && g_ascii_tolower(word.ptr[word.len - 1]) == 's')
		word.len--;
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		if (!is_word(word, units[i].name))
			continue;
		if (approx->pending < 0 || approx->pending > 100000)
			return false;
		if (units[i].seconds)
			go_back(approx, (int64_t)approx->pending * units[i].seconds);
		else if (approx->pending * units[i].months > (approx->tm.tm_year + 1900 - 1) * 12)
			return false;
		else
			go_back_months(approx, approx->pending * units[i].months);
		approx->pending = -1;
		return true;
	}
	return false;
}

static bool apply_weekday(struct approx *approx, struct pl_text word)
{
	int day = find_name(word, weekdays, 7, 3);
	int back;

	if (day < 0)
		return false;
	/* `last friday` is the nearest one before today, `2 fridays ago` the one before it. */
	back = (approx->tm.tm_wday - day + 7) % 7;
	if (!back)
		back = 7;
	if (approx->pending > 1 && approx->pending < 1000)
		back += 7 * (approx->pending - 1);
	approx->pending = -1;
	go_back(approx, back * DAY);
	return true;
}

static bool apply_month(struct approx *approx, struct pl_text word)
{
	int month = find_name(word, months, 12, 3);
	int year = approx->tm.tm_year;

	if (month < 0)
		return false;
	if (month > approx->tm.tm_mon)
		year--;
	approx->tm.tm_year = year;
	approx->tm.tm_mon = month;
	approx->tm.tm_mday = 1;
	if (approx->pending >= 1 && approx->pending <= 31)
		approx->tm.tm_mday = approx->pending;
	approx->pending = -1;
	approx->tm.tm_hour = approx->tm.tm_min = approx->tm.tm_sec = 0;
	approx->dated = true;
	return true;
}

static bool apply_word(struct approx *approx, struct pl_text word)
{
	int n;

	if (is_word(word, "ago") || is_word(word, "now") || is_word(word, "at") ||
	    is_word(word, "utc"))
		return true;
	if (is_word(word, "today") || is_word(word, "midnight")) {
		at_hour(approx, 0);
		return true;
	}
	if (is_word(word, "noon")) {
		at_hour(approx, 12);
		return true;
	}
	if (is_word(word, "yesterday")) {
		go_back(approx, DAY);
		return true;
	}
	if (is_word(word, "last")) {
		approx->pending = 1;
		return true;
	}
	n = find_name(word, numbers, G_N_ELEMENTS(numbers), 3);
	if (n >= 0 && word.len == strlen(numbers[n])) {
		approx->pending = n;
		return true;
	}
	return apply_unit(approx, word) || apply_weekday(approx, word) || apply_month(approx, word);
}

/* A number behind a month is its day or its year; else it waits for a unit. */
static bool apply_number(struct approx *approx, struct pl_text digits)
{
	int n;

	if (digits.len > 9)
		return false;
	n = number(digits);
	if (approx->pending >= 0)
		return false;
	if (approx->dated && digits.len == 4 && n >= 1970)
		approx->tm.tm_year = n - 1900;
	else if (approx->dated && n >= 1 && n <= 31)
		approx->tm.tm_mday = n;
	else
		approx->pending = n;
	return true;
}

static bool parse_approximate(struct pl_text text, int64_t now, int64_t *moment,
			      struct pl_text *bad)
{
	struct approx approx = {.now = now, .pending = -1};
	struct pl_text last = text;
	size_t at = 0;
	bool any = false;

	split(now, &approx.tm);
	while (at < text.len) {
		size_t from = at;
		bool good;

		if (!g_ascii_isalnum(text.ptr[at])) {
			/* Blanks and `.`, `,`, `-`, `_` part the words, as in git. */
			if (!memchr(" .,-_", text.ptr[at], 5)) {
				*bad = pl_text_slice(text, at, text.len);
				return false;
			}
			at++;
			continue;
		}
		if (g_ascii_isdigit(text.ptr[at])) {
			while (at < text.len && g_ascii_isdigit(text.ptr[at]))
				at++;
			good = apply_number(&approx, pl_text_slice(text, from, at));
		} else {
			while (at < text.len && g_ascii_isalpha(text.ptr[at]))
				at++;
			good = apply_word(&approx, pl_text_slice(text, from, at));
		}
		last = pl_text_slice(text, from, at);
		any = true;
		if (!good) {
			*bad = last;
			return false;
		}
	}
	*bad = last;
	*moment = timegm(&approx.tm);
	return any && approx.pending < 0;
}

/* The month, or else the day, that no year or no such month has, of text like 2023-02-29 */
static bool find_impossible(struct pl_text text, struct pl_text *bad_out)
{
	struct pl_text month, day;

	if (text.len != 10 || text.ptr[4] != '-' || text.ptr[7] != '-')
		return false;
	month = pl_text_slice(text, 5, 7);
	day = pl_text_slice(text, 8, 10);
	if (!all_digits(pl_text_slice(text, 0, 4)) || !all_digits(month) || !all_digits(day))
		return false;
	*bad_out = is_month(number(month)) ? day : month;
	return true;
}

bool pl_date_parse(struct pl_text text, int64_t now, struct pl_period *period_out, bool *moment_out,
		   struct pl_text *bad_out)
{
	struct pl_text epoch = text;
	int64_t moment;

	*period_out = (struct pl_period){0};
	*moment_out = false;
	*bad_out = text;
	if (parse_period(text, period_out))
		return true;
	if (find_impossible(text, bad_out))
		return false;
	if (text.len > 1 && text.ptr[0] == '@')
		epoch = pl_text_slice(text, 1, text.len);
	/* As in git, nine digits or more are seconds since 1970. */
	if (all_digits(epoch) && epoch.len >= 9 && epoch.len <= 11)
		moment = (int64_t)number(pl_text_slice(epoch, 0, epoch.len - 4)) * 10000 +
			 number(pl_text_slice(epoch, epoch.len - 4, epoch.len));
	else if (!parse_iso(text, &moment) && !parse_approximate(text, now, &moment, bad_out))
		return false;
	*moment_out = true;
	*period_out = (struct pl_period){true, true, moment, moment};
	return true;
}

void pl_date_day(int64_t moment, struct pl_period *period_out)
{
	int64_t start = moment - ((moment % DAY) + DAY) % DAY;

	*period_out = (struct pl_period){true, true, start, start + DAY - 1};
}
