/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Crash points, for the crash test. Only builds with PERFLORE_CRASH_POINTS have
 * them: PERFLORE_CRASH=NAME:N kills the process when it passes NAME for the Nth time.
 */
#ifndef PERFLORE_CRASH_H
#define PERFLORE_CRASH_H

#ifdef PERFLORE_CRASH_POINTS
#ifdef __cplusplus
extern "C"
#endif
    void
    pl_crash_point(const char *name);
#else
#define pl_crash_point(name) ((void)0)
#endif

#endif
