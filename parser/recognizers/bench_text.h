/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words of tables that people write: numbers with their separators, units, and
 * what a word tells about the table it stands in.
 */
#ifndef PERFLORE_BENCH_TEXT_H
#define PERFLORE_BENCH_TEXT_H

#include <perflore/arena.h>
#include <perflore/records.h>
#include <perflore/text.h>

/* Length of the number at the start of text: sign, digits, separators, exponent; 0
 * where there is none, or a version (`5.5.0`). */
size_t bench_number_at(struct pl_text text);

/* No thousands group explains the comma of number: it is a decimal comma, and so are
 * those of the whole table. */
bool bench_number_proves_comma(struct pl_text number);

double bench_number_value(struct pl_text number, bool decimal_comma);

/* `0m1.5s` at the start of text: its length and its seconds; 0 where there is none. */
size_t bench_clock_at(struct pl_text text, double *seconds_out);

/* Is text a unit of measure: a known one, or a rate? */
bool bench_is_unit(struct pl_text text);

/* Is text a unit that is measured (a time, a rate), not a mere size? */
bool bench_is_measured_unit(struct pl_text text);

/* What words tell, as bits. */
enum bench_word {
	BENCH_COMPARES = 1 << 0,  /* names one side of a comparison: before, patched */
	BENCH_MEASURES = 1 << 1,  /* names a benchmark or what is measured */
	BENCH_CHANGES = 1 << 2,	  /* heads a column of changes */
	BENCH_LABELS = 1 << 3,	  /* heads a column of labels */
	BENCH_FOREIGN = 1 << 4,	  /* heads a listing of some other tool */
	BENCH_STATISTIC = 1 << 5, /* avg, min, p99 */
};

/* All bits of the words in text. */
unsigned bench_words(struct pl_text text);

/* Does text name a kernel version (`5.5.0-rc7`, `v3.7`, `6.2 + V12`)? */
bool bench_is_version(struct pl_text text);

/* Is text, as a whole, the heading of a column of labels? */
bool bench_heads_labels(struct pl_text text);

/* `lower is better` and the like, anywhere in text. */
enum pl_better bench_better(struct pl_text text);

/* text with each run of blanks, tabs and no-break spaces folded into one blank */
struct pl_text bench_fold(struct pl_arena *arena, struct pl_text text);

/* Is text, in any case of letters, word? */
bool bench_same(struct pl_text text, const char *word);

#endif
