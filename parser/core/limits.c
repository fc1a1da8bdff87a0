/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/limits.h>

const struct pl_limits pl_limits_default = {
    .mail_bytes = (size_t)64 << 20,
    .header_bytes = (size_t)1 << 20,
    .header_nesting = 50,
    .parts = 1000,
    .depth = 20,
    .text_bytes = (size_t)64 << 20,
    .line_bytes = (size_t)16 << 10,
    .rows = 200000,
    .match_steps = 100000,
};
