/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The mail layer against GMime: both read every mail of an archive, and the decoded
 * text of all parts must be equal. The mail layer walks the MIME structure itself;
 * here GMime does, and undoes the transfer encodings.
 *
 * Not compared are mails that the mail layer itself calls odd (it reads them on
 * purpose as GMime does not), and base64 with other text in it, which GMime takes
 * for base64. Both are counted.
 *
 * usage: unit_mail_gmime [SOURCE...]    without SOURCE: the corpus
 */
#include <perflore/source.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <gmime/gmime.h>

#include "mail/charset.h"
#include "mail/fields.h"

struct totals {
	size_t same, odd, mixed_base64, different;
	double ours, theirs; /* CPU seconds */
};

struct reference {
	struct pl_arena *arena;
	GString *text; /* what mail->parts should hold, one behind the other */
	bool mixed_base64;
};

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Parts are kept apart by a byte that no part holds. */
static void append_part(GString *to, struct pl_text text)
{
	g_string_append_len(to, text.len ? text.ptr : "", (gssize)text.len);
	g_string_append_c(to, '\0');
}

static bool is_pure_base64(GMimeDataWrapper *content)
{
	GMimeStream *stream = g_mime_data_wrapper_get_stream(content);
	GMimeStream *copy = g_mime_stream_mem_new();
	GByteArray *bytes;
	bool pure = true;

	g_mime_stream_reset(stream);
	g_mime_stream_write_to_stream(stream, copy);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(copy));
	for (guint i = 0; i < bytes->len; i++)
		pure = pure &&
		       (g_ascii_isalnum(bytes->data[i]) || strchr("+/= \t\r\n", bytes->data[i]));
	g_object_unref(copy);
	return pure;
}

static void read_text(struct reference *reference, GMimePart *part)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *stream = g_mime_stream_mem_new();
	const char *label = g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
	enum pl_charset_used used;
	GByteArray *bytes;
	struct pl_text text;
	char *buffer;

	if (content) {
		if (g_mime_part_get_content_encoding(part) == GMIME_CONTENT_ENCODING_BASE64 &&
		    !is_pure_base64(content))
			reference->mixed_base64 = true;
		g_mime_data_wrapper_write_to_stream(content, stream);
	}
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	text = pl_charset_decode((struct pl_text){(char *)bytes->data, bytes->len},
				 label ? pl_text_of(label) : PL_TEXT("us-ascii"), &buffer, &used);
	append_part(reference->text, pl_charset_lines(reference->arena, text));
	g_free(buffer);
	g_object_unref(stream);
}

static void read_object(struct reference *reference, GMimeObject *object)
{
	GMimeContentType *type = g_mime_object_get_content_type(object);

	if (GMIME_IS_MULTIPART(object)) {
		GMimeMultipart *multipart = GMIME_MULTIPART(object);

		for (int i = 0; i < g_mime_multipart_get_count(multipart); i++)
			read_object(reference, g_mime_multipart_get_part(multipart, i));
	} else if (GMIME_IS_MESSAGE_PART(object)) {
		GMimeMessage *message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
		GString *head = g_string_new(NULL);

		if (!message)
			return;
		for (int i = 0; i < 2; i++) {
			static const char *const names[] = {"Subject", "From"};
			GMimeHeader *header = g_mime_header_list_get_header(
			    g_mime_object_get_header_list(GMIME_OBJECT(message)), names[i]);
			struct pl_field field = {PL_TEXT_NONE, PL_TEXT_NONE};
			struct pl_text text;

			if (!header)
				continue;
			field.value = pl_text_of(g_mime_header_get_raw_value(header));
			text = pl_field_text(reference->arena, &field);
			if (text.len)
				g_string_append_printf(head, "%s: %s\n", names[i], text.ptr);
		}
		if (head->len)
			append_part(reference->text, (struct pl_text){head->str, head->len});
		g_string_free(head, TRUE);
		if (g_mime_message_get_mime_part(message))
			read_object(reference, g_mime_message_get_mime_part(message));
	} else if (GMIME_IS_PART(object) && g_mime_content_type_is_type(type, "text", "*")) {
		if (!g_mime_content_type_is_type(type, "text", "html"))
			read_text(reference, GMIME_PART(object));
	}
}

