/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows to series, by what the rows say was measured. One of which no test and machine is known
 * shares a series only within its thread.
 */
#include <perflore/history.h>
#include <perflore/machine.h>

#include "format.h"

/* Parameters that say with what, not what and where was measured. Compilers
 * and root file systems change from month to month, and would part every history. */
static const char *const not_parameters[] = {"compiler", "kconfig", "rootfs", "ucode"};

struct reader {
	struct pl_arena *arena;
	GHashTable *by_key;	  /* to struct pl_series */
	GHashTable *measurements; /* to one more than the index of the point in its series */
	GPtrArray *series;
};

char *pl_history_query(const char *metric, const char *query)
{
	if (!*metric || strchr(metric, '"'))
		return NULL;
	if (!query)
		return g_strdup_printf("metric:\"%s\"", metric);
	return g_strdup_printf("metric:\"%s\" (%s)", metric, query);
}

void pl_history_options(struct pl_search_options *options_out, int64_t now)
{
	*options_out = (struct pl_search_options){
	    .what = PL_WHAT_ROWS, .sort = PL_SORT_DATE, .limit = PL_HISTORY_POINTS_MAX, .now = now};
}

static bool is_parameter(struct pl_text key)
{
	for (size_t i = 0; i < G_N_ELEMENTS(not_parameters); i++)
		if (pl_text_equal(key, pl_text_of(not_parameters[i])))
			return false;
	return true;
}

/* What the series of a row is, as texts that live as long as the row or the reader; the
 * machine is as this row spells it, and the key as all do. */
static void describe(struct reader *reader, const struct pl_found_row *row,
		     struct pl_series *series, struct pl_text *machine_key_out)
{
	const struct pl_params *params = &row->parameters;

	series->metric = row->metric;
	series->test = row->test;
	series->aggregate = row->aggregate;
	series->unit = row->unit;
	series->testcase = row->testcase;
	series->machine = row->machine.tbox.len ? row->machine.tbox : row->machine.text;
	*machine_key_out = pl_machine_key(reader->arena, &row->machine);
	if (!pl_text_equal(row->metric, row->table_title))
		series->table_title = row->table_title;
	for (size_t i = 0; i < params->n; i++)
		if (is_parameter(params->v[i].key))
			*PL_PUSH(reader->arena, series->parameters.v, series->parameters.n) =
			    params->v[i];
}

static void add_key(GString *key, struct pl_text text)
{
	g_string_append_len(key, text.ptr, (gssize)text.len);
	g_string_append_c(key, '\x1f');
}

static char *key_of(const struct pl_series *series, struct pl_text machine_key,
		    const struct pl_found_row *row)
{
	GString *key = g_string_new(NULL);
	const struct pl_text texts[] = {series->metric,	    series->test,     series->aggregate,
					series->unit,	    series->testcase, machine_key,
					series->table_title};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		add_key(key, texts[i]);
	for (size_t i = 0; i < series->parameters.n; i++) {
		add_key(key, series->parameters.v[i].key);
		add_key(key, series->parameters.v[i].value);
	}
	if (!series->testcase.len && !series->machine.len)
		add_key(key, row->mail.thread);
	return g_string_free(key, FALSE);
}

static struct pl_text copy(struct reader *reader, struct pl_text text)
{
	return pl_arena_copy(reader->arena, text);
}

/* A series of its own memory. */
static struct pl_series *keep_series(struct reader *reader, const struct pl_series *like)
{
	struct pl_series *series = pl_arena_alloc(reader->arena, sizeof(*series));

	*series = *like;
	series->metric = copy(reader, like->metric);
	series->test = copy(reader, like->test);
	series->aggregate = copy(reader, like->aggregate);
	series->unit = copy(reader, like->unit);
	series->table_title = copy(reader, like->table_title);
	series->testcase = copy(reader, like->testcase);
	series->machine = copy(reader, like->machine);
	for (size_t i = 0; i < series->parameters.n; i++) {
		struct pl_param *param = &series->parameters.v[i];

		param->key = copy(reader, param->key);
		param->value = copy(reader, param->value);
	}
	return series;
}

static void keep_cell(struct reader *reader, struct pl_found_cell *cell)
{
	cell->commit = copy(reader, cell->commit);
	cell->label = copy(reader, cell->label);
	cell->text = copy(reader, cell->text);
}

static void keep_row(struct reader *reader, const struct pl_found_row *row,
		     struct pl_found_row *kept)
{
	struct pl_text *const texts[] = {&kept->mail.message_id, &kept->mail.subject,
					 &kept->mail.from_name,	 &kept->mail.from_address,
					 &kept->mail.thread,	 &kept->kind,
					 &kept->change_unit,	 &kept->note,
					 &kept->report_id,	 &kept->verdict,
					 &kept->culprit.id,	 &kept->culprit.title,
					 &kept->outcome};

	*kept = *row;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		*texts[i] = copy(reader, *texts[i]);
	keep_cell(reader, &kept->base);
	keep_cell(reader, &kept->head);
	/* These are the series'. */
	kept->table_title = kept->unit = kept->metric = kept->test = kept->aggregate =
	    kept->testcase = PL_TEXT_NONE;
	kept->culprit.tree = kept->culprit.branch = PL_TEXT_NONE;
	kept->machine = (struct pl_machine){0};
	kept->parameters = (struct pl_params){0};
	kept->functions = kept->subsystems = (struct pl_texts){0};
}

