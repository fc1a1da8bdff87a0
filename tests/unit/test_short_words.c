/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words that are too long are left out, and no others: what is kept of a line is compared with
 * what a table like words makes of the whole line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <sqlite3.h>

#include "embedded_schema.h"
#include "short_words.h"

/* Of 64 bytes, of 65. */
#define LONGEST "abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_abcdefghij"
#define TOO_LONG LONGEST "k"
/* Of 3 bytes each: 63, 66. */
#define CJK_LONGEST "知识讲解案例分析讨论角色演练小组讨论互动交"
#define CJK_TOO_LONG CJK_LONGEST "流"

static void assert_kept(const char *line, const char *expected)
{
	GString *kept = g_string_new(NULL);

	pl_append_short_words(kept, pl_text_of(line));
	assert_string_equal(kept->str, expected);
	assert_true(pl_may_have_long_word(pl_text_of(line)) || !strcmp(line, expected));
	g_string_free(kept, TRUE);
}

static void words_too_long_are_left_out(void **state)
{
	static const char *const marks[] = {" ",  "-",	    "→", "—", "│─",
					    "、", "\u00a0", "…", "“", "└──"};

	(void)state;
	assert_kept("", "");
	assert_kept(LONGEST, LONGEST);
	assert_kept(TOO_LONG, "");
	assert_kept("of " TOO_LONG " too", "of  too");
	assert_kept(CJK_LONGEST, CJK_LONGEST);
	assert_kept(CJK_TOO_LONG, "");
	/* Accents are bytes of the word, whether they stand alone or not. */
	assert_kept("x " LONGEST "é", "x ");
	assert_kept("x " LONGEST "e\u0301 y", "x  y");
	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
		char *line = g_strjoin(marks[i], "", TOO_LONG, LONGEST, CJK_TOO_LONG, CJK_LONGEST,
				       "a", TOO_LONG, NULL);
		char *kept = g_strjoin(marks[i], "", "", LONGEST, "", CJK_LONGEST, "a", "", NULL);

		assert_kept(line, kept);
		g_free(line);
		g_free(kept);
	}
}

static void run(sqlite3 *db, const char *statement)
{
	assert_int_equal(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK);
}

static void put(sqlite3 *db, const char *table, int id, const GString *line)
{
	char *insert = g_strdup_printf("INSERT INTO %s(rowid, own) VALUES (?, ?)", table);
	sqlite3_stmt *statement;

	assert_int_equal(sqlite3_prepare_v2(db, insert, -1, &statement, NULL), SQLITE_OK);
	sqlite3_bind_int(statement, 1, id);
	sqlite3_bind_text(statement, 2, line->str, (int)line->len, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
	sqlite3_finalize(statement);
	g_free(insert);
}

/* The tables words (of whole lines) and kept, as schema.sql makes words. */
static sqlite3 *open_tables(void)
{
	const char *begin = strstr(pl_schema, "CREATE VIRTUAL TABLE words ");
	const char *end = strchr(begin, ';');
	char *make = g_strndup(begin, (gsize)(end - begin));
	char *same = g_strdup_printf("CREATE VIRTUAL TABLE kept %s",
				     make + strlen("CREATE VIRTUAL TABLE words "));
	sqlite3 *db;

	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	run(db, make);
	run(db, same);
	run(db, "CREATE VIRTUAL TABLE words_at USING fts5vocab(words, instance)");
	run(db, "CREATE VIRTUAL TABLE kept_at USING fts5vocab(kept, instance)");
	g_free(make);
	g_free(same);
	return db;
}

/* A character that the index takes as it is, so that its terms are as long as the words. */
static gunichar some_character(GRand *random)
{
	for (;;) {
		static const gunichar ends[] = {0x250, 0x3000, 0x10000, 0x20000, 0x110000};
		gunichar c = (gunichar)g_rand_int_range(
		    random, 0x80, (gint32)ends[g_rand_int_range(random, 0, G_N_ELEMENTS(ends))]);
		gunichar a, b;

		if (g_unichar_validate(c) && !g_unichar_ismark(c) && g_unichar_tolower(c) == c &&
		    g_unichar_totitle(c) == g_unichar_toupper(c) && !g_unichar_decompose(c, &a, &b))
			return c;
	}
}

static void add_piece(GString *line, GRand *random)
{
	static const char *const marks[] = {"→", "—", "│─", "、", "\u00a0", " ", "-", ".", "└──"};
	const int length = g_rand_int_range(random, 1, 30);

	switch (g_rand_int_range(random, 0, 6)) {
	case 0:
	case 1:
		g_string_append(line, marks[g_rand_int_range(random, 0, G_N_ELEMENTS(marks))]);
		break;
	case 2: /* an ideograph's word */
		for (int i = 0; i < length / 2; i++)
			g_string_append_unichar(line,
						(gunichar)g_rand_int_range(random, 0x4e00, 0x9fa5));
		break;
	case 3:
		g_string_append_unichar(line, some_character(random));
		break;
	default:
		for (int i = 0; i < length; i++)
			g_string_append_c(
			    line, "abcdefghijklmnopqrstuvwxyz0123456789_"[g_rand_int_range(random,
											   0, 37)]);
	}
}

static int64_t count(sqlite3 *db, const char *query)
{
	sqlite3_stmt *statement;
	int64_t n;

	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	n = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return n;
}

/* Words and their order, without those that are too long, whose places close up. */
#define SHORT_ONES                                                                                 \
	"SELECT doc, term, row_number() OVER (PARTITION BY doc ORDER BY offset) FROM words_at "    \
	"WHERE length(CAST(term AS BLOB)) <= 64"
#define KEPT_ONES "SELECT doc, term, offset + 1 FROM kept_at"

static void all_others_are_kept(void **state)
{
	GRand *random = g_rand_new_with_seed(8);
	sqlite3 *db = open_tables();

	(void)state;
	run(db, "BEGIN");
	for (int i = 1; i <= 5000; i++) {
		GString *line = g_string_new(NULL), *kept = g_string_new(NULL);

		for (int k = g_rand_int_range(random, 1, 30); k > 0; k--)
			add_piece(line, random);
		pl_append_short_words(kept, (struct pl_text){line->str, line->len});
		assert_true(pl_may_have_long_word((struct pl_text){line->str, line->len}) ||
			    !strcmp(line->str, kept->str));
		put(db, "words", i, line);
		put(db, "kept", i, kept);
		g_string_free(line, TRUE);
		g_string_free(kept, TRUE);
	}
	run(db, "COMMIT");
	assert_int_equal(count(db, "SELECT count(*) FROM (" SHORT_ONES " EXCEPT " KEPT_ONES ")"),
			 0);
	assert_int_equal(count(db, "SELECT count(*) FROM (" KEPT_ONES " EXCEPT " SHORT_ONES ")"),
			 0);
	/* Both kinds are there. */
	assert_true(count(db, "SELECT count(*) FROM kept_at") > 10000);
	assert_true(
	    count(db, "SELECT count(*) FROM words_at WHERE length(CAST(term AS BLOB)) > 64") >
	    1000);
	sqlite3_close(db);
	g_rand_free(random);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(words_too_long_are_left_out),
	    cmocka_unit_test(all_others_are_kept),
	};

	return cmocka_run_group_tests_name("short_words", tests, NULL, NULL);
}
