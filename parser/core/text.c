/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/text.h>

/* Not in the header: memmem() needs _GNU_SOURCE, which is ours to define, not that of
 * a program that includes it. */
const char *pl_text_find(struct pl_text text, const char *needle)
{
	return text.len ? memmem(text.ptr, text.len, needle, strlen(needle)) : NULL;
}
