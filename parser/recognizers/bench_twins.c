/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/bench_twins.h"

#include <glib.h>

#include "recognizers/bench_row.h"
#include "recognizers/bench_side.h"
#include "recognizers/bench_text.h"
#include "recognizers/bench_title.h"

/* Tables of one part that are compared with each other; a part with more keeps the titles
 * it has. */
#define MAX_TABLES 200
/* Lines above a table that are looked at */
#define MAX_LINES 60
/* Lines of a paragraph that may hold a heading */
#define MAX_PARAGRAPH 6
/* Lines of a heading that a mail program or its writer wrapped */
#define MAX_WRAPPED 3
#define MAX_TITLE 120
/* Characters of the name in `cow-byte: fork() and ...` */
#define MAX_NAME 30

/* Kinds of headings, the surest first */
enum source {
	NEAR,	  /* a heading alone, or `With wiops, the result is as follows:`, nearest of all */
	NUMBERED, /* `2. Kernel building: zswap enabled, 52 workers.` */
	UNDERLINED, /* with a rule right below */
	NAMED,	    /* `cow-byte: fork() and keep the child running. ...` */
	CAPTION,    /* a sentence of its own that ends in a colon */
	FIRST,	    /* the first line of a paragraph: `Randread vs Seq Write:`, `Benchmark 2` */
	COMMAND,    /* typed above its output */
	N_SOURCES,
};

struct twin {
	struct pl_table *table;
	uint32_t index; /* of its line in scan->lines */
	bool found;	/* some other table is like it */
	struct pl_text texts[N_SOURCES];
};

struct twins {
	struct pl_scan *scan;
	struct twin *v;
	size_t n;
};

/* A paragraph above a table: lines [from, to) */
struct paragraph {
	uint32_t from, to;
	bool ruled; /* a rule is right below */
};

static struct pl_text line_text(const struct twins *all, uint32_t index)
{
	return bench_fold(all->scan->arena, pl_text_trim(all->scan->lines->v[index].text));
}

/* One column, and nothing says what it is */
static bool is_unlabelled(const struct pl_table *table)
{
	return table->n_columns == 1 && !table->columns[0].label.len;
}

static bool has_same_labels(const struct pl_table *a, const struct pl_table *b)
{
	if (a->kind != b->kind || a->n_columns != b->n_columns)
		return false;
	for (size_t k = 0; k < a->n_columns; k++)
		if (!pl_text_equal(a->columns[k].label, b->columns[k].label))
			return false;
	return true;
}

/* Would somebody take the records of a for those of b? a with no label of its own is like one
 * that has it. */
static bool is_twin(const struct pl_table *a, const struct pl_table *b)
{
	bool same_row = a->n_rows && b->n_rows && a->rows[0].metric.len &&
			pl_text_equal(a->rows[0].metric, b->rows[0].metric);

	if (is_unlabelled(a) && !a->title.len && b->n_columns == 1 && a->kind == b->kind)
		return same_row;
	if (!has_same_labels(a, b))
		return false;
	if (a->title.len)
		return pl_text_equal(a->title, b->title);
	return same_row;
}

/* Same rows and columns, whatever their headings; that of an only column is one. */
static bool is_alike(const struct pl_table *a, const struct pl_table *b)
{
	return (has_same_labels(a, b) ||
		(a->kind == b->kind && a->n_columns == 1 && b->n_columns == 1)) &&
	       a->n_rows && b->n_rows && pl_text_equal(a->rows[0].metric, b->rows[0].metric);
}

static bool index_of(const struct pl_lines *lines, uint32_t number, uint32_t *index_out)
{
	size_t from = 0, to = lines->n;

	while (from < to) {
		size_t middle = (from + to) / 2;

		if (lines->v[middle].number < number)
			from = middle + 1;
		else
			to = middle;
	}
	*index_out = (uint32_t)from;
	return from < lines->n && lines->v[from].number == number;
}

