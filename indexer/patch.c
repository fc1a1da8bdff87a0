/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "patch.h"

#include <perflore/repository.h>
#include <perflore/sender.h>

#include "own_text.h"

/* Addresses of one mail that are kept. */
#define MAX_ADDRESSES 200

/* Longest title; what is longer is none. */
#define MAX_TITLE 500

struct pl_text pl_patch_title(struct pl_text subject)
{
	while (subject.len && subject.ptr[0] == '[') {
		const char *close = memchr(subject.ptr, ']', subject.len);

		if (!close)
			break;
		subject = pl_text_trim(
		    pl_text_slice(subject, (size_t)(close - subject.ptr) + 1, subject.len));
	}
	return subject;
}

/* The hex digits, 7 to 40 of them and no letter behind, that text begins with */
static struct pl_text id_at(struct pl_text text)
{
	size_t at = 0;

	while (at < text.len && g_ascii_isxdigit(text.ptr[at]))
		at++;
	if (at < 7 || at > 40 || (at < text.len && g_ascii_isalnum(text.ptr[at])))
		return PL_TEXT_NONE;
	return pl_text_slice(text, 0, at);
}

static bool skip(struct pl_text *text, const char *prefix)
{
	size_t length = strlen(prefix);

	if (text->len < length || g_ascii_strncasecmp(text->ptr, prefix, length))
		return false;
	*text = pl_text_trim(pl_text_slice(*text, length, text->len));
	return true;
}

static struct pl_text commit_in_link(struct pl_text line)
{
	static const char *const before[] = {"/c/", "/commit/?id=", "?id=", "/commit/"};

	for (size_t i = 0; i < G_N_ELEMENTS(before); i++) {
		const char *at = pl_text_find(line, before[i]);
		struct pl_text id;

		if (!at)
			continue;
		id = id_at(
		    pl_text_slice(line, (size_t)(at - line.ptr) + strlen(before[i]), line.len));
		if (id.len)
			return id;
	}
	return PL_TEXT_NONE;
}

struct pl_text pl_applied_commit(struct pl_text line)
{
	struct pl_text id;

	line = pl_text_trim(line);
	if (skip(&line, "https://") || skip(&line, "http://"))
		return pl_text_has(line, ' ') ? PL_TEXT_NONE : commit_in_link(line);
	if (!skip(&line, "commit:"))
		return PL_TEXT_NONE;
	id = id_at(line);
	return id.len == line.len ? id : PL_TEXT_NONE;
}

struct pl_text pl_upstream_commit(struct pl_text line)
{
	struct pl_text id, rest, end = PL_TEXT_NONE;

	line = pl_text_trim(line);
	if (skip(&line, "[")) {
		end = PL_TEXT("]");
		if (!skip(&line, "upstream commit "))
			return PL_TEXT_NONE;
	} else if (skip(&line, "commit ")) {
		end = PL_TEXT("upstream.");
	} else if (!skip(&line, "commit-id:")) {
		return PL_TEXT_NONE;
	}
	id = id_at(line);
	rest = pl_text_trim(pl_text_slice(line, id.len, line.len));
	return pl_text_equal(rest, end) ? id : PL_TEXT_NONE;
}

struct pl_text pl_applied_title(struct pl_text line)
{
	struct pl_text title;
	bool item;

	line = pl_text_trim(line);
	item = skip(&line, "- ");
	title = pl_patch_title(line);
	if (title.ptr == line.ptr ? !item : !item && !pl_text_has(line, '/'))
		return PL_TEXT_NONE;
	return title.len <= MAX_TITLE ? title : PL_TEXT_NONE;
}

static void add_applied(struct pl_store *store, int64_t message, uint32_t line,
			struct pl_text commit, struct pl_text title)
{
	char *lower = g_ascii_strdown(commit.ptr, (gssize)commit.len);

	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO commit_mention(commit_id, role, message, line, title) "
		   "VALUES (?, 'applied', ?, ?, ?)",
		   "siit", lower, message, (int64_t)line, title);
	g_free(lower);
}

static bool begins_diff(struct pl_text line)
{
	return pl_text_starts(line, PL_TEXT("diff --git "));
}

/* In a patch, the id that it has elsewhere; in an answer, a line that names a patch, and
 * below it where it went. */
static void read_applied(struct pl_store *store, int64_t id, const struct pl_lines *lines,
			 struct pl_text own_title)
{
	struct pl_text title = own_title;
	size_t named = 0;

	for (size_t i = 0; i < lines->n; i++) {
		const struct pl_line *line = &lines->v[i];
		struct pl_text commit;

		if (line->depth || !pl_text_trim(line->text).len)
			continue;
		if (begins_diff(line->text))
			break;
		commit =
		    own_title.len ? pl_upstream_commit(line->text) : pl_applied_commit(line->text);
		if (!own_title.len && !commit.len) {
			title = pl_applied_title(line->text);
			named = i;
		} else if (commit.len && title.len && (own_title.len || i - named <= 2)) {
			add_applied(store, id, line->number, commit, title);
		}
	}
}

