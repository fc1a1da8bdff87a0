/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Crash points, for the crash test. Only builds with PERFLORE_CRASH_POINTS have
 * them: PERFLORE_CRASH=NAME:N kills the process when it passes NAME for the Nth time, and
 * a test may count the points, or break the protocol to see that it would notice.
 */
#ifndef PERFLORE_CRASH_H
#define PERFLORE_CRASH_H

#include <stdbool.h>

/* Such builds have small batches, so that a small archive passes every point. */
#ifdef PERFLORE_CRASH_POINTS
#define PL_BATCH(mails) 8
void pl_crash_point(const char *name);
/* The test's, if it has one: called by pl_crash_point(). */
void pl_crash_passed(const char *name) __attribute__((weak));
/* A known bad protocol: the words of a mail are not in the mail's transaction. */
extern bool pl_crash_split;
#else
#define pl_crash_split false
#define PL_BATCH(mails) (mails)
#define pl_crash_point(name) ((void)0)
#endif

#endif
