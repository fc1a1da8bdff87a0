/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The JSON writer. Libraries print 9.1 as 9.0999999999999996; other tools compare
 * our output byte by byte, so numbers are written as RFC 8785 has them.
 */
#include <perflore/json.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void pl_json_init(struct pl_json *json, GString *out)
{
	json->out = out;
	json->comma = false;
}

static void separate(struct pl_json *json)
{
	if (json->comma)
		g_string_append_c(json->out, ',');
	json->comma = true;
}

static void open_with(struct pl_json *json, char c)
{
	separate(json);
	g_string_append_c(json->out, c);
	json->comma = false;
}

static void close_with(struct pl_json *json, char c)
{
	g_string_append_c(json->out, c);
	json->comma = true;
}

void pl_json_object(struct pl_json *json)
{
	open_with(json, '{');
}

void pl_json_object_end(struct pl_json *json)
{
	close_with(json, '}');
}

void pl_json_array(struct pl_json *json)
{
	open_with(json, '[');
}

void pl_json_array_end(struct pl_json *json)
{
	close_with(json, ']');
}

void pl_json_key(struct pl_json *json, const char *key)
{
	separate(json);
	g_string_append_c(json->out, '"');
	g_string_append(json->out, key);
	g_string_append(json->out, "\":");
	json->comma = false;
}

/* Length of the valid UTF-8 character at p (of n bytes), 0 where there is none. */
static size_t utf8_length(const unsigned char *p, size_t n)
{
	gunichar c = g_utf8_get_char_validated((const char *)p, (gssize)n);

	if (c == (gunichar)-1 || c == (gunichar)-2)
		return 0;
	return (size_t)g_unichar_to_utf8(c, NULL);
}

static void append_escaped(GString *out, struct pl_text text)
{
	static const char hex[] = "0123456789abcdef";
	const unsigned char *p = (const unsigned char *)text.ptr;
	size_t i = 0, plain = 0;

	while (i < text.len) {
		unsigned char c = p[i];
		size_t length = 1;
		char escape[8];

		if (c >= 0x80) {
			length = utf8_length(p + i, text.len - i);
			/* C1 controls act on terminals like C0 ones */
			bool control = length == 2 && c == 0xC2 && p[i + 1] < 0xA0;

			if (length && !control) {
				i += length;
				continue;
			}
			if (control)
				g_snprintf(escape, sizeof(escape), "\\u00%02x", p[i + 1]);
			else
				strcpy(escape, "\xEF\xBF\xBD");
			if (!length)
				length = 1;
		} else if (c == '"' || c == '\\') {
			escape[0] = '\\';
			escape[1] = (char)c;
			escape[2] = '\0';
		} else if (c < 0x20 || c == 0x7F) {
			const char *names = "btn\0fr";

			if (c >= '\b' && c <= '\r' && c != '\v') {
				escape[0] = '\\';
				escape[1] = names[c - '\b'];
				escape[2] = '\0';
			} else {
				strcpy(escape, "\\u00");
				escape[4] = hex[c >> 4];
				escape[5] = hex[c & 15];
				escape[6] = '\0';
			}
		} else {
			i++;
			continue;
		}
		g_string_append_len(out, text.ptr + plain, (gssize)(i - plain));
		g_string_append(out, escape);
		i += length;
		plain = i;
	}
	g_string_append_len(out, text.ptr + plain, (gssize)(text.len - plain));
}

void pl_json_text(struct pl_json *json, struct pl_text text)
{
	separate(json);
	g_string_append_c(json->out, '"');
	if (text.len)
		append_escaped(json->out, text);
	g_string_append_c(json->out, '"');
}

/* Decimals of what is written without printf: figures of mails have few. */
#define SHORT_DECIMALS 4

/* A number below 1e15 that is some digits divided by a power of ten is written as these digits: a
 * division of two numbers that a double holds is rounded as reading the decimal is, and of up to
 * 15 digits each reads as another double. False: it is no such number. */
static bool format_short(double value, char buffer[32])
{
	static const double powers[] = {1, 10, 100, 1000, 10000};
	const double size = fabs(value);
	char digits[24], *at = digits + sizeof(digits);
	uint64_t whole = 0;
	int decimals = 0;

	if (!(size < 1e11))
		return false;
	for (; decimals <= SHORT_DECIMALS; decimals++) {
		whole = (uint64_t)(size * powers[decimals] + 0.5);
		if ((double)whole / powers[decimals] == size)
			break;
	}
	if (decimals > SHORT_DECIMALS)
		return false;
	*--at = '\0';
	for (int n = 0; whole || n <= decimals; n++) {
		if (decimals && n == decimals)
			*--at = '.';
		*--at = (char)('0' + whole % 10);
		whole /= 10;
	}
	if (value < 0)
		*--at = '-';
	strcpy(buffer, at);
	return true;
}

