/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measure. A feature is a function (without its suffix), or a metric that names
 * none; it has a weight, ln(1 + N / (1 + n)) for n other reports of N that have it. A
 * report scores the weights of what it shares: the whole where the change has the same
 * sign, half of it where a sign is not known, less a half where it is opposite. That is
 * divided by the geometric mean of both sides' weights, where features that are only the
 * other side's count the mean weight of ours.
 *
 * The rarest features come first, and are looked at until ROWS_MAX rows were: so the
 * time is bounded, whatever is asked for.
 */
#include "similar.h"

#include <math.h>

#include <sqlite3.h>

enum {
	FEATURE_ROWS_MAX = 20000, /* a feature with more rows says nothing */
	ROWS_MAX = 500000,
	CANDIDATES_MAX = 200, /* reports whose own features are counted */
};

static const double opposite = -0.5, not_known = 0.5;

/* A feature in a report. */
struct hit {
	int64_t report;
	size_t feature;
	double change;
};

struct candidate {
	int64_t report;
	size_t from, to; /* hits */
	double shared, score;
};

struct pl_similar *pl_similar_new(struct pl_store *store)
{
	struct pl_similar *similar = g_new0(struct pl_similar, 1);

	similar->store = store;
	similar->arena = pl_arena_new();
	similar->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	similar->excluded = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	similar->details = pl_details_new(store, false);
	return similar;
}

void pl_similar_free(struct pl_similar *similar)
{
	if (!similar)
		return;
	pl_details_free(similar->details);
	g_hash_table_destroy(similar->by_name);
	g_hash_table_destroy(similar->excluded);
	pl_arena_free(similar->arena);
	g_free(similar);
}

#define ROWS_OF_FUNCTION                                                                           \
	"FROM function n CROSS JOIN metric_function g ON g.function = n.id "                       \
	"CROSS JOIN metric_row r INDEXED BY metric_row_best ON r.metric = g.metric "
#define ROWS_OF_METRIC                                                                             \
	"FROM metric n CROSS JOIN metric_row r INDEXED BY metric_row_best ON r.metric = n.id "
#define WHERE_OF_FUNCTION "WHERE n.bare = ?1 AND r.copy_table IS NULL "
#define WHERE_OF_METRIC "WHERE n.name = ?1 AND r.copy_table IS NULL "
#define COUNT(rows) "SELECT count(*) FROM (SELECT 1 " rows "LIMIT ?2)"
#define HITS(rows, where, compared)                                                                \
	"SELECT ifnull(p.copy_of, p.id), total(r.change) " rows                                    \
	"CROSS JOIN metric_table t ON t.id = r.metric_table CROSS JOIN report p ON "               \
	"p.id = t.owner " where "AND " compared " GROUP BY 1"

/* By whether the feature is a function. A function without a change is one in a profile. */
static const char *const counts[] = {COUNT(ROWS_OF_METRIC WHERE_OF_METRIC),
				     COUNT(ROWS_OF_FUNCTION WHERE_OF_FUNCTION)};
static const char *const hits_of[] = {
    HITS(ROWS_OF_METRIC, WHERE_OF_METRIC, "r.compared = 1 AND r.change IS NOT NULL"),
    HITS(ROWS_OF_FUNCTION, WHERE_OF_FUNCTION, "r.compared < 2")};

/* The features that a report has, as in the two above. */
static const char features_of_report[] =
    "SELECT count(DISTINCT f.bare) + count(DISTINCT iif(f.bare IS NULL AND r.change IS NOT NULL "
    "AND r.compared = 1, r.metric, NULL)) FROM metric_table t CROSS JOIN metric_row r ON "
    "r.metric_table = t.id LEFT JOIN metric_function g ON g.metric = r.metric LEFT JOIN function f "
    "ON f.id = g.function WHERE t.owner = ?1 AND r.compared < 2";

static enum pl_status fail(struct pl_similar *similar, struct pl_error *error)
{
	return pl_store_fail(similar->store, "comparing reports", error);
}

static bool prepare(struct pl_similar *similar, const char *sql, sqlite3_stmt **statement_out)
{
	return sqlite3_prepare_v2(pl_store_sqlite(similar->store), sql, -1, statement_out, NULL) ==
	       SQLITE_OK;
}

/* The first integer that the statement yields; it is reset. */
static bool read_integer(sqlite3_stmt *statement, int64_t *value_out)
{
	bool good = sqlite3_step(statement) == SQLITE_ROW;

	*value_out = good ? sqlite3_column_int64(statement, 0) : 0;
	sqlite3_reset(statement);
	return good;
}

