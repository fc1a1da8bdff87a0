/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One mail into the database: told apart by its Message-ID and the hash of its
 * content. The first content read under an id is the mail, unless it was cut and a whole
 * one comes; others are kept as further versions, without records. Of several copies of one content
 * one is chosen.
 */
#include "crash.h"
#include "fulltext_write.h"
#include "part.h"

/* Whether the id is known; *version_out is the next free version. A mail with the same
 * hash is the mail itself. Programs give one id to thousands of mails: the versions are
 * not gone through. */
static bool look_up(struct pl_store *store, struct pl_text message_id, struct pl_text hash,
		    int64_t *id_out, int64_t *version_out)
{
	struct pl_sql *sql = &store->sql;
	sqlite3_stmt *statement;
	bool known = false, same = false;

	*version_out = 0;
	if (!pl_known_ids_may_have(store->known, message_id))
		return false;
	statement =
	    pl_sql_bind(sql,
			"SELECT id, hash FROM message WHERE message_id = ? ORDER BY version "
			"LIMIT 1",
			"t", message_id);
	if (pl_sql_row(sql, statement)) {
		known = true;
		*id_out = sqlite3_column_int64(statement, 0);
		same = pl_text_equal(pl_sql_text(statement, 1), hash);
		pl_sql_done(statement);
	}
	if (!known || same)
		return same;
	if (pl_sql_integer(sql, id_out,
			   "SELECT id FROM message INDEXED BY message_hash "
			   "WHERE message_id = ? AND hash = ? AND version > 0",
			   "tb", message_id, hash))
		return true;
	pl_sql_integer(sql, version_out,
		       "SELECT version + 1 FROM message WHERE message_id = ? "
		       "ORDER BY version DESC LIMIT 1",
		       "t", message_id);
	return false;
}

/* `<hash>@perflore.invalid`: no mail system makes such an id. */
static struct pl_text made_id(const uint8_t hash[PL_HASH], char buffer[2 * PL_HASH + 24])
{
	for (int i = 0; i < PL_HASH; i++)
		g_snprintf(buffer + 2 * i, 3, "%02x", hash[i]);
	g_strlcat(buffer, "@perflore.invalid", 2 * PL_HASH + 24);
	return pl_text_of(buffer);
}

static void add_problems(struct pl_store *store, int64_t id, const struct pl_problems *problems)
{
	for (size_t i = 0; i < problems->n; i++)
		pl_sql_run(&store->sql,
			   "INSERT INTO problem(message, position, code, detail) "
			   "VALUES (?, ?, ?, ?)",
			   "iiTt", id, (int64_t)i, problems->v[i].code, problems->v[i].detail);
}

static void add_references(struct pl_store *store, int64_t id, const struct pl_texts *references)
{
	for (size_t i = 0; i < references->n; i++)
		pl_sql_run(&store->sql,
			   "INSERT INTO reference(message, position, target) VALUES (?, ?, ?)",
			   "iiT", id, (int64_t)i, references->v[i]);
}

static void add_text(struct pl_store *store, int64_t id, const struct pl_prepared *prepared)
{
	if (prepared->json.len)
		pl_sql_run(&store->sql,
			   "INSERT INTO message_text(message, text, json) VALUES (?, ?, ?)", "ibb",
			   id, prepared->text, prepared->json);
}

static bool is_whole(const struct pl_message *message)
{
	const struct pl_problems *problems = &message->mail->problems;

	for (size_t i = 0; i < problems->n; i++)
		if (pl_text_equal(problems->v[i].code, PL_TEXT("truncated")) ||
		    pl_text_equal(problems->v[i].code, PL_TEXT("mail-too-large")))
			return false;
	return true;
}

/* The first time that one of a mail's copies was received, whichever is read first. */
static void add_received(struct pl_store *store, int64_t id, const struct pl_mail *mail)
{
	if (mail->has_received)
		pl_sql_run(&store->sql,
			   "UPDATE message SET received = ?1 WHERE id = ?2 "
			   "AND (received IS NULL OR received > ?1)",
			   "ii", mail->received, id);
}

static struct pl_text choice_of(const struct pl_prepared *prepared)
{
	return (struct pl_text){(const char *)prepared->choice, PL_CHOICE};
}

