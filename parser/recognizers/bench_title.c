/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_title.h"

#include <glib.h>

#include "recognizers/bench_side.h"
#include "recognizers/bench_text.h"

#define MAX_TITLE 120
#define MAX_ALONE 60
/* and of one that names a side */
#define MAX_SIDE 80
/* Commands above their output */
#define MAX_TYPED 4
/* Lines of a frame above a table */
#define MAX_FRAME 8

static struct pl_arena *arena_of(struct bench_reader *reader)
{
	return reader->scan->arena;
}

bool bench_is_open(struct bench_reader *reader, const struct bench_line *line)
{
	return line && !line->blank && !line->rule && !line->snip &&
	       !reader->scan->claims[line->index];
}

/* Nothing, a blank line or a rule */
static bool is_edge(const struct bench_line *line)
{
	return !line || line->blank || line->rule;
}

struct pl_text bench_drop_colon(struct pl_text text)
{
	/* U+FF1A, of Chinese keyboards */
	static const struct pl_text wide = PL_TEXT("\xEF\xBC\x9A");

	while (text.len) {
		if (strchr(": \t", text.ptr[text.len - 1]))
			text.len--;
		else if (pl_text_ends(text, wide))
			text.len -= wide.len;
		else
			break;
	}
	return text;
}

struct pl_text bench_drop_frame(struct pl_text text)
{
	size_t front = 0, back = 0;

	while (front < text.len && strchr("-=", text.ptr[front]))
		front++;
	while (back < text.len - front && strchr("-=", text.ptr[text.len - 1 - back]))
		back++;
	if (front < 2 || back < 2)
		return text;
	return pl_text_trim(pl_text_slice(text, front, text.len - back));
}

struct pl_text bench_plain_heading(struct pl_arena *arena, struct pl_text text)
{
	text = bench_drop_number(bench_fold(arena, pl_text_trim(text)));
	while (text.len > 1 && strchr("-*#o", text.ptr[0]) && text.ptr[1] == ' ')
		text = pl_text_trim(pl_text_slice(text, 2, text.len));
	return bench_drop_colon(text);
}

/* `time = 9.1s, overhead = 6.3s`: figures, not what they are of */
static bool has_equations(struct pl_text text)
{
	const char *equals = pl_text_find(text, " = ");

	return equals &&
	       pl_text_find(
		   (struct pl_text){equals + 3, (size_t)(text.ptr + text.len - equals) - 3}, " = ");
}

static struct pl_text as_title(struct bench_reader *reader, const struct bench_line *line)
{
	struct pl_text text = bench_fold(arena_of(reader), pl_text_trim(line->text));

	if (pl_text_starts(text, PL_TEXT("- ")) || pl_text_starts(text, PL_TEXT("* ")))
		text = pl_text_slice(text, 2, text.len);
	text = bench_drop_frame(bench_drop_colon(text));
	if (text.len > 2 && strchr("-*", text.ptr[0]) && text.ptr[1] == ' ')
		text = pl_text_trim(pl_text_slice(text, 2, text.len));
	if (!text.len || text.len > MAX_TITLE || text.ptr[text.len - 1] == ',' ||
	    has_equations(text))
		return PL_TEXT_NONE;
	return text;
}

/* `key: value` */
static bool is_pair(struct pl_text text)
{
	const char *colon = pl_text_find(text, ": ");
	const char *blank = text.len ? memchr(text.ptr, ' ', text.len) : NULL;

	return colon && blank == colon + 1 &&
	       !memchr(blank + 1, ' ', (size_t)(text.ptr + text.len - blank) - 1);
}

bool bench_has_result(struct pl_text text)
{
	const char *colon = pl_text_find(text, ": ");
	struct bench_cell cell;

	return colon && bench_figure_at(text, (size_t)(colon - text.ptr) + 2, &cell) &&
	       cell.unit.len && bench_is_measured_unit(cell.unit);
}

