/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cues.h"

#include <string.h>

#include <glib.h>

/* Slots of an open table, most of them empty, so that most places end with one look. */
#define SLOT_BITS 10
#define SLOTS (1u << SLOT_BITS)

/* Lists of all owners, and clauses. */
#define MAX_LISTS 64
#define MAX_CLAUSES 64

struct slot {
	uint32_t cue; /* 0: none */
	uint64_t lists;
};

struct clause {
	uint64_t lists;
	uint32_t owner; /* its bit */
};

struct pl_cues {
	struct slot slots[SLOTS];
	struct clause clauses[MAX_CLAUSES];
	unsigned n, n_lists, n_clauses;
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

static void add(struct pl_cues *cues, uint32_t cue, uint64_t list)
{
	unsigned at = first_slot(cue);

	while (cues->slots[at].cue && cues->slots[at].cue != cue)
		at = (at + 1) % SLOTS;
	cues->n += !cues->slots[at].cue;
	cues->slots[at].cue = cue;
	cues->slots[at].lists |= list;
}

/* A list: up to what ends it, which is returned. */
static const char *add_list(struct pl_cues *cues, const char *at, uint64_t list)
{
	do {
		uint32_t cue = 0;

		if (strcspn(at, "|&;") != PL_CUE || cues->n >= SLOTS / 2)
			g_error("cue '%s' is not of %d bytes, or there are too many", at, PL_CUE);
		for (int i = 0; i < PL_CUE; i++)
			cue = shift_in(cue, at[i]);
		add(cues, cue, list);
		at += PL_CUE;
	} while (*at == '|' && at++);
	return at;
}

void pl_cues_add(struct pl_cues *cues, const char *text, unsigned owner)
{
	const char *at = text;

	do {
		struct clause *clause = &cues->clauses[cues->n_clauses++];

		if (owner > 31 || cues->n_clauses > MAX_CLAUSES)
			g_error("'%s': too many clauses", text);
		clause->owner = (uint32_t)1 << owner;
		do {
			if (cues->n_lists == MAX_LISTS)
				g_error("'%s': too many lists", text);
			clause->lists |= (uint64_t)1 << cues->n_lists;
			at = add_list(cues, at, (uint64_t)1 << cues->n_lists++);
		} while (*at == '&' && at++);
	} while (*at == ';' && at++);
}

uint32_t pl_cues_find(const struct pl_cues *cues, struct pl_text text)
{
	uint32_t window = 0, owners = 0;
	uint64_t lists = 0;

	for (size_t i = 0; i < text.len; i++) {
		window = shift_in(window, text.ptr[i]);
		for (unsigned at = first_slot(window); cues->slots[at].cue; at = (at + 1) % SLOTS)
			if (cues->slots[at].cue == window) {
				lists |= cues->slots[at].lists;
				break;
			}
	}
	for (unsigned i = 0; lists && i < cues->n_clauses; i++)
		if ((cues->clauses[i].lists & lists) == cues->clauses[i].lists)
			owners |= cues->clauses[i].owner;
	return owners;
}
