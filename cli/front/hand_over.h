/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_CLI_HAND_OVER_H
#define PERFLORE_CLI_HAND_OVER_H

#include "commands.h"

/* The run() of the commands that perflore-mail has. */
enum cli_exit hand_over(const struct command *self, int argc, char **argv)
    __attribute__((noreturn));

#endif
