/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Units are told by rules over the part of the name behind the family: the first rule
 * that fits counts. The last rules are for the tests' own metrics, which spell their
 * unit in the name or have none that could be known.
 */
#include <perflore/metric.h>

#include <glib.h>

struct rule {
	const char *family;	     /* NULL: any */
	const char *prefix, *suffix; /* of the key; NULL: any */
	const char *unit;	     /* "": known to have none, or not known */
};

static const struct rule rules[] = {
    {"perf-profile", NULL, NULL, "%"}, /* of all samples */

    {"perf-stat", NULL, "%", "%"},
    {"perf-stat", NULL, "-miss-rate", "%"}, /* so called until August 2016 */
    {"perf-stat", NULL, "ipc", ""},
    {"perf-stat", NULL, "cpi", ""},
    {"perf-stat", NULL, "MPKI", ""},
    {"perf-stat", NULL, "GHz", "GHz"},
    {"perf-stat", NULL, "K/sec", "K/s"},
    {"perf-stat", NULL, "M/sec", "M/s"},
    {"perf-stat", "i.cpu-clock", NULL, ""}, /* milliseconds of all processors in a second */
    {"perf-stat", "i.task-clock", NULL, ""},
    {"perf-stat", NULL, "cycles-between-cache-misses", "cycles"},
    {"perf-stat", "overall.path-length", NULL, "instructions"},
    {"perf-stat", "overall.", NULL, ""},
    {"perf-stat", "i.", NULL, "/s"},
    {"perf-stat", "ps.", NULL, "/s"},
    {"perf-stat", NULL, NULL, "count"},

    {"perf-sched", "total_wait_and_delay.count.", NULL, "count"}, /* its name says ms */
    {"perf-sched", "wait_and_delay.count.", NULL, "count"},
    {"perf-sched", "wait_time.count.", NULL, "count"},
    {"perf-sched", "sch_delay.count.", NULL, "count"},
    {"perf-sched", NULL, NULL, "ms"},

    {"perf-c2c", NULL, NULL, "samples"},
    {"latency_stats", "hits.", NULL, "count"},
    {"latency_stats", NULL, NULL, "us"},
    {"lock_stat", NULL, ".waittime-min", "us"},
    {"lock_stat", NULL, ".waittime-max", "us"},
    {"lock_stat", NULL, ".waittime-total", "us"},
    {"lock_stat", NULL, ".waittime-avg", "us"},
    {"lock_stat", NULL, ".holdtime-min", "us"},
    {"lock_stat", NULL, ".holdtime-max", "us"},
    {"lock_stat", NULL, ".holdtime-total", "us"},
    {"lock_stat", NULL, ".holdtime-avg", "us"},
    {"lock_stat", NULL, NULL, "count"},

    {"meminfo", "HugePages_", NULL, "pages"},
    {"meminfo", NULL, NULL, "kB"},
    {"numa-meminfo", NULL, ".HugePages_Total", "pages"},
    {"numa-meminfo", NULL, ".HugePages_Free", "pages"},
    {"numa-meminfo", NULL, ".HugePages_Surp", "pages"},
    {"numa-meminfo", NULL, NULL, "kB"},
    {"boot-meminfo", "HugePages_", NULL, "pages"},
    {"boot-meminfo", NULL, NULL, "kB"},
    {"numa-numastat", NULL, NULL, "count"},
    {"slabinfo", NULL, "_objs", "objects"},
    {"slabinfo", NULL, "_slabs", "slabs"},

    {"interrupts", NULL, NULL, "count"},
    {"softirqs", NULL, NULL, "count"},
    {"softirq", NULL, NULL, "count"},
    {"cpuidle", NULL, ".time", "us"},
    {"cpuidle", NULL, ".usage", "count"},

    {"turbostat", NULL, "MHz", "MHz"},
    {"turbostat", NULL, "GHz", "GHz"},
    {"turbostat", NULL, "Watt", "W"},
    {"turbostat", NULL, "_W", "W"},
    {"turbostat", NULL, "_J", "J"},
    {"turbostat", NULL, "Tmp", "C"},
    {"turbostat", NULL, "TMP", "C"},
    {"turbostat", "%", NULL, "%"},
    {"turbostat", NULL, "%", "%"},
    {"turbostat", "CPU%", NULL, "%"},
    {"turbostat", "Pkg%", NULL, "%"},
    {"turbostat", "GFX%", NULL, "%"},
    {"turbostat", "SYS%", NULL, "%"},
    {"turbostat", "Totl%", NULL, "%"},
    {"turbostat", "Any%", NULL, "%"},
    {"turbostat", "CPUGFX%", NULL, "%"},
    {"turbostat", "IPC", NULL, ""},
    {"turbostat", "IRQ", NULL, "count"},
    {"turbostat", "NMI", NULL, "count"},
    {"turbostat", "SMI", NULL, "count"},
    {"turbostat", "POLL", NULL, "count"}, /* C1, C1E, ...: entries into the state */
    {"turbostat", "C", NULL, "count"},
    {"turbostat", NULL, NULL, ""},

    {"mpstat", NULL, ".seconds", "s"},
    {"mpstat", NULL, NULL, "%"},
    {"iostat", "cpu.", NULL, "%"},
    {"iostat", NULL, "%util", "%"},
    {"iostat", NULL, "%rrqm", "%"},
    {"iostat", NULL, "%wrqm", "%"},
    {"iostat", NULL, "%drqm", "%"},
    {"iostat", NULL, "kB/s", "kB/s"},
    {"iostat", NULL, "/s", "/s"},
    {"iostat", NULL, "await", "ms"},
    {"iostat", NULL, "svctm", "ms"},
    {"iostat", NULL, "req-sz", "kB"},
    {"iostat", NULL, "avgrq-sz", "sectors"},
    {"iostat", NULL, NULL, ""},
    {"vmstat", "cpu.", NULL, "%"},
    {"vmstat", "io.", NULL, "blocks/s"},
    {"vmstat", "memory.", NULL, "kB"},
    {"vmstat", "procs.", NULL, "tasks"},
    {"vmstat", "swap.", NULL, "kB/s"},
    {"vmstat", "system.", NULL, "/s"},

    {"uptime", NULL, NULL, "s"},
    {"boot-time", NULL, NULL, "s"},
    {"energy", NULL, NULL, "W"},
    {"pmeter", NULL, NULL, "W"},
    {"nfsstat", NULL, ".percent", "%"},
    {"nfsstat", NULL, NULL, "count"},
    {"sched_debug", NULL, NULL, ""}, /* the kernel's own units, each key another */
    {"dmesg", NULL, NULL, ""},	     /* 0 or 1 a run */
    {"kmsg", NULL, NULL, ""},
    {"last_state", NULL, NULL, ""},
    {"stderr", NULL, NULL, ""},

    {"time", "elapsed_time", NULL, "s"},
    {"time", "system_time", NULL, "s"},
    {"time", "user_time", NULL, "s"},
    {"time", "percent_of_cpu", NULL, "%"},
    {"time", "page_size", NULL, "B"},
    {"time", "exit_status", NULL, ""},
    {"time", NULL, "_size", "kB"},
    {"time", NULL, NULL, "count"},

    {NULL, NULL, "%", "%"},
    {NULL, NULL, "_pct", "%"},
    {NULL, NULL, ".percent", "%"},
    {NULL, NULL, "ms/op", "ms/op"},
    {NULL, NULL, "_MBps", "MB/s"},
    {NULL, NULL, "_Mbps", "Mbit/s"},
    {NULL, NULL, "MB/s", "MB/s"},
    {NULL, NULL, "MB/sec", "MB/s"},
    {NULL, NULL, "MB_s", "MB/s"},
    {NULL, NULL, "mb/s", "MB/s"},
    {NULL, NULL, "mb_s", "MB/s"},
    {NULL, NULL, "/s", "/s"},
    {NULL, NULL, "/sec", "/s"},
    {NULL, NULL, "per_sec", "/s"},
    {NULL, NULL, "per_second", "/s"},
    {NULL, NULL, "_iops", "/s"},
    {NULL, NULL, ".iops", "/s"},
    {NULL, NULL, "_tps", "/s"},
    {NULL, NULL, "-per-min", "/min"},
    {NULL, NULL, "_ns", "ns"},
    {NULL, NULL, ".ns", "ns"},
    {NULL, NULL, "_us", "us"},
    {NULL, NULL, ".us", "us"},
    {NULL, NULL, "_usec", "us"},
    {NULL, NULL, "_ms", "ms"},
    {NULL, NULL, ".ms", "ms"},
    {NULL, NULL, "_msec", "ms"},
    {NULL, NULL, "_secs", "s"},
    {NULL, NULL, ".seconds", "s"},
    {NULL, NULL, "_seconds", "s"},
    {NULL, NULL, ".KB", "kB"},
    {NULL, NULL, "Gflops", "Gflop/s"},
    {NULL, NULL, "Tflops", "Tflop/s"},
};

