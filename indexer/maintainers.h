/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's MAINTAINERS file: sections, each with the files and the lists that belong to
 * it. Patterns mean what scripts/get_maintainer.pl of the kernel takes them for. Sections
 * that claim every file (THE REST) say nothing, so such patterns are left out.
 */
#ifndef PERFLORE_MAINTAINERS_H
#define PERFLORE_MAINTAINERS_H

#include <glib.h>

#include <perflore/source.h>

struct pl_maintainers;

/* What a section claims: pattern is the line that does. Both are in lower case, and live as
 * long as the maintainers. */
struct pl_claim {
	const char *section, *pattern;
};

/* Reads path. A pattern that cannot be used is complained about, as a note. PL_FAILED: it
 * cannot be read, is no MAINTAINERS file, or is larger than any such file is. */
enum pl_status pl_maintainers_read(const char *path, pl_complain_fn complain, void *context,
				   struct pl_maintainers **maintainers_out, struct pl_error *error);
void pl_maintainers_free(struct pl_maintainers *maintainers);

/* The claims on a file, named from the root of the kernel; each section once, in the order
 * of the file. Owned by the maintainers. */
const GArray *pl_maintainers_of_file(struct pl_maintainers *maintainers, const char *file);

/* The section that a list (its address or its List-Id) stands for: the only one that names
 * it. false: none, or several do. */
bool pl_maintainers_of_list(const struct pl_maintainers *maintainers, const char *list,
			    struct pl_claim *claim_out);

/* Whether pattern, of an F: or X: line, claims file. */
bool pl_maintainers_match(const char *pattern, const char *file);

#endif
