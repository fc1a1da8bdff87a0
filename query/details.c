/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows, reports and mails by their keys. Each kind has a few prepared statements; what
 * they give is copied into the arena of the thing.
 */
#include "details.h"

#include "columns.h"
#include "functions.h"
#include "json_slice.h"
#include "row_subject.h"

enum statement {
	GET_ROW,
	GET_ROW_BRIEF,
	GET_FUNCTIONS,
	GET_PARAMETERS,
	GET_ROW_PARAMETERS,
	GET_SUBSYSTEMS,
	GET_REPORT,
	COUNT_ROWS,
	GET_MESSAGE,
	GET_LISTS,
	N_STATEMENTS
};

#define MAIL_COLUMNS_OF(thread)                                                                    \
	"m.id, m.message_id, m.subject, m.from_name, m.from_address, " thread ", m.date"
#define MAIL_COLUMNS MAIL_COLUMNS_OF("th.root")
#define MACHINE_COLUMNS "a.text, a.tbox, a.threads, a.sockets, a.model, a.codename, a.memory_gib"
#define OUTCOME "(SELECT state FROM outcome WHERE report = ifnull(p.copy_of, p.id))"
#define CULPRIT_COLUMNS "p.culprit, p.title, p.tree, p.branch"
#define COLUMN_OF(column) column ".commit_id, " column ".label, "
#define NO_COLUMN "NULL, NULL, "
#define CELL_COLUMNS(cell)                                                                         \
	"r." cell "_text, r." cell "_value, r." cell "_stddev_pct, r." cell "_fails, r." cell      \
	"_runs, "
#define COLUMN_JOIN(column, position)                                                              \
	" LEFT JOIN table_column " column " ON " column ".metric_table = t.id AND " column         \
	".position = " position

/* Each table that is joined is a page to be read for each row. */
#define ROW(thread, base, head, report_id, outcome, joins)                                         \
	"SELECT " MAIL_COLUMNS_OF(                                                                 \
	    thread) ", r.line, t.depth, r.copies, r.kind, t.title, t.unit, "                       \
		    "n.name, r.test, r.aggregate, r.metric, " base CELL_COLUMNS("base")            \
			head CELL_COLUMNS(                                                         \
			    "head") "r.change, r.change_unit, r.note, t.kind, "                    \
				    "t.better, n.direction, t.owner, " report_id                   \
				    ", p.position, p.verdict, " PL_ROW_TESTCASE                    \
				    ", " CULPRIT_COLUMNS ", " MACHINE_COLUMNS ", " outcome         \
				    " FROM metric_row r "                                          \
				    "JOIN metric_table t ON t.id = r.metric_table "                \
				    "JOIN message m ON m.id = t.message "                          \
				    "LEFT JOIN metric n ON n.id = r.metric LEFT "                  \
				    "JOIN report p ON p.id = t.owner " PL_ROW_SUBJECT_JOIN         \
				    "LEFT JOIN machine a ON a.id = " PL_ROW_MACHINE joins          \
				    " WHERE r.metric_table = ?1 AND r.position = "                 \
				    "?2 AND r.compared = ?3"

