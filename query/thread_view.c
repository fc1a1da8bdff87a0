/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread as a tree: a mail stands below the last of the mails it refers to that is in
 * the archive.
 */
#include <perflore/summary.h>

#include <sqlite3.h>

#include "columns.h"
#include "details.h"
#include "format.h"

/* Levels that are indented. */
#define MAX_INDENT 12

struct mail {
	int64_t id;
	struct pl_text message_id, who, subject, verdict, outcome;
	bool has_date;
	int64_t date;
	guint parent; /* index + 1; 0: none */
};

struct view {
	struct pl_store *store;
	struct pl_arena *arena;
	GArray *mails; /* struct mail, by date */
	const struct pl_style *style;
	int64_t marked;
	GString *out;
	struct pl_text last_subject;
};

static struct mail *mail_at(const struct view *view, guint index)
{
	return &g_array_index(view->mails, struct mail, index);
}

static const char select_mails[] =
    "SELECT m.id, m.message_id, coalesce(m.from_name, m.from_address, ''), m.subject, m.date, "
    "(SELECT r.verdict FROM report r WHERE r.message = m.id AND r.depth = 0 ORDER BY r.position "
    "LIMIT 1), (SELECT o.state FROM report r JOIN outcome o ON o.report = ifnull(r.copy_of, r.id) "
    "WHERE r.message = m.id AND r.depth = 0 ORDER BY r.position LIMIT 1) FROM message m "
    "WHERE m.version = 0 AND m.thread = (SELECT thread FROM message WHERE id = ?1) "
    "ORDER BY m.date IS NULL, m.date, m.message_id";

static const char select_parent[] =
    "SELECT target FROM reference WHERE message = ?1 ORDER BY position DESC";

static bool load(struct view *view, int64_t message)
{
	sqlite3 *db = pl_store_sqlite(view->store);
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(db, select_mails, -1, &statement, NULL);

	if (result == SQLITE_OK) {
		sqlite3_bind_int64(statement, 1, message);
		while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
			struct pl_columns columns = {view->arena, statement, 0};
			struct mail mail = {.id = pl_next_integer(&columns)};

			mail.message_id = pl_next_text(&columns);
			mail.who = pl_next_text(&columns);
			mail.subject = pl_next_text(&columns);
			mail.has_date = !pl_next_is_null(&columns);
			mail.date = pl_next_integer(&columns);
			mail.verdict = pl_next_text(&columns);
			mail.outcome = pl_next_text(&columns);
			g_array_append_val(view->mails, mail);
		}
	}
	sqlite3_finalize(statement);
	return result == SQLITE_DONE;
}

/* A mail that refers to a later one would close a ring, so only earlier ones count. */
static bool find_parents(struct view *view)
{
	sqlite3 *db = pl_store_sqlite(view->store);
	GHashTable *by_id = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(db, select_parent, -1, &statement, NULL);

	for (guint i = 0; i < view->mails->len && statement && result != SQLITE_ERROR; i++) {
		struct mail *mail = mail_at(view, i);

		sqlite3_reset(statement);
		sqlite3_bind_int64(statement, 1, mail->id);
		while (!mail->parent && (result = sqlite3_step(statement)) == SQLITE_ROW)
			mail->parent = GPOINTER_TO_UINT(g_hash_table_lookup(
			    by_id, (const char *)sqlite3_column_text(statement, 0)));
		g_hash_table_insert(by_id, g_strndup(mail->message_id.ptr, mail->message_id.len),
				    GUINT_TO_POINTER(i + 1));
	}
	sqlite3_finalize(statement);
	g_hash_table_destroy(by_id);
	return statement && result != SQLITE_ERROR;
}

/* The subject, where it is not the one before it. */
static void append_subject(struct view *view, const struct mail *mail)
{
	struct pl_text subject = mail->subject;

	while (subject.len > 3 && !g_ascii_strncasecmp(subject.ptr, "re: ", 4))
		subject = pl_text_trim(pl_text_slice(subject, 4, subject.len));
	if (pl_text_equal(subject, view->last_subject))
		return;
	view->last_subject = subject;
	g_string_append_c(view->out, ' ');
	pl_plain_cut(view->out, subject, MAX(view->style->columns, 60) / 2);
}

