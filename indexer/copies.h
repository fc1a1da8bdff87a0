/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Copies: "the same row quoted again is one result". The things of one group have the
 * same content; this decides which of them are the same, and which mail is shown.
 */
#ifndef PERFLORE_COPIES_H
#define PERFLORE_COPIES_H

#include "graph.h"

/* A row or a report. */
struct pl_copy {
	int64_t key, position; /* the caller's */
	int64_t message, thread;
	bool dated;
	int64_t date;
	char *message_id; /* owned by the group */
	int64_t line;
	/* Of a report: how deep it is quoted, and its mail's subject without Re:; the
	 * subject is owned by the group. */
	int64_t depth;
	char *subject;
	/* Things that may be absent and must not contradict: one that begins like the
	 * other is the same. Sharing one of the first n_commits joins threads. Owned by
	 * the caller. */
	const struct pl_texts *ids;
	size_t n_commits;

	/* Of a row, what the database has of the next two; key 0, position -1: it is shown. */
	int64_t stored_key, stored_position, stored_copies;

	size_t original; /* index of the one shown instead; its own index: it is shown */
	unsigned copies; /* of the one shown: other mails that hold it */
};

enum pl_copy_rule {
	PL_COPY_USUAL,	 /* the same thread, or a shared commit id */
	PL_COPY_THREAD,	 /* only the same thread: rows that are all 0 */
	PL_COPY_UNNAMED, /* reports that name no metric: a shared commit id, and the same
			    thread or subject; without any id what quotes a mail above */
};

/* Graphs of threads, loaded when they are asked for. */
struct pl_graphs {
	struct pl_store *store;
	GHashTable *v;
};

void pl_graphs_init(struct pl_graphs *graphs, struct pl_store *store);
void pl_graphs_clear(struct pl_graphs *graphs);
struct pl_graph *pl_graphs_get(struct pl_graphs *graphs, int64_t thread);

/* Orders group (struct pl_copy, earliest first) and sets original and copies. */
void pl_copies_decide(GArray *group, enum pl_copy_rule rule, struct pl_graphs *graphs);

/* Whether one commit id is the other's beginning. */
bool pl_commit_matches(struct pl_text a, struct pl_text b);

#endif