static bool is_zero(const struct pl_found_cell *cell)
{
	return !cell->value && !cell->fails;
}

/* Commits are as long as the mails have them. */
static void add_cell_key(GString *key, const struct pl_found_cell *cell)
{
	char value[32], stddev[32];

	g_string_append_printf(key, "%.*s %x %s %s %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " ",
			       (int)MIN(cell->commit.len, 7), cell->commit.ptr, cell->has,
			       pl_json_format_number(cell->value, value),
			       pl_json_format_number(cell->stddev_pct, stddev), cell->fails,
			       cell->runs);
	add_key(key, cell->text);
}

/* The same pair of values is one measurement, also in a table that has more columns. */
static char *measurement_of(const struct pl_series *series, const struct pl_found_row *row)
{
	GString *key = g_string_new(NULL);

	g_string_printf(key, "%p %d ", (const void *)series, row->has_head);
	add_cell_key(key, &row->base);
	add_cell_key(key, &row->head);
	/* That nothing was counted says nothing about where it comes from. */
	if (is_zero(&row->base) && is_zero(&row->head))
		g_string_append_printf(key, "%zu", series->n_points);
	return g_string_free(key, FALSE);
}

static double sign_of(double value)
{
	return (value > 0) - (value < 0);
}

/* Which way is better, as the verdict of a row shows it. */
static int direction_of(const struct pl_found_row *row)
{
	double step = row->change;

	if (row->base.has & row->head.has & PL_HAS_VALUE)
		step = row->head.value - row->base.value;
	else if (row->base.has & row->head.has & PL_HAS_FAILS)
		step =
		    (double)(row->head.fails * row->base.runs - row->base.fails * row->head.runs);
	return row->sign * (int)sign_of(step);
}

static void add_row(struct reader *reader, const struct pl_found_row *row)
{
	struct pl_series described = {0}, *series;
	struct pl_history_point *point;
	struct pl_text machine_key;
	size_t known;
	char *key;

	describe(reader, row, &described, &machine_key);
	key = key_of(&described, machine_key, row);
	series = g_hash_table_lookup(reader->by_key, key);
	if (!series) {
		series = keep_series(reader, &described);
		g_hash_table_insert(reader->by_key, g_strdup(key), series);
		g_ptr_array_add(reader->series, series);
	}
	g_free(key);
	if (!series->direction)
		series->direction = direction_of(row);
	key = measurement_of(series, row);
	known = GPOINTER_TO_SIZE(g_hash_table_lookup(reader->measurements, key));
	if (known) {
		series->points[known - 1].row.copies += row->copies + 1;
		g_free(key);
		return;
	}
	point = PL_PUSH(reader->arena, series->points, series->n_points);
	g_hash_table_insert(reader->measurements, key, GSIZE_TO_POINTER(series->n_points));
	keep_row(reader, row, &point->row);
}

static int compare_text(struct pl_text a, struct pl_text b)
{
	int order = memcmp(a.len ? a.ptr : "", b.len ? b.ptr : "", MIN(a.len, b.len));

	return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* Where all that is named is the same, parameters decide, then the oldest mail. */
static int compare_series(const void *left, const void *right)
{
	const struct pl_series *a = *(const struct pl_series *const *)left;
	const struct pl_series *b = *(const struct pl_series *const *)right;
	int order;

	if (a->n_points != b->n_points)
		return a->n_points < b->n_points ? 1 : -1;
	order = compare_text(a->metric, b->metric);
	if (!order)
		order = compare_text(a->testcase, b->testcase);
	if (!order)
		order = compare_text(a->machine, b->machine);
	if (!order)
		order = compare_text(a->test, b->test);
	for (size_t i = 0; !order && i < MIN(a->parameters.n, b->parameters.n); i++)
		order = compare_text(a->parameters.v[i].value, b->parameters.v[i].value);
	if (!order)
		order = compare_text(a->points[0].row.mail.message_id,
				     b->points[0].row.mail.message_id);
	return order ? order
		     : (a->points[0].row.line > b->points[0].row.line) -
			   (a->points[0].row.line < b->points[0].row.line);
}

enum pl_status pl_history_read(struct pl_search *search, struct pl_arena *arena,
			       struct pl_history *history_out, struct pl_error *error)
{
	struct reader reader = {.arena = arena};
	const struct pl_found_row *row;
	enum pl_status status = PL_OK;
	size_t rows = 0;

	*history_out = (struct pl_history){0};
	reader.by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	reader.measurements = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	reader.series = g_ptr_array_new();
	while (status == PL_OK) {
		status = pl_search_next_row(search, &row, error);
		if (status == PL_OK)
			add_row(&reader, row);
		rows += status == PL_OK;
	}
	g_ptr_array_sort(reader.series, compare_series);
	for (size_t i = 0; i < reader.series->len; i++)
		*PL_PUSH(arena, history_out->series, history_out->n_series) =
		    *(struct pl_series *)reader.series->pdata[i];
	history_out->more = pl_search_total(search) > (int64_t)rows;
	g_ptr_array_free(reader.series, TRUE);
	g_hash_table_destroy(reader.by_key);
	g_hash_table_destroy(reader.measurements);
	return status == PL_END ? PL_OK : status;
}
