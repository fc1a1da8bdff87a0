/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Many strings in one pass (Wu and Manber): a window of PL_NEEDLE_MIN bytes moves over
 * the text; the two bytes at its end tell how far it may move until they could be part
 * of a needle's beginning. Only where they end one are the needles compared.
 */
#include "core/needles.h"

#include <glib.h>

#define HASH_SIZE 8192 /* one byte each: stays in the first-level cache */
#define MAX_SHIFT (PL_NEEDLE_MIN - 1)

struct needle {
	struct pl_text text;
	uint64_t owner; /* its bit */
};

struct pl_needles {
	uint8_t shift[HASH_SIZE];
	GArray *by_end[HASH_SIZE]; /* needles whose window ends with this hash */
	uint64_t owners;	   /* bits of all */
};

static unsigned hash(const char *p)
{
	return ((unsigned)(unsigned char)p[0] << 5 ^ (unsigned char)p[1]) % HASH_SIZE;
}

struct pl_needles *pl_needles_new(void)
{
	struct pl_needles *needles = g_new0(struct pl_needles, 1);

	memset(needles->shift, MAX_SHIFT, sizeof(needles->shift));
	return needles;
}

void pl_needles_free(struct pl_needles *needles)
{
	if (!needles)
		return;
	for (size_t i = 0; i < HASH_SIZE; i++)
		if (needles->by_end[i])
			g_array_unref(needles->by_end[i]);
	g_free(needles);
}

void pl_needles_add(struct pl_needles *needles, const char *needle, unsigned owner)
{
	struct needle entry = {pl_text_of(needle), (uint64_t)1 << owner};
	GArray **list;

	if (entry.text.len < PL_NEEDLE_MIN || owner > 63)
		g_error("needle '%s' is too short, or its owner %u too large", needle, owner);
	for (size_t i = 0; i + 1 < PL_NEEDLE_MIN; i++) {
		uint8_t *shift = &needles->shift[hash(needle + i)];

		*shift = (uint8_t)MIN(*shift, PL_NEEDLE_MIN - 2 - i);
	}
	list = &needles->by_end[hash(needle + PL_NEEDLE_MIN - 2)];
	if (!*list)
		*list = g_array_new(FALSE, FALSE, sizeof(entry));
	g_array_append_val(*list, entry);
	needles->owners |= entry.owner;
}

uint64_t pl_needles_find(const struct pl_needles *needles, struct pl_text text)
{
	uint64_t found = 0;
	size_t i = PL_NEEDLE_MIN - 1; /* the window's last byte */

	while (i < text.len && found != needles->owners) {
		unsigned h = hash(text.ptr + i - 1);
		const GArray *list;
		struct pl_text rest;

		if (needles->shift[h]) {
			i += needles->shift[h];
			continue;
		}
		list = needles->by_end[h];
		rest = pl_text_slice(text, i - (PL_NEEDLE_MIN - 1), text.len);
		for (guint k = 0; k < list->len; k++) {
			const struct needle *needle = &g_array_index(list, struct needle, k);

			if (pl_text_starts(rest, needle->text))
				found |= needle->owner;
		}
		i++;
	}
	return found;
}
