/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Crash points, for the crash test. Only builds with PERFLORE_CRASH_POINTS have
 * them: PERFLORE_CRASH=NAME:N kills the process when it passes NAME for the Nth time.
 */
#ifndef PERFLORE_CRASH_H
#define PERFLORE_CRASH_H

/* Such builds have small batches, so that a small archive passes every point. */
#ifdef PERFLORE_CRASH_POINTS
#define PL_BATCH(mails) 8
#ifdef __cplusplus
extern "C"
#endif
    void
    pl_crash_point(const char *name);
#else
#define PL_BATCH(mails) (mails)
#define pl_crash_point(name) ((void)0)
#endif

#endif
