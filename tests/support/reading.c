/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tree.h"

char *root;

char *in_root(const char *name)
{
	return g_build_filename(root, name, NULL);
}

void settle_time(const char *path)
{
	static time_t seconds = 1000000000;
	const struct timespec times[2] = {{.tv_sec = ++seconds}, {.tv_sec = seconds}};

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

void settle_time_of(const char *name)
{
	char *path = in_root(name);

	settle_time(path);
	g_free(path);
}

void put(const char *name, const char *bytes, gssize length)
{
	char *path = in_root(name);
	char *folder = g_path_get_dirname(path);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(path, bytes, length, NULL));
	settle_time(path);
	g_free(folder);
	g_free(path);
}

void put_text(const char *name, const char *text)
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

GHashTable *marks;

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

void forget(void)
{
	g_hash_table_remove_all(marks);
}

void reading_clear(struct reading *reading)
{
	g_string_free(reading->text, TRUE);
	g_ptr_array_unref(reading->paths);
	g_array_unref(reading->offsets);
}

struct reading read_some(const char *path, size_t limit, bool known, unsigned most)
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
		g_string_append_printf(reading.text, "[%.*s]%s%s%s", (int)item.raw.len,
				       item.raw.ptr, item.shape == PL_SHAPE_PAGE ? "<page>" : "",
				       item.cut ? "<cut>" : "",
				       item.truncated ? "<truncated>" : "");
		if (item.before.len)
			g_string_append_printf(reading.text, "<was %.*s>", (int)item.before.len,
					       item.before.ptr);
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

struct reading read_all(const char *path, size_t limit)
{
	return read_some(path, limit, false, G_MAXUINT);
}

void expect_new(const char *name, const char *expected)
{
	char *path = in_root(name);
	struct reading reading = read_some(path, 0, true, G_MAXUINT);

	assert_string_equal(reading.text->str, expected);
	reading_clear(&reading);
	g_free(path);
}

void expect_limit(const char *name, size_t limit, const char *expected)
{
	char *path = in_root(name);
	struct reading reading = read_all(path, limit);

	assert_string_equal(reading.text->str, expected);
	reading_clear(&reading);
	g_free(path);
}

void expect(const char *name, const char *expected)
{
	expect_limit(name, 0, expected);
}

void expect_mbox(const char *mbox, const char *expected)
{
	put_text("mbox", mbox);
	expect("mbox", expected);
}

int set_up(void **state)
{
	(void)state;
	root = g_dir_make_tmp("perflore-XXXXXX", NULL);
	marks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_mark);
	return root ? 0 : -1;
}

int tear_down(void **state)
{
	(void)state;
	remove_tree(root);
	g_hash_table_unref(marks);
	g_clear_pointer(&root, g_free);
	return 0;
}

void append(const char *name, const char *text)
{
	char *path = in_root(name);
	FILE *file = fopen(path, "a");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	settle_time(path);
	g_free(path);
}
