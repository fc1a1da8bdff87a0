/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of kernel functions. */
#ifndef PERFLORE_FUNCTION_NAME_H
#define PERFLORE_FUNCTION_NAME_H

#include <perflore/text.h>

/* The name without what the compiler appends: .isra.0 .constprop.3 .part.1 .cold */
static inline struct pl_text pl_function_bare(struct pl_text name)
{
	const char *dot = name.len > 1 ? memchr(name.ptr + 1, '.', name.len - 1) : NULL;

	return dot ? pl_text_slice(name, 0, (size_t)(dot - name.ptr)) : name;
}

#endif
