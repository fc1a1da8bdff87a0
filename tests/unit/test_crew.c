/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many bytes of mails are held between a source and the one that stores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <glib.h>
#include <glib/gstdio.h>

#include <perflore/limits.h>

#include "crew.h"

#define HUGE ((size_t)4 << 20)
/* A bundle may be full but for a byte when a mail is added that is as large. */
#define BUNDLES ((size_t)512 << 10)

static void add_mail(GString *mbox, unsigned number, size_t size)
{
	const size_t from = mbox->len;

	g_string_append_printf(mbox,
			       "From a@example.org Mon Jan  2 00:00:00 2023\n"
			       "Message-ID: <%u@example.org>\nSubject: x\n\n",
			       number);
	while (mbox->len - from < size)
		g_string_append(mbox, "word word word word word word word word word word\n");
	g_string_append_c(mbox, '\n');
}

/* Huge mails between small ones: while one is held no other is copied, whatever the number of
 * workers, and all come in order. */
static void test_one_huge_mail_at_a_time(void **state)
{
	GString *mbox = g_string_new(NULL);
	char *path;
	struct pl_crew *crew = pl_crew_new(4);
	const struct pl_crew_mail *mail;
	struct pl_source *source;
	struct pl_error error;
	unsigned n = 0;
	int fd = g_file_open_tmp("perflore-crew-XXXXXX", &path, NULL);

	(void)state;
	assert_true(fd >= 0);
	g_close(fd, NULL);
	for (unsigned i = 0; i < 24; i++)
		add_mail(mbox, i, i % 4 ? 100 : HUGE);
	assert_true(g_file_set_contents(path, mbox->str, (gssize)mbox->len, NULL));
	assert_int_equal(pl_source_open(path, &pl_limits_default, pl_crew_say, crew, &source, &error),
			 PL_OK);
	assert_int_equal(pl_crew_begin(crew, source, true, &error), PL_OK);
	while ((mail = pl_crew_next(crew))) {
		char *id = g_strdup_printf("%u@example.org", n);

		if (!mail->end) {
			assert_string_equal(mail->prepared.message->mail->message_id.ptr, id);
			n++;
		}
		g_free(id);
	}
	pl_crew_end(crew);
	assert_int_equal(n, 24);
	assert_in_range(pl_crew_peak(crew), HUGE, HUGE + BUNDLES);
	pl_source_close(source);
	pl_crew_free(crew);
	g_unlink(path);
	g_free(path);
	g_string_free(mbox, TRUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_one_huge_mail_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
