/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libgit2, started when the first repository is opened. */
#ifndef PERFLORE_GIT_LIBRARY_H
#define PERFLORE_GIT_LIBRARY_H

/* To be called before a repository is opened. PL_GIT_ANYBODY: mails are read from it, and nothing
 * that its owner configured is run, so it may be anybody's. Threads that open repositories at
 * the same time must want the same. */
enum pl_git_owner { PL_GIT_ANYBODY, PL_GIT_TRUSTED };

void pl_git_library(enum pl_git_owner whose);

#endif
