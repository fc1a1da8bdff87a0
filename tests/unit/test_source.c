/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sources: every kind is built in a folder of its own and read back. What was
 * read is compared as text: a mail is `[its bytes]`, with `<cut>` or `<truncated>`
 * behind it; a complaint is `{note: ...}` or `{fatal: ...}`, ROOT standing for the folder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <git2.h>
#include <glib/gstdio.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "source_memory.h"

#define FROM "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
#define MAIL(n) "Subject: " n "\n\nbody " n "\n"

static char *root;

static char *in_root(const char *name)
{
	return g_build_filename(root, name, NULL);
}

/* A time that is past, and later than that of all before. */
static void settle_time(const char *path)
{
	static time_t seconds = 1000000000;
	const struct timespec times[2] = {{.tv_sec = ++seconds}, {.tv_sec = seconds}};

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void settle_time_of(const char *name)
{
	char *path = in_root(name);

	settle_time(path);
	g_free(path);
}

/* Writes a file below the root, and the folders it needs. */
static void put(const char *name, const char *bytes, gssize length)
{
	char *path = in_root(name);
	char *folder = g_path_get_dirname(path);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(path, bytes, length, NULL));
	settle_time(path);
	g_free(folder);
	g_free(path);
}

static void put_text(const char *name, const char *text)
{
	put(name, text, -1);
}

static void append_relative(GString *out, const char *text)
{
	GString *line = g_string_new(text);

	g_string_replace(line, root, "ROOT", 0);
	g_string_append(out, line->str);
	g_string_free(line, TRUE);
}

static void complain(void *context, bool fatal, const char *line)
{
	GString *out = context;

	assert_null(strpbrk(line, "\n\r\033"));
	g_string_append(out, fatal ? "{fatal: " : "{note: ");
	append_relative(out, line);
	g_string_append_c(out, '}');
}

struct reading {
	GString *text;
	GPtrArray *paths; /* of the mails */
	GArray *offsets;
	struct pl_source_counts counts;
};

/* Marks by path: what a database would keep. */
static GHashTable *marks;

static void free_mark(void *mark)
{
	pl_mark_free(mark);
}

static struct pl_mark *copy_mark(const struct pl_mark *mark)
{
	struct pl_mark *copy = g_memdup2(mark, sizeof(*mark));

	copy->path = g_strdup(mark->path);
	copy->cursor = g_strdup(mark->cursor);
	copy->root = g_strdup(mark->root);
	copy->was = g_strdup(mark->was);
	return copy;
}

static struct pl_mark *of_path(void *context, const char *path)
{
	const struct pl_mark *mark = g_hash_table_lookup(context, path);

	return mark ? copy_mark(mark) : NULL;
}

static GPtrArray *of_root(void *context, const char *root_id)
{
	GPtrArray *found = g_ptr_array_new_with_free_func(free_mark);
	GHashTableIter iterator;
	void *mark;

	g_hash_table_iter_init(&iterator, context);
	while (g_hash_table_iter_next(&iterator, NULL, &mark))
		if (g_strcmp0(((struct pl_mark *)mark)->root, root_id) == 0)
			g_ptr_array_add(found, copy_mark(mark));
	return found;
}

static void keep_marks(struct pl_source *source)
{
	GPtrArray *taken = pl_source_take_marks(source);

	for (guint i = 0; taken && i < taken->len; i++) {
		const struct pl_mark *mark = g_ptr_array_index(taken, i);
		const struct pl_mark *old = g_hash_table_lookup(marks, mark->path);

		/* another repository was there, which is somewhere else now */
		if (old && old->root && g_strcmp0(old->root, mark->root) != 0)
			g_hash_table_replace(marks, g_strdup(old->root), copy_mark(old));
		old = mark->was ? g_hash_table_lookup(marks, mark->was) : NULL;
		if (old && g_strcmp0(old->root, mark->root) == 0)
			g_hash_table_remove(marks, mark->was);
		g_hash_table_replace(marks, g_strdup(mark->path), copy_mark(mark));
	}
	if (taken)
		g_ptr_array_unref(taken);
}

