/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel test robot writes. */
#include "body.h"

#include <math.h>
#include <string.h>

#include "names.h"

#define RULE                                                                                       \
	"========================================================================================" \
	"="

struct machine {
	char *tbox; /* lkp-icl-2sp2 */
	const char *text;
};

static struct machine draw_machine(GRand *random)
{
	const char *name = names_draw(random, NAME_MACHINE, true);
	const char *colon = strstr(name, ": ");

	return (struct machine){g_strndup(name, colon - name), colon + 2};
}

/* A mean and its deviation as the printer has them, 16 columns wide. */
static char *cell(double value, double deviation)
{
	char *number, *with;

	if (value >= 1e7)
		number = g_strdup_printf("%.4g", value);
	else if (value >= 1000)
		number = g_strdup_printf("%.0f", value);
	else
		number = g_strdup_printf("%.2f", value);
	with = deviation >= 2 ? g_strdup_printf("%10s \302\261%3.0f%%", number, MIN(deviation, 300))
			      : g_strdup_printf("%10s      ", number);
	g_free(number);
	return with;
}

/* The row of a metric; the values are drawn. */
static void stat_row(struct body *body, GRand *random, const char *metric, double percent)
{
	size_t length = strlen(metric);
	bool absolute = strstr(metric, "perf-profile") || metric[length - 1] == '%';
	double base = absolute ? draw_lognormal(random, 1, 1) : draw_lognormal(random, 2000, 4);
	double head = base * (1 + percent / 100);
	char *left, *right, *change;

	base = MAX(base, 0.02);
	head = MAX(head, 0.01);
	left = cell(base, draw_lognormal(random, 2, 1));
	right = cell(head, draw_lognormal(random, 2, 1));
	change = absolute ? g_strdup_printf("%+.1f", head - base)
			  : g_strdup_printf("%+.1f%%", (head / base - 1) * 100);
	body_printf(body, LINE_LKP_ROW, "%s %10s %s  %s", left, change, right, metric);
	g_free(left);
	g_free(right);
	g_free(change);
}

static char *draw_metric(GRand *random)
{
	const char *name = names_draw(random, NAME_METRIC, true);
	GString *metric;
	int functions;

	if (*name != '@')
		return g_strdup(name);
	metric = g_string_new(name + 1);
	functions = strstr(name, "calltrace") ? g_rand_int_range(random, 2, 6) : 1;
	for (int i = 0; i < functions; i++)
		g_string_append_printf(metric, "%s%s", i ? "." : "",
				       names_draw(random, NAME_FUNCTION, i % 2 == 0));
	return g_string_free(metric, FALSE);
}

static void robot_greeting(struct body *body)
{
	body_add(body, LINE_PLAIN, "");
	body_add(body, LINE_PLAIN, "");
	body_add(body, LINE_PLAIN, "Hello,");
	body_add(body, LINE_PLAIN, "");
}

/* The block above a table's columns: its axes and its commits. */
static void table_head(struct body *body, GRand *random, const char *testcase,
		       const struct machine *machine, const char *id, const char *title)
{
	char *base = make_id(random), *base_title = make_title(random);

	body_add(body, LINE_WHOLE, RULE);
	body_add(body, LINE_WHOLE, "compiler/cpufreq_governor/kconfig/rootfs/tbox_group/testcase:");
	body_printf(body, LINE_WHOLE,
		    "  gcc-12/performance/x86_64-rhel-8.3/debian-12-x86_64-20240206.cgz/%s/%s",
		    machine->tbox, testcase);
	body_add(body, LINE_WHOLE, "");
	body_add(body, LINE_WHOLE, "commit: ");
	body_printf(body, LINE_WHOLE, "  %.10s (\"%s\")", base, base_title);
	body_printf(body, LINE_WHOLE, "  %.10s (\"%s\")", id, title);
	body_add(body, LINE_WHOLE, "");
	body_printf(body, LINE_WHOLE, "%.16s %.27s ", base, id);
	body_add(body, LINE_WHOLE, "---------------- --------------------------- ");
	g_free(base);
	g_free(base_title);
}

