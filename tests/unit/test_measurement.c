/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which benchmark and which machine a line of a mail names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "measurement.h"

static void benchmark(const char *line, const char *wanted)
{
	const char *found = pl_benchmark_in(pl_text_of(line));

	if (strcmp(found ? found : "", wanted))
		fail_msg("\"%s\": %s, %s wanted", line, found ? found : "none", wanted);
}

static void test_benchmarks(void **state)
{
	(void)state;
	benchmark("hackbench", "hackbench");
	benchmark("$ ./hackbench -l 10000 -g 16", "hackbench");
	benchmark("Benchmark: pts/hackbench-1.0.0 Count:4", "hackbench");
	benchmark("mmtests/config-scheduler-perfpipe", "perfpipe");
	benchmark("mmtests on both machines", "mmtests");
	benchmark("page_fault1_scalability", "page_fault1");
	benchmark("stress-ng: metrc: [1220] vm", "stress-ng");
	benchmark("Stress-NG with two workers", "stress-ng");
	benchmark("while `fio` runs", "fio");
	benchmark("# echo 1 >/sys/kernel/mm/transparent", "");
	benchmark("the fiord is deep, the netperformance poor", "");
	benchmark("memcached_lru was renamed", "memcached");
	benchmark("", "");
}

static void machine(const char *line, const char *wanted)
{
	struct pl_text found = pl_machine_in(pl_text_of(line));

	if (!pl_text_equal(found, pl_text_of(wanted)))
		fail_msg("\"%s\": \"%.*s\", \"%s\" wanted", line, (int)found.len,
			 found.len ? found.ptr : "", wanted);
}

static void test_machines(void **state)
{
	(void)state;
	machine("Test machine: 2 nodes, 96 CPUs", "2 nodes, 96 CPUs");
	machine("CPU:    Example(R) 8160 CPU @ 2.10GHz", "Example(R) 8160 CPU @ 2.10GHz");
	machine("- System: 52 cores", "52 cores");
	machine("I ran it on a machine with 256 cpus, five times.", "machine with 256 cpus");
	machine("on a 2-socket 48-core 96-thread system with the patch",
		"2-socket 48-core 96-thread system");
	machine("on my laptop", "");
	machine("The system: has no figure", "");
	machine("on the same host as in 2023, the machine", "");
	machine("CPU 3 went away", "");
	machine("", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_benchmarks),
	    cmocka_unit_test(test_machines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
