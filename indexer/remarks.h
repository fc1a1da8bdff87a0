/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Remarks: sentences that people write in their own words in answers, and that say what
 * became of a report. They are found when a mail comes in, since the text of most
 * mails is not kept; whether one says something about a report is decided later, when
 * the thread is known. docs/outcome.md lists the rules.
 */
#ifndef PERFLORE_REMARKS_H
#define PERFLORE_REMARKS_H

#include "store_internal.h"

/* Whose sentences a rule is for. */
enum pl_remark_who {
	PL_REMARK_PERSON,
	PL_REMARK_REPORTER, /* a person from where the report came from */
	PL_REMARK_ROBOT,    /* what it measured */
	PL_REMARK_TURN,	    /* a person's, behind another that frees the report of blame */
};

struct pl_remark_rule {
	const char *id;
	const char *state;
	enum pl_remark_who who;
	const char *cues;   /* as in cues.h: they are in whatever wanted matches */
	const char *wanted; /* a sentence that matches says so, */
	const char *unless; /* unless it matches this; NULL: in any case */
};

/* The rule for sentences that name another culprit. */
#define PL_REMARK_CULPRIT "words-culprit"

extern const struct pl_remark_rule pl_remark_rules[];
extern const size_t pl_remark_rules_n;

/* Behind what a sentence says of a report, so that it says the contrary or something else. */
extern const char pl_remark_turn[];

/* The rule a sentence (one line, ' for an apostrophe) of a robot or a person falls under,
 * the first that fits; -1: none */
int pl_remark_find(struct pl_text sentence, bool robot);

/* The rule of PL_REMARK_TURN that a sentence falls under; -1: none */
int pl_remark_find_turn(struct pl_text sentence);

/* Whether a sentence can be about a report of performance, or else of a failure: it names no
 * trouble of the other kind alone (`the leak is fixed`). */
bool pl_remark_is_of(struct pl_text sentence, bool performance);

/* Stores the remarks of a new mail. */
void pl_store_remarks(struct pl_store *store, int64_t id, const struct pl_message *message);

#endif
