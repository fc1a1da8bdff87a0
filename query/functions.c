/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What can not be said in SQL: who is a robot, what is a patch, whether a row got
 * worse.
 */
#include "functions.h"

#include <glib.h>

#include <perflore/fulltext.h>
#include <perflore/sender.h>

static int sign_of(double value)
{
	return (value > 0) - (value < 0);
}

/* What the robot keeps its books by, with or without the name of a log before it: how often
 * machines came up, when a message or a stage of booting came. */
static bool is_bookkeeping(struct pl_text metric)
{
	const char *point = metric.len ? memchr(metric.ptr, '.', metric.len) : NULL;
	const struct pl_text names[] = {
	    metric, point ? pl_text_slice(metric, (size_t)(point - metric.ptr) + 1, metric.len)
			  : PL_TEXT_NONE};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (pl_text_equal(names[i], PL_TEXT("boot_failures")) ||
		    pl_text_equal(names[i], PL_TEXT("boot_successes")) ||
		    pl_text_starts(names[i], PL_TEXT("timestamp:")) ||
		    pl_text_starts(names[i], PL_TEXT("bootstage:")))
			return true;
	return false;
}

/* The tests of a suite that pass are counted up, everything else that is counted in
 * fail rows is an error. Profile rows that old printers put there by mistake are not. */
static int fail_direction(struct pl_text metric)
{
	if (pl_text_starts(metric, PL_TEXT("perf-profile.")) || is_bookkeeping(metric))
		return 0;
	return pl_text_ends(metric, PL_TEXT(".pass")) ? 1 : -1;
}

/* More fails than runs are a sum of something else. */
static bool is_rate(double fails, double runs)
{
	return runs > 0 && fails <= runs;
}

int pl_row_sign(const struct pl_sign_row *row)
{
	int direction = row->direction;

	if (pl_text_equal(row->note, PL_TEXT("absent")) ||
	    pl_text_equal(row->note, PL_TEXT("both_zero")))
		return 0;
	if (pl_text_equal(row->kind, PL_TEXT("fail"))) {
		/* The printed change is divided by the wrong run count; the rates are not. */
		if (!row->has_fails || !is_rate(row->base_fails, row->base_runs) ||
		    !is_rate(row->head_fails, row->head_runs))
			return 0;
		return fail_direction(row->metric) *
		       sign_of(row->head_fails / row->head_runs - row->base_fails / row->base_runs);
	}
	if (row->better.len)
		direction = pl_text_equal(row->better, PL_TEXT("higher")) ? 1 : -1;
	if (!direction)
		return 0;
	if (pl_text_equal(row->note, PL_TEXT("appeared")))
		return direction;
	/* Some benchmarks print a change whose sign says better or worse, so their values
	 * decide. LKP rounds its values more than its changes. */
	if (row->has_values && !pl_text_equal(row->table_kind, PL_TEXT("lkp")))
		return direction * sign_of(row->head_value - row->base_value);
	return row->has_change ? direction * sign_of(row->change) : 0;
}

/* The length of the character at byte at, and whether words go on with it. */
static size_t character(struct pl_text text, size_t at, bool *of_word_out)
{
	const char *bytes = text.ptr + at;
	gunichar c = (unsigned char)*bytes;

	if (c < 0x80) {
		*of_word_out = g_ascii_isalnum(*bytes) || c == '_';
		return 1;
	}
	c = g_utf8_get_char_validated(bytes, (gssize)(text.len - at));
	*of_word_out = c >= (gunichar)-2 || pl_fulltext_is_of_word(c) || g_unichar_ismark(c);
	return c >= (gunichar)-2 ? 1 : (size_t)g_utf8_skip[(unsigned char)*bytes];
}

/* The next word at or behind *at; empty at the end. */
static struct pl_text next_word(struct pl_text text, size_t *at)
{
	size_t from = text.len, length;
	bool of_word;

