/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The entry point of a fuzz target, as libFuzzer has it. */
#ifndef PERFLORE_TESTS_FUZZ_H
#define PERFLORE_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
