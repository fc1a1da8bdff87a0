/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_emit.h"

#include <glib.h>

#include "core/number.h"
#include "recognizers/bench_side.h"
#include "recognizers/bench_title.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_value.h"

struct pl_table *bench_table_new(struct pl_scan *scan, enum pl_table_kind kind,
				 const struct pl_line *line, size_t n_columns)
{
	struct pl_message *message = scan->message;
	struct pl_table *table = PL_PUSH(scan->arena, message->tables, message->n_tables);

	table->kind = kind;
	table->line = line->number;
	table->depth = line->depth;
	table->report = -1;
	table->part = scan->part;
	table->n_columns = n_columns;
	table->columns = pl_arena_alloc(scan->arena, n_columns * sizeof(*table->columns));
	return table;
}

struct pl_row *bench_row_new(struct pl_scan *scan, struct pl_table *table,
			     const struct pl_line *line, struct pl_text metric)
{
	struct pl_row *row;

	if (table->n_rows >= scan->limits->rows) {
		pl_problem_add(scan->arena, &scan->message->mail->problems,
			       PL_TEXT("too-many-rows"), PL_TEXT_NONE);
		return NULL;
	}
	row = PL_PUSH(scan->arena, table->rows, table->n_rows);
	row->line = line->number;
	row->kind = PL_ROW_STAT;
	row->metric = metric;
	row->n_cells = table->n_columns;
	row->cells = pl_arena_alloc(scan->arena, row->n_cells * sizeof(*row->cells));
	return row;
}

void bench_set_value(struct pl_scan *scan, const struct bench_cell *cell, bool decimal_comma,
		     struct pl_text unit, struct pl_text text, struct pl_cell *out)
{
	size_t number = cell->number.len + (cell->scale != 0);

	out->value = bench_value_of(cell, decimal_comma);
	out->has |= PL_HAS_VALUE;
	text = bench_fold(scan->arena, pl_text_trim(text));
	if (unit.len && pl_text_equal(cell->unit, unit) && !cell->odd && pl_text_ends(text, unit))
		text = pl_text_trim(pl_text_slice(text, 0, text.len - unit.len));
	if (text.len == number && !cell->clock && pl_number_is_exact(out->value, cell->number) &&
	    memcmp(text.ptr, cell->number.ptr, cell->number.len) == 0)
		return;
	out->text = text;
}

struct emitter {
	struct bench_grid *grid;
	struct pl_scan *scan;
	bool comma;
	bool base_row; /* the rows are the versions: changes stay in the text */
	struct pl_text unit;
	size_t values[BENCH_MAX_COLUMNS]; /* columns of values, in order */
	size_t n_values;
};

static void set_change(struct pl_cell *cell, double change)
{
	cell->change = change;
	cell->change_unit = PL_UNIT_PERCENT;
	cell->has |= PL_HAS_CHANGE;
}

/* What is left of the cell's text without what went elsewhere. */
static struct pl_text rest_of(struct emitter *e, const struct bench_cell *cell,
			      const struct bench_column *column)
{
	struct pl_text text = cell->text, out = PL_TEXT_NONE;
	const char *p = text.ptr, *end = text.ptr + text.len;
	bool cut = false;

	for (size_t n = 0; n < cell->n_notes; n++) {
		const struct bench_note *note = &cell->notes[n];
		enum bench_note_use use = bench_note_use(note, column);
		struct pl_text piece;

		if (use == BENCH_NOTE_KEEP || (use == BENCH_NOTE_CHANGE && e->base_row))
			continue;
		piece = (struct pl_text){p, (size_t)(note->text.ptr - p)};
		out = cut ? pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)out.len, out.ptr,
					    (int)piece.len, piece.ptr)
			  : piece;
		p = note->text.ptr + note->text.len;
		cut = true;
	}
	if (!cut)
		return text;
	return p == end ? out
			: pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)out.len, out.ptr,
					  (int)(end - p), p);
}

static void set_cell(struct emitter *e, const struct bench_cell *cell, size_t k,
		     struct pl_cell *out)
{
	const struct bench_column *column = &e->grid->columns[k];