/* The counters of /proc/vmstat and the nodes' vmstat: nr_* are pages, but for these. */
static const struct {
	const char *prefix, *unit;
} vmstat_units[] = {
    {"nr_kernel_stack", "kB"},
    {"nr_shadow_call_stack", "kB"},
    {"nr_tlb_", "count"},
    {"nr_foll_pin_", "count"},
    {"nr_vmscan_", "count"},
    {"nr_", "pages"},
    {"", "count"},
};

static struct pl_text vmstat_unit(struct pl_text key)
{
	for (size_t i = 0; i < G_N_ELEMENTS(vmstat_units); i++)
		if (pl_text_starts(key, pl_text_of(vmstat_units[i].prefix)))
			return pl_text_of(vmstat_units[i].unit);
	return PL_TEXT_NONE;
}

/* name as FAMILY.KEY; false where it has no point, or before it no word (`1.5`, `Hmean 1.5`). */
static bool split(struct pl_text name, struct pl_text *family_out, struct pl_text *key_out)
{
	static const struct pl_text time = PL_TEXT("time.");
	const char *point = name.len ? memchr(name.ptr, '.', name.len) : NULL;
	size_t length = (size_t)(point ? point - name.ptr : 0);

	if (!length || length + 1 == name.len || !g_ascii_isalpha(name.ptr[0]) ||
	    memchr(name.ptr, ' ', length))
		return false;
	*family_out = pl_text_slice(name, 0, length);
	*key_out = pl_text_slice(name, length + 1, name.len);
	if (pl_text_starts(*key_out, time) && key_out->len > time.len) {
		*family_out = pl_text_slice(*key_out, 0, time.len - 1);
		*key_out = pl_text_slice(*key_out, time.len, key_out->len);
	}
	return true;
}

