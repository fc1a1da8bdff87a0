/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The crash test: a run dies at a place (calls.h), the next run goes on, and every table
 * and every word must be as after a run that nobody killed, and check finds no fault.
 *
 *   test_crash KILLS MBOX SCHEMA-2.sql
 *
 * First each kind of run is done once to learn which places it passes and how often; the
 * kills are spread over these. Every fifth dies twice. That the test would notice is shown
 * by two protocols that are known to be wrong.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <glib.h>
#include <sqlite3.h>

#include "calls.h"
#include "crash.h"
#include "database.h"
#include "tree.h"

enum run_kind { RUN_FIRST, RUN_REFRESH, RUN_REPARSE, RUN_REBUILD, RUN_MIGRATE, RUN_KINDS };

static const char *const run_names[] = {"index", "refresh", "reparse", "rebuild", "migrate"};
static const char *const death_names[] = {"killed", "torn write", "power", "power, mixed"};

struct place {
	enum run_kind run;
	char name[CALLS_PLACE];
	unsigned passed, deaths[DEATH_KINDS];
};

static char *directory; /* the database that dies */
static char *mails;	/* an mbox that grew after the refresh's base was made */
static char *bases[RUN_KINDS];
static GString *expected[RUN_KINDS];
static GArray *places; /* of struct place */
static bool split;

static bool act(enum run_kind run, bool loud)
{
	if (run == RUN_MIGRATE)
		return database_migrate(directory, loud);
	if (run == RUN_REBUILD)
		return database_rebuild(directory, loud);
	if (run == RUN_REFRESH || run == RUN_REPARSE)
		return database_refresh(directory, loud);
	return database_index(directory, mails, loud);
}

/* In a process of its own; returns its status as waitpid() gives it. */
static int run_child(enum run_kind run, const struct calls_plan *plan, bool loud)
{
	int status;
	pid_t child = fork();

	if (child < 0)
		die("fork", "failed");
	if (child == 0) {
		pl_crash_split = split;
		calls_start(directory, plan);
		_exit(act(run, loud) ? 0 : 1);
	}
	if (waitpid(child, &status, 0) != child)
		die("waitpid", "failed");
	return status;
}

