/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file or standard input: unpacked, looked at, and given to the reader of its kind.
 */
#include "source_reader.h"

#include <fcntl.h>
#include <sys/stat.h>

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

/* Goes on in an mbox that has grown. */
static bool go_on(struct pl_source *source, const char *path, int fd, struct pl_stamp stamp,
		  struct pl_reader **reader_out)
{
	struct pl_mark *mark = pl_source_recall(source, path);
	struct pl_mbox_place place;
	struct pl_window window;
	bool found = mark && !was_edited(mark, stamp) &&
		     pl_mbox_cursor_find(mark, fd, (uint64_t)stamp.size, &place) &&
		     lseek(fd, (off_t)place.cursor.end, SEEK_SET) >= 0;

	pl_mark_free(mark);
	if (!found)
		return false;
	pl_window_init(&window, pl_stream_new(fd), place.cursor.end);
	*reader_out = pl_mbox_reader(source, path, window, stamp, &place);
	return true;
}

static struct pl_stamp stamp_file(int fd, bool *regular_out)
{
	struct pl_stamp stamp = {-1, -1};
	struct stat status;

	*regular_out = fd != STDIN_FILENO && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
	if (*regular_out)
		stamp = pl_stamp_of(&status);
	return stamp;
}

enum pl_status pl_file_reader(struct pl_source *source, const char *path, int fd,
			      enum pl_trust trust, struct pl_reader **reader_out,
			      struct pl_error *error)
{
	struct pl_window window;
	struct pl_text head;
	enum pl_look look;
	enum pl_shape shape = PL_SHAPE_MAIL;
	size_t start;
	enum pl_status status = PL_OK;
	struct pl_mbox_place place = {0};
	bool regular;
	struct pl_stamp stamp = stamp_file(fd, &regular);

	if (regular && trust != PL_TRUST_PLACE && go_on(source, path, fd, stamp, reader_out))
		return PL_OK;
	pl_window_init(&window, pl_stream_new(fd), 0);
	if (regular)
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
		*reader_out = pl_single_reader(source, path, window, stamp, PL_SHAPE_MAIL);
		return PL_OK;
	}
	pl_window_advance(&window, start);
	if (look == PL_LOOK_PAGE && trust != PL_TRUST_PLACE)
		shape = PL_SHAPE_PAGE;
	if (look != PL_LOOK_MBOX) {
		*reader_out = pl_single_reader(source, path, window, stamp, shape);
		return PL_OK;
	}
	place.cursor.masked = pl_separator(pl_text_slice(head, start, head.len), false) == 0;
	pl_tail_add(&place.tail, pl_text_slice(head, 0, start));
	*reader_out = pl_mbox_reader(source, path, window, stamp, &place);
	return PL_OK;
}