static void robot_end(struct body *body)
{
	body_add(body, LINE_PLAIN, "");
	body_add(body, LINE_PLAIN, "");
	body_add(body, LINE_PLAIN, "Disclaimer:");
	body_add(body, LINE_PLAIN,
		 "Results have been estimated based on internal analysis and are provided");
	body_add(body, LINE_PLAIN, "for informational purposes only.");
	body_add(body, LINE_PLAIN, "");
	body_add(body, LINE_PLAIN, "-- ");
	body_add(body, LINE_PLAIN, "0-DAY CI Kernel Test Service");
}

static void commit_lines(struct body *body, const char *id, const char *title)
{
	body_add(body, LINE_WHOLE, "");
	body_printf(body, LINE_WHOLE, "commit: %s (\"%s\")", id, title);
	body_add(body, LINE_WHOLE,
		 "https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git master");
	body_add(body, LINE_WHOLE, "");
}

static void tag_lines(struct body *body)
{
	body_add(body, LINE_WHOLE,
		 "If you fix the issue in a separate patch/commit (i.e. not just a new");
	body_add(body, LINE_WHOLE, "version of the same patch/commit), kindly add following tags");
	body_add(body, LINE_WHOLE, "| Reported-by: kernel test robot <robot@example.org>");
	body_add(body, LINE_WHOLE, "");
}

char *write_performance(struct body *body, GRand *random, const char *id, const char *title)
{
	const char *testcase = names_draw(random, NAME_TESTCASE, true);
	struct machine machine = draw_machine(random);
	char *metric =
	    g_strdup_printf("%s.%s.ops_per_sec", testcase, names_draw(random, NAME_WORD, false));
	double percent = draw_between(random, 9, 0.8, 1, 80);
	bool worse = g_rand_int_range(random, 0, 4) != 0;
	const char *verdict = worse ? "regression" : "improvement";
	int rows = (int)draw_between(random, 200, 1.2, 5, 3000);
	GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	char *subject;

	percent *= worse ? -1 : 1;
	subject = g_strdup_printf("[linus:master] [%.*s] %.10s:  %s %.1f%% %s",
				  (int)strcspn(title, ":"), title, id, metric, percent, verdict);
	robot_greeting(body);
	body_printf(body, LINE_PERFORMANCE,
		    "kernel test robot noticed a %.1f%% %s of %s on:", percent, verdict, metric);
	body_add(body, LINE_WHOLE, "");
	commit_lines(body, id, title);
	body_printf(body, LINE_WHOLE, "testcase: %s", testcase);
	body_add(body, LINE_WHOLE, "config: x86_64-rhel-8.3");
	body_add(body, LINE_WHOLE, "compiler: gcc-12");
	body_printf(body, LINE_WHOLE, "test machine: %s", machine.text);
	body_add(body, LINE_WHOLE, "parameters:");
	body_add(body, LINE_WHOLE, "");
	body_add(body, LINE_WHOLE, "\tnr_threads: 100%");
	body_add(body, LINE_WHOLE, "\ttesttime: 60s");
	body_add(body, LINE_WHOLE, "\tcpufreq_governor: performance");
	body_add(body, LINE_WHOLE, "");
	body_add(body, LINE_WHOLE, "");
	tag_lines(body);
	body_add(body, LINE_WHOLE, "Details are as below:");
	body_add(body, LINE_WHOLE, "");
	table_head(body, random, testcase, &machine, id, title);
	body_add(body, LINE_WHOLE, "         %stddev     %change         %stddev");
	body_add(body, LINE_WHOLE, "             \\          |                \\  ");
	stat_row(body, random, metric, percent);
	for (int i = 1; i < rows; i++) {
		char *other = draw_metric(random);

		/* A table has a metric once; when none is found, the table is full. */
		for (int tries = 0; tries < 50 && g_hash_table_contains(seen, other); tries++) {
			g_free(other);
			other = draw_metric(random);
		}
		if (!g_hash_table_add(seen, other))
			break;
		stat_row(body, random, other,
			 (g_rand_int_range(random, 0, 2) ? 1 : -1) *
			     draw_between(random, 12, 1, 0, 95));
	}
	robot_end(body);
	g_hash_table_destroy(seen);
	g_free(machine.tbox);
	g_free(metric);
	return subject;
}