static void add_file(struct pl_store *store, int64_t message, struct pl_text path)
{
	pl_sql_run(&store->sql, "INSERT OR IGNORE INTO file(path) VALUES (?)", "t", path);
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO patch_file(message, file) "
		   "SELECT ?, id FROM file WHERE path = ?",
		   "it", message, path);
}

/* The files of the mail's own diffs; false: it has none */
static bool add_files(struct pl_store *store, int64_t id, const struct pl_message *message)
{
	struct pl_text before = PL_TEXT_NONE;
	size_t n = 0;

	for (size_t part = 0; part < message->mail->n_parts; part++)
		for (size_t i = 0; i < message->lines[part].n; i++) {
			const struct pl_line *line = &message->lines[part].v[i];
			struct pl_text path = line->depth ? PL_TEXT_NONE : pl_diff_file(line->text);

			path = pl_text_trim(path);
			if (!path.len)
				continue;
			/* each file is named twice */
			if (n++ == 2 * PL_COMMIT_FILES_MAX)
				return true;
			if (!pl_text_equal(path, before))
				add_file(store, id, path);
			before = path;
		}
	return n > 0;
}

/* `Name <someone@example.org>, other@example.org`: the addresses in lower case */
static void add_addresses(struct pl_store *store, int64_t id, struct pl_text text)
{
	size_t from = 0, n = 0;

	for (size_t at = 0; at <= text.len && n < MAX_ADDRESSES; at++) {
		struct pl_text word = pl_text_slice(text, from, at);

		if (at < text.len && !strchr(" \t,;<>()\"", text.ptr[at]))
			continue;
		if (pl_text_has(word, '@')) {
			char *lower = g_ascii_strdown(word.ptr, (gssize)word.len);

			pl_sql_run(
			    &store->sql,
			    "INSERT OR IGNORE INTO recipient(message, address) VALUES (?, ?)", "is",
			    id, lower);
			g_free(lower);
			n++;
		}
		from = at + 1;
	}
}

/* The title at line i of a head in an answer, with the line that it goes on in. */
static char *unfold(const struct pl_lines *lines, size_t i, struct pl_text subject)
{
	const struct pl_line *next = i + 1 < lines->n ? &lines->v[i + 1] : NULL;
	struct pl_text title = pl_patch_title(subject), more = PL_TEXT_NONE;

	if (next && !next->depth && next->text.len && strchr(" \t", next->text.ptr[0]))
		more = pl_text_trim(next->text);
	return g_strdup_printf("%.*s%s%.*s", (int)title.len, title.ptr, more.len ? " " : "",
			       (int)more.len, more.len ? more.ptr : "");
}

/* The title of the first patch that the answer holds (`Subject: [PATCH] title`); NULL: none */
static char *inline_title(const struct pl_message *message)
{
	for (size_t part = 0; part < message->mail->n_parts; part++) {
		const struct pl_lines *lines = &message->lines[part];
		size_t n = message->mail->parts[part].filename.len ? 0 : pl_own_lines(lines);

		for (size_t i = 0; i < n; i++) {
			struct pl_text subject = pl_own_patch_title(lines, i);

			if (subject.len)
				return unfold(lines, i, subject);
		}
	}
	return NULL;
}

void pl_store_patch(struct pl_store *store, int64_t id, const struct pl_message *message)
{
	const struct pl_mail *mail = message->mail;
	struct pl_text title = pl_patch_title(mail->subject);
	bool tagged = title.len && title.len <= MAX_TITLE && title.ptr != mail->subject.ptr;
	bool patch = pl_is_patch(mail->subject);

	if (message->n_reports) {
		add_addresses(store, id, mail->to);
		add_addresses(store, id, mail->cc);
	}
	if (tagged && !message->n_reports)
		patch = add_files(store, id, message) || patch;
	if (!patch && !message->n_reports) {
		char *held = inline_title(message);

		if (held && *held && strlen(held) <= MAX_TITLE && g_utf8_validate(held, -1, NULL) &&
		    add_files(store, id, message))
			pl_sql_run(&store->sql, "INSERT INTO patch(message, title) VALUES (?, ?)",
				   "is", id, held);
		g_free(held);
	}
	if (tagged && patch)
		pl_sql_run(&store->sql, "INSERT INTO patch(message, title) VALUES (?, ?)", "it", id,
			   title);
	for (size_t part = 0; part < mail->n_parts; part++)
		if (!mail->parts[part].filename.len)
			read_applied(store, id, &message->lines[part],
				     tagged && patch ? title : PL_TEXT_NONE);
}
