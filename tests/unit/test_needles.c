/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one pass over all needles finds what a search for each of them finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>

#include "core/needles.h"

#define N_NEEDLES 24
#define TEXT_SIZE 300

/* Few letters, so that needles overlap and share windows. */
static void fill(GRand *random, char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		text[i] = (char)('a' + g_rand_int_range(random, 0, 3));
}

static void test_equals_memmem(void **state)
{
	GRand *random = g_rand_new_with_seed(20240229);
	size_t hits = 0;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct pl_needles *needles = pl_needles_new();
		char *words[N_NEEDLES], text[TEXT_SIZE];
		uint64_t expected = 0, found;

		for (unsigned i = 0; i < N_NEEDLES; i++) {
			size_t length = PL_NEEDLE_MIN + (size_t)g_rand_int_range(random, 0, 8);

			words[i] = g_malloc0(length + 1);
			fill(random, words[i], length);
			pl_needles_add(needles, words[i], i);
		}
		fill(random, text, sizeof(text));
		for (unsigned i = 0; i < N_NEEDLES; i++)
			if (memmem(text, sizeof(text), words[i], strlen(words[i])))
				expected |= (uint64_t)1 << i;
		found = pl_needles_find(needles, (struct pl_text){text, sizeof(text)});
		assert_true(found == expected);
		hits += found != 0;
		pl_needles_free(needles);
		for (unsigned i = 0; i < N_NEEDLES; i++)
			g_free(words[i]);
	}
	assert_true(hits > 100);
	g_rand_free(random);
}

static void test_edges(void **state)
{
	struct pl_needles *needles = pl_needles_new();

	(void)state;
	pl_needles_add(needles, "needle", 3);
	pl_needles_add(needles, "needles and pins", 63);
	assert_true(pl_needles_find(needles, PL_TEXT_NONE) == 0);
	assert_true(pl_needles_find(needles, PL_TEXT("needl")) == 0);
	assert_true(pl_needles_find(needles, PL_TEXT("needle")) == (uint64_t)1 << 3);
	assert_true(pl_needles_find(needles, PL_TEXT("a needles and pins")) ==
		    ((uint64_t)1 << 3 | (uint64_t)1 << 63));
	assert_true(pl_needles_find(needles, PL_TEXT("\0\0needle\0")) == (uint64_t)1 << 3);
	pl_needles_free(needles);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_equals_memmem),
	    cmocka_unit_test(test_edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
