/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "row_test.h"

#include "measurement.h"

enum order {
	ORDER_UNKNOWN,
	ORDER_BOX_LAST,
	ORDER_BOX_FIRST,
};

#define MAX_PIECES 4

/* The pieces between slashes, the last of them with all that is left; their number. */
static size_t split(struct pl_text test, struct pl_text pieces[MAX_PIECES])
{
	size_t n = 0, from = 0;

	for (size_t i = 0; i < test.len && n < MAX_PIECES - 1; i++)
		if (test.ptr[i] == '/') {
			pieces[n++] = pl_text_slice(test, from, i);
			from = i + 1;
		}
	pieces[n++] = pl_text_slice(test, from, test.len);
	return n;
}

/* `micro`, `debug2`: the group of jobs that a test was run with */
static bool is_group(struct pl_text piece)
{
	return pl_text_equal(piece, PL_TEXT("micro")) || pl_text_starts(piece, PL_TEXT("debug"));
}

static void box_first(struct pl_text test, struct pl_row_test *found)
{
	struct pl_text pieces[MAX_PIECES];
	size_t n = split(test, pieces);

	if (n < 3)
		return;
	found->tbox = pieces[0];
	if (n == 3 || pl_benchmark_in(pieces[1]))
		found->testcase = pieces[1];
	else if (is_group(pieces[1]))
		found->testcase = pieces[2];
}

static void box_last(struct pl_text test, struct pl_row_test *found)
{
	size_t first = 0, last = test.len;

	while (first < test.len && test.ptr[first] != '/')
		first++;
	while (last > first && test.ptr[last - 1] != '/')
		last--;
	if (last < first + 2)
		return;
	found->testcase = pl_text_slice(test, 0, first);
	found->tbox = pl_text_slice(test, last, test.len);
}

/* The table's head says in which order a test is printed. */
static bool head_says(const struct pl_message *message, const struct pl_table *table)
{
	const struct pl_lines *lines = &message->lines[table->part];

	for (size_t i = pl_find_line(lines, table->line);
	     i < lines->n && lines->v[i].number < table->rows[0].line; i++)
		if (pl_text_find(lines->v[i].text, "testcase/testparams/testbox"))
			return true;
	return false;
}

static enum order order_of(const struct pl_row *aggregate)
{
	if (aggregate->aggregate == PL_AGGREGATE_GEO_MEAN)
		return ORDER_BOX_LAST;
	return aggregate->kind == PL_ROW_STAT ? ORDER_BOX_FIRST : ORDER_UNKNOWN;
}

/* What is the same of n rows in a line, for the row behind them. */
static void take_common(struct pl_row_test *tests, size_t n)
{
	struct pl_row_test *common = tests + n;

	*common = tests[0];
	for (size_t i = 1; i < n; i++) {
		if (!pl_text_equal(tests[i].testcase, common->testcase))
			common->testcase = PL_TEXT_NONE;
		if (!pl_text_equal(tests[i].tbox, common->tbox))
			common->tbox = PL_TEXT_NONE;
	}
}

struct pl_row_test *pl_row_tests(struct pl_arena *arena, const struct pl_message *message,
				 const struct pl_table *table)
{
	struct pl_row_test *tests = NULL;
	bool head = false;

	for (size_t i = 0; i < table->n_rows; i++) {
		enum order order = ORDER_UNKNOWN;
		size_t first = i;

		while (i < table->n_rows && table->rows[i].test.len)
			i++;
		if (i == first)
			continue;
		if (!tests) {
			tests = pl_arena_alloc(arena, table->n_rows * sizeof(*tests));
			head = head_says(message, table);
		}
		if (head)
			order = ORDER_BOX_LAST;
		else if (i < table->n_rows)
			order = order_of(&table->rows[i]);
		for (size_t k = first; k < i; k++) {
			tests[k].own = true;
			if (order == ORDER_BOX_LAST)
				box_last(table->rows[k].test, &tests[k]);
			else if (order == ORDER_BOX_FIRST)
				box_first(table->rows[k].test, &tests[k]);
		}
		if (i < table->n_rows && table->rows[i].aggregate != PL_AGGREGATE_NONE)
			take_common(tests + first, i - first);
	}
	return tests;
}

static bool ends_piece(struct pl_text text, size_t i)
{
	return i == text.len || text.ptr[i] == '-' || text.ptr[i] == '/';
}

static bool has_value(struct pl_text text, const struct pl_param *parameter)
{
	for (size_t i = 0; i < text.len; i++) {
		struct pl_text rest = pl_text_slice(text, i, text.len);

		if (i && text.ptr[i - 1] != '-' && text.ptr[i - 1] != '/')
			continue;
		if (pl_text_starts(rest, parameter->key) && rest.len > parameter->key.len &&
		    rest.ptr[parameter->key.len] == '=')
			rest = pl_text_slice(rest, parameter->key.len + 1, rest.len);
		if (pl_text_starts(rest, parameter->value) &&
		    ends_piece(rest, parameter->value.len))
			return true;
	}
	return false;
}

bool pl_row_test_has(struct pl_text text, const struct pl_params *parameters)
{
	for (size_t i = 0; i < parameters->n; i++)
		if (!pl_text_equal(parameters->v[i].key, PL_TEXT("ucode")) &&
		    !has_value(text, &parameters->v[i]))
			return false;
	return true;
}
