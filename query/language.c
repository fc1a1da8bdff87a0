/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The query language: a recursive descent over the bytes of the query. The values of
 * terms are read in terms.c.
 */
#include "language.h"

#include <stdarg.h>
#include <stdio.h>

#include "terms.h"

struct parser {
	struct pl_arena *arena;
	struct pl_text text;
	size_t at;
	unsigned depth;
	size_t terms;
	int64_t now;
	struct pl_query_error *error;
};

static struct pl_node *fail(struct parser *parser, size_t from, size_t to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static struct pl_node *fail(struct parser *parser, size_t from, size_t to, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pl_query_error_set(parser->error, from, to, format, args);
	va_end(args);
	return NULL;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static void skip_blanks(struct parser *parser)
{
	while (parser->at < parser->text.len && is_blank(parser->text.ptr[parser->at]))
		parser->at++;
}

/* A blank, a parenthesis or the end may stand behind a term. */
static bool at_term_end(const struct parser *parser)
{
	return parser->at == parser->text.len || is_blank(parser->text.ptr[parser->at]) ||
	       parser->text.ptr[parser->at] == ')';
}

static struct pl_node *new_node(struct parser *parser, enum pl_node_kind kind, size_t from)
{
	struct pl_node *node = pl_arena_alloc(parser->arena, sizeof(*node));

	node->kind = kind;
	node->from = from;
	return node;
}

static void add_child(struct parser *parser, struct pl_node *node, struct pl_node *child)
{
	*PL_PUSH(parser->arena, node->children, node->n_children) = child;
	node->to = child->to;
}

/* The operator that stands at the place, as a word of its own. */
static bool at_operator(const struct parser *parser, const char *name)
{
	struct pl_text rest = pl_text_slice(parser->text, parser->at, parser->text.len);
	size_t len = strlen(name);

	return pl_text_starts(rest, pl_text_of(name)) &&
	       (rest.len == len || is_blank(rest.ptr[len]) || rest.ptr[len] == '(' ||
		rest.ptr[len] == ')' || rest.ptr[len] == '"');
}

/* A quoted text, from the opening quote; `""` in it is a quote mark. */
static bool read_quoted(struct parser *parser, struct pl_text *value)
{
	size_t open = parser->at++;
	char *copy = pl_arena_alloc(parser->arena, parser->text.len - open);
	size_t n = 0;

	for (;;) {
		if (parser->at == parser->text.len) {
			fail(parser, open, parser->text.len,
			     "this quote is not closed; a \" is wanted at its end");
			return false;
		}
		if (parser->text.ptr[parser->at] == '"') {
			parser->at++;
			if (parser->at == parser->text.len || parser->text.ptr[parser->at] != '"')
				break;
		}
		copy[n++] = parser->text.ptr[parser->at++];
	}
	*value = (struct pl_text){copy, n};
	if (!at_term_end(parser)) {
		fail(parser, parser->at, parser->at + 1,
		     "a blank is wanted between the closing quote and what follows");
		return false;
	}
	return true;
}

/* A bare text: up to a blank, or a `)` that it did not open. */
static bool read_bare(struct parser *parser, struct pl_text *value)
{
	size_t from = parser->at;
	unsigned open = 0;

	for (; parser->at < parser->text.len; parser->at++) {
		char c = parser->text.ptr[parser->at];

		if (is_blank(c) || (c == ')' && !open))
			break;
		if (c == '(')
			open++;
		else if (c == ')')
			open--;
		else if (c == '"') {
			fail(parser, parser->at, parser->at + 1,
			     "a quote in the middle of a word; a quoted text stands alone or right "
			     "behind a prefix, and \"\" in it is a quote mark");
			return false;
		}
	}
	*value = pl_text_slice(parser->text, from, parser->at);
	return true;
}

/* Bytes of the prefix at the place, without its colon; 0: none. */
static size_t prefix_length(const struct parser *parser)
{
	size_t at = parser->at;

	if (at == parser->text.len || !g_ascii_isalpha(parser->text.ptr[at]))
		return 0;
	while (at < parser->text.len &&
	       (g_ascii_isalnum(parser->text.ptr[at]) || parser->text.ptr[at] == '_' ||
		parser->text.ptr[at] == '-'))
		at++;
	return at < parser->text.len && parser->text.ptr[at] == ':' ? at - parser->at : 0;
}

static struct pl_node *parse_prefixed(struct parser *parser, size_t length)
{
	struct pl_node *node = new_node(parser, PL_NODE_TERM, parser->at);
	struct pl_text name = pl_text_slice(parser->text, parser->at, parser->at + length);
	size_t value_at = parser->at + length + 1;
	bool good;

	if (!pl_prefix_find(name, node->from, value_at, &node->prefix, parser->error))
		return NULL;
	parser->at = value_at;
	node->quoted = parser->at < parser->text.len && parser->text.ptr[parser->at] == '"';
	if (!node->quoted && parser->at < parser->text.len && parser->text.ptr[parser->at] == '(')
		return fail(parser, parser->at, parser->at + 1,
			    "%.*s: takes one value; write (%.*s:a OR %.*s:b)", (int)name.len,
			    name.ptr, (int)name.len, name.ptr, (int)name.len, name.ptr);
	if (node->quoted)
		good = read_quoted(parser, &node->value);
	else
		good = read_bare(parser, &node->value);
	if (!good)
		return NULL;
	node->to = parser->at;
	if (!pl_term_read(node, name, value_at + node->quoted, parser->now, parser->error))
		return NULL;
	return node;
}

/* A bare word has a prefix in it, with something before: `+is:open`, but not `10:30` */
static bool has_prefix_inside(struct pl_text word)
{
	for (size_t at = 1; at < word.len; at++) {
		struct pl_query_error unused;
		enum pl_prefix prefix;
		size_t from = at;

		if (word.ptr[at] != ':')
			continue;
		while (from && g_ascii_isalnum(word.ptr[from - 1]))
			from--;
		while (from < at && g_ascii_isdigit(word.ptr[from]))
			from++;
		if (pl_prefix_find(pl_text_slice(word, from, at), 0, 0, &prefix, &unused))
			return true;
	}
	return false;
}

static struct pl_node *fail_colon(struct parser *parser, const struct pl_node *node)
{
	static const char curly[] = "\xE2\x80"; /* U+2018 to U+201F are quotation marks */
	struct pl_text word = node->value;

	if (word.ptr[0] == '!')
		return fail(parser, node->from, node->from + 1,
			    "a term is left out with - or NOT before it: -%.*s",
			    (int)(word.len - 1), word.ptr + 1);
	if (pl_text_starts(word, pl_text_of(curly)))
		return fail(parser, node->from, node->from + 3,
			    "this is no quotation mark here; text in quotes has a \" at both ends, "
			    "and a term begins with its prefix");
	return fail(parser, node->from, node->to,
		    "a term begins with its prefix, as in is:open; text with a colon is written in "
		    "quotes");
}

static struct pl_node *parse_term(struct parser *parser)
{
	size_t length = prefix_length(parser);
	struct pl_node *node;
	bool good;

	if (++parser->terms > PL_QUERY_MAX_TERMS)
		return fail(parser, parser->at, parser->text.len, "more than %d terms",
			    PL_QUERY_MAX_TERMS);
	if (length)
		return parse_prefixed(parser, length);
	node = new_node(parser, PL_NODE_TERM, parser->at);
	node->prefix = PL_PREFIX_WORD;
	node->quoted = parser->text.ptr[parser->at] == '"';
	good = node->quoted ? read_quoted(parser, &node->value) : read_bare(parser, &node->value);
	if (!good)
		return NULL;
	node->to = parser->at;
	if (!node->quoted && has_prefix_inside(node->value))
		return fail_colon(parser, node);
	if (!pl_term_read(node, PL_TEXT_NONE, node->from + node->quoted, parser->now,
			  parser->error))
		return NULL;
	return node;
}

static struct pl_node *parse_or(struct parser *parser);

static struct pl_node *parse_group(struct parser *parser)
{
	size_t open = parser->at++;
	struct pl_node *node;

	skip_blanks(parser);
	if (parser->at < parser->text.len && parser->text.ptr[parser->at] == ')')
		return fail(parser, open, parser->at + 1, "nothing stands between the parentheses");
	node = parse_or(parser);
	if (!node)
		return NULL;
	skip_blanks(parser);
	if (parser->at == parser->text.len)
		return fail(parser, open, open + 1,
			    "this parenthesis is not closed; a ) is wanted at its end");
	parser->at++;
	if (node->kind != PL_NODE_TERM) {
		node->from = open;
		node->to = parser->at;
	}
	return node;
}

/* `-` in front of a term, as in other search tools; `-5` is text. */
static bool at_minus(const struct parser *parser)
{
	if (parser->at + 1 >= parser->text.len || parser->text.ptr[parser->at] != '-')
		return false;
	return g_ascii_isalpha(parser->text.ptr[parser->at + 1]) ||
	       parser->text.ptr[parser->at + 1] == '"' || parser->text.ptr[parser->at + 1] == '(';
}

static struct pl_node *parse_not(struct parser *parser)
{
	struct pl_node *node, *child;
	size_t from;

	skip_blanks(parser);
	from = parser->at;
	if (parser->at == parser->text.len)
		return fail(parser, from, from, "a term is wanted here");
	if (parser->text.ptr[parser->at] == ')')
		return fail(parser, from, from + 1, "a ) without a ( before it");
	if (at_operator(parser, "AND") || at_operator(parser, "OR"))
		return fail(parser, from, from + (parser->text.ptr[from] == 'A' ? 3 : 2),
			    "a term is wanted before %s; the word itself is written in quotes",
			    parser->text.ptr[from] == 'A' ? "AND" : "OR");
	if (++parser->depth > PL_QUERY_MAX_DEPTH)
		return fail(parser, from, parser->text.len, "nested deeper than %d",
			    PL_QUERY_MAX_DEPTH);
	if (at_operator(parser, "NOT") || at_minus(parser)) {
		parser->at += parser->text.ptr[from] == '-' ? 1 : 3;
		node = new_node(parser, PL_NODE_NOT, from);
		child = parse_not(parser);
		if (child)
			add_child(parser, node, child);
		node = child ? node : NULL;
	} else if (parser->text.ptr[parser->at] == '(') {
		node = parse_group(parser);
	} else {
		node = parse_term(parser);
	}
	parser->depth--;
	return node;
}

static struct pl_node *parse_and(struct parser *parser)
{
	struct pl_node *first = parse_not(parser);
	struct pl_node *node = NULL;

	if (!first)
		return NULL;
	for (;;) {
		struct pl_node *next;

		skip_blanks(parser);
		if (parser->at == parser->text.len || parser->text.ptr[parser->at] == ')' ||
		    at_operator(parser, "OR"))
			return node ? node : first;
		if (at_operator(parser, "AND")) {
			size_t from = parser->at;

			parser->at += 3;
			skip_blanks(parser);
			if (parser->at == parser->text.len || parser->text.ptr[parser->at] == ')')
				return fail(parser, from, from + 3, "a term is wanted behind AND");
		}
		next = parse_not(parser);
		if (!next)
			return NULL;
		if (!node) {
			node = new_node(parser, PL_NODE_AND, first->from);
			add_child(parser, node, first);
		}
		add_child(parser, node, next);
	}
}

static struct pl_node *parse_or(struct parser *parser)
{
	struct pl_node *first = parse_and(parser);
	struct pl_node *node = NULL;

	if (!first)
		return NULL;
	for (;;) {
		struct pl_node *next;
		size_t from;

		skip_blanks(parser);
		from = parser->at;
		if (parser->at == parser->text.len || !at_operator(parser, "OR"))
			return node ? node : first;
		parser->at += 2;
		skip_blanks(parser);
		if (parser->at == parser->text.len || parser->text.ptr[parser->at] == ')')
			return fail(parser, from, from + 2, "a term is wanted behind OR");
		next = parse_and(parser);
		if (!next)
			return NULL;
		if (!node) {
			node = new_node(parser, PL_NODE_OR, first->from);
			add_child(parser, node, first);
		}
		add_child(parser, node, next);
	}
}

enum pl_status pl_language_parse(struct pl_arena *arena, struct pl_text text, int64_t now,
				 struct pl_node **node_out, struct pl_query_error *error)
{
	struct parser parser = {.arena = arena, .text = text, .now = now, .error = error};
	struct pl_node *node;

	if (text.len > PL_QUERY_MAX_BYTES) {
		fail(&parser, PL_QUERY_MAX_BYTES, text.len, "the query is longer than %d bytes",
		     PL_QUERY_MAX_BYTES);
		return PL_USAGE;
	}
	skip_blanks(&parser);
	if (parser.at == text.len) {
		fail(&parser, text.len, text.len,
		     "the query is empty; words, or terms like fn:flush_tlb_func are wanted");
		return PL_USAGE;
	}
	node = parse_or(&parser);
	if (!node)
		return PL_USAGE;
	if (parser.at < text.len) {
		fail(&parser, parser.at, parser.at + 1, "a ) without a ( before it");
		return PL_USAGE;
	}
	*node_out = node;
	return PL_OK;
}
