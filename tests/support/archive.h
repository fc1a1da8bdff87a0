/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests of the archive database: mails are written as files of folders, indexed, and
 * looked at with SQL. Each test has a folder of its own.
 */
#ifndef PERFLORE_TESTS_ARCHIVE_H
#define PERFLORE_TESTS_ARCHIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib.h>
#include <sqlite3.h>

#include <perflore/index.h>
#include <perflore/store.h>

#include "tree.h"

#define COMMIT_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define COMMIT_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* The robot's words and its table; quoted with a mark in front of each line. */
#define REPORT_TEXT                                                                                \
	"FYI, we noticed a -10.0% regression of vm-scalability.throughput due to commit:\n"        \
	"\n"                                                                                       \
	"commit: " COMMIT_B " (\"mm: change something\")\n"                                        \
	"https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git master\n"                 \
	"\n"                                                                                       \
	"in testcase: vm-scalability\n"                                                            \
	"\n"
#define TABLE_HEAD                                                                                 \
	"aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbb \n"                                          \
	"---------------- --------------------------- \n"                                          \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"
#define OTHER_HEAD                                                                                 \
	"aaaaaaaaaaaaaaaa cccccccccccccccccccccccccc0 \n"                                          \
	"---------------- --------------------------- \n"                                          \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"
#define ROW "    100.00 ±  5%     -10.0%      90.00 ±  3%  vm-scalability.throughput\n"
#define ROW_ABS "      0.09 ± 17%      +1.2        1.32 ±  7%  perf-profile.self.cycles-pp.foo\n"
#define ROW_ZERO "      0.00            +0.0        0.00        perf-profile.self.cycles-pp.zero\n"

/* Of the test that runs: its folder, the database in it, and that database when something was
 * indexed. */
extern char *root, *database;
extern sqlite3 *db;

int set_up(void **state);
int tear_down(void **state);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* Writes a file into the folder `mails`, or beside it: `../NAME`. */
void put(const char *name, const char *text);

/* A mail of that id; header holds more fields, each with its newline. */
void put_mail(const char *name, const char *id, int day, const char *header, const char *text);

/* text with `> ` in front of each line; to be freed. */
char *quote(const char *text);

/* A pl_complain_fn that appends `{fatal: LINE}` or `{note: LINE}` to a GString. */
void complain(void *context, bool fatal, const char *line);

/* Indexes a folder or file of the root and opens the database; said takes what is
 * complained about, or NULL. */
struct pl_index_counts index_folder(const char *name, GString *said);

/* Indexes text as what comes on standard input. */
struct pl_index_counts index_input(const char *text);

/* The result of a query: columns joined by `|`, rows by a newline. To be freed. */
char *ask(const char *query);
void assert_answer(const char *query, const char *expected);

#endif
