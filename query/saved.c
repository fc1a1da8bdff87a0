/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A key file of GLib, replaced as a whole. Each change reads it anew under a lock, so
 * that two at a time lose nothing. The mark is the row id of the last mail that was asked about,
 * with its Message-ID and hash: a database that was made anew counts from 1 again. That mail
 * may have been caught while it was written; when the rest comes, another has its row id. So a
 * mail before it is marked as well, and what came behind that one is new.
 */
#include <perflore/saved.h>

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <perflore/nearest.h>

#define FILE_NAME "saved-queries"
#define LOCK_NAME "saved-queries.lock"

enum { NAME_MAX_BYTES = 64 };

static const char *const what_names[] = {"rows", "reports", "messages"};

struct pl_saved {
	char *directory, *path;
	GKeyFile *file;
	char **names;
	GPtrArray *texts; /* that were handed out */
};

static enum pl_status read_file(struct pl_saved *saved, struct pl_error *error)
{
	GError *failure = NULL;
	enum pl_status status = PL_OK;

	g_key_file_free(saved->file);
	saved->file = g_key_file_new();
	if (!g_key_file_load_from_file(saved->file, saved->path, G_KEY_FILE_NONE, &failure) &&
	    !g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT) &&
	    !g_error_matches(failure, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE))
		status = pl_fail(error, PL_FAILED, "%s: %s", saved->path, failure->message);
	else if (g_error_matches(failure, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE))
		status = pl_fail(error, PL_FAILED,
				 "%s: %s; mend it, or delete it to forget all saved queries",
				 saved->path, failure->message);
	g_clear_error(&failure);
	g_strfreev(saved->names);
	saved->names = g_key_file_get_groups(saved->file, NULL);
	return status;
}

enum pl_status pl_saved_open(const char *directory, struct pl_saved **saved_out,
			     struct pl_error *error)
{
	struct pl_saved *saved = g_new0(struct pl_saved, 1);
	enum pl_status status;

	saved->directory = g_strdup(directory);
	saved->path = g_build_filename(directory, FILE_NAME, NULL);
	saved->file = g_key_file_new();
	saved->texts = g_ptr_array_new_with_free_func(g_free);
	status = read_file(saved, error);
	if (status != PL_OK) {
		pl_saved_close(saved);
		return status;
	}
	*saved_out = saved;
	return PL_OK;
}

void pl_saved_close(struct pl_saved *saved)
{
	if (!saved)
		return;
	g_key_file_free(saved->file);
	g_strfreev(saved->names);
	g_ptr_array_free(saved->texts, TRUE);
	g_free(saved->directory);
	g_free(saved->path);
	g_free(saved);
}

size_t pl_saved_count(const struct pl_saved *saved)
{
	return g_strv_length(saved->names);
}

/* A value that lives as long as saved; "" where there is none. */
static const char *value_of(const struct pl_saved *saved, const char *name, const char *key)
{
	char *value = g_key_file_get_string(saved->file, name, key, NULL);

	if (!value)
		return "";
	g_ptr_array_add(saved->texts, value);
	return value;
}

static void read_query(const struct pl_saved *saved, const char *name,
		       struct pl_saved_query *query_out)
{
	const char *what = value_of(saved, name, "what");

	*query_out = (struct pl_saved_query){.name = name, .query = value_of(saved, name, "query")};
	for (size_t i = 0; i < G_N_ELEMENTS(what_names); i++)
		if (!strcmp(what, what_names[i]))
			query_out->what = (enum pl_what)i;
}

void pl_saved_at(const struct pl_saved *saved, size_t index, struct pl_saved_query *query_out)
{
	read_query(saved, saved->names[index], query_out);
}

enum pl_status pl_saved_find(const struct pl_saved *saved, const char *name,
			     struct pl_saved_query *query_out, struct pl_error *error)
{
	const char *nearest;

	if (g_key_file_has_group(saved->file, name)) {
		read_query(saved, name, query_out);
		return PL_OK;
	}
	nearest =
	    pl_nearest(pl_text_of(name), (const char *const *)saved->names, pl_saved_count(saved));
	if (nearest)
		return pl_fail(error, PL_NOTHING, "no query is saved as '%s'; did you mean '%s'?",
			       name, nearest);
	return pl_fail(error, PL_NOTHING,
		       "no query is saved as '%s'; 'perflore new --save %s QUERY' saves one", name,
		       name);
}

