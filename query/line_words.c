/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "line_words.h"

#include <string.h>

#include <perflore/lines.h>

#include "functions.h"

/* The first word of a phrase, in small letters, and where it stands next. */
struct first {
	char *word;
	size_t length, next;
};

struct pl_line_words {
	const struct pl_node *query;
	GArray *firsts;
	const char *text;
	GString *folded; /* the text in small letters (ASCII: pl_has_words() knows no others) */
};

static void clear_first(void *data)
{
	g_free(((struct first *)data)->word);
}

static bool is_of_lines(const struct pl_node *term)
{
	return term->prefix == PL_PREFIX_WORD || term->prefix == PL_PREFIX_BODY ||
	       term->prefix == PL_PREFIX_OWN || term->prefix == PL_PREFIX_QUOTED;
}

static void collect(const struct pl_node *node, GArray *firsts)
{
	struct pl_text word;
	struct first first = {0};

	if (node->kind == PL_NODE_NOT)
		return;
	for (size_t i = 0; i < node->n_children; i++)
		collect(node->children[i], firsts);
	if (node->kind != PL_NODE_TERM || !is_of_lines(node))
		return;
	word = pl_first_word(node->value);
	if (!word.len)
		return;
	first.word = g_ascii_strdown(word.ptr, (gssize)word.len);
	first.length = word.len;
	g_array_append_val(firsts, first);
}

struct pl_line_words *pl_line_words_new(const struct pl_node *query)
{
	GArray *firsts = g_array_new(FALSE, FALSE, sizeof(struct first));
	struct pl_line_words *words;

	g_array_set_clear_func(firsts, clear_first);
	if (query)
		collect(query, firsts);
	if (!firsts->len) {
		g_array_free(firsts, TRUE);
		return NULL;
	}
	words = g_new0(struct pl_line_words, 1);
	words->query = query;
	words->firsts = firsts;
	words->folded = g_string_new(NULL);
	return words;
}

void pl_line_words_free(struct pl_line_words *words)
{
	if (!words)
		return;
	g_array_free(words->firsts, TRUE);
	g_string_free(words->folded, TRUE);
	g_free(words);
}

static void find_next(const struct pl_line_words *words, struct first *first, size_t from)
{
	const GString *folded = words->folded;
	const char *found =
	    memmem(folded->str + from, folded->len - from, first->word, first->length);

	first->next = found ? (size_t)(found - folded->str) : folded->len;
}

void pl_line_words_begin(struct pl_line_words *words, const GString *text)
{
	char *folded;

	words->text = text->str;
	g_string_truncate(words->folded, 0);
	g_string_append_len(words->folded, text->str, (gssize)text->len);
	folded = words->folded->str;
	for (size_t i = 0, n = text->len; i < n; i++)
		folded[i] = (char)(folded[i] | ((unsigned char)(folded[i] - 'A') < 26 ? 0x20 : 0));
	for (guint i = 0; i < words->firsts->len; i++)
		find_next(words, &g_array_index(words->firsts, struct first, i), 0);
}

static bool has_term(const struct pl_node *term, struct pl_text line, unsigned depth)
{
	char *word;
	bool found;

	if (!is_of_lines(term) || (term->prefix == PL_PREFIX_OWN && depth) ||
	    (term->prefix == PL_PREFIX_QUOTED && !depth))
		return false;
	if (!term->starred)
		return pl_has_words(line, term->value);
	word = g_strdup_printf("%.*s*", (int)term->value.len, term->value.ptr);
	found = pl_has_words(line, pl_text_of(word));
	g_free(word);
	return found;
}

static bool has_some(const struct pl_node *node, struct pl_text line, unsigned depth)
{
	if (node->kind == PL_NODE_TERM)
		return has_term(node, line, depth);
	if (node->kind == PL_NODE_NOT)
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (has_some(node->children[i], line, depth))
			return true;
	return false;
}

bool pl_line_words_in(struct pl_line_words *words, struct pl_text line)
{
	const size_t from = (size_t)(line.ptr - words->text);
	unsigned depth = 0;
	bool may = false;

	for (guint i = 0; i < words->firsts->len && !may; i++) {
		struct first *first = &g_array_index(words->firsts, struct first, i);

		if (first->next < from)
			find_next(words, first, from);
		may = first->next < from + line.len;
	}
	if (!may)
		return false;
	line = pl_line_unquote(line, &depth);
	return has_some(words->query, line, depth);
}
