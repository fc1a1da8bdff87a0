/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For script/bench-queries: a database of made-up reports, written straight into the
 * tables, in which metrics are as frequent as on real lists.
 *
 *   bench_rows DIR NAMES [MAILS [ROWS]]
 *
 * NAMES has lines `COUNT TAB METRIC`. A thread is a report with its table and a reply that
 * quotes both: a quarter of all rows are copies. The same arguments give the same
 * database. Nothing stands in the text index.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib.h>
#include <sqlite3.h>
#include <zstd.h>

#include <perflore/arena.h>
#include <perflore/store.h>

#include "core/metric.h"
#include "direction.h"

#define SEED 20230517
#define FIRST_DATE 1420070400 /* 2015-01-01 */
#define DATES (10 * 365 * 86400)
#define BATCH 20000 /* threads a transaction */

enum {
	ADD_THREAD,
	ADD_MESSAGE,
	ADD_TEXT,
	ADD_REFERENCE,
	ADD_LIST,
	ADD_REPORT,
	ADD_PARAMETER,
	ADD_SUBSYSTEM,
	ADD_OUTCOME,
	ADD_EVIDENCE,
	ADD_TABLE,
	ADD_COLUMN,
	ADD_ROW,
	ADD_MENTION,
	ADD_MACHINE,
	ADD_METRIC,
	ADD_FUNCTION,
	ADD_METRIC_FUNCTION,
	N_STATEMENTS
};

static const char *const texts[N_STATEMENTS] = {
    [ADD_THREAD] = "INSERT INTO thread(id, root) VALUES (?, ?)",
    [ADD_MESSAGE] = "INSERT INTO message(id, message_id, hash, thread, subject, from_name, "
		    "from_address, date, source, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)",
    [ADD_TEXT] = "INSERT INTO message_text(message, text, json) VALUES (?, ?, ?)",
    [ADD_REFERENCE] = "INSERT INTO reference(message, position, target) VALUES (?, 0, ?)",
    [ADD_LIST] = "INSERT INTO message_list(message, list) VALUES (?, ?)",
    [ADD_REPORT] = "INSERT INTO report(id, message, position, kind, line, depth, verdict, metric, "
		   "change, change_unit, culprit, title, testcase, machine, copy_of, content, "
		   "copies) VALUES (?, ?, 0, 'performance', 4, ?, ?, ?, ?, '%', ?, ?, ?, ?, ?, ?, "
		   "?)",
    [ADD_PARAMETER] = "INSERT INTO report_parameter(report, key, value) VALUES (?, ?, ?)",
    [ADD_SUBSYSTEM] = "INSERT INTO subsystem(report, name, path, reason, rank) "
		      "VALUES (?, ?, ?, 'title', 0)",
    [ADD_OUTCOME] = "INSERT INTO outcome(report, state) VALUES (?, ?)",
    [ADD_EVIDENCE] = "INSERT INTO evidence(report, message, line, rule, state, strength, text) "
		     "VALUES (?, ?, 9, 'fixes', 'fixed', 3, 'Fixes:')",
    [ADD_TABLE] = "INSERT INTO metric_table(id, message, position, kind, line, depth, report, "
		  "owner) VALUES (?, ?, 0, 'lkp', 20, ?, ?, ?)",
    [ADD_COLUMN] = "INSERT INTO table_column(metric_table, position, label, commit_id) "
		   "VALUES (?, ?, ?, ?)",
    [ADD_ROW] = "INSERT INTO metric_row(metric_table, position, compared, metric, line, kind, "
		"change, change_unit, effect, base_value, base_stddev_pct, head_value, "
		"head_stddev_pct, content, copy_table, copy_position, copies) "
		"VALUES (?, ?, 1, ?, ?, 'stat', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_MENTION] = "INSERT OR IGNORE INTO commit_mention(commit_id, role, message, line) "
		    "VALUES (?, ?, ?, 4)",
    [ADD_MACHINE] = "INSERT INTO machine(id, tbox, text, threads) VALUES (?, ?, ?, ?)",
    [ADD_METRIC] = "INSERT INTO metric(id, name, direction) VALUES (?, ?, nullif(?, 0))",
    [ADD_FUNCTION] = "INSERT INTO function(id, name, bare) VALUES (?, ?, ?)",
    [ADD_METRIC_FUNCTION] = "INSERT OR IGNORE INTO metric_function(function, metric, position) "
			    "VALUES (?, ?, ?)",
};

struct name {
	const char *metric;
	bool absolute;
	int64_t until; /* counts of the names up to here */
};

struct maker {
	sqlite3 *db;
	sqlite3_stmt *statements[N_STATEMENTS];
	GRand *rand;
	GArray *names;
	int64_t counts;
	char text[256], json[256];
	int text_bytes, json_bytes;
};

