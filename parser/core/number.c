/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/number.h"

#include <math.h>

#include <glib.h>

size_t pl_number_at(struct pl_text text, double *value_out)
{
	size_t i = 0, digits = 0;
	char buffer[64];
	double value;

	if (i < text.len && (text.ptr[i] == '+' || text.ptr[i] == '-'))
		i++;
	while (i < text.len && g_ascii_isdigit(text.ptr[i])) {
		i++;
		digits++;
	}
	if (!digits)
		return 0;
	if (i + 1 < text.len && text.ptr[i] == '.' && g_ascii_isdigit(text.ptr[i + 1])) {
		i++;
		while (i < text.len && g_ascii_isdigit(text.ptr[i]))
			i++;
	}
	if (i + 1 < text.len && (text.ptr[i] == 'e' || text.ptr[i] == 'E')) {
		size_t k = i + 1;

		if (text.ptr[k] == '+' || text.ptr[k] == '-')
			k++;
		if (k < text.len && g_ascii_isdigit(text.ptr[k])) {
			while (k < text.len && g_ascii_isdigit(text.ptr[k]))
				k++;
			i = k;
		}
	}
	if (i >= sizeof(buffer))
		return 0;
	memcpy(buffer, text.ptr, i);
	buffer[i] = '\0';
	value = g_ascii_strtod(buffer, NULL);
	/* 1e999 is no number that anybody measured, and JSON has none for it. */
	if (!isfinite(value))
		return 0;
	if (value_out)
		*value_out = value;
	return i;
}

bool pl_number_is_exact(double value, struct pl_text printed)
{
	const double most = 9007199254740992.0;
	char last;

	if (fabs(value) != most)
		return fabs(value) < most;
	/* 2^53 itself, or what was rounded to it */
	last = printed.len ? printed.ptr[printed.len - 1] : '2';
	return last == '2';
}

bool pl_integer_of(struct pl_text text, int64_t *value_out)
{
	int64_t value = 0;

	if (!text.len || text.len > 15)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (!g_ascii_isdigit(text.ptr[i]))
			return false;
		value = 10 * value + (text.ptr[i] - '0');
	}
	*value_out = value;
	return true;
}
