/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which way metrics are better: the newest statement counts, wrong signs are turned,
 * and nothing is guessed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib.h>

#include "direction.h"
#include "embedded_metric_direction.h"
#include "findings.h"

static const struct {
	const char *metric;
	int direction;
} metrics[] = {
    /* tests, higher is better */
    {"pixz.throughput", 1},
    {"some-new-test.throughput", 1},
    {"aim7.jobs-per-min", 1},
    {"aim9.brk_test.ops_per_sec", 1},
    {"fio.read_bw_MBps", 1},
    {"fio.write_iops", 1},
    {"fsmark.files_per_sec", 1},
    {"netperf.Throughput_Mbps", 1},
    {"netperf.ThroughputBoth_total_Mbps", 1},
    {"stress-ng.fcntl.ops_per_sec", 1},
    {"sysbench-fileio.rndrw_operations/s", 1},
    {"unixbench.score", 1},
    {"vm-scalability.median", 1},
    {"will-it-scale.per_process_ops", 1},
    {"will-it-scale.scalability", 1},
    /* lower is better */
    {"adrestia.wakeup_cost_single_us", -1},
    {"autonuma-benchmark.numa01.seconds", -1},
    {"dbench.max_latency", -1},
    {"fileio.latency_95th_ms", -1},
    {"fio.read_clat_99%_us", -1},
    {"fsmark.app_overhead", -1},
    {"ftq.noise.50%", -1},
    {"kbuild.buildtime_per_iteration", -1},
    {"lmbench3.AF_UNIX.sock.stream.latency.us", -1},
    {"iostat.sdb.r_await.max", -1},
    {"pts.asmfish.0.milli-seconds", -1},
    /* signs that are turned */
    {"pts.openarena.1.milliseconds", -1},
    {"phoronix-test-suite.openarena.1.milliseconds", -1},
    {"pts.hpcg.0.render_time_-_seconds", -1},
    {"pts.sockperf.0.average_usec", -1},
    {"phoronix-test-suite.sockperf.0.average_usec", -1},
    {"pts.botan.0.cycles_per_byte", -1},
    {"phoronix-test-suite.asmfish.0.nodes_second", 1},
    {"phoronix-test-suite.crafty.0.nodes_per_second", 1},
    {"chromeswap.throughput_swap_cycles_per_second", 1},
    {"chromeswap.throughput_swap_0.25_uniform_cycles_per_second", 1},
    {"turbostat.Pkg%pc6", 1},
    {"turbostat.C1%", -1},
    {"turbostat.C1E%", -1},
    {"boot-meminfo.MemTotal", 1},
    /* no direction */
    {"fio.latency_20us%", 0},
    {"fio.workload", 0},
    {"stress-ng.fcntl.ops", 0},
    {"vmstat.system.cs", 0},
    {"proc-vmstat.pgfault", 0},
    {"meminfo.Memused", 0},
    {"sched_debug.cpu.nr_switches.avg", 0},
    {"perf-profile.self.cycles-pp.page_fault", 0},
    {"perf-stat.i.cache-miss-rate%", 0},
    {"turbostat.IRQ", 0},
    /* names are matched as a whole, and case counts */
    {"xunixbench.score", 0},
    {"unixbench.scores", 0},
    {"Unixbench.score", 0},
    {"throughput", 0},
    {"", 0},
};

static void test_direction(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(metrics); i++) {
		int direction = pl_metric_direction(pl_text_of(metrics[i].metric));

		if (direction != metrics[i].direction)
			fail_msg("%s: %d, not %d", metrics[i].metric, direction,
				 metrics[i].direction);
	}
}

/* What the table said in each version of `metrics`. Whoever changes the table raises the version
 * in findings.c and adds a line, as does who raises it for something else; no line changes. */
static const struct {
	unsigned version;
	const char *table; /* SHA-256 of the lines with a direction */
} versions[] = {
    {2, "a404d0e48a4645add752466c3ca4d66038ac86a0cc4bdff207af2b7d1167c9e2"},
};

static void test_other_directions_have_another_version(void **state)
{
	GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
	char **lines = g_strsplit(pl_metric_directions, "\n", -1);
	const size_t last = G_N_ELEMENTS(versions) - 1;
	struct pl_recognizer_info info;
	size_t i = 0;

	(void)state;
	for (char **line = lines; *line; line++)
		if (**line == '+' || **line == '-') {
			g_checksum_update(checksum, (const guchar *)*line, -1);
			g_checksum_update(checksum, (const guchar *)"\n", 1);
		}
	for (size_t k = 1; k <= last; k++)
		assert_true(versions[k].version > versions[k - 1].version);
	while (i < pl_finding_info(i, &info) && strcmp(info.id, PL_FINDINGS_METRICS) != 0)
		i++;
	assert_string_equal(info.id, PL_FINDINGS_METRICS);
	if (strcmp(g_checksum_get_string(checksum), versions[last].table) != 0)
		fail_msg("the table of directions is another one, %s: it needs a new version",
			 g_checksum_get_string(checksum));
	assert_int_equal(info.version, versions[last].version);
	g_strfreev(lines);
	g_checksum_free(checksum);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_direction),
	    cmocka_unit_test(test_other_directions_have_another_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
