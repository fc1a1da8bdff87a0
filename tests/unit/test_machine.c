/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptions of test machines, in the forms of all years. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <perflore/machine.h>

#include "core/machine.h"

static const struct {
	const char *text, *tbox;
	unsigned threads, sockets;
	const char *model, *codename;
	double memory;
} forms[] = {
    /* 2014: a name, code names for a brand */
    {"ivb43: 48 threads Ivytown Ivy Bridge-EP with 64G memory", "ivb43", 48, 0,
     "Ivytown Ivy Bridge-EP", "", 64},
    /* 2016 to 2021: brand, no sockets, no code name */
    {"72 threads Intel(R) Xeon(R) CPU E5-2699 v3 @ 2.30GHz with 256G memory", "", 72, 0,
     "Intel(R) Xeon(R) CPU E5-2699 v3 @ 2.30GHz", "", 256},
    {"8 threads Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz with 16G memory", "", 8, 0,
     "Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz", "", 16},
    {"256 threads Intel(R) Genuine Intel(R) CPU 0000 @ 1.30GHz with 112G memory", "", 256, 0,
     "Intel(R) Genuine Intel(R) CPU 0000 @ 1.30GHz", "", 112},
    /* sockets since 2021, code name since 2022 */
    {"96 threads 2 sockets Intel(R) Xeon(R) Gold 6252 CPU @ 2.10GHz with 512G memory", "", 96, 2,
     "Intel(R) Xeon(R) Gold 6252 CPU @ 2.10GHz", "", 512},
    {"4 threads 1 sockets Intel(R) Core(TM) i3-3220 CPU @ 3.30GHz (Ivy Bridge) with 8G memory", "",
     4, 1, "Intel(R) Core(TM) i3-3220 CPU @ 3.30GHz", "Ivy Bridge", 8},
    {"192 threads 2 sockets Intel(R) Xeon(R) 6740E  CPU @ 2.4GHz (Sierra Forest) with 256G memory",
     "", 192, 2, "Intel(R) Xeon(R) 6740E  CPU @ 2.4GHz", "Sierra Forest", 256},
    {"256 threads 4 sockets INTEL(R) XEON(R) PLATINUM 8592+ (Emerald Rapids) with 256G memory", "",
     256, 4, "INTEL(R) XEON(R) PLATINUM 8592+", "Emerald Rapids", 256},
    /* no brand, or nothing behind it that is no mark */
    {"104 threads 2 sockets (Skylake) with 192G memory", "", 104, 2, "", "Skylake", 192},
    {"224 threads 2 sockets Intel(R) Xeon(R) with 128G memory", "", 224, 2, "Intel(R) Xeon(R)", "",
     128},
    {"2 threads Intel(r) Atom(tm) with 1G memory", "", 2, 0, "Intel(r) Atom(tm)", "", 1},
    {"4 threads with 8G memory", "", 4, 0, "", "", 8},
    /* the banner above a later table */
    {"lkp-csl-2ap2: 192 threads 4 sockets Intel(R) Xeon(R) Platinum 9242 CPU @ 2.30GHz with 192G "
     "memory",
     "lkp-csl-2ap2", 192, 4, "Intel(R) Xeon(R) Platinum 9242 CPU @ 2.30GHz", "", 192},
    /* memory in other units, or not printed */
    {"288 threads 8 sockets Westmere-EX with 1T memory", "", 288, 8, "Westmere-EX", "", 1024},
    {"288 threads 8 sockets Westmere-EX with 1.5T memory", "", 288, 8, "Westmere-EX", "", 1536},
    {"1 threads Quark with 512M memory", "", 1, 0, "Quark", "", 0.5},
    {"4 threads Haswell with 16 GB memory", "", 4, 0, "Haswell", "", 16},
    {"4 threads Haswell", "", 4, 0, "Haswell", "", 0},
    {"4 threads Haswell with much memory", "", 4, 0, "Haswell with much memory", "", 0},
    {"1 thread Haswell with 4G memory", "", 1, 0, "Haswell", "", 4},
    /* virtual machines: the command line, perhaps a name */
    {"qemu-system-x86_64 -enable-kvm -cpu SandyBridge -smp 2 -m 16G", "", 0, 0, "", "", 0},
    {"vm-snb: qemu-system-i386 -enable-kvm -smp 2 -m 4G", "vm-snb", 0, 0, "", "", 0},
    /* numbers no machine has */
    {"99999999999999999999 threads Haswell with 4G memory", "", 0, 0, "", "", 0},
    {"", "", 0, 0, "", "", 0},
};

