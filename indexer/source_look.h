/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looking: what the first bytes of a file say it is, and where an mbox parts.
 */
#ifndef PERFLORE_SOURCE_LOOK_H
#define PERFLORE_SOURCE_LOOK_H

#include <perflore/text.h>

enum pl_look {
	PL_LOOK_EMPTY, /* nothing but blank lines, and a separator that is still being written */
	PL_LOOK_MBOX,
	PL_LOOK_MAIL, /* has one of the header fields that tell a mail */
	PL_LOOK_PAGE,
	PL_LOOK_TEXT, /* could be the body of a mail */
	PL_LOOK_BINARY,
};

enum {
	PL_LOOK_BYTES = 64 * 1024, /* of a file, for pl_look() */
	PL_SEPARATOR_BYTES = 4096, /* a separator with the line behind it fits, or is none */
};

/* head is the beginning of the file, or all of it (whole). *start_out is where
 * its text begins: behind a byte order mark and, in an mbox, behind blank lines. */
enum pl_look pl_look(struct pl_text head, bool whole, size_t *start_out);

/* at begins a line and holds PL_SEPARATOR_BYTES of text, or what there is. The
 * length of the separator with the `>From ` lines that follow it, so where the
 * header begins; 0: there is none. masked: the address may be written
 * `name at example.org`, as some archives' mboxes have it. */
size_t pl_separator(struct pl_text at, bool masked);

/* Whether at, which begins a line and ends with the file, is the beginning of a separator
 * that is not all there: the line with its header line is still being written. */
bool pl_separator_begins(struct pl_text at, bool masked);

/* The line that text begins with, with its line end. */
struct pl_text pl_first_line(struct pl_text text);

/* `\n` or `\r\n` */
bool pl_blank_line(struct pl_text line);

/* The length of the header field's name that line begins with (`Name:`), or 0. */
size_t pl_field_name(struct pl_text line);

#endif