	if (!cell || cell->kind == BENCH_EMPTY)
		return;
	if (cell->kind != BENCH_FIGURE) {
		out->text = bench_fold(e->scan->arena, cell->text);
		return;
	}
	bench_set_value(e->scan, cell, e->comma, e->unit, rest_of(e, cell, column), out);
	for (size_t n = 0; n < cell->n_notes; n++) {
		const struct bench_note *note = &cell->notes[n];
		double number = bench_number_value(note->number, e->comma);

		switch (bench_note_use(note, column)) {
		case BENCH_NOTE_CHANGE:
			if (k != e->values[0] && !e->base_row)
				set_change(out, number);
			break;
		case BENCH_NOTE_STDDEV:
			if (number >= 0) {
				out->stddev_pct = number;
				out->has |= PL_HAS_STDDEV;
			}
			break;
		case BENCH_NOTE_RATIO:
			out->ratio_pct = number;
			out->has |= PL_HAS_RATIO;
			break;
		case BENCH_NOTE_KEEP:
			break;
		}
	}
}

/* A bare number gets its heading in front. */
static struct pl_text label_of(struct emitter *e, const struct bench_cell *cell,
			       struct pl_text head)
{
	struct pl_text text = bench_fold(e->scan->arena, pl_text_trim(cell->text));

	if (bench_is_plain(cell) && head.len)
		return pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)head.len, head.ptr,
				       (int)text.len, text.ptr);
	return text;
}

static void add_label(struct emitter *e, struct pl_text *metric, struct pl_text label)
{
	if (!label.len)
		return;
	*metric = metric->len ? pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)metric->len,
						metric->ptr, (int)label.len, label.ptr)
			      : label;
}

/* Every figure of row, and there is one, is a percentage. */
static bool is_all_percent(const struct emitter *e, const struct bench_row *row)
{
	size_t figures = 0;

	for (size_t v = 0; v < e->n_values; v++) {
		const struct bench_cell *cell = row->cells[e->values[v]];

		if (!bench_is_figure(cell))
			continue;
		figures++;
		if (cell->unit.len != 1 || cell->unit.ptr[0] != '%')
			return false;
	}
	return figures > 0;
}

/* Does the only label of row stand where `named` has its second? */
static bool lacks_first(const struct bench_grid *grid, const struct bench_row *row,
			const struct bench_row *named)
{
	return named && row->n_labels == 1 && named->n_labels == 2 && !grid->barred &&
	       row->line->cells[0].from == named->line->cells[1].from;
}

static struct pl_text metric_of(struct emitter *e, const struct bench_row *row,
				const struct bench_row *named)
{
	struct bench_grid *grid = e->grid;
	struct pl_text metric = PL_TEXT_NONE;
	const struct bench_row *words = row;

	if (row->name)
		add_label(e, &metric, bench_fold(e->scan->arena, pl_text_trim(row->name->text)));
	else if (!row->n_labels || !row->line->cells[0].text.len)
		/* percentages below figures compare the rows above: a row of its own kind */
		words = named && is_all_percent(e, row) && !is_all_percent(e, named) ? NULL : named;
	if (words == row && lacks_first(grid, row, named))
		add_label(e, &metric, label_of(e, &named->line->cells[0], grid->label_head[0]));
	for (size_t i = 0; words && i < words->n_labels; i++) {
		const struct bench_cell *cell = &words->line->cells[i];

		/* between bars, each part of the label for itself */
		if (words == named && i < row->n_labels && row->line->cells[i].text.len)
			cell = &row->line->cells[i];
		add_label(e, &metric,
			  label_of(e, cell, i < 2 ? grid->label_head[i] : PL_TEXT_NONE));
	}
	for (size_t k = 0; k < grid->n_columns; k++)
		if (grid->columns[k].labels && row->cells[k]) {
			struct pl_text head = grid->columns[k].label;

			if (!head.len && k == 0 && !bench_is_labelled(grid))
				head = grid->label_head[0];
			add_label(e, &metric, label_of(e, row->cells[k], head));
		}
	while (metric.len > 2 && metric.ptr[1] == ' ' && strchr("-*", metric.ptr[0]))
		metric = pl_text_trim(pl_text_slice(metric, 2, metric.len));
	/* `Avg throughput per process   =  103086.30 kB/sec` */
	while (metric.len &&
	       (strchr(": ", metric.ptr[metric.len - 1]) || pl_text_ends(metric, PL_TEXT(" ="))))
		metric.len--;
	return metric;
}

