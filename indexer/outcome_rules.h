/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rules of docs/outcome.md that are one statement each: what speaks about the report in hand.
 *
 * A report in hand is one row of temp.subject. temp.family are the mails that hold it
 * (itself and its copies), temp.name the message ids it goes by, temp.below the mails
 * that answer it, temp.own_test the tables below it that are of its own test;
 * temp.remark_rule are the rules for sentences. outcome.c makes them.
 */
#ifndef PERFLORE_OUTCOME_RULES_H
#define PERFLORE_OUTCOME_RULES_H

#include "store_internal.h"

struct pl_outcome_rule {
	const char *rule;
	int64_t strength;
	const char *sql; /* adds to evidence; ?1 is rule, ?2 strength */
};

extern const struct pl_outcome_rule pl_outcome_rules[];
extern const size_t pl_outcome_rules_n;

/* Adds the sentences below the report. */
extern const char pl_outcome_remarks[];

/* Adds what a report that this one is a duplicate of has become. */
extern const char pl_outcome_duplicates[];

#endif