char *write_functional(struct body *body, GRand *random, const char *id, const char *title)
{
	const char *testcase = names_draw(random, NAME_TESTCASE, true);
	struct machine machine = draw_machine(random);
	char *problem = g_strdup_printf(
	    "WARNING:at_%s/%s.c:#%s", names_draw(random, NAME_WORD, true),
	    names_draw(random, NAME_WORD, false), names_draw(random, NAME_FUNCTION, true));
	int rows = g_rand_int_range(random, 1, 4);
	char *subject = g_strdup_printf("[linus:master] [%.*s] %.10s: %s", (int)strcspn(title, ":"),
					title, id, problem);

	robot_greeting(body);
	body_printf(body, LINE_FUNCTIONAL, "kernel test robot noticed \"%s\" on:", problem);
	body_add(body, LINE_WHOLE, "");
	commit_lines(body, id, title);
	body_printf(body, LINE_WHOLE, "in testcase: %s", testcase);
	body_add(body, LINE_WHOLE, "with following parameters:");
	body_add(body, LINE_WHOLE, "");
	body_add(body, LINE_WHOLE, "\truntime: 300s");
	body_add(body, LINE_WHOLE, "");
	body_printf(body, LINE_WHOLE, "on test machine: %s", machine.text);
	body_add(body, LINE_WHOLE, "");
	tag_lines(body);
	table_head(body, random, testcase, &machine, id, title);
	body_add(body, LINE_WHOLE, "       fail:runs  %reproduction    fail:runs");
	body_add(body, LINE_WHOLE, "           |             |             |    ");
	for (int i = 0; i < rows; i++) {
		int runs = g_rand_int_range(random, 5, 20),
		    fails = g_rand_int_range(random, 1, runs);

		body_printf(body, LINE_LKP_ROW,
			    "           :%-4d      %5.0f%%       %5d:%-4d  dmesg.RIP:%s", runs,
			    100.0 * fails / runs, fails, runs,
			    names_draw(random, NAME_FUNCTION, false));
	}
	body_add(body, LINE_PLAIN, "");
	for (int i = 0; i < 30; i++)
		body_printf(body, LINE_PLAIN, "[ %4d.%06d][ T%4d]  %s+0x%x/0x%x", 20 + i / 9,
			    g_rand_int_range(random, 0, 1000000), 1234,
			    names_draw(random, NAME_FUNCTION, true),
			    g_rand_int_range(random, 1, 255), g_rand_int_range(random, 256, 4000));
	robot_end(body);
	g_free(machine.tbox);
	g_free(problem);
	return subject;
}

char *write_build(struct body *body, GRand *random, const char *id, const char *title)
{
	const char *directory = names_draw(random, NAME_WORD, false);
	const char *file = names_draw(random, NAME_WORD, false);
	const char *function = names_draw(random, NAME_FUNCTION, false);
	char *head = make_id(random);
	int line = g_rand_int_range(random, 10, 3000);
	char *subject =
	    g_strdup_printf("[linus:master 1/3] %s/%s.c:%d:%d: error: implicit declaration "
			    "of function '%s'",
			    directory, file, line, 9, function);

	body_add(
	    body, LINE_WHOLE,
	    "tree:   https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git master");
	body_printf(body, LINE_WHOLE, "head:   %s", head);
	body_printf(body, LINE_WHOLE, "commit: %s [1/3] %s", id, title);
	body_add(body, LINE_WHOLE, "config: x86_64-allyesconfig");
	body_add(body, LINE_WHOLE, "compiler: gcc-12 (Debian 12.2.0-14) 12.2.0");
	body_add(body, LINE_WHOLE, "");
	tag_lines(body);
	body_add(body, LINE_BUILD, "All errors (new ones prefixed by >>):");
	body_add(body, LINE_WHOLE, "");
	body_printf(body, LINE_WHOLE, "   %s/%s.c: In function '%s':", directory, file, function);
	body_printf(body, LINE_WHOLE,
		    ">> %s/%s.c:%d:9: error: implicit declaration of function '%s' "
		    "[-Werror=implicit-function-declaration]",
		    directory, file, line, function);
	body_add(body, LINE_PLAIN, "");
	body_add(body, LINE_PLAIN, "-- ");
	body_add(body, LINE_PLAIN, "0-DAY CI Kernel Test Service");
	g_free(head);
	return subject;
}
