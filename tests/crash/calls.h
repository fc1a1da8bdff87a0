/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The system calls of this program and of its libraries that change files, counted by
 * place, and death at one of them. This reaches inside SQLite's commits. The calls are defined
 * here, in the program, and so come before libc's.
 *
 * A place is `write perflore.db-wal`, `sync perflore.db`, or `point NAME` for the indexer's own
 * crash points.
 *
 * With the power go the writes that no fsync had made safe, and renames in folders that
 * were not synced since. Removals and new files stay, which is the harder case.
 */
#ifndef PERFLORE_TEST_CALLS_H
#define PERFLORE_TEST_CALLS_H

#include <stdbool.h>

#define CALLS_PLACE 48
#define CALLS_PLACES 128

enum calls_death {
	DEATH_KILLED, /* before the call */
	DEATH_TORN,   /* half of a write is done */
	DEATH_POWER,  /* what was not synced is undone */
	DEATH_MIXED,  /* every second of it: the disk wrote in another order */
	DEATH_KINDS
};

/* Where a sync does nothing, so that the test can show that it would notice. */
enum calls_sabotage { SABOTAGE_NONE, SABOTAGE_SYNC };

struct calls_count {
	char place[CALLS_PLACE];
	unsigned passed;
};

struct calls_plan {
	const char *place; /* NULL: nobody dies, calls are counted */
	unsigned at;	   /* the at-th time, from 1 */
	enum calls_death death;
	enum calls_sabotage sabotage;
};

/* The counts of the last child; shared with children. */
extern struct calls_count *calls_counts;

/* Once, before the first child. */
void calls_init(void);
/* In a child: from now on, for files under folder. Before any thread is started. */
void calls_start(const char *folder, const struct calls_plan *plan);

#endif