static int compare_twins(const void *a, const void *b)
{
	const struct twin *x = a, *y = b;

	return (x->index > y->index) - (x->index < y->index);
}

/* The tables that people wrote in this part, in order of lines; false where none is like
 * another. */
static bool collect(struct twins *all)
{
	struct pl_message *message = all->scan->message;
	size_t tables = 0;
	bool any = false;

	for (size_t i = 0; i < message->n_tables; i++)
		tables += message->tables[i].part == all->scan->part;
	if (tables < 2 || tables > MAX_TABLES)
		return false;
	all->v = pl_arena_alloc(all->scan->arena, tables * sizeof(*all->v));
	for (size_t i = 0; i < message->n_tables; i++) {
		struct twin *one = &all->v[all->n];
		struct pl_table *table = &message->tables[i];

		if (table->part != all->scan->part || table->kind == PL_TABLE_LKP ||
		    !index_of(all->scan->lines, table->line, &one->index))
			continue;
		one->table = table;
		all->n++;
	}
	qsort(all->v, all->n, sizeof(*all->v), compare_twins);
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->n && !all->v[i].found; k++)
			all->v[i].found = k != i && is_twin(all->v[i].table, all->v[k].table);
	for (size_t i = 0; i < all->n; i++)
		any |= all->v[i].found;
	return any;
}

static bool is_fence(struct pl_text text)
{
	return pl_text_starts(text, PL_TEXT("```"));
}

/* The line that the table has as its title or label already */
static bool is_own(const struct twins *all, const struct pl_table *table, struct pl_text text)
{
	struct pl_text plain = bench_plain_heading(all->scan->arena, text);

	if (!plain.len)
		return false;
	if (table->n_columns == 1 && pl_text_equal(plain, table->columns[0].label))
		return true;
	return pl_text_ends(table->title, plain) || pl_text_starts(table->title, plain);
}

/* What tools print around their results, and comments that perf begins with */
static bool is_output(struct pl_text text)
{
	return bench_has_result(text) || pl_text_find(text, "Performance counter stats") ||
	       pl_text_find(text, " records in") || pl_text_find(text, " records out") ||
	       pl_text_starts(text, PL_TEXT("Running in ")) ||
	       pl_text_starts(text, PL_TEXT("Each sender ")) ||
	       pl_text_starts(text, PL_TEXT("time\t")) || pl_text_starts(text, PL_TEXT("time "));
}

/* A command without the prompt in front */
static struct pl_text without_prompt(struct pl_text text)
{
	for (size_t i = 0; i + 2 < text.len && i < 60; i++)
		if (strchr("#$", text.ptr[i]) && text.ptr[i + 1] == ' ')
			return pl_text_trim(pl_text_slice(text, i + 2, text.len));
	return text;
}

static struct pl_text joined(const struct twins *all, uint32_t from, uint32_t to)
{
	struct pl_text out = line_text(all, from);

	for (uint32_t i = from + 1; i < to; i++) {
		struct pl_text more = line_text(all, i);

		out = pl_arena_printf(all->scan->arena, "%.*s %.*s", (int)out.len, out.ptr,
				      (int)more.len, more.ptr);
	}
	return out;
}

/* text up to the end of its first sentence, and no longer than a title may be: cut at a
 * comma, where it has one, else between words */
static struct pl_text cut(struct pl_text text)
{
	const char *stop = pl_text_find(text, ". ");

	if (stop && stop > text.ptr + 3)
		text = pl_text_slice(text, 0, (size_t)(stop - text.ptr));
	while (text.len && strchr(".:, ", text.ptr[text.len - 1]))
		text.len--;
	if (text.len <= MAX_TITLE)
		return text;
	text.len = MAX_TITLE;
	for (char mark = ','; mark; mark = mark == ',' ? ' ' : 0)
		for (size_t i = text.len; i > MAX_TITLE / 3; i--)
			if (text.ptr[i - 1] == mark)
				return pl_text_slice(text, 0, i - 1);
	return PL_TEXT_NONE;
}