static int compare_rows(const void *left, const void *right)
{
	const struct pl_feature *a = left, *b = right;
	int order;

	if (a->rows != b->rows)
		return a->rows < b->rows ? -1 : 1;
	if (a->is_function != b->is_function)
		return a->is_function ? -1 : 1;
	order = memcmp(a->name.ptr, b->name.ptr, MIN(a->name.len, b->name.len));
	return order ? order : (a->name.len > b->name.len) - (a->name.len < b->name.len);
}

/* Puts the rarest features first. *used_out: how many of them are looked at. */
static bool order_features(struct pl_similar *similar, size_t *used_out)
{
	sqlite3_stmt *statements[2] = {NULL, NULL};
	bool good = prepare(similar, counts[0], &statements[0]) &&
		    prepare(similar, counts[1], &statements[1]);
	int64_t rows = 0;
	size_t used = 0;

	for (size_t i = 0; good && i < similar->n_features; i++) {
		struct pl_feature *feature = &similar->features[i];
		sqlite3_stmt *statement = statements[feature->is_function];

		sqlite3_bind_text(statement, 1, feature->name.ptr, (int)feature->name.len,
				  SQLITE_STATIC);
		sqlite3_bind_int64(statement, 2, FEATURE_ROWS_MAX + 1);
		good = read_integer(statement, &feature->rows);
	}
	sqlite3_finalize(statements[0]);
	sqlite3_finalize(statements[1]);
	qsort(similar->features, similar->n_features, sizeof(*similar->features), compare_rows);
	for (; used < similar->n_features; used++) {
		rows += similar->features[used].rows;
		if (similar->features[used].rows > FEATURE_ROWS_MAX || rows > ROWS_MAX)
			break;
	}
	*used_out = used;
	return good;
}

static bool find_hits(struct pl_similar *similar, size_t used, GArray *hits)
{
	sqlite3_stmt *statements[2] = {NULL, NULL};
	bool good = prepare(similar, hits_of[0], &statements[0]) &&
		    prepare(similar, hits_of[1], &statements[1]);

	for (size_t i = 0; good && i < used; i++) {
		struct pl_feature *feature = &similar->features[i];
		sqlite3_stmt *statement = statements[feature->is_function];
		int result;

		sqlite3_bind_text(statement, 1, feature->name.ptr, (int)feature->name.len,
				  SQLITE_STATIC);
		while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
			struct hit hit = {sqlite3_column_int64(statement, 0), i,
					  sqlite3_column_double(statement, 1)};

			if (g_hash_table_contains(similar->excluded, &hit.report))
				continue;
			g_array_append_val(hits, hit);
			feature->reports++;
		}
		sqlite3_reset(statement);
		good = result == SQLITE_DONE;
	}
	sqlite3_finalize(statements[0]);
	sqlite3_finalize(statements[1]);
	return good;
}

static bool weigh(struct pl_similar *similar, size_t used)
{
	sqlite3_stmt *statement = NULL;
	int64_t reports = 0;
	bool good =
	    prepare(similar, "SELECT count(*) FROM report WHERE copy_of IS NULL", &statement) &&
	    read_integer(statement, &reports);

	sqlite3_finalize(statement);
	for (size_t i = 0; i < used; i++)
		similar->features[i].weight =
		    log(1 + (double)reports / (double)(1 + similar->features[i].reports));
	return good;
}

static double agreement(double a, double b)
{
	return a * b > 0 ? 1 : a * b < 0 ? opposite : not_known;
}

static int compare_hits(const void *left, const void *right)
{
	const struct hit *a = left, *b = right;

	if (a->report != b->report)
		return a->report < b->report ? -1 : 1;
	return (a->feature > b->feature) - (a->feature < b->feature);
}

/* More first; the order of equals is that of the database. */
static int compare_candidates(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;

	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	if (a->shared != b->shared)
		return a->shared < b->shared ? 1 : -1;
	return (a->report > b->report) - (a->report < b->report);
}

static GArray *gather(const struct pl_similar *similar, GArray *hits)
{
	GArray *candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));

	g_array_sort(hits, compare_hits);
	for (size_t i = 0; i < hits->len;) {
		struct candidate candidate = {.report = g_array_index(hits, struct hit, i).report,
					      .from = i};

		for (;
		     i < hits->len && g_array_index(hits, struct hit, i).report == candidate.report;
		     i++) {
			const struct hit *hit = &g_array_index(hits, struct hit, i);
			const struct pl_feature *feature = &similar->features[hit->feature];

			candidate.shared +=
			    feature->weight * agreement(feature->change, hit->change);
		}
		candidate.to = i;
		if (candidate.shared > 0)
			g_array_append_val(candidates, candidate);
	}
	g_array_sort(candidates, compare_candidates);
	return candidates;
}

