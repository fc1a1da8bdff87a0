/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The arena, and the one line that pl_fail() leaves. */
#include <perflore/arena.h>
#include <perflore/status.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void test_alloc(void **state)
{
	struct pl_arena *arena = pl_arena_new();

	(void)state;
	for (size_t size = 0; size < 3000; size++) {
		unsigned char *bytes = pl_arena_alloc(arena, size);

		assert_non_null(bytes);
		assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(bytes[i], 0);
		memset(bytes, 0xAA, size);
	}
	pl_arena_free(arena);
}

static void test_large_among_small(void **state)
{
	struct pl_arena *arena = pl_arena_new();
	char *before = pl_arena_alloc(arena, 10), *large, *after;

	(void)state;
	strcpy(before, "before");
	large = pl_arena_alloc(arena, 10 << 20);
	memset(large, 'x', 10 << 20);
	after = pl_arena_alloc(arena, 10);
	strcpy(after, "after");
	assert_string_equal(before, "before");
	assert_int_equal(large[(10 << 20) - 1], 'x');
	assert_true(pl_arena_used(arena) >= 10 << 20);
	pl_arena_free(arena);
}

static void test_reset(void **state)
{
	struct pl_arena *arena = pl_arena_new();
	size_t peak;

	(void)state;
	memset(pl_arena_alloc(arena, 1 << 20), 0xAA, 1 << 20);
	memset(pl_arena_alloc(arena, 100), 0xAA, 100);
	peak = pl_arena_peak(arena);
	assert_true(peak >= (1 << 20) + 100);
	pl_arena_reset(arena);
	assert_int_equal(pl_arena_used(arena), 0);
	assert_int_equal(pl_arena_peak(arena), peak);
	for (int i = 0; i < 100; i++)
		assert_int_equal(((char *)pl_arena_alloc(arena, 100))[99], 0);
	assert_int_equal(pl_arena_peak(arena), peak);
	pl_arena_free(arena);
	pl_arena_free(NULL);
}

static void test_push(void **state)
{
	struct pl_arena *arena = pl_arena_new();
	uint32_t *array = NULL;
	size_t n = 0;

	(void)state;
	for (uint32_t i = 0; i < 10000; i++) {
		uint32_t *place = PL_PUSH(arena, array, n);

		assert_int_equal(*place, 0);
		*place = i;
	}
	assert_int_equal(n, 10000);
	for (uint32_t i = 0; i < n; i++)
		assert_int_equal(array[i], i);
	n = 8;
	assert_int_equal(*PL_PUSH(arena, array, n), 0);
	assert_int_equal(array[7], 7);
	pl_arena_free(arena);
}

static void test_text(void **state)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_text text = pl_arena_copy(arena, PL_TEXT("a\0b"));
	struct pl_text empty = pl_arena_copy(arena, PL_TEXT_NONE);

	(void)state;
	assert_int_equal(text.len, 3);
	assert_memory_equal(text.ptr, "a\0b", 4);
	assert_int_equal(empty.len, 0);
	assert_string_equal(empty.ptr, "");
	text = pl_arena_printf(arena, "%s %d", "line", 12);
	assert_int_equal(text.len, 7);
	assert_string_equal(text.ptr, "line 12");
	pl_arena_free(arena);
}

static void test_fail(void **state)
{
	struct pl_error error;
	char path[600];

	(void)state;
	assert_int_equal(pl_fail(&error, PL_USAGE, "no %s", "such\nthing"), PL_USAGE);
	assert_string_equal(error.message, "no such?thing");
	assert_int_equal(pl_fail(NULL, PL_FAILED, "unseen"), PL_FAILED);
	pl_fail(&error, PL_FAILED, "%s", "\033[31m \xC2\x9B \xFF caf\xC3\xA9");
	assert_string_equal(error.message, "?[31m ?? ? caf\xC3\xA9");
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	pl_fail(&error, PL_FAILED, "%s", path);
	assert_int_equal(strlen(error.message), sizeof(error.message) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_alloc), cmocka_unit_test(test_large_among_small),
	    cmocka_unit_test(test_reset), cmocka_unit_test(test_push),
	    cmocka_unit_test(test_text),  cmocka_unit_test(test_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
