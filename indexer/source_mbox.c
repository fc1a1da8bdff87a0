/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The mbox is read line by line in a window that holds the mail from its first
 * byte on. At the end of a header a Content-Length is believed if at that place
 * in the body the mail ends; such a mail is mboxcl2: its body is taken as it is,
 * whatever its lines look like. In every other mail a separator ends it and one
 * `>` is taken off `>+From ` lines, in place. (In mboxo, where `>From ` was never
 * quoted again, `>>From ` loses one too: the two kinds cannot be told apart.)
 * A length that covers separators is believed only where all mails are counted,
 * and with a note: a single mail must not be able to swallow its neighbours.
 * Past the limit of a mail the window forgets what it has passed.
 */
#include "source_mbox.h"

#include "source_look.h"

enum {
	FORGET_BYTES = 256 * 1024, /* passed bytes are forgotten by so many */
	MARK_BYTES = 1024 * 1024,  /* from one mark to the next */
};

struct mbox {
	struct pl_reader reader;
	const char *path;
	struct pl_window window;
	size_t passed;	 /* the bytes of the mail handed out last, and the blank line behind */
	bool masked;	 /* addresses are written `name at example.org` */
	bool uncounted;	 /* a mail had no right Content-Length */
	bool noted;	 /* that a body holds separators */
	uint64_t before; /* the next mail was read before up to this byte; 0: it was not */
	GString *was;	 /* what it was then */
	bool uncounted_before; /* the mail handed out last */
	uint64_t last;	       /* where its separator begins */
	uint64_t marked;       /* where the last mark stands */
	struct pl_tail tail;
	struct pl_stamp stamp;
};

/* How the mail at the beginning of the window is being passed over. */
struct passage {
	size_t at; /* the line looked at */
	bool header;
	bool blank;   /* the line before was blank */
	bool quoted;  /* there are `>From ` lines */
	bool counted; /* Content-Length proved right */
	bool cut;
	size_t kept; /* bytes of the mail, where cut */
	bool has_length;
	uint64_t length; /* Content-Length */
};

static struct pl_text text_at(const struct mbox *mbox, size_t at)
{
	return (struct pl_text){pl_window_bytes(&mbox->window) + at,
				pl_window_size(&mbox->window) - at};
}

static bool is_quoted_from(struct pl_text line)
{
	size_t marks = 0;

	while (marks < line.len && line.ptr[marks] == '>')
		marks++;
	return marks && pl_text_starts(pl_text_slice(line, marks, line.len), PL_TEXT("From "));
}

static size_t line_end_length(struct pl_text text)
{
	if (pl_text_starts(text, PL_TEXT("\r\n")))
		return 2;
	return pl_text_starts(text, PL_TEXT("\n")) ? 1 : 0;
}

/* text without its last line end, if a blank line ends it */
static struct pl_text without_blank_line(struct pl_text text)
{
	if (pl_text_ends(text, PL_TEXT("\n\r\n")))
		text.len -= 2;
	else if (pl_text_ends(text, PL_TEXT("\n\n")))
		text.len -= 1;
	return text;
}