struct pl_text pl_metric_family(struct pl_text name)
{
	struct pl_text family, key;

	return split(name, &family, &key) ? family : PL_TEXT_NONE;
}

struct pl_text pl_metric_unit(struct pl_text name)
{
	static const struct pl_text largest = PL_TEXT(".max");
	struct pl_text family, key;

	if (!split(name, &family, &key))
		return PL_TEXT_NONE;
	if (pl_text_ends(key, largest)) /* of a test's runs or of a disk's samples */
		key.len -= largest.len;
	if (pl_text_equal(family, PL_TEXT("proc-vmstat")))
		return vmstat_unit(key);
	if (pl_text_equal(family, PL_TEXT("numa-vmstat"))) {
		const char *point =
		    pl_text_starts(key, PL_TEXT("node")) ? memchr(key.ptr, '.', key.len) : NULL;

		return vmstat_unit(
		    point ? pl_text_slice(key, (size_t)(point + 1 - key.ptr), key.len) : key);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
		const struct rule *rule = &rules[i];

		if (rule->family && !pl_text_equal(family, pl_text_of(rule->family)))
			continue;
		if (rule->prefix && !pl_text_starts(key, pl_text_of(rule->prefix)))
			continue;
		if (rule->suffix && !pl_text_ends(key, pl_text_of(rule->suffix)))
			continue;
		return *rule->unit ? pl_text_of(rule->unit) : PL_TEXT_NONE;
	}
	return PL_TEXT_NONE;
}
