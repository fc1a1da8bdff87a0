/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The terms: prefixes, the names other tools have for them, and how a value is read.
 * Every message says what would be right.
 */
#include "terms.h"

#include <math.h>
#include <stdio.h>

#include <perflore/nearest.h>

static const struct {
	const char *name;
	enum pl_prefix prefix;
	const char *example; /* shown where the value is empty */
} prefixes[] = {
    {"s", PL_PREFIX_SUBJECT, "s:\"page cache\""},
    {"f", PL_PREFIX_FROM, "f:lkp@intel.com"},
    {"t", PL_PREFIX_TO, "t:linux-mm@kvack.org"},
    {"c", PL_PREFIX_CC, "c:lkp@lists.01.org"},
    {"a", PL_PREFIX_ADDRESS, "a:linux-mm@kvack.org"},
    {"b", PL_PREFIX_BODY, "b:bisected"},
    {"nq", PL_PREFIX_OWN, "nq:noise"},
    {"q", PL_PREFIX_QUOTED, "q:noise"},
    {"n", PL_PREFIX_FILENAME, "n:job.yaml"},
    {"dfn", PL_PREFIX_DIFF_FILE, "dfn:mm/rmap.c"},
    {"m", PL_PREFIX_MESSAGE_ID, "m:87zg84s06k.fsf@example.org"},
    {"l", PL_PREFIX_LIST, "l:linux-mm.kvack.org"},
    {"d", PL_PREFIX_DATE, "d:2023-01..2023-06"},
    {"rt", PL_PREFIX_RECEIVED, "rt:2023-01..2023-06"},
    {"commit", PL_PREFIX_COMMIT, "commit:7e12beb8ca2a"},
    {"culprit", PL_PREFIX_CULPRIT, "culprit:7e12beb8ca2a"},
    {"fix", PL_PREFIX_FIX, "fix:7e12beb8ca2a"},
    {"test", PL_PREFIX_TEST, "test:will-it-scale"},
    {"machine", PL_PREFIX_MACHINE, "machine:lkp-csl-2sp9"},
    {"param", PL_PREFIX_PARAM, "param:nr_task=100%"},
    {"subsys", PL_PREFIX_SUBSYSTEM, "subsys:mm"},
    {"is", PL_PREFIX_IS, "is:regression"},
    {"fn", PL_PREFIX_FN, "fn:flush_tlb_func"},
    {"leaf", PL_PREFIX_LEAF, "leaf:flush_tlb_func"},
    {"metric", PL_PREFIX_METRIC, "metric:vm-scalability.*"},
    {"change", PL_PREFIX_CHANGE, "change:-50..-5"},
    {"stddev", PL_PREFIX_STDDEV, "stddev:..5"},
    {"value", PL_PREFIX_VALUE, "value:1000.."},
};

/* What other tools call the same. */
static const struct {
	const char *name, *ours;
} aliases[] = {
    {"subject", "s"},
    {"from", "f"},
    {"author", "f"},
    {"to", "t"},
    {"cc", "c"},
    {"body", "b"},
    {"id", "m"},
    {"mid", "m"},
    {"msgid", "m"},
    {"list", "l"},
    {"date", "d"},
    {"since", "d"},
    {"file", "dfn"},
    {"func", "fn"},
    {"function", "fn"},
    {"testcase", "test"},
    {"tbox", "machine"},
    {"host", "machine"},
    {"parameter", "param"},
    {"subsystem", "subsys"},
    {"tag", "is"},
    {"blame", "culprit"},
    {"fixes", "commit"},
    {"attachment", "n"},
};

static const struct {
	const char *name;
	enum pl_is is;
} is_values[] = {
    {"regression", PL_IS_REGRESSION},
    {"improvement", PL_IS_IMPROVEMENT},
    {"changed", PL_IS_CHANGED},
    {"failure", PL_IS_FAILURE},
    {"open", PL_IS_OPEN},
    {"fixed", PL_IS_FIXED},
    {"dismissed", PL_IS_DISMISSED},
    {"disputed", PL_IS_DISPUTED},
    {"worse", PL_IS_WORSE},
    {"better", PL_IS_BETTER},
    {"answered", PL_IS_ANSWERED},
    {"unanswered", PL_IS_UNANSWERED},
    {"robot", PL_IS_ROBOT},
    {"human", PL_IS_HUMAN},
    {"patch", PL_IS_PATCH},
    {"report", PL_IS_REPORT},
};

