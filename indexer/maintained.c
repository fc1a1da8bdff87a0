/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "maintained.h"

#include "crash.h"
#include "patch.h"

/* Reports in one transaction. */
#define BATCH PL_BATCH(500)

/* Behind title, tag and list: its names are others than what people write. */
#define RANK 3

/* A report in hand. */
struct subject {
	int64_t id, message, thread, date;
	char *culprit, *title;
};

struct assigner {
	struct pl_store *store;
	struct pl_maintainers *maintainers;
	struct pl_repository *repository;
	int64_t last; /* the report that was done last */
	uint64_t placed;
};

static void clear_subject(void *data)
{
	struct subject *subject = data;

	g_free(subject->culprit);
	g_free(subject->title);
}

static char *copy(struct pl_text text)
{
	return g_strndup(text.ptr ? text.ptr : "", text.len);
}

static GPtrArray *patch_files(struct assigner *assigner, int64_t patch)
{
	GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
	sqlite3_stmt *statement =
	    pl_sql_bind(&assigner->store->sql,
			"SELECT f.path FROM patch_file p JOIN file f "
			"ON f.id = p.file WHERE p.message = ? ORDER BY f.path",
			"i", patch);

	while (pl_sql_row(&assigner->store->sql, statement))
		g_ptr_array_add(files, copy(pl_sql_text(statement, 0)));
	return files;
}

/* The patch a report is about: of those with its title, the one in its thread, else the
 * newest before the report; without any, the patch that it answers. 0: none */
static int64_t find_patch(struct assigner *assigner, const struct subject *subject)
{
	struct pl_sql *sql = &assigner->store->sql;
	int64_t patch = 0;

	if (*subject->title &&
	    pl_sql_integer(sql, &patch,
			   "SELECT p.message FROM patch p JOIN message m ON m.id = p.message "
			   "WHERE p.title = ?1 AND EXISTS (SELECT 1 FROM patch_file f "
			   "WHERE f.message = p.message) ORDER BY m.thread = ?2 DESC, "
			   "ifnull(m.date, 0) <= ?3 DESC, m.date DESC, m.message_id LIMIT 1",
			   "tii", pl_patch_title(pl_text_of(subject->title)), subject->thread,
			   subject->date))
		return patch;
	pl_sql_integer(
	    sql, &patch,
	    "SELECT p.message FROM reference r JOIN message m ON m.message_id = r.target "
	    "AND m.version = 0 JOIN patch p ON p.message = m.id WHERE r.message = ?1 "
	    "AND EXISTS (SELECT 1 FROM patch_file f WHERE f.message = p.message) "
	    "ORDER BY r.position DESC LIMIT 1",
	    "i", subject->message);
	return patch;
}

static GPtrArray *find_files(struct assigner *assigner, const struct subject *subject)
{
	const char *commit = NULL;
	GPtrArray *files = NULL;

	if (assigner->repository && *subject->culprit)
		commit = pl_repository_find(assigner->repository, subject->culprit);
	if (commit) {
		char *full = g_strdup(commit);

		files = pl_repository_files(assigner->repository, full);
		g_free(full);
	}
	return files ? files : patch_files(assigner, find_patch(assigner, subject));
}

static void add_claim(struct assigner *assigner, const struct subject *subject,
		      const struct pl_claim *claim)
{
	pl_sql_run(&assigner->store->sql,
		   "INSERT INTO subsystem(report, name, path, reason, rank) "
		   "VALUES (?, ?, ?, 'maintainers', ?) ON CONFLICT DO NOTHING",
		   "issi", subject->id, claim->section, claim->pattern, (int64_t)RANK);
}

static void add_files(struct assigner *assigner, const struct subject *subject)
{
	GPtrArray *files = find_files(assigner, subject);

	for (guint i = 0; i < files->len; i++) {
		const GArray *claims =
		    pl_maintainers_of_file(assigner->maintainers, g_ptr_array_index(files, i));

		for (guint k = 0; k < claims->len; k++)
			add_claim(assigner, subject, &g_array_index(claims, struct pl_claim, k));
	}
	g_ptr_array_unref(files);
}

static void add_lists(struct assigner *assigner, const struct subject *subject)
{
	sqlite3_stmt *statement =
	    pl_sql_bind(&assigner->store->sql,
			"SELECT address FROM recipient WHERE message = ?1 UNION "
			"SELECT list FROM message_list WHERE message = ?1 ORDER BY 1",
			"i", subject->message);

	while (pl_sql_row(&assigner->store->sql, statement)) {
		char *list = copy(pl_sql_text(statement, 0));
		struct pl_claim claim;

		if (pl_maintainers_of_list(assigner->maintainers, list, &claim))
			add_claim(assigner, subject, &claim);
		g_free(list);
	}
}

static void assign(struct assigner *assigner, const struct subject *subject)
{
	struct pl_sql *sql = &assigner->store->sql;
	int64_t some = 0;

	pl_sql_run(sql, "DELETE FROM subsystem WHERE report = ? AND reason = 'maintainers'", "i",
		   subject->id);
	add_files(assigner, subject);
	add_lists(assigner, subject);
	pl_sql_integer(sql, &some,
		       "SELECT count(*) FROM subsystem WHERE report = ? "
		       "AND reason = 'maintainers'",
		       "i", subject->id);
	assigner->placed += some > 0;
	assigner->last = subject->id;
}

static guint assign_batch(struct assigner *assigner)
{
	GArray *subjects = g_array_new(FALSE, FALSE, sizeof(struct subject));
	sqlite3_stmt *statement =
	    pl_sql_bind(&assigner->store->sql,
			"SELECT r.id, r.message, m.thread, ifnull(m.date, 0), r.culprit, r.title "
			"FROM report r JOIN message m ON m.id = r.message WHERE r.id > ? "
			"ORDER BY r.id LIMIT ?",
			"ii", assigner->last, (int64_t)BATCH);
	guint n;

	g_array_set_clear_func(subjects, clear_subject);
	while (pl_sql_row(&assigner->store->sql, statement)) {
		struct subject subject = {
		    .id = sqlite3_column_int64(statement, 0),
		    .message = sqlite3_column_int64(statement, 1),
		    .thread = sqlite3_column_int64(statement, 2),
		    .date = sqlite3_column_int64(statement, 3),
		    .culprit = copy(pl_sql_text(statement, 4)),
		    .title = copy(pl_sql_text(statement, 5)),
		};

		g_array_append_val(subjects, subject);
	}
	n = subjects->len;
	for (guint i = 0; i < n && !assigner->store->sql.failed; i++)
		assign(assigner, &g_array_index(subjects, struct subject, i));
	g_array_free(subjects, TRUE);
	return n;
}

bool pl_maintained_assign(struct pl_store *store, struct pl_maintainers *maintainers,
			  struct pl_repository *repository, uint64_t *placed_out)
{
	struct assigner assigner = {
	    .store = store, .maintainers = maintainers, .repository = repository};
	guint n;

	do {
		n = 0;
		if (!pl_store_begin(store))
			break;
		n = assign_batch(&assigner);
		pl_crash_point("maintained");
	} while (pl_store_commit(store) && n == BATCH);
	*placed_out = assigner.placed;
	return !store->sql.failed;
}