static bool begins_with(struct pl_text text, const char *const *words, size_t n_words)
{
	for (size_t i = 0; i < n_words; i++) {
		size_t n = strlen(words[i]);

		if (text.len > n && !g_ascii_isalnum(text.ptr[n]) &&
		    g_ascii_strncasecmp(text.ptr, words[i], n) == 0)
			return true;
	}
	return false;
}

/* `With this patch, reading is 3x faster`: what is claimed of one side; the figures below may be
 * of both, one after the other. */
static bool is_claim(struct pl_text text)
{
	static const char *const words[] = {
	    "faster",  "slower",    "better",	 "worse",     "lower",	   "higher",	"less",
	    "more",    "reduces",   "reduced",	 "improves",  "improved",  "drops",	"dropped",
	    "doubles", "increases", "increased", "decreases", "decreased", "regresses", "than"};
	const char *comma;
	size_t from = 0;

	comma = memchr(text.ptr, ',', text.len);
	if (!comma || !bench_is_side(pl_text_slice(text, 0, (size_t)(comma - text.ptr))))
		return false;
	text = bench_behind(text, (size_t)(comma - text.ptr));
	for (size_t i = 0; i <= text.len; i++) {
		if (i < text.len && g_ascii_isalpha(text.ptr[i]))
			continue;
		for (size_t k = 0; k < G_N_ELEMENTS(words); k++)
			if (bench_same(pl_text_slice(text, from, i), words[k]))
				return true;
		from = i + 1;
	}
	return false;
}

/* `With wiops, the result is as follows`: the words up to the comma name what was measured.
 * Empty: it is some other sentence. */
static struct pl_text caption_of(struct pl_text text)
{
	static const char *const words[] = {"with", "without", "before",   "after",	 "on",
					    "in",   "from",    "if",	   "for",	 "under",
					    "when", "using",   "and with", "and without"};
	int depth = 0;
	size_t i = 0;

	if (!begins_with(text, words, G_N_ELEMENTS(words)))
		return PL_TEXT_NONE;
	for (; i < text.len && !(text.ptr[i] == ',' && depth <= 0); i++) {
		depth += text.ptr[i] == '(';
		depth -= text.ptr[i] == ')';
	}
	text = pl_text_slice(text, 0, i);
	return pl_text_find(text, " we ") ? PL_TEXT_NONE : text;
}

static bool is_numbered(struct pl_text text)
{
	return bench_drop_number(text).len < pl_text_trim(text).len;
}

/* `cow-byte: `, but not `Note: ` */
static bool is_named(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && i < MAX_NAME &&
	       (g_ascii_isalnum(text.ptr[i]) || strchr("-_()", text.ptr[i])))
		i++;
	return i > 1 && g_ascii_islower(text.ptr[0]) && i + 2 < text.len && text.ptr[i] == ':' &&
	       text.ptr[i + 1] == ' ';
}

/* `Benchmark 2` */
static bool is_counted(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && g_ascii_isalpha(text.ptr[i]))
		i++;
	if (i < 4 || i + 2 > text.len || i + 4 < text.len || text.ptr[i] != ' ' ||
	    !g_ascii_isupper(text.ptr[0]))
		return false;
	for (i++; i < text.len; i++)
		if (!g_ascii_isdigit(text.ptr[i]) && !strchr(".:", text.ptr[i]))
			return false;
	return true;
}

/* A line that no paragraph ends with: what follows begins anew */
static bool introduces(struct pl_text text)
{
	return pl_text_ends(text, PL_TEXT(":")) ||
	       (text.len > 2 && text.ptr[0] == '(' && text.ptr[text.len - 1] == ')');
}

