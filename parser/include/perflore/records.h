/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records: what a mail says, as plain structs in the mail's arena. The JSON of
 * `perflore parse` (schema perflore.message/1) is their picture: the names, units
 * and meaning of every field are those of that schema. Empty text and a missing
 * PL_HAS_ bit mean "not printed in the mail".
 */
#ifndef PERFLORE_RECORDS_H
#define PERFLORE_RECORDS_H

#include <stdint.h>

#include <perflore/lines.h>
#include <perflore/mail.h>

enum pl_unit { PL_UNIT_NONE, PL_UNIT_PERCENT, PL_UNIT_ABS };

enum pl_note {
	PL_NOTE_NONE,
	PL_NOTE_APPEARED,
	PL_NOTE_BOTH_ZERO,
	PL_NOTE_VANISHED,
	PL_NOTE_ABSENT,
};

enum pl_has {
	PL_HAS_VALUE = 1 << 0,
	PL_HAS_STDDEV = 1 << 1,
	PL_HAS_CHANGE = 1 << 2,
	PL_HAS_FAILS = 1 << 3, /* fails and runs */
	PL_HAS_RATIO = 1 << 4,
};

struct pl_cell {
	unsigned has; /* enum pl_has bits */
	double value;
	double stddev_pct; /* percent of the mean */
	double change; /* against the base cell */
	enum pl_unit change_unit;
	int64_t fails, runs;
	double ratio_pct;
	enum pl_note note;
	struct pl_text text;
};

enum pl_row_kind { PL_ROW_STAT, PL_ROW_FAIL };
enum pl_aggregate { PL_AGGREGATE_NONE, PL_AGGREGATE_TOTAL, PL_AGGREGATE_GEO_MEAN };

struct pl_row {
	uint32_t line;
	enum pl_row_kind kind;
	struct pl_text metric;
	struct pl_texts functions; /* leaf (callee) first */
	struct pl_text test;
	enum pl_aggregate aggregate;
	struct pl_cell *cells; /* one a column of the table, base first */
	size_t n_cells;
};

struct pl_param {
	struct pl_text key, value;
};

struct pl_params {
	struct pl_param *v;
	size_t n;
};

struct pl_column {
	struct pl_text label, commit, title;
};

enum pl_table_kind { PL_TABLE_LKP, PL_TABLE_BENCHMARK, PL_TABLE_COUNTERS };
enum pl_better { PL_BETTER_NONE, PL_BETTER_HIGHER, PL_BETTER_LOWER };

struct pl_table {
	enum pl_table_kind kind;
	uint32_t line;
	unsigned depth;
	int report; /* index into the message's reports; -1: none */
	struct pl_text title, unit;
	enum pl_better better;
	struct pl_params axes;
	struct pl_column *columns;
	size_t n_columns;
	struct pl_row *rows;
	size_t n_rows;
	uint32_t part; /* index of the mail part it stands in (not in the JSON) */
};

enum pl_report_kind { PL_REPORT_PERFORMANCE, PL_REPORT_FUNCTIONAL, PL_REPORT_BUILD };
enum pl_verdict { PL_VERDICT_REGRESSION, PL_VERDICT_IMPROVEMENT, PL_VERDICT_CHANGED, PL_VERDICT_FAILURE };

struct pl_headline {
	struct pl_text metric;
	struct pl_text printed;
	bool has_change;
	double change;
	enum pl_unit change_unit;
};

struct pl_machine {
	struct pl_text text, tbox, model, codename;
	unsigned threads, sockets; /* 0: not printed */
	double memory_gib; /* 0: not printed */
};

struct pl_culprit {
	struct pl_text id, title, tree, branch;
};

struct pl_state {
	struct pl_text state, where, commit;
	uint32_t line;
};

struct pl_related {
	struct pl_text testcase;
	enum pl_verdict verdict;
	struct pl_headline headline;
	struct pl_machine machine;
	struct pl_params parameters;
};

struct pl_error_count {
	struct pl_text id;
	int64_t *counts;
	size_t n_counts;
};

struct pl_boots {
	int64_t successes, failures; /* -1: not printed */
};

struct pl_report {
	enum pl_report_kind kind;
	uint32_t line;
	unsigned depth;
	enum pl_verdict verdict;
	struct pl_headline headline;
	struct pl_culprit culprit;
	struct pl_text testcase;
	struct pl_machine machine;
	struct pl_params parameters;
	struct pl_text config, compiler;
	struct pl_state *status;
	size_t n_status;
	struct pl_related *related;
	size_t n_related;
	struct pl_error_count *errors;
	size_t n_errors;
	struct pl_boots *boots;
	size_t n_boots;
	struct pl_text link_report, link_reproduce;
	uint32_t part; /* index of the mail part it stands in (not in the JSON) */
};

struct pl_point {
	double x, y;
};

struct pl_plot {
	struct pl_text title;
	uint32_t line;
	unsigned depth;
	double y_min, y_max;
	struct pl_point *good, *bad;
	size_t n_good, n_bad;
};

struct pl_trailer {
	struct pl_text name, value;
	uint32_t line;
	unsigned depth;
};

/* One mail, extracted. */
struct pl_message {
	struct pl_mail *mail; /* header, decoded parts; problems of all stages */
	struct pl_lines *lines; /* one a part */
	struct pl_report *reports;
	size_t n_reports;
	struct pl_table *tables;
	size_t n_tables;
	struct pl_plot *plots;
	size_t n_plots;
	struct pl_trailer *trailers;
	size_t n_trailers;
	uint64_t features; /* bits that say what the text holds: core/features.h */
};

#endif
