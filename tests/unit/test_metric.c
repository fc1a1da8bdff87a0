/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the name of a metric says: family, unit, kernel functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib.h>

#include <perflore/metric.h>

#include "core/metric.h"

static void check(struct pl_text actual, const char *expected, const char *name)
{
	char *text = g_strndup(actual.len ? actual.ptr : "", actual.len);

	if (strcmp(text, expected))
		fail_msg("%s: %s, not %s", name, text, expected);
	g_free(text);
}

static const struct {
	const char *name, *family, *unit;
} names[] = {
    {"perf-profile.children.cycles-pp.page_fault", "perf-profile", "%"},
    {"perf-profile.calltrace.cycles-pp.a.b.c", "perf-profile", "%"},
    {"perf-profile.cpu-cycles._raw_spin_lock.grab_super_passive", "perf-profile", "%"},

    {"perf-stat.i.branch-instructions", "perf-stat", "/s"},
    {"perf-stat.i.cache-miss-rate%", "perf-stat", "%"},
    {"perf-stat.i.ipc", "perf-stat", ""},
    {"perf-stat.i.metric.GHz", "perf-stat", "GHz"},
    {"perf-stat.i.metric.K/sec", "perf-stat", "K/s"},
    {"perf-stat.i.cycles-between-cache-misses", "perf-stat", "cycles"},
    {"perf-stat.i.cpu-clock", "perf-stat", ""},
    {"perf-stat.ps.dTLB-loads", "perf-stat", "/s"},
    {"perf-stat.overall.branch-miss-rate%", "perf-stat", "%"},
    {"perf-stat.overall.cpi", "perf-stat", ""},
    {"perf-stat.overall.MPKI", "perf-stat", ""},
    {"perf-stat.overall.path-length", "perf-stat", "instructions"},
    {"perf-stat.total.instructions", "perf-stat", "count"},
    {"perf-stat.context-switches", "perf-stat", "count"},
    {"perf-stat.branch-miss-rate", "perf-stat", "%"},

    {"perf-sched.wait_time.avg.ms.schedule_timeout.kswapd.kthread", "perf-sched", "ms"},
    {"perf-sched.wait_time.max.ms.schedule_timeout.kswapd.kthread", "perf-sched", "ms"},
    {"perf-sched.wait_and_delay.count.pipe_read.vfs_read", "perf-sched", "count"},
    {"perf-sched.total_wait_and_delay.count.ms", "perf-sched", "count"},
    {"perf-sched.total_wait_time.average.ms", "perf-sched", "ms"},
    {"perf-c2c.HITM.remote", "perf-c2c", "samples"},
    {"latency_stats.hits.pipe_wait.pipe_read", "latency_stats", "count"},
    {"latency_stats.sum.pipe_wait.pipe_read", "latency_stats", "us"},
    {"lock_stat.&zone->lock.contentions.free_one_page", "lock_stat", "count"},
    {"lock_stat.&zone->lock.waittime-total", "lock_stat", "us"},
    {"lock_stat.&zone->lock.holdtime-max", "lock_stat", "us"},

    {"proc-vmstat.nr_dirty", "proc-vmstat", "pages"},
    {"proc-vmstat.nr_kernel_stack", "proc-vmstat", "kB"},
    {"proc-vmstat.nr_tlb_remote_flush", "proc-vmstat", "count"},
    {"proc-vmstat.pgfault", "proc-vmstat", "count"},
    {"proc-vmstat.numa_hit", "proc-vmstat", "count"},
    {"numa-vmstat.node1.nr_mapped", "numa-vmstat", "pages"},
    {"numa-vmstat.node1.numa_hit", "numa-vmstat", "count"},
    {"meminfo.PageTables", "meminfo", "kB"},
    {"meminfo.max_used_kB", "meminfo", "kB"},
    {"meminfo.HugePages_Total", "meminfo", "pages"},
    {"numa-meminfo.node0.MemUsed", "numa-meminfo", "kB"},
    {"numa-meminfo.node0.HugePages_Free", "numa-meminfo", "pages"},
    {"boot-meminfo.MemFree", "boot-meminfo", "kB"},
    {"numa-numastat.node0.local_node", "numa-numastat", "count"},
    {"slabinfo.kmalloc-64.active_objs", "slabinfo", "objects"},
    {"slabinfo.kmalloc-64.num_slabs", "slabinfo", "slabs"},

    {"interrupts.CPU0.RES:Rescheduling_interrupts", "interrupts", "count"},
    {"softirqs.CPU1.RCU", "softirqs", "count"},
    {"softirq.CPU1.RCU", "softirq", "count"},
    {"sched_debug.cfs_rq:/.load.max", "sched_debug", ""},
    {"cpuidle.C6.time", "cpuidle", "us"},
    {"cpuidle..time", "cpuidle", "us"},
    {"cpuidle.C6.usage", "cpuidle", "count"},

    {"turbostat.Avg_MHz", "turbostat", "MHz"},
    {"turbostat.PkgWatt", "turbostat", "W"},
    {"turbostat.Cor_W", "turbostat", "W"},
    {"turbostat.PkgTmp", "turbostat", "C"},
    {"turbostat.Busy%", "turbostat", "%"},
    {"turbostat.%Busy", "turbostat", "%"},
    {"turbostat.CPU%c1", "turbostat", "%"},
    {"turbostat.Pkg%pc6", "turbostat", "%"},
    {"turbostat.C1E%", "turbostat", "%"},
    {"turbostat.C1E", "turbostat", "count"},
    {"turbostat.IRQ", "turbostat", "count"},
    {"turbostat.IPC", "turbostat", ""},
    {"mpstat.cpu.all.idle%", "mpstat", "%"},
    {"mpstat.max_utilization_pct", "mpstat", "%"},
    {"mpstat.max_utilization.seconds", "mpstat", "s"},
    {"iostat.cpu.idle", "iostat", "%"},
    {"iostat.sdb.wkB/s", "iostat", "kB/s"},
    {"iostat.sdb.w/s", "iostat", "/s"},
    {"iostat.sdb.await", "iostat", "ms"},
    {"iostat.sdb.await.max", "iostat", "ms"},
    {"iostat.sdb.%util", "iostat", "%"},
    {"vmstat.system.cs", "vmstat", "/s"},
    {"vmstat.io.bo", "vmstat", "blocks/s"},
    {"vmstat.memory.free", "vmstat", "kB"},
    {"vmstat.procs.r", "vmstat", "tasks"},
    {"vmstat.cpu.id", "vmstat", "%"},
    {"uptime.boot", "uptime", "s"},
    {"boot-time.dhcp", "boot-time", "s"},
    {"pmeter.Average_Active_Power", "pmeter", "W"},
    {"nfsstat.Client.nfs.v4.getattr.percent", "nfsstat", "%"},
    {"nfsstat.Client.nfs.v4.getattr", "nfsstat", "count"},
    {"dmesg.RIP:page_counter_cancel", "dmesg", ""},
    {"stderr.has_stderr", "stderr", ""},

    {"time.elapsed_time", "time", "s"},
    {"time.elapsed_time.max", "time", "s"},
    {"aim7.time.system_time", "time", "s"},
    {"aim7.time.maximum_resident_set_size", "time", "kB"},
    {"aim7.time.percent_of_cpu_this_job_got", "time", "%"},
    {"aim7.time.minor_page_faults", "time", "count"},

    /* tests: what the name spells, and nothing more */
    {"aim7.jobs-per-min", "aim7", "/min"},
    {"stress-ng.fcntl.ops_per_sec", "stress-ng", "/s"},
    {"stress-ng.fcntl.ops", "stress-ng", ""},
    {"will-it-scale.per_process_ops", "will-it-scale", ""},
    {"vm-scalability.throughput", "vm-scalability", ""},
    {"vm-scalability.stddev%", "vm-scalability", "%"},
    {"fio.latency_20us%", "fio", "%"},
    {"fio.read_bw_MBps", "fio", "MB/s"},
    {"fio.read_clat_99%_us", "fio", "us"},
    {"fio.read_iops", "fio", "/s"},
    {"filebench.sum_bytes_mb/s", "filebench", "MB/s"},
    {"filebench.sum_operations/s", "filebench", "/s"},
    {"filebench.sum_time_ms/op", "filebench", "ms/op"},
    {"netperf.Throughput_Mbps", "netperf", "Mbit/s"},
    {"lmbench3.TCP.socket.bandwidth.64B.MB/sec", "lmbench3", "MB/s"},
    {"lmbench3.AF_UNIX.sock.stream.latency.us", "lmbench3", "us"},
    {"fileio.latency_95th_ms", "fileio", "ms"},

    {"throughput", "", ""},
    {"unixbench.", "", ""},
    {".score", "", ""},
    {"", "", ""},
};