/* Where in the query a value stands, for messages. */
struct place {
	size_t value_at;
	struct pl_query_error *error;
};

void pl_query_error_set(struct pl_query_error *error, size_t from, size_t to, const char *format,
			va_list args)
{
	struct pl_error line;
	char *text = g_strdup_vprintf(format, args);

	/* pl_fail() makes it fit for a terminal. */
	pl_fail(&line, PL_USAGE, "%s", text);
	g_free(text);
	g_strlcpy(error->message, line.message, sizeof(error->message));
	error->has_place = true;
	error->from = from;
	error->to = to;
}

static bool fail(struct pl_query_error *error, size_t from, size_t to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool fail(struct pl_query_error *error, size_t from, size_t to, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pl_query_error_set(error, from, to, format, args);
	va_end(args);
	return false;
}

/* Fails at a piece of the node's value. */
static bool fail_at(const struct place *place, const struct pl_node *node, struct pl_text piece,
		    const char *format, ...) __attribute__((format(printf, 4, 5)));

static bool fail_at(const struct place *place, const struct pl_node *node, struct pl_text piece,
		    const char *format, ...)
{
	size_t from = place->value_at + (size_t)(piece.ptr - node->value.ptr);
	va_list args;

	va_start(args, format);
	pl_query_error_set(place->error, from, from + piece.len, format, args);
	va_end(args);
	return false;
}

static const char *nearest_prefix(struct pl_text name)
{
	const char *names[G_N_ELEMENTS(prefixes)];

	for (size_t i = 0; i < G_N_ELEMENTS(aliases); i++)
		if (name.len == strlen(aliases[i].name) &&
		    !g_ascii_strncasecmp(name.ptr, aliases[i].name, name.len))
			return aliases[i].ours;
	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++) {
		names[i] = prefixes[i].name;
		if (name.len == strlen(names[i]) &&
		    !g_ascii_strncasecmp(name.ptr, names[i], name.len))
			return names[i];
	}
	/* One letter is near to any other. */
	return name.len > 1 ? pl_nearest(name, names, G_N_ELEMENTS(names)) : NULL;
}

bool pl_prefix_find(struct pl_text name, size_t from, size_t value_at, enum pl_prefix *prefix_out,
		    struct pl_query_error *error)
{
	const char *near;

	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (pl_text_equal(name, pl_text_of(prefixes[i].name))) {
			*prefix_out = prefixes[i].prefix;
			return true;
		}
	near = nearest_prefix(name);
	if (near)
		return fail(error, from, value_at,
			    "unknown prefix '%.*s:'; did you mean '%s:'? Text with a colon is "
			    "written in quotes",
			    (int)MIN(name.len, 40), name.ptr, near);
	return fail(error, from, value_at,
		    "unknown prefix '%.*s:'; text with a colon is written in quotes, and "
		    "perflore-query(7) lists the prefixes",
		    (int)MIN(name.len, 40), name.ptr);
}

static const char *example_of(enum pl_prefix prefix)
{
	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (prefixes[i].prefix == prefix)
			return prefixes[i].example;
	return "flush_tlb_func";
}

static bool read_words(struct pl_node *node, const struct place *place)
{
	const char *star;

	if (!node->quoted && pl_text_ends(node->value, PL_TEXT("*"))) {
		node->starred = true;
		node->value.len--;
	}
	star = node->quoted ? NULL : memchr(node->value.ptr, '*', node->value.len);
	if (star)
		return fail_at(place, node, (struct pl_text){star, 1},
			       "in the words of a mail * stands only at the end of a word; fn: and "
			       "metric: take it anywhere");
	if (!pl_fulltext_has_words(node->value))
		return fail_at(place, node, node->value,
			       "this holds no word; words are letters, digits and what joins them");
	return true;
}

static bool read_commit(struct pl_node *node, const struct place *place, struct pl_text name)
{
	struct pl_text id = node->value;

	for (size_t i = 0; i < id.len; i++)
		if (!g_ascii_isxdigit(id.ptr[i]))
			return fail_at(place, node, pl_text_slice(id, i, id.len),
				       "%.*s: takes a commit id, 7 to 40 hex digits", (int)name.len,
				       name.ptr);
	if (id.len < 7 || id.len > 40)
		return fail_at(place, node, id,
			       "%.*s: takes a commit id, 7 to 40 hex digits; this has %zu",
			       (int)name.len, name.ptr, id.len);
	return true;
}

