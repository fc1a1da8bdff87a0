/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests of sources: every kind is built in a folder of its own and read back. What was
 * read is compared as text: a mail is `[its bytes]`, with `<cut>`, `<truncated>`, or
 * `<was what was read of it before>` behind it; a complaint is `{note: ...}` or
 * `{fatal: ...}`, ROOT standing for the folder.
 */
#ifndef PERFLORE_TESTS_READING_H
#define PERFLORE_TESTS_READING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib.h>

#include "source_memory.h"

#define FROM "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
#define MAIL(n) "Subject: " n "\n\nbody " n "\n"

/* The folder of the test that runs. */
extern char *root;
/* Marks by path: what a database would keep. */
extern GHashTable *marks;

int set_up(void **state);
int tear_down(void **state);
#define SOURCE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* A path in the root; to be freed. */
char *in_root(const char *name);

/* Writes a file below the root, and the folders it needs; appends to one. */
void put(const char *name, const char *bytes, gssize length);
void put_text(const char *name, const char *text);
void append(const char *name, const char *text);

/* Gives a file a time that is past, and later than that of all before. */
void settle_time(const char *path);
void settle_time_of(const char *name);

struct reading {
	GString *text;
	GPtrArray *paths; /* of the mails */
	GArray *offsets;
	struct pl_source_counts counts;
};

/* Reads path (absolute, or `-`) with a limit on mails (0: the default). known: what was
 * marked before is passed over, and new marks are kept. most: mails that are read before
 * the run is broken off; what is marked by then is kept. */
struct reading read_some(const char *path, size_t limit, bool known, unsigned most);
struct reading read_all(const char *path, size_t limit);
void reading_clear(struct reading *reading);

/* Forgets all marks. */
void forget(void);

/* Reads what is new since the last time; all of it; with a limit; the text as an mbox; and
 * compares. */
void expect_new(const char *name, const char *expected);
void expect(const char *name, const char *expected);
void expect_limit(const char *name, size_t limit, const char *expected);
void expect_mbox(const char *mbox, const char *expected);

#endif