static bool is_name(const char *name)
{
	size_t n = strlen(name);

	return n && n <= NAME_MAX_BYTES && name[0] != '-' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
		   n;
}

enum pl_status pl_saved_can_write(const struct pl_saved *saved, struct pl_error *error)
{
	if (access(saved->directory, W_OK) == 0)
		return PL_OK;
	return pl_fail(error, PL_FAILED,
		       "%s: it cannot be remembered there what was asked (%s); --peek shows what "
		       "is new without",
		       saved->directory, strerror(errno));
}

/* The lock's descriptor, with the file read anew; -1 after a failure. */
static int begin_change(struct pl_saved *saved, struct pl_error *error)
{
	char *path = g_build_filename(saved->directory, LOCK_NAME, NULL);
	int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (lock >= 0 && flock(lock, LOCK_EX)) {
		close(lock);
		lock = -1;
	}
	if (lock < 0)
		pl_fail(error, PL_FAILED, "%s: %s; nothing was remembered", path, strerror(errno));
	g_free(path);
	if (lock >= 0 && read_file(saved, error) != PL_OK) {
		close(lock);
		return -1;
	}
	return lock;
}

static enum pl_status end_change(struct pl_saved *saved, int lock, struct pl_error *error)
{
	GError *failure = NULL;
	enum pl_status status = PL_OK;

	if (!g_key_file_save_to_file(saved->file, saved->path, &failure)) {
		status = pl_fail(error, PL_FAILED, "%s; nothing was remembered", failure->message);
		g_error_free(failure);
	}
	close(lock);
	g_strfreev(saved->names);
	saved->names = g_key_file_get_groups(saved->file, NULL);
	return status;
}

enum pl_status pl_saved_add(struct pl_saved *saved, const struct pl_saved_query *query,
			    struct pl_error *error)
{
	char *text;
	int lock;

	if (!is_name(query->name))
		return pl_fail(error, PL_USAGE,
			       "'%s' is no name; it takes letters, digits, '.', '_' and '-', %d "
			       "at most",
			       query->name, NAME_MAX_BYTES);
	lock = begin_change(saved, error);
	if (lock < 0)
		return PL_FAILED;
	if (g_key_file_has_group(saved->file, query->name)) {
		close(lock);
		return pl_fail(error, PL_USAGE,
			       "a query is saved as '%s'; 'perflore new --delete %s' removes it",
			       query->name, query->name);
	}
	/* The file is UTF-8. */
	text = g_utf8_make_valid(query->query, -1);
	g_key_file_set_string(saved->file, query->name, "query", text);
	g_free(text);
	g_key_file_set_string(saved->file, query->name, "what", what_names[query->what]);
	return end_change(saved, lock, error);
}

enum pl_status pl_saved_remove(struct pl_saved *saved, const char *name, struct pl_error *error)
{
	struct pl_saved_query query;
	enum pl_status status = pl_saved_find(saved, name, &query, error);
	int lock;

	if (status != PL_OK)
		return status;
	lock = begin_change(saved, error);
	if (lock < 0)
		return PL_FAILED;
	g_key_file_remove_group(saved->file, name, NULL);
	return end_change(saved, lock, error);
}

/* The first integer of a statement whose parameter ?1 is value. */
static bool ask(struct pl_store *store, const char *sql, int64_t value, int64_t *answer_out)
{
	sqlite3_stmt *statement = NULL;
	bool good =
	    sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &statement, NULL) == SQLITE_OK;

	if (good) {
		sqlite3_bind_int64(statement, 1, value);
		good = sqlite3_step(statement) == SQLITE_ROW;
		*answer_out = sqlite3_column_int64(statement, 0);
	}
	sqlite3_finalize(statement);
	return good;
}

/* A mail that a query was asked about. */
struct asked_mail {
	int64_t id; /* 0: none */
	char *what; /* its hash and Message-ID */
};

static const char mail_itself[] =
    "SELECT id, lower(hex(hash)) || ' ' || message_id FROM message WHERE id = ?1";

static const char last_mail[] = "SELECT id, lower(hex(hash)) || ' ' || message_id FROM message "
				"WHERE id <= ?1 ORDER BY id DESC LIMIT 1";

/* The last mail before one, if possible one that nothing can take the place of. */
static const char mail_before[] = "SELECT id, lower(hex(hash)) || ' ' || message_id FROM message "
				  "WHERE id < ?1 AND id >= ?1 - 100 "
				  "ORDER BY open_size IS NOT NULL, id DESC LIMIT 1";

