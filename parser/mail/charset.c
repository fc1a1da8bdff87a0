/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdint.h>

#define REPLACEMENT "\xEF\xBF\xBD"

static bool label_is(struct pl_text label, const char *name)
{
	return label.len == strlen(name) && g_ascii_strncasecmp(label.ptr, name, label.len) == 0;
}

static bool label_starts(struct pl_text label, const char *prefix)
{
	size_t n = strlen(prefix);

	return label.len >= n && g_ascii_strncasecmp(label.ptr, prefix, n) == 0;
}

/* The first byte above 0x7F; bytes.len: there is none. */
static size_t first_high(struct pl_text bytes)
{
	size_t i = 0;

	for (uint64_t word; i + sizeof(word) <= bytes.len; i += sizeof(word)) {
		memcpy(&word, bytes.ptr + i, sizeof(word));
		if (word & UINT64_C(0x8080808080808080))
			break;
	}
	while (i < bytes.len && !(bytes.ptr[i] & 0x80))
		i++;
	return i;
}

bool pl_utf8_valid(struct pl_text bytes)
{
	size_t at = first_high(bytes);

	while (at < bytes.len) {
		const char *nul = memchr(bytes.ptr + at, '\0', bytes.len - at);
		size_t end = nul ? (size_t)(nul - bytes.ptr) : bytes.len;

		if (!g_utf8_validate_len(bytes.ptr + at, end - at, NULL))
			return false;
		at = end + 1;
	}
	return true;
}

struct pl_text pl_utf8_cut(struct pl_text text, size_t len)
{
	while (len && len < text.len && ((unsigned char)text.ptr[len] & 0xC0) == 0x80)
		len--;
	return pl_text_slice(text, 0, len);
}

/* ISO 8859-1, or windows-1252 where windows says so: one byte is one character. */
static struct pl_text from_single_byte(struct pl_text bytes, bool windows, char **buffer_out)
{
	/* 0x80 to 0x9F; 0: undefined */
	static const gunichar high[32] = {
	    0x20AC, 0,	    0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
	    0x2039, 0x0152, 0,	    0x017D, 0,	    0,	    0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
	    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,	    0x017E, 0x0178,
	};
	size_t n = 0;
	char *out;

	for (size_t i = 0; i < bytes.len; i++)
		n += bytes.ptr[i] & 0x80 ? 3 : 1;
	out = *buffer_out = g_malloc(n + 1);
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.ptr[i];
		gunichar character = c;

		if (c < 0x80) {
			*out++ = (char)c;
			continue;
		}
		if (windows && c < 0xA0)
			character = high[c - 0x80] ? high[c - 0x80] : 0xFFFD;
		out += g_unichar_to_utf8(character, out);
	}
	return (struct pl_text){*buffer_out, (size_t)(out - *buffer_out)};
}

/* By length, and all or nothing: false where a byte does not convert. */
static bool from_iconv(struct pl_text bytes, const char *charset, char **buffer_out,
		       struct pl_text *text_out)
{
	iconv_t convert = iconv_open("UTF-8", charset);
	char *in = (char *)bytes.ptr;
	size_t in_left = bytes.len, room = bytes.len + bytes.len / 2 + 64, out_left = room, done;
	char *buffer, *out;
	bool flushing = false;

	if (convert == (iconv_t)-1)
		return false;
	buffer = out = g_malloc(room);
	for (;;) {
		size_t rc = flushing ? iconv(convert, NULL, NULL, &out, &out_left)
				     : iconv(convert, &in, &in_left, &out, &out_left);

		if (rc != (size_t)-1) {
			if (flushing)
				break;
			flushing = true;
			continue;
		}
		if (errno != E2BIG)
			break;
		done = (size_t)(out - buffer);
		out_left += room;
		room *= 2;
		buffer = g_realloc(buffer, room);
		out = buffer + done;
	}
	iconv_close(convert);
	*text_out = (struct pl_text){buffer, (size_t)(out - buffer)};
	if (!flushing || in_left || !pl_utf8_valid(*text_out)) {
		g_free(buffer);
		return false;
	}
	*buffer_out = buffer;
	return true;
}

/* HZ (RFC 1843), which iconv of the C library lacks: GB 2312 in seven bits
 * between ~{ and ~}. */
static bool from_hz(struct pl_text bytes, char **buffer_out, struct pl_text *text_out)
{
	GString *gb = g_string_sized_new(bytes.len);
	bool two_byte = false, ok;

	for (size_t i = 0; i < bytes.len; i++) {
		char c = bytes.ptr[i], next = i + 1 < bytes.len ? bytes.ptr[i + 1] : '\0';

		if (c == '\n')
			two_byte = false;
		if (c == '~' && (next == '{' || next == '}')) {
			two_byte = next == '{';
			i++;
		} else if (c == '~' && !two_byte && (next == '~' || next == '\n')) {
			if (next == '~')
				g_string_append_c(gb, '~');
			i++;
		} else if (two_byte && c > ' ' && next > ' ') {
			g_string_append_c(gb, (char)(c | 0x80));
			g_string_append_c(gb, (char)(next | 0x80));
			i++;
		} else {
			g_string_append_c(gb, c);
		}
	}
	ok = from_iconv((struct pl_text){gb->str, gb->len}, "GB2312", buffer_out, text_out);
	g_string_free(gb, TRUE);
	return ok;
}

/* The name iconv is asked for: NULL where label cannot be a charset. Labels name
 * the narrow standard where senders mean what their system writes. */