/* The rows are the versions where the base itself has changed. */
static bool is_base_row(const struct emitter *e)
{
	const struct bench_grid *grid = e->grid;
	size_t base = e->values[0];

	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *cell = grid->rows[i].cells[base];

		if (!bench_is_figure(cell))
			continue;
		for (size_t n = 0; n < cell->n_notes; n++)
			if (bench_note_use(&cell->notes[n], &grid->columns[base]) ==
				BENCH_NOTE_CHANGE &&
			    bench_number_value(cell->notes[n].number, e->comma) != 0)
				return true;
	}
	return false;
}

/* The unit that every value carries. */
static struct pl_text common_unit(const struct emitter *e)
{
	struct pl_text unit = PL_TEXT_NONE;

	for (size_t i = 0; i < e->grid->n_rows; i++)
		for (size_t v = 0; v < e->n_values; v++) {
			const struct bench_cell *cell = e->grid->rows[i].cells[e->values[v]];

			if (!bench_is_figure(cell))
				continue;
			if (!cell->unit.len || (unit.len && !pl_text_equal(unit, cell->unit)))
				return PL_TEXT_NONE;
			unit = cell->unit;
		}
	return unit;
}

/* `120   (noise)`: what stands in brackets behind the figures, in no column of its own, is kept
 * with the last of them. */
static void keep_remark(struct emitter *e, const struct bench_row *row, struct pl_cell *last)
{
	const struct bench_cell *cell = row->cells[e->values[e->n_values - 1]];
	struct pl_text remark = row->remark ? pl_text_trim(row->remark->text) : PL_TEXT_NONE;
	struct pl_text text = last->text;

	if (e->grid->barred || remark.len < 3 || remark.ptr[0] != '(' ||
	    remark.ptr[remark.len - 1] != ')' || !bench_is_figure(cell))
		return;
	remark = bench_fold(e->scan->arena, remark);
	if (!text.len)
		text = bench_fold(e->scan->arena, pl_text_trim(cell->text));
	last->text = pl_arena_printf(e->scan->arena, "%.*s %.*s", (int)text.len, text.ptr,
				     (int)remark.len, remark.ptr);
}

static void add_row(struct emitter *e, struct pl_table *table, const struct bench_row *row,
		    const struct bench_row *named)
{
	const struct bench_grid *grid = e->grid;
	struct pl_row *out = bench_row_new(e->scan, table, &e->scan->lines->v[row->line->index],
					   metric_of(e, row, named));

	if (!out)
		return;
	for (size_t v = 0; v < e->n_values; v++) {
		set_cell(e, row->cells[e->values[v]], e->values[v], &out->cells[v]);
		/* the changes that stand in columns of their own */
		for (size_t k = 0; k < grid->n_columns && v; k++)
			if (grid->columns[k].change && grid->columns[k].of == e->values[v] &&
			    bench_is_figure(row->cells[k]))
				set_change(
				    &out->cells[v],
				    bench_change_of(&grid->columns[k], row->cells[k], e->comma));
	}
	keep_remark(e, row, &out->cells[e->n_values - 1]);
}

/* `better if` says the same in all rows of the section. */
static enum pl_better better_of_rows(const struct bench_grid *grid, size_t from, size_t to)
{
	enum pl_better better = PL_BETTER_NONE;

	for (size_t i = from; i < to; i++) {
		const struct bench_cell *remark = grid->rows[i].remark;
		enum pl_better one = PL_BETTER_NONE;

		if (remark && bench_same(remark->text, "higher"))
			one = PL_BETTER_HIGHER;
		else if (remark && bench_same(remark->text, "lower"))
			one = PL_BETTER_LOWER;
		if (!one || (better && one != better))
			return PL_BETTER_NONE;
		better = one;
	}
	return better;
}

