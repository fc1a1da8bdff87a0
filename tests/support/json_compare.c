/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support.h"

#include <math.h>
#include <stdlib.h>

struct comparison {
	GString *out; /* NULL: only count */
	unsigned limit, count;
};

static char *dump_short(json_t *value)
{
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : strdup("nothing");

	if (strlen(text) > 200)
		strcpy(text + 197, "...");
	return text;
}

static void differ(struct comparison *comparison, const char *path, json_t *expected,
		   json_t *actual)
{
	char *expected_text, *actual_text;

	if (comparison->count++ >= comparison->limit)
		return;
	expected_text = dump_short(expected);
	actual_text = dump_short(actual);
	g_string_append_printf(comparison->out, "    %s\n      expected %s\n      got      %s\n",
			       *path ? path : "(the whole)", expected_text, actual_text);
	free(expected_text);
	free(actual_text);
}

/* Equal as printed: the same double, and no point or exponent where none is due. */
static bool numbers_equal(json_t *expected, json_t *actual)
{
	double value = json_number_value(actual);

	if (json_number_value(expected) != value)
		return false;
	return !json_is_real(actual) || value != floor(value) || fabs(value) >= 1e21;
}

static void compare(struct comparison *comparison, const char *path, json_t *expected,
		    json_t *actual);

static bool equal(json_t *expected, json_t *actual)
{
	struct comparison comparison = {NULL, 0, 0};

	compare(&comparison, "", expected, actual);
	return comparison.count == 0;
}

static void compare_objects(struct comparison *comparison, const char *path, json_t *expected,
			    json_t *actual)
{
	const char *key;
	json_t *value;

	json_object_foreach(expected, key, value)
	{
		char *at = g_strdup_printf("%s%s%s", path, *path ? "." : "", key);

		compare(comparison, at, value, json_object_get(actual, key));
		g_free(at);
	}
	json_object_foreach(actual, key, value)
	{
		char *at = g_strdup_printf("%s%s%s", path, *path ? "." : "", key);

		if (!json_object_get(expected, key))
			differ(comparison, at, NULL, value);
		g_free(at);
	}
}

/* Of arrays of different length, what is in one only: everything behind a missing
 * element would differ otherwise. */
static void compare_lengths(struct comparison *comparison, const char *path, json_t *expected,
			    json_t *actual)
{
	size_t n = json_array_size(actual);
	bool *taken = g_new0(bool, n + 1);
	json_t *value;
	size_t i;

	json_array_foreach(expected, i, value)
	{
		char *at = g_strdup_printf("%s[%zu]", path, i);
		size_t j = 0;

		while (j < n && (taken[j] || !equal(value, json_array_get(actual, j))))
			j++;
		if (j < n)
			taken[j] = true;
		else
			differ(comparison, at, value, NULL);
		g_free(at);
	}
	json_array_foreach(actual, i, value)
	{
		char *at = g_strdup_printf("%s[%zu]", path, i);

		if (!taken[i])
			differ(comparison, at, NULL, value);
		g_free(at);
	}
	g_free(taken);
}

static void compare_arrays(struct comparison *comparison, const char *path, json_t *expected,
			   json_t *actual)
{
	json_t *value;
	size_t i;

	if (json_array_size(expected) != json_array_size(actual)) {
		compare_lengths(comparison, path, expected, actual);
		return;
	}
	json_array_foreach(expected, i, value)
	{
		char *at = g_strdup_printf("%s[%zu]", path, i);

		compare(comparison, at, value, json_array_get(actual, i));
		g_free(at);
	}
}

static void compare(struct comparison *comparison, const char *path, json_t *expected,
		    json_t *actual)
{
	if (json_is_object(expected) && json_is_object(actual))
		compare_objects(comparison, path, expected, actual);
	else if (json_is_array(expected) && json_is_array(actual))
		compare_arrays(comparison, path, expected, actual);
	else if (json_is_number(expected) && json_is_number(actual)) {
		if (!numbers_equal(expected, actual))
			differ(comparison, path, expected, actual);
	} else if (!json_equal(expected, actual))
		differ(comparison, path, expected, actual);
}

unsigned json_compare(json_t *expected, json_t *actual, GString *out, unsigned limit)
{
	struct comparison comparison = {out, limit, 0};

	compare(&comparison, "", expected, actual);
	return comparison.count;
}

void json_remove_path(json_t *value, const char *path)
{
	const char *dot = strchr(path, '.');
	json_t *element;
	size_t i;

	if (!dot) {
		json_object_del(value, path);
		return;
	}
	char *key = g_strndup(path, dot - path);
	json_t *member = json_object_get(value, key);

	g_free(key);
	if (json_is_object(member))
		json_remove_path(member, dot + 1);
	json_array_foreach(member, i, element) json_remove_path(element, dot + 1);
}
