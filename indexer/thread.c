/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads: a mail and all that it refers to are in one thread. Ids that are referred
 * to and not in the archive (ghosts) hold a thread together as mails do; a mail that
 * refers to two threads joins them. So the order of arrival does not matter.
 */
#include "store_internal.h"

static bool is_in_address(char c)
{
	return g_ascii_isalnum(c) || strchr("@.!#$%&'*+/=?^_`{|}~-", c);
}

/* Whether word, which is not empty, stands in text as one of its addresses. It is looked for
 * by its first @, as a text has few of them. */
static bool holds_address(struct pl_text text, struct pl_text word)
{
	const char *sign = memchr(word.ptr, '@', word.len);
	const size_t key = sign ? (size_t)(sign - word.ptr) : 0;
	const char lower = g_ascii_tolower(word.ptr[key]), upper = g_ascii_toupper(word.ptr[key]);

	for (size_t i = 0; i + word.len <= text.len; i++) {
		const char c = text.ptr[i + key];

		if (lower == upper) {
			const char *next = memchr(text.ptr + i + key, lower, text.len - i - key);

			i = next ? (size_t)(next - text.ptr) - key : text.len;
			if (i + word.len > text.len)
				return false;
		} else if (c != lower && c != upper) {
			continue;
		}
		if (g_ascii_strncasecmp(text.ptr + i, word.ptr, word.len) == 0 &&
		    (i == 0 || !is_in_address(text.ptr[i - 1])) &&
		    (i + word.len == text.len || !is_in_address(text.ptr[i + word.len])))
			return true;
	}
	return false;
}

/* People answer a program that asks "In-Reply-To?" with an address or with `y`, and some
 * mail programs write whom they answer. Such mails would all be one thread. */
static bool is_no_id(const struct pl_mail *mail, struct pl_text id)
{
	return pl_text_equal(id, PL_TEXT("y")) || pl_text_equal(id, PL_TEXT("n")) ||
	       holds_address(mail->from_address, id) || holds_address(mail->to, id) ||
	       holds_address(mail->cc, id);
}

static void add_reference(struct pl_texts *ids, GHashTable *seen, const struct pl_mail *mail,
			  struct pl_text id, struct pl_text own)
{
	char *key;

	if (!id.len || pl_text_equal(id, own) || is_no_id(mail, id))
		return;
	key = g_strndup(id.ptr, id.len);
	if (g_hash_table_add(seen, key))
		ids->v[ids->n++] = id;
}

struct pl_texts pl_thread_references(const struct pl_mail *mail, struct pl_text message_id)
{
	GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct pl_texts ids;

	ids.v = g_new(struct pl_text, mail->references.n + mail->in_reply_to.n);
	ids.n = 0;
	for (size_t i = 0; i < mail->references.n; i++)
		add_reference(&ids, seen, mail, mail->references.v[i], message_id);
	for (size_t i = 0; i < mail->in_reply_to.n; i++)
		add_reference(&ids, seen, mail, mail->in_reply_to.v[i], message_id);
	g_hash_table_destroy(seen);
	if (ids.n > PL_MAX_REFERENCES) {
		memmove(ids.v + 1, ids.v + ids.n - (PL_MAX_REFERENCES - 1),
			(PL_MAX_REFERENCES - 1) * sizeof(*ids.v));
		ids.n = PL_MAX_REFERENCES;
	}
	return ids;
}

/* The thread of an id that is known as a mail or as a ghost. */
static bool known_thread(struct pl_store *store, struct pl_text id, int64_t *thread_out)
{
	return (pl_known_ids_may_have(store->known, id) &&
		pl_sql_integer(&store->sql, thread_out,
			       "SELECT thread FROM message WHERE message_id = ? LIMIT 1", "t",
			       id)) ||
	       pl_sql_integer(&store->sql, thread_out,
			      "SELECT thread FROM ghost WHERE message_id = ?", "t", id);
}

static void join(struct pl_store *store, int64_t thread, int64_t other)
{
	struct pl_sql *sql = &store->sql;

	pl_sql_run(sql, "UPDATE message SET thread = ?1 WHERE thread = ?2", "ii", thread, other);
	pl_sql_run(sql, "UPDATE ghost SET thread = ?1 WHERE thread = ?2", "ii", thread, other);
	pl_sql_run(sql, "DELETE FROM unsettled WHERE thread = ?", "i", other);
	pl_sql_run(sql, "DELETE FROM thread WHERE id = ?", "i", other);
}

int64_t pl_thread_of(struct pl_store *store, struct pl_text message_id,
		     const struct pl_texts *references)
{
	struct pl_sql *sql = &store->sql;
	bool *unknown = g_new(bool, references->n);
	int64_t thread = 0, other;
	const bool known = known_thread(store, message_id, &thread);

	for (size_t i = 0; i < references->n; i++) {
		unknown[i] = !known_thread(store, references->v[i], &other);
		if (unknown[i] || other == thread)
			continue;
		if (!thread)
			thread = other;
		else
			join(store, thread, other);
	}
	if (!thread) {
		pl_sql_run(sql, "INSERT INTO thread(root) VALUES (?)", "t", message_id);
		thread = pl_sql_last_id(sql);
	}
	if (known)
		pl_sql_run(sql, "DELETE FROM ghost WHERE message_id = ?", "t", message_id);
	for (size_t i = 0; i < references->n; i++)
		if (unknown[i])
			pl_sql_run(sql, "INSERT INTO ghost(message_id, thread) VALUES (?, ?)", "ti",
				   references->v[i], thread);
	g_free(unknown);
	pl_sql_run(sql, "INSERT OR IGNORE INTO unsettled(thread) VALUES (?)", "i", thread);
	return thread;
}
