/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers, units and words of tables that people write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "recognizers/bench_text.h"

static struct pl_text text_of(const char *string)
{
	return pl_text_of(string);
}

static void test_number_length(void **state)
{
	static const struct {
		const char *text;
		size_t length;
	} cases[] = {
	    {"12", 2},		 {"12.5 ms", 4},    {"-3.4%", 4},
	    {"+80.7%", 5},	 {"1,234,567", 9},  {"1,234.5", 7},
	    {"0,748", 5},	 {"26311,000", 9},  {"43.367.405,59", 13},
	    {"103.822.081", 11}, {"8.9e+08", 7},    {"1e", 1},
	    {"5.5.0-rc7", 0},	 {"1,23,4", 0},	    {"v3.7", 0},
	    {".5", 2},		 {"-", 0},	    {"", 0},
	    {"12. ", 2},	 {"1,234,5678", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		size_t length = bench_number_at(text_of(cases[i].text));

		if (length != cases[i].length)
			fail_msg("%s: %zu", cases[i].text, length);
	}
}

static void test_number_value(void **state)
{
	static const struct {
		const char *text;
		bool comma;
		double value;
	} cases[] = {
	    {"3,806,419,082", false, 3806419082.},
	    {"1,234.5", false, 1234.5},
	    {"0,748", true, 0.748},
	    {"26311,000", true, 26311},
	    {"43.367.405,59", true, 43367405.59},
	    {"103.822.081", false, 103822081},
	    {"832.364", true, 832364},
	    {"12.5", true, 12.5},
	    {"- 3", false, -3},
	    {"8.9e+08", false, 890000000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double value = bench_number_value(text_of(cases[i].text), cases[i].comma);

		if (value != cases[i].value)
			fail_msg("%s: %g", cases[i].text, value);
	}
}

static void test_decimal_comma(void **state)
{
	(void)state;
	assert_true(bench_number_proves_comma(text_of("0,748")));
	assert_true(bench_number_proves_comma(text_of("0,15")));
	assert_true(bench_number_proves_comma(text_of("26311,000")));
	assert_true(bench_number_proves_comma(text_of("7.393,5")));
	assert_false(bench_number_proves_comma(text_of("1,315")));
	assert_false(bench_number_proves_comma(text_of("1,315,000")));
	assert_false(bench_number_proves_comma(text_of("1.315")));
}

static void test_clock(void **state)
{
	double seconds;

	(void)state;
	assert_int_equal(bench_clock_at(text_of("0m17.482s"), &seconds), 9);
	assert_true(fabs(seconds - 17.482) < 1e-9);
	assert_int_equal(bench_clock_at(text_of("2m13,507s x"), &seconds), 9);
	assert_true(fabs(seconds - 133.507) < 1e-9);
	assert_int_equal(bench_clock_at(text_of("5m"), &seconds), 0);
	assert_int_equal(bench_clock_at(text_of("5m3"), &seconds), 0);
	assert_int_equal(bench_clock_at(text_of("5ms"), &seconds), 0);
}

static void test_units(void **state)
{
	(void)state;
	assert_true(bench_is_measured_unit(text_of("MB/s")));
	assert_true(bench_is_measured_unit(text_of("ns/op")));
	assert_true(bench_is_measured_unit(text_of("usec")));
	assert_true(bench_is_measured_unit(text_of("RPS")));
	assert_false(bench_is_measured_unit(text_of("KiB")));
	assert_true(bench_is_unit(text_of("KiB")));
	assert_false(bench_is_unit(text_of("clients")));
	assert_false(bench_is_unit(text_of("kernel/sched")));
	assert_false(bench_is_unit(PL_TEXT_NONE));
}

/* The vocabulary is searched by halves: first, last and pieces are found. */
static void test_words(void **state)
{
	(void)state;
	assert_int_equal(bench_words(text_of("%cpu")), BENCH_FOREIGN);
	assert_int_equal(bench_words(text_of("wrk")), BENCH_MEASURES);
	assert_int_equal(bench_words(text_of("Before:")), BENCH_COMPARES);
	assert_int_equal(bench_words(text_of("rd_avg_lat")) & BENCH_STATISTIC, BENCH_STATISTIC);
	assert_int_equal(bench_words(text_of("delta (%)")), BENCH_CHANGES);
	assert_int_equal(bench_words(text_of("Throughput, ops/sec")), BENCH_MEASURES);
	assert_int_equal(bench_words(text_of("w/o patches")), BENCH_COMPARES);
	assert_int_equal(bench_words(text_of("zebra apple")), 0);
}

static void test_better(void **state)
{
	(void)state;
	assert_int_equal(bench_better(text_of("time (lower is better)")), PL_BETTER_LOWER);
	assert_int_equal(bench_better(text_of("Higher is better")), PL_BETTER_HIGHER);
	assert_int_equal(bench_better(text_of("Seconds, less is better")), PL_BETTER_LOWER);
	assert_int_equal(bench_better(text_of("this is better")), PL_BETTER_NONE);
	assert_int_equal(bench_better(text_of("better")), PL_BETTER_NONE);
}

static void test_versions(void **state)
{
	(void)state;
	assert_true(bench_is_version(text_of("5.5.0-rc7")));
	assert_true(bench_is_version(text_of("v3.7")));
	assert_true(bench_is_version(text_of("6.2 + V12 + LN=0")));
	assert_true(bench_is_version(text_of("linux-next")));
	assert_false(bench_is_version(text_of("6.2")));
	assert_false(bench_is_version(text_of("12")));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_number_length), cmocka_unit_test(test_number_value),
	    cmocka_unit_test(test_decimal_comma), cmocka_unit_test(test_clock),
	    cmocka_unit_test(test_units),	  cmocka_unit_test(test_words),
	    cmocka_unit_test(test_better),	  cmocka_unit_test(test_versions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
