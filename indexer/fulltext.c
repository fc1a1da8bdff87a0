/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Questions to the text index, table words (FTS5). What FTS5 can answer as one
 * expression it does; the rest, mostly NOT, is worked out on lists of ids.
 */
#include <string.h>

#include "fulltext_write.h"

/* Levels of one expression: FTS5's parser has a stack of bounded depth. */
#define MAX_LEVELS 8

/* A commit id. */
#define MIN_ID 7
#define MAX_ID 40

/* As the tokenizer of table words has it: letters, numbers, private use, _ */
bool pl_fulltext_is_of_word(gunichar c)
{
	switch (g_unichar_type(c)) {
	case G_UNICODE_LOWERCASE_LETTER:
	case G_UNICODE_MODIFIER_LETTER:
	case G_UNICODE_OTHER_LETTER:
	case G_UNICODE_TITLECASE_LETTER:
	case G_UNICODE_UPPERCASE_LETTER:
	case G_UNICODE_DECIMAL_NUMBER:
	case G_UNICODE_LETTER_NUMBER:
	case G_UNICODE_OTHER_NUMBER:
	case G_UNICODE_PRIVATE_USE:
		return true;
	default:
		return c == '_';
	}
}

bool pl_fulltext_has_words(struct pl_text text)
{
	const char *at = text.ptr, *end = text.ptr + text.len;

	while (at < end) {
		gunichar c = g_utf8_get_char_validated(at, end - at);

		if (c == (gunichar)-1 || c == (gunichar)-2)
			return false;
		if (pl_fulltext_is_of_word(c))
			return true;
		at = g_utf8_next_char(at);
	}
	return false;
}

static const char *columns_of(enum pl_text_field field)
{
	switch (field) {
	case PL_FIELD_SUBJECT:
		return "{subject} : ";
	case PL_FIELD_FROM:
		return "{sender} : ";
	case PL_FIELD_TO:
		return "{recipient} : ";
	case PL_FIELD_CC:
		return "{cc} : ";
	case PL_FIELD_ADDRESS:
		return "{sender recipient cc} : ";
	case PL_FIELD_BODY:
		return "{own quoted} : ";
	case PL_FIELD_OWN:
		return "{own} : ";
	case PL_FIELD_QUOTED:
		return "{quoted} : ";
	case PL_FIELD_FILENAME:
		return "{filename} : ";
	case PL_FIELD_DIFF_FILE:
		return "{diff_file} : ";
	case PL_FIELD_ANY:
		break;
	}
	return "";
}

static void add_string(GString *out, struct pl_text text)
{
	g_string_append_c(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, text.ptr[i]);
	}
	g_string_append_c(out, '"');
}

static bool may_be_commit(struct pl_text text)
{
	bool digit = false;

	for (size_t i = 0; i < text.len; i++) {
		if (!g_ascii_isxdigit(text.ptr[i]))
			return false;
		digit |= g_ascii_isdigit(text.ptr[i]);
	}
	return digit && text.len >= MIN_ID && text.len <= MAX_ID;
}

/* Forms that begin with this one, and those that this one begins with. */
static void add_commit(GString *out, struct pl_text id)
{
	g_string_append_c(out, '(');
	add_string(out, id);
	g_string_append(out, " *");
	for (size_t length = MIN_ID; length < id.len; length++) {
		g_string_append(out, " OR ");
		add_string(out, pl_text_slice(id, 0, length));
	}
	g_string_append_c(out, ')');
}

static void add_words(GString *out, const struct pl_text_query *query)
{
	g_string_append(out, columns_of(query->field));
	if (query->op == PL_TEXT_WORDS && may_be_commit(query->text)) {
		add_commit(out, query->text);
		return;
	}
	add_string(out, query->text);
	if (query->op == PL_TEXT_PREFIX)
		g_string_append(out, " *");
}

static bool is_expression(const struct pl_text_query *query, unsigned level);

/* Whether children of AND are expressions, or NOT of one; one at least is no NOT. */
static bool is_conjunction(const struct pl_text_query *query, unsigned level)
{
	bool some = false;

	for (size_t i = 0; i < query->n_children; i++) {
		const struct pl_text_query *child = query->children[i];
		const bool negated = child->op == PL_TEXT_NOT;

		if (!is_expression(negated ? child->children[0] : child, level))
			return false;
		some |= !negated;
	}
	return some;
}

static bool is_expression(const struct pl_text_query *query, unsigned level)
{
	if (level > MAX_LEVELS)
		return false;
	switch (query->op) {
	case PL_TEXT_WORDS:
	case PL_TEXT_PREFIX:
		return true;
	case PL_TEXT_AND:
		return is_conjunction(query, level + 1);
	case PL_TEXT_OR:
		for (size_t i = 0; i < query->n_children; i++)
			if (!is_expression(query->children[i], level + 1))
				return false;
		return query->n_children > 0;
	case PL_TEXT_NOT:
		break;
	}
	return false;
}

static void add_expression(GString *out, const struct pl_text_query *query);

