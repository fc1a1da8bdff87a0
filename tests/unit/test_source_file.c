/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that are one mail, standard input, what is packed, and folders. */
#include "reading.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static void test_one_mail(void **state)
{
	static const char binary[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
	static const char nul[] = "Subject: n\n\na\0b\n";
	struct reading reading;
	char *path = in_root("nul");

	(void)state;
	put_text("mail", "X-First: 1\nSubject: 1\n\nbody\n\n");
	expect("mail", "[X-First: 1\nSubject: 1\n\nbody\n\n]");
	put_text("bom", "\xef\xbb\xbf" MAIL("1"));
	expect("bom", "[" MAIL("1") "]");
	put_text("page", "A title\n\n[A Name <a@example.org>]\n\nbody\n");
	expect("page", "[A title\n\n[A Name <a@example.org>]\n\nbody\n]<page>");
	put_text("text", "just text\n");
	expect("text", "[just text\n]");
	put("binary", binary, sizeof(binary));
	expect("binary", "FAILED ROOT/binary: not a mail, mbox or page: it is no text");
	put_text("empty", "");
	expect("empty", "{note: ROOT/empty: empty, no mails}");
	put_text("blank", "\n \n\n");
	expect("blank", "{note: ROOT/blank: empty, no mails}");
	expect("missing\n\033", "FAILED ROOT/missing??: No such file or directory");
	put("nul", nul, sizeof(nul) - 1);
	reading = read_all(path, 0);
	assert_int_equal(reading.counts.mails, 1);
	reading_clear(&reading);
	g_free(path);
}

static void test_standard_input(void **state)
{
	char *path = in_root("mbox");
	struct reading reading;
	int saved = dup(STDIN_FILENO);
	int fd;

	(void)state;
	put_text("mbox", FROM MAIL("1") "\n" FROM MAIL("2"));
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0 && saved >= 0);
	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	reading = read_all("-", 0);
	assert_string_equal(reading.text->str, "[" MAIL("1") "][" MAIL("2") "]");
	assert_string_equal(g_ptr_array_index(reading.paths, 0), "-");
	reading_clear(&reading);
	dup2(saved, STDIN_FILENO);
	close(saved);
	close(fd);
	g_free(path);
}

static GByteArray *packed(char kind, const char *text)
{
	GByteArray *out = g_byte_array_new();
	size_t length = strlen(text);
	size_t position = 0;

	g_byte_array_set_size(out, length + 1024);
	if (kind == 'g') {
		z_stream z = {.next_in = (Bytef *)text,
			      .avail_in = length,
			      .next_out = out->data,
			      .avail_out = out->len};

		deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
		assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
		position = z.total_out;
		deflateEnd(&z);
	} else if (kind == 'x') {
		assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, NULL,
							 (const uint8_t *)text, length, out->data,
							 &position, out->len),
				 LZMA_OK);
	} else {
		position = ZSTD_compress(out->data, out->len, text, length, 1);
		assert_false(ZSTD_isError(position));
	}
	g_byte_array_set_size(out, position);
	return out;
}

/* Two members of these kinds, the mbox parted in the middle of a line. */
static GByteArray *packed_pair(const char *kinds)
{
	GByteArray *first = packed(kinds[0], FROM "Subject: 1\n\nbo");
	GByteArray *second = packed(kinds[1], "dy 1\n\n" FROM MAIL("2"));

	g_byte_array_append(first, second->data, second->len);
	g_byte_array_unref(second);
	return first;
}

static void test_packed(void **state)
{
	static const char *const pairs[] = {"gg", "xx", "zz", "gz", "zx", "xg"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
		GByteArray *bytes = packed_pair(pairs[i]);
		static const guint8 zeros[8];
		char *expected;

		put("packed", (char *)bytes->data, bytes->len);
		expect("packed", "[" MAIL("1") "][" MAIL("2") "]");
		/* every file cut short says so, and gives what it held */
		for (guint length = 6; length < bytes->len; length++) {
			struct reading reading;
			char *path = in_root("packed");

			put("packed", (char *)bytes->data, length);
			reading = read_all(path, 0);
			if (strstr(reading.text->str, "FAILED"))
				assert_true(reading.counts.mails == 0);
			else if (reading.counts.broken == 0) /* cut between the members */
				assert_string_equal(reading.text->str, "[Subject: 1\n\nbo]");
			else
				assert_true(reading.counts.broken == 1 &&
					    strstr(reading.text->str, "<truncated>{fatal: "));
			reading_clear(&reading);
			g_free(path);
		}
		g_byte_array_append(bytes, zeros, sizeof(zeros));
		put("packed", (char *)bytes->data, bytes->len);
		expect_new("packed", "[" MAIL("1") "][" MAIL("2") "]");
		expect_new("packed", "");
		settle_time_of("packed");
		expect_new("packed", "[" MAIL("1") "][" MAIL("2") "]");
		g_byte_array_append(bytes, (const guint8 *)"x", 1);
		put("packed", (char *)bytes->data, bytes->len);
		expected = g_strdup_printf(
		    "[" MAIL("1") "][" MAIL("2") "]<truncated>{fatal: "
						 "ROOT/packed: something else follows the %s data}",
		    pairs[i][1] == 'g'	 ? "gzip"
		    : pairs[i][1] == 'x' ? "xz"
					 : "zstd");
		for (int again = 0; again < 2; again++)
			expect_new("packed", expected);
		g_free(expected);
		g_byte_array_unref(bytes);
	}
}

