/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails travel in bundles, so that threads meet seldom. A bundle holds copies of its mails
 * and the arena that they are parsed into. The reader stops when what is on the way comes
 * to too many bytes; the order is that of one queue, from whose end they are taken.
 * Locks are those of pthreads: the thread sanitizer sees what they order. Each kind of thread waits
 * for what concerns it alone: to be woken for nothing costs more than to hand a bundle over.
 */
#include "crew.h"

#include <pthread.h>

#include <perflore/parse.h>

#include "part.h"
#include "source_memory.h"

/* A bundle: so many mails, or so many bytes of them. */
#define BUNDLE_MAILS 32
#define BUNDLE_BYTES ((size_t)256 << 10)

/* Bytes of mails on the way for each worker, and one more; one bundle in any case. What is parsed
 * takes some times that, and fresh memory costs more than what waiting for a bundle does. */
#define WORKER_BYTES (2 * BUNDLE_BYTES)

struct bundle {
	struct pl_crew_mail mails[BUNDLE_MAILS];
	unsigned n;
	size_t bytes;
	struct pl_arena *arena; /* NULL: there is no mail in it */
	bool done;		/* under lock */
};

struct worker {
	pthread_t thread;
	struct pl_crew *crew;
};

struct pl_crew {
	pthread_mutex_t lock;
	pthread_cond_t work;  /* for workers: something to do, or nothing any more */
	pthread_cond_t room;  /* for the reader: fewer bytes on the way, or stop */
	pthread_cond_t ready; /* for the caller: the first on the way is done, or the end */
	/* under lock */
	GQueue order; /* all bundles on the way */
	GQueue todo;  /* those that nobody parses yet */
	GQueue spare; /* arenas */
	size_t bytes; /* of all on the way */
	size_t max_bytes;
	size_t peak; /* of bytes, with the bundle that waits to be */
	bool ended, stop, quit;

	unsigned n_workers;
	struct worker *workers; /* NULL: not started */
	pthread_t reader;
	bool reading;
	struct pl_source *source;
	bool with_words; /* no bundle is on the way when it changes */
	GPtrArray *said; /* the reader's; the caller's before and after */

	/* the caller's */
	struct bundle *current;
	unsigned at;
};

static void free_said(void *data)
{
	struct pl_said *said = data;

	g_free(said->line);
	g_free(said);
}

void pl_crew_say(void *context, bool fatal, const char *line)
{
	struct pl_crew *crew = context;
	struct pl_said *said = g_new(struct pl_said, 1);

	*said = (struct pl_said){fatal, g_strdup(line)};
	if (!crew->said)
		crew->said = g_ptr_array_new_with_free_func(free_said);
	g_ptr_array_add(crew->said, said);
}

GPtrArray *pl_crew_take_said(struct pl_crew *crew)
{
	return g_steal_pointer(&crew->said);
}

static void free_bundle(struct bundle *bundle)
{
	for (unsigned i = 0; i < bundle->n; i++) {
		struct pl_crew_mail *mail = &bundle->mails[i];

		if (mail->said)
			g_ptr_array_unref(mail->said);
		if (mail->marks)
			g_ptr_array_unref(mail->marks);
	}
	g_free(bundle);
}

static struct pl_arena *take_arena(struct pl_crew *crew)
{
	struct pl_arena *arena;

	pthread_mutex_lock(&crew->lock);
	arena = g_queue_pop_head(&crew->spare);
	pthread_mutex_unlock(&crew->lock);
	return arena ? arena : pl_arena_new();
}

static void take_item(struct pl_crew_mail *mail, struct pl_arena *arena, const struct pl_item *item)
{
	mail->item = *item;
	mail->item.raw = pl_arena_copy(arena, item->raw);
	mail->item.before = pl_arena_copy(arena, item->before);
	mail->path = item->path;
	mail->offset = item->offset;
	mail->size = item->raw.len;
	if (item->oid[0])
		g_strlcpy(mail->place, item->oid, sizeof(mail->place));
	else
		g_snprintf(mail->place, sizeof(mail->place), "%" G_GUINT64_FORMAT, item->offset);
}

/* Under lock. Alone, anything fits. */
static void wait_for_room(struct pl_crew *crew, size_t bytes)
{
	while (!crew->stop && crew->bytes && crew->bytes + bytes > crew->max_bytes)
		pthread_cond_wait(&crew->room, &crew->lock);
}

