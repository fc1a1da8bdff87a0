/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report is printed as the mail's object in the database holds it. The object is
 * ours, without blanks between its parts, so finding a piece takes no JSON library; a
 * damaged one gives an empty piece, never a read outside of it.
 */
#include "json_slice.h"

/* The byte behind the value at byte `at`. */
static size_t skip_value(struct pl_text json, size_t at)
{
	size_t depth = 0;
	bool quoted = false;

	for (; at < json.len; at++) {
		char c = json.ptr[at];

		if (quoted) {
			if (c == '\\')
				at++;
			else if (c == '"')
				quoted = false;
			if (!quoted && !depth)
				return at + 1;
		} else if (c == '"') {
			quoted = true;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if (c == '}' || c == ']') {
			if (!depth)
				return at;
			if (!--depth)
				return at + 1;
		} else if (c == ',' && !depth) {
			return at;
		}
	}
	return json.len;
}

struct pl_text pl_json_member(struct pl_text json, const char *name)
{
	size_t at = 1, len = strlen(name);

	if (!json.len || json.ptr[0] != '{')
		return PL_TEXT_NONE;
	while (at < json.len && json.ptr[at] == '"') {
		struct pl_text key = pl_text_slice(json, at, skip_value(json, at));
		size_t value = at + key.len + 1; /* behind the colon */
		size_t end = skip_value(json, value);

		if (key.len == len + 2 && !memcmp(key.ptr + 1, name, len))
			return pl_text_slice(json, value, end);
		at = end + 1;
	}
	return PL_TEXT_NONE;
}

struct pl_text pl_json_element(struct pl_text json, size_t i)
{
	size_t at = 1;

	if (!json.len || json.ptr[0] != '[')
		return PL_TEXT_NONE;
	while (at < json.len && json.ptr[at] != ']') {
		size_t end = skip_value(json, at);

		if (!i--)
			return pl_text_slice(json, at, end);
		at = end + 1;
	}
	return PL_TEXT_NONE;
}