static const char *const texts[N_STATEMENTS] = {
    [GET_ROW] =
	ROW("th.root", COLUMN_OF("b"), COLUMN_OF("h"), "o.message_id", OUTCOME,
	    " JOIN thread th ON th.id = m.thread LEFT JOIN message o ON o.id = "
	    "p.message" COLUMN_JOIN("b", "0") COLUMN_JOIN("h", "r.compared AND r.compared > 0")),
    [GET_ROW_BRIEF] = ROW("NULL", NO_COLUMN, NO_COLUMN, "NULL", "NULL", ""),
    [GET_FUNCTIONS] = "SELECT f.name FROM metric_function g JOIN function f ON f.id = g.function "
		      "WHERE g.metric = ?1 ORDER BY g.position",
    [GET_PARAMETERS] = "SELECT key, value FROM report_parameter WHERE report = ?1 ORDER BY key",
    [GET_ROW_PARAMETERS] =
	"SELECT key, value FROM table_axis WHERE "
	"metric_table = ?1 AND " PL_AXIS_IS_PARAMETER " UNION ALL SELECT y.key, y.value FROM "
	"metric_table t JOIN report_parameter y ON y.report = t.owner WHERE t.id = ?1 "
	"AND " PL_PARAMETER_IS_ROWS("t", "y") " AND NOT EXISTS (SELECT 1 FROM row_subject WHERE "
					      "metric_table = ?1 AND position = ?2 AND NOT "
					      "(owners_case AND y.key <> 'ucode')) ORDER BY key",
    [GET_SUBSYSTEMS] = "SELECT name FROM subsystem WHERE report = "
		       "(SELECT ifnull(copy_of, id) FROM report WHERE id = ?1) ORDER BY rank, name",
    [GET_REPORT] =
	"SELECT " MAIL_COLUMNS ", p.position, p.line, p.depth, p.kind, p.verdict, "
	"p.testcase, p.config, p.compiler, p.link_report, p.link_reproduce, p.metric, "
	"p.printed, p.change, p.change_unit, " CULPRIT_COLUMNS ", " MACHINE_COLUMNS ", " OUTCOME
	" FROM report p JOIN message m ON m.id = p.message JOIN thread th ON "
	"th.id = m.thread LEFT JOIN machine a ON a.id = p.machine WHERE p.id = ?1",
    [COUNT_ROWS] = "SELECT count(*) FROM (SELECT DISTINCT ifnull(r.copy_table, r.metric_table), "
		   "ifnull(r.copy_position, r.position), r.compared FROM metric_table t "
		   "JOIN metric_row r ON r.metric_table = t.id WHERE t.owner = ?1)",
    [GET_MESSAGE] = "SELECT " MAIL_COLUMNS ", (SELECT count(*) FROM report WHERE message = m.id), "
		    "m.version "
		    "FROM message m JOIN thread th ON th.id = m.thread WHERE m.id = ?1",
    [GET_LISTS] = "SELECT list FROM message_list WHERE message = ?1 ORDER BY list",
};

struct pl_details {
	struct pl_store *store;
	struct pl_arena *arena;
	bool brief;
	sqlite3_stmt *statements[N_STATEMENTS];
};

struct pl_details *pl_details_new(struct pl_store *store, bool brief)
{
	struct pl_details *details = g_new0(struct pl_details, 1);

	details->store = store;
	details->brief = brief;
	details->arena = pl_arena_new();
	return details;
}

void pl_details_free(struct pl_details *details)
{
	if (!details)
		return;
	for (size_t i = 0; i < N_STATEMENTS; i++)
		sqlite3_finalize(details->statements[i]);
	pl_arena_free(details->arena);
	g_free(details);
}

struct pl_arena *pl_details_arena(struct pl_details *details)
{
	return details->arena;
}

static enum pl_status fail(struct pl_details *details, struct pl_error *error)
{
	return pl_store_fail(details->store, "searching", error);
}

/* The statement, bound to key; NULL where it can not be prepared. */
static sqlite3_stmt *start(struct pl_details *details, enum statement which, int64_t key)
{
	sqlite3_stmt **statement = &details->statements[which];

	if (!*statement && sqlite3_prepare_v2(pl_store_sqlite(details->store), texts[which], -1,
					      statement, NULL) != SQLITE_OK)
		return NULL;
	sqlite3_reset(*statement);
	sqlite3_bind_int64(*statement, 1, key);
	return *statement;
}

static void read_mail(struct pl_columns *columns, struct pl_found_mail *mail)
{
	mail->id = pl_next_integer(columns);
	mail->message_id = pl_next_text(columns);
	mail->subject = pl_next_text(columns);
	mail->from_name = pl_next_text(columns);
	mail->from_address = pl_next_text(columns);
	mail->thread = pl_next_text(columns);
	mail->has_date = !pl_next_is_null(columns);
	mail->date = pl_next_integer(columns);
}

static void read_cell(struct pl_columns *columns, struct pl_found_cell *cell)
{
	cell->commit = pl_next_text(columns);
	cell->label = pl_next_text(columns);
	cell->text = pl_next_text(columns);
	cell->has = pl_next_is_null(columns) ? 0 : PL_HAS_VALUE;
	cell->value = pl_next_number(columns);
	if (!pl_next_is_null(columns))
		cell->has |= PL_HAS_STDDEV;
	cell->stddev_pct = pl_next_number(columns);
	if (!pl_next_is_null(columns))
		cell->has |= PL_HAS_FAILS;
	cell->fails = pl_next_integer(columns);
	cell->runs = pl_next_integer(columns);
}

static void read_culprit(struct pl_columns *columns, struct pl_culprit *culprit)
{
	culprit->id = pl_next_text(columns);
	culprit->title = pl_next_text(columns);
	culprit->tree = pl_next_text(columns);
	culprit->branch = pl_next_text(columns);
}

