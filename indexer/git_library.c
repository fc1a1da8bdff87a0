/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libgit2 reads and checks all of the system's certificates when it starts, which takes
 * longer than all else of a run that finds nothing new. So it is started once, is not
 * ended before the process, and not for sources without a repository.
 */
#include "git_library.h"

#include <git2.h>
#include <glib.h>

/* Of libgit2's cache where mails are read: every object is read once. */
#define CACHE_BYTES ((ssize_t)4 << 20)

void pl_git_library(enum pl_git_owner whose)
{
	static gsize started;

	if (g_once_init_enter(&started)) {
		git_libgit2_init();
		g_once_init_leave(&started, 1);
	}
	if (whose == PL_GIT_ANYBODY)
		git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, CACHE_BYTES);
	git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, whose == PL_GIT_TRUSTED);
}