/* A heading alone, or a longer one that ends in a colon and is no sentence */
static bool is_heading(struct pl_text text)
{
	static const char *const prose[] = {"please", "thanks", "thank", "hi",	    "hello", "note",
					    "see",    "also",	"again", "regards", "the",   "my",
					    "our",    "all",	"some",	 "both"};

	if (!text.len || text.ptr[0] == '(' || begins_with(text, prose, G_N_ELEMENTS(prose)))
		return false;
	return bench_is_alone_text(text) ||
	       (text.len <= MAX_TITLE && pl_text_ends(text, PL_TEXT(":")) &&
		bench_is_alone_text(pl_text_slice(text, 0, MIN(text.len, 40))) &&
		!bench_has_comma(text) && !pl_text_find(text, ". "));
}

/* Takes what the nearest paragraph has; one further up may only hold the heading of a
 * section. True: nothing above it belongs to the table. */
static bool take_paragraph(const struct twins *all, struct twin *one, const struct paragraph *p,
			   bool near)
{
	uint32_t n = p->to - p->from;
	struct pl_text first = line_text(all, p->from), last = line_text(all, p->to - 1), text;

	if (is_numbered(first)) {
		if (n <= MAX_WRAPPED)
			one->texts[NUMBERED] = cut(joined(all, p->from, p->to));
		return true;
	}
	if (p->ruled) {
		if (n == 1 && last.len <= MAX_TITLE)
			one->texts[UNDERLINED] = cut(last);
		return true;
	}
	if (!near || n > MAX_PARAGRAPH)
		return false;
	text = n <= MAX_WRAPPED ? joined(all, p->from, p->to) : PL_TEXT_NONE;
	if ((n == 1 || introduces(line_text(all, p->to - 2))) && is_heading(last)) {
		one->texts[NEAR] = last;
		return false;
	}
	if (n > 1 && pl_text_ends(first, PL_TEXT(":")) && bench_is_side(first)) {
		one->texts[NEAR] = first;
		return false;
	}
	if (text.len && pl_text_ends(text, PL_TEXT(":")) && !pl_text_find(text, ". ") &&
	    !g_ascii_islower(first.ptr[0])) {
		if (is_claim(text))
			return false;
		struct pl_text caption = caption_of(text);

		one->texts[caption.len ? NEAR : CAPTION] = cut(caption.len ? caption : text);
		return false;
	}
	if (text.len && is_named(first))
		one->texts[NAMED] = cut(text);
	else if (n > 1 &&
		 ((pl_text_ends(first, PL_TEXT(":")) && is_heading(first)) || is_counted(first)))
		one->texts[FIRST] = cut(first);
	return false;
}

/* Drops the lines at the paragraph's end that are the table's own title, commands or output;
 * false: figures of no table stand there. */
static bool trim_paragraph(const struct twins *all, struct twin *one, struct paragraph *p,
			   bool near)
{
	while (p->to > p->from) {
		struct pl_text text = line_text(all, p->to - 1);

		if (bench_is_typed(text)) {
			if (near && !one->texts[COMMAND].len)
				one->texts[COMMAND] = without_prompt(text);
		} else if (!is_own(all, one->table, text) && !is_output(text) &&
			   !(one->table->kind == PL_TABLE_COUNTERS && text.ptr[0] == '#')) {
			break;
		}
		p->to--;
	}
	for (uint32_t i = p->from; i < p->to; i++)
		if (bench_is_row(bench_line_new(all->scan, i)))
			return false;
	return true;
}

/* The table that claimed line `index`, above `one`; NULL: none of these. */
static const struct twin *owner_of(const struct twins *all, const struct twin *one, uint32_t index)
{
	for (const struct twin *other = one; other-- > all->v;)
		if (other->index <= index)
			return other;
	return NULL;
}

