/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a table measured, and where. */
#ifndef PERFLORE_MEASUREMENT_H
#define PERFLORE_MEASUREMENT_H

#include <perflore/records.h>

struct pl_measurement {
	struct pl_text benchmark; /* in lower case; of LKP as printed */
	struct pl_text machine;	  /* as printed; points into the mail */
};

/* The first benchmark that text names, else a suite; NULL: none. */
const char *pl_benchmark_in(struct pl_text text);

/* The machine that a line of a mail speaks of; empty: none. */
struct pl_text pl_machine_in(struct pl_text line);

/* Index of the line with that number, else of the first behind it. */
size_t pl_find_line(const struct pl_lines *lines, uint32_t number);

/* For table of message: of LKP by its axes, the benchmark alone (table_machine.c knows the
 * machine); of somebody's own, what the mail says near it; of another robot's nothing. */
void pl_measurement_of(const struct pl_message *message, const struct pl_table *table,
		       struct pl_measurement *measurement_out);

#endif