static bool was_killed(int status)
{
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

static void start_from_base(enum run_kind run)
{
	remove_tree(directory);
	if (bases[run])
		copy_tree(bases[run], directory);
}

static void print_difference(const GString *wanted, const GString *got)
{
	gsize start = 0, i = 0;

	while (i < wanted->len && i < got->len && wanted->str[i] == got->str[i])
		if (wanted->str[i++] == '\n')
			start = i;
	fprintf(stderr, "- %.300s\n+ %.300s\n", wanted->str + start, got->str + start);
}

/* NULL: the database is as it has to be; else what is wrong with it. */
static const char *next_run(enum run_kind run, bool loud)
{
	const struct calls_plan none = {0};
	const char *fault = NULL;
	GString *now;

	/* After a rebuild that died the usual run has to do as well. */
	if (run_child(run == RUN_REBUILD ? RUN_FIRST : run, &none, loud) != 0)
		return "the next run failed";
	now = database_dump(directory, run != RUN_MIGRATE);
	if (!now)
		return "the database cannot be read";
	if (!g_string_equal(now, expected[run])) {
		fault = "the database differs from one that was never killed";
		if (loud)
			print_difference(expected[run], now);
	} else if (run != RUN_MIGRATE && !database_check(directory, loud))
		fault = "check finds faults";
	g_string_free(now, TRUE);
	return fault;
}

/* Sets *killed to whether the place was passed at all. */
static const char *die_at(enum run_kind run, const struct calls_plan *plan, bool twice, bool loud,
			  bool *killed)
{
	struct calls_plan again = *plan;

	start_from_base(run);
	*killed = was_killed(run_child(run, plan, loud));
	again.at = 1;
	if (twice)
		run_child(run, &again, loud);
	return next_run(run, loud);
}

static void learn_places(enum run_kind run)
{
	const struct calls_plan none = {0};

	start_from_base(run);
	if (run_child(run, &none, true) != 0)
		die(run_names[run], "the run that nobody killed failed");
	expected[run] = database_dump(directory, run != RUN_MIGRATE);
	if (!expected[run])
		die(run_names[run], "its database cannot be read");
	for (int i = 0; i < CALLS_PLACES && calls_counts[i].place[0]; i++) {
		struct place place = {.run = run, .passed = calls_counts[i].passed};

		g_strlcpy(place.name, calls_counts[i].place, sizeof(place.name));
		g_array_append_val(places, place);
	}
}

/* Of an age at which its time says whether it changed since. */
static void write_mails(const char *text, gsize length, time_t modified)
{
	struct utimbuf times = {modified, modified};

	if (!g_file_set_contents(mails, text, (gssize)length, NULL) || utime(mails, &times))
		die(mails, "it cannot be written");
}

static void change_database(const char *folder, const char *statements)
{
	char *path = g_build_filename(folder, "perflore.db", NULL);
	sqlite3 *db;

	if (sqlite3_open(path, &db) != SQLITE_OK ||
	    sqlite3_exec(db, statements, NULL, NULL, NULL) != SQLITE_OK)
		die(path, "it cannot be changed");
	sqlite3_close(db);
	g_free(path);
}

static void make_bases(const char *root, const char *mbox, const char *schema)
{
	const struct calls_plan none = {0};
	char *text, *half;
	gsize length;

	/* The refresh starts from what a run over the first half left. */
	if (!g_file_get_contents(mbox, &text, &length, NULL))
		die(mbox, "it cannot be read");
	half = strstr(text + length / 2, "\n\nFrom ");
	if (!half)
		die(mbox, "it cannot be halved");
	write_mails(text, (gsize)(half + 2 - text), 1700000000);
	if (run_child(RUN_FIRST, &none, true) != 0)
		die("base", "its run failed");
	bases[RUN_REFRESH] = g_build_filename(root, "half", NULL);
	copy_tree(directory, bases[RUN_REFRESH]);
	write_mails(text, length, 1700001000);
	g_free(text);

	remove_tree(directory);
	if (run_child(RUN_FIRST, &none, true) != 0)
		die("base", "its run failed");
	bases[RUN_REBUILD] = g_build_filename(root, "whole", NULL);
	copy_tree(directory, bases[RUN_REBUILD]);

	/* What other recognizers made, which found something else. */
	bases[RUN_REPARSE] = g_build_filename(root, "outdated", NULL);
	copy_tree(directory, bases[RUN_REPARSE]);
	change_database(bases[RUN_REPARSE], "UPDATE recognizer SET version = version - 1;"
					    "UPDATE report SET title = 'other';"
					    "UPDATE metric_table SET title = 'other'");

	bases[RUN_MIGRATE] = g_build_filename(root, "old", NULL);
	g_mkdir_with_parents(bases[RUN_MIGRATE], 0755);
	if (!g_file_get_contents(schema, &text, NULL, NULL))
		die(schema, "it cannot be read");
	change_database(bases[RUN_MIGRATE], text);
	change_database(bases[RUN_MIGRATE], "PRAGMA journal_mode=WAL");
	g_free(text);
}

/* Kind of death and time for the nth visit to a place: spread over all the times. */
static struct calls_plan plan_of(const struct place *place, unsigned visit)
{
	struct calls_plan plan = {.place = place->name};

	plan.at = 1 + (unsigned)((visit * 0x9e3779b9u) % place->passed);
	plan.death = (enum calls_death)(visit % DEATH_KINDS);
	if (plan.death == DEATH_TORN && !g_str_has_prefix(place->name, "write"))
		plan.death = DEATH_KILLED;
	return plan;
}

/* Returns the number of kills that were survived badly. */
static unsigned spread_kills(unsigned kills)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < kills; i++) {
		/* Fewer kills than places: still some of every kind of run. */
		guint index = kills < places->len ? i * places->len / kills : i % places->len;
		struct place *place = &g_array_index(places, struct place, index);
		struct calls_plan plan = plan_of(place, kills < places->len ? i : i / places->len);
		const char *fault;
		bool killed;

		fault = die_at(place->run, &plan, i % 5 == 4, true, &killed);
		/* Threads do not always do as much; the first time always comes. */
		if (!killed && !fault) {
			plan.at = 1;
			fault = die_at(place->run, &plan, false, true, &killed);
		}
		if (!killed)
			fault = "this place was not passed";
		place->deaths[plan.death]++;
		if (fault) {
			fprintf(stderr, "%s, %s at %s %u: %s\n", run_names[place->run],
				death_names[plan.death], place->name, plan.at, fault);
			bad++;
		}
	}
	return bad;
}

