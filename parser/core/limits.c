/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/limits.h>

const struct pl_limits pl_limits_default = {
    .mail_bytes = (size_t)32 << 20,
    .header_bytes = (size_t)1 << 20,
    .header_nesting = 50,
    .parts = 1000,
    .depth = 20,
    .text_bytes = (size_t)8 << 20,
    .line_bytes = (size_t)16 << 10,
    .lines = 250000,
    .quote_depth = 1000,
    .reports = 1000,
    .tables = 10000,
    .rows = 200000,
    .cells = 2000000,
    .plots = 1000,
    .trailers = 100000,
    .match_steps = 100000,
};
