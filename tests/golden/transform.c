/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "transform.h"

const char *const encoding_names[N_ENCODINGS] = {
    "utf-8 8bit",      "utf-8 quoted-printable",      "utf-8 base64",
    "iso-8859-1 8bit", "iso-8859-1 quoted-printable", "CRLF",
    "flowed",
};

/* The header of raw without the fields that say how the body is encoded. */
static GString *header_without_encoding(struct pl_text raw)
{
	GString *out = g_string_new(NULL);
	const char *end = raw.ptr + raw.len;
	bool dropped = false;

	for (const char *line = raw.ptr; line < end;) {
		const char *next = memchr(line, '\n', end - line);
		size_t len;

		next = next ? next + 1 : end;
		len = next - line;
		if (*line == '\n' || (*line == '\r' && len == 2))
			break;
		if (*line != ' ' && *line != '\t')
			dropped = g_ascii_strncasecmp(line, "Content-", 8) == 0 ||
				  g_ascii_strncasecmp(line, "MIME-Version:", 13) == 0;
		if (!dropped) {
			while (len && (line[len - 1] == '\n' || line[len - 1] == '\r'))
				len--;
			g_string_append_len(out, line, len);
			g_string_append_c(out, '\n');
		}
		line = next;
	}
	return out;
}

static void append_qp(GString *out, const char *text, size_t len)
{
	unsigned column = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = text[i];
		bool last = i + 1 == len || text[i + 1] == '\n';
		bool plain = (c > ' ' && c < 127 && c != '=') || (c == ' ' && !last);

		if (c == '\n') {
			g_string_append_c(out, '\n');
			column = 0;
			continue;
		}
		if (column + (plain ? 1 : 3) > 75) {
			g_string_append(out, "=\n");
			column = 0;
		}
		if (plain)
			g_string_append_c(out, c);
		else
			g_string_append_printf(out, "=%02X", c);
		column += plain ? 1 : 3;
	}
}

static void append_base64(GString *out, const char *text, size_t len)
{
	char *encoded = g_base64_encode((const guchar *)text, len);

	for (const char *line = encoded; *line;) {
		size_t n = MIN(strlen(line), 76);

		g_string_append_len(out, line, n);
		g_string_append_c(out, '\n');
		line += n;
	}
	g_free(encoded);
}

/* RFC 3676, 4.4, for lines that are nobody's quote. A blank at the end would join a
 * line to the next, except behind the signature's dashes. */
static void append_stuffed(GString *out, struct pl_text text)
{
	char **lines = g_strsplit(text.ptr, "\n", -1);

	for (char **line = lines; *line; line++) {
		if (strcmp(*line, "-- ") != 0)
			g_strchomp(*line);
		if (**line == ' ' || g_str_has_prefix(*line, "From "))
			g_string_append_c(out, ' ');
		g_string_append(out, *line);
		if (line[1])
			g_string_append_c(out, '\n');
	}
	g_strfreev(lines);
}

static const struct pl_part *only_part(const struct pl_message *message)
{
	const struct pl_mail *mail = message->mail;

	if (mail->shape != PL_SHAPE_MAIL || mail->n_parts != 1 || mail->parts[0].filename.len ||
	    !mail->parts[0].text.len || !(mail->message_id.len || mail->subject.len))
		return NULL;
	return &mail->parts[0];
}

static void append_content(GString *out, const char *charset, const char *transfer,
			   const struct pl_part *part, const char *more)
{
	g_string_append_printf(out,
			       "MIME-Version: 1.0\nContent-Type: text/plain; charset=%s%s%s%s\n"
			       "Content-Transfer-Encoding: %s\n\n",
			       charset, part->flowed ? "; format=flowed" : "",
			       part->delsp ? "; delsp=yes" : "", more, transfer);
}

GString *transform_encoding(struct pl_text raw, const struct pl_message *message,
			    enum encoding encoding)
{
	const struct pl_part *part = only_part(message);
	char *latin1 = NULL;
	gsize latin1_len = 0;
	GString *out;

	if (!part || (encoding == ENCODING_FLOWED && part->flowed))
		return NULL;
	if (encoding == ENCODING_LATIN1_8BIT || encoding == ENCODING_LATIN1_QP) {
		latin1 = g_convert(part->text.ptr, part->text.len, "iso-8859-1", "utf-8", NULL,
				   &latin1_len, NULL);
		/* Text that reads as UTF-8 again would rightly be taken for it. */
		if (!latin1 || g_utf8_validate(latin1, latin1_len, NULL)) {
			g_free(latin1);
			return NULL;
		}
	}

	out = header_without_encoding(raw);
	switch (encoding) {
	case ENCODING_UTF8_8BIT:
		append_content(out, "utf-8", "8bit", part, "");
		g_string_append_len(out, part->text.ptr, part->text.len);
		break;
	case ENCODING_UTF8_QP:
		append_content(out, "utf-8", "quoted-printable", part, "");
		append_qp(out, part->text.ptr, part->text.len);
		break;
	case ENCODING_UTF8_BASE64:
		append_content(out, "utf-8", "base64", part, "");
		append_base64(out, part->text.ptr, part->text.len);
		break;
	case ENCODING_LATIN1_8BIT:
		append_content(out, "iso-8859-1", "8bit", part, "");
		g_string_append_len(out, latin1, latin1_len);
		break;
	case ENCODING_LATIN1_QP:
		append_content(out, "ISO-8859-1", "Quoted-Printable", part, "");
		append_qp(out, latin1, latin1_len);
		break;
	case ENCODING_CRLF:
		append_content(out, "utf-8", "8bit", part, "");
		g_string_append_len(out, part->text.ptr, part->text.len);
		g_string_replace(out, "\n", "\r\n", 0);
		break;
	case ENCODING_FLOWED:
		append_content(out, "utf-8", "8bit", part, "; format=flowed");
		append_stuffed(out, part->text);
		break;
	case N_ENCODINGS:
		break;
	}
	g_free(latin1);
	return out;
}

GString *transform_quote(struct pl_text raw, const struct pl_message *message)
{
	const struct pl_part *part = only_part(message);
	const char *line, *end;
	GString *out;

	if (!part || part->flowed)
		return NULL;
	out = header_without_encoding(raw);
	append_content(out, "utf-8", "8bit", part, "");
	line = part->text.ptr;
	end = line + part->text.len;
	while (line < end) {
		const char *next = memchr(line, '\n', end - line);
		size_t len = (next ? next : end) - line;

		g_string_append(out, len ? "> " : ">");
		g_string_append_len(out, line, len);
		g_string_append_c(out, '\n');
		line += len + 1;
	}
	return out;
}
