/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The name at the end of a row of an LKP comparison table, and a reader's notes behind it. */
#ifndef PERFLORE_LKP_NAME_H
#define PERFLORE_LKP_NAME_H

#include <perflore/text.h>

/* A name begins with a letter, a digit or a path's slash; a sign that was broken off its
 * number is none. */
bool lkp_may_be_name(struct pl_text name);

/* One word, perhaps behind that of an aggregate: where cells are blank, prose that begins
 * with a number would pass for a row. */
bool lkp_is_one_word(struct pl_text name);

/* What stands behind a name. */
enum lkp_note {
	LKP_NOTE_NONE,
	LKP_NOTE_MARKED, /* it begins with a mark: `[1]`, `<-- (a)`, `# why?` */
	LKP_NOTE_WORDS,
};

/* `<---- (a)`, `<== (b)` behind the name are a reader's notes, and so is what begins with
 * any mark behind two blanks, and whatever stands behind a name that is whole. Returns name
 * without them. fails: of a row of failures; broken_off: a mail program broke the name off its
 * figures, so that prose may stand there. */
struct pl_text lkp_cut_note(struct pl_text name, bool fails, bool broken_off,
			    enum lkp_note *note_out);

/* name without the marks of footnotes that end it: a star, a dagger, `[1]`. */
struct pl_text lkp_cut_footnotes(struct pl_text name);

/* A name that shows by itself that it is a metric: one word, dotted. */
bool lkp_is_dotted(struct pl_text name);

#endif
