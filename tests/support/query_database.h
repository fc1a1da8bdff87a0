/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small database that is filled by hand, for tests of queries. */
#ifndef PERFLORE_TESTS_QUERY_DATABASE_H
#define PERFLORE_TESTS_QUERY_DATABASE_H

#include <perflore/store.h>

/* 2023-05-17 10:30:00, a Wednesday */
#define NOW INT64_C(1684319400)

/*
 * The database. Thread 1: mail a (robot, report #r0 with four rows, 2023-01-10), mail b
 * (a person quotes report and one row, 2023-01-11). Thread 2: mail c (2023-02-01,
 * improvement, two compared columns). Mail d says nothing. Mail e (no date) has a
 * one-column table that belongs to no report.
 */
#define SHA_A "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"

/* Made and removed around a group of tests; state is not used. */
int query_make_database(void **state);
int query_remove_database(void **state);

/* It, opened for reading, and where it lies. */
struct pl_store *query_store(void);
const char *query_directory(void);

#endif
