/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A stream looks at the first bytes of each member to choose the decoder, so
 * that `cat a.gz b.zst` reads as the two texts one after the other. What was
 * unpacked before a fault is always handed out first.
 */
#include "source_stream.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

enum {
	INPUT_BYTES = 64 * 1024,
	MAGIC_BYTES = 6,
	XZ_MEMORY = 100 << 20, /* `xz -9` needs 65 MiB */
};

enum step { STEP_ON, STEP_MEMBER_END, STEP_BAD };

struct codec {
	const char *name;
	bool (*match)(const unsigned char *magic, size_t length);
	bool (*start)(struct pl_stream *stream);
	/* Unpacks from stream->in to out; adds to *done_inout. */
	enum step (*step)(struct pl_stream *stream, char *out, size_t size, size_t *done_inout);
	void (*stop)(struct pl_stream *stream);
};

struct pl_stream {
	int fd;
	uint64_t got, expected;	   /* bytes of the file; expected 0: not known */
	bool ended;		   /* the file is */
	const struct codec *codec; /* NULL: plain, or between members */
	bool looked;
	bool packed;
	bool done;
	char *error;
	unsigned char *in; /* packed bytes; NULL where the file is plain */
	size_t in_pos, in_len;
	union {
		z_stream gzip;
		lzma_stream xz;
		ZSTD_DStream *zstd;
	} state;
};

static bool gzip_match(const unsigned char *magic, size_t length)
{
	return length >= 3 && magic[0] == 0x1f && magic[1] == 0x8b && magic[2] == 8;
}

static bool gzip_start(struct pl_stream *stream)
{
	stream->state.gzip = (z_stream){0};
	return inflateInit2(&stream->state.gzip, 16 + MAX_WBITS) == Z_OK;
}

static enum step gzip_step(struct pl_stream *stream, char *out, size_t size, size_t *done_inout)
{
	z_stream *z = &stream->state.gzip;

	z->next_in = stream->in + stream->in_pos;
	z->avail_in = stream->in_len - stream->in_pos;
	z->next_out = (unsigned char *)out;
	z->avail_out = size;
	int result = inflate(z, Z_NO_FLUSH);
	stream->in_pos = stream->in_len - z->avail_in;
	*done_inout += size - z->avail_out;
	if (result == Z_STREAM_END)
		return STEP_MEMBER_END;
	return result == Z_OK || result == Z_BUF_ERROR ? STEP_ON : STEP_BAD;
}

static void gzip_stop(struct pl_stream *stream)
{
	inflateEnd(&stream->state.gzip);
}

static bool xz_match(const unsigned char *magic, size_t length)
{
	return length >= 6 && memcmp(magic,
				     "\xfd"
				     "7zXZ\0",
				     6) == 0;
}

static bool xz_start(struct pl_stream *stream)
{
	stream->state.xz = (lzma_stream)LZMA_STREAM_INIT;
	return lzma_stream_decoder(&stream->state.xz, XZ_MEMORY, 0) == LZMA_OK;
}

static enum step xz_step(struct pl_stream *stream, char *out, size_t size, size_t *done_inout)
{
	lzma_stream *xz = &stream->state.xz;

	xz->next_in = stream->in + stream->in_pos;
	xz->avail_in = stream->in_len - stream->in_pos;
	xz->next_out = (unsigned char *)out;
	xz->avail_out = size;
	lzma_ret result = lzma_code(xz, LZMA_RUN);
	stream->in_pos = stream->in_len - xz->avail_in;
	*done_inout += size - xz->avail_out;
	if (result == LZMA_STREAM_END)
		return STEP_MEMBER_END;
	return result == LZMA_OK || result == LZMA_BUF_ERROR ? STEP_ON : STEP_BAD;
}

static void xz_stop(struct pl_stream *stream)
{
	lzma_end(&stream->state.xz);
}

/* Also the skippable frames that pzstd writes. */
static bool zstd_match(const unsigned char *magic, size_t length)
{
	return length >= 4 &&
	       (memcmp(magic, "\x28\xb5\x2f\xfd", 4) == 0 ||
		((magic[0] & 0xf0) == 0x50 && memcmp(magic + 1, "\x2a\x4d\x18", 3) == 0));
}

static bool zstd_start(struct pl_stream *stream)
{
	stream->state.zstd = ZSTD_createDStream();
	return stream->state.zstd != NULL;
}

static enum step zstd_step(struct pl_stream *stream, char *out, size_t size, size_t *done_inout)
{
	ZSTD_inBuffer in = {stream->in, stream->in_len, stream->in_pos};
	ZSTD_outBuffer to = {out, size, 0};
	size_t result = ZSTD_decompressStream(stream->state.zstd, &to, &in);

	stream->in_pos = in.pos;
	*done_inout += to.pos;
	if (ZSTD_isError(result))
		return STEP_BAD;
	return result == 0 ? STEP_MEMBER_END : STEP_ON;
}

static void zstd_stop(struct pl_stream *stream)
{
	ZSTD_freeDStream(stream->state.zstd);
}

static const struct codec codecs[] = {
    {"gzip", gzip_match, gzip_start, gzip_step, gzip_stop},
    {"xz", xz_match, xz_start, xz_step, xz_stop},
    {"zstd", zstd_match, zstd_start, zstd_step, zstd_stop},
};