static const char *iconv_name(struct pl_text label, char buffer[64])
{
	static const struct {
		const char *label, *name;
	} wider[] = {
	    {"gb2312", "GB18030"},	    {"gbk", "GB18030"},
	    {"x-gbk", "GB18030"},	    {"euc-cn", "GB18030"},
	    {"ks_c_5601-1987", "CP949"},    {"euc-kr", "CP949"},
	    {"shift_jis", "CP932"},	    {"x-sjis", "CP932"},
	    {"big5", "BIG5-HKSCS"},	    {"unicode-1-1-utf-7", "UTF-7"},
	    {"iso-8859-8-i", "ISO-8859-8"}, {"unicode", "UTF-16"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(wider); i++) {
		if (label_is(label, wider[i].label))
			return wider[i].name;
	}
	if (label.len == 0 || label.len >= 64)
		return NULL;
	for (size_t i = 0; i < label.len; i++) {
		if (!g_ascii_isalnum(label.ptr[i]) && !strchr("-_.:+", label.ptr[i]))
			return NULL;
		buffer[i] = label.ptr[i];
	}
	buffer[label.len] = '\0';
	return buffer;
}

static bool is_stateful(struct pl_text label)
{
	return label_starts(label, "iso-2022-") || label_starts(label, "csiso2022") ||
	       label_is(label, "hz") || label_is(label, "hz-gb-2312") || label_is(label, "utf-7") ||
	       label_is(label, "unicode-1-1-utf-7");
}

static bool is_hz(struct pl_text label)
{
	return label_is(label, "hz") || label_is(label, "hz-gb-2312");
}

static bool is_utf8(struct pl_text label)
{
	return label_is(label, "utf-8") || label_is(label, "utf8");
}

/* Two or four bytes a character: the bytes may all be below 0x80, yet are not ASCII. */
static bool is_wide(struct pl_text label)
{
	return label_starts(label, "utf-16") || label_starts(label, "utf-32") ||
	       label_starts(label, "ucs-") || label_starts(label, "iso-10646-ucs") ||
	       label_is(label, "unicode");
}

static bool is_latin1(struct pl_text label)
{
	return label_is(label, "iso-8859-1") || label_is(label, "iso8859-1") ||
	       label_is(label, "iso_8859-1") || label_is(label, "latin1");
}

static bool declared(struct pl_text bytes, struct pl_text label, char **buffer_out,
		     struct pl_text *text_out)
{
	char buffer[64];
	const char *name = iconv_name(label, buffer);

	if (is_latin1(label)) {
		*text_out = from_single_byte(bytes, false, buffer_out);
		return true;
	}
	if (is_hz(label))
		return from_hz(bytes, buffer_out, text_out);
	return name && from_iconv(bytes, name, buffer_out, text_out);
}

struct pl_text pl_charset_decode(struct pl_text bytes, struct pl_text label, char **buffer_out,
				 enum pl_charset_used *used_out)
{
	const bool ascii = first_high(bytes) == bytes.len;
	struct pl_text text;

	*buffer_out = NULL;
	*used_out = PL_CHARSET_AS_LABELLED;
	if (is_stateful(label)) {
		if (declared(bytes, label, buffer_out, &text))
			return text;
		if (ascii) {
			*used_out = PL_CHARSET_UNKNOWN;
			return bytes;
		}
	}
	if (is_wide(label) && memchr(bytes.ptr ? bytes.ptr : "", '\0', bytes.len) &&
	    declared(bytes, label, buffer_out, &text))
		return text;
	if (ascii)
		return bytes;
	if (pl_utf8_valid(bytes)) {
		if (!is_utf8(label))
			*used_out = PL_CHARSET_MISLABELLED;
		return bytes;
	}
	if (!is_utf8(label) && declared(bytes, label, buffer_out, &text))
		return text;
	*used_out = PL_CHARSET_UNKNOWN;
	return from_single_byte(bytes, true, buffer_out);
}

size_t pl_charset_nuls(struct pl_text text)
{
	const char *end = text.ptr + text.len;
	size_t n = 0;

	if (!text.len)
		return 0;
	for (const char *at = text.ptr; (at = memchr(at, '\0', (size_t)(end - at))); at++)
		n++;
	return n;
}

struct pl_text pl_charset_lines(struct pl_arena *arena, struct pl_text text)
{
	const char *end = text.ptr + text.len;
	size_t nuls = pl_charset_nuls(text);
	char *to, *start;

	if (!text.len)
		return PL_TEXT_NONE;
	if (!nuls && !memchr(text.ptr, '\r', text.len))
		return pl_arena_copy(arena, text);

	start = to = pl_arena_alloc(arena, text.len + 2 * nuls + 1);
	for (const char *at = text.ptr; at < end; at++) {
		if (*at == '\0') {
			memcpy(to, REPLACEMENT, 3);
			to += 3;
		} else if (*at == '\r') {
			if (at + 1 == end || at[1] != '\n')
				*to++ = '\n';
		} else {
			*to++ = *at;
		}
	}
	*to = '\0';
	return (struct pl_text){start, (size_t)(to - start)};
}

struct pl_text pl_charset_guess(struct pl_arena *arena, struct pl_text bytes)
{
	enum pl_charset_used used;
	char *buffer;
	struct pl_text text = pl_charset_decode(bytes, PL_TEXT("utf-8"), &buffer, &used);

	text = pl_charset_lines(arena, text);
	g_free(buffer);
	return text;
}