static void insert(struct pl_store *store, const struct pl_prepared *prepared,
		   struct pl_text message_id, int64_t version, int64_t source, const char *place,
		   int64_t *id_out)
{
	const struct pl_message *message = prepared->message;
	const struct pl_mail *mail = message->mail;
	struct pl_texts references = pl_thread_references(mail, message_id);
	int64_t thread = pl_thread_of(store, message_id, &references);
	sqlite3_stmt *statement = pl_sql_bind(
	    &store->sql,
	    "INSERT INTO message(message_id, made_id, version, hash, thread, subject, from_name, "
	    "from_address, source, place, features, indexed, choice, date, received, open_size, "
	    "open_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    "tiibitttisiibnnnn", message_id, (int64_t)(mail->message_id.len == 0), version,
	    (struct pl_text){(const char *)prepared->hash, PL_HASH}, thread, mail->subject,
	    mail->from_name, mail->from_address, source, place, (int64_t)message->features,
	    (int64_t)pl_fulltext_expected(pl_text_mode_get(store)), choice_of(prepared));

	pl_known_ids_add(store->known, message_id);
	if (statement && mail->has_date)
		sqlite3_bind_int64(statement, 14, mail->date);
	if (statement && mail->has_received)
		sqlite3_bind_int64(statement, 15, mail->received);
	if (statement && prepared->open && (mail->message_id.len || pl_part_has_header(mail))) {
		sqlite3_bind_int64(statement, 16, (int64_t)prepared->raw.len);
		sqlite3_bind_int64(statement, 17, prepared->sum);
		if (!mail->message_id.len)
			store->parts = PL_STORE_PARTS_SOME;
	}
	pl_sql_row(&store->sql, statement);
	*id_out = pl_sql_last_id(&store->sql);
	add_references(store, *id_out, &references);
	pl_store_add_lists(store, *id_out, &mail->lists);
	add_problems(store, *id_out, &mail->problems);
	add_text(store, *id_out, prepared);
	if (version == 0)
		pl_store_records(store, *id_out, prepared);
	if (pl_crash_split && pl_store_commit(store))
		pl_store_begin(store);
	pl_fulltext_hold(store, *id_out, thread, &prepared->words);
	g_free(references.v);
}

/* How much of the mail is in the text index. */
static enum pl_indexed indexed(struct pl_store *store, int64_t id)
{
	int64_t how = PL_INDEXED_NOT;

	pl_sql_integer(&store->sql, &how, "SELECT indexed FROM message WHERE id = ?", "i", id);
	return (enum pl_indexed)how;
}

bool pl_store_replace(struct pl_store *store, int64_t id, int64_t thread,
		      const struct pl_prepared *prepared)
{
	const struct pl_message *message = prepared->message;
	struct pl_sql *sql = &store->sql;

	pl_store_take_records(store, id);
	pl_sql_run(sql, "DELETE FROM problem WHERE message = ?", "i", id);
	pl_sql_run(sql, "DELETE FROM message_text WHERE message = ?", "i", id);
	pl_sql_run(sql, "UPDATE message SET features = ?, choice = ? WHERE id = ?", "ibi",
		   (int64_t)message->features, choice_of(prepared), id);
	add_received(store, id, message->mail);
	pl_sql_run(sql, "INSERT OR IGNORE INTO unsettled(thread) VALUES (?)", "i", thread);
	add_problems(store, id, &message->mail->problems);
	add_text(store, id, prepared);
	pl_store_records(store, id, prepared);
	pl_store_subsystems_of_lists(store, id);
	if (indexed(store, id) == PL_INDEXED_NOT)
		pl_fulltext_put(store, id, &prepared->words,
				pl_fulltext_wanted(store, pl_text_mode_get(store), thread));
	return !sql->failed;
}

/* A known mail whose words could not be read when they were wanted: here they are. */
static void add_missing_words(struct pl_store *store, int64_t id,
			      const struct pl_prepared *prepared)
{
	const enum pl_text_mode mode = pl_text_mode_get(store);
	int64_t thread;

	if (mode == PL_TEXT_MODE_NONE ||
	    !pl_sql_integer(&store->sql, &thread,
			    "SELECT thread FROM message WHERE id = ? AND indexed < ?", "ii", id,
			    (int64_t)PL_INDEXED_ALL) ||
	    pl_fulltext_wanted(store, mode, thread) <= indexed(store, id))
		return;
	pl_fulltext_put(store, id, &prepared->words, pl_fulltext_wanted(store, mode, thread));
}

/* The buffer is for an id that has to be made. */
static struct pl_text id_of(const struct pl_prepared *prepared, char buffer[2 * PL_HASH + 24])
{
	const struct pl_text message_id = prepared->message->mail->message_id;

	return message_id.len ? message_id : made_id(prepared->hash, buffer);
}

/* Takes away what was read of the mail when its file ended inside it; nothing where that was
 * the mail itself, or something else is known of that place. *freed_out: version 0 of
 * the mail's own id is free. */
static bool take_before(struct pl_store *store, const struct pl_prepared *before,
			struct pl_text hash_now, struct pl_text message_id, int64_t source,
			const char *place, bool *freed_out)
{
	const struct pl_text hash = {(const char *)before->hash, PL_HASH};
	char buffer[2 * PL_HASH + 24] = "";
	struct pl_text id_before = id_of(before, buffer);
	bool same_id = pl_text_equal(id_before, message_id);
	int64_t id, version = 0;

	if ((same_id && pl_text_equal(hash, hash_now)) ||
	    !pl_sql_integer(&store->sql, &id,
			    "SELECT id FROM message WHERE message_id = ?1 AND hash = ?2 "
			    "AND source = ?3 AND ifnull(place, ?4) = ?4",
			    "tbis", id_before, hash, source, place))
		return false;
	pl_sql_integer(&store->sql, &version, "SELECT version FROM message WHERE id = ?", "i", id);
	pl_store_take_mail(store, id, &before->words);
	*freed_out = same_id && version == 0;
	if (!same_id)
		pl_store_promote(store, id_before);
	return true;
}