static void forget(void)
{
	g_hash_table_remove_all(marks);
}

static void reading_clear(struct reading *reading)
{
	g_string_free(reading->text, TRUE);
	g_ptr_array_unref(reading->paths);
	g_array_unref(reading->offsets);
}

/* Reads path (absolute, or `-`) with a limit on mails (0: the default). known: what was
 * marked before is passed over, and new marks are kept. most: mails that are read before
 * the run is broken off; what is marked by then is kept. */
static struct reading read_some(const char *path, size_t limit, bool known, unsigned most)
{
	struct reading reading = {.text = g_string_new(NULL),
				  .paths = g_ptr_array_new_with_free_func(g_free),
				  .offsets = g_array_new(FALSE, FALSE, sizeof(uint64_t))};
	const struct pl_source_memory memory = {marks, of_path, of_root};
	struct pl_limits limits = pl_limits_default;
	struct pl_source *source;
	struct pl_error error = {0};
	struct pl_item item;

	if (limit)
		limits.mail_bytes = limit;
	if (pl_source_open_known(path, &limits, known ? &memory : NULL, complain, reading.text,
				 &source, &error) != PL_OK) {
		assert_null(source);
		g_string_append(reading.text, "FAILED ");
		append_relative(reading.text, error.message);
		return reading;
	}
	while (reading.paths->len < most && pl_source_next(source, &item) == PL_OK) {
		keep_marks(source);
		g_string_append_printf(reading.text, "[%.*s]%s%s%s%s", (int)item.raw.len,
				       item.raw.ptr, item.shape == PL_SHAPE_PAGE ? "<page>" : "",
				       item.cut ? "<cut>" : "", item.truncated ? "<truncated>" : "",
				       item.again ? "<again>" : "");
		g_ptr_array_add(reading.paths, g_strdup(item.path));
		g_array_append_val(reading.offsets, item.offset);
	}
	if (reading.paths->len < most) {
		assert_int_equal(pl_source_next(source, &item), PL_END);
		keep_marks(source);
	}
	pl_source_counts(source, &reading.counts);
	assert_int_equal(reading.counts.mails, reading.paths->len);
	pl_source_close(source);
	return reading;
}

static struct reading read_all(const char *path, size_t limit)
{
	return read_some(path, limit, false, G_MAXUINT);
}

/* Reads what is new since the last time, and compares. */
static void expect_new(const char *name, const char *expected)
{
	char *path = in_root(name);
	struct reading reading = read_some(path, 0, true, G_MAXUINT);

	assert_string_equal(reading.text->str, expected);
	reading_clear(&reading);
	g_free(path);
}

static void expect_limit(const char *name, size_t limit, const char *expected)
{
	char *path = in_root(name);
	struct reading reading = read_all(path, limit);

	assert_string_equal(reading.text->str, expected);
	reading_clear(&reading);
	g_free(path);
}

static void expect(const char *name, const char *expected)
{
	expect_limit(name, 0, expected);
}

/* The text is the whole of an mbox. */
static void expect_mbox(const char *mbox, const char *expected)
{
	put_text("mbox", mbox);
	expect("mbox", expected);
}

static int set_up(void **state)
{
	(void)state;
	root = g_dir_make_tmp("perflore-XXXXXX", NULL);
	marks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_mark);
	return root ? 0 : -1;
}

static void remove_tree(const char *path)
{
	GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		char *inner = g_build_filename(path, name, NULL);

		remove_tree(inner);
		g_free(inner);
	}
	if (dir)
		g_dir_close(dir);
	g_remove(path);
}

static int tear_down(void **state)
{
	(void)state;
	remove_tree(root);
	g_hash_table_unref(marks);
	g_clear_pointer(&root, g_free);
	return 0;
}

