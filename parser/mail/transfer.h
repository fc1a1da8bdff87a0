/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_MAIL_TRANSFER_H
#define PERFLORE_MAIL_TRANSFER_H

#include <glib.h>

#include <perflore/text.h>

enum pl_transfer_state {
	PL_TRANSFER_GOOD,
	PL_TRANSFER_BROKEN,  /* base64 that ends within a group */
	PL_TRANSFER_UNKNOWN, /* no encoding of that name: taken as it is */
};

/* Undoes the Content-Transfer-Encoding of that name (empty: none). The result
 * points into bytes where nothing was encoded, else into *buffer_out, which the
 * caller frees with g_free() (NULL: nothing to free). Clear text that a list
 * appended behind base64 is kept as it is, on lines of its own. */
struct pl_text pl_transfer_decode(struct pl_text bytes, struct pl_text encoding, char **buffer_out,
				  enum pl_transfer_state *state_out);

#endif
