/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "body.h"

static void line_clear(void *data)
{
	g_free(((struct line *)data)->text);
}

struct body *body_new(void)
{
	struct body *body = g_new(struct body, 1);

	body->lines = g_array_new(FALSE, FALSE, sizeof(struct line));
	g_array_set_clear_func(body->lines, line_clear);
	return body;
}

void body_free(struct body *body)
{
	if (!body)
		return;
	g_array_free(body->lines, TRUE);
	g_free(body);
}

void body_add(struct body *body, enum line_mark mark, const char *text)
{
	struct line line = {g_strdup(text), mark};

	g_array_append_val(body->lines, line);
}

void body_printf(struct body *body, enum line_mark mark, const char *format, ...)
{
	struct line line = {NULL, mark};
	va_list arguments;

	va_start(arguments, format);
	line.text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_array_append_val(body->lines, line);
}

guint body_quote(struct body *body, const struct body *parent, guint start, guint n)
{
	const struct line *lines = (const struct line *)(void *)parent->lines->data;
	guint end = parent->lines->len, i = start;

	/* Not from the middle of what a reader would need whole. */
	if (i > 0) {
		while (i < end && lines[i].mark >= LINE_WHOLE)
			i++;
	}
	for (; i < end; i++) {
		if (i >= start + n && lines[i].mark != LINE_WHOLE &&
		    lines[i].mark != LINE_TABLE_ROW)
			break;
		body_printf(body, lines[i].mark,
			    *lines[i].text && *lines[i].text != '>' ? "> %s" : ">%s",
			    lines[i].text);
	}
	return i;
}
