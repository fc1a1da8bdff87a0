/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "known_ids.h"

#include <stdint.h>

#include <glib.h>

/* 128 KiB: of 100,000 mails one id in ten is asked for in vain, and of millions each is. */
#define BITS (1U << 20)

struct pl_known_ids {
	uint8_t bits[BITS / 8];
};

struct pl_known_ids *pl_known_ids_new(void)
{
	return g_new0(struct pl_known_ids, 1);
}

void pl_known_ids_free(struct pl_known_ids *ids)
{
	g_free(ids);
}

static uint32_t bit_of(struct pl_text id)
{
	uint32_t hash = 2166136261U; /* FNV-1a */

	for (size_t i = 0; i < id.len; i++)
		hash = (hash ^ (uint8_t)id.ptr[i]) * 16777619U;
	return (hash ^ hash >> 16) % BITS;
}

void pl_known_ids_add(struct pl_known_ids *ids, struct pl_text id)
{
	const uint32_t bit = bit_of(id);

	if (ids)
		ids->bits[bit / 8] |= (uint8_t)(1U << bit % 8);
}

bool pl_known_ids_may_have(const struct pl_known_ids *ids, struct pl_text id)
{
	const uint32_t bit = bit_of(id);

	return !ids || ids->bits[bit / 8] >> bit % 8 & 1;
}