static void read_machine(struct pl_columns *columns, struct pl_machine *machine)
{
	machine->text = pl_next_text(columns);
	machine->tbox = pl_next_text(columns);
	machine->threads = (unsigned)pl_next_integer(columns);
	machine->sockets = (unsigned)pl_next_integer(columns);
	machine->model = pl_next_text(columns);
	machine->codename = pl_next_text(columns);
	machine->memory_gib = pl_next_number(columns);
}

static bool read_texts(struct pl_details *details, enum statement which, int64_t key,
		       struct pl_texts *texts_out)
{
	sqlite3_stmt *statement = start(details, which, key);
	int result;

	*texts_out = (struct pl_texts){0};
	if (!statement)
		return false;
	while ((result = sqlite3_step(statement)) == SQLITE_ROW)
		*PL_PUSH(details->arena, texts_out->v, texts_out->n) =
		    pl_column_copy(details->arena, statement, 0);
	sqlite3_reset(statement);
	return result == SQLITE_DONE;
}

/* position: of a row in its table, where these are its own */
static bool read_parameters(struct pl_details *details, enum statement which, int64_t key,
			    int64_t position, struct pl_params *params)
{
	sqlite3_stmt *statement = start(details, which, key);
	int result;

	*params = (struct pl_params){0};
	if (!statement)
		return false;
	if (which == GET_ROW_PARAMETERS)
		sqlite3_bind_int64(statement, 2, position);
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		struct pl_param *param = PL_PUSH(details->arena, params->v, params->n);

		param->key = pl_column_copy(details->arena, statement, 0);
		param->value = pl_column_copy(details->arena, statement, 1);
	}
	sqlite3_reset(statement);
	return result == SQLITE_DONE;
}

static void read_change(struct pl_columns *columns, struct pl_found_row *row)
{
	struct pl_sign_row sign = {.metric = row->metric, .kind = row->kind};

	row->has_change = !pl_next_is_null(columns);
	row->change = pl_next_number(columns);
	row->change_unit = pl_next_text(columns);
	row->note = pl_next_text(columns);
	sign.table_kind = pl_next_text(columns);
	sign.better = pl_next_text(columns);
	sign.direction = (int)pl_next_integer(columns);
	sign.note = row->note;
	sign.has_change = row->has_change;
	sign.change = row->change;
	sign.has_values = row->base.has & row->head.has & PL_HAS_VALUE;
	sign.base_value = row->base.value;
	sign.head_value = row->head.value;
	sign.has_fails = row->base.has & row->head.has & PL_HAS_FAILS;
	sign.base_fails = (double)row->base.fails;
	sign.base_runs = (double)row->base.runs;
	sign.head_fails = (double)row->head.fails;
	sign.head_runs = (double)row->head.runs;
	row->sign = pl_row_sign(&sign);
}

enum pl_status pl_details_row(struct pl_details *details, int64_t table, int64_t position,
			      int64_t compared, struct pl_found_row *row, struct pl_error *error)
{
	sqlite3_stmt *statement = start(details, details->brief ? GET_ROW_BRIEF : GET_ROW, table);
	struct pl_columns columns = {details->arena, statement, 0};
	int64_t metric, report;

	pl_arena_reset(details->arena);
	*row = (struct pl_found_row){.table = table, .has_head = compared > 0};
	if (!statement)
		return fail(details, error);
	sqlite3_bind_int64(statement, 2, position);
	sqlite3_bind_int64(statement, 3, compared);
	if (sqlite3_step(statement) != SQLITE_ROW)
		return fail(details, error);
	read_mail(&columns, &row->mail);
	row->line = pl_next_integer(&columns);
	row->depth = pl_next_integer(&columns);
	row->copies = pl_next_integer(&columns);
	row->kind = pl_next_text(&columns);
	row->table_title = pl_next_text(&columns);
	row->unit = pl_next_text(&columns);
	row->metric = pl_next_text(&columns);
	row->test = pl_next_text(&columns);
	row->aggregate = pl_next_text(&columns);
	metric = pl_next_integer(&columns);
	read_cell(&columns, &row->base);
	read_cell(&columns, &row->head);
	read_change(&columns, row);
	row->has_report = !pl_next_is_null(&columns);
	report = pl_next_integer(&columns);
	row->report_id = pl_next_text(&columns);
	row->report_position = pl_next_integer(&columns);
	row->verdict = pl_next_text(&columns);
	row->testcase = pl_next_text(&columns);
	read_culprit(&columns, &row->culprit);
	read_machine(&columns, &row->machine);
	row->outcome = pl_next_text(&columns);
	sqlite3_reset(statement);
	if (details->brief)
		return PL_OK;
	if (!read_texts(details, GET_FUNCTIONS, metric, &row->functions) ||
	    !read_parameters(details, GET_ROW_PARAMETERS, table, position, &row->parameters) ||
	    !read_texts(details, GET_SUBSYSTEMS, report, &row->subsystems))
		return fail(details, error);
	return PL_OK;
}