	for (; *at < text.len; *at += length) {
		length = character(text, *at, &of_word);
		if (of_word)
			from = MIN(from, *at);
		else if (from < *at)
			break;
	}
	return pl_text_slice(text, from, *at);
}

struct pl_text pl_first_word(struct pl_text text)
{
	size_t at = 0;

	return next_word(text, &at);
}

bool pl_has_words(struct pl_text text, struct pl_text phrase)
{
	bool open_end = pl_text_ends(phrase, PL_TEXT("*"));
	size_t start = 0;

	for (;;) {
		size_t in_text = start, in_phrase = 0;
		struct pl_text word = next_word(text, &in_text);
		struct pl_text wanted = next_word(phrase, &in_phrase);
		size_t behind_first = in_text;

		if (!word.len || !wanted.len)
			return false;
		for (;;) {
			size_t behind = in_phrase;
			struct pl_text following = next_word(phrase, &behind);
			bool last = !following.len;
			size_t least = wanted.len;

			if (word.len < least || (word.len > least && !(last && open_end)) ||
			    g_ascii_strncasecmp(word.ptr, wanted.ptr, least))
				break;
			if (last)
				return true;
			wanted = following;
			in_phrase = behind;
			word = next_word(text, &in_text);
		}
		start = behind_first;
	}
}

static struct pl_text text_of(sqlite3_value *value)
{
	const char *ptr = (const char *)sqlite3_value_text(value);

	return (struct pl_text){ptr, ptr ? (size_t)sqlite3_value_bytes(value) : 0};
}

static bool is_null(sqlite3_value *value)
{
	return sqlite3_value_type(value) == SQLITE_NULL;
}

static void sql_is_robot(sqlite3_context *context, int n, sqlite3_value **v)
{
	(void)n;
	sqlite3_result_int(context, pl_is_robot(text_of(v[0]), text_of(v[1])));
}

static void sql_is_patch(sqlite3_context *context, int n, sqlite3_value **v)
{
	(void)n;
	sqlite3_result_int(context, pl_is_patch(text_of(v[0])));
}

static void sql_has_words(sqlite3_context *context, int n, sqlite3_value **v)
{
	(void)n;
	sqlite3_result_int(context, pl_has_words(text_of(v[0]), text_of(v[1])));
}

static void sql_row_sign(sqlite3_context *context, int n, sqlite3_value **v)
{
	const struct pl_sign_row row = {
	    .table_kind = text_of(v[0]),
	    .better = text_of(v[1]),
	    .direction = sqlite3_value_int(v[2]),
	    .metric = text_of(v[3]),
	    .kind = text_of(v[4]),
	    .has_change = !is_null(v[5]),
	    .change = sqlite3_value_double(v[5]),
	    .note = text_of(v[6]),
	    .has_values = !is_null(v[7]) && !is_null(v[8]),
	    .base_value = sqlite3_value_double(v[7]),
	    .head_value = sqlite3_value_double(v[8]),
	    .has_fails = !is_null(v[9]) && !is_null(v[11]),
	    .base_fails = sqlite3_value_double(v[9]),
	    .base_runs = sqlite3_value_double(v[10]),
	    .head_fails = sqlite3_value_double(v[11]),
	    .head_runs = sqlite3_value_double(v[12]),
	};

	(void)n;
	sqlite3_result_int(context, pl_row_sign(&row));
}

int pl_functions_register(sqlite3 *db)
{
	static const struct {
		const char *name;
		int arguments;
		void (*function)(sqlite3_context *, int, sqlite3_value **);
	} functions[] = {
	    {"is_robot", 2, sql_is_robot},
	    {"is_patch", 1, sql_is_patch},
	    {"has_words", 2, sql_has_words},
	    {"row_sign", 13, sql_row_sign},
	};
	int result = SQLITE_OK;

	for (size_t i = 0; i < G_N_ELEMENTS(functions) && result == SQLITE_OK; i++)
		result = sqlite3_create_function(db, functions[i].name, functions[i].arguments,
						 SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
						 functions[i].function, NULL, NULL);
	return result;
}