static void stop(struct maker *maker, const char *what)
{
	fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(maker->db));
	exit(3);
}

static void execute(struct maker *maker, const char *sql)
{
	if (sqlite3_exec(maker->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		stop(maker, sql);
}

/* Runs a statement; types: i int64_t, d double, s const char * (NULL: NULL), b a blob's
 * pointer and int length, n NULL. */
static void add(struct maker *maker, int which, const char *types, ...)
{
	sqlite3_stmt *statement = maker->statements[which];
	va_list args;

	va_start(args, types);
	for (int i = 1; *types; i++, types++)
		switch (*types) {
		case 'i':
			sqlite3_bind_int64(statement, i, va_arg(args, int64_t));
			break;
		case 'd':
			sqlite3_bind_double(statement, i, va_arg(args, double));
			break;
		case 's':
			sqlite3_bind_text(statement, i, va_arg(args, const char *), -1,
					  SQLITE_STATIC);
			break;
		case 'b': {
			const void *bytes = va_arg(args, const void *);

			sqlite3_bind_blob(statement, i, bytes, va_arg(args, int), SQLITE_STATIC);
			break;
		}
		default:
			sqlite3_bind_null(statement, i);
		}
	va_end(args);
	if (sqlite3_step(statement) != SQLITE_DONE)
		stop(maker, texts[which]);
	sqlite3_reset(statement);
}

static int64_t up_to(struct maker *maker, int64_t n)
{
	return g_rand_int_range(maker->rand, 0, (gint32)n);
}

/* Small numbers often, up to n: what has ranks is about that unequal. */
static int64_t ranked(struct maker *maker, int64_t n)
{
	return (int64_t)(pow((double)n + 1, g_rand_double(maker->rand)) - 1);
}

static const char *commit(struct maker *maker, int64_t n, char buffer[41])
{
	char text[32];
	char *digest;

	g_snprintf(text, sizeof(text), "%" G_GINT64_FORMAT, n);
	digest = g_compute_checksum_for_string(G_CHECKSUM_SHA1, text, -1);
	g_strlcpy(buffer, digest, 41);
	g_free(digest);
	(void)maker;
	return buffer;
}

static void add_names(struct maker *maker, const char *path)
{
	char *text;
	GError *error = NULL;
	GHashTable *functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct pl_arena *arena = pl_arena_new();

	if (!g_file_get_contents(path, &text, NULL, &error)) {
		fprintf(stderr, "%s\n", error->message);
		exit(3);
	}
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *metric;
		int64_t count = strtoll(line, &metric, 10), id;
		struct name name = {.metric = ++metric};
		struct pl_texts found = pl_metric_functions(arena, pl_text_of(metric));

		maker->counts += count;
		name.until = maker->counts;
		name.absolute =
		    g_str_has_prefix(metric, "perf-profile.") || g_str_has_suffix(metric, "%");
		g_array_append_val(maker->names, name);
		id = maker->names->len;
		add(maker, ADD_METRIC, "isi", id, metric,
		    (int64_t)pl_metric_direction(pl_text_of(metric)));
		for (size_t i = 0; i < found.n; i++) {
			char *function = g_strndup(found.v[i].ptr, found.v[i].len);
			int64_t known = GPOINTER_TO_INT(g_hash_table_lookup(functions, function));

			if (!known) {
				char *bare = g_strdup(function);

				bare[strcspn(bare, ".")] = '\0';
				known = g_hash_table_size(functions) + 1;
				add(maker, ADD_FUNCTION, "iss", known, function, bare);
				g_free(bare);
				g_hash_table_insert(functions, g_strdup(function),
						    GINT_TO_POINTER((int)known));
			}
			add(maker, ADD_METRIC_FUNCTION, "iii", known, id, (int64_t)i);
			g_free(function);
		}
	}
	g_hash_table_destroy(functions);
	pl_arena_free(arena);
}

/* The index of a name, each as often as its count says. */
static int64_t draw_name(struct maker *maker)
{
	int64_t wanted = up_to(maker, maker->counts), low = 0, high = maker->names->len - 1;

	while (low < high) {
		int64_t middle = (low + high) / 2;

		if (g_array_index(maker->names, struct name, middle).until > wanted)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static double spread(double percent, double value, bool absolute)
{
	double least = MAX(percent, 2);

	return absolute ? MAX(least * fabs(value) / 100, 0.05) : least;
}

/* A row and, where quoted says so, its copy in the table behind. */
static void add_row(struct maker *maker, int64_t table, int64_t position, bool quoted)
{
	int64_t index = draw_name(maker);
	bool absolute = g_array_index(maker->names, struct name, index).absolute;
	double base = round(exp(g_rand_double_range(maker->rand, -2, 12)) * 100) / 100;
	double size = exp(g_rand_double_range(maker->rand, 0.5, 5)) / (absolute ? 10 : 1);
	double change = round((g_rand_boolean(maker->rand) ? -1 : 1) * size * 10) / 10;
	double head = absolute ? base + change : base * (1 + change / 100);
	double b = (double)up_to(maker, 15), h = (double)up_to(maker, 15);
	double x = spread(b, base, absolute), y = spread(h, head, absolute);
	double effect = fabs(change) / sqrt(x * x + y * y);
	int64_t content = ((int64_t)g_rand_int(maker->rand) << 32) | g_rand_int(maker->rand);
	const char *unit = absolute ? "abs" : "%";

	add(maker, ADD_ROW, "iiiidsdddddinni", table, position, index + 1, 22 + position, change,
	    unit, effect, base, b, head, h, content, (int64_t)quoted);
	if (quoted)
		add(maker, ADD_ROW, "iiiidsdddddiiii", table + 1, position, index + 1,
		    30 + position, change, unit, effect, base, b, head, h, content, table, position,
		    INT64_C(0));
}

static void add_mail(struct maker *maker, int64_t id, int64_t thread, const char *root,
		     const char *subject, int64_t date, bool robot)
{
	char name[64], hash[32] = "", place[24], address[64];

	g_snprintf(name, sizeof(name),
		   id % 2 ? "report-%" G_GINT64_FORMAT "@example.org"
			  : "reply-%" G_GINT64_FORMAT "@example.org",
		   thread);
	g_snprintf(place, sizeof(place), "%" G_GINT64_FORMAT, id * 4096);
	g_snprintf(address, sizeof(address), "reader%" G_GINT64_FORMAT "@example.org", id % 500);
	memcpy(hash, &id, sizeof(id));
	add(maker, ADD_MESSAGE, "isbisssis", id, name, hash, (int)sizeof(hash), thread, subject,
	    robot ? "kernel test robot" : "Reader", robot ? "robot@example.org" : address, date,
	    place);
	add(maker, ADD_TEXT, "ibb", id, maker->text, maker->text_bytes, maker->json,
	    maker->json_bytes);
	add(maker, ADD_LIST, "is", id, "linux-kernel.vger.kernel.org");
	if (!robot)
		add(maker, ADD_REFERENCE, "is", id, root);
}

static void add_thread(struct maker *maker, int64_t thread, int64_t commits, int64_t rows,
		       int64_t quoted)
{
	static const char *const verdicts[] = {"regression", "regression", "improvement",
					       "changed"};
	static const char *const states[] = {"unknown", "unknown",   "unknown", "open",
					     "fixed",	"dismissed", "disputed"};
	int64_t first = 2 * thread - 1, second = 2 * thread; /* mails, reports and tables */
	int64_t date = FIRST_DATE + up_to(maker, DATES), place = ranked(maker, 60);
	char culprit[41], base[41], root[64], subject[96], title[64], testcase[32], subsystem[32];
	const char *verdict = verdicts[up_to(maker, G_N_ELEMENTS(verdicts))];
	const char *state = states[up_to(maker, G_N_ELEMENTS(states))];
	const char *metric = g_array_index(maker->names, struct name, draw_name(maker)).metric;
	double change = (double)up_to(maker, 2000) / 10 - 100;
	int64_t blamed = up_to(maker, commits), machine = 1 + ranked(maker, 40);

	commit(maker, blamed, culprit);
	commit(maker, -1 - blamed, base);
	g_snprintf(subsystem, sizeof(subsystem), "subsystem%" G_GINT64_FORMAT, place);
	g_snprintf(title, sizeof(title), "%s: change number %" G_GINT64_FORMAT, subsystem, blamed);
	g_snprintf(subject, sizeof(subject), "[%s] %.10s: %.40s", subsystem, culprit, metric);
	g_snprintf(testcase, sizeof(testcase), "test%" G_GINT64_FORMAT, ranked(maker, 80));
	g_snprintf(root, sizeof(root), "report-%" G_GINT64_FORMAT "@example.org", thread);
	add(maker, ADD_THREAD, "is", thread, root);
	for (int64_t id = first; id <= second; id++) {
		bool copy = id == second;

		add_mail(maker, id, thread, root, subject, date + copy * up_to(maker, 1000000),
			 !copy);
		add(maker, ADD_REPORT, copy ? "iiissdsssiiii" : "iiissdsssinii", id, id,
		    (int64_t)copy, verdict, metric, change, culprit, title, testcase, machine,
		    copy ? first : thread, copy ? thread : INT64_C(1), INT64_C(0));
		add(maker, ADD_PARAMETER, "iss", id, "nr_task", "100%");
		add(maker, ADD_PARAMETER, "iss", id, "cpufreq_governor", "performance");
		add(maker, ADD_SUBSYSTEM, "iss", id, subsystem, subsystem);
		add(maker, ADD_TABLE, "iiiii", id, id, (int64_t)copy, id, id);
		add(maker, ADD_COLUMN, "iiss", id, INT64_C(0), base, base);
		add(maker, ADD_COLUMN, "iiss", id, INT64_C(1), culprit, culprit);
		add(maker, ADD_MENTION, "ssi", culprit, "culprit", id);
		add(maker, ADD_MENTION, "ssi", base, "base", id);
		add(maker, ADD_MENTION, "ssi", culprit, "head", id);
	}
	add(maker, ADD_OUTCOME, "is", first, state);
	if (!strcmp(state, "fixed"))
		add(maker, ADD_EVIDENCE, "ii", first, second);
	for (int64_t i = 0; i < rows; i++)
		add_row(maker, first, i, i < quoted);
}

static int compressed(char out[256], const char *text)
{
	return (int)ZSTD_compress(out, 256, text, strlen(text), 3);
}

/* The indexes of the rows are made at the end, as that is quicker. */
static GPtrArray *drop_indexes(struct maker *maker)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
	sqlite3_stmt *statement;

	sqlite3_prepare_v2(maker->db,
			   "SELECT sql, name FROM sqlite_schema WHERE type = 'index' AND "
			   "tbl_name = 'metric_row' AND sql IS NOT NULL",
			   -1, &statement, NULL);
	while (sqlite3_step(statement) == SQLITE_ROW) {
		g_ptr_array_add(all, g_strdup((const char *)sqlite3_column_text(statement, 0)));
		g_ptr_array_add(all, g_strdup((const char *)sqlite3_column_text(statement, 1)));
	}
	sqlite3_finalize(statement);
	for (guint i = 0; i < all->len; i += 2) {
		char *sql = g_strdup_printf("DROP INDEX %s", (const char *)all->pdata[i + 1]);

		execute(maker, sql);
		g_free(sql);
	}
	return all;
}

int main(int argc, char **argv)
{
	struct maker maker = {.rand = g_rand_new_with_seed(SEED)};
	struct pl_store *store;
	struct pl_error error;
	int64_t mails = argc > 3 ? strtoll(argv[3], NULL, 10) : 200000;
	int64_t rows = argc > 4 ? strtoll(argv[4], NULL, 10) : 10000000, threads, quoted, own;
	GPtrArray *indexes;

	if (argc < 3 || mails < 2 || rows < mails) {
		fputs("usage: bench_rows DIR NAMES [MAILS [ROWS]]\n", stderr);
		return 2;
	}
	if (pl_store_open_write(argv[1], &store, &error) != PL_OK) {
		fprintf(stderr, "%s\n", error.message);
		return 3;
	}
	maker.db = pl_store_sqlite(store);
	maker.names = g_array_new(FALSE, FALSE, sizeof(struct name));
	execute(&maker, "PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF");
	for (int i = 0; i < N_STATEMENTS; i++)
		if (sqlite3_prepare_v2(maker.db, texts[i], -1, &maker.statements[i], NULL) !=
		    SQLITE_OK)
			stop(&maker, texts[i]);
	indexes = drop_indexes(&maker);
	maker.text_bytes = compressed(maker.text, "A report.\n\n\nnoticed a regression\n");
	maker.json_bytes =
	    compressed(maker.json, "{\"reports\":[{\"kind\":\"performance\",\"line\":4}]}");
	execute(&maker, "BEGIN; INSERT INTO source(id, path) VALUES (1, '/example')");
	add_names(&maker, argv[2]);
	for (int64_t i = 1; i <= 41; i++) {
		char tbox[32];

		g_snprintf(tbox, sizeof(tbox), "machine%" G_GINT64_FORMAT, i);
		add(&maker, ADD_MACHINE, "issi", i, tbox, "threads of a machine", 8 * i);
	}
	threads = mails / 2;
	own = rows / threads * 3 / 4;
	quoted = rows / threads - own;
	for (int64_t thread = 1; thread <= threads; thread++) {
		add_thread(&maker, thread, threads / 2 + 1, own, quoted);
		if (thread % BATCH == 0)
			execute(&maker, "COMMIT; BEGIN");
	}
	execute(&maker, "COMMIT");
	for (guint i = 0; i < indexes->len; i += 2)
		execute(&maker, indexes->pdata[i]);
	for (int i = 0; i < N_STATEMENTS; i++)
		sqlite3_finalize(maker.statements[i]);
	pl_store_close(store);
	g_ptr_array_free(indexes, TRUE);
	g_array_free(maker.names, TRUE);
	g_rand_free(maker.rand);
	return 0;
}
