/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parser runs the stages over one mail: mail, lines, recognizers. Recognizers
 * run in order of rank over each part that holds one of their needles; then each may
 * settle what needs the other records.
 */
#include <perflore/parse.h>

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <glib.h>

#include "core/features.h"
#include "core/needles.h"
#include "core/recognizer.h"
#include "core/settle.h"
#include "lines/odd_chars.h"

struct pl_parser {
	struct pl_arena *arena;
	struct pl_arena *own; /* NULL: arena is somebody else's */
	struct pl_limits limits;
	struct pl_matcher *matcher;
	struct pl_message message;
	struct pl_parser_times *times; /* NULL: not measured */
};

/* The registry in order of rank. */
static const struct pl_recognizer **ordered;
/* Their needles; the owner of a needle is the recognizer's place in the order. */
static struct pl_needles *all_needles;
/* Which features each needs, in that order. */
static uint64_t *needed;

/* Owners of needles: recognizers first, then the words of the features. */
#define WORD_OWNERS 32

static int by_rank(const void *a, const void *b)
{
	const struct pl_recognizer *ra = *(const struct pl_recognizer *const *)a;
	const struct pl_recognizer *rb = *(const struct pl_recognizer *const *)b;

	return ra->rank != rb->rank ? ra->rank - rb->rank : strcmp(ra->id, rb->id);
}

static void order_registry(void)
{
	ordered = g_memdup2(pl_recognizers, pl_n_recognizers * sizeof(*ordered));
	qsort(ordered, pl_n_recognizers, sizeof(*ordered), by_rank);
	all_needles = pl_needles_new();
	needed = g_new(uint64_t, pl_n_recognizers);
	if (pl_n_recognizers > WORD_OWNERS)
		g_error("more than %d recognizers", WORD_OWNERS);
	pl_features_add_words(all_needles, WORD_OWNERS);
	for (size_t i = 0; i < pl_n_recognizers; i++) {
		needed[i] = pl_features_needed(ordered[i]);
		for (size_t k = 0; ordered[i]->needles && ordered[i]->needles[k]; k++)
			pl_needles_add(all_needles, ordered[i]->needles[k], (unsigned)i);
	}
}

/* What is done once is ordered by pthreads: the thread sanitizer sees that. */
static void prepare_registry(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, order_registry);
}

static void compile_all(void)
{
	for (size_t i = 0; i < pl_n_recognizers; i++) {
		for (size_t k = 0; k < ordered[i]->n_patterns; k++)
			pl_pattern_compile(&ordered[i]->patterns[k]);
		for (size_t k = 0; ordered[i]->shared && k < *ordered[i]->n_shared; k++)
			pl_pattern_compile(&ordered[i]->shared[k]);
	}
}

/* Apart from the rest, as who only asks what recognizers there are needs none. */
static void compile_patterns(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, compile_all);
}

struct pl_parser *pl_parser_new(const struct pl_limits *limits)
{
	struct pl_parser *parser = g_new0(struct pl_parser, 1);

	pl_mail_init();
	prepare_registry();
	compile_patterns();
	parser->limits = limits ? *limits : pl_limits_default;
	parser->own = pl_arena_new();
	parser->arena = parser->own;
	parser->matcher = pl_matcher_new(&parser->limits);
	return parser;
}

void pl_parser_free(struct pl_parser *parser)
{
	if (!parser)
		return;
	pl_matcher_free(parser->matcher);
	pl_arena_free(parser->own);
	g_free(parser);
}

void pl_parser_use_arena(struct pl_parser *parser, struct pl_arena *arena)
{
	pl_arena_free(parser->own);
	parser->own = NULL;
	parser->arena = arena;
}

struct pl_arena *pl_parser_arena(struct pl_parser *parser)
{
	return parser->arena;
}

void pl_parser_measure(struct pl_parser *parser, struct pl_parser_times *times)
{
	parser->times = times;
}

unsigned pl_parser_version(void)
{
	unsigned version = 0;

	for (size_t i = 0; i < pl_n_recognizers; i++)
		version += g_str_hash(pl_recognizers[i]->id) * pl_recognizers[i]->version;
	return version;
}

unsigned pl_features_version(void)
{
	return PL_FEATURES_VERSION;
}

size_t pl_recognizer_info(size_t i, struct pl_recognizer_info *info_out)
{
	prepare_registry();
	if (i < pl_n_recognizers)
		*info_out = (struct pl_recognizer_info){
		    .id = ordered[i]->id,
		    .version = ordered[i]->version,
		    .needs = needed[i],
		};
	return pl_n_recognizers;
}