/* A mail that is larger than a bundle is copied when there is room for it: else two of the largest
 * would be held, one being parsed. */
static void wait_to_copy(struct pl_crew *crew, size_t bytes)
{
	pthread_mutex_lock(&crew->lock);
	wait_for_room(crew, bytes);
	pthread_mutex_unlock(&crew->lock);
}

static struct bundle *read_bundle(struct pl_crew *crew, bool *end_out)
{
	struct bundle *bundle = g_new0(struct bundle, 1);
	struct pl_item item;

	*end_out = false;
	while (!*end_out && bundle->n < BUNDLE_MAILS && bundle->bytes < BUNDLE_BYTES) {
		struct pl_crew_mail *mail = &bundle->mails[bundle->n++];

		mail->end = pl_source_next(crew->source, &item) != PL_OK;
		mail->marks = pl_source_take_marks(crew->source);
		mail->said = g_steal_pointer(&crew->said);
		if (mail->end) {
			*end_out = true;
		} else {
			const size_t bytes = item.raw.len + item.before.len;

			if (bytes > BUNDLE_BYTES)
				wait_to_copy(crew, bundle->bytes + bytes);
			if (!bundle->arena)
				bundle->arena = take_arena(crew);
			take_item(mail, bundle->arena, &item);
			bundle->bytes += bytes;
		}
	}
	return bundle;
}

static void *read_source(void *data)
{
	struct pl_crew *crew = data;
	bool end = false;

	while (!end) {
		struct bundle *bundle = read_bundle(crew, &end);

		pthread_mutex_lock(&crew->lock);
		crew->peak = MAX(crew->peak, crew->bytes + bundle->bytes);
		wait_for_room(crew, bundle->bytes);
		if (crew->stop) {
			pl_arena_free(bundle->arena);
			free_bundle(bundle);
			end = true;
		} else {
			crew->bytes += bundle->bytes;
			g_queue_push_tail(&crew->order, bundle);
			g_queue_push_tail(&crew->todo, bundle);
		}
		crew->ended = end; /* with the last bundle, so that nobody waits behind it */
		pthread_cond_signal(&crew->work);
		pthread_mutex_unlock(&crew->lock);
	}
	return NULL;
}

static void parse_item(struct pl_parser *parser, ZSTD_CCtx *compressor, struct pl_arena *arena,
		       bool with_words, const struct pl_item *item,
		       struct pl_prepared *prepared_out)
{
	struct pl_message *message = pl_arena_alloc(arena, sizeof(*message));

	*message = *pl_parse_item(parser, item);
	pl_prepare(message, arena, compressor, with_words, prepared_out);
	pl_part_prepare(item, prepared_out);
}

static void parse_mail(struct pl_parser *parser, ZSTD_CCtx *compressor, struct pl_arena *arena,
		       bool with_words, struct pl_crew_mail *mail)
{
	struct pl_prepared *before;

	if (mail->item.before.len) {
		const struct pl_item item = {.raw = mail->item.before, .shape = mail->item.shape};

		before = pl_arena_alloc(arena, sizeof(*before));
		parse_item(parser, compressor, arena, with_words, &item, before);
		mail->before = before;
	}
	parse_item(parser, compressor, arena, with_words, &mail->item, &mail->prepared);
}

static void *parse_bundles(void *data)
{
	struct pl_crew *crew = ((struct worker *)data)->crew;
	struct pl_parser *parser = NULL; /* made for the first mail: most runs find few or none */
	ZSTD_CCtx *compressor = ZSTD_createCCtx();

	pthread_mutex_lock(&crew->lock);
	while (!crew->quit) {
		struct bundle *bundle = g_queue_pop_head(&crew->todo);

		if (!bundle) {
			pthread_cond_wait(&crew->work, &crew->lock);
			continue;
		}
		pthread_mutex_unlock(&crew->lock);
		if (!parser && bundle->arena)
			parser = pl_parser_new(NULL);
		if (bundle->arena)
			pl_parser_use_arena(parser, bundle->arena);
		for (unsigned i = 0; i < bundle->n; i++)
			if (!bundle->mails[i].end)
				parse_mail(parser, compressor, bundle->arena, crew->with_words,
					   &bundle->mails[i]);
		pthread_mutex_lock(&crew->lock);
		bundle->done = true;
		if (g_queue_peek_head(&crew->order) == bundle)
			pthread_cond_signal(&crew->ready);
	}
	pthread_mutex_unlock(&crew->lock);
	pl_parser_free(parser);
	ZSTD_freeCCtx(compressor);
	return NULL;
}