static void check(struct pl_text actual, const char *expected)
{
	char text[200];

	assert_true(actual.len < sizeof(text));
	memcpy(text, actual.len ? actual.ptr : "", actual.len);
	text[actual.len] = '\0';
	assert_string_equal(text, expected);
}

static void test_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct pl_machine m;

		pl_machine_parse(pl_text_of(forms[i].text), &m);
		check(m.text, forms[i].text);
		check(m.tbox, forms[i].tbox);
		assert_int_equal(m.threads, forms[i].threads);
		assert_int_equal(m.sockets, forms[i].sockets);
		check(m.model, forms[i].model);
		check(m.codename, forms[i].codename);
		assert_true(m.memory_gib == forms[i].memory);
	}
}

/* Cut anywhere, a description is read without going past its end. */
static void test_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		for (size_t n = 0; n < strlen(forms[i].text); n++) {
			char *piece = test_malloc(n + 1);
			struct pl_machine m;

			memcpy(piece, forms[i].text, n);
			pl_machine_parse((struct pl_text){piece, n}, &m);
			assert_true(m.text.len <= n);
			test_free(piece);
		}
}

static void check_key(struct pl_arena *arena, const char *text, const char *key)
{
	struct pl_machine m;

	pl_machine_parse(pl_text_of(text), &m);
	check(pl_machine_key(arena, &m), key);
}

static void test_key(void **state)
{
	struct pl_arena *arena = pl_arena_new();

	(void)state;
	check_key(arena, "96 threads Intel(R) Xeon(R) Gold 6252 CPU @ 2.10GHz with 256G memory",
		  "96|gold 6252 @ 2.1ghz|256");
	check_key(
	    arena,
	    "96 threads 2 sockets Intel(R) Xeon(R) Gold 6252  CPU @ 2.1GHz (Cascade Lake) with "
	    "256G memory",
	    "96|gold 6252 @ 2.1ghz|256");
	/* A name says more, and its memory may change; the number of an instance is no part. */
	check_key(arena,
		  "lkp-csl-2sp6: 96 threads 2 sockets Intel(R) Xeon(R) Gold 6252  CPU @ 2.1GHz "
		  "(Cascade Lake) with 256G memory",
		  "lkp-csl-2sp6");
	check_key(arena, "lkp-skl-d01-2: 4 threads (Skylake) with 32G memory", "lkp-skl-d01");
	check_key(arena, "vm-snb-12: qemu-system-i386 -enable-kvm -smp 2 -m 4G", "vm-snb");
	check_key(arena, "-12: 4 threads (Skylake) with 32G memory", "-12");
	check_key(arena, "256 threads 4 sockets INTEL(R) XEON(R) PLATINUM 8592+ with 256G memory",
		  "256|platinum 8592+|256");
	check_key(arena, "8 threads Intel(R) Core(TM) i7-6700 CPU @ 3.00GHz with 16G memory",
		  "8|core i7-6700 @ 3ghz|16");
	check_key(arena, "8 threads Intel(R) Core(tm) i7-6700 CPU @ 3GHz with 16G memory",
		  "8|core i7-6700 @ 3ghz|16");
	check_key(arena, "104 threads 2 sockets (Skylake) with 192G memory", "104|skylake|192");
	check_key(arena, "2 threads Intel(R) with 1G memory", "2 threads Intel(R) with 1G memory");
	check_key(arena, "qemu-system-x86_64 -smp 2 -m 16G", "qemu-system-x86_64 -smp 2 -m 16G");
	check_key(arena, "", "");
	pl_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_forms),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