static void test_maildir(void **state)
{
	(void)state;
	put_text("md/new/9", MAIL("new"));
	put_text("md/cur/2:2,S", MAIL("cur 2"));
	put_text("md/cur/10:2,", MAIL("cur 10"));
	put_text("md/cur/3:2,", FROM MAIL("3") "\n" FROM MAIL("inside"));
	put_text("md/cur/4:2,", "no header at all");
	put_text("md/tmp/5", MAIL("tmp"));
	put_text("md/.hidden/x", MAIL("hidden"));
	put_text("md/.Sub/cur/1", MAIL("sub"));
	put_text("md/.Sub/new/.x", "");
	put_text("md/dovecot-uidlist", "3 V1\n");
	expect("md",
	       "[" MAIL("sub") "][" MAIL("cur 10") "][" MAIL("cur 2") "][" MAIL("3") "\n" FROM MAIL(
		   "inside") "][no header at all][" MAIL("new") "]{note: files that are no mail "
								"and were skipped: 1}");
	put_text("none/cur/.x", "");
	put_text("none/new/.x", "");
	expect("none", "{note: ROOT/none: empty, no mails}");
}

static void test_what_is_unchanged_is_not_read(void **state)
{
	char *box = in_root("box/cur"), *new = in_root("box/new");
	const struct timespec ahead[2] = {{.tv_sec = 4102444800}, {.tv_sec = 4102444800}};
	struct reading reading;
	char *path;

	(void)state;
	put_text("box/cur/1:2,S", MAIL("1"));
	put_text("box/new/2", MAIL("2"));
	put_text("plain/a.eml", MAIL("a"));
	put_text("plain/b.mbox", FROM MAIL("b"));
	settle_time(box);
	settle_time(new);
	expect_new(".", "[" MAIL("1") "][" MAIL("2") "][" MAIL("a") "][" MAIL("b") "]");
	path = in_root(".");
	reading = read_some(path, 0, true, G_MAXUINT);
	assert_string_equal(reading.text->str, "");
	assert_int_equal(reading.counts.unchanged, 4); /* two folders, two files */
	reading_clear(&reading);
	put_text("box/cur/3", MAIL("3"));
	settle_time(box);
	put_text("plain/a.eml", MAIL("c"));
	expect_new("box", "[" MAIL("3") "]");
	expect_new("plain", "[" MAIL("c") "]");
	/* a time that is not past may be that of two contents */
	put_text("plain/a.eml", MAIL("d"));
	g_free(path);
	path = in_root("plain/a.eml");
	assert_int_equal(utimensat(AT_FDCWD, path, ahead, 0), 0);
	for (int i = 0; i < 2; i++)
		expect_new("plain/a.eml", "[" MAIL("d") "]");
	g_free(path);
	g_free(box);
	g_free(new);
}

static void test_folder(void **state)
{
	char *path = in_root("f/pipe");
	char *link = in_root("f/loop");
	char *self = in_root("f/self");

	(void)state;
	put_text("f/.mh_sequences", "cur: 2\n");
	put_text("f/1", MAIL("one"));
	put_text("f/10", "headerless");
	put_text("f/2", MAIL("two"));
	put_text("f/a.json", "{}\n");
	put_text("f/b.txt", "T\n\n[N <n@example.org>]\n\nx\n");
	put_text("f/c.txt", "no page\n");
	put_text("f/d/deep/x.eml", MAIL("deep"));
	put_text("f/e.mbox", FROM MAIL("3") "\n" FROM MAIL("4"));
	put_text("f/empty", "");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(symlink("..", link), 0);
	assert_int_equal(symlink("self", self), 0);
	expect("f/", "[" MAIL("one") "][headerless][" MAIL(
			 "two") "][T\n\n[N "
				"<n@example.org>]\n\nx\n]<page>"
				"[" MAIL("deep") "][" MAIL("3") "][" MAIL("4") "]{note: "
									       "files that "
									       "are no "
									       "mail and "
									       "were "
									       "skipped: "
									       "5}");
	put_text("g/a.json", "{}\n");
	expect("g", "FAILED ROOT/g: no mails in this folder");
	g_free(path);
	g_free(link);
	g_free(self);
}

static void test_folder_goes_on(void **state)
{
	GByteArray *bytes = packed('g', FROM MAIL("1"));

	(void)state;
	put("f/a.gz", (char *)bytes->data, 12);
	put("f/b.gz", (char *)bytes->data, bytes->len - 4);
	put_text("f/c", MAIL("c"));
	expect(
	    "f",
	    "{fatal: ROOT/f/a.gz: the gzip data are cut off}[" MAIL(
		"1") "]<truncated>{fatal: ROOT/f/b.gz: the gzip data are cut off}[" MAIL("c") "]");
	g_byte_array_unref(bytes);
}

static void test_folder_depth(void **state)
{
	GString *name = g_string_new("deep");

	(void)state;
	put_text("deep/a", MAIL("a"));
	for (int i = 0; i < 120; i++)
		g_string_append(name, "/d");
	g_string_append(name, "/z");
	put_text(name->str, MAIL("z"));
	char *path = in_root("deep");
	struct reading reading = read_all(path, 0);

	assert_int_equal(reading.counts.mails, 1);
	assert_int_equal(reading.counts.broken, 1);
	reading_clear(&reading);
	g_free(path);
	g_string_free(name, TRUE);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    SOURCE_TEST(test_one_mail),
	    SOURCE_TEST(test_standard_input),
	    SOURCE_TEST(test_packed),
	    SOURCE_TEST(test_maildir),
	    SOURCE_TEST(test_what_is_unchanged_is_not_read),
	    SOURCE_TEST(test_folder),
	    SOURCE_TEST(test_folder_goes_on),
	    SOURCE_TEST(test_folder_depth),
	};

	return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