static void test_mbox(void **state)
{
	(void)state;
	expect_mbox(FROM MAIL("1") "\n" FROM MAIL("2") "\n" FROM MAIL("3") "\n",
		    "[" MAIL("1") "][" MAIL("2") "][" MAIL("3") "]");
	/* one line end belongs to the mbox, others to the mail; the last mail may have none */
	expect_mbox(FROM MAIL("1") "\n\n" FROM MAIL("2"), "[" MAIL("1") "\n][" MAIL("2") "]");
	expect_mbox("\n\n" FROM MAIL("1"), "[" MAIL("1") "]");
	expect_mbox(FROM "Subject: a\r\n\r\nb\r\n\r\n" FROM "Subject: c\r\n\r\n",
		    "[Subject: a\r\n\r\nb\r\n][Subject: c\r\n]");
	/* ends in the middle of a mail */
	expect_mbox(FROM MAIL("1") "\n" FROM "Subj", "[" MAIL("1") "\n" FROM "Subj]");
	expect_mbox(FROM MAIL("1") "\n" FROM "Subject: x", "[" MAIL("1") "][Subject: x]");
}

static void test_mbox_offsets(void **state)
{
	char *path = in_root("mbox");
	struct reading reading;

	(void)state;
	put_text("mbox", FROM MAIL("1") "\n" FROM ">From x@y remote\n" MAIL("2"));
	reading = read_all(path, 0);
	assert_string_equal(reading.text->str, "[" MAIL("1") "][" MAIL("2") "]");
	assert_int_equal(g_array_index(reading.offsets, uint64_t, 0), strlen(FROM));
	assert_int_equal(g_array_index(reading.offsets, uint64_t, 1),
			 strlen(FROM MAIL("1") "\n" FROM ">From x@y remote\n"));
	assert_string_equal(g_ptr_array_index(reading.paths, 1), path);
	reading_clear(&reading);
	g_free(path);
}

static void test_mbox_separators(void **state)
{
	static const char *const good[] = {
	    "From a@example.org Thu Jan  1 00:00:00 1970",
	    "From - Tue Mar 12 10:11:12 2024",
	    "From MAILER-DAEMON Fri Jul 8 12:08:34 2011",
	    "From 87e1b5a1c0d34e26b6f4d9a3a4a1b2c3d4e5f601 Mon Sep 17 00:00:00 2001",
	    "From a@example.org Thu Jan  1 00:00:00 1970 +0200",
	    "From a@example.org Thu Jan  1 00:00:00 CEST 1970",
	    "From a@example.org  Thu, 1 Jan 1970 00:00:00 +0000 (UTC)",
	    "From a@example.org Thu Jan  1 9:05 1970 remote from host",
	};
	static const char *const bad[] = {
	    "From here on Thu Jan  1 00:00:00 1970",
	    "From a@example.org",
	    "From a@example.org yesterday",
	    "From a@example.org Thu Jan  1 1970",
	    "From a@example.org Thu Jan  1 00:00:00",
	    "From a at example.org Thu Jan  1 00:00:00 1970",
	    "From Thu Jan  1 00:00:00 1970 to now",
	    "from a@example.org Thu Jan  1 00:00:00 1970",
	    "From a@example.org Thu Jan  1 00:00:00 1970 1971",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		char *mbox = g_strdup_printf(FROM MAIL("1") "\n%s\n" MAIL("2"), good[i]);

		expect_mbox(mbox, "[" MAIL("1") "][" MAIL("2") "]");
		g_free(mbox);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		char *mbox = g_strdup_printf(FROM MAIL("1") "\n%s\n" MAIL("2"), bad[i]);
		char *expected = g_strdup_printf("[" MAIL("1") "\n%s\n" MAIL("2") "]", bad[i]);

		expect_mbox(mbox, expected);
		g_free(expected);
		g_free(mbox);
	}
	/* no blank line before, no header line behind */
	expect_mbox(FROM MAIL("1") FROM MAIL("2"), "[" MAIL("1") FROM MAIL("2") "]");
	expect_mbox(FROM MAIL("1") "\n" FROM "\n" MAIL("2"),
		    "[" MAIL("1") "\n" FROM "\n" MAIL("2") "]");
	expect_mbox(FROM MAIL("1") "\n" FROM "no field\n", "[" MAIL("1") "\n" FROM "no field\n]");
	/* an archive that writes all its addresses so */
	expect_mbox("From a at example.org  Thu Jan  1 00:00:00 1970\n" MAIL(
			"1") "\nFrom b at example.org  Thu Jan  1 00:00:00 1970\n" MAIL("2"),
		    "[" MAIL("1") "][" MAIL("2") "]");
}

