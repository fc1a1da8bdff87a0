/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "origin.h"

#include "mail_link.h"
#include "reporter.h"

/* Lines of the paragraph above a quotation that are looked at. */
#define MAX_LINES 12

/* `Message-ID: <ID>`; NULL: another line */
static char *header_id(struct pl_text text)
{
	static const char name[] = "message-id:";
	size_t length = strlen(name);
	const char *open, *close;

	if (text.len <= length || g_ascii_strncasecmp(text.ptr, name, length))
		return NULL;
	open = memchr(text.ptr, '<', text.len);
	close = open ? memchr(open, '>', text.len - (size_t)(open - text.ptr)) : NULL;
	if (!close || close == open + 1 || !g_utf8_validate(open + 1, close - open - 1, NULL))
		return NULL;
	return g_strndup(open + 1, (gsize)(close - open - 1));
}

/* The id that the paragraph above line `first` of a quotation introduces it with; NULL: it
 * has none, or several, or goes on to say something. */
static char *id_above(const struct pl_lines *lines, size_t first)
{
	unsigned depth = lines->v[first].depth;
	char *found = NULL;
	size_t seen = 0;

	for (size_t i = first; i-- > 0 && seen < MAX_LINES;) {
		struct pl_text text = pl_text_trim(lines->v[i].text);
		bool header;
		char *id;

		if (lines->v[i].depth + 1u != depth || (!text.len && seen))
			break;
		if (!text.len)
			continue;
		id = header_id(text);
		header = id;
		if (!id)
			id = pl_mail_link_id(text);
		/* The last line introduces what follows, or is nothing but where it is from. */
		if (!seen++ && !header && text.ptr[text.len - 1] != ':' &&
		    !(id && !pl_text_has(text, ' '))) {
			g_free(id);
			break;
		}
		if (id && found && strcmp(id, found)) {
			g_free(id);
			g_free(found);
			return NULL;
		}
		g_free(id ? found : NULL);
		found = id ? id : found;
	}
	return found;
}

/* Depth 1 quotes the mail that is answered, depth 2 the one that this answered, ... */
static struct pl_text answered(const struct pl_mail *mail, unsigned depth)
{
	size_t n = mail->references.n;
	struct pl_text last = mail->in_reply_to.n ? mail->in_reply_to.v[0] : PL_TEXT_NONE;

	if (last.len && !(n && pl_text_equal(mail->references.v[n - 1], last))) {
		if (depth == 1)
			return last;
		depth--;
	}
	return depth <= n ? mail->references.v[n - depth] : PL_TEXT_NONE;
}

static void store_one(struct pl_store *store, int64_t id, const struct pl_report *report,
		      const char *how, const char *target)
{
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO mail_link(message, line, name, target) "
		   "VALUES (?, ?, ?, ?)",
		   "iiss", id, (int64_t)report->line, how, target);
}

/* Line `first` of a quotation stands under `NAME wrote:`. */
static bool is_attributed(const struct pl_lines *lines, size_t first)
{
	while (first-- > 0 && lines->v[first].depth + 1u >= lines->v[first + 1].depth) {
		struct pl_text text = pl_text_trim(lines->v[first].text);

		if (text.len)
			return pl_is_attribution(lines, first);
	}
	return false;
}

/* second: the report before is of the same depth. What has an attribution of its own then is
 * from another mail than the one that is answered. */
static void store_origin(struct pl_store *store, int64_t id, const struct pl_message *message,
			 const struct pl_report *report, bool second)
{
	const struct pl_mail *mail = message->mail;
	char *found = pl_mail_link_id(report->link_report);
	const char *how = "origin-link";
	size_t part = mail->n_parts, at;

	while (part && message->lines[part - 1].first > report->line)
		part--;
	if (!found && part) {
		const struct pl_lines *lines = &message->lines[part - 1];

		for (at = lines->n; at && lines->v[at - 1].number > report->line;)
			at--;
		/* The quotation's first line, of which the report may be a later one. */
		while (at > 1 && lines->v[at - 2].depth >= report->depth)
			at--;
		how = "origin-above";
		found =
		    at && lines->v[at - 1].depth == report->depth ? id_above(lines, at - 1) : NULL;
		if (!found && ((second && at && is_attributed(lines, at - 1)) ||
			       pl_reporter_is_another(message, report)))
			return;
	}
	if (!found) {
		struct pl_text target = answered(mail, report->depth);

		how = "origin-answered";
		found = target.len ? g_utf8_make_valid(target.ptr, (gssize)target.len) : NULL;
	}
	if (found)
		store_one(store, id, report, how, found);
	g_free(found);
}

void pl_store_origins(struct pl_store *store, int64_t id, const struct pl_message *message)
{
	unsigned quoted = 0; /* the depth of the report before */

	for (size_t i = 0; i < message->n_reports; i++) {
		const struct pl_report *report = &message->reports[i];

		if (report->depth)
			store_origin(store, id, message, report, report->depth == quoted);
		quoted = report->depth;
	}
}