static void print_places(void)
{
	printf("%-8s %-30s %8s", "run", "place", "passed");
	for (int k = 0; k < DEATH_KINDS; k++)
		printf(" %12s", death_names[k]);
	printf("\n");
	for (guint i = 0; i < places->len; i++) {
		const struct place *place = &g_array_index(places, struct place, i);

		printf("%-8s %-30s %8u", run_names[place->run], place->name, place->passed);
		for (int k = 0; k < DEATH_KINDS; k++)
			printf(" %12u", place->deaths[k]);
		printf("\n");
	}
}

/* A protocol that is wrong: some of the deaths at place must be noticed. */
static void control(const char *what, enum run_kind run, struct calls_plan plan)
{
	unsigned noticed = 0, tries = 6;

	for (unsigned i = 0; i < tries; i++) {
		bool killed;

		plan.at = 2 + 5 * i;
		noticed += die_at(run, &plan, false, false, &killed) != NULL;
	}
	printf("control: %s: noticed after %u of %u deaths\n", what, noticed, tries);
	if (!noticed)
		die(what, "the test does not notice");
}

/* A run that was cut off must differ from a complete one, or nothing is compared. */
static void control_of_comparison(void)
{
	const struct calls_plan plan = {.place = "point after-commit", .at = 3};
	GString *cut;

	start_from_base(RUN_FIRST);
	if (!was_killed(run_child(RUN_FIRST, &plan, true)))
		die("control", "the run was not killed");
	cut = database_dump(directory, true);
	if (!cut || g_string_equal(cut, expected[RUN_FIRST]))
		die("control", "a run that was cut off looks like a complete one");
	g_string_free(cut, TRUE);
}

/* All records that other recognizers made must have been replaced. */
static void control_of_reparse(void)
{
	if (strstr(expected[RUN_REPARSE]->str, "5:other|"))
		die("control", "no mail was parsed again");
}

static void controls(void)
{
	control_of_reparse();
	control_of_comparison();
	split = true;
	control("words in a transaction of their own", RUN_FIRST,
		(struct calls_plan){.place = "point after-commit"});
	split = false;
	control("SQLite without fsync", RUN_REFRESH,
		(struct calls_plan){
		    .place = "write perflore.db", .death = DEATH_MIXED, .sabotage = SABOTAGE_SYNC});
}

int main(int argc, char **argv)
{
	char *root = g_dir_make_tmp("perflore-crash-XXXXXX", NULL);
	unsigned bad, kills;

	if (argc != 4)
		die("usage", "test_crash KILLS MBOX SCHEMA-2.sql");
	kills = (unsigned)atoi(argv[1]);
	directory = g_build_filename(root, "db", NULL);
	mails = g_build_filename(root, "mails", NULL);
	places = g_array_new(FALSE, FALSE, sizeof(struct place));
	calls_init();
	make_bases(root, argv[2], argv[3]);
	for (int run = 0; run < RUN_KINDS; run++)
		learn_places(run);
	controls();
	bad = spread_kills(kills);
	print_places();
	printf("%u deaths at %u places; after %u of them the database was not the same\n", kills,
	       places->len, bad);
	remove_tree(root);
	g_free(root);
	return bad != 0;
}