static void test_mbox_quoting(void **state)
{
	(void)state;
	expect_mbox(FROM
		    "S: 1\n\n>From a\n>>From b\n> From c\n>from d\nx >From e\n\n" FROM MAIL("2"),
		    "[S: 1\n\nFrom a\n>From b\n> From c\n>from d\nx >From e\n][" MAIL("2") "]");
}

#define BODY ">From kept\n\nFrom x@y Thu Jan  1 00:00:00 1970\nSubject: no mail\n"
#define COUNTED(n, text) "Content-Length: " n "\n\n" text
#define HOLDS                                                                                      \
	"{note: ROOT/mbox: a mail holds lines that look like the beginning of another; its "       \
	"Content-Length says it goes on}"

static void test_mbox_content_length(void **state)
{
	(void)state;
	assert_int_equal(strlen(BODY), 63);
	/* right, with the blank line counted or not, before a mail and at the end */
	expect_mbox(FROM COUNTED("63", BODY) "\n" FROM COUNTED("63", BODY),
		    HOLDS "[" COUNTED("63", BODY) "][" COUNTED("63", BODY) "]");
	expect_mbox(FROM COUNTED("12", ">From kept\n\n") FROM MAIL("2"),
		    "[" COUNTED("12", ">From kept\n\n") "][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("10", ">From kept") "\n\n" FROM MAIL("2"),
		    "[" COUNTED("10", ">From kept") "][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("0", "") "\n" FROM MAIL("2"),
		    "[" COUNTED("0", "") "][" MAIL("2") "]");
	/* wrong: the separators decide, and the quoting is taken off */
	expect_mbox(FROM COUNTED("13", ">From kept") "\n\n" FROM MAIL("2"),
		    "[" COUNTED("13", "From kept") "\n][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("9", ">From kept") "\n\n" FROM MAIL("2"),
		    "[" COUNTED("9", "From kept") "\n][" MAIL("2") "]");
	expect_mbox(FROM COUNTED("99999999999999999999", ">From kept") "\n",
		    "[" COUNTED("99999999999999999999", "From kept") "\n]");
	/* a mail among uncounted ones cannot swallow its neighbour */
	expect_mbox(FROM MAIL("1") "\n" FROM COUNTED("63", BODY) "\n" FROM COUNTED("2", "x\n"),
		    "[" MAIL("1") "][" COUNTED(
			"63", "From kept\n") "][Subject: no mail\n][" COUNTED("2", "x\n") "]");
	expect_mbox(FROM COUNTED("63", BODY) "\n" FROM MAIL("2"),
		    "[" COUNTED("63", "From kept\n") "][Subject: no mail\n][" MAIL("2") "]");
}

static void append(const char *name, const char *text)
{
	char *path = in_root(name);
	FILE *file = fopen(path, "a");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	settle_time(path);
	g_free(path);
}

