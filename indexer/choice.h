/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A mail that went over several lists has several copies, which are one by pl_mail_hash() and
 * yet not the same bytes. Which of them is kept is seen from them alone, so that it does not matter
 * which one is read first.
 */
#ifndef PERFLORE_CHOICE_H
#define PERFLORE_CHOICE_H

#include <stdint.h>

#include <glib.h>

#include <perflore/mail.h>

#define PL_CHOICE 16

/* Of several copies that is kept whose bytes here are the smallest (memcmp): it has the fewest
 * problems, then the most references, the shortest subject, and the shortest text; where all are
 * equal, a hash decides over all that may differ and is stored of one of them only. text_length: of
 * the decoded text; left_out: what pl_mail_hash() appended. */
void pl_choice_of(const struct pl_mail *mail, size_t text_length, const GString *left_out,
		  uint8_t choice_out[PL_CHOICE]);

#endif
