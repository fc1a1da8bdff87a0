/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail_link.h"

#include <perflore/sender.h>

#include "own_text.h"

bool pl_regzbot_read(struct pl_text value, struct pl_regzbot *regzbot_out)
{
	size_t at = 0, n = 0;

	value = pl_text_trim(value);
	/* `^introduced`, an older spelling of `introduced: ID ^` */
	if (value.len && value.ptr[0] == '^')
		at = 1;
	while (at < value.len && (g_ascii_isalpha(value.ptr[at]) || value.ptr[at] == '-')) {
		if (value.ptr[at] != '-' && n + 1 < sizeof(regzbot_out->command))
			regzbot_out->command[n++] = g_ascii_tolower(value.ptr[at]);
		at++;
	}
	regzbot_out->command[n] = '\0';
	if (at < value.len && value.ptr[at] == '^')
		at++;
	if (at < value.len && value.ptr[at] == ':')
		at++;
	regzbot_out->argument = pl_text_trim(pl_text_slice(value, at, value.len));
	return n > 0;
}

char *pl_mail_link_id(struct pl_text text)
{
	char *copy = g_strndup(text.ptr ? text.ptr : "", text.len);
	char *url = strstr(copy, "://"), *id = NULL;
	char **pieces;

	if (!url) {
		g_free(copy);
		return NULL;
	}
	url += 3;
	url[strcspn(url, " \t<>\"")] = '\0';
	pieces = g_strsplit(url, "/", -1);
	for (size_t i = g_strv_length(pieces); i-- > 1 && !id;) {
		char *piece = g_uri_unescape_string(pieces[i], NULL);

		if (piece && strchr(piece, '@')) {
			size_t length = strcspn(piece, "#?");

			/* what stands behind a URL in a sentence */
			while (length && strchr(").,;:'", piece[length - 1]))
				length--;
			piece[length] = '\0';
			/* /%3CID%3E/ */
			if (piece[0] == '<' && piece[length - 1] == '>')
				piece[length - 1] = '\0';
			id = g_strdup(piece + (piece[0] == '<'));
		}
		g_free(piece);
	}
	g_strfreev(pieces);
	g_free(copy);
	if (id && !g_utf8_validate(id, -1, NULL))
		g_clear_pointer(&id, g_free);
	return id;
}

/* syzbot gives each bug an address of its own, and sends it from there: as good as the
 * report's id. NULL: another address */
static char *bug_in(struct pl_text text)
{
	const char *at = pl_text_find(text, "syzbot+");
	size_t len = 0;

	text = pl_text_slice(text, at ? (size_t)(at - text.ptr) : text.len, text.len);
	while (len < text.len && (g_ascii_isalnum(text.ptr[len]) || strchr("+@.-", text.ptr[len])))
		len++;
	return memchr(text.ptr, '@', len) ? g_ascii_strdown(text.ptr, (gssize)len) : NULL;
}

/* What a trailer that names a mail is called in the table; NULL: it names none */
static const char *link_name(const struct pl_trailer *trailer)
{
	struct pl_regzbot regzbot;

	if (pl_text_equal(trailer->name, PL_TEXT("Link")))
		return "Link";
	if (pl_text_equal(trailer->name, PL_TEXT("Closes")))
		return "Closes";
	if (pl_text_equal(trailer->name, PL_TEXT("Reported-by")) ||
	    pl_text_equal(trailer->name, PL_TEXT("Reported-and-tested-by")))
		return "Reported-by";
	if (!pl_text_equal(trailer->name, PL_TEXT("regzbot")) ||
	    !pl_regzbot_read(trailer->value, &regzbot))
		return NULL;
	if (g_str_has_prefix(regzbot.command, "dup"))
		return "regzbot-dup";
	if (!strcmp(regzbot.command, "report") || !strcmp(regzbot.command, "use"))
		return "regzbot-report";
	return NULL;
}

/* Of each part, the line from which it repeats another mail. */
static uint32_t *own_ends(const struct pl_message *message)
{
	uint32_t *ends = g_new(uint32_t, message->mail->n_parts + 1);

	for (size_t part = 0; part < message->mail->n_parts; part++) {
		const struct pl_lines *lines = &message->lines[part];
		size_t own = pl_own_lines(lines);

		ends[part] = own < lines->n ? lines->v[own].number : UINT32_MAX;
	}
	return ends;
}

/* A trailer that the sender wrote. */
static bool is_own(const struct pl_message *message, const struct pl_trailer *trailer,
		   const uint32_t *ends)
{
	size_t part = message->mail->n_parts;

	while (part && message->lines[part - 1].first > trailer->line)
		part--;
	return !trailer->depth && (!part || trailer->line < ends[part - 1]);
}

/* The mail is a patch, or has one in it. */
static bool offers(const struct pl_message *message)
{
	bool found = pl_is_patch(message->mail->subject);

	for (size_t part = 0; !found && part < message->mail->n_parts; part++)
		found = pl_own_change(&message->lines[part]);
	return found;
}

/* A robot's mail prints which trailers it would like to see; a person's patch may hold what the
 * robot reported, as the reason for it. */
static const char *offered_by(const struct pl_message *message)
{
	const struct pl_mail *mail = message->mail;

	return pl_is_patch(mail->subject) && !pl_is_robot(mail->from_name, mail->from_address)
		   ? "patch"
		   : "";
}

static void store_link(struct pl_store *store, int64_t id, int64_t line, const char *name,
		       const char *target)
{
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO mail_link(message, line, name, target) "
		   "VALUES (?, ?, ?, ?)",
		   "iiss", id, line, name, target);
}

void pl_store_mail_links(struct pl_store *store, int64_t id, const struct pl_message *message)
{
	uint32_t *ends = message->n_trailers ? own_ends(message) : NULL;
	bool any = false;

	for (size_t i = 0; i < message->n_trailers; i++) {
		const struct pl_trailer *trailer = &message->trailers[i];
		const char *name = link_name(trailer);
		char *target = NULL;

		if (!is_own(message, trailer, ends))
			continue;
		any = true;
		if (name)
			target = strcmp(name, "Reported-by") ? pl_mail_link_id(trailer->value)
							     : bug_in(trailer->value);
		if (target)
			store_link(store, id, trailer->line, name, target);
		g_free(target);
	}
	g_free(ends);
	if (any && offers(message))
		store_link(store, id, 0, "offers", offered_by(message));
}