static void test_mbox_grows(void **state)
{
	char *path = in_root("m");
	GString *long_mail = g_string_new(MAIL("long"));

	(void)state;
	put_text("m", "\n" FROM MAIL("1") "\n" FROM MAIL("2") ">From x\n\n");
	expect_new("m", "[" MAIL("1") "][" MAIL("2") "From x\n]");
	expect_new("m", "");
	append("m", FROM MAIL("3") "\n");
	expect_new("m", "[" MAIL("3") "]");
	/* touched, and no longer than before: it may have been edited in the middle */
	append("m", "");
	expect_new("m", "[" MAIL("1") "][" MAIL("2") "From x\n][" MAIL("3") "]");
	expect_new("m", "");
	/* without a blank line at the end, what follows may belong to the last mail */
	append("m", FROM MAIL("4"));
	expect_new("m", "[" MAIL("4") "]");
	append("m", "\n" FROM MAIL("5"));
	expect_new("m", "[" MAIL("4") "]<again>[" MAIL("5") "]");
	append("m", "the rest\n");
	expect_new("m", "[" MAIL("5") "the rest\n]<again>");
	append("m", "\n\nmore\n\n" FROM MAIL("6") "\n");
	expect_new("m", "[" MAIL("5") "the rest\n\n\nmore\n]<again>[" MAIL("6") "]");
	/* the same length, something else in it */
	put_text("m", FROM MAIL("7") "\n");
	expect_new("m", "[" MAIL("7") "]");
	put_text("m", FROM MAIL("8") "\n");
	expect_new("m", "[" MAIL("8") "]");
	/* the beginning was cut off */
	put_text("m", FROM MAIL("8") "\n" FROM MAIL("9") "\n");
	expect_new("m", "[" MAIL("9") "]");
	put_text("m", FROM MAIL("9") "\n" FROM MAIL("a") "\n" FROM MAIL("b") "\n");
	expect_new("m", "[" MAIL("9") "][" MAIL("a") "][" MAIL("b") "]");
	/* what is hashed lies in the last mail only, and in several */
	for (int i = 0; i < 1000; i++)
		g_string_append(long_mail, "from here to there\n");
	g_string_append(long_mail, "\n");
	append("m", FROM);
	append("m", long_mail->str);
	g_string_truncate(long_mail, long_mail->len - 1);
	g_string_prepend_c(long_mail, '[');
	g_string_append_c(long_mail, ']');
	expect_new("m", long_mail->str);
	append("m", FROM MAIL("c") "\n");
	expect_new("m", "[" MAIL("c") "]");
	g_string_free(long_mail, TRUE);
	g_free(path);
}

/* A mail that was cut for its size leaves no place to go on at, or a right one. */
static void test_mbox_grows_behind_a_large_mail(void **state)
{
	GString *large = g_string_new(FROM "Subject: l\n\n");
	char *path = in_root("m");

	(void)state;
	for (int i = 0; i < 50000; i++)
		g_string_append(large, "all of one kind\n");
	put_text("m", large->str);
	append("m", "\n" FROM MAIL("1") "\n");
	for (int i = 0; i < 2; i++) {
		struct reading reading = read_some(path, 1000, true, G_MAXUINT);

		assert_int_equal(reading.counts.mails, i ? 1 : 2);
		assert_true(g_str_has_suffix(reading.text->str, i ? MAIL("2") "]" : MAIL("1") "]"));
		append("m", FROM MAIL("2") "\n");
		reading_clear(&reading);
	}
	g_string_free(large, TRUE);
	g_free(path);
}

/* Broken off anywhere, the marks that were taken stand for mails before only. */
static void test_marks_never_run_ahead(void **state)
{
	GString *mbox = g_string_new(NULL);
	char *path = in_root("m");

	(void)state;
	for (int i = 0; i < 40; i++) {
		g_string_append_printf(mbox, FROM "Subject: %d\n\n", i);
		for (int line = 0; line < 5000; line++)
			g_string_append(mbox, "a line of forty characters, more or less\n");
		g_string_append_c(mbox, '\n');
	}
	put_text("m", mbox->str);
	for (unsigned most = 1; most <= 40; most += 3) {
		struct reading begun = read_some(path, 0, true, most), rest;
		bool marked = g_hash_table_size(marks) > 0;

		rest = read_some(path, 0, true, G_MAXUINT);
		/* the mail handed out last is read again, and those since the last mark */
		assert_true(rest.counts.mails >= 41 - most);
		assert_true(!marked || rest.counts.mails <= 40);
		assert_true(most < 20 || marked);
		reading_clear(&begun);
		reading_clear(&rest);
		forget();
	}
	g_string_free(mbox, TRUE);
	g_free(path);
}