static void append_mail(struct view *view, guint index, unsigned level)
{
	const struct mail *mail = mail_at(view, index);
	char date[24] = "no date   ";

	if (mail->has_date)
		pl_date_format(mail->date, date);
	g_string_append_c(view->out, mail->id == view->marked ? '>' : ' ');
	g_string_append(view->out, mail->verdict.len ? "R " : "  ");
	g_string_append_len(view->out, date, 10);
	g_string_append_printf(view->out, "  %*s", (int)MIN(level, MAX_INDENT) * 2, "");
	pl_plain_cut(view->out, mail->who, 28);
	if (mail->verdict.len) {
		g_string_append_printf(view->out, " (%.*s", (int)mail->verdict.len,
				       mail->verdict.ptr);
		if (mail->outcome.len)
			g_string_append_printf(view->out, ", %.*s", (int)mail->outcome.len,
					       mail->outcome.ptr);
		g_string_append_c(view->out, ')');
	}
	append_subject(view, mail);
	g_string_append(view->out, " <");
	pl_plain(view->out, mail->message_id);
	g_string_append(view->out, ">\n");
}

/* The mail and all below it, depth first, without recursion: threads may be deep. */
static void append_tree(struct view *view, guint root, GArray **children)
{
	GArray *waiting = g_array_new(FALSE, FALSE, 2 * sizeof(guint));
	guint next[2] = {root, 0};

	g_array_append_vals(waiting, next, 1);
	while (waiting->len) {
		const guint *last = (const guint *)(void *)waiting->data + 2 * (waiting->len - 1);
		GArray *below;

		next[0] = last[0];
		next[1] = last[1];
		g_array_set_size(waiting, waiting->len - 1);
		append_mail(view, next[0], next[1]);
		below = children[next[0]];
		for (guint i = below ? below->len : 0; i-- > 0;) {
			const guint child[2] = {g_array_index(below, guint, i), next[1] + 1};

			g_array_append_vals(waiting, child, 1);
		}
	}
	g_array_free(waiting, TRUE);
}

static void append_all(struct view *view)
{
	GArray **children = g_new0(GArray *, view->mails->len);

	for (guint i = 0; i < view->mails->len; i++) {
		guint parent = mail_at(view, i)->parent;

		if (!parent)
			continue;
		if (!children[parent - 1])
			children[parent - 1] = g_array_new(FALSE, FALSE, sizeof(guint));
		g_array_append_val(children[parent - 1], i);
	}
	for (guint i = 0; i < view->mails->len; i++)
		if (!mail_at(view, i)->parent)
			append_tree(view, i, children);
	for (guint i = 0; i < view->mails->len; i++)
		if (children[i])
			g_array_free(children[i], TRUE);
	g_free(children);
}

enum pl_status pl_thread_text(struct pl_store *store, const struct pl_shown *shown,
			      const struct pl_style *style, GString *out, struct pl_error *error)
{
	struct view view = {.store = store,
			    .arena = pl_arena_new(),
			    .mails = g_array_new(FALSE, FALSE, sizeof(struct mail)),
			    .style = style,
			    .marked = shown->message,
			    .out = out};
	enum pl_status status = PL_OK;

	if (load(&view, shown->message) && find_parents(&view))
		append_all(&view);
	else
		status = pl_store_fail(store, "reading a thread", error);
	g_array_free(view.mails, TRUE);
	pl_arena_free(view.arena);
	return status;
}

enum pl_status pl_thread_json(struct pl_store *store, const struct pl_shown *shown, GString *out,
			      struct pl_error *error)
{
	struct view view = {.store = store,
			    .arena = pl_arena_new(),
			    .mails = g_array_new(FALSE, FALSE, sizeof(struct mail))};
	struct pl_details *details = pl_details_new(store, false);
	enum pl_status status = PL_OK;

	if (!load(&view, shown->message))
		status = pl_store_fail(store, "reading a thread", error);
	for (guint i = 0; i < view.mails->len && status == PL_OK; i++) {
		struct pl_found_message message;

		status = pl_details_message(details, mail_at(&view, i)->id, &message, error);
		if (status == PL_OK) {
			pl_found_message_to_json(&message, out);
			g_string_append_c(out, '\n');
		}
	}
	pl_details_free(details);
	g_array_free(view.mails, TRUE);
	pl_arena_free(view.arena);
	return status;
}