static double cpu_seconds(const struct pl_parser *parser)
{
	struct timespec now;

	if (!parser->times)
		return 0;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Does the recognizer of order i look at a part with these features, in which the needles
 * of `found` stand? Never at one without a feature that it needs, whatever its needles. */
static bool looks_at(size_t i, uint64_t found, uint64_t features)
{
	if (needed[i] && !(features & needed[i]))
		return false;
	return !ordered[i]->needles || ordered[i]->always || (found & ((uint64_t)1 << i));
}

static void recognize(struct pl_parser *parser)
{
	struct pl_message *message = &parser->message;
	struct pl_scan scan = {
	    .arena = parser->arena,
	    .limits = &parser->limits,
	    .message = message,
	    .matcher = parser->matcher,
	};
	bool *ran = pl_arena_alloc(parser->arena, pl_n_recognizers * sizeof(*ran));
	const char *costly;
	uint64_t found, features;

	for (uint32_t part = 0; part < message->mail->n_parts; part++) {
		scan.part = part;
		scan.lines = &message->lines[part];
		scan.claims = NULL;
		found = pl_needles_find(
		    all_needles, pl_odd_plain(parser->arena, message->mail->parts[part].text));
		features =
		    pl_features_of_words(found, WORD_OWNERS) | pl_features_of_lines(scan.lines);
		scan.figures = (struct pl_figures){NULL, 0};
		if (!scan.lines->filename.len) {
			scan.figures = pl_figures_find(parser->arena, scan.lines);
			features |= scan.figures.n ? PL_FEATURE_FIGURES : 0;
		}
		message->features |= features;
		for (size_t i = 0; i < pl_n_recognizers; i++) {
			const struct pl_recognizer *recognizer = ordered[i];

			if (scan.lines->filename.len && !recognizer->attachments)
				continue;
			if (!looks_at(i, found, features))
				continue;
			if (!scan.claims)
				scan.claims = pl_arena_alloc(parser->arena,
							     scan.lines->n * sizeof(*scan.claims));
			scan.self = recognizer;
			scan.needle = found & ((uint64_t)1 << i);
			recognizer->recognize(&scan);
			ran[i] = true;
		}
	}
	pl_settle(parser->arena, message);
	for (size_t i = 0; i < pl_n_recognizers; i++) {
		scan.self = ordered[i];
		if (ran[i] && scan.self->settle)
			scan.self->settle(&scan);
	}
	costly = pl_matcher_limit_hit(parser->matcher);
	if (costly)
		pl_problem_add(parser->arena, &message->mail->problems,
			       PL_TEXT("pattern-too-costly"), pl_text_of(costly));
}

/* The yardstick of the bench: lines counted by memchr. */
static void count_lines(struct pl_parser *parser)
{
	volatile size_t lines = 0;

	for (size_t i = 0; i < parser->message.mail->n_parts; i++) {
		struct pl_text text = parser->message.mail->parts[i].text;
		const char *p = text.ptr, *end = p + text.len;

		while (p < end && (p = memchr(p, '\n', (size_t)(end - p)))) {
			lines++;
			p++;
		}
	}
}

const struct pl_message *pl_parser_parse(struct pl_parser *parser, struct pl_text raw,
					 enum pl_shape shape)
{
	struct pl_message *message = &parser->message;
	double start = cpu_seconds(parser), mail, lines, end;
	uint32_t next = 1;

	if (parser->own)
		pl_arena_reset(parser->own);
	memset(message, 0, sizeof(*message));
	message->mail = pl_mail_parse(parser->arena, raw, shape, &parser->limits);
	mail = cpu_seconds(parser);
	message->lines =
	    pl_arena_alloc(parser->arena, message->mail->n_parts * sizeof(*message->lines));
	for (size_t i = 0; i < message->mail->n_parts; i++)
		pl_lines_split(parser->arena, &message->mail->parts[i], next, &parser->limits,
			       &message->mail->problems, &message->lines[i], &next);
	lines = cpu_seconds(parser);
	recognize(parser);
	end = cpu_seconds(parser);
	if (parser->times) {
		parser->times->mail += mail - start;
		parser->times->lines += lines - mail;
		parser->times->recognizers += end - lines;
		count_lines(parser);
		parser->times->line_count += cpu_seconds(parser) - end;
	}
	return message;
}
