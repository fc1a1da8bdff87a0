/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "query_database.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

static const char filling[] =
    "INSERT INTO source(id, path) VALUES (1, 's');"
    "INSERT INTO thread VALUES (1, 'a'), (2, 'c'), (3, 'd'), (4, 'e');"
    "INSERT INTO message(id, message_id, hash, thread, subject, from_name, from_address, date, "
    "source) VALUES"
    " (1, 'a', x'01', 1, '[mm] wis regression', 'kernel test robot', 'lkp@x', 1673308800, 1),"
    " (2, 'b', x'02', 1, 'Re: [mm] wis regression', 'P', 'p@x', 1673395200, 1),"
    " (3, 'c', x'03', 2, 'improvement', 'kernel test robot', 'lkp@x', 1675209600, 1),"
    " (4, 'd', x'04', 3, '[PATCH 1/2] x', 'Q', 'q@x', 1675296000, 1),"
    " (5, 'e', x'05', 4, NULL, 'Q', 'q@x', NULL, 1);"
    "INSERT INTO reference VALUES (2, 0, 'a');"
    "INSERT INTO message_list VALUES (1, 'linux-mm.kvack.org'), (2, 'linux-mm.kvack.org'),"
    " (3, 'linux-mm-commits.x.org');"
    "INSERT INTO machine(id, tbox, text) VALUES (1, 'lkp-icl-2sp1', 'Xeon(R) (Ice Lake) 64G');"
    "INSERT INTO report(id, message, position, kind, line, depth, verdict, metric, change, "
    "change_unit, culprit, testcase, machine, copy_of, copies, content) VALUES"
    " (1, 1, 0, 'performance', 3, 0, 'regression', 'w.ops', -10, '%', '" SHA_A
    "', 'wis', 1, NULL, 1, 1),"
    " (2, 2, 0, 'performance', 2, 1, 'regression', 'w.ops', -10, '%', 'aaaaaaaaaabb', "
    "'wis', 1, 1, 0, 1),"
    " (3, 3, 0, 'performance', 3, 0, 'improvement', 'w.ops', 20, '%', 'eeeeeee', 'other', "
    "NULL, NULL, 0, 2);"
    "INSERT INTO report_parameter VALUES (1, 'mode', 'thread'), (2, 'mode', 'thread'),"
    " (3, 'mode', 'process');"
    "INSERT INTO commit_mention(commit_id, role, message, line) VALUES ('" SHA_A
    "', 'culprit', 1, 3),"
    " ('eeeeeee', 'culprit', 3, 3), ('1234567', 'fix', 2, 9);"
    "INSERT INTO metric_table(id, message, position, kind, line, depth, report, owner, better) "
    "VALUES (1, 1, 0, 'lkp', 10, 0, 1, 1, NULL), (2, 2, 0, 'lkp', 10, 1, 2, 2, NULL),"
    " (3, 3, 0, 'lkp', 10, 0, 3, 3, NULL), (4, 5, 0, 'counters', 4, 0, NULL, NULL, NULL);"
    "INSERT INTO metric(id, name, direction) VALUES (1, 'w.ops', 1), (2, 'pp.self.foo', NULL),"
    " (3, 'pp.calltrace.foo.bar', NULL), (4, 'dmesg.x', NULL), (5, 'misses', NULL),"
    " (6, 'pp.self.foo_common', NULL);"
    "INSERT INTO function VALUES (1, 'foo', 'foo'), (2, 'bar.cold', 'bar'), (3, 'foo_common', "
    "'foo_common');"
    "INSERT INTO metric_function VALUES (1, 2, 0), (1, 3, 0), (2, 3, 1), (3, 6, 0);"
    "INSERT INTO metric_row(metric_table, position, compared, metric, line, kind, change, "
    "change_unit, note, effect, base_value, base_stddev_pct, base_fails, base_runs, head_value, "
    "head_stddev_pct, head_fails, head_runs, content, copy_table, copy_position, copies) VALUES"
    " (1, 0, 1, 1, 11, 'stat', -10, '%', NULL, 3, 100, NULL, NULL, NULL, 90, 4, NULL, NULL, 1, "
    "NULL, NULL, 0),"
    " (1, 1, 1, 2, 12, 'stat', 2, 'abs', NULL, 9, 1, 5, NULL, NULL, 3, 50, NULL, NULL, 2, "
    "NULL, NULL, 1),"
    " (1, 2, 1, 3, 13, 'stat', NULL, NULL, 'appeared', NULL, 0, NULL, NULL, NULL, 7, NULL, NULL, "
    "NULL, 3, NULL, NULL, 0),"
    " (1, 3, 1, 4, 14, 'fail', 50, '%', NULL, 18, NULL, NULL, 0, 4, NULL, NULL, 2, 4, 4, NULL, "
    "NULL, 0),"
    " (2, 0, 1, 2, 12, 'stat', 2, 'abs', NULL, 9, 1, 5, NULL, NULL, 3, 50, NULL, NULL, 2, 1, 1, "
    "0),"
    " (3, 0, 1, 1, 11, 'stat', 20, '%', NULL, 7, 100, NULL, NULL, NULL, 120, NULL, NULL, NULL, "
    "5, NULL, NULL, 0),"
    " (3, 0, 2, 1, 11, 'stat', -30, '%', NULL, 1, 100, NULL, NULL, NULL, 70, NULL, NULL, NULL, "
    "5, NULL, NULL, 0),"
    " (3, 1, 1, 6, 12, 'stat', 4, 'abs', NULL, 2, 1, NULL, NULL, NULL, 5, NULL, NULL, NULL, 6, "
    "NULL, NULL, 0),"
    " (3, 1, 2, 6, 12, 'stat', NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, "
    "NULL, 6, NULL, NULL, 0),"
    " (4, 0, 0, 5, 4, 'stat', NULL, NULL, NULL, NULL, 500, NULL, NULL, NULL, NULL, NULL, NULL, "
    "NULL, 7, NULL, NULL, 0);";

static char *directory;
static struct pl_store *store;

struct pl_store *query_store(void)
{
	return store;
}

const char *query_directory(void)
{
	return directory;
}

int query_make_database(void **state)
{
	struct pl_error error = {""};
	struct pl_store *writer;
	char *message = NULL;

	(void)state;
	directory = g_dir_make_tmp("perflore-query-XXXXXX", NULL);
	if (pl_store_open_write(directory, &writer, &error) != PL_OK)
		fail_msg("%s", error.message);
	if (sqlite3_exec(pl_store_sqlite(writer), filling, NULL, NULL, &message) != SQLITE_OK)
		fail_msg("%s", message);
	pl_store_close(writer);
	if (pl_store_open(directory, &store, &error) != PL_OK)
		fail_msg("%s", error.message);
	return 0;
}

int query_remove_database(void **state)
{
	GDir *dir;
	const char *name;

	(void)state;
	pl_store_close(store);
	dir = g_dir_open(directory, 0, NULL);
	while ((name = g_dir_read_name(dir))) {
		char *path = g_build_filename(directory, name, NULL);

		g_remove(path);
		g_free(path);
	}
	g_dir_close(dir);
	g_rmdir(directory);
	g_free(directory);
	return 0;
}
