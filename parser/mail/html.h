/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_MAIL_HTML_H
#define PERFLORE_MAIL_HTML_H

#include <glib.h>

#include <perflore/text.h>

/* HTML (valid UTF-8) as text: block elements break lines, <pre> keeps white space,
 * each <blockquote> puts `> ` before its lines, of links only the text is left.
 * *costly_out: too large or too deep to be laid out, only its tags were removed.
 * The result points into *buffer_out, which the caller frees with g_free(). */
struct pl_text pl_html_render(struct pl_text html, char **buffer_out, bool *costly_out);

#endif