static struct pl_text section_title(struct emitter *e, struct pl_text title,
				    const struct bench_line *heading)
{
	struct pl_text text =
	    heading->n_cells == 1 || heading->barred ? heading->cells[0].text : heading->text;

	text = bench_plain_heading(e->scan->arena, text);
	return title.len ? pl_arena_printf(e->scan->arena, "%.*s: %.*s", (int)title.len, title.ptr,
					   (int)text.len, text.ptr)
			 : text;
}

/* A section's heading is words, or lines in brackets that say it all. */
static void set_section(struct emitter *e, struct pl_table *table, struct pl_text title,
			uint32_t index)
{
	struct bench_reader *reader = e->grid->reader;
	const struct bench_line *heading = bench_reader_line(reader, index);
	struct pl_text brackets[BENCH_MAX_HEADS];
	struct bench_frame frame;
	size_t n = 0;

	if (!bench_is_bracket(heading)) {
		table->title = section_title(e, title, heading);
		return;
	}
	for (; bench_is_bracket(heading) && n < BENCH_MAX_HEADS;
	     heading = bench_reader_line(reader, ++index))
		brackets[n++] = heading->cells[0].text;
	frame = bench_read_brackets(e->scan->arena, brackets, n);
	table->title = frame.title;
	table->unit = frame.unit;
	table->better = frame.better;
}

static bool has_letter(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (g_ascii_isalpha(text.ptr[i]))
			return true;
	return false;
}

static void set_columns(struct emitter *e, struct pl_table *table, struct pl_text label)
{
	bool lettered = false;

	/* digits alone are a commit id only beside others: buffers have sizes */
	for (size_t v = 0; v < e->n_values; v++) {
		struct pl_text one = e->grid->columns[e->values[v]].label;

		lettered |= bench_is_commit(one) && has_letter(one);
	}
	for (size_t v = 0; v < e->n_values; v++) {
		struct pl_column *column = &table->columns[v];

		column->label = e->grid->columns[e->values[v]].label;
		if (!column->label.len && e->n_values == 1)
			column->label = label;
		if (bench_is_commit(column->label) && (lettered || has_letter(column->label)))
			column->commit = column->label;
	}
}

static void claim(struct emitter *e, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		const struct bench_line *line = bench_reader_line(e->grid->reader, i);

		if (line && !line->blank)
			pl_claim(e->scan, i);
	}
}

/* `/uid_0 - 1G reclaim`, `Patched`, `randread` over `randread_high`: what stands over the rows'
 * labels is no name of these, but of the table. */
static struct pl_text corner_title(const struct bench_grid *grid)
{
	struct pl_text head = grid->label_head[0];
	bool digit = false, first = grid->n_rows > 1;

	if (!grid->n_heads || grid->barred || !head.len || bench_heads_labels(head) ||
	    grid->label_head[1].len)
		return PL_TEXT_NONE;
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct bench_cell *label = &grid->rows[i].line->cells[0];

		if (!grid->rows[i].n_labels || label->kind != BENCH_WORDS)
			return PL_TEXT_NONE;
		first &= label->text.len > head.len && pl_text_starts(label->text, head) &&
			 !g_ascii_isalnum(label->text.ptr[head.len]);
	}
	for (size_t i = 0; i < head.len; i++)
		digit |= g_ascii_isdigit(head.ptr[i]);
	if (first || bench_is_side(head) ||
	    (pl_text_has(head, ' ') && (digit || pl_text_find(head, " - "))))
		return head;
	return PL_TEXT_NONE;
}

/* Title, unit and direction of the whole grid. */
static struct bench_frame frame_of(struct emitter *e, struct pl_text label)
{
	struct bench_grid *grid = e->grid;
	struct bench_frame frame = bench_frame(grid->reader, grid->top);
	struct pl_text corner;

