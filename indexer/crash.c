/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "crash.h"

#ifdef PERFLORE_CRASH_POINTS
#include <signal.h>
#include <stdlib.h>

#include <glib.h>

#include <perflore/text.h>

bool pl_crash_split;

void pl_crash_point(const char *name)
{
	static int passed;
	const char *point = getenv("PERFLORE_CRASH");
	struct pl_text wanted = pl_text_of(point);

	if (pl_crash_passed)
		pl_crash_passed(name);
	if (!point || !pl_text_starts(wanted, pl_text_of(name)) || point[strlen(name)] != ':')
		return;
	if (g_atomic_int_add(&passed, 1) + 1 == atoi(point + strlen(name) + 1))
		raise(SIGKILL);
}
#else
/* A translation unit may not be empty. */
extern const int pl_no_crash_points;
#endif
