/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "choice.h"

#include <string.h>

#include <nettle/sha2.h>

static void put(uint8_t *out, size_t bytes, uint64_t value)
{
	for (size_t i = bytes; i-- > 0; value >>= 8)
		out[i] = (uint8_t)value;
}

static void add(struct sha256_ctx *context, struct pl_text text)
{
	const uint64_t length = text.len;

	sha256_update(context, sizeof(length), (const uint8_t *)&length);
	sha256_update(context, text.len, (const uint8_t *)text.ptr);
}

static void add_all(struct sha256_ctx *context, const struct pl_texts *texts)
{
	const uint64_t n = texts->n;

	sha256_update(context, sizeof(n), (const uint8_t *)&n);
	for (size_t i = 0; i < texts->n; i++)
		add(context, texts->v[i]);
}

/* Where the part ends in the text, which pl_mail_text() gives a last newline. */
static void add_part(struct sha256_ctx *context, const struct pl_part *part)
{
	const struct pl_text text = part->text;
	const bool ended = text.len && text.ptr[text.len - 1] == '\n';
	const uint64_t about[] = {text.len - ended, part->flowed, part->delsp};

	sha256_update(context, sizeof(about), (const uint8_t *)about);
	add(context, part->filename);
}

void pl_choice_of(const struct pl_mail *mail, size_t text_length, const GString *left_out,
		  uint8_t choice_out[PL_CHOICE])
{
	const size_t references = mail->references.n + mail->in_reply_to.n;
	struct sha256_ctx context;

	put(choice_out, 1, MIN(mail->problems.n, UINT8_MAX));
	put(choice_out + 1, 2, UINT16_MAX - MIN(references, UINT16_MAX));
	put(choice_out + 3, 2, MIN(mail->subject.len, UINT16_MAX));
	put(choice_out + 5, 4, MIN(text_length, UINT32_MAX));

	sha256_init(&context);
	add(&context, mail->subject);
	add(&context, mail->to);
	add(&context, mail->cc);
	add_all(&context, &mail->references);
	add_all(&context, &mail->in_reply_to);
	for (size_t i = 0; i < mail->n_parts; i++)
		add_part(&context, &mail->parts[i]);
	for (size_t i = 0; i < mail->problems.n; i++) {
		add(&context, mail->problems.v[i].code);
		add(&context, mail->problems.v[i].detail);
	}
	add(&context, (struct pl_text){left_out->str, left_out->len});
	sha256_digest(&context, PL_CHOICE - 9, choice_out + 9);
}