static void find_headings(const struct twins *all, struct twin *one)
{
	const struct pl_line *lines = all->scan->lines->v;
	bool near = true, ruled = false;

	for (int64_t i = (int64_t)one->index - 1; i >= 0 && i + MAX_LINES > one->index;) {
		struct paragraph p = {(uint32_t)i, (uint32_t)i + 1, ruled};
		struct pl_text text = lines[i].text;
		const struct twin *owner;

		if (lines[i].depth != one->table->depth)
			return;
		if (all->scan->claims[i]) {
			owner = owner_of(all, one, (uint32_t)i);
			if (!owner || is_twin(one->table, owner->table))
				return;
			/* directly below another: under the same heading, where it has none of its
			 * own */
			near &= !one->table->title.len && !is_alike(owner->table, one->table) &&
				is_unlabelled(one->table) == is_unlabelled(owner->table);
			i = (int64_t)owner->index - 1;
			ruled = false;
			continue;
		}
		if (!text.len || bench_is_rule(text) || is_fence(text)) {
			ruled = text.len && strchr("=-~", pl_text_trim(text).ptr[0]) &&
				!pl_text_has(text, '|') && !pl_text_has(text, '+') && i &&
				lines[i - 1].text.len;
			i--;
			continue;
		}
		while (p.from && p.to - p.from <= MAX_LINES && lines[p.from - 1].text.len &&
		       lines[p.from - 1].depth == lines[i].depth &&
		       !all->scan->claims[p.from - 1] && !bench_is_rule(lines[p.from - 1].text) &&
		       !is_fence(lines[p.from - 1].text))
			p.from--;
		i = (int64_t)p.from - 1;
		ruled = false;
		if (!trim_paragraph(all, one, &p, near))
			return;
		if (p.to == p.from)
			continue;
		if (take_paragraph(all, one, &p, near))
			return;
		near = false;
	}
}

/* Does the heading from source tell one from its twins: has another of them its own? */
static bool tells(const struct twins *all, const struct twin *one, enum source source)
{
	struct pl_text text = one->texts[source];
	bool other = false;

	for (size_t k = 0; k < all->n; k++) {
		const struct twin *twin = &all->v[k];

		if (twin == one ||
		    !(is_twin(one->table, twin->table) || is_alike(one->table, twin->table)))
			continue;
		if (twin->found && pl_text_equal(twin->texts[source], text))
			continue;
		other |= source == NEAR || twin->texts[source].len > 0 ||
			 (source == NAMED && is_named(twin->table->title)) ||
			 (source == NUMBERED && is_numbered(twin->table->title));
	}
	return other;
}

/* The source whose heading tells one from its twins. A table that has a label or title of its
 * own belongs to a numbered item rather than to what introduces it. */
static enum source choose(const struct twins *all, const struct twin *one)
{
	bool own = one->table->title.len ||
		   (one->table->n_columns == 1 && one->table->columns[0].label.len);

	if (own && one->texts[NUMBERED].len && !bench_is_side(one->texts[NEAR]) &&
	    tells(all, one, NUMBERED))
		return NUMBERED;
	for (enum source source = 0; source < N_SOURCES; source++)
		if (one->texts[source].len && tells(all, one, source))
			return source;
	return N_SOURCES;
}

static void set_heading(const struct twins *all, struct twin *one, enum source source)
{
	struct pl_arena *arena = all->scan->arena;
	struct pl_table *table = one->table;
	struct pl_text text = bench_drop_colon(bench_drop_frame(one->texts[source]));

	if (is_unlabelled(table) && (source == NEAR || source == CAPTION || source == FIRST)) {
		table->columns[0].label = bench_plain_heading(arena, text);
		return;
	}
	table->title = table->title.len
			   ? pl_arena_printf(arena, "%.*s: %.*s", (int)text.len, text.ptr,
					     (int)table->title.len, table->title.ptr)
			   : text;
}

void bench_tell_apart(struct pl_scan *scan)
{
	struct twins all = {.scan = scan};
	enum source *chosen;

	if (!collect(&all))
		return;
	chosen = pl_arena_alloc(scan->arena, all.n * sizeof(*chosen));
	for (size_t i = 0; i < all.n; i++)
		if (all.v[i].found)
			find_headings(&all, &all.v[i]);
	for (size_t i = 0; i < all.n; i++)
		chosen[i] = choose(&all, &all.v[i]);
	for (size_t i = 0; i < all.n; i++)
		if (chosen[i] < N_SOURCES)
			set_heading(&all, &all.v[i], chosen[i]);
}
