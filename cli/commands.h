/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the commands share. `perflore VERB` is command_VERB in cmd_VERB.c; CMake
 * generates the table from the folders. Data goes to standard output, through
 * output.c; everything else to standard error, through cli_error() and cli_note().
 */
#ifndef PERFLORE_CLI_COMMANDS_H
#define PERFLORE_CLI_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <perflore/text.h>

enum cli_exit {
	CLI_DONE = 0,
	CLI_NOTHING = 1, /* nothing matched */
	CLI_USAGE = 2,	 /* the command line or the query is wrong */
	CLI_FAILED = 3,	 /* something could not be read or written */
};

struct command {
	const char *name;
	const char *arguments;	     /* for the usage line, without options: "[FILE|DIR|-]..." */
	const char *summary;	     /* one line */
	const GOptionEntry *options; /* as for g_option_context_add_main_entries(); long names.
					Texts are G_OPTION_ARG_FILENAME: no locale is involved */
	/* argv[0] is the verb; options are taken out of argv by cli_options(). */
	enum cli_exit (*run)(const struct command *self, int argc, char **argv);
};

/* All commands, ordered by name; generated. */
extern const struct command *const commands[];
extern const size_t n_commands;

/* argv as main() got it: cli_options() takes pieces out of its copy. */
extern char **cli_arguments;

/* Takes the command's options out of argv (argv[0] stays, `--` ends them). False:
 * the command is over (--help was printed, or the options are wrong and a message
 * says so) and *exit_out is its status. */
bool cli_options(const struct command *self, int *argc, char ***argv, enum cli_exit *exit_out);

/* messages.c: `perflore: TEXT` on standard error, control characters as '?'. cli_usage() adds
 * where help is found and returns CLI_USAGE; cli_error() returns CLI_FAILED. */
enum cli_exit cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
enum cli_exit cli_usage(const struct command *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A pl_complain_fn: prints the line; sets the bool that context points to when it
 * is fatal. */
void cli_complain(void *context, bool fatal, const char *line);

/* The database folder: option (the value of --db) when it is not NULL, else
 * $PERFLORE_DB, else perflore in the user's data folder. To be freed. */
char *cli_db_dir(const char *option);

/* output.c: standard output, buffered. With pager, a terminal gets $PAGER. */
void output_begin(bool pager);
void output_text(struct pl_text text);
void output_string(const GString *string);

/* Nobody takes any more output: it failed, or the reader has gone. */
bool output_over(void);

/* Flushes, and waits for the pager. status, or CLI_FAILED (with a message) when
 * something could not be written; a reader that has gone is no failure. */
enum cli_exit output_end(enum cli_exit status);

/* Columns of the terminal on standard output; 100 where it is none. */
unsigned output_columns(void);

/* Whether colours may be used: a terminal, no NO_COLOR, TERM is not "dumb". */
bool output_colours(void);

/* Whether the user's environment says that text is UTF-8. */
bool output_utf8(void);

#endif
