/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/status.h>

#include <stdarg.h>
#include <stdio.h>

#include <glib.h>

enum pl_status pl_fail(struct pl_error *error, enum pl_status status, const char *format, ...)
{
	va_list args;
	const char *end;

	if (!error)
		return status;
	va_start(args, format);
	vsnprintf(error->message, sizeof(error->message), format, args);
	va_end(args);

	/* Paths and mails are not ours: nothing in them may steer a terminal. */
	while (!g_utf8_validate(error->message, -1, &end))
		*(char *)end = '?';
	for (char *at = error->message; *at; at = g_utf8_next_char(at)) {
		if ((unsigned char)*at < 0x20 || *at == 0x7F)
			*at = '?';
		else if ((unsigned char)at[0] == 0xC2 && (unsigned char)at[1] < 0xA0)
			at[0] = at[1] = '?'; /* U+0080 to U+009F */
	}
	return status;
}
