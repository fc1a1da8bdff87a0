/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Known sources that are gone. Whether one is can only be said when all sources of a run were
 * read, as it may lie at a path that is read later.
 */
#ifndef PERFLORE_GONE_H
#define PERFLORE_GONE_H

#include <perflore/index.h>

#include "store_internal.h"

struct pl_gone;

struct pl_gone *pl_gone_new(void);
void pl_gone_free(struct pl_gone *gone);

/* path, as the database knows it, was read: repositories that lay there may be gone. */
void pl_gone_look(struct pl_gone *gone, const char *path);

/* Nothing is at path, which the database knows. */
void pl_gone_miss(struct pl_gone *gone, const char *path);

/* Marks what is gone and tells it, in the order of the calls, each once; their mails stay. An
 * epoch that another one of its inbox has replaced is a note, the first time only. The number of
 * the others. */
uint64_t pl_gone_tell(struct pl_gone *gone, struct pl_store *store,
		      const struct pl_index_watch *watch);

#endif