static void test_family_and_unit(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		struct pl_text name = pl_text_of(names[i].name);

		check(pl_metric_family(name), names[i].family, names[i].name);
		check(pl_metric_unit(name), names[i].unit, names[i].name);
	}
}

/* Functions joined by one blank. */
static const struct {
	const char *name, *functions;
} chains[] = {
    {"perf-profile.children.cycles-pp.flush_tlb_func", "flush_tlb_func"},
    {"perf-profile.self.cycles-p.down_write_killable.cold", "down_write_killable.cold"},
    {"perf-profile.func.cycles-pp.copy_page", "copy_page"},
    {"perf-profile.children.cycles-pp.[libc.so.6]", ""},
    {"perf-profile.children.cycles-pp.__libc_start_main", "__libc_start_main"},
    {"perf-profile.calltrace.cycles-pp.a.b.c.d.e", "a b c d e"},
    {"perf-profile.calltrace.cycles.flush_tlb_func.smp_call.[unknown].main",
     "flush_tlb_func smp_call main"},
    {"perf-profile.calltrace.cycles-pp.a.cold.b.c", "a.cold b c"},
    {"perf-profile.cpu-cycles.a.b", "a b"},
    {"perf-profile.cycles.a.b", "a b"},
    {"perf-profile.cycles:pp.a.b", "a b"},
    {"perf-profile.a.b", "a b"},
    {"perf-profile", ""},
    {"perf-profile.children.cycles-pp", ""},

    /* every suffix of a compiler, with and without its number */
    {"perf-sched.wait_time.avg.ms.__mutex_lock.constprop.0.pipe_write.vfs_write",
     "__mutex_lock.constprop.0 pipe_write vfs_write"},
    {"perf-sched.sch_delay.max.ms.a.isra.0.b.part.12.c", "a.isra.0 b.part.12 c"},
    {"perf-sched.sch_delay.max.ms.a.part.0.constprop.1.b", "a.part.0.constprop.1 b"},
    {"perf-sched.sch_delay.max.ms.a.llvm.1234567890.b", "a.llvm.1234567890 b"},
    {"perf-sched.sch_delay.max.ms.a.lto_priv.0.b.localalias.c", "a.lto_priv.0 b.localalias c"},
    /* the fifth piece is the last, and may be half a suffix */
    {"perf-sched.wait_and_delay.count.a.b.c.d.constprop", "a b c d.constprop"},
    {"perf-sched.wait_and_delay.count.[unknown].[unknown].a", "a"},
    {"perf-sched.total_wait_time.average.ms", ""},

    {"latency_stats.hits.a.b.c", "a b c"},
    {"latency_stats.sum.a.isra.3.b", "a.isra.3 b"},
    {"lock_stat.&zone->lock.contentions.free_one_page", "free_one_page"},
    {"lock_stat.&zone->lock.contentions", ""},
    {"kmsg.sanitizer.direct_leak/malloc/a/b", "malloc a b"},

    {"dmesg.RIP:page_counter_cancel", "page_counter_cancel"},
    {"dmesg.RIP:ext4_do_writepages[ext4]", "ext4_do_writepages"},
    {"dmesg.RIP:raid#_check", "raid#_check"},
    {"dmesg.EIP:__schedule", "__schedule"},
    {"dmesg.WARNING:at_mm/page_counter.c:#page_counter_cancel", "page_counter_cancel"},
    {"dmesg.WARNING:at_fs/ext4/inode.c:#ext4_do_writepages[ext4]", "ext4_do_writepages"},
    {"dmesg.WARNING:possible_recursive_locking_detected", ""},
    {"dmesg.WARNING:suspicious_RCU_usage", ""},
    {"dmesg.BUG:KASAN:slab-use-after-free_in_a", "a"},
    {"dmesg.BUG:KASAN:null-ptr-deref_in_a[m]", "a"},
    {"dmesg.BUG:KFENCE:memory_corruption_in_a", "a"},
    {"dmesg.BUG:KCSAN:data-race_in_a/b", "a b"},
    {"dmesg.BUG:sleeping_function_called_from_invalid_context_at_kernel/locking/mutex.c", ""},
    {"dmesg.BUG:soft_lockup-CPU##stuck_for#s![kworker:#:#]", ""},
    {"dmesg.calltrace:a", "a"},
    {"kmsg.backtrace:a", "a"},

    {"proc-vmstat.nr_dirty", ""},
    {"sched_debug.cfs_rq:/.load.max", ""},
    {"will-it-scale.per_process_ops", ""},
    {"", ""},
};

static void test_functions(void **state)
{
	struct pl_arena *arena = pl_arena_new();

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(chains); i++) {
		struct pl_texts found = pl_metric_functions(arena, pl_text_of(chains[i].name));
		GString *joined = g_string_new(NULL);

		for (size_t k = 0; k < found.n; k++) {
			g_string_append(joined, k ? " " : "");
			g_string_append_len(joined, found.v[k].ptr, found.v[k].len);
		}
		check((struct pl_text){joined->str, joined->len}, chains[i].functions,
		      chains[i].name);
		g_string_free(joined, TRUE);
	}
	pl_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_family_and_unit),
	    cmocka_unit_test(test_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
