/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is looked for: the functions and metrics of a report, or of a mail's records. */
#include "similar.h"

#include <sqlite3.h>

#include <perflore/function_name.h>

/* Words of a text that are looked up. */
enum { MOST_WORDS = 100000 };

static struct pl_text text_at(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return (struct pl_text){text, text ? (size_t)sqlite3_column_bytes(statement, column) : 0};
}

void pl_similar_add(struct pl_similar *similar, struct pl_text name, bool is_function,
		    double change)
{
	char *key = g_strdup_printf("%c%.*s", is_function ? 'f' : 'm', (int)name.len, name.ptr);
	size_t known = GPOINTER_TO_SIZE(g_hash_table_lookup(similar->by_name, key));
	struct pl_feature *feature;

	if (known) {
		similar->features[known - 1].change += change;
		g_free(key);
		return;
	}
	feature = PL_PUSH(similar->arena, similar->features, similar->n_features);
	feature->name = pl_arena_copy(similar->arena, name);
	feature->is_function = is_function;
	feature->change = change;
	g_hash_table_insert(similar->by_name, key, GSIZE_TO_POINTER(similar->n_features));
}

/* Runs a statement with one key, and calls each for its rows. */
static bool each_row(struct pl_similar *similar, const char *sql, int64_t key,
		     void (*each)(struct pl_similar *similar, sqlite3_stmt *row))
{
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(pl_store_sqlite(similar->store), sql, -1, &statement, NULL);

	if (result == SQLITE_OK) {
		sqlite3_bind_int64(statement, 1, key);
		while ((result = sqlite3_step(statement)) == SQLITE_ROW)
			each(similar, statement);
	}
	sqlite3_finalize(statement);
	return result == SQLITE_DONE;
}

static void add_function(struct pl_similar *similar, sqlite3_stmt *row)
{
	pl_similar_add(similar, text_at(row, 0), true, sqlite3_column_double(row, 1));
}

static void add_metric(struct pl_similar *similar, sqlite3_stmt *row)
{
	pl_similar_add(similar, text_at(row, 0), false, sqlite3_column_double(row, 1));
}

static void exclude(struct pl_similar *similar, sqlite3_stmt *row)
{
	int64_t *id = g_new(int64_t, 1);

	*id = sqlite3_column_int64(row, 0);
	g_hash_table_add(similar->excluded, id);
}

static void describe(struct pl_similar *similar, sqlite3_stmt *row)
{
	if (similar->testcase.len || similar->tbox.len || similar->culprit.len)
		return;
	similar->testcase = pl_arena_copy(similar->arena, text_at(row, 0));
	similar->tbox = pl_arena_copy(similar->arena, text_at(row, 1));
	similar->culprit = pl_arena_copy(similar->arena, text_at(row, 2));
}

static enum pl_status check(const struct pl_similar *similar, struct pl_error *error)
{
	if (similar->n_features)
		return PL_OK;
	return pl_fail(error, PL_NOTHING, "it has no row that names a function or metric to go by");
}

/* Rows of a column alone count as well: a profile says which functions, not what changed. */
#define FUNCTIONS(condition)                                                                       \
	"SELECT n.bare, total(r.change) FROM metric_table t JOIN metric_row r ON "                 \
	"r.metric_table = t.id JOIN metric_function g ON g.metric = r.metric JOIN function n ON "  \
	"n.id = g.function WHERE " condition " = ?1 AND r.compared < 2 GROUP BY n.bare ORDER BY 1"
#define METRICS(condition)                                                                         \
	"SELECT n.name, total(r.change) FROM metric_table t JOIN metric_row r ON "                 \
	"r.metric_table = t.id JOIN metric n ON n.id = r.metric WHERE " condition                  \
	" = ?1 AND r.compared = 1 AND r.change IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "         \
	"metric_function WHERE metric = n.id) GROUP BY n.id ORDER BY 1"
#define REPORTS(column) "SELECT " column " FROM report p LEFT JOIN machine a ON a.id = p.machine "

enum pl_status pl_similar_to_shown(struct pl_similar *similar, const struct pl_shown *shown,
				   struct pl_error *error)
{
	sqlite3_stmt *find = NULL;
	int64_t report = 0;
	bool good = true;

