/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers and texts as RFC 8785 wants them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <perflore/json.h>

static void test_numbers(void **state)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {
	    {0, "0"},
	    {-0.0, "0"},
	    {1, "1"},
	    {-1, "-1"},
	    {9.1, "9.1"},
	    {0.09, "0.09"},
	    {8.866e+08, "886600000"},
	    {1.124e+09, "1124000000"},
	    {6.2e+05, "620000"},
	    {1e20, "100000000000000000000"},
	    {1e21, "1e+21"},
	    {1.5e21, "1.5e+21"},
	    {123456789012345678.0, "123456789012345680"},
	    {9007199254740993.0, "9007199254740992"},
	    {0.000001, "0.000001"},
	    {1e-7, "1e-7"},
	    {1.25e-7, "1.25e-7"},
	    {0.1 + 0.2, "0.30000000000000004"},
	    {1.0 / 3, "0.3333333333333333"},
	    {5e-324, "5e-324"},
	    {1.7976931348623157e308, "1.7976931348623157e+308"},
	    {-123.456, "-123.456"},
	    {4.35, "4.35"},
	    {2.5e-5, "0.000025"},
	};
	char buffer[32];

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		assert_string_equal(pl_json_format_number(cases[i].value, buffer), cases[i].text);
}

/* Digits divided by a power of ten are written as printf writes them, without zeros at the end. */
static void test_decimals(void **state)
{
	GRand *random = g_rand_new_with_seed(1);
	char buffer[32], printed[32];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		const int decimals = g_rand_int_range(random, 0, 8);
		const double most = pow(10, g_rand_int_range(random, 1, 13));
		const double value =
		    floor(g_rand_double_range(random, -most, most)) / pow(10, decimals);
		size_t length;

		g_snprintf(printed, sizeof(printed), "%.*f", decimals, value);
		length = strlen(printed);
		while (strchr(printed, '.') && strchr("0.", printed[length - 1])) {
			const bool point = printed[--length] == '.';

			printed[length] = '\0';
			if (point)
				break;
		}
		if (fabs(value) >= 1e-6)
			assert_string_equal(pl_json_format_number(value, buffer), printed);
	}
	g_rand_free(random);
}

static void expect_text(struct pl_text text, const char *expected)
{
	GString *out = g_string_new(NULL);
	struct pl_json json;

	pl_json_init(&json, out);
	pl_json_text(&json, text);
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
}

static void test_texts(void **state)
{
	(void)state;
	expect_text(PL_TEXT_NONE, "\"\"");
	expect_text(PL_TEXT("a \"b\" \\ /"), "\"a \\\"b\\\" \\\\ /\"");
	expect_text(PL_TEXT("\b\t\n\f\r\v\x1b\x7f"), "\"\\b\\t\\n\\f\\r\\u000b\\u001b\\u007f\"");
	expect_text(PL_TEXT("a\0b"), "\"a\\u0000b\"");
	/* a C1 control (CSI) acts on terminals too */
	expect_text(PL_TEXT("\xC2\x9B"), "\"\\u009b\"");
	expect_text(PL_TEXT("\xC2\xB1 \xE2\x80\x9C"), "\"\xC2\xB1 \xE2\x80\x9C\"");
	/* bytes that are no UTF-8, one by one */
	expect_text(PL_TEXT("x\xB1y\xC2"), "\"x\xEF\xBF\xBDy\xEF\xBF\xBD\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_decimals),
	    cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