static bool find_mail(struct pl_store *store, const char *sql, int64_t id,
		      struct asked_mail *mail_out)
{
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &statement, NULL);

	*mail_out = (struct asked_mail){0};
	if (result == SQLITE_OK) {
		sqlite3_bind_int64(statement, 1, id);
		result = sqlite3_step(statement);
		if (result == SQLITE_ROW) {
			mail_out->id = sqlite3_column_int64(statement, 0);
			/* the file is UTF-8 */
			mail_out->what =
			    g_utf8_make_valid((const char *)sqlite3_column_text(statement, 1), -1);
		}
	}
	sqlite3_finalize(statement);
	return result == SQLITE_ROW || result == SQLITE_DONE;
}

/* Takes the mail of these keys, 0 where it is not in the database any more. */
static bool recall(const struct pl_saved *saved, struct pl_store *store, const char *name,
		   const char *id_key, const char *what_key, int64_t *id_out)
{
	struct asked_mail mail;
	bool good;

	*id_out = g_key_file_get_int64(saved->file, name, id_key, NULL);
	good = find_mail(store, mail_itself, *id_out, &mail);
	if (g_strcmp0(mail.what, value_of(saved, name, what_key)))
		*id_out = 0;
	g_free(mail.what);
	return good;
}

/* The first mail behind ?1 that a run of `index` has still to do with. */
static const char first_unsettled[] =
    "SELECT min(id) FROM (SELECT min(m.id) AS id FROM unsettled u JOIN message m ON "
    "m.thread = u.thread WHERE m.id > ?1 UNION ALL SELECT min(p.message) FROM undecided d JOIN "
    "report p ON p.id = d.report WHERE p.message > ?1 UNION ALL "
    "SELECT min(message) FROM outdated WHERE message > ?1)";

enum pl_status pl_saved_range(const struct pl_saved *saved, struct pl_store *store,
			      const char *name, int64_t *after_out, int64_t *until_out,
			      int64_t *waiting_out, bool *anew_out, struct pl_error *error)
{
	const bool asked = g_key_file_get_int64(saved->file, name, "seen", NULL) > 0;
	int64_t after = 0, last = 0, first = 0;
	bool good = sqlite3_exec(pl_store_sqlite(store), "BEGIN", NULL, NULL, NULL) == SQLITE_OK &&
		    recall(saved, store, name, "seen", "seen_mail", &after) &&
		    (after || recall(saved, store, name, "before", "before_mail", &after));

	*anew_out = asked && !after;
	good = good && ask(store, "SELECT max(id) FROM message WHERE id > ?1", -1, &last) &&
	       ask(store, first_unsettled, after, &first);
	if (!good)
		return pl_store_fail(store, "looking for what is new", error);
	*waiting_out = first ? last - first + 1 : 0;
	*after_out = after;
	/* 0 would mean everything. */
	*until_out = first ? first - 1 : last;
	if (!*until_out)
		*until_out = -1;
	return PL_OK;
}

static void set_mail(struct pl_saved *saved, const char *name, const char *id_key,
		     const char *what_key, const struct asked_mail *mail)
{
	g_key_file_set_int64(saved->file, name, id_key, mail->id);
	g_key_file_set_string(saved->file, name, what_key, mail->what ? mail->what : "");
}

enum pl_status pl_saved_asked(struct pl_saved *saved, struct pl_store *store,
			      const struct pl_saved_query *query, int64_t until,
			      struct pl_error *error)
{
	struct asked_mail mail = {0}, before = {0};
	enum pl_status status = PL_OK;
	int lock = -1;

	if (!find_mail(store, last_mail, until, &mail) ||
	    !find_mail(store, mail_before, mail.id, &before))
		status = pl_store_fail(store, "looking for what is new", error);
	else if (!mail.id)
		return PL_OK;
	else if ((lock = begin_change(saved, error)) < 0)
		status = PL_FAILED;
	else if (strcmp(value_of(saved, query->name, "query"), query->query) != 0)
		close(lock);
	else {
		set_mail(saved, query->name, "seen", "seen_mail", &mail);
		set_mail(saved, query->name, "before", "before_mail", &before);
		status = end_change(saved, lock, error);
	}
	g_free(mail.what);
	g_free(before.what);
	return status;
}