bool bench_is_alone_text(struct pl_text text)
{
	static const char *const openers[] = {
	    "I",     "we",   "it",     "this", "that", "these",	 "those", "here",
	    "there", "so",   "and",    "but",  "now",  "then",	 "as",	  "for",
	    "of",    "I've", "here's", "it's", "I'm",  "that's",
	};
	size_t word = 0;

	text = bench_drop_number(text);
	if (!text.len || text.len > MAX_SIDE || is_pair(text) ||
	    (text.len > MAX_ALONE && !bench_is_side(text)) || bench_has_comma(text) ||
	    bench_has_result(text) || pl_text_find(text, ". ") || text.ptr[text.len - 1] == '.')
		return false;
	if (text.ptr[0] == '$' || text.ptr[0] == '<' || text.ptr[0] == '/' ||
	    pl_text_starts(text, PL_TEXT("-- ")) || pl_text_equal(text, PL_TEXT("--")))
		return false;
	while (word < text.len && (g_ascii_isalpha(text.ptr[word]) || text.ptr[word] == '\''))
		word++;
	for (size_t i = 0; i < G_N_ELEMENTS(openers); i++)
		if (bench_same(pl_text_slice(text, 0, word), openers[i]))
			return false;
	return true;
}

/* `# make -j8`: a command; `# mmap:` is a heading */
static bool is_command(struct pl_text text)
{
	text = pl_text_trim(text);
	return pl_text_starts(text, PL_TEXT("# ")) && text.ptr[text.len - 1] != ':' &&
	       (pl_text_find(text, " -") || pl_text_has(text, '/') || pl_text_has(text, '='));
}

/* `redis-benchmark -q -t set,get`: a word, and the next begins with a dash */
static bool has_option(struct pl_text text)
{
	const char *dash = pl_text_find(text, " -");

	return dash && dash + 2 < text.ptr + text.len && text.ptr[text.len - 1] != ':' &&
	       (g_ascii_isalpha(dash[2]) || dash[2] == '-') &&
	       !memchr(text.ptr, ' ', (size_t)(dash - text.ptr)) && text.ptr[0] != '-';
}

bool bench_is_typed(struct pl_text text)
{
	static const struct pl_text prompts[] = {PL_TEXT("]# "), PL_TEXT("]$ "), PL_TEXT(":~# "),
						 PL_TEXT(":~$ ")};

	text = pl_text_trim(text);
	if (pl_text_starts(text, PL_TEXT("$ ")) || pl_text_starts(text, PL_TEXT("dd if=")) ||
	    (text.len && is_command(text)) || has_option(text))
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(prompts); i++) {
		const char *at = memmem(text.ptr, text.len, prompts[i].ptr, prompts[i].len);

		if (at && at - text.ptr < MAX_ALONE)
			return true;
	}
	return false;
}

bool bench_is_alone(struct bench_reader *reader, const struct bench_line *line)
{
	const struct bench_line *above = bench_reader_line(reader, (int64_t)line->index - 1);

	return bench_is_open(reader, line) && bench_is_alone_text(line->text) &&
	       !is_command(line->text) &&
	       (!above || above->blank ||
		(bench_is_side(line->text) && bench_is_set_off(reader, line)));
}

/* The line above `index`, over rules. */
struct bench_line *bench_above_rules(struct bench_reader *reader, int64_t index, bool *rules_out)
{
	struct bench_line *line = bench_reader_line(reader, index - 1);

	*rules_out = false;
	while (line && line->rule) {
		*rules_out = true;
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	}
	return line;
}

/* The title that line is: below `Before this patch:` with that in front, or below the heading
 * of a group of tables. */
static struct pl_text side_title(struct bench_reader *reader, const struct bench_line *line)
{
	struct pl_arena *arena = arena_of(reader);
	struct pl_text own = as_title(reader, line), group;
	const struct bench_line *above;

	if (!own.len || !(above = bench_above_sides(reader, line, false)))
		return own;
	group = bench_plain_heading(arena, above->text);
	return pl_arena_printf(arena, "%.*s: %.*s", (int)group.len, group.ptr, (int)own.len,
			       own.ptr);
}

