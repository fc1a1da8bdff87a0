/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs give one Message-ID to thousands of mails. What another mail of a known id costs does
 * not depend on how many there are: the steps of SQLite's machine are counted, in all
 * connections.
 */
#include "archive.h"

/* Steps from one call of the counter to the next. */
#define STEPS 50

/* Of all connections; the thread that reads the sources has its own. */
static _Atomic uint64_t steps;

static int count(void *context)
{
	(void)context;
	steps++;
	return 0;
}

static int watch_connection(sqlite3 *connection, char **message_out,
			    const struct sqlite3_api_routines *api)
{
	(void)message_out;
	(void)api;
	sqlite3_progress_handler(connection, STEPS, count, NULL);
	return SQLITE_OK;
}

/* How n mails lie, and what their header says. */
struct shape {
	const char *name, *header;
	bool files; /* each in its own: it may have been caught while it was written */
};

static void put_mails(const struct shape *shape, unsigned from, unsigned to)
{
	GString *mbox = g_string_new(NULL);

	for (unsigned i = from; i < to; i++) {
		char *number = g_strdup_printf("%u\n", i);
		char *mail = g_strconcat("From: Dev A <dev.a@example.org>\n"
					 "Date: Wed, 1 Mar 2023 00:00:00 +0000\n",
					 shape->header, "Subject: x\n\n", REPORT_TEXT, number,
					 TABLE_HEAD ROW, NULL);
		char *name = g_strdup_printf("%06u", i);

		if (shape->files)
			put(name, mail);
		else
			g_string_append_printf(
			    mbox, "From x@example.org Thu Jan  1 00:00:00 1970\n%s\n", mail);
		g_free(name);
		g_free(mail);
		g_free(number);
	}
	if (!shape->files)
		put(from ? "second" : "first", mbox->str);
	g_string_free(mbox, TRUE);
}

/* The steps that the mails from one number to another take. */
static uint64_t steps_of(const struct shape *shape, unsigned from, unsigned to)
{
	put_mails(shape, from, to);
	steps = 0;
	assert_int_equal(index_folder("mails", NULL).fresh, to - from);
	return steps;
}

static void another_version_costs_what_the_first_did(void **state)
{
	static const struct shape shapes[] = {
	    {"mbox", "Message-ID: <a@example.org>\n", false},
	    {"files", "Message-ID: <a@example.org>\n", true},
	    {"answers", "Message-ID: <a@example.org>\nIn-Reply-To: <b@example.org>\n", false},
	    {"own", "Message-ID: <a@example.org>\nIn-Reply-To: <a@example.org>\n", false},
	};
	enum { FEW = 200, MANY = 1800 };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
		uint64_t few = steps_of(&shapes[i], 0, FEW);
		uint64_t many = steps_of(&shapes[i], FEW, FEW + MANY);
		assert_answer("SELECT count(DISTINCT version), max(version) FROM message",
			      "2000|1999");
		if (many > few * (MANY / FEW) * 3 / 2)
			fail_msg("%s: %" G_GUINT64_FORMAT " for %d, %" G_GUINT64_FORMAT " for %d",
				 shapes[i].name, few, FEW, many, MANY);
		tear_down(state);
		set_up(state);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    TEST(another_version_costs_what_the_first_did),
	};

	sqlite3_auto_extension((void (*)(void))watch_connection);
	return cmocka_run_group_tests_name("versions", tests, NULL, NULL);
}