static bool read_is(struct pl_node *node, const struct place *place)
{
	const char *names[G_N_ELEMENTS(is_values)];
	const char *near;
	GString *all;

	for (size_t i = 0; i < G_N_ELEMENTS(is_values); i++) {
		names[i] = is_values[i].name;
		if (pl_text_equal(node->value, pl_text_of(names[i]))) {
			node->is = is_values[i].is;
			return true;
		}
	}
	near = pl_nearest(node->value, names, G_N_ELEMENTS(names));
	if (near)
		return fail_at(place, node, node->value, "unknown value; did you mean is:%s?",
			       near);
	all = g_string_new(NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(is_values); i++)
		g_string_append_printf(all, "%s%s", i ? " " : "", names[i]);
	fail_at(place, node, node->value, "unknown value; is: takes one of %s", all->str);
	g_string_free(all, TRUE);
	return false;
}

/* One end of a range. Empty: has_out is false. unit_out: as written, or NONE. */
static bool read_end(const struct pl_node *node, const struct place *place, struct pl_text text,
		     bool *has_out, double *value_out, enum pl_unit *unit_out)
{
	char buffer[64], *end;
	size_t length;

	*has_out = text.len > 0;
	*unit_out = PL_UNIT_NONE;
	if (!text.len)
		return true;
	length = MIN(text.len, sizeof(buffer) - 1);
	memcpy(buffer, text.ptr, length);
	buffer[length] = '\0';
	*value_out = g_ascii_strtod(buffer, &end);
	if (end == buffer || !isfinite(*value_out) || strpbrk(buffer, "xXnN"))
		return fail_at(place, node, text, "a number is wanted here, as in %s",
			       example_of(node->prefix));
	if (!strcmp(end, "%") && node->prefix != PL_PREFIX_VALUE)
		*unit_out = PL_UNIT_PERCENT;
	else if (!strcmp(end, "pt") && node->prefix == PL_PREFIX_CHANGE)
		*unit_out = PL_UNIT_ABS;
	else if (*end)
		return fail_at(place, node, pl_text_slice(text, (size_t)(end - buffer), text.len),
			       node->prefix == PL_PREFIX_CHANGE
				   ? "behind the number only %% or pt (points) may stand"
				   : "only a number is wanted here");
	return true;
}

static bool read_range(struct pl_node *node, const struct place *place)
{
	struct pl_range *range = &node->range;
	enum pl_unit low_unit, high_unit;
	size_t dots = 0;

	while (dots + 1 < node->value.len &&
	       (node->value.ptr[dots] != '.' || node->value.ptr[dots + 1] != '.'))
		dots++;
	if (dots + 1 >= node->value.len)
		return fail_at(place, node, node->value,
			       "a range is wanted: a..b, a.. or ..b, as in %s",
			       example_of(node->prefix));
	if (node->value.len == 2)
		return fail_at(place, node, node->value, "at least one end of the range is wanted");
	if (!read_end(node, place, pl_text_slice(node->value, 0, dots), &range->has_low,
		      &range->low, &low_unit) ||
	    !read_end(node, place, pl_text_slice(node->value, dots + 2, node->value.len),
		      &range->has_high, &range->high, &high_unit))
		return false;
	if (node->prefix == PL_PREFIX_CHANGE) {
		bool low_points = low_unit == PL_UNIT_ABS, high_points = high_unit == PL_UNIT_ABS;

		if (range->has_low && range->has_high && low_points != high_points)
			return fail_at(
			    place, node, node->value,
			    "both ends of a range have one unit: 5pt..20pt, or 5..20 for "
			    "percent");
		range->unit = low_points || high_points ? PL_UNIT_ABS : PL_UNIT_PERCENT;
	}
	if (range->has_low && range->has_high && range->low > range->high)
		return fail_at(place, node, node->value,
			       "the range ends before it begins; the smaller number comes first");
	return true;
}

static bool read_date_end(const struct pl_node *node, const struct place *place,
			  struct pl_text text, int64_t now, struct pl_period *period, bool *moment)
{
	struct pl_text bad;

	if (pl_date_parse(text, now, period, moment, &bad))
		return true;
	return fail_at(place, node, bad,
		       "this is no date; YYYY, YYYY-MM, YYYY-MM-DD, or words like 2.weeks.ago and "
		       "last.month are");
}

