/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/text.h>

/* Not in the header: memmem() needs _GNU_SOURCE, which is ours to define, not that of
 * a program that includes it. */
/* Two characters, the first of them rarer than a blank, sooner than memmem() does it. */
static const char *find_pair(struct pl_text text, const char *needle)
{
	const char *at = text.ptr, *last = text.ptr + text.len - 1;

	for (; at < last && (at = memchr(at, needle[0], (size_t)(last - at))); at++)
		if (at[1] == needle[1])
			return at;
	return NULL;
}

const char *pl_text_find(struct pl_text text, const char *needle)
{
	if (text.len && needle[0] != ' ' && strlen(needle) == 2)
		return find_pair(text, needle);
	return text.len ? memmem(text.ptr, text.len, needle, strlen(needle)) : NULL;
}
