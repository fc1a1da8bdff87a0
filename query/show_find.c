/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From an ID, in any form that people paste, to a mail or report.
 */
#include <perflore/show.h>

#include <sqlite3.h>

/* The pieces of a path of a web archive that hold no message id behind them. */
static bool is_web_word(const char *piece)
{
	static const char *const words[] = {"",	   "T",	 "t",  "raw",	    "r",
					    "all", "#t", "#u", "t.mbox.gz", "t.atom"};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (!strcmp(piece, words[i]))
			return true;
	return false;
}

/* The message id in a URL: the last piece of its path that may be one. */
static char *id_of_url(const char *url)
{
	const char *path = strstr(url, "://") + 3;
	char **pieces = g_strsplit(path, "/", -1);
	char *id = NULL;

	for (size_t i = g_strv_length(pieces); i-- > 1 && !id;)
		if (!is_web_word(pieces[i]) && pieces[i][0] != '#')
			id = g_uri_unescape_string(pieces[i], NULL);
	g_strfreev(pieces);
	return id;
}

/* Takes `#rN` off id; -1: it has none. */
static int64_t take_report(char *id)
{
	char *hash = strrchr(id, '#');
	char *end;
	gint64 number;

	if (!hash || hash[1] != 'r' || !g_ascii_isdigit(hash[2]))
		return -1;
	number = g_ascii_strtoll(hash + 2, &end, 10);
	if (*end)
		return -1;
	*hash = '\0';
	return number;
}

static char *clean_id(const char *id)
{
	char *clean = strstr(id, "://") ? id_of_url(id) : g_strdup(id);

	if (!clean)
		return NULL;
	g_strstrip(clean);
	/* Also with what stands around it in a header: Message-ID: <x> */
	if (strchr(clean, '<') && strchr(strchr(clean, '<'), '>')) {
		char *from = strchr(clean, '<') + 1;

		*strchr(from, '>') = '\0';
		memmove(clean, from, strlen(from) + 1);
	}
	if (!*clean) {
		g_free(clean);
		return NULL;
	}
	return clean;
}

/* PL_OK, PL_NOTHING or PL_FAILED. */
static enum pl_status look_up(struct pl_store *store, const char *sql, const char *text,
			      int64_t first, int64_t second, int64_t *id_out)
{
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(pl_store_sqlite(store), sql, -1, &statement, NULL);

	if (result == SQLITE_OK) {
		if (text) {
			sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
		} else {
			sqlite3_bind_int64(statement, 1, first);
			sqlite3_bind_int64(statement, 2, second);
		}
		result = sqlite3_step(statement);
		if (result == SQLITE_ROW)
			*id_out = sqlite3_column_int64(statement, 0);
	}
	sqlite3_finalize(statement);
	return result == SQLITE_ROW ? PL_OK : result == SQLITE_DONE ? PL_NOTHING : PL_FAILED;
}

static enum pl_status find_message(struct pl_store *store, const char *id, int64_t *message_out)
{
	return look_up(store,
		       "SELECT id FROM message WHERE message_id = ?1 ORDER BY version LIMIT 1", id,
		       0, 0, message_out);
}

/* Cuts `#rN` off id, unless the whole is a message id itself. */
static int64_t cut_report(struct pl_store *store, char *id)
{
	char *whole = g_strdup(id);
	int64_t message, report = take_report(id);

	if (report >= 0 && find_message(store, whole, &message) == PL_OK) {
		strcpy(id, whole);
		report = -1;
	}
	g_free(whole);
	return report;
}

static enum pl_status find_report(struct pl_store *store, const char *id,
				  const struct pl_shown *shown, struct pl_error *error)
{
	int64_t report;
	enum pl_status status =
	    look_up(store, "SELECT id FROM report WHERE message = ?1 AND position = ?2", NULL,
		    shown->message, shown->report, &report);

	if (status != PL_NOTHING)
		return status;
	status = look_up(store,
			 "SELECT position FROM report WHERE message = ?1 "
			 "ORDER BY position DESC LIMIT 1",
			 NULL, shown->message, 0, &report);
	if (status == PL_NOTHING)
		return pl_fail(error, PL_NOTHING, "<%s> has no report; '%s' alone is the mail", id,
			       id);
	if (status != PL_OK)
		return status;
	if (report)
		return pl_fail(error, PL_NOTHING,
			       "<%s> has no report #r%" G_GINT64_FORMAT
			       ", but #r0 to #r%" G_GINT64_FORMAT,
			       id, shown->report, report);
	return pl_fail(error, PL_NOTHING, "<%s> has no report #r%" G_GINT64_FORMAT ", but #r0", id,
		       shown->report);
}

/* 4 to 6 hex digits, one of them a digit: git takes them for a commit. */
static bool is_short_commit(const char *id)
{
	size_t n = strspn(id, "0123456789abcdefABCDEF");

	return !id[n] && n >= 4 && n <= 6 && strpbrk(id, "0123456789");
}

/* A mail that is not there, and of which others quote a report: false, where none does. */
static bool fail_quoted(struct pl_store *store, const char *id, struct pl_error *error)
{
	sqlite3_stmt *row = NULL;
	bool found = false;

	if (sqlite3_prepare_v2(
		pl_store_sqlite(store),
		"SELECT m.message_id, r.position FROM mail_link l JOIN message m ON "
		"m.id = l.message JOIN report r ON r.message = m.id AND r.line = l.line "
		"WHERE l.target = ?1 AND l.name IN ('origin-link', 'origin-above', "
		"'origin-answered') ORDER BY m.date IS NULL, m.date, m.message_id LIMIT 1",
		-1, &row, NULL) == SQLITE_OK) {
		sqlite3_bind_text(row, 1, id, -1, SQLITE_TRANSIENT);
		found = sqlite3_step(row) == SQLITE_ROW;
		if (found)
			pl_fail(error, PL_NOTHING,
				"no mail <%s> in the database; its report is quoted: '%s#r%d'", id,
				(const char *)sqlite3_column_text(row, 0),
				sqlite3_column_int(row, 1));
	}
	sqlite3_finalize(row);
	return found;
}

enum pl_status pl_show_find(struct pl_store *store, const char *id, struct pl_shown *shown_out,
			    struct pl_error *error)
{
	char *copy = g_utf8_make_valid(id, -1);
	char *clean;
	enum pl_status status;

	*shown_out = (struct pl_shown){.report = cut_report(store, copy)};
	clean = clean_id(copy);
	g_free(copy);
	if (!clean)
		return pl_fail(error, PL_USAGE,
			       "'%s' is no message id; as in: 87zg84s06k.fsf@example.org, or "
			       "87zg84s06k.fsf@example.org#r0 for a report in it",
			       id);
	status = find_message(store, clean, &shown_out->message);
	if (status == PL_NOTHING && fail_quoted(store, clean, error))
		status = PL_NOTHING;
	else if (status == PL_NOTHING)
		pl_fail(error, PL_NOTHING,
			is_short_commit(clean) ? "no mail <%s> in the database; a commit id has "
						 "at least 7 digits"
					       : "no mail <%s> in the database",
			clean);
	else if (status == PL_OK && shown_out->report >= 0)
		status = find_report(store, clean, shown_out, error);
	if (status == PL_FAILED)
		pl_store_fail(store, "looking for a mail", error);
	g_free(clean);
	return status;
}
