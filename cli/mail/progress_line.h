/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One line on standard error, a terminal, that is written over again and again. */
#ifndef PERFLORE_PROGRESS_LINE_H
#define PERFLORE_PROGRESS_LINE_H

#include <stdbool.h>

/* Puts text (ASCII) in the place of what stands there, as much as the terminal's width takes. */
void progress_line_show(const char *text);

/* Takes it away; the cursor is at the left then. */
void progress_line_clear(void);

/* Says on standard error, where SIGHUP, SIGINT or SIGTERM comes, message (a literal of whole
 * lines), below the line of progress, and dies of the signal as without it. Signals that are
 * ignored stay so. */
void progress_line_say_when_stopped(const char *message);

#endif