static void test_limit(void **state)
{
	GString *mbox = g_string_new(FROM MAIL("1") "\n" FROM "Subject: 2\n\n");
	char *huge = g_strnfill(3 << 20, 'x');

	(void)state;
	g_string_append_printf(mbox, "%s\n>From y\n", huge);
	for (int i = 0; i < 300000; i++)
		g_string_append(mbox, "zzz\n");
	g_string_append(mbox, "\n" FROM MAIL("3"));
	put_text("mbox", mbox->str);
	expect_limit("mbox", 20,
		     "[Subject: 1\n\nbody 1\n][Subject: 2\n\nxxxxxxxx]<cut>[" MAIL("3") "]");
	expect_limit("mbox", 5, "[Subje]<cut>[Subje]<cut>[Subje]<cut>");
	put_text("mail", MAIL("1"));
	expect_limit("mail", 18, "[Subject: 1\n\nbody 1]<cut>");
	expect_limit("mail", 19, "[" MAIL("1") "]");
	g_free(huge);
	g_string_free(mbox, TRUE);
}

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

static git_repository *new_repository(const char *name)
{
	git_repository *repository;
	char *path = in_root(name);

	git_libgit2_init();
	assert_int_equal(git_repository_init(&repository, path, true), 0);
	g_free(path);
	return repository;
}

/* A commit whose tree holds text at path (`a` or `ab/c`) and, if keep, what the
 * commit before it held. Returns its id, and the blob's if asked. */
static git_oid add_commit(git_repository *repository, const char *path, const char *text, bool keep,
			  git_oid *blob_out)
{
	git_oid id, blob, tree_id, parent_id;
	git_signature *who;
	git_commit *parent = NULL;
	git_tree *old = NULL, *tree;
	git_tree *empty;
	git_treebuilder *builder;
	git_tree_update update = {GIT_TREE_UPDATE_UPSERT, {{0}}, GIT_FILEMODE_BLOB, path};

	git_treebuilder_new(&builder, repository, NULL);
	git_treebuilder_write(&id, builder);
	git_treebuilder_free(builder);
	git_tree_lookup(&empty, repository, &id);
	git_signature_new(&who, "N", "n@example.org", 0, 0);
	assert_int_equal(git_blob_create_from_buffer(&blob, repository, text, strlen(text)), 0);
	if (git_reference_name_to_id(&parent_id, repository, "HEAD") == 0) {
		git_commit_lookup(&parent, repository, &parent_id);
		git_commit_tree(&old, parent);
	}
	update.id = blob;
	assert_int_equal(
	    git_tree_create_updated(&tree_id, repository, keep && old ? old : empty, 1, &update),
	    0);
	git_tree_lookup(&tree, repository, &tree_id);
	assert_int_equal(git_commit_create(&id, repository, "HEAD", who, who, NULL, "s", tree,
					   parent ? 1 : 0, (const git_commit *[]){parent}),
			 0);
	git_tree_free(tree);
	git_tree_free(old);
	git_tree_free(empty);
	git_commit_free(parent);
	git_signature_free(who);
	if (blob_out)
		*blob_out = blob;
	return id;
}

static void close_repository(git_repository *repository)
{
	git_repository_free(repository);
	git_libgit2_shutdown();
}

static const char *cursor_of(const char *name)
{
	char *path = in_root(name);
	const struct pl_mark *mark = g_hash_table_lookup(marks, path);

	g_free(path);
	return mark ? mark->cursor : NULL;
}

static void test_epoch(void **state)
{
	git_repository *repository = new_repository("e.git");
	char *path = in_root("e.git");
	struct pl_mark *mark;
	git_oid id;

	(void)state;
	expect("e.git", "{note: ROOT/e.git: no commits, no mails}");
	add_commit(repository, "m", MAIL("1"), false, NULL);
	add_commit(repository, "m", MAIL("2"), false, NULL);
	add_commit(repository, "m", MAIL("2"), false, NULL); /* the same delivered again */
	id = add_commit(repository, "m", FROM MAIL("3"), false, NULL);
	expect_new("e.git", "[" MAIL("1") "][" MAIL("2") "][" MAIL("2") "][" MAIL("3") "]");
	assert_string_equal(cursor_of("e.git"), git_oid_tostr_s(&id));
	add_commit(repository, "d", MAIL("1"), false, NULL);
	id = add_commit(repository, "m", MAIL("4"), false, NULL);
	expect_new("e.git/", "[" MAIL("4") "]");
	assert_string_equal(cursor_of("e.git"), git_oid_tostr_s(&id));
	expect_new("e.git", "");
	mark = g_hash_table_lookup(marks, path);
	memset(mark->cursor, '1', GIT_OID_HEXSZ);
	expect_new("e.git",
		   "{note: ROOT/e.git: commit 1111111111111111111111111111111111111111, where "
		   "reading ended before, is no longer in the history: all of it is read again}"
		   "[" MAIL("1") "][" MAIL("2") "][" MAIL("2") "][" MAIL("3") "][" MAIL("4") "]");
	g_free(path);
	close_repository(repository);
}