/* Whether this copy is to be kept in place of the known one. Where it is not known how that one
 * compares, it is by their problems alone. */
static bool is_better(struct pl_store *store, int64_t id, const struct pl_prepared *prepared)
{
	struct pl_sql *sql = &store->sql;
	sqlite3_stmt *statement =
	    pl_sql_bind(sql, "SELECT choice FROM message WHERE id = ?", "i", id);
	bool compared = false, better = false;
	int64_t problems = 0;

	if (pl_sql_row(sql, statement)) {
		const struct pl_text known = pl_sql_text(statement, 0);

		compared = known.len == PL_CHOICE;
		better = compared && memcmp(prepared->choice, known.ptr, PL_CHOICE) < 0;
		pl_sql_done(statement);
	}
	if (compared)
		return better;
	pl_sql_integer(sql, &problems, "SELECT count(*) FROM problem WHERE message = ?", "i", id);
	return problems > (int64_t)prepared->message->mail->problems.n;
}

/* What is known of a mail is what this copy says; only the lists and the first time are of all. It
 * is another row, as the words of the old one are not known, which stay in the text index, and its
 * id must be no mail's any more: so the new one comes before the old one goes. */
static void choose(struct pl_store *store, int64_t *id, const struct pl_prepared *prepared,
		   struct pl_text message_id, int64_t source, const char *place)
{
	struct pl_sql *sql = &store->sql;
	struct pl_arena *arena = pl_arena_new();
	const int64_t old = *id;
	int64_t version = 0, received;
	struct pl_texts lists;

	pl_sql_integer(sql, &version, "SELECT version FROM message WHERE id = ?", "i", old);
	pl_sql_run(sql, "UPDATE message SET version = -1 WHERE id = ?", "i", old);
	insert(store, prepared, message_id, version, source, place, id);
	lists = pl_store_lists(store, old, arena);
	pl_store_more_lists(store, *id, &lists);
	if (pl_sql_integer(sql, &received,
			   "SELECT received FROM message WHERE id = ? AND received IS NOT NULL",
			   "i", old))
		add_received(store, *id,
			     &(const struct pl_mail){.has_received = true, .received = received});
	pl_store_take_mail(store, old, NULL);
	pl_arena_free(arena);
}

/* A mail that is not in the database, at this version at least. */
static void add_fresh(struct pl_store *store, const struct pl_prepared *prepared,
		      struct pl_text message_id, int64_t version, int64_t source, const char *place,
		      struct pl_stored_mail *stored_out)
{
	stored_out->how = version ? PL_STORED_VERSION : PL_STORED_NEW;
	if (version && is_whole(prepared->message) && pl_store_is_cut(store, message_id)) {
		stored_out->how = PL_STORED_WHOLE;
		pl_store_give_way(store, message_id, version);
		version = 0;
	}
	insert(store, prepared, message_id, version, source, place, &stored_out->id);
}

bool pl_store_add(struct pl_store *store, const struct pl_prepared *prepared, int64_t source,
		  const char *place, const struct pl_prepared *before,
		  struct pl_stored_mail *stored_out)
{
	const struct pl_text hash = {(const char *)prepared->hash, PL_HASH};
	char buffer[2 * PL_HASH + 24] = "";
	struct pl_text message_id = id_of(prepared, buffer);
	bool freed = false, took;
	int64_t version;

	took = before && take_before(store, before, hash, message_id, source, place, &freed);
	if (look_up(store, message_id, hash, &stored_out->id, &version)) {
		stored_out->how = PL_STORED_KNOWN;
		if (freed)
			pl_store_promote(store, message_id);
		if (is_better(store, stored_out->id, prepared))
			choose(store, &stored_out->id, prepared, message_id, source, place);
		else
			pl_store_found_again(store, stored_out->id, choice_of(prepared), source,
					     place);
		add_missing_words(store, stored_out->id, prepared);
		add_received(store, stored_out->id, prepared->message->mail);
		pl_store_more_lists(store, stored_out->id, &prepared->message->mail->lists);
		return !store->sql.failed;
	}
	if (!freed)
		took |= pl_part_take(store, prepared, message_id, version > 0, &freed);
	add_fresh(store, prepared, message_id, freed ? 0 : version, source, place, stored_out);
	if (took && stored_out->how == PL_STORED_NEW)
		stored_out->how = PL_STORED_WHOLE;
	return !store->sql.failed;
}

bool pl_store_source(struct pl_store *store, const char *path, int64_t *id_out)
{
	if (!pl_sql_run(&store->sql, "INSERT OR IGNORE INTO source(path) VALUES (?)", "s", path))
		return false;
	if (sqlite3_changes(store->sql.db)) {
		*id_out = pl_sql_last_id(&store->sql);
		return true;
	}
	return pl_sql_integer(&store->sql, id_out, "SELECT id FROM source WHERE path = ?", "s",
			      path);
}
