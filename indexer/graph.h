/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The shape of one thread: its mails, the ghosts among them, and who refers to whom.
 * Everything read from it depends on the mails alone, not on the order they came in.
 */
#ifndef PERFLORE_GRAPH_H
#define PERFLORE_GRAPH_H

#include "store_internal.h"

struct pl_graph;

struct pl_graph *pl_graph_load(struct pl_store *store, int64_t thread);
void pl_graph_free(struct pl_graph *graph);

/* The oldest known id: the one that nothing older is known for; of several, the one of
 * the smallest date, where a ghost is as old as the first mail that refers to it. */
const char *pl_graph_root(struct pl_graph *graph);

/* The mails in the order of their dates, then ids. */
size_t pl_graph_mails(const struct pl_graph *graph);
int64_t pl_graph_mail(const struct pl_graph *graph, size_t index);

/* The row id of the mail with this message id; 0: a ghost */
int64_t pl_graph_find(const struct pl_graph *graph, const char *message_id);

/* Whether mail `index` answers message_id: that is the last id it refers to. */
bool pl_graph_answers(const struct pl_graph *graph, size_t index, const char *message_id);

/* Whether ancestor (a row id) is referred to by mail, directly or over others, and not
 * the other way round as well. */
bool pl_graph_is_ancestor(struct pl_graph *graph, int64_t ancestor, int64_t mail);

/* Whether every mail is younger than all it refers to, so that dates alone order them. */
bool pl_graph_dates_agree(const struct pl_graph *graph);

#endif
