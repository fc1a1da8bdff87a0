/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a fuzz target over files, for compilers without libFuzzer: `replay PATH...`,
 * each a file or a folder that is read with its subfolders. Beside every file as it is,
 * the target gets it with bytes changed and cut, by a fixed seed.
 */
#include "fuzz.h"

#include <stdio.h>

#include <glib.h>

#define VARIANTS 8
#define MAX_VARIED_BYTES 262144
#define SEED 7

static unsigned files, runs;

/* The target gets a block of exactly the size, so that a read past its end is seen. */
static void run(const char *bytes, gsize size)
{
	char *copy = size ? g_memdup2(bytes, size) : g_malloc(1);

	LLVMFuzzerTestOneInput((const uint8_t *)copy, size);
	runs++;
	g_free(copy);
}

static void vary(char *bytes, gsize size, GRand *random)
{
	unsigned n = g_rand_int_range(random, 1, 6);

	for (unsigned i = 0; i < n; i++)
		bytes[g_rand_int_range(random, 0, size)] = g_rand_int_range(random, 0, 256);
}

static void replay_file(const char *path)
{
	GRand *random = g_rand_new_with_seed(SEED);
	char *bytes;
	gsize size;

	if (!g_file_get_contents(path, &bytes, &size, NULL)) {
		fprintf(stderr, "cannot read %s\n", path);
		g_rand_free(random);
		return;
	}
	files++;
	run(bytes, size);
	for (unsigned i = 0; i < VARIANTS && size && size <= MAX_VARIED_BYTES; i++) {
		char *other = g_memdup2(bytes, size);
		gsize kept = i % 2 ? size : (gsize)g_rand_int_range(random, 0, size);

		vary(other, size, random);
		run(other, kept);
		g_free(other);
	}
	g_free(bytes);
	g_rand_free(random);
}

static void replay(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	if (!dir) {
		replay_file(path);
		return;
	}
	while ((name = g_dir_read_name(dir))) {
		char *inner = g_build_filename(path, name, NULL);

		replay(inner);
		g_free(inner);
	}
	g_dir_close(dir);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	printf("%u files, %u runs\n", files, runs);
	return files == 0;
}
