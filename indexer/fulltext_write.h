/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The writing side of the text index. */
#ifndef PERFLORE_FULLTEXT_WRITE_H
#define PERFLORE_FULLTEXT_WRITE_H

#include <perflore/fulltext.h>

G_BEGIN_DECLS

struct pl_fulltext_writer;

/* Opens the text index in directory for writing; makes it where it is missing. */
enum pl_status pl_fulltext_writer_open(const char *directory,
				       struct pl_fulltext_writer **writer_out,
				       struct pl_error *error) PL_NOEXCEPT;

/* Mails that were put in without a commit may stay; `upto` does not count them. */
void pl_fulltext_writer_close(struct pl_fulltext_writer *writer) PL_NOEXCEPT;

/* The id up to which all mails are in the index, by the last commit; 0: none */
enum pl_status pl_fulltext_upto(struct pl_fulltext_writer *writer, int64_t *upto_out,
				struct pl_error *error) PL_NOEXCEPT;

/* Puts in the words of one mail (as in words.h), in place of what was there. */
enum pl_status pl_fulltext_put(struct pl_fulltext_writer *writer, int64_t message,
			       struct pl_text words, struct pl_error *error) PL_NOEXCEPT;

/* Takes over the words of a mail from another index; PL_NOTHING: it has none. */
enum pl_status pl_fulltext_copy(struct pl_fulltext_writer *writer, int64_t message,
				struct pl_fulltext *from, struct pl_error *error) PL_NOEXCEPT;

/* Commits, and notes that all mails up to this id are in. */
enum pl_status pl_fulltext_commit(struct pl_fulltext_writer *writer, int64_t upto,
				  struct pl_error *error) PL_NOEXCEPT;

/* Writes the index in directory, which nobody is writing to, anew into the folder to:
 * smaller and faster to read. */
enum pl_status pl_fulltext_compact(const char *directory, const char *to,
				   struct pl_error *error) PL_NOEXCEPT;

/* Looks the index over; *faults_out is the number of faults. */
enum pl_status pl_fulltext_check(const char *directory, unsigned *faults_out,
				 struct pl_error *error) PL_NOEXCEPT;

/* Of an index opened for reading. */
enum pl_status pl_fulltext_counts(struct pl_fulltext *fulltext, int64_t *upto_out,
				  int64_t *mails_out, struct pl_error *error) PL_NOEXCEPT;

G_END_DECLS

#endif