struct pl_stream *pl_stream_new(int fd)
{
	struct pl_stream *stream = g_new0(struct pl_stream, 1);

	stream->fd = fd;
	return stream;
}

void pl_stream_expect(struct pl_stream *stream, uint64_t size)
{
	stream->expected = size;
}

void pl_stream_free(struct pl_stream *stream)
{
	if (!stream)
		return;
	if (stream->codec)
		stream->codec->stop(stream);
	if (stream->fd != STDIN_FILENO)
		close(stream->fd);
	g_free(stream->in);
	g_free(stream->error);
	g_free(stream);
}

const char *pl_stream_error(const struct pl_stream *stream)
{
	return stream->error;
}

bool pl_stream_is_packed(const struct pl_stream *stream)
{
	return stream->packed;
}

static size_t read_file(struct pl_stream *stream, void *buffer, size_t size)
{
	ssize_t got;

	do
		got = read(stream->fd, buffer, size);
	while (got < 0 && errno == EINTR);
	if (got < 0 && !stream->error)
		stream->error = g_strdup(g_strerror(errno));
	if (got <= 0) {
		stream->ended = true;
		return 0;
	}
	stream->got += (uint64_t)got;
	stream->ended = stream->got == stream->expected && (size_t)got < size;
	return got;
}

/* At least want packed bytes in the input buffer, unless the file ends. */
static size_t fill_input(struct pl_stream *stream, size_t want)
{
	size_t left = stream->in_len - stream->in_pos;

	if (left >= want || stream->ended)
		return left;
	memmove(stream->in, stream->in + stream->in_pos, left);
	stream->in_pos = 0;
	stream->in_len = left;
	while (stream->in_len < want && !stream->ended)
		stream->in_len +=
		    read_file(stream, stream->in + stream->in_len, INPUT_BYTES - stream->in_len);
	return stream->in_len;
}

static const struct codec *codec_of(const unsigned char *magic, size_t length)
{
	for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++)
		if (codecs[i].match(magic, length))
			return &codecs[i];
	return NULL;
}

static void start_codec(struct pl_stream *stream, const struct codec *codec)
{
	if (codec->start(stream)) {
		stream->codec = codec;
	} else {
		stream->error = g_strdup_printf("cannot start unpacking %s data", codec->name);
		stream->done = true;
	}
}

/* What follows a packed member: another, zeros that pad the file, or its end. */
static void next_member(struct pl_stream *stream)
{
	const char *name = stream->codec->name;
	const struct codec *codec;
	size_t left;

	stream->codec->stop(stream);
	stream->codec = NULL;
	while (fill_input(stream, 1) && stream->in[stream->in_pos] == 0)
		stream->in_pos++;
	if (stream->in_pos == stream->in_len) {
		stream->done = true;
		return;
	}
	left = fill_input(stream, MAGIC_BYTES);
	codec = codec_of(stream->in + stream->in_pos, left);
	if (codec) {
		start_codec(stream, codec);
	} else {
		stream->error = g_strdup_printf("something else follows the %s data", name);
		stream->done = true;
	}
}

/* The first bytes, to buffer; packed ones go to the input buffer, and 0 is returned. */
static size_t look(struct pl_stream *stream, char *buffer, size_t size)
{
	const size_t most = MIN(size, INPUT_BYTES);
	const struct codec *codec;
	size_t length = 0;

	while (length < MIN(most, MAGIC_BYTES) && !stream->ended)
		length += read_file(stream, buffer + length, most - length);
	stream->looked = true;
	codec = codec_of((const unsigned char *)buffer, length);
	if (!codec)
		return length;
	stream->packed = true;
	stream->in = g_malloc(INPUT_BYTES);
	memcpy(stream->in, buffer, length);
	stream->in_len = length;
	start_codec(stream, codec);
	return 0;
}

static size_t read_packed(struct pl_stream *stream, char *buffer, size_t size)
{
	size_t done = 0;

	while (done == 0 && !stream->done) {
		fill_input(stream, 1);
		size_t before = stream->in_pos;
		const struct codec *codec = stream->codec;
		enum step step = codec->step(stream, buffer, size, &done);

		if (step == STEP_MEMBER_END) {
			next_member(stream);
		} else if (step == STEP_BAD) {
			stream->error = g_strdup_printf("the %s data are damaged", codec->name);
			stream->done = true;
		} else if (done == 0 && stream->in_pos == before &&
			   stream->in_pos == stream->in_len && stream->ended) {
			if (!stream->error)
				stream->error =
				    g_strdup_printf("the %s data are cut off", codec->name);
			stream->done = true;
		} else if (done == 0 && stream->in_pos == before &&
			   stream->in_pos != stream->in_len) {
			stream->error = g_strdup_printf("the %s data are damaged", codec->name);
			stream->done = true;
		}
	}
	return done;
}

size_t pl_stream_read(struct pl_stream *stream, char *buffer, size_t size)
{
	if (size == 0)
		return 0;
	if (!stream->looked) {
		const size_t plain = look(stream, buffer, size);

		if (plain)
			return plain;
	}
	if (stream->done)
		return 0;
	if (stream->codec)
		return read_packed(stream, buffer, size);
	return stream->ended ? 0 : read_file(stream, buffer, size);
}
