/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parser: one mail's bytes in, its records out. No I/O, no database.
 * One parser a thread.
 */
#ifndef PERFLORE_PARSE_H
#define PERFLORE_PARSE_H

#include <perflore/records.h>

struct pl_parser;

/* limits may be NULL (the defaults); they are copied. Compiles all patterns.
 * Never NULL. */
struct pl_parser *pl_parser_new(const struct pl_limits *limits);
void pl_parser_free(struct pl_parser *parser);

/* Parses one mail. The message and all it points to live in the parser until the
 * next call. Never fails: a malformed mail gives what could be read and says what
 * is odd in mail->problems. */
const struct pl_message *pl_parser_parse(struct pl_parser *parser, struct pl_text raw,
					 enum pl_shape shape);

/* From now on mails are parsed into arena, behind what is in it; it is the caller's, who
 * resets it. So messages live on when the next one is parsed; what the parser returns must
 * be copied then, what it points to is in arena. */
void pl_parser_use_arena(struct pl_parser *parser, struct pl_arena *arena);

/* The arena of the message that was parsed last. */
struct pl_arena *pl_parser_arena(struct pl_parser *parser);

/* CPU seconds spent so far by stage, for the bench. */
struct pl_parser_times {
	double mail, lines, recognizers, line_count; /* line_count: only when asked for */
};
void pl_parser_measure(struct pl_parser *parser, struct pl_parser_times *times);

/* A number that changes whenever some recognizer gives other output for the same
 * mail: the sum over the registry of (hash of id) * version. */
unsigned pl_parser_version(void);

/* What a recognizer's records hang on. */
struct pl_recognizer_info {
	const char *id;
	unsigned version; /* goes up when the same mail gives other output */
	uint64_t needs;	  /* it finds nothing in a mail whose features have none of these bits;
			     0: it may find something in any */
};

/* How many there are; fills the one of index i in, if there is one. */
size_t pl_recognizer_info(size_t i, struct pl_recognizer_info *info_out);

/* Changes when the bits of pl_message's features mean something else, or any mail may give
 * other records. */
unsigned pl_features_version(void);

#endif
