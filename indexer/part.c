/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "part.h"

#include <perflore/parse.h>

#include <zlib.h>

#include "text_mode.h"

/* Mails without an id that are looked at for each new mail: there are few, as most mailers
 * write the id among the first fields. */
#define MAX_WITHOUT_ID 20

static uint32_t sum_on(uint32_t before, struct pl_text text)
{
	return (uint32_t)crc32_z(before, (const unsigned char *)text.ptr, text.len);
}

static uint32_t sum(struct pl_text text)
{
	return sum_on(0, text);
}

void pl_part_prepare(const struct pl_item *item, struct pl_prepared *prepared)
{
	prepared->raw = item->raw;
	prepared->shape = item->shape;
	prepared->open = item->last;
	if (item->last)
		prepared->sum = sum(item->raw);
}

bool pl_part_has_header(const struct pl_mail *mail)
{
	return mail->from_name.len || mail->from_address.len || mail->subject.len || mail->has_date;
}

/* A mail that may be a part of another. */
struct part {
	int64_t id;
	uint8_t hash[PL_HASH];
	size_t size;
	uint32_t sum;
};

/* Where an mbox ends inside the `>From ` of a line, the mark is not known for one that the mail
 * does not have. The bytes of such a part, in buffer, where the mail would have begun so; else
 * empty. */
static struct pl_text cut_in_mark(struct pl_text raw, const struct part *part, GString *buffer)
{
	static const struct pl_text from = {"From ", 5};
	const struct pl_text known = pl_text_slice(raw, 0, part->size - 1);
	const char *newline = known.len ? memrchr(known.ptr, '\n', known.len) : NULL;
	const struct pl_text before =
	    pl_text_slice(known, 0, newline ? (size_t)(newline + 1 - known.ptr) : 0);
	const struct pl_text line = pl_text_slice(known, before.len, known.len);
	size_t marks = before.len;

	while (marks < raw.len && raw.ptr[marks] == '>')
		marks++;
	if (!pl_text_starts(pl_text_slice(raw, marks, raw.len), from) ||
	    sum_on(sum_on(sum(before), PL_TEXT(">")), line) != part->sum)
		return PL_TEXT_NONE;
	g_string_append_len(buffer, before.ptr, (gssize)before.len);
	g_string_append_c(buffer, '>');
	g_string_append_len(buffer, line.ptr, (gssize)line.len);
	return (struct pl_text){buffer->str, buffer->len};
}

/* The bytes of the part, if the mail begins with them; else empty. */
static struct pl_text beginning(struct pl_text raw, const struct part *part, GString *buffer)
{
	const struct pl_text begin = pl_text_slice(raw, 0, part->size);

	if (!part->size || part->size > raw.len)
		return PL_TEXT_NONE;
	if (part->size < raw.len && sum(begin) == part->sum)
		return begin;
	return cut_in_mark(raw, part, buffer);
}

/* Takes the part away. Parsed, its bytes must give what is known of it: its words are those that it
 * has in the text index. */
static bool take_parsed(struct pl_store *store, const struct pl_prepared *prepared,
			const struct part *part, struct pl_text raw)
{
	const struct pl_item item = {.raw = raw, .shape = prepared->shape};
	struct pl_prepared was;
	struct pl_parser *parser;
	ZSTD_CCtx *compressor;
	bool same;

	parser = pl_parser_new(NULL);
	compressor = ZSTD_createCCtx();
	pl_prepare(pl_parse_item(parser, &item), pl_parser_arena(parser), compressor,
		   pl_text_mode_get(store) != PL_TEXT_MODE_NONE, &was);
	same = memcmp(was.hash, part->hash, PL_HASH) == 0;
	if (same)
		pl_store_take_mail(store, part->id, &was.words);
	ZSTD_freeCCtx(compressor);
	pl_parser_free(parser);
	return same;
}

/* Takes the part away if the mail begins with it. */
static bool take(struct pl_store *store, const struct pl_prepared *prepared,
		 const struct part *part)
{
	GString *buffer = g_string_new(NULL);
	const struct pl_text raw = beginning(prepared->raw, part, buffer);
	bool took = raw.len && take_parsed(store, prepared, part, raw);

	g_string_free(buffer, TRUE);
	return took;
}

/* Fills in up to max parts from rows of id, hash, open_size, open_sum; returns how many. */
static size_t list(struct pl_sql *sql, sqlite3_stmt *statement, struct part *parts_out, size_t max)
{
	size_t n = 0;

	while (n < max && pl_sql_row(sql, statement)) {
		struct pl_text hash = pl_sql_text(statement, 1);
		struct part *part = &parts_out[n++];

		*part = (struct part){
		    .id = sqlite3_column_int64(statement, 0),
		    .size = (size_t)sqlite3_column_int64(statement, 2),
		    .sum = (uint32_t)sqlite3_column_int64(statement, 3),
		};
		memcpy(part->hash, hash.ptr, MIN(hash.len, PL_HASH));
	}
	pl_sql_done(statement);
	return n;
}

static bool take_without_id(struct pl_store *store, const struct pl_prepared *prepared)
{
	struct pl_sql *sql = &store->sql;
	struct part parts[MAX_WITHOUT_ID];
	bool took = false;
	int64_t any;
	size_t n;

	if (store->parts == PL_STORE_PARTS_UNKNOWN)
		store->parts = pl_sql_integer(sql, &any,
					      "SELECT 1 FROM message WHERE made_id = 1 "
					      "AND open_size IS NOT NULL LIMIT 1",
					      "")
				   ? PL_STORE_PARTS_SOME
				   : PL_STORE_PARTS_NONE;
	if (store->parts == PL_STORE_PARTS_NONE)
		return false;
	n = list(sql,
		 pl_sql_bind(sql,
			     "SELECT id, hash, open_size, open_sum FROM message WHERE made_id = 1 "
			     "AND open_size IS NOT NULL ORDER BY id DESC LIMIT ?",
			     "i", (int64_t)MAX_WITHOUT_ID),
		 parts, MAX_WITHOUT_ID);
	for (size_t i = 0; i < n; i++)
		took |= take(store, prepared, &parts[i]);
	return took;
}

bool pl_part_take(struct pl_store *store, const struct pl_prepared *prepared,
		  struct pl_text message_id, bool id_is_known, bool *freed_out)
{
	struct part part;

	*freed_out =
	    id_is_known &&
	    list(&store->sql,
		 pl_sql_bind(&store->sql,
			     "SELECT id, hash, open_size, open_sum FROM message "
			     "WHERE message_id = ? AND version = 0 AND open_size IS NOT NULL",
			     "t", message_id),
		 &part, 1) &&
	    take(store, prepared, &part);
	return take_without_id(store, prepared) || *freed_out;
}