static void test_epochs(void **state)
{
	static const char *const names[] = {"v2/git/0.git", "v2/git/2.git", "v2/git/10.git"};
	static const char *const mails[] = {MAIL("a"), MAIL("b"), MAIL("c")};
	char *path = in_root("v2");
	struct reading reading;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		git_repository *repository = new_repository(names[i]);

		add_commit(repository, "m", mails[i], false, NULL);
		if (i == 2)
			add_commit(repository, "m", MAIL("d"), false, NULL);
		close_repository(repository);
	}
	reading = read_all(path, 0);
	assert_string_equal(reading.text->str,
			    "[" MAIL("a") "][" MAIL("b") "][" MAIL("c") "][" MAIL("d") "]");
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		char *epoch = in_root(names[i]);

		assert_string_equal(g_ptr_array_index(reading.paths, i), epoch);
		g_free(epoch);
	}
	reading_clear(&reading);
	expect("v2/git", "[" MAIL("a") "][" MAIL("b") "][" MAIL("c") "][" MAIL("d") "]");
	put_text("v2/note.eml", MAIL("not read: the inbox is the repositories"));
	put_text("mixed.eml", MAIL("z"));
	expect(".", "[" MAIL("z") "][" MAIL("a") "][" MAIL("b") "][" MAIL("c") "][" MAIL("d") "]");
	g_free(path);
}

static void rename_in_root(const char *from, const char *to)
{
	char *old = in_root(from), *new = in_root(to);

	assert_int_equal(g_rename(old, new), 0);
	g_free(old);
	g_free(new);
}

/* An epoch is known by its first commit, wherever it lies. */
static void test_moved_epochs(void **state)
{
	git_repository *first = new_repository("v2/git/0.git");
	git_repository *second;

	(void)state;
	add_commit(first, "m", MAIL("a"), false, NULL);
	add_commit(first, "m", MAIL("b"), false, NULL);
	expect_new("v2", "[" MAIL("a") "][" MAIL("b") "]");
	second = new_repository("v2/git/1.git");
	add_commit(second, "m", MAIL("c"), false, NULL);
	expect_new("v2", "[" MAIL("c") "]");
	/* the inbox moves, and a mail comes in */
	add_commit(second, "m", MAIL("d"), false, NULL);
	close_repository(first);
	close_repository(second);
	rename_in_root("v2", "moved");
	expect_new("moved", "[" MAIL("d") "]");
	assert_null(cursor_of("v2/git/0.git"));
	/* epochs change places */
	rename_in_root("moved/git/0.git", "moved/git/2.git");
	rename_in_root("moved/git/1.git", "moved/git/0.git");
	rename_in_root("moved/git/2.git", "moved/git/1.git");
	expect_new("moved", "");
	expect_new("moved", "");
	/* another repository in the place of a known one */
	rename_in_root("moved/git/1.git", "away.git");
	first = new_repository("moved/git/1.git");
	add_commit(first, "m", MAIL("e"), false, NULL);
	close_repository(first);
	expect_new("moved", "[" MAIL("e") "]");
}

