/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/settle.h"

#include <stdlib.h>

#include <glib.h>

/* An id shorter than this is not looked for: too many words look like one. */
#define MIN_ID 7
#define MAX_ID 40

/* Every table is compared with every report: what lies beyond is dropped, and a problem
 * says so. Recognizers keep limits->tables by themselves. */
#define MAX_TABLES 10000
/* Of the ids that begin with a shorter one, so many are looked at. */
#define MAX_LONGER 200

static bool is_id_char(char c)
{
	return g_ascii_isdigit(c) || (c >= 'a' && c <= 'f');
}

static int by_text(const void *a, const void *b)
{
	const struct pl_text *ta = a, *tb = b;
	int order = memcmp(ta->ptr, tb->ptr, MIN(ta->len, tb->len));

	return order ? order : (ta->len > tb->len) - (ta->len < tb->len);
}

/* All hex runs of MIN_ID to MAX_ID characters in the mail's text, sorted. Looks at
 * every MIN_ID-th character first: a run cannot hide between two of them. */
static struct pl_texts collect_ids(struct pl_arena *arena, const struct pl_mail *mail)
{
	struct pl_texts ids = {NULL, 0};
	size_t n = 1;

	for (size_t p = 0; p < mail->n_parts; p++) {
		struct pl_text text = mail->parts[p].text;

		for (size_t i = MIN_ID - 1; i < text.len;) {
			size_t from = i, to = i;

			if (!is_id_char(text.ptr[i])) {
				i += MIN_ID;
				continue;
			}
			while (from && is_id_char(text.ptr[from - 1]))
				from--;
			while (to < text.len && is_id_char(text.ptr[to]))
				to++;
			if (to - from >= MIN_ID && to - from <= MAX_ID &&
			    !(from && g_ascii_isalnum(text.ptr[from - 1])) &&
			    !(to < text.len && g_ascii_isalnum(text.ptr[to])))
				*PL_PUSH(arena, ids.v, ids.n) = pl_text_slice(text, from, to);
			i = to + MIN_ID;
		}
	}
	if (!ids.n)
		return ids;
	qsort(ids.v, ids.n, sizeof(*ids.v), by_text);
	for (size_t i = 1; i < ids.n; i++) /* each once: all columns name the same few */
		if (!pl_text_equal(ids.v[i], ids.v[n - 1]))
			ids.v[n++] = ids.v[i];
	ids.n = n;
	return ids;
}

/* The longest id that begins with id; id itself where there is none longer. */
static struct pl_text longest(const struct pl_texts *ids, struct pl_text id)
{
	size_t low = 0, high = ids->n;
	struct pl_text best = id;

	if (id.len < MIN_ID)
		return id;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (by_text(&ids->v[middle], &id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	high = MIN(low + MAX_LONGER, ids->n);
	for (; low < high && pl_text_starts(ids->v[low], id); low++)
		if (ids->v[low].len > best.len)
			best = ids->v[low];
	return best;
}

static void lengthen_ids(struct pl_arena *arena, struct pl_message *message)
{
	struct pl_texts ids = collect_ids(arena, message->mail);

	for (size_t i = 0; i < message->n_reports; i++)
		message->reports[i].culprit.id = longest(&ids, message->reports[i].culprit.id);
	for (size_t i = 0; i < message->n_tables; i++)
		for (size_t k = 0; k < message->tables[i].n_columns; k++) {
			struct pl_column *c = &message->tables[i].columns[k];

			if (c->commit.len)
				c->commit = longest(&ids, c->commit);
		}
}

static bool same_commit(struct pl_text a, struct pl_text b)
{
	return a.len >= MIN_ID && b.len >= MIN_ID && (pl_text_starts(a, b) || pl_text_starts(b, a));
}

/* The nearest report above in the same part and depth, if the table is about it. */
static int report_of(const struct pl_message *message, const struct pl_table *table)
{
	const struct pl_report *nearest = NULL;
	bool ids = false, culprit = false;

	for (size_t i = 0; i < message->n_reports; i++) {
		const struct pl_report *r = &message->reports[i];

		if (r->part == table->part && r->depth == table->depth && r->line < table->line)
			nearest = r;
	}
	if (!nearest)
		return -1;
	for (size_t k = 0; k < table->n_columns; k++) {
		ids |= table->columns[k].commit.len > 0;
		culprit |= same_commit(table->columns[k].commit, nearest->culprit.id);
	}
	return !ids || culprit ? (int)(nearest - message->reports) : -1;
}

static struct pl_text param_of(const struct pl_params *params, const char *key)
{
	for (size_t i = 0; i < params->n; i++)
		if (pl_text_equal(params->v[i].key, pl_text_of(key)))
			return params->v[i].value;
	return PL_TEXT_NONE;
}

static void name_machine(struct pl_message *message, size_t report)
{
	struct pl_machine *machine = &message->reports[report].machine;

	for (size_t i = 0; i < message->n_tables && !machine->tbox.len; i++)
		if (message->tables[i].report == (int)report && message->tables[i].axes.n) {
			machine->tbox = param_of(&message->tables[i].axes, "tbox_group");
			return;
		}
}

size_t pl_table_column_of(const struct pl_table *table, struct pl_text commit)
{
	for (size_t k = 1; k < table->n_columns; k++)
		if (same_commit(table->columns[k].commit, commit))
			return k;
	return table->n_columns > 1 ? 1 : 0;
}

static int by_place(const void *a, const void *b)
{
	const struct pl_report *ra = a, *rb = b;

	return (ra->line > rb->line) - (ra->line < rb->line);
}

static int trailer_by_line(const void *a, const void *b)
{
	const struct pl_trailer *ta = a, *tb = b;

	return (ta->line > tb->line) - (ta->line < tb->line);
}

static int table_by_line(const void *a, const void *b)
{
	const struct pl_table *ta = a, *tb = b;

	return (ta->line > tb->line) - (ta->line < tb->line);
}

void pl_settle(struct pl_arena *arena, struct pl_message *message)
{
	if (message->n_trailers)
		qsort(message->trailers, message->n_trailers, sizeof(*message->trailers),
		      trailer_by_line);
	if (!message->n_reports && !message->n_tables)
		return;
	if (message->n_reports)
		qsort(message->reports, message->n_reports, sizeof(*message->reports), by_place);
	if (message->n_tables)
		qsort(message->tables, message->n_tables, sizeof(*message->tables), table_by_line);
	if (message->n_tables > MAX_TABLES) {
		message->n_tables = MAX_TABLES;
		pl_problem_add(arena, &message->mail->problems, PL_TEXT("too-many-tables"),
			       PL_TEXT_NONE);
	}
	lengthen_ids(arena, message);
	for (size_t i = 0; i < message->n_tables; i++)
		message->tables[i].report = report_of(message, &message->tables[i]);
	for (size_t i = 0; i < message->n_reports; i++)
		name_machine(message, i);
}
