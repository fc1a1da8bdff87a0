/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a row was measured with and where: its test case, machine and parameters, as SQL over
 * metric_row r, metric_table t and its owner, report p. Of an LKP table they are what its axes
 * name, key by key, and the report's where they name nothing: a report holds tables of other
 * tests and machines beside its own. Of another table they are the report's, and where it belongs
 * to none what the mail says near it. A row whose own line names them has a row_subject u, and
 * is of nothing else.
 */
#ifndef PERFLORE_ROW_SUBJECT_H
#define PERFLORE_ROW_SUBJECT_H

/* The axes of table t (an alias) say what; those of other tables do not. */
#define PL_AXES_NAME(t, column) t ".kind = 'lkp' AND " t "." column " IS NOT NULL"

#define PL_ROW_SUBJECT_JOIN                                                                        \
	" LEFT JOIN row_subject u ON u.metric_table = r.metric_table AND u.position = r.position "

#define PL_ROW_TESTCASE                                                                            \
	"CASE WHEN u.position IS NOT NULL THEN u.testcase WHEN " PL_AXES_NAME(                     \
	    "t", "benchmark") " OR p.id IS NULL THEN t.benchmark ELSE p.testcase END"
#define PL_ROW_MACHINE                                                                             \
	"CASE WHEN u.position IS NOT NULL THEN u.machine WHEN " PL_AXES_NAME(                      \
	    "t", "machine") " OR p.id IS NULL THEN t.machine ELSE p.machine END"

/* An axis is a parameter: word by word as in the index table_axis_parameter. */
#define PL_AXIS_IS_PARAMETER                                                                       \
	"key NOT IN ('compiler', 'kconfig', 'rootfs', 'tbox', 'tbox_group', 'testcase')"

/* A parameter y of the owner of table t is its rows', too: the axes do not name it, nor another
 * test, which has parameters of its own. */
#define PL_PARAMETER_IS_ROWS(t, y)                                                                 \
	"NOT EXISTS (SELECT 1 FROM table_axis x WHERE x.metric_table = " t ".id AND x.key = " y    \
	".key) AND (" t ".kind <> 'lkp' OR " t ".benchmark IS NULL OR ifnull((SELECT testcase "    \
	"FROM report WHERE id = " t ".owner), " t ".benchmark) = " t ".benchmark)"

#endif