	if (grid->n_brackets)
		frame = bench_read_brackets(e->scan->arena, grid->brackets, grid->n_brackets);
	else if (!frame.title.len && label.len)
		frame.title = bench_group_heading(grid->reader, grid->top, false);
	else if (!frame.title.len)
		frame.title =
		    bench_title(grid->reader, grid->top, grid->n_heads || e->n_values > 1);
	corner = corner_title(grid);
	if (frame.title.len && corner.len && !grid->n_brackets)
		frame.title = pl_arena_printf(e->scan->arena, "%.*s: %.*s", (int)frame.title.len,
					      frame.title.ptr, (int)corner.len, corner.ptr);
	else if (!frame.title.len)
		frame.title = corner;
	if (!frame.unit.len)
		frame.unit = e->unit;
	if (!frame.better)
		frame.better = bench_better_near(grid->reader, grid->top, grid->next);
	return frame;
}

/* Does the message's last table have the rows and columns of the one before? */
static bool repeats_table(const struct pl_message *message)
{
	const struct pl_table *b = &message->tables[message->n_tables - 1], *a = b - 1;

	if (message->n_tables < 2 || a->kind != b->kind || a->part != b->part ||
	    a->depth != b->depth || a->n_rows != b->n_rows || a->n_columns != b->n_columns)
		return false;
	for (size_t i = 0; i < a->n_rows; i++)
		if (!a->rows[i].metric.len || !pl_text_equal(a->rows[i].metric, b->rows[i].metric))
			return false;
	return true;
}

/* `Using zswap:` stands above the table before, and heads this one, too. */
static void join_group(struct emitter *e, struct pl_text label)
{
	struct pl_message *message = e->scan->message;
	struct pl_table *table = &message->tables[message->n_tables - 1];
	struct pl_text group, own = label.len ? label : table->title;

	if (bench_is_side(own) || !own.len || (label.len && table->title.len) ||
	    !repeats_table(message))
		return;
	group = bench_group_heading(e->grid->reader, e->grid->top, true);
	if (!group.len || !pl_text_starts(table[-1].title, group) ||
	    pl_text_starts(table->title, group))
		return;
	table->title = label.len ? group
				 : pl_arena_printf(e->scan->arena, "%.*s: %.*s", (int)group.len,
						   group.ptr, (int)own.len, own.ptr);
}

void bench_grid_emit(struct bench_grid *grid, enum pl_table_kind kind, struct pl_text label)
{
	struct emitter e = {.grid = grid, .scan = grid->reader->scan};
	struct bench_frame frame;

	for (size_t k = 0; k < grid->n_columns; k++)
		if (!grid->columns[k].labels && !grid->columns[k].change)
			e.values[e.n_values++] = k;
	if (!e.n_values)
		return;
	e.comma = bench_has_decimal_comma(grid);
	e.base_row = is_base_row(&e);
	e.unit = common_unit(&e);
	frame = frame_of(&e, label);
	for (size_t from = 0, to; from < grid->n_rows; from = to) {
		const struct bench_row *named = NULL;
		uint32_t section = grid->rows[from].section, line = bench_grid_line(grid);
		struct pl_table *table;
		enum pl_better better;

		for (to = from + 1; to < grid->n_rows && grid->rows[to].section == section; to++)
			;
		if (from)
			line = grid->sections[section - 1];
		table = bench_table_new(e.scan, kind, &e.scan->lines->v[line], e.n_values);
		table->title = frame.title;
		table->unit = frame.unit;
		table->better = frame.better;
		if (section)
			set_section(&e, table, frame.title, grid->sections[section - 1]);
		else if (grid->first_heading)
			set_section(&e, table, frame.title, grid->first_heading - 1);
		better = better_of_rows(grid, from, to);
		if (better)
			table->better = better;
		set_columns(&e, table, label);
		for (size_t i = from; i < to; i++) {
			add_row(&e, table, &grid->rows[i], named);
			if (grid->rows[i].n_labels && grid->rows[i].line->cells[0].text.len &&
			    !lacks_first(grid, &grid->rows[i], named))
				named = &grid->rows[i];
		}
	}
	if (!grid->n_sections && !grid->first_heading)
		join_group(&e, label);
	claim(&e, grid->top, grid->next);
}
