/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a clone of the kernel knows of a commit, as lines of `perflore show`. */
#ifndef PERFLORE_SHOW_KNOWN_H
#define PERFLORE_SHOW_KNOWN_H

#include <perflore/repository.h>

/* Appends the facts of a commit that pl_repository_find() found, a line each after indent. */
enum pl_status pl_show_known(struct pl_repository *repository, const char *id, const char *indent,
			     GString *out, struct pl_error *error);

#endif
