/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "query_command.h"

#include <stdio.h>
#include <string.h>

#include <perflore/format.h>

const char *const query_formats[] = {"text", "jsonl", "csv", NULL};

bool query_choose(const struct command *self, const char *option, const char *value,
		  const char *const *names, int *chosen)
{
	GString *all;

	if (!value)
		return true;
	for (int i = 0; names[i]; i++)
		if (!strcmp(value, names[i])) {
			*chosen = i;
			return true;
		}
	all = g_string_new(NULL);
	for (int i = 0; names[i]; i++)
		g_string_append_printf(all, "%s%s", i ? ", " : "", names[i]);
	cli_usage(self, "--%s=%s: it takes one of %s", option, value, all->str);
	g_string_free(all, TRUE);
	return false;
}

/* What the character at text takes on a terminal. */
static int columns_at(const char *text)
{
	gunichar c = g_utf8_get_char_validated(text, -1);

	if (c == (gunichar)-1 || c == (gunichar)-2)
		return 1;
	return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

/* The query with marks under the place, on standard error. */
static void show_place(const char *query, const struct pl_query_error *error)
{
	enum { BEFORE = 60, AFTER = 16 };
	size_t length = strlen(query);
	size_t from = MIN(error->from, length), to = MIN(error->to, length);
	size_t first = from > BEFORE ? from - BEFORE : 0;
	size_t last = MIN(length, MAX(to, from + 1) + AFTER);
	GString *line = g_string_new(first ? "  ..." : "  ");
	GString *marks = g_string_new(first ? "     " : "  ");

	/* A piece that is cut begins and ends at a whole character. */
	while (first && ((unsigned char)query[first] & 0xC0) == 0x80)
		first--;
	while (last < length && ((unsigned char)query[last] & 0xC0) == 0x80)
		last++;
	last = MIN(last, first + 200);
	for (size_t i = first; i < last; i++) {
		unsigned char c = (unsigned char)query[i];

		g_string_append_c(line, c < ' ' || c == 0x7F ? ' ' : (char)c);
		if ((c & 0xC0) == 0x80)
			continue;
		for (int column = 0; column < columns_at(query + i); column++)
			g_string_append_c(marks, i == from && !column  ? '^'
						 : i >= from && i < to ? '~'
								       : ' ');
	}
	if (from >= last)
		g_string_append_c(marks, '^');
	if (last < length)
		g_string_append(line, "...");
	g_strchomp(marks->str);
	if (g_utf8_validate(line->str, -1, NULL)) {
		GString *plain = g_string_new(NULL);

		pl_plain(plain, pl_text_of(line->str));
		fprintf(stderr, "%s\n%s\n", plain->str, marks->str);
		g_string_free(plain, TRUE);
	}
	g_string_free(line, TRUE);
	g_string_free(marks, TRUE);
}

struct printer {
	struct pl_store *store;
	struct pl_search *search;
	const struct pl_search_options *options;
	const struct query_output *output;
	struct pl_style style;
	GString *out;
};

static enum pl_status next_row(struct printer *printer, struct pl_error *error)
{
	const struct pl_found_row *row;
	enum pl_status status = pl_search_next_row(printer->search, &row, error);

	if (status != PL_OK)
		return status;
	if (printer->output->format == QUERY_TEXT)
		pl_row_to_text(row, &printer->style, printer->out);
	else if (printer->output->format == QUERY_CSV)
		pl_row_to_csv(row, printer->output->raw, printer->out);
	else
		pl_row_to_json(row, printer->out);
	return PL_OK;
}

static enum pl_status next_report(struct printer *printer, struct pl_error *error)
{
	const struct pl_found_report *report;
	enum pl_status status = pl_search_next_report(printer->search, &report, error);

	if (status != PL_OK)
		return status;
	if (printer->output->format == QUERY_TEXT)
		pl_report_to_text(report, &printer->style, printer->out);
	else if (printer->output->format == QUERY_CSV)
		pl_report_to_csv(report, printer->output->raw, printer->out);
	else
		pl_report_to_json(report, printer->out);
	return PL_OK;
}

static enum pl_status next_message(struct printer *printer, struct pl_error *error)
{
	const struct pl_found_message *message;
	enum pl_status status = pl_search_next_message(printer->search, &message, error);

	if (status != PL_OK)
		return status;
	if (printer->output->format == QUERY_RECORDS)
		return pl_store_message(printer->store, message->mail.id, NULL, printer->out,
					error);
	if (printer->output->format == QUERY_TEXT)
		pl_found_message_to_text(message, &printer->style, printer->out);
	else if (printer->output->format == QUERY_CSV)
		pl_found_message_to_csv(message, printer->output->raw, printer->out);
	else
		pl_found_message_to_json(message, printer->out);
	return PL_OK;
}

static enum pl_status next_result(struct printer *printer, struct pl_error *error)
{
	g_string_truncate(printer->out, 0);
	switch (printer->options->what) {
	case PL_WHAT_ROWS:
		return next_row(printer, error);
	case PL_WHAT_REPORTS:
		return next_report(printer, error);
	case PL_WHAT_MESSAGES:
		return next_message(printer, error);
	}
	return PL_END;
}

static void print_result(struct printer *printer)
{
	if (printer->output->format == QUERY_JSONL || printer->output->format == QUERY_RECORDS)
		g_string_append_c(printer->out, '\n');
	output_string(printer->out);
}

/* Prints everything; *count_out is the number of results. */
static enum pl_status print_all(struct printer *printer, int64_t *count_out, struct pl_error *error)
{
	enum pl_status status;
	GString *header;

	*count_out = 0;
	printer->style.colours = output_colours();
	printer->style.columns = output_columns();
	status = next_result(printer, error);
	/* A pager is not started to show nothing. */
	output_begin(printer->output->pager && status == PL_OK);
	if (printer->output->format == QUERY_CSV) {
		header = g_string_new(NULL);
		pl_csv_header(printer->options->what, header);
		output_string(header);
		g_string_free(header, TRUE);
	}
	while (status == PL_OK) {
		print_result(printer);
		++*count_out;
		if (output_over())
			return PL_OK;
		status = next_result(printer, error);
	}
	return status == PL_END ? PL_OK : status;
}

static enum cli_exit run_search(struct printer *printer)
{
	struct pl_error error = {""};
	int64_t count, total;
	enum cli_exit status = CLI_DONE;
	bool least;

	printer->out = g_string_new(NULL);
	printer->style.last = g_string_new(NULL);
	if (print_all(printer, &count, &error) != PL_OK)
		status = CLI_FAILED;
	else if (!count && !printer->output->empty_is_done)
		status = CLI_NOTHING;
	total = pl_search_total(printer->search);
	least = pl_search_total_is_least(printer->search);
	status = output_end(status);
	if (error.message[0])
		cli_error("%s", error.message);
	else if (status == CLI_NOTHING && printer->options->offset)
		cli_note("nothing matched, or less than --offset=%" G_GINT64_FORMAT,
			 printer->options->offset);
	else if (status == CLI_NOTHING)
		cli_note("nothing matched");
	else if (status == CLI_DONE && !output_over() && total > printer->options->offset + count)
		cli_note("%" G_GINT64_FORMAT " of %s%" G_GINT64_FORMAT
			 " shown; --offset=%" G_GINT64_FORMAT " shows the next",
			 count, least ? "more than " : "", least ? total - 1 : total,
			 printer->options->offset + count);
	else if (status == CLI_DONE && !output_over() && count && total < 0 &&
		 printer->options->limit > 0)
		cli_note("%" G_GINT64_FORMAT " shown, of how many was not counted; "
			 "--offset=%" G_GINT64_FORMAT " shows the next",
			 count, printer->options->offset + count);
	g_string_free(printer->out, TRUE);
	g_string_free(printer->style.last, TRUE);
	return status;
}

static enum cli_exit fail_query(const char *query, const struct pl_query_error *error)
{
	cli_error("%s", error->message);
	if (query && error->has_place)
		show_place(query, error);
	return CLI_USAGE;
}

/* Words of mails that the text index lacks would be missed without a word. */
static void note_unindexed(struct pl_store *store)
{
	int64_t mails;

	if (pl_store_text_is_partial(store))
		cli_note("the text of mails is searched in threads with a report only, of others "
			 "subject and addresses (--text=reports)");
	mails = pl_store_partly_indexed(store);
	if (mails)
		cli_note("of %" G_GINT64_FORMAT
			 " mail%s only subject and addresses are searched; `perflore check "
			 "--rebuild` puts in the text where the source is there again",
			 mails, mails == 1 ? "" : "s");
	if (pl_store_unindexed(store, &mails, NULL) == PL_OK && mails)
		cli_note("%" G_GINT64_FORMAT
			 " mail%s no words in the text index, so no word finds %s; `perflore check "
			 "--rebuild` makes it again",
			 mails, mails == 1 ? " has" : "s have", mails == 1 ? "it" : "them");
}

bool query_is_right(const char *query, int64_t now)
{
	struct pl_query_error error;

	if (pl_query_check(query, now, &error) == PL_OK)
		return true;
	fail_query(query, &error);
	return false;
}

void query_note_unsettled(struct pl_store *store)
{
	if (pl_store_is_unsettled(store))
		cli_note("%s: a run was cut off, or is going on: answers may be missing or show "
			 "twice, until `perflore index` comes to its end",
			 pl_store_directory(store));
}

enum cli_exit query_open_store(const char *db, struct pl_store **store_out)
{
	char *directory = cli_db_dir(db);
	struct pl_error error = {""};
	enum pl_status status;

	query_take_memory();
	status = pl_store_open(directory, store_out, &error);

	if (status == PL_OK)
		query_note_unsettled(*store_out);
	g_free(directory);
	return status == PL_OK ? CLI_DONE : cli_error("%s", error.message);
}

/* The status, or CLI_FAILED after a message where the answer may be wrong. */
static enum cli_exit fail_if_changed(struct pl_store *store, enum cli_exit status)
{
	/* what failed said so, for the same reason */
	if (status != CLI_FAILED && pl_store_has_changed(store))
		status = cli_error("%s: it was written to while it was read, and the folder cannot "
				   "be written, so the answer may be wrong; run the command again "
				   "when the other has finished",
				   pl_store_directory(store));
	return status;
}

enum cli_exit query_close_store(struct pl_store *store, enum cli_exit status)
{
	status = fail_if_changed(store, status);
	pl_store_close(store);
	return status;
}

enum cli_exit query_failed(enum pl_status status, const struct pl_error *error)
{
	cli_error("%s", error->message);
	return status == PL_NOTHING ? CLI_NOTHING : status == PL_USAGE ? CLI_USAGE : CLI_FAILED;
}

/* query may be NULL. */
static enum cli_exit open_search(struct pl_store *store, const char *query,
				 const struct pl_search_options *options,
				 struct pl_search **search_out)
{
	struct pl_query_error query_error;
	enum pl_status status = pl_search_open(store, query, options, search_out, &query_error);

	if (status == PL_OK) {
		note_unindexed(store);
		return CLI_DONE;
	}
	return status == PL_USAGE ? fail_query(query, &query_error)
				  : cli_error("%s", query_error.message);
}

enum cli_exit query_open(const char *db, const char *query, const struct pl_search_options *options,
			 struct query_open *open_out)
{
	enum cli_exit status;

	/* A query that is wrong is so without a database, too. */
	if (!query_is_right(query, options->now))
		return CLI_USAGE;
	if (query_open_store(db, &open_out->store) != CLI_DONE)
		return CLI_FAILED;
	status = open_search(open_out->store, query, options, &open_out->search);
	if (status != CLI_DONE)
		pl_store_close(open_out->store);
	return status;
}

enum cli_exit query_close(struct query_open *open, enum cli_exit status)
{
	pl_search_close(open->search);
	return query_close_store(open->store, status);
}

enum cli_exit query_run_in(struct pl_store *store, const char *query,
			   const struct pl_search_options *options,
			   const struct query_output *output)
{
	struct printer printer = {.store = store, .options = options, .output = output};
	enum cli_exit status = open_search(store, query, options, &printer.search);

	if (status != CLI_DONE)
		return status;
	status = run_search(&printer);
	pl_search_close(printer.search);
	return fail_if_changed(store, status);
}

enum cli_exit query_run(const char *db, const char *query, const struct pl_search_options *options,
			const struct query_output *output)
{
	struct printer printer = {.options = options, .output = output};
	struct query_open open;
	enum cli_exit status = query_open(db, query, options, &open);

	if (status != CLI_DONE)
		return status;
	printer.store = open.store;
	printer.search = open.search;
	status = run_search(&printer);
	return query_close(&open, status);
}