static void test_v1(void **state)
{
	git_repository *repository = new_repository("v1");

	(void)state;
	add_commit(repository, "ab/00000000000000000000000000000000000001", MAIL("1"), true, NULL);
	add_commit(repository, "cd/00000000000000000000000000000000000001", MAIL("2"), true, NULL);
	add_commit(repository, "ab/00000000000000000000000000000000000000", MAIL("3"), true, NULL);
	expect_new("v1", "[" MAIL("1") "][" MAIL("2") "][" MAIL("3") "]");
	add_commit(repository, "ab/readme", "x", true, NULL);
	add_commit(repository, "ab/00000000000000000000000000000000000002", MAIL("4"), true, NULL);
	expect_new("v1", "[" MAIL("4") "]");
	/* a mail is taken back: what is left is a tree without it */
	add_commit(repository, "ab/00000000000000000000000000000000000002", MAIL("4"), false, NULL);
	expect_new("v1", "");
	close_repository(repository);
}

/* A loose object of the repository is lost. */
static void lose(const char *name, const git_oid *id)
{
	const char *hex = git_oid_tostr_s(id);
	char *file = g_strdup_printf("%s/%s/objects/%.2s/%s", root, name, hex, hex + 2);

	assert_int_equal(g_remove(file), 0);
	g_free(file);
}

static void test_lost_objects(void **state)
{
	git_repository *repository = new_repository("e.git");
	char *path = in_root("e.git");
	git_oid first, second, blob;
	struct reading reading;

	(void)state;
	first = add_commit(repository, "m", MAIL("1"), false, NULL);
	second = add_commit(repository, "m", MAIL("2"), false, &blob);
	add_commit(repository, "m", MAIL("3"), false, NULL);
	lose("e.git", &blob);
	reading = read_some(path, 0, true, G_MAXUINT);
	assert_non_null(
	    g_strstr_len(reading.text->str, -1, "[" MAIL("1") "]{fatal: ROOT/e.git: blob "));
	assert_true(g_str_has_suffix(reading.text->str, "[" MAIL("3") "]"));
	assert_int_equal(reading.counts.unreadable, 1);
	/* the next run tries again */
	assert_string_equal(cursor_of("e.git"), git_oid_tostr_s(&first));
	reading_clear(&reading);
	forget();
	lose("e.git", &second);
	reading = read_some(path, 0, true, G_MAXUINT);
	assert_non_null(g_strstr_len(reading.text->str, -1, "{fatal: ROOT/e.git: commit "));
	assert_true(g_str_has_suffix(reading.text->str, "[" MAIL("3") "]"));
	assert_int_equal(reading.counts.mails, 1);
	assert_null(cursor_of("e.git"));
	reading_clear(&reading);
	close_repository(repository);
	g_free(path);
}

static void test_other_repository(void **state)
{
	git_repository *repository = new_repository("e.git");

	(void)state;
	add_commit(repository, "README", "x", false, NULL);
	expect("e.git", "FAILED ROOT/e.git: a git repository, but no public-inbox");
	put_text("a", MAIL("a"));
	expect(".", "[" MAIL("a") "]{note: files that are no mail and were skipped: 1}");
	close_repository(repository);
}

int main(void)
{
#define SOURCE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	static const struct CMUnitTest tests[] = {
	    SOURCE_TEST(test_mbox),
	    SOURCE_TEST(test_mbox_offsets),
	    SOURCE_TEST(test_mbox_separators),
	    SOURCE_TEST(test_mbox_quoting),
	    SOURCE_TEST(test_mbox_content_length),
	    SOURCE_TEST(test_mbox_grows),
	    SOURCE_TEST(test_mbox_grows_behind_a_large_mail),
	    SOURCE_TEST(test_marks_never_run_ahead),
	    SOURCE_TEST(test_limit),
	    SOURCE_TEST(test_one_mail),
	    SOURCE_TEST(test_standard_input),
	    SOURCE_TEST(test_packed),
	    SOURCE_TEST(test_maildir),
	    SOURCE_TEST(test_what_is_unchanged_is_not_read),
	    SOURCE_TEST(test_folder),
	    SOURCE_TEST(test_folder_goes_on),
	    SOURCE_TEST(test_folder_depth),
	    SOURCE_TEST(test_epoch),
	    SOURCE_TEST(test_epochs),
	    SOURCE_TEST(test_moved_epochs),
	    SOURCE_TEST(test_v1),
	    SOURCE_TEST(test_lost_objects),
	    SOURCE_TEST(test_other_repository),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
