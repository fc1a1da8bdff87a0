/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mails with a blank line behind every line, as CR CR LF and some HTML composers leave them. */
#ifndef PERFLORE_DOUBLE_SPACED_H
#define PERFLORE_DOUBLE_SPACED_H

#include <perflore/lines.h>

/* Takes out of v the blank lines that stand between all lines of a stretch which is laid out
 * in lines, not prose; what was a blank line before is one again. The lines keep their
 * numbers. Returns how many of the n are left. */
size_t pl_lines_close_up(struct pl_line *v, size_t n);

#endif
