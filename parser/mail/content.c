/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail/content.h"

#include <gmime/gmime.h>

#include "mail/charset.h"
#include "mail/fields.h"

static struct pl_text lower(struct pl_arena *arena, const char *cstring)
{
	struct pl_text text = pl_arena_copy(arena, pl_text_of(cstring));

	for (size_t i = 0; i < text.len; i++)
		((char *)text.ptr)[i] = g_ascii_tolower(text.ptr[i]);
	return text;
}

static bool is_named(const struct pl_field *field, const char *name)
{
	return field->name.len == strlen(name) &&
	       g_ascii_strncasecmp(field->name.ptr, name, field->name.len) == 0;
}

static bool is_multipart(const struct pl_field *field)
{
	struct pl_text value = field->value;

	while (value.len && g_ascii_isspace(value.ptr[0]))
		value = pl_text_slice(value, 1, value.len);
	return value.len > 10 && g_ascii_strncasecmp(value.ptr, "multipart/", 10) == 0;
}

/* The unfolded value of the first field of that name; of several, the first that is
 * a multipart, since parts would be lost without their boundary. */
static struct pl_text read_value(struct pl_arena *arena, const struct pl_header *header,
				 const char *name, const struct pl_limits *limits,
				 struct pl_problems *problems)
{
	const struct pl_field *found = NULL;

	for (size_t i = 0; i < header->n; i++) {
		const struct pl_field *field = &header->v[i];

		if (!is_named(field, name))
			continue;
		if (!found) {
			found = field;
			continue;
		}
		pl_problem_add(arena, problems, PL_TEXT("header-broken"),
			       pl_arena_printf(arena, "more than one %s", name));
		if (is_multipart(field)) {
			found = field;
			break;
		}
	}
	if (found && pl_field_too_deep(found, limits->header_nesting)) {
		pl_problem_add(arena, problems, PL_TEXT("header-too-deep"), found->name);
		return PL_TEXT_NONE;
	}
	return found ? pl_field_unfold(arena, found->value) : PL_TEXT_NONE;
}

/* The media types there are; the rest is a slip of the sender's. */
static bool known_type(struct pl_text type)
{
	static const struct pl_text types[] = {
	    PL_TEXT("text"),	    PL_TEXT("multipart"), PL_TEXT("message"),
	    PL_TEXT("application"), PL_TEXT("image"),	  PL_TEXT("audio"),
	    PL_TEXT("video"),	    PL_TEXT("font"),	  PL_TEXT("model"),
	};

	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		if (pl_text_equal(type, types[i]))
			return true;
	}
	return pl_text_starts(type, PL_TEXT("x-"));
}

/* A charset label without the quotes, comments and other words that stray into it. */
static struct pl_text tidy_label(struct pl_text label)
{
	size_t n = 0;

	while (label.len && strchr("\"' ", label.ptr[0]))
		label = pl_text_slice(label, 1, label.len);
	while (n < label.len && !strchr("\"' ;,", label.ptr[n]))
		n++;
	return pl_text_slice(label, 0, n);
}

static struct pl_text parameter(struct pl_arena *arena, GMimeContentType *type, const char *name)
{
	return pl_field_unfold(arena, pl_text_of(g_mime_content_type_get_parameter(type, name)));
}

static bool parameter_is(GMimeContentType *type, const char *name, const char *value)
{
	const char *found = g_mime_content_type_get_parameter(type, name);

	return found && g_ascii_strcasecmp(found, value) == 0;
}

/* False where value names no media type. */
static bool read_type(struct pl_arena *arena, struct pl_text value, struct pl_content *content)
{
	GMimeContentType *type = g_mime_content_type_parse(pl_field_options(), value.ptr);
	struct pl_text media = lower(arena, g_mime_content_type_get_media_type(type));
	/* GMime says application for what it cannot read. */
	bool known = known_type(media) && g_ascii_strncasecmp(value.ptr, media.ptr, media.len) == 0;

	if (known) {
		content->type = media;
		content->subtype = lower(arena, g_mime_content_type_get_media_subtype(type));
	}
	content->charset = tidy_label(parameter(arena, type, "charset"));
	content->boundary = parameter(arena, type, "boundary");
	content->filename = parameter(arena, type, "name");
	content->flowed = parameter_is(type, "format", "flowed");
	content->delsp = parameter_is(type, "delsp", "yes");
	g_object_unref(type);
	return known;
}

void pl_content_read(struct pl_arena *arena, const struct pl_header *header, bool digest,
		     const struct pl_limits *limits, struct pl_problems *problems,
		     struct pl_content *content_out)
{
	struct pl_content content = {
	    .type = digest ? PL_TEXT("message") : PL_TEXT("text"),
	    .subtype = digest ? PL_TEXT("rfc822") : PL_TEXT("plain"),
	};
	struct pl_text value;

	value = read_value(arena, header, "Content-Type", limits, problems);
	if (value.len && !read_type(arena, value, &content))
		pl_problem_add(arena, problems, PL_TEXT("content-type-broken"),
			       pl_utf8_cut(value, PL_DETAIL_MAX));

	value = read_value(arena, header, "Content-Disposition", limits, problems);
	if (value.len) {
		GMimeContentDisposition *disposition =
		    g_mime_content_disposition_parse(pl_field_options(), value.ptr);
		const char *name =
		    g_mime_content_disposition_get_parameter(disposition, "filename");

		if (name)
			content.filename = pl_field_unfold(arena, pl_text_of(name));
		g_object_unref(disposition);
	}

	content.encoding = read_value(arena, header, "Content-Transfer-Encoding", limits, problems);
	*content_out = content;
}