	if (shown->report < 0) {
		good = each_row(similar, FUNCTIONS("t.message"), shown->message, add_function) &&
		       each_row(similar, METRICS("t.message"), shown->message, add_metric) &&
		       each_row(similar, REPORTS("ifnull(p.copy_of, p.id)") "WHERE p.message = ?1",
				shown->message, exclude) &&
		       each_row(similar,
				"SELECT DISTINCT ifnull(p.copy_of, p.id) FROM metric_table t JOIN "
				"report p ON p.id = t.owner WHERE t.message = ?1",
				shown->message, exclude) &&
		       each_row(similar,
				REPORTS("p.testcase, a.tbox, p.culprit") "WHERE p.message = ?1 "
									 "ORDER BY p.position",
				shown->message, describe);
		return good ? check(similar, error)
			    : pl_store_fail(similar->store, "comparing reports", error);
	}
	good = sqlite3_prepare_v2(pl_store_sqlite(similar->store),
				  "SELECT ifnull(copy_of, id) FROM report WHERE message = ?1 AND "
				  "position = ?2",
				  -1, &find, NULL) == SQLITE_OK;
	if (good) {
		sqlite3_bind_int64(find, 1, shown->message);
		sqlite3_bind_int64(find, 2, shown->report);
		good = sqlite3_step(find) == SQLITE_ROW;
		report = sqlite3_column_int64(find, 0);
	}
	sqlite3_finalize(find);
	good = good && each_row(similar, FUNCTIONS("t.owner"), report, add_function) &&
	       each_row(similar, METRICS("t.owner"), report, add_metric) &&
	       each_row(similar, REPORTS("p.id") "WHERE p.id = ?1", report, exclude) &&
	       each_row(similar, REPORTS("p.testcase, a.tbox, p.culprit") "WHERE p.id = ?1", report,
			describe);
	return good ? check(similar, error)
		    : pl_store_fail(similar->store, "comparing reports", error);
}

static void add_row(struct pl_similar *similar, const struct pl_row *row, size_t n_columns)
{
	const struct pl_cell *head = row->n_cells > 1 ? &row->cells[1] : NULL;
	bool has_change = head && head->has & PL_HAS_CHANGE;

	for (size_t i = 0; i < row->functions.n; i++)
		pl_similar_add(similar, pl_function_bare(row->functions.v[i]), true,
			       has_change ? head->change : 0);
	if (!row->functions.n && row->metric.len && n_columns > 1 && has_change)
		pl_similar_add(similar, row->metric, false, head->change);
}

static void describe_table(struct pl_similar *similar, const struct pl_table *table)
{
	for (size_t i = 0; i < table->axes.n; i++) {
		const struct pl_param *axis = &table->axes.v[i];

		if (!similar->testcase.len && pl_text_equal(axis->key, PL_TEXT("testcase")))
			similar->testcase = pl_arena_copy(similar->arena, axis->value);
		if (!similar->tbox.len && pl_text_equal(axis->key, PL_TEXT("tbox_group")))
			similar->tbox = pl_arena_copy(similar->arena, axis->value);
	}
}

static bool is_name_byte(char c)
{
	return g_ascii_isalnum(c) || c == '_' || c == '.';
}

/* The words of a text that are functions of the database. */
static bool add_known_words(struct pl_similar *similar, struct pl_text text, size_t *words)
{
	sqlite3_stmt *find = NULL;
	int result = sqlite3_prepare_v2(pl_store_sqlite(similar->store),
					"SELECT bare FROM function WHERE name = ?1 OR bare = ?1 "
					"LIMIT 1",
					-1, &find, NULL);

	for (size_t at = 0; result != SQLITE_ERROR && at < text.len && *words < MOST_WORDS;) {
		size_t from = at;

		while (at < text.len && is_name_byte(text.ptr[at]))
			at++;
		if (at == from) {
			at++;
			continue;
		}
		if (g_ascii_isdigit(text.ptr[from]))
			continue;
		++*words;
		sqlite3_bind_text(find, 1, text.ptr + from, (int)(at - from), SQLITE_STATIC);
		result = sqlite3_step(find);
		if (result == SQLITE_ROW)
			pl_similar_add(similar, text_at(find, 0), true, 0);
		sqlite3_reset(find);
	}
	sqlite3_finalize(find);
	return result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW;
}

enum pl_status pl_similar_to_message(struct pl_similar *similar, const struct pl_message *message,
				     struct pl_error *error)
{
	size_t words = 0;

	for (size_t i = 0; i < message->n_tables; i++) {
		const struct pl_table *table = &message->tables[i];

		for (size_t j = 0; j < table->n_rows; j++)
			add_row(similar, &table->rows[j], table->n_columns);
	}
	if (message->n_reports) {
		const struct pl_report *report = &message->reports[0];

		similar->testcase = pl_arena_copy(similar->arena, report->testcase);
		similar->tbox = pl_arena_copy(similar->arena, report->machine.tbox);
		similar->culprit = pl_arena_copy(similar->arena, report->culprit.id);
	}
	for (size_t i = 0; i < message->n_tables; i++)
		describe_table(similar, &message->tables[i]);
	for (size_t i = 0; !similar->n_features && i < message->mail->n_parts; i++)
		if (!add_known_words(similar, message->mail->parts[i].text, &words))
			return pl_store_fail(similar->store, "comparing reports", error);
	return check(similar, error);
}
