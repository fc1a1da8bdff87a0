/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registry. A recognizer is one `const struct pl_recognizer` named
 * pl_recognizer_<id> in parser/recognizers/<id>.c (with `-` written `_`); CMake
 * generates the table from the folder. The core runs them in order of rank over
 * each part whose text holds one of the needles.
 */
#ifndef PERFLORE_RECOGNIZER_H
#define PERFLORE_RECOGNIZER_H

#include <perflore/records.h>

#include "core/figures.h"
#include "core/pattern.h"

struct pl_scan;

struct pl_recognizer {
	const char *id; /* also the folder of its samples: corpus/<id>/ */
	const char *summary; /* one line */
	const char *origin; /* who prints the format, and where that is documented */
	unsigned version; /* goes up when the same mail gives other output */
	int rank; /* lower runs first; a line that one has claimed is not offered again */
	const char *const *needles; /* NULL-terminated, PL_NEEDLE_MIN bytes or more each; the
				       part must hold one of them. NULL: every part is
				       looked at */
	bool always; /* parts without a needle are looked at, too; scan->needle tells whether
			one is there */
	uint64_t needs; /* bits of enum pl_feature (core/features.h): of the parts without a
			   needle only those with one of these are looked at; 0: all */
	bool attachments; /* also looks into parts with a file name */
	bool figures; /* looks only at scan->figures; not called where there are none */
	struct pl_pattern *patterns; /* n_patterns named patterns, compiled once */
	size_t n_patterns;
	struct pl_pattern *shared; /* patterns of a helper's file; several may call it */
	const size_t *n_shared;
	/* Looks through the lines of one part and appends records to the scan. */
	void (*recognize)(struct pl_scan *scan);
	/* Once a mail, after all recognizers saw all parts; may be NULL. For what
	 * needs the other records: full commit ids, a report's own table. */
	void (*settle)(struct pl_scan *scan);
};

/* What a recognizer sees, and where it puts what it finds. */
struct pl_scan {
	struct pl_arena *arena;
	const struct pl_limits *limits;
	struct pl_message *message; /* records are appended here */
	const struct pl_lines *lines; /* of this part */
	uint32_t part; /* index of this part */
	const struct pl_recognizer **claims; /* by line index: who claimed it, or NULL */
	struct pl_figures figures; /* for recognizers that ask for them */
	const struct pl_recognizer *self;
	bool needle; /* the part holds one of self's needles */
	struct pl_matcher *matcher;
};

/* The registry, ordered by rank; generated. */
extern const struct pl_recognizer *const pl_recognizers[];
extern const size_t pl_n_recognizers;

/* Claims line i; false where another recognizer has it. */
static inline bool pl_claim(struct pl_scan *scan, size_t i)
{
	if (scan->claims[i] && scan->claims[i] != scan->self)
		return false;
	scan->claims[i] = scan->self;
	return true;
}

static inline bool pl_claimed(const struct pl_scan *scan, size_t i)
{
	return scan->claims[i] != NULL && scan->claims[i] != scan->self;
}

#endif
