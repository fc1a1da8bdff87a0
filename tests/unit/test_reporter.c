/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whom an attribution names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "reporter.h"

static void expect(const char *text, const char *name, const char *address)
{
	struct pl_text found_name, found_address;
	bool found = pl_attribution_read(pl_text_of(text), &found_name, &found_address);

	if (!found || !pl_text_equal(found_name, pl_text_of(name)) ||
	    !pl_text_equal(found_address, pl_text_of(address)))
		fail_msg("\"%s\": \"%.*s\" <%.*s>", text, (int)found_name.len,
			 found_name.len ? found_name.ptr : "", (int)found_address.len,
			 found_address.len ? found_address.ptr : "");
}

static void test_names(void **state)
{
	(void)state;
	expect("On Mon, Mar 01, 2021 at 03:04:05PM +0800, kernel test robot wrote:",
	       "kernel test robot", "");
	expect("On Fri, Mar 5, 2021 at 8:42 AM kernel test robot <r@example.org> wrote:",
	       "kernel test robot", "r@example.org");
	expect("On 2021/3/5 15:42, kernel test robot wrote:", "kernel test robot", "");
	expect("On 05. 03. 21 7:42, Dev A wrote:", "Dev A", "");
	expect("On Fri, 5 Mar 2021 07:42:03 +0100 (CET) Dev A <a@example.org> wrote:", "Dev A",
	       "a@example.org");
	expect("On Fri, 2021-03-05 at 07:42 +0100, Dev A wrote:", "Dev A", "");
	expect("\"Dev, A\" <a@example.org> writes:", "Dev, A", "a@example.org");
	expect("* Dev A <a@example.org> wrote:", "Dev A", "a@example.org");
	expect("On Mar 5, 2021, at 7:42 AM, a@example.org wrote:", "", "a@example.org");
	expect("On Monday, Dev A wrote:", "Dev A", "");
	expect("On 5 Mar, May B wrote:", "May B", "");
	expect("On Mon, 5 Mar 2021, Dev A wrote: [snip]", "Dev A", "");
	expect("On Mon, 5 Mar 2021, Dev A <a@example.org> wrote (in part):", "Dev A",
	       "a@example.org");
	expect("On Mon, 5 Mar 2021, Dev A wrote: ...", "Dev A", "");
	expect("0day robot <r@example.org> wrote:", "0day robot", "r@example.org");
}

static void test_none(void **state)
{
	static const char *const texts[] = {
	    "", "wrote:", "On 2021/3/5 15:42 wrote:", "I see that it is slower:",
	    "On Mon, Dev A wrote that it is slower.",
	    "On Mon, Dev A wrote: it is much slower than it was before that patch.",
	    "Dev A wrote: it is slower."};
	struct pl_text name, address;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		assert_false(pl_attribution_read(pl_text_of(texts[i]), &name, &address));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