static void read_content_length(struct passage *passage, struct pl_text line)
{
	static const char field[] = "Content-Length:";
	size_t i = sizeof(field) - 1;
	uint64_t length = 0;
	unsigned digits = 0;

	if (line.len < i || g_ascii_strncasecmp(line.ptr, field, i) != 0)
		return;
	while (i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'))
		i++;
	for (; i < line.len && g_ascii_isdigit(line.ptr[i]) && digits < 18; i++, digits++)
		length = length * 10 + (line.ptr[i] - '0');
	passage->has_length = digits > 0 && digits < 18;
	passage->length = length;
}

/* Whether header, which may be cut, has a Content-Length. */
static bool has_content_length(struct pl_text header)
{
	struct passage passage = {0};

	while (header.len && !passage.has_length) {
		struct pl_text line = pl_first_line(header);

		if (pl_blank_line(line))
			break;
		read_content_length(&passage, line);
		header = pl_text_slice(header, line.len, header.len);
	}
	return passage.has_length;
}

static bool covers_separator(const struct mbox *mbox, struct pl_text body)
{
	const char *end = body.ptr + body.len;
	const char *at = body.ptr;

	if (pl_separator(body, mbox->masked))
		return true;
	while ((at = memmem(at, end - at, "\nFrom ", 6))) {
		struct pl_text before = {body.ptr, at + 1 - body.ptr};

		at++;
		if ((before.len == line_end_length(body) ||
		     without_blank_line(before).len < before.len) &&
		    pl_separator((struct pl_text){at, end - at}, mbox->masked))
			return true;
	}
	return false;
}

/* The header ends at passage->at. If the body is as long as it says, passes over
 * it; *behind_out is then the length of the line ends behind it. */
static bool pass_counted_body(struct mbox *mbox, struct passage *passage, size_t *behind_out)
{
	struct pl_source *source = mbox->reader.source;
	struct pl_text rest;
	size_t end, separator;
	size_t behind = 0;
	bool begins_line;

	if (!passage->has_length || passage->at + passage->length > source->limits.mail_bytes)
		return false;
	end = passage->at + passage->length;
	if (pl_window_fill(&mbox->window, end + PL_LOOK_BYTES) < end)
		return false;
	rest = text_at(mbox, end);
	/* the line end that a body without one was given, and the blank line */
	for (int i = 0; i < 2; i++)
		behind += line_end_length(pl_text_slice(rest, behind, rest.len));
	begins_line =
	    behind || passage->length == 0 || pl_window_bytes(&mbox->window)[end - 1] == '\n';
	rest = pl_text_slice(rest, behind, rest.len);
	separator = begins_line ? pl_separator(rest, mbox->masked) : 0;
	if (rest.len ? separator == 0 : pl_stream_error(mbox->window.stream) != NULL)
		return false;
	if (covers_separator(mbox, pl_text_slice(text_at(mbox, passage->at), 0, passage->length))) {
		if (mbox->uncounted ||
		    (rest.len && !has_content_length(pl_text_slice(rest, separator, rest.len))))
			return false;
		if (!mbox->noted)
			pl_source_note(source,
				       "%s: a mail holds lines that look like the beginning of "
				       "another; its Content-Length says it goes on",
				       pl_source_name(mbox->path));
		mbox->noted = true;
	}
	passage->at = end;
	passage->counted = true;
	*behind_out = behind;
	return true;
}

/* Forgets what lies between the kept part of a mail too large and the byte at. */
static size_t forget(struct mbox *mbox, struct passage *passage, size_t at)
{
	size_t limit = mbox->reader.source->limits.mail_bytes;

	if (at <= limit)
		return at;
	passage->cut = true;
	passage->kept = limit;
	if (at - limit < FORGET_BYTES)
		return at;
	pl_window_remove(&mbox->window, limit, at);
	return limit;
}

/* Moves over the line at passage->at, the whole of which may not be in the window. */
static void pass_line(struct mbox *mbox, struct passage *passage)
{
	size_t at = passage->at;

	for (;;) {
		struct pl_text rest = text_at(mbox, at);
		const char *end = memchr(rest.ptr, '\n', rest.len);

		if (end) {
			passage->at = forget(mbox, passage, at + (end - rest.ptr) + 1);
			return;
		}
		at = forget(mbox, passage, at + rest.len);
		if (pl_window_fill(&mbox->window, at + 1) == at) {
			passage->at = at;
			return;
		}
	}
}

/* Takes one `>` off each `>+From ` line, in place. */
static struct pl_text unquote(char *bytes, size_t size)
{
	size_t to = 0;

	for (size_t at = 0; at < size;) {
		struct pl_text line = pl_first_line((struct pl_text){bytes + at, size - at});

		at += line.len;
		if (is_quoted_from(line)) {
			line.ptr++;
			line.len--;
		}
		memmove(bytes + to, line.ptr, line.len);
		to += line.len;
	}
	return (struct pl_text){bytes, to};
}

/* Whether the file ends with rest, in which the next mail's separator is still being written. It is
 * read when it is there. */
static bool ends_in_separator(struct mbox *mbox, struct pl_text rest)
{
	return rest.len < PL_SEPARATOR_BYTES && mbox->window.ended &&
	       !pl_stream_error(mbox->window.stream) && pl_separator_begins(rest, mbox->masked);
}

/* Passes over the mail; true where a separator follows, false at the end. */
static bool pass_mail(struct mbox *mbox, struct passage *passage, size_t *behind_out)
{
	for (;;) {
		struct pl_text rest, line;

		if (pl_window_fill(&mbox->window, passage->at + PL_SEPARATOR_BYTES) == passage->at)
			return false;
		rest = text_at(mbox, passage->at);
		if (passage->blank && rest.ptr[0] == 'F') {
			if (pl_separator(rest, mbox->masked))
				return true;
			if (ends_in_separator(mbox, rest))
				return false;
		}
		line = pl_text_slice(rest, 0, PL_SEPARATOR_BYTES);
		if (rest.ptr[0] == '>')
			passage->quoted |= is_quoted_from(line);
		passage->blank = line_end_length(rest) > 0;
		if (passage->header && !passage->blank &&
		    (rest.ptr[0] == 'C' || rest.ptr[0] == 'c'))
			read_content_length(passage, line);
		pass_line(mbox, passage);
		if (passage->header && passage->blank) {
			passage->header = false;
			if (pass_counted_body(mbox, passage, behind_out))
				return pl_window_fill(&mbox->window,
						      passage->at + *behind_out + 1) >
				       passage->at + *behind_out;
		}
	}
}

/* Marks that all mails before the window are read; ended: all of the file. */
static void mark(struct mbox *mbox, bool ended)
{
	const struct pl_mbox_cursor cursor = {
	    .end = pl_window_offset(&mbox->window),
	    .last = mbox->last,
	    .masked = mbox->masked,
	    .noted = mbox->noted,
	    .uncounted = mbox->uncounted,
	    .uncounted_before = mbox->uncounted_before,
	};
	bool packed = pl_stream_is_packed(mbox->window.stream);
	struct pl_mark *mark;

	if (!ended && (packed || cursor.end - mbox->marked < MARK_BYTES ||
		       !pl_tail_is_whole(&mbox->tail, cursor.end)))
		return;
	mark = pl_source_mark(mbox->reader.source, mbox->path);
	if (!mark)
		return;
	mbox->marked = cursor.end;
	if (!packed)
		pl_mbox_cursor_mark(&cursor, &mbox->tail, mark);
	if (ended) {
		mark->size = mbox->stamp.size;
		mark->mtime = mbox->stamp.mtime;
	}
}

/* The mail at the beginning of the window as it was when the file ended at mbox->before. */
static struct pl_text read_before(struct mbox *mbox)
{
	const uint64_t offset = pl_window_offset(&mbox->window);
	const size_t size = mbox->before > offset ? mbox->before - offset : 0;
	struct pl_text was = PL_TEXT_NONE;

	if (size && size <= mbox->reader.source->limits.mail_bytes &&
	    pl_window_fill(&mbox->window, size) >= size) {
		was = without_blank_line(pl_text_slice(text_at(mbox, 0), 0, size));
		g_string_truncate(mbox->was, 0);
		g_string_append_len(mbox->was, was.ptr, (gssize)was.len);
		was = unquote(mbox->was->str, mbox->was->len);
	}
	mbox->before = 0;
	return was;
}

static enum pl_status mbox_next(struct pl_reader *reader, struct pl_item *item_out)
{
	struct mbox *mbox = (struct mbox *)reader;
	struct pl_window *window = &mbox->window;
	struct passage passage = {.header = true};
	size_t behind = 0;
	size_t separator;
	const char *error;

	pl_window_advance(window, mbox->passed);
	mbox->passed = 0;
	if (pl_window_fill(window, PL_SEPARATOR_BYTES) == 0 ||
	    ends_in_separator(mbox, text_at(mbox, 0))) {
		error = pl_stream_error(window->stream);
		if (error)
			pl_source_broken(reader->source, "%s: %s", pl_source_name(mbox->path),
					 error);
		else
			mark(mbox, true);
		return PL_END;
	}
	mark(mbox, false);
	mbox->last = pl_window_offset(window);
	mbox->uncounted_before = mbox->uncounted;
	separator = pl_separator(text_at(mbox, 0), mbox->masked);
	pl_tail_add(&mbox->tail, pl_text_slice(text_at(mbox, 0), 0, separator));
	pl_window_advance(window, separator);
	*item_out = (struct pl_item){.shape = PL_SHAPE_MAIL,
				     .path = mbox->path,
				     .offset = pl_window_offset(window),
				     .before = read_before(mbox)};

	bool followed = pass_mail(mbox, &passage, &behind);

	item_out->truncated = !followed && pl_stream_error(window->stream) != NULL;
	item_out->cut = passage.cut;
	item_out->last = !followed && !item_out->truncated && !item_out->cut;
	mbox->uncounted |= !passage.counted;
	item_out->raw =
	    (struct pl_text){pl_window_bytes(window), passage.cut ? passage.kept : passage.at};
	mbox->passed = passage.at + behind;
	/* before marks are taken off in place; of a mail that was cut the middle is gone */
	if (passage.cut)
		mbox->tail.n = 0;
	pl_tail_add(&mbox->tail,
		    pl_text_slice(text_at(mbox, 0), passage.cut ? passage.kept : 0, mbox->passed));
	if (!passage.cut && !passage.counted && !item_out->truncated)
		item_out->raw = without_blank_line(item_out->raw);
	if (passage.quoted && !passage.counted)
		item_out->raw = unquote(pl_window_bytes(window), item_out->raw.len);
	return PL_OK;
}

static void mbox_close(struct pl_reader *reader)
{
	struct mbox *mbox = (struct mbox *)reader;

	pl_window_clear(&mbox->window);
	g_string_free(mbox->was, TRUE);
	g_free(mbox);
}

struct pl_reader *pl_mbox_reader(struct pl_source *source, const char *path,
				 struct pl_window window, struct pl_stamp stamp,
				 const struct pl_mbox_place *place)
{
	static const struct pl_reader_ops ops = {.next = mbox_next, .close = mbox_close};
	struct mbox *mbox = g_new0(struct mbox, 1);

	mbox->reader = (struct pl_reader){&ops, source};
	mbox->path = path;
	mbox->window = window;
	mbox->stamp = stamp;
	mbox->marked = pl_window_offset(&window);
	mbox->masked = place->cursor.masked;
	mbox->noted = place->cursor.noted;
	mbox->uncounted = place->cursor.uncounted;
	mbox->uncounted_before = place->cursor.uncounted_before;
	mbox->last = place->cursor.last;
	mbox->tail = place->tail;
	mbox->before = place->before;
	mbox->was = g_string_new(NULL);
	return &mbox->reader;
}

struct single {
	struct pl_reader reader;
	const char *path;
	struct pl_window window;
	enum pl_shape shape;
	struct pl_stamp stamp;
	int64_t before; /* bytes of the file when it was read last; -1: it was not, or was longer */
	int64_t end;	/* bytes of it now */
	bool given;
};

static void mark_single(const struct single *single)
{
	struct pl_mark *mark = pl_source_mark(single->reader.source, single->path);

	if (!mark)
		return;
	/* A file that grew while it was read has no time that tells anything. */
	mark->size = single->end;
	mark->mtime = mark->size == single->stamp.size ? single->stamp.mtime : -1;
}

/* What there was of the mail when its file was read last, where it has grown since: it may
 * have been caught while it was written. */
static struct pl_text single_before(const struct single *single, struct pl_text raw)
{
	const int64_t start = (int64_t)pl_window_offset(&single->window);

	if (single->before <= start || pl_stream_is_packed(single->window.stream) ||
	    single->before - start >= (int64_t)raw.len)
		return PL_TEXT_NONE;
	return pl_text_slice(raw, 0, (size_t)(single->before - start));
}

static enum pl_status single_next(struct pl_reader *reader, struct pl_item *item_out)
{
	struct single *single = (struct single *)reader;
	struct pl_window *window = &single->window;
	size_t limit = reader->source->limits.mail_bytes;
	const char *error = pl_stream_error(window->stream);

	if (single->given) {
		if (error)
			pl_source_broken(reader->source, "%s: %s", pl_source_name(single->path),
					 error);
		else
			mark_single(single);
		return PL_END;
	}
	single->given = true;
	size_t size = pl_window_fill(window, limit + 1);

	*item_out = (struct pl_item){.raw = {pl_window_bytes(window), MIN(size, limit)},
				     .shape = single->shape,
				     .path = single->path,
				     .offset = pl_window_offset(window),
				     .cut = size > limit};
	single->end = item_out->cut || pl_stream_is_packed(window->stream)
			  ? single->stamp.size
			  : (int64_t)(item_out->offset + size);
	item_out->before = single_before(single, item_out->raw);
	item_out->truncated = !item_out->cut && pl_stream_error(window->stream) != NULL;
	item_out->last = !item_out->cut && !item_out->truncated;
	return PL_OK;
}

static void single_close(struct pl_reader *reader)
{
	struct single *single = (struct single *)reader;

	pl_window_clear(&single->window);
	g_free(single);
}

struct pl_reader *pl_single_reader(struct pl_source *source, const char *path,
				   struct pl_window window, struct pl_stamp stamp, int64_t before,
				   enum pl_shape shape)
{
	static const struct pl_reader_ops ops = {.next = single_next, .close = single_close};
	struct single *single = g_new0(struct single, 1);

	single->before = before;
	single->reader = (struct pl_reader){&ops, source};
	single->path = path;
	single->window = window;
	single->shape = shape;
	single->stamp = stamp;
	return &single->reader;
}
