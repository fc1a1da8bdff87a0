/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/nearest.h>

#include <stdint.h>

#include <glib.h>

enum { MOST = 24 };

static size_t distance(struct pl_text a, struct pl_text b)
{
	size_t d[MOST + 1][MOST + 1];

	for (size_t i = 0; i <= a.len; i++)
		for (size_t j = 0; j <= b.len; j++) {
			if (!i || !j) {
				d[i][j] = i + j;
				continue;
			}
			d[i][j] = d[i - 1][j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);
			d[i][j] = MIN(d[i][j], MIN(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] &&
			    a.ptr[i - 2] == b.ptr[j - 1])
				d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[a.len][b.len];
}

const char *pl_nearest(struct pl_text word, const char *const *names, size_t n)
{
	const char *nearest = NULL;
	/* A short word is near to everything: it must keep a letter. */
	size_t least = word.len > 3 ? 3 : word.len > 2 ? 2 : word.len;
	char lower[MOST];

	if (word.len > MOST)
		return NULL;
	for (size_t i = 0; i < word.len; i++)
		lower[i] = g_ascii_tolower(word.ptr[i]);
	word.ptr = lower;
	for (size_t i = 0; i < n; i++) {
		struct pl_text name = pl_text_of(names[i]);
		size_t d = name.len > MOST ? SIZE_MAX : distance(word, name);

		if (d < least) {
			least = d;
			nearest = names[i];
		}
	}
	return nearest;
}
