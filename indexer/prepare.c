/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of storing a mail needs no database, so that many threads can do it. */
#include "prepare.h"

#include <zstd.h>

#include <perflore/json.h>

#include "store_internal.h"

static struct pl_text compress(ZSTD_CCtx *compressor, struct pl_arena *arena, struct pl_text text)
{
	const size_t bound = ZSTD_compressBound(text.len);
	char *packed = g_malloc(bound);
	struct pl_text kept;
	size_t size =
	    ZSTD_compressCCtx(compressor, packed, bound, text.ptr, text.len, ZSTD_CLEVEL_DEFAULT);

	/* With a buffer of that size, nothing but memory can fail. */
	g_assert(!ZSTD_isError(size));
	kept = pl_arena_copy(arena, (struct pl_text){packed, size});
	g_free(packed);
	return kept;
}

static bool has_records(const struct pl_message *message)
{
	return message->n_reports || message->n_tables || message->n_plots || message->n_trailers;
}

const struct pl_message *pl_parse_item(struct pl_parser *parser, const struct pl_item *item)
{
	const struct pl_message *message = pl_parser_parse(parser, item->raw, item->shape);
	struct pl_arena *arena = pl_parser_arena(parser);

	if (item->cut)
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("mail-too-large"),
			       PL_TEXT_NONE);
	if (item->truncated)
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("truncated"), PL_TEXT_NONE);
	if (message->mail->references.n + message->mail->in_reply_to.n > PL_MAX_REFERENCES)
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("too-many-references"),
			       PL_TEXT_NONE);
	return message;
}

/* Most mails have one part: what pl_mail_text() would copy. */
static bool is_text_of_one(const struct pl_mail *mail, struct pl_text *text_out)
{
	if (mail->n_parts != 1)
		return false;
	*text_out = mail->parts[0].text;
	return text_out->len && text_out->ptr[text_out->len - 1] == '\n';
}

void pl_prepare(const struct pl_message *message, struct pl_arena *arena, ZSTD_CCtx *compressor,
		bool with_words, struct pl_prepared *prepared_out)
{
	GString *joined = NULL, *left_out = g_string_new(NULL), *json;
	struct pl_text text;

	*prepared_out = (struct pl_prepared){.message = message};
	if (!is_text_of_one(message->mail, &text)) {
		joined = g_string_new(NULL);
		pl_mail_text(message->mail, joined);
		text = (struct pl_text){joined->str, joined->len};
	}
	pl_mail_hash(message->mail, text, prepared_out->hash, left_out);
	pl_choice_of(message->mail, text.len, left_out, prepared_out->choice);
	if (with_words)
		pl_words_of(message, arena, &prepared_out->words);
	pl_mentions_find(message, arena, &prepared_out->mentions);
	if (has_records(message)) {
		json = g_string_new(NULL);
		pl_message_to_json(message, json);
		prepared_out->text = compress(compressor, arena, text);
		prepared_out->json =
		    compress(compressor, arena, (struct pl_text){json->str, json->len});
		g_string_free(json, TRUE);
	}
	g_string_free(left_out, TRUE);
	if (joined)
		g_string_free(joined, TRUE);
}