static bool has_problem(const struct pl_mail *mail, const char *code)
{
	for (size_t i = 0; i < mail->problems.n; i++) {
		if (pl_text_equal(mail->problems.v[i].code, pl_text_of(code)))
			return true;
	}
	return false;
}

/* Read on purpose in another way than GMime has. */
static bool is_odd(const struct pl_mail *mail)
{
	static const char *const codes[] = {
	    "no-header",	   "header-broken",   "header-too-large", "header-too-deep",
	    "mime-broken",	   "mime-truncated",  "nested-too-deep",  "too-many-parts",
	    "content-type-broken", "transfer-broken", "transfer-unknown", "nul-bytes",
	    "text-too-large",	   "mail-too-large",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(codes); i++) {
		if (has_problem(mail, codes[i]))
			return true;
	}
	return false;
}

static void compare(struct totals *totals, struct pl_arena *arena, const struct pl_item *item)
{
	struct reference reference = {.arena = arena, .text = g_string_new(NULL)};
	GString *ours = g_string_new(NULL);
	double start = cpu_seconds();
	struct pl_mail *mail;
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *message;

	pl_arena_reset(arena);
	mail = pl_mail_parse(arena, item->raw, item->shape, &pl_limits_default);
	totals->ours += cpu_seconds() - start;
	for (size_t i = 0; i < mail->n_parts; i++)
		append_part(ours, mail->parts[i].text);

	start = cpu_seconds();
	stream = g_mime_stream_mem_new_with_buffer(item->raw.ptr, item->raw.len);
	parser = g_mime_parser_new_with_stream(stream);
	message = g_mime_parser_construct_message(parser, NULL);
	if (message && g_mime_message_get_mime_part(message))
		read_object(&reference, g_mime_message_get_mime_part(message));
	totals->theirs += cpu_seconds() - start;

	if (item->shape != PL_SHAPE_MAIL || is_odd(mail) || has_problem(mail, "html-only")) {
		totals->odd++;
	} else if (g_string_equal(ours, reference.text)) {
		totals->same++;
	} else if (reference.mixed_base64) {
		totals->mixed_base64++;
	} else {
		totals->different++;
		fprintf(stderr, "differs: %s, byte %llu, <%.*s>\n", item->path,
			(unsigned long long)item->offset, (int)mail->message_id.len,
			mail->message_id.len ? mail->message_id.ptr : "");
	}
	g_clear_object(&message);
	g_object_unref(parser);
	g_object_unref(stream);
	g_string_free(reference.text, TRUE);
	g_string_free(ours, TRUE);
}

static bool compare_source(const char *path, struct totals *totals)
{
	struct pl_arena *arena = pl_arena_new();
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;

	if (pl_source_open(path, &pl_limits_default, NULL, NULL, &source, &error) != PL_OK) {
		fprintf(stderr, "%s\n", error.message);
		pl_arena_free(arena);
		return false;
	}
	while (pl_source_next(source, &item) == PL_OK)
		compare(totals, arena, &item);
	pl_source_close(source);
	pl_arena_free(arena);
	return true;
}

int main(int argc, char **argv)
{
	struct totals totals = {0};
	bool ok = true;

	pl_mail_init();
	if (argc < 2)
		ok = compare_source(PERFLORE_CORPUS, &totals);
	for (int i = 1; i < argc; i++)
		ok = compare_source(argv[i], &totals) && ok;
	printf("%zu same, %zu different, %zu odd, %zu base64 with other text\n", totals.same,
	       totals.different, totals.odd, totals.mixed_base64);
	printf("CPU seconds: mail layer %.3f, GMime %.3f\n", totals.ours, totals.theirs);
	return ok && totals.same > 0 && totals.different == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
