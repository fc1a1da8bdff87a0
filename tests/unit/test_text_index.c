/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text index: what is found in which field, and that it can be made again. */
#include "archive.h"

#include "fulltext_write.h"

static char *found(struct pl_store *store, const struct pl_text_query *query)
{
	GArray *hits = g_array_new(FALSE, FALSE, sizeof(int64_t));
	GString *ids = g_string_new(NULL);
	struct pl_error error;

	assert_int_equal(pl_fulltext_search(store, query, hits, &error), PL_OK);
	for (guint i = 0; i < hits->len; i++)
		g_string_append_printf(ids, "%" G_GINT64_FORMAT " ",
				       g_array_index(hits, int64_t, i));
	g_array_free(hits, TRUE);
	return g_string_free(ids, FALSE);
}

static void assert_words(struct pl_store *store, enum pl_text_op op, enum pl_text_field field,
			 const char *text, const char *expected)
{
	const struct pl_text_query query = {op, field, pl_text_of(text), NULL, 0};
	char *ids = found(store, &query);

	assert_string_equal(ids, expected);
	g_free(ids);
}

static void put_text_mails(void)
{
	put_mail("1.eml", "a@example.org", 1,
		 "Subject: flush tlb\nTo: Other <other@example.org>\nCc: third@example.org\n",
		 "I wrote flush_tlb_func in mm/rmap.c\n> quoted words here\n");
	put_mail("2.eml", "b@example.org", 2, "Subject: second\n",
		 "nothing here\n\ndiff --git a/mm/vmscan.c b/mm/vmscan.c\n--- a/mm/vmscan.c\n"
		 "+++ b/mm/vmscan.c\n@@ -1 +1 @@\n-old_thing\n+new_thing\n");
	put_mail("3.eml", "c@example.org", 3, "Subject: third\n", TABLE_HEAD ROW);
}

static void words_are_found_by_field(void **state)
{
	struct pl_store *store;
	struct pl_error error;

	(void)state;
	put_text_mails();
	index_folder("mails", NULL);
	assert_int_equal(pl_store_open(database, &store, &error), PL_OK);
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "Flush_TLB_func", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "flush_tlb", "");
	assert_words(store, PL_TEXT_PREFIX, PL_FIELD_ANY, "flush_tlb", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_SUBJECT, "flush tlb", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_SUBJECT, "tlb flush", "");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "mm/rmap.c", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_QUOTED, "quoted", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_OWN, "quoted", "");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_BODY, "quoted words", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_FROM, "one@example.org", "1 2 3 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_TO, "other", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_CC, "third@example.org", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_CC, "other", "");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ADDRESS, "other@example.org", "1 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_DIFF_FILE, "mm/vmscan.c", "2 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "new_thing", "2 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "vm-scalability.throughput", "3 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "here", "1 2 ");
	assert_false(pl_fulltext_has_words(PL_TEXT("-- /")));
	assert_true(pl_fulltext_has_words(PL_TEXT("a")));
	pl_store_close(store);
}

static void words_are_joined_by_and_or_not(void **state)
{
	const struct pl_text_query here = {PL_TEXT_WORDS, PL_FIELD_ANY, PL_TEXT("here"), NULL, 0};
	const struct pl_text_query second = {PL_TEXT_WORDS, PL_FIELD_SUBJECT, PL_TEXT("second"),
					     NULL, 0};
	const struct pl_text_query none = {PL_TEXT_WORDS, PL_FIELD_ANY, PL_TEXT("nowhere"), NULL,
					   0};
	const struct pl_text_query *both[] = {&here, &second}, *either[] = {&second, &none};
	const struct pl_text_query *negated[] = {&second}, *never[] = {&here, &none};
	const struct {
		struct pl_text_query query;
		const char *expected;
	} cases[] = {
	    {{PL_TEXT_AND, PL_FIELD_ANY, PL_TEXT_NONE, both, 2}, "2 "},
	    {{PL_TEXT_OR, PL_FIELD_ANY, PL_TEXT_NONE, either, 2}, "2 "},
	    {{PL_TEXT_NOT, PL_FIELD_ANY, PL_TEXT_NONE, negated, 1}, "1 3 "},
	    {{PL_TEXT_AND, PL_FIELD_ANY, PL_TEXT_NONE, never, 2}, ""},
	};
	struct pl_store *store;
	struct pl_error error;

	(void)state;
	put_text_mails();
	index_folder("mails", NULL);
	assert_int_equal(pl_store_open(database, &store, &error), PL_OK);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		char *ids = found(store, &cases[i].query);

		assert_string_equal(ids, cases[i].expected);
		g_free(ids);
	}
	pl_store_close(store);
}

static void assert_rebuilt(struct pl_rebuild_counts expected)
{
	struct pl_index_watch watch = {0};
	struct pl_rebuild_counts counts;
	struct pl_error error;
	struct pl_store *store;
	GString *said = g_string_new(NULL);

	assert_int_equal(pl_index_rebuild(database, &watch, &counts, &error), PL_OK);
	assert_memory_equal(&counts, &expected, sizeof(counts));
	assert_int_equal(pl_index_check(database, complain, said, &error), PL_OK);
	assert_null(strstr(said->str, "fatal"));
	g_string_free(said, TRUE);
	assert_int_equal(pl_store_open(database, &store, &error), PL_OK);
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "vm-scalability.throughput", "3 ");
	assert_words(store, PL_TEXT_WORDS, PL_FIELD_ANY, "new_thing", expected.lost ? "" : "2 ");
	pl_store_close(store);
}

/* Takes the leaves of the text index away. */
static void damage_words(void)
{
	sqlite3 *writer;
	char *file = g_build_filename(database, "perflore.db", NULL);

	assert_int_equal(sqlite3_open(file, &writer), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(writer, "DELETE FROM words_data WHERE id > 10", NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(writer);
	g_free(file);
}

static void the_text_index_is_made_again(void **state)
{
	char *mails = g_build_filename(root, "mails", NULL);
	struct pl_error error;
	GString *said = g_string_new(NULL);

	(void)state;
	put_text_mails();
	index_folder("mails", NULL);
	damage_words();
	assert_int_equal(pl_index_check(database, complain, said, &error), PL_NOTHING);
	assert_non_null(strstr(said->str, "check --rebuild"));
	assert_rebuilt((struct pl_rebuild_counts){.from_source = 3});
	remove_tree(mails);
	assert_rebuilt((struct pl_rebuild_counts){.kept = 3});
	damage_words();
	assert_rebuilt((struct pl_rebuild_counts){.from_text = 1, .lost = 2});
	g_string_free(said, TRUE);
	g_free(mails);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(words_are_found_by_field),
	    TEST(words_are_joined_by_and_or_not),
	    TEST(the_text_index_is_made_again),
	};

	return cmocka_run_group_tests_name("text_index", tests, NULL, NULL);
}
