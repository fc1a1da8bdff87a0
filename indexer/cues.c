/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cues.h"

#include <string.h>

#include <glib.h>

/* Slots of an open table, most of them empty, so that most places end with one look. */
#define SLOT_BITS 10
#define SLOTS (1u << SLOT_BITS)

struct slot {
	uint32_t cue; /* 0: none */
	uint32_t owners;
};

struct pl_cues {
	struct slot slots[SLOTS];
	unsigned n;
};

/* Makes letters small; of other bytes it makes few others, none of them part of a cue. */
static uint32_t shift_in(uint32_t window, char c)
{
	return window << 8 | (unsigned char)c | 0x20;
}

static unsigned first_slot(uint32_t cue)
{
	return cue * 2654435761u >> (32 - SLOT_BITS);
}

struct pl_cues *pl_cues_new(void)
{
	return g_new0(struct pl_cues, 1);
}

static void add(struct pl_cues *cues, uint32_t cue, unsigned owner)
{
	unsigned at = first_slot(cue);

	while (cues->slots[at].cue && cues->slots[at].cue != cue)
		at = (at + 1) % SLOTS;
	cues->n += !cues->slots[at].cue;
	cues->slots[at].cue = cue;
	cues->slots[at].owners |= (uint32_t)1 << owner;
}

void pl_cues_add(struct pl_cues *cues, const char *list, unsigned owner)
{
	const char *const end = list + strlen(list);

	for (; list < end; list += PL_CUE + 1) {
		uint32_t cue = 0;

		if (strcspn(list, "|") != PL_CUE || owner > 31 || cues->n >= SLOTS / 2)
			g_error("cue '%s' is not of %d bytes, or there are too many", list, PL_CUE);
		for (int i = 0; i < PL_CUE; i++)
			cue = shift_in(cue, list[i]);
		add(cues, cue, owner);
	}
}

uint32_t pl_cues_find(const struct pl_cues *cues, struct pl_text text)
{
	uint32_t window = 0, owners = 0;

	for (size_t i = 0; i < text.len; i++) {
		window = shift_in(window, text.ptr[i]);
		for (unsigned at = first_slot(window); cues->slots[at].cue; at = (at + 1) % SLOTS)
			if (cues->slots[at].cue == window) {
				owners |= cues->slots[at].owners;
				break;
			}
	}
	return owners;
}
