/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Opens a source of whatever kind and hands its mails on. What goes wrong on the
 * way is told to the complaint function in one line and counted.
 */
#include "source_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

/* text in valid UTF-8 without control characters, so that it is one line; caller frees */
static char *printable(const char *text)
{
	char *valid = g_utf8_make_valid(text, -1);
	GString *out = g_string_new(NULL);

	for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		g_string_append_unichar(out, g_unichar_iscntrl(c) ? '?' : c);
	}
	g_free(valid);
	return g_string_free(out, FALSE);
}

static void complain(struct pl_source *source, bool fatal, const char *format, va_list arguments)
{
	char *text;
	char *line;

	if (!source->complain)
		return;
	text = g_strdup_vprintf(format, arguments);
	line = printable(text);
	source->complain(source->context, fatal, line);
	g_free(line);
	g_free(text);
}

void pl_source_note(struct pl_source *source, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	complain(source, false, format, arguments);
	va_end(arguments);
}

void pl_source_unreadable(struct pl_source *source, const char *format, ...)
{
	va_list arguments;

	source->counts.unreadable++;
	va_start(arguments, format);
	complain(source, true, format, arguments);
	va_end(arguments);
}

void pl_source_broken(struct pl_source *source, const char *format, ...)
{
	va_list arguments;

	source->counts.broken++;
	va_start(arguments, format);
	complain(source, true, format, arguments);
	va_end(arguments);
}

static enum pl_status open_path(struct pl_source *source, const char *given, struct pl_error *error)
{
	size_t length = strlen(given);
	enum pl_status found;
	const char *path;
	struct stat status;
	int fd;

	/* a folder is the same one with `/` behind it */
	while (length > 1 && given[length - 1] == '/')
		length--;
	path = g_string_chunk_insert_len(source->paths, given, length);
	if (strcmp(path, "-") == 0)
		return pl_file_reader(source, path, STDIN_FILENO, PL_TRUST_NAMED, &source->reader,
				      error);
	if (stat(path, &status) != 0)
		return pl_fail(error, PL_FAILED, "%s: %s", path, g_strerror(errno));
	if (S_ISDIR(status.st_mode))
		return pl_folder_reader(source, path, &source->reader, error);
	/* the file of a work tree that names its repository */
	if (S_ISREG(status.st_mode) &&
	    (found = pl_git_reader(source, path, &source->reader, error)) != PL_NOTHING)
		return found;
	if (S_ISREG(status.st_mode) && pl_source_unchanged(source, path, &status))
		return PL_END;
	fd = pl_source_open_file(path, true);
	if (fd < 0)
		return pl_fail(error, PL_FAILED, "%s: %s", path, g_strerror(errno));
	return pl_file_reader(source, path, fd, PL_TRUST_NAMED, &source->reader, error);
}

enum pl_status pl_source_open(const char *path, const struct pl_limits *limits,
			      pl_complain_fn complain_fn, void *context,
			      struct pl_source **source_out, struct pl_error *error)
{
	return pl_source_open_known(path, limits, NULL, complain_fn, context, source_out, error);
}

enum pl_status pl_source_open_known(const char *path, const struct pl_limits *limits,
				    const struct pl_source_memory *memory,
				    pl_complain_fn complain_fn, void *context,
				    struct pl_source **source_out, struct pl_error *error)
{
	struct pl_source *source = g_new0(struct pl_source, 1);
	enum pl_status status;

	source->limits = limits ? *limits : pl_limits_default;
	source->complain = complain_fn;
	source->context = context;
	source->paths = g_string_chunk_new(4096);
	if (memory)
		source->memory = *memory;
	status = open_path(source, path, error);
	if (status == PL_END) {
		if (!source->counts.unchanged)
			pl_source_note(source, "%s: empty, no mails", pl_source_name(path));
		status = PL_OK;
	}
	if (status == PL_OK) {
		*source_out = source;
	} else {
		*source_out = NULL;
		pl_source_close(source);
	}
	return status;
}

enum pl_status pl_source_next(struct pl_source *source, struct pl_item *item_out)
{
	enum pl_status status = PL_END;

	if (source->reader && !source->ended)
		status = source->reader->ops->next(source->reader, item_out);
	if (status == PL_OK) {
		source->counts.mails++;
	} else if (!source->ended) {
		source->ended = true;
		if (source->counts.skipped_files)
			pl_source_note(source, "files that are no mail and were skipped: %" PRIu64,
				       source->counts.skipped_files);
	}
	return status;
}

void pl_source_counts(const struct pl_source *source, struct pl_source_counts *counts_out)
{
	*counts_out = source->counts;
}

void pl_source_close(struct pl_source *source)
{
	if (!source)
		return;
	if (source->reader)
		source->reader->ops->close(source->reader);
	if (source->marks)
		g_ptr_array_unref(source->marks);
	g_string_chunk_free(source->paths);
	g_free(source);
}
