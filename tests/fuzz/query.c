/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as a query: a tree, or a message that points into the query. */
#include "fuzz.h"

#include <stdlib.h>

#include <perflore/arena.h>

#include "language.h"

#define NOW 1700000000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_text text = {(const char *)data, size};
	struct pl_arena *arena = pl_arena_new();
	struct pl_query_error error = {0};
	struct pl_node *node = NULL;

	if (pl_language_parse(arena, text, NOW, &node, &error) == PL_OK) {
		if (!node || node->from > node->to || node->to > size)
			abort();
	} else if (!error.message[0] ||
		   (error.has_place && (error.from > error.to || error.to > size))) {
		abort();
	}
	pl_arena_free(arena);
	return 0;
}
