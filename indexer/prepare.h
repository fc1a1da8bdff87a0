/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A parsed mail, ready to be stored. */
#ifndef PERFLORE_PREPARE_H
#define PERFLORE_PREPARE_H

#include <zstd.h>

#include <perflore/parse.h>
#include <perflore/source.h>

#include "choice.h"
#include "mentions.h"
#include "words.h"

/* Bytes of a SHA-256. */
#define PL_HASH 32

struct pl_prepared {
	const struct pl_message *message;
	uint8_t hash[PL_HASH]; /* of pl_mail_hash() */
	uint8_t choice[PL_CHOICE];
	struct pl_words words;
	struct pl_mentions mentions;
	struct pl_text text, json; /* zstd; empty: the mail has no records */
	struct pl_text raw;	   /* empty: not known */
	enum pl_shape shape;
	bool open;    /* its end may still be to come, */
	uint32_t sum; /* and this is the CRC-32 of raw */
};

/* Parses a mail of a source; what the source says about it is among its problems. */
const struct pl_message *pl_parse_item(struct pl_parser *parser, const struct pl_item *item);

/* message is in arena, and so is what is made of it. Without with_words it has no words. */
void pl_prepare(const struct pl_message *message, struct pl_arena *arena, ZSTD_CCtx *compressor,
		bool with_words, struct pl_prepared *prepared_out);

#endif