static bool score(struct pl_similar *similar, size_t used, const GArray *hits, GArray *candidates)
{
	sqlite3_stmt *statement = NULL;
	bool good = prepare(similar, features_of_report, &statement);
	double ours = 0;

	for (size_t i = 0; i < used; i++)
		ours += similar->features[i].weight;
	g_array_set_size(candidates, MIN(candidates->len, CANDIDATES_MAX));
	for (size_t i = 0; good && i < candidates->len; i++) {
		struct candidate *candidate = &g_array_index(candidates, struct candidate, i);
		double theirs = 0, others;
		int64_t features;

		sqlite3_bind_int64(statement, 1, candidate->report);
		good = read_integer(statement, &features);
		for (size_t j = candidate->from; j < candidate->to; j++)
			theirs +=
			    similar->features[g_array_index(hits, struct hit, j).feature].weight;
		others = (double)features - (double)(candidate->to - candidate->from);
		theirs += fmax(others, 0) * ours / (double)used;
		candidate->score = candidate->shared / sqrt(ours * theirs);
	}
	sqlite3_finalize(statement);
	g_array_sort(candidates, compare_candidates);
	return good;
}

static int compare_shared(const void *left, const void *right)
{
	const struct pl_shared *a = left, *b = right;
	int order;

	if (a->weight != b->weight)
		return a->weight < b->weight ? 1 : -1;
	order = memcmp(a->name.ptr, b->name.ptr, MIN(a->name.len, b->name.len));
	return order ? order : (a->name.len > b->name.len) - (a->name.len < b->name.len);
}

static struct pl_text copy(struct pl_similar *similar, struct pl_text text)
{
	return pl_arena_copy(similar->arena, text);
}

/* The report's texts live in details, until the next one is read. */
static void keep_report(struct pl_similar *similar, struct pl_found_report *report)
{
	struct pl_text *const texts[] = {&report->mail.message_id, &report->mail.subject,
					 &report->mail.thread,	   &report->kind,
					 &report->verdict,	   &report->testcase,
					 &report->headline.metric, &report->headline.printed,
					 &report->culprit.id,	   &report->culprit.title,
					 &report->machine.tbox,	   &report->machine.text,
					 &report->outcome};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		*texts[i] = copy(similar, *texts[i]);
	report->json = PL_TEXT_NONE;
	report->parameters = (struct pl_params){0};
	report->subsystems = (struct pl_texts){0};
}

/* Ids are as long as each mail has them. */
static bool same_commit(struct pl_text a, struct pl_text b)
{
	return a.len >= 7 && b.len >= 7 && (pl_text_starts(a, b) || pl_text_starts(b, a));
}

static enum pl_status fill(struct pl_similar *similar, const struct candidate *candidate,
			   const GArray *hits, struct pl_similar_report *found,
			   struct pl_error *error)
{
	enum pl_status status =
	    pl_details_report(similar->details, candidate->report, &found->report, error);

	if (status != PL_OK)
		return status;
	keep_report(similar, &found->report);
	found->score = MIN(candidate->score, 1);
	found->same_test =
	    similar->testcase.len && pl_text_equal(similar->testcase, found->report.testcase);
	found->same_machine =
	    similar->tbox.len && pl_text_equal(similar->tbox, found->report.machine.tbox);
	found->same_culprit = same_commit(similar->culprit, found->report.culprit.id);
	for (size_t i = candidate->from; i < candidate->to; i++) {
		const struct hit *hit = &g_array_index(hits, struct hit, i);
		const struct pl_feature *feature = &similar->features[hit->feature];

		*PL_PUSH(similar->arena, found->shared, found->n_shared) =
		    (struct pl_shared){feature->name, feature->is_function, feature->weight,
				       hit->change, feature->change};
	}
	qsort(found->shared, found->n_shared, sizeof(*found->shared), compare_shared);
	return PL_OK;
}

enum pl_status pl_similar_find(struct pl_similar *similar, size_t limit,
			       const struct pl_similar_report **reports_out, size_t *n_out,
			       struct pl_error *error)
{
	GArray *hits = g_array_new(FALSE, FALSE, sizeof(struct hit));
	GArray *candidates = NULL;
	struct pl_similar_report *reports = NULL;
	enum pl_status status = PL_OK;
	size_t used;

	*n_out = 0;
	if (!order_features(similar, &used) || !find_hits(similar, used, hits) ||
	    !weigh(similar, used)) {
		status = fail(similar, error);
	} else {
		candidates = gather(similar, hits);
		if (!score(similar, used, hits, candidates))
			status = fail(similar, error);
	}
	for (size_t i = 0; status == PL_OK && i < candidates->len && i < limit; i++)
		status = fill(similar, &g_array_index(candidates, struct candidate, i), hits,
			      PL_PUSH(similar->arena, reports, *n_out), error);
	*reports_out = reports;
	g_array_free(hits, TRUE);
	if (candidates)
		g_array_free(candidates, TRUE);
	return status;
}