static bool read_date(struct pl_node *node, const struct place *place, int64_t now)
{
	struct pl_text value = node->value, left, right;
	struct pl_period end;
	bool moment;
	size_t dots = 0;

	while (dots + 1 < value.len && (value.ptr[dots] != '.' || value.ptr[dots + 1] != '.'))
		dots++;
	if (dots + 1 >= value.len) {
		if (!read_date_end(node, place, value, now, &node->period, &moment))
			return false;
		if (moment)
			pl_date_day(node->period.from, &node->period);
		return true;
	}
	left = pl_text_slice(value, 0, dots);
	right = pl_text_slice(value, dots + 2, value.len);
	if (!left.len && !right.len)
		return fail_at(place, node, value, "at least one end of the range is wanted");
	node->period = (struct pl_period){0};
	if (left.len) {
		if (!read_date_end(node, place, left, now, &end, &moment))
			return false;
		node->period.has_from = true;
		node->period.from = end.from;
	}
	if (right.len) {
		if (!read_date_end(node, place, right, now, &end, &moment))
			return false;
		node->period.has_to = true;
		node->period.to = end.to;
	}
	if (left.len && right.len && node->period.from > node->period.to)
		return fail_at(place, node, value,
			       "the range ends before it begins; the earlier date comes first");
	return true;
}

static bool read_param(struct pl_node *node, const struct place *place)
{
	const char *equals = memchr(node->value.ptr, '=', node->value.len);
	size_t length;

	if (!equals || equals == node->value.ptr || equals == node->value.ptr + node->value.len - 1)
		return fail_at(place, node, node->value, "param: takes key=value, as in %s",
			       example_of(PL_PREFIX_PARAM));
	length = (size_t)(equals - node->value.ptr);
	node->key = pl_text_slice(node->value, 0, length);
	node->value = pl_text_slice(node->value, length + 1, node->value.len);
	return true;
}

static bool read_name(struct pl_node *node, const struct place *place)
{
	const char *blank = memchr(node->value.ptr, ' ', node->value.len);

	if (blank)
		return fail_at(place, node, (struct pl_text){blank, 1},
			       "the name of a function holds no blank");
	return true;
}

bool pl_term_read(struct pl_node *node, struct pl_text name, size_t value_at, int64_t now,
		  struct pl_query_error *error)
{
	const struct place place = {value_at, error};

	if (!pl_text_trim(node->value).len)
		return fail(error, node->from, node->to,
			    name.len
				? "%.*s: wants a value, as in %s"
				: "%.*sthe quotes hold nothing; words are wanted, as in \"%s\"",
			    (int)name.len, name.len ? name.ptr : "", example_of(node->prefix));
	switch (node->prefix) {
	case PL_PREFIX_COMMIT:
	case PL_PREFIX_CULPRIT:
	case PL_PREFIX_FIX:
		return read_commit(node, &place, name);
	case PL_PREFIX_IS:
		return read_is(node, &place);
	case PL_PREFIX_CHANGE:
	case PL_PREFIX_STDDEV:
	case PL_PREFIX_VALUE:
		return read_range(node, &place);
	case PL_PREFIX_DATE:
	case PL_PREFIX_RECEIVED:
		return read_date(node, &place, now);
	case PL_PREFIX_PARAM:
		return read_param(node, &place);
	case PL_PREFIX_FN:
	case PL_PREFIX_LEAF:
		return read_name(node, &place);
	case PL_PREFIX_MESSAGE_ID:
		if (pl_text_starts(node->value, PL_TEXT("<")) &&
		    pl_text_ends(node->value, PL_TEXT(">")) && node->value.len >= 2)
			node->value = pl_text_slice(node->value, 1, node->value.len - 1);
		if (!pl_text_trim(node->value).len)
			return fail(error, node->from, node->to, "m: wants a value, as in %s",
				    example_of(node->prefix));
		return true;
	case PL_PREFIX_LIST:
	case PL_PREFIX_TEST:
	case PL_PREFIX_MACHINE:
	case PL_PREFIX_SUBSYSTEM:
	case PL_PREFIX_METRIC:
		return true;
	default:
		return read_words(node, &place);
	}
}

bool pl_node_is_row_term(const struct pl_node *node)
{
	if (node->kind != PL_NODE_TERM)
		return false;
	if (node->prefix == PL_PREFIX_IS)
		return node->is == PL_IS_WORSE || node->is == PL_IS_BETTER;
	return node->prefix >= PL_PREFIX_FN;
}

bool pl_node_is_text_term(const struct pl_node *node)
{
	return node->kind == PL_NODE_TERM && node->prefix <= PL_PREFIX_LAST_TEXT;
}
