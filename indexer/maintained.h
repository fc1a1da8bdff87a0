/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sections of MAINTAINERS that a report belongs to: those that claim the files of the
 * commit it blames, and those that a list it was sent to stands for. The files are those of
 * the commit in a repository, else of the patch with the commit's title, else of the patch
 * that the report answers.
 */
#ifndef PERFLORE_MAINTAINED_H
#define PERFLORE_MAINTAINED_H

#include <perflore/repository.h>

#include "maintainers.h"
#include "store_internal.h"

/* Gives every report its rows of reason `maintainers` in table subsystem, in place of those
 * that it has. repository may be NULL. placed_out: the reports that have any now. */
bool pl_maintained_assign(struct pl_store *store, struct pl_maintainers *maintainers,
			  struct pl_repository *repository, uint64_t *placed_out);

#endif
