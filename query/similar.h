/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of `similar` share. */
#ifndef PERFLORE_SIMILAR_INTERNAL_H
#define PERFLORE_SIMILAR_INTERNAL_H

#include <perflore/arena.h>
#include <perflore/similar.h>

#include "details.h"

/* A function or metric of what is looked for. */
struct pl_feature {
	struct pl_text name;
	bool is_function;
	double change;	 /* sum over the rows; 0: not known */
	int64_t rows;	 /* in the database, as far as they were counted */
	int64_t reports; /* that have it */
	double weight;	 /* 0: too frequent to be looked at */
};

struct pl_similar {
	struct pl_store *store;
	struct pl_arena *arena;
	struct pl_feature *features;
	size_t n_features;
	GHashTable *by_name;  /* of features: a letter for the kind and the name */
	GHashTable *excluded; /* report.id that is no copy, of what is looked for itself */
	struct pl_text testcase, tbox, culprit;
	struct pl_details *details;
};

/* Adds change to the feature of that name. */
void pl_similar_add(struct pl_similar *similar, struct pl_text name, bool is_function,
		    double change);

#endif