const char *pl_json_format_number(double value, char buffer[32])
{
	char digits[32], *mantissa, *end;
	int precision, exponent, n;
	size_t length = 0;

	if (value == 0)
		return strcpy(buffer, "0");
	if (format_short(value, buffer))
		return buffer;
	if (fabs(value) < 1e15 && value == floor(value)) {
		g_snprintf(buffer, 32, "%.0f", value);
		return buffer;
	}
	/* 15 digits always read back if the number was printed with 15 or fewer, except
	 * where a double holds fewer digits than that */
	for (precision = fabs(value) < DBL_MIN ? 0 : 14; precision < 17; precision++) {
		g_snprintf(digits, sizeof(digits), "%.*e", precision, value);
		if (strtod(digits, NULL) == value)
			break;
	}
	end = strchr(digits, 'e');
	exponent = atoi(end + 1);
	mantissa = digits;
	if (*mantissa == '-') {
		buffer[length++] = '-';
		mantissa++;
	}
	/* d.ddd -> dddd without trailing zeros */
	mantissa[1] = mantissa[0];
	mantissa++;
	n = (int)(end - mantissa);
	while (n > 1 && mantissa[n - 1] == '0')
		n--;
	if (exponent >= 21 || exponent < -6) {
		buffer[length++] = mantissa[0];
		if (n > 1) {
			buffer[length++] = '.';
			memcpy(buffer + length, mantissa + 1, (size_t)n - 1);
			length += (size_t)n - 1;
		}
		g_snprintf(buffer + length, 32 - length, "e%+d", exponent);
		return buffer;
	}
	if (exponent < 0) {
		length += (size_t)g_snprintf(buffer + length, 32 - length, "0.%.*s", -exponent - 1,
					     "000000");
		memcpy(buffer + length, mantissa, (size_t)n);
		length += (size_t)n;
	} else {
		for (int i = 0; i < n || i <= exponent; i++) {
			if (i == exponent + 1)
				buffer[length++] = '.';
			buffer[length++] = i < n ? mantissa[i] : '0';
		}
	}
	buffer[length] = '\0';
	return buffer;
}

void pl_json_number(struct pl_json *json, double value)
{
	char buffer[32];

	separate(json);
	g_string_append(json->out, pl_json_format_number(value, buffer));
}

void pl_json_integer(struct pl_json *json, int64_t value)
{
	separate(json);
	g_string_append_printf(json->out, "%" PRId64, value);
}

void pl_json_bool(struct pl_json *json, bool value)
{
	separate(json);
	g_string_append(json->out, value ? "true" : "false");
}

void pl_json_key_text(struct pl_json *json, const char *key, struct pl_text text)
{
	if (!text.len)
		return;
	pl_json_key(json, key);
	pl_json_text(json, text);
}

void pl_json_key_texts(struct pl_json *json, const char *key, struct pl_texts texts)
{
	if (!texts.n)
		return;
	pl_json_key(json, key);
	pl_json_array(json);
	for (size_t i = 0; i < texts.n; i++)
		pl_json_text(json, texts.v[i]);
	pl_json_array_end(json);
}

void pl_json_key_params(struct pl_json *json, const char *key, struct pl_params params)
{
	if (!params.n)
		return;
	pl_json_key(json, key);
	pl_json_object(json);
	for (size_t i = 0; i < params.n; i++) {
		/* keys come from the mail, so they are escaped like text */
		pl_json_text(json, params.v[i].key);
		g_string_append_c(json->out, ':');
		json->comma = false;
		pl_json_text(json, params.v[i].value);
	}
	pl_json_object_end(json);
}

void pl_json_key_number(struct pl_json *json, const char *key, double value)
{
	pl_json_key(json, key);
	pl_json_number(json, value);
}

void pl_json_key_integer(struct pl_json *json, const char *key, int64_t value)
{
	pl_json_key(json, key);
	pl_json_integer(json, value);
}

bool pl_date_format(int64_t date, char buffer[24])
{
	GDateTime *time = g_date_time_new_from_unix_utc(date);
	bool fits = time && g_date_time_get_year(time) <= 9999;

	if (fits)
		g_snprintf(buffer, 24, "%04d-%02d-%02dT%02d:%02d:%02dZ", g_date_time_get_year(time),
			   g_date_time_get_month(time), g_date_time_get_day_of_month(time),
			   g_date_time_get_hour(time), g_date_time_get_minute(time),
			   g_date_time_get_second(time));
	if (time)
		g_date_time_unref(time);
	return fits;
}
