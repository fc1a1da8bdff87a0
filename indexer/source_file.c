/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file or standard input: unpacked, looked at, and given to the reader of its kind.
 */
#include "source_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source_look.h"
#include "source_mbox.h"

int pl_source_open_file(const char *path, bool wait)
{
	/* a pipe that nobody writes to would hold the open up */
	return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (wait ? 0 : O_NONBLOCK));
}

/* Written to and no longer than before: something in the middle of it is another. */
static bool was_edited(const struct pl_mark *mark, struct pl_stamp stamp)
{
	return mark->mtime >= 0 && mark->size == stamp.size && mark->mtime != stamp.mtime;
}

static bool was_read(const struct pl_mark *mark)
{
	return mark && (mark->cursor || mark->size >= 0);
}

static bool is_good(const struct pl_mark *mark, int fd)
{
	struct pl_mbox_place place;
	struct stat status;
	struct pl_stamp stamp;

	if (!was_read(mark) || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
		return true;
	stamp = pl_stamp_of(&status);
	if (mark->mtime >= 0 && mark->mtime == stamp.mtime && mark->size == stamp.size)
		return true;
	if (!mark->cursor)
		return mark->mtime < 0 && mark->size == stamp.size;
	return !was_edited(mark, stamp) &&
	       pl_mbox_cursor_find(mark, fd, (uint64_t)stamp.size, &place);
}

bool pl_mark_is_good(const struct pl_mark *mark)
{
	const int fd = pl_source_open_file(mark->path, false);
	bool good;

	if (fd < 0)
		return errno != ENOENT && errno != ENOTDIR;
	good = is_good(mark, fd);
	close(fd);
	return good;
}

/* Goes on in an mbox that has grown. */
static bool go_on(struct pl_source *source, const char *path, int fd, struct pl_stamp stamp,
		  const struct pl_mark *mark, struct pl_reader **reader_out)
{
	struct pl_mbox_place place;
	struct pl_window window;

	if (!mark || was_edited(mark, stamp) ||
	    !pl_mbox_cursor_find(mark, fd, (uint64_t)stamp.size, &place) ||
	    lseek(fd, (off_t)place.cursor.end, SEEK_SET) < 0)
		return false;
	pl_window_init(&window, pl_stream_new(fd), place.cursor.end);
	*reader_out = pl_mbox_reader(source, path, window, stamp, &place);
	return true;
}

/* Of what is no regular file there is no size. */
static struct pl_stamp stamp_file(int fd)
{
	struct stat status;

	if (fd == STDIN_FILENO || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
		return (struct pl_stamp){-1, -1};
	return pl_stamp_of(&status);
}

/* Reads the file from its beginning; before: its bytes when it was read last, or -1. */
static enum pl_status begin(struct pl_source *source, const char *path, int fd, enum pl_trust trust,
			    struct pl_stamp stamp, int64_t before, struct pl_reader **reader_out,
			    struct pl_error *error)
{
	struct pl_window window;
	struct pl_text head;
	enum pl_look look;
	enum pl_shape shape = PL_SHAPE_MAIL;
	size_t start;
	enum pl_status status = PL_OK;
	struct pl_mbox_place place = {0};

	pl_window_init(&window, pl_stream_new(fd), 0);
	if (stamp.size >= 0)
		pl_stream_expect(window.stream, (uint64_t)stamp.size);
	head.len = pl_window_fill(&window, PL_LOOK_BYTES);
	head.ptr = pl_window_bytes(&window);
	look = pl_look(head, window.ended, &start);
	const char *fault = window.ended ? pl_stream_error(window.stream) : NULL;

	bool unknown = look == PL_LOOK_TEXT || look == PL_LOOK_BINARY;

	if (fault && (look == PL_LOOK_EMPTY || (unknown && trust == PL_TRUST_LOOKS)))
		status = pl_fail(error, PL_FAILED, "%s: %s", pl_source_name(path), fault);
	else if (look == PL_LOOK_EMPTY)
		status = PL_END;
	else if (unknown && trust == PL_TRUST_LOOKS)
		status = PL_NOTHING;
	else if (trust == PL_TRUST_NAMED && look == PL_LOOK_BINARY)
		status = pl_fail(error, PL_FAILED, "%s: not a mail, mbox or page: it is no text",
				 pl_source_name(path));
	if (status != PL_OK) {
		pl_window_clear(&window);
		return status;
	}
	if (look == PL_LOOK_MBOX && trust == PL_TRUST_PLACE) {
		/* an envelope line left in front of the mail */
		pl_window_advance(&window,
				  start + pl_separator(pl_text_slice(head, start, head.len), true));
		*reader_out = pl_single_reader(source, path, window, stamp, before, PL_SHAPE_MAIL);
		return PL_OK;
	}
	pl_window_advance(&window, start);
	if (look == PL_LOOK_PAGE && trust != PL_TRUST_PLACE)
		shape = PL_SHAPE_PAGE;
	if (look != PL_LOOK_MBOX) {
		*reader_out = pl_single_reader(source, path, window, stamp, before, shape);
		return PL_OK;
	}
	place.cursor.masked = pl_separator(pl_text_slice(head, start, head.len), false) == 0;
	pl_tail_add(&place.tail, pl_text_slice(head, 0, start));
	*reader_out = pl_mbox_reader(source, path, window, stamp, &place);
	return PL_OK;
}

enum pl_status pl_file_reader(struct pl_source *source, const char *path, int fd,
			      enum pl_trust trust, struct pl_reader **reader_out,
			      struct pl_error *error)
{
	const struct pl_stamp stamp = stamp_file(fd);
	struct pl_mark *mark = stamp.size >= 0 ? pl_source_recall(source, path) : NULL;
	enum pl_status status = PL_OK;

	if (trust == PL_TRUST_PLACE || !go_on(source, path, fd, stamp, mark, reader_out)) {
		if (was_read(mark))
			pl_source_mark(source, path)->doubt = true;
		status = begin(source, path, fd, trust, stamp, mark ? mark->size : -1, reader_out,
			       error);
	}
	pl_mark_free(mark);
	return status;
}