/* `1) iostat results:` right below `Before this patch`, which is alone: both */
static struct pl_text stacked_title(struct bench_reader *reader, const struct bench_line *line,
				    const struct bench_line *above)
{
	struct pl_arena *arena = arena_of(reader);
	struct pl_text side, own;

	if (!bench_is_side(above->text) || !bench_is_alone(reader, above) ||
	    !pl_text_ends(line->text, PL_TEXT(":")) || !bench_is_alone_text(line->text))
		return PL_TEXT_NONE;
	side = bench_plain_heading(arena, above->text);
	own = as_title(reader, line);
	if (!own.len)
		return side;
	return pl_arena_printf(arena, "%.*s: %.*s", (int)side.len, side.ptr, (int)own.len, own.ptr);
}

struct pl_text bench_title(struct bench_reader *reader, uint32_t top, bool near)
{
	struct bench_line *line, *above;
	bool ruled;

	line = bench_above_rules(reader, top, &ruled);
	if (bench_is_open(reader, line)) {
		above = bench_reader_line(reader, (int64_t)line->index - 1);
		/* bars and figures are another table's last row */
		if (line->barred || bench_is_row(line) || !(near || ruled))
			return PL_TEXT_NONE;
		if (is_edge(above) || bench_is_alone(reader, line))
			return side_title(reader, line);
		return stacked_title(reader, line, above);
	}
	for (unsigned i = 0; i < 2 && line && line->blank; i++)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	if (line && line->rule && !pl_text_has(line->text, '|') && !pl_text_has(line->text, '+')) {
		line = bench_reader_line(reader, (int64_t)line->index - 1);
		if (!bench_is_open(reader, line) || line->barred || bench_is_row(line))
			return PL_TEXT_NONE;
		above = bench_reader_line(reader, (int64_t)line->index - 1);
		return is_edge(above) ? as_title(reader, line) : PL_TEXT_NONE;
	}
	if (bench_is_open(reader, line) && bench_is_alone(reader, line) && !line->barred &&
	    !bench_is_row(line))
		return side_title(reader, line);
	return PL_TEXT_NONE;
}

/* The heading over commands, the lowest of them line, whose output is the table: only one
 * that names a side of a comparison belongs to their output. */
static struct pl_text typed_heading(struct bench_reader *reader, const struct bench_line *line)
{
	struct pl_text heading;

	for (unsigned i = 0; i < MAX_TYPED && line && bench_is_typed(line->text); i++)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	if (line && line->blank)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	if (!line || !bench_is_alone(reader, line) || line->barred || bench_is_row(line))
		return PL_TEXT_NONE;
	heading = bench_plain_heading(arena_of(reader), line->text);
	return bench_words(heading) & BENCH_COMPARES || bench_is_version(heading) ? heading
										  : PL_TEXT_NONE;
}

/* The line above top, over rules and blank lines; NULL: none */
static struct bench_line *line_above(struct bench_reader *reader, uint32_t top)
{
	bool ruled;
	struct bench_line *line = bench_above_rules(reader, top, &ruled);

	for (unsigned i = 0; i < 2 && line && line->blank; i++)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	if (line && line->rule)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	return line;
}

struct pl_text bench_group_heading(struct bench_reader *reader, uint32_t top, bool alike)
{
	const struct bench_line *line = line_above(reader, top);

	if (!line || !bench_is_alone(reader, line) ||
	    !(line = bench_above_sides(reader, line, alike)))
		return PL_TEXT_NONE;
	return bench_plain_heading(arena_of(reader), line->text);
}

struct pl_text bench_heading(struct bench_reader *reader, uint32_t top)
{
	struct bench_line *line = line_above(reader, top);

	if (line && bench_is_typed(line->text))
		return typed_heading(reader, line);
	if (!line || !bench_is_alone(reader, line) || line->barred || bench_is_row(line))
		return PL_TEXT_NONE;
	return bench_plain_heading(arena_of(reader), line->text);
}