/* Appends the children, those of NOT or the others, joined by operator. */
static size_t add_children(GString *out, const struct pl_text_query *query, bool negated,
			   const char *operator)
{
	size_t n = 0;

	for (size_t i = 0; i < query->n_children; i++) {
		const struct pl_text_query *child = query->children[i];

		if ((child->op == PL_TEXT_NOT) != negated)
			continue;
		if (n++)
			g_string_append(out, operator);
		add_expression(out, negated ? child->children[0] : child);
	}
	return n;
}

static void add_expression(GString *out, const struct pl_text_query *query)
{
	GString *negated;

	switch (query->op) {
	case PL_TEXT_WORDS:
	case PL_TEXT_PREFIX:
		add_words(out, query);
		return;
	case PL_TEXT_OR:
		g_string_append_c(out, '(');
		add_children(out, query, false, " OR ");
		g_string_append_c(out, ')');
		return;
	case PL_TEXT_AND:
		negated = g_string_new(NULL);
		g_string_append(out, "((");
		add_children(out, query, false, " AND ");
		g_string_append_c(out, ')');
		if (add_children(negated, query, true, " OR "))
			g_string_append_printf(out, " NOT (%s)", negated->str);
		g_string_append_c(out, ')');
		g_string_free(negated, TRUE);
		return;
	case PL_TEXT_NOT:
		break;
	}
}

static void collect(struct pl_sql *sql, sqlite3_stmt *statement, GArray *ids)
{
	while (pl_sql_row(sql, statement)) {
		int64_t id = sqlite3_column_int64(statement, 0);

		g_array_append_val(ids, id);
	}
}

/* a and b, both ascending, merged: an id is kept that is in both, in one of them, or in
 * a only. */
static GArray *merge(const GArray *a, const GArray *b, bool both, bool only_a, bool only_b)
{
	GArray *merged = g_array_new(FALSE, FALSE, sizeof(int64_t));
	guint i = 0, k = 0;

	while (i < a->len || k < b->len) {
		const int64_t x = i < a->len ? g_array_index(a, int64_t, i) : INT64_MAX;
		const int64_t y = k < b->len ? g_array_index(b, int64_t, k) : INT64_MAX;
		const int64_t id = MIN(x, y);

		if (x == y ? both : x < y ? only_a : only_b)
			g_array_append_val(merged, id);
		i += x == id;
		k += y == id;
	}
	return merged;
}

static bool asks_text(const struct pl_text_query *query)
{
	bool text = false;

	switch (query->op) {
	case PL_TEXT_WORDS:
	case PL_TEXT_PREFIX:
		return query->field != PL_FIELD_SUBJECT && query->field != PL_FIELD_FROM &&
		       query->field != PL_FIELD_TO && query->field != PL_FIELD_CC &&
		       query->field != PL_FIELD_ADDRESS;
	case PL_TEXT_AND:
	case PL_TEXT_OR:
	case PL_TEXT_NOT:
		break;
	}
	for (size_t i = 0; i < query->n_children; i++)
		text |= asks_text(query->children[i]);
	return text;
}

static GArray *answer(struct pl_sql *sql, const struct pl_text_query *query)
{
	GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	GArray *child, *merged;
	GString *expression;

	if (is_expression(query, 0)) {
		expression = g_string_new(NULL);
		add_expression(expression, query);
		collect(sql,
			pl_sql_bind(sql,
				    "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid",
				    "s", expression->str),
			ids);
		g_string_free(expression, TRUE);
		return ids;
	}
	if (query->op == PL_TEXT_NOT)
		collect(sql, pl_sql_bind(sql, "SELECT id FROM message ORDER BY id", ""), ids);
	for (size_t i = 0; i < query->n_children; i++) {
		child = answer(sql, query->children[i]);
		if (query->op == PL_TEXT_NOT)
			merged = merge(ids, child, false, true, false);
		else if (query->op == PL_TEXT_AND && i)
			merged = merge(ids, child, true, false, false);
		else
			merged = merge(ids, child, true, true, true);
		g_array_free(ids, TRUE);
		g_array_free(child, TRUE);
		ids = merged;
	}
	return ids;
}

enum pl_status pl_fulltext_search(struct pl_store *store, const struct pl_text_query *query,
				  GArray *hits, struct pl_error *error)
{
	struct pl_sql *sql = &store->sql;
	GArray *ids;

	if (pl_text_mode_get(store) == PL_TEXT_MODE_NONE)
		return pl_fail(error, PL_FAILED,
			       "%s: it is kept without a text index; `perflore index --text=all` "
			       "makes one",
			       store->directory);
	store->asked = true;
	store->asked_text |= asks_text(query);
	ids = answer(sql, query);
	if (!sql->failed && ids->len)
		g_array_append_vals(hits, ids->data, ids->len);
	g_array_free(ids, TRUE);
	if (!sql->failed)
		return PL_OK;
	if ((sqlite3_errcode(sql->db) & 0xff) == SQLITE_CORRUPT)
		return pl_fail(error, PL_FAILED,
			       "%s: the text index is damaged; make it again with `perflore check "
			       "--rebuild`",
			       store->directory);
	*error = sql->error;
	return PL_FAILED;
}
