/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patches by title, the ids they were taken up under, and what MAINTAINERS lines claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "maintainers.h"
#include "patch.h"

static void expect(struct pl_text found, const char *wanted)
{
	if (!pl_text_equal(found, pl_text_of(wanted)))
		fail_msg("\"%.*s\", \"%s\" wanted", (int)found.len, found.len ? found.ptr : "",
			 wanted);
}

static void test_title(void **state)
{
	(void)state;
	expect(pl_patch_title(PL_TEXT("[PATCH v4 3/6] mm: x")), "mm: x");
	expect(pl_patch_title(PL_TEXT("[tip: x86/mm] [PATCH]mm: x [y]")), "mm: x [y]");
	expect(pl_patch_title(PL_TEXT("mm: x")), "mm: x");
	expect(pl_patch_title(PL_TEXT("[PATCH mm: x")), "[PATCH mm: x");
	expect(pl_applied_title(PL_TEXT("[1/2] mm: x")), "mm: x");
	expect(pl_applied_title(PL_TEXT("  - [net-next,v2,1/2] net: x")), "net: x");
	expect(pl_applied_title(PL_TEXT("  - net: x")), "net: x");
	expect(pl_applied_title(PL_TEXT("[1] a footnote")), "");
	expect(pl_applied_title(PL_TEXT("a sentence")), "");
	expect(pl_applied_title(PL_TEXT("")), "");
}

static void test_applied(void **state)
{
	(void)state;
	expect(pl_applied_commit(PL_TEXT("      commit: 0c9a8b7d6e5f")), "0c9a8b7d6e5f");
	expect(pl_applied_commit(PL_TEXT("https://git.kernel.org/netdev/net/c/0c9a8b7d6e5f")),
	       "0c9a8b7d6e5f");
	expect(pl_applied_commit(PL_TEXT("https://git.example.org/l.git/commit/?id=0c9a8b7d")),
	       "0c9a8b7d");
	expect(pl_applied_commit(PL_TEXT("https://lore.kernel.org/r/0c9a8b7d6e5f@example.org")),
	       "");
	expect(pl_applied_commit(PL_TEXT("(no commit info)")), "");
	expect(pl_applied_commit(PL_TEXT("commit: 0c9a8b")), "");
	expect(pl_applied_commit(PL_TEXT("commit: 0c9a8b7d6e5f (\"mm: x\")")), "");
	expect(pl_upstream_commit(PL_TEXT("commit 0c9a8b7d6e5f upstream.")), "0c9a8b7d6e5f");
	expect(pl_upstream_commit(PL_TEXT("[ Upstream commit 0c9a8b7d6e5f ]")), "0c9a8b7d6e5f");
	expect(pl_upstream_commit(PL_TEXT("Commit-ID:     0c9a8b7d6e5f")), "0c9a8b7d6e5f");
	expect(pl_upstream_commit(PL_TEXT("commit 0c9a8b7d6e5f broke it upstream.")), "");
	expect(pl_upstream_commit(PL_TEXT("[ Upstream commit unknown ]")), "");
	expect(pl_upstream_commit(PL_TEXT("commit upstream.")), "");
}

static void test_match(void **state)
{
	(void)state;
	assert_true(pl_maintainers_match("mm/", "mm/front/table.c"));
	assert_false(pl_maintainers_match("mm/", "mmc/a.c"));
	assert_true(pl_maintainers_match("mm", "mm/front/table.c"));
	assert_false(pl_maintainers_match("mm", "mmc/a.c"));
	/* what begins so, in the same folder */
	assert_true(pl_maintainers_match("mm/sl", "mm/slub.c"));
	assert_false(pl_maintainers_match("mm/sl", "mm/sl2/a.c"));
	assert_true(pl_maintainers_match("mm/sl?b.c", "mm/slub.c"));
	assert_true(pl_maintainers_match("include/linux/front*.h", "include/linux/front_a.h"));
	assert_false(pl_maintainers_match("include/linux/front*.h", "include/linux/front.c"));
	assert_true(pl_maintainers_match("drivers/net/*", "drivers/net/a.c"));
	assert_false(pl_maintainers_match("drivers/net/*", "drivers/net/b/a.c"));
	assert_true(pl_maintainers_match("*/net/*", "drivers/net/a.c"));
	assert_true(pl_maintainers_match("arch/*/mm/", "arch/x86/mm/a/b.c"));
	assert_false(pl_maintainers_match("arch/*/mm/", "arch/x86/kernel/a.c"));
	assert_true(pl_maintainers_match("fs/**/*acl*.c", "fs/a/b/posix_acl.c"));
	assert_false(pl_maintainers_match("fs/*/*acl*.c", "fs/a/b/posix_acl.c"));
	assert_false(pl_maintainers_match("mm/a.c", "mm/abc"));
	assert_false(pl_maintainers_match("", "a"));
	/* ends, whatever the number of stars */
	assert_false(pl_maintainers_match("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b",
					  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_title),
	    cmocka_unit_test(test_applied),
	    cmocka_unit_test(test_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