struct bench_frame bench_read_brackets(struct pl_arena *arena, const struct pl_text *brackets,
				       size_t n)
{
	struct bench_frame frame = {PL_TEXT_NONE, PL_TEXT_NONE, PL_BETTER_NONE};
	struct pl_text words[BENCH_MAX_HEADS];
	size_t n_words = 0;

	for (size_t i = 0; i < n && i < BENCH_MAX_HEADS; i++) {
		struct pl_text text = pl_text_slice(brackets[i], 1, brackets[i].len - 1);
		enum pl_better better = bench_better(text);

		if (better)
			frame.better = better;
		else
			words[n_words++] = bench_fold(arena, pl_text_trim(text));
	}
	if (n_words > 1) {
		frame.title = words[0];
		frame.unit = words[1];
	} else if (n_words && (bench_is_unit(words[0]) ||
			       (pl_text_has(words[0], '/') && !pl_text_has(words[0], ' ')))) {
		frame.unit = words[0];
	} else if (n_words) {
		frame.title = words[0];
	}
	return frame;
}

struct bench_frame bench_frame(struct bench_reader *reader, uint32_t top)
{
	struct bench_frame frame = {PL_TEXT_NONE, PL_TEXT_NONE, PL_BETTER_NONE};
	struct bench_line *line = bench_reader_line(reader, (int64_t)top - 1);

	if (!line || !line->rule)
		return frame;
	for (unsigned i = 0; i < MAX_FRAME; i++) {
		struct pl_text key, value;
		const char *colon;

		line = bench_reader_line(reader, (int64_t)line->index - 1);
		if (!bench_is_open(reader, line) || !(colon = pl_text_find(line->text, ":")))
			break;
		key = pl_text_trim(pl_text_slice(line->text, 0, (size_t)(colon - line->text.ptr)));
		value = bench_fold(
		    arena_of(reader),
		    pl_text_trim(pl_text_slice(line->text, (size_t)(colon - line->text.ptr) + 1,
					       line->text.len)));
		if (bench_same(key, "Test"))
			frame.title = value;
		else if (bench_same(key, "Units") || bench_same(key, "Unit"))
			frame.unit = value;
		else if (bench_same(key, "Interpretation"))
			frame.better = bench_better(value);
	}
	return frame;
}

/* Does line, below the rows of one table, speak of the next? behind_blank: it does not
 * stand right below them. */
static bool is_of_next(struct bench_reader *reader, const struct bench_line *line,
		       bool behind_blank)
{
	const struct bench_line *next = bench_reader_line(reader, (int64_t)line->index + 1);

	if (line->text.ptr[line->text.len - 1] == ':')
		return true;
	for (unsigned i = 0; i < 2 && behind_blank && next && (next->blank || next->rule); i++)
		next = bench_reader_line(reader, (int64_t)next->index + 1);
	return next && next->n_cells > 1;
}

enum pl_better bench_better_near(struct bench_reader *reader, uint32_t top, uint32_t end)
{
	enum pl_better better = PL_BETTER_NONE;
	struct bench_line *line;
	bool ruled, behind_blank = false;

	for (uint32_t i = top; i < end && !better; i++) {
		line = bench_reader_line(reader, i);
		/* words in the head; a row may hold them for itself alone */
		if (line && !line->blank && !line->rule && !line->figures)
			better = bench_better(line->text);
	}
	line = bench_above_rules(reader, top, &ruled);
	for (unsigned i = 0; i < 2 && line && line->blank; i++)
		line = bench_reader_line(reader, (int64_t)line->index - 1);
	if (!better && bench_is_open(reader, line))
		better = bench_better(line->text);
	line = bench_reader_line(reader, end);
	while (line && (line->blank || line->rule) && line->index < end + 2) {
		behind_blank |= line->blank;
		line = bench_reader_line(reader, (int64_t)line->index + 1);
	}
	if (!better && bench_is_open(reader, line) && line->text.len <= MAX_ALONE &&
	    !is_of_next(reader, line, behind_blank))
		better = bench_better(line->text);
	return better;
}
