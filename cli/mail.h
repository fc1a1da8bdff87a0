/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What needs the mail parser, or libgit2. The program perflore has neither, as loading them
 * takes longer than most questions: it goes on as perflore-mail, the whole program, with the
 * same arguments. mail/ does these things, and front/ goes on instead, without returning.
 */
#ifndef PERFLORE_CLI_MAIL_H
#define PERFLORE_CLI_MAIL_H

#include <perflore/repository.h>
#include <perflore/similar.h>

/* Says by the first mail of a file that names something to go by what is looked for; as
 * pl_similar_to_message(). */
enum pl_status mail_similar_to_file(struct pl_similar *similar, const char *path,
				    struct pl_error *error);

/* As pl_repository_open(). */
enum pl_status mail_open_repository(const char *directory, struct pl_repository **repository_out,
				    struct pl_error *error);

#endif