struct pl_crew *pl_crew_new(unsigned workers)
{
	struct pl_crew *crew = g_new0(struct pl_crew, 1);

	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->work, NULL);
	pthread_cond_init(&crew->room, NULL);
	pthread_cond_init(&crew->ready, NULL);
	crew->n_workers = MAX(workers, 1);
	crew->max_bytes = (crew->n_workers + 1) * WORKER_BYTES;
	return crew;
}

/* What is left of a worker that could not be started is done by the others. */
static bool start_workers(struct pl_crew *crew)
{
	unsigned started = 0;

	if (crew->workers)
		return true;
	crew->workers = g_new0(struct worker, crew->n_workers);
	for (; started < crew->n_workers; started++) {
		crew->workers[started].crew = crew;
		if (pthread_create(&crew->workers[started].thread, NULL, parse_bundles,
				   &crew->workers[started]))
			break;
	}
	crew->n_workers = started;
	return started > 0;
}

enum pl_status pl_crew_begin(struct pl_crew *crew, struct pl_source *source, bool with_words,
			     struct pl_error *error)
{
	crew->source = source;
	crew->with_words = with_words;
	crew->ended = crew->stop = false;
	if (!start_workers(crew) || pthread_create(&crew->reader, NULL, read_source, crew))
		return pl_fail(error, PL_FAILED, "no thread could be started");
	crew->reading = true;
	return PL_OK;
}

/* Returns its arena, or NULL. Not under lock, for which the others would wait meanwhile. */
static struct pl_arena *clear(struct bundle *bundle)
{
	struct pl_arena *arena = bundle->arena;

	if (arena)
		pl_arena_reset(arena);
	free_bundle(bundle);
	return arena;
}

const struct pl_crew_mail *pl_crew_next(struct pl_crew *crew)
{
	struct pl_arena *spare = NULL;
	struct bundle *head;
	size_t bytes = 0;

	if (crew->current && crew->at < crew->current->n)
		return &crew->current->mails[crew->at++];
	if (crew->current) {
		bytes = crew->current->bytes;
		spare = clear(g_steal_pointer(&crew->current));
	}
	pthread_mutex_lock(&crew->lock);
	if (spare)
		g_queue_push_head(&crew->spare, spare);
	crew->bytes -= bytes;
	pthread_cond_signal(&crew->room);
	for (;;) {
		head = g_queue_peek_head(&crew->order);
		if (head ? head->done : crew->ended)
			break;
		pthread_cond_wait(&crew->ready, &crew->lock);
	}
	crew->current = g_queue_pop_head(&crew->order);
	crew->at = 0;
	pthread_mutex_unlock(&crew->lock);
	return crew->current ? &crew->current->mails[crew->at++] : NULL;
}

size_t pl_crew_peak(struct pl_crew *crew)
{
	size_t peak;

	pthread_mutex_lock(&crew->lock);
	peak = crew->peak;
	pthread_mutex_unlock(&crew->lock);
	return peak;
}

void pl_crew_end(struct pl_crew *crew)
{
	if (!crew->reading)
		return;
	pthread_mutex_lock(&crew->lock);
	crew->stop = true;
	pthread_cond_signal(&crew->room);
	pthread_mutex_unlock(&crew->lock);
	pthread_join(crew->reader, NULL);
	crew->reading = false;
	while (pl_crew_next(crew))
		;
}

void pl_crew_free(struct pl_crew *crew)
{
	if (!crew)
		return;
	pl_crew_end(crew);
	pthread_mutex_lock(&crew->lock);
	crew->quit = true;
	pthread_cond_broadcast(&crew->work);
	pthread_mutex_unlock(&crew->lock);
	for (unsigned i = 0; crew->workers && i < crew->n_workers; i++)
		pthread_join(crew->workers[i].thread, NULL);
	while (!g_queue_is_empty(&crew->spare))
		pl_arena_free(g_queue_pop_head(&crew->spare));
	g_clear_pointer(&crew->said, g_ptr_array_unref);
	g_free(crew->workers);
	pthread_mutex_destroy(&crew->lock);
	pthread_cond_destroy(&crew->work);
	pthread_cond_destroy(&crew->room);
	pthread_cond_destroy(&crew->ready);
	g_free(crew);
}