static enum pl_unit unit_of(struct pl_text name)
{
	if (pl_text_equal(name, PL_TEXT("%")))
		return PL_UNIT_PERCENT;
	return name.len ? PL_UNIT_ABS : PL_UNIT_NONE;
}

static enum pl_status read_json(struct pl_details *details, struct pl_found_report *report,
				struct pl_error *error)
{
	GString *json = g_string_new(NULL);
	enum pl_status status =
	    pl_store_message(details->store, report->mail.id, NULL, json, error);

	if (status == PL_OK) {
		struct pl_text reports =
		    pl_json_member((struct pl_text){json->str, json->len}, "reports");

		report->json = pl_arena_copy(details->arena,
					     pl_json_element(reports, (size_t)report->position));
		if (!report->json.len)
			status = PL_NOTHING;
	}
	if (status == PL_NOTHING)
		status = pl_fail(error, PL_FAILED,
				 "the records of %.*s are not in the database; "
				 "'perflore check' tells more",
				 (int)report->mail.message_id.len, report->mail.message_id.ptr);
	g_string_free(json, TRUE);
	return status;
}

static bool count_rows(struct pl_details *details, int64_t report, int64_t *rows)
{
	sqlite3_stmt *statement = start(details, COUNT_ROWS, report);
	bool good = statement && sqlite3_step(statement) == SQLITE_ROW;

	if (good)
		*rows = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return good;
}

enum pl_status pl_details_report(struct pl_details *details, int64_t id,
				 struct pl_found_report *report, struct pl_error *error)
{
	sqlite3_stmt *statement = start(details, GET_REPORT, id);
	struct pl_columns columns = {details->arena, statement, 0};

	pl_arena_reset(details->arena);
	*report = (struct pl_found_report){0};
	if (!statement || sqlite3_step(statement) != SQLITE_ROW)
		return fail(details, error);
	read_mail(&columns, &report->mail);
	report->position = pl_next_integer(&columns);
	report->line = pl_next_integer(&columns);
	report->depth = pl_next_integer(&columns);
	report->kind = pl_next_text(&columns);
	report->verdict = pl_next_text(&columns);
	report->testcase = pl_next_text(&columns);
	report->config = pl_next_text(&columns);
	report->compiler = pl_next_text(&columns);
	report->link_report = pl_next_text(&columns);
	report->link_reproduce = pl_next_text(&columns);
	report->headline.metric = pl_next_text(&columns);
	report->headline.printed = pl_next_text(&columns);
	report->headline.has_change = !pl_next_is_null(&columns);
	report->headline.change = pl_next_number(&columns);
	report->headline.change_unit = unit_of(pl_next_text(&columns));
	read_culprit(&columns, &report->culprit);
	read_machine(&columns, &report->machine);
	report->outcome = pl_next_text(&columns);
	sqlite3_reset(statement);
	if (!read_parameters(details, GET_PARAMETERS, id, 0, &report->parameters) ||
	    !read_texts(details, GET_SUBSYSTEMS, id, &report->subsystems) ||
	    !count_rows(details, id, &report->rows))
		return fail(details, error);
	return read_json(details, report, error);
}

enum pl_status pl_details_message(struct pl_details *details, int64_t id,
				  struct pl_found_message *message, struct pl_error *error)
{
	sqlite3_stmt *statement = start(details, GET_MESSAGE, id);
	struct pl_columns columns = {details->arena, statement, 0};

	pl_arena_reset(details->arena);
	*message = (struct pl_found_message){0};
	if (!statement || sqlite3_step(statement) != SQLITE_ROW)
		return fail(details, error);
	read_mail(&columns, &message->mail);
	message->reports = pl_next_integer(&columns);
	message->version = pl_next_integer(&columns);
	sqlite3_reset(statement);
	if (!read_texts(details, GET_LISTS, id, &message->lists))
		return fail(details, error);
	return PL_OK;
}
