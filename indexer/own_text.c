/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "own_text.h"

#include <glib.h>

#include <perflore/sender.h>

/* Lines of a repeated head in which Sent: follows From:. */
#define MAX_HEAD 3

static bool begins(struct pl_text text, const char *word)
{
	size_t len = strlen(word);

	return text.len >= len && !g_ascii_strncasecmp(text.ptr, word, len);
}

/* `-----Original Message-----`, of any number of dashes */
static bool is_divider(struct pl_text text)
{
	size_t dashes = 0;

	text = pl_text_trim(text);
	while (dashes < text.len && text.ptr[dashes] == '-')
		dashes++;
	text = pl_text_trim(pl_text_slice(text, dashes, text.len));
	return dashes >= 3 &&
	       (begins(text, "original message") || begins(text, "forwarded message"));
}

/* `*From:* NAME` as well */
static bool is_field(struct pl_text text, const char *name)
{
	text = pl_text_trim(text);
	if (text.len && text.ptr[0] == '*')
		text = pl_text_slice(text, 1, text.len);
	return begins(text, name);
}

size_t pl_own_lines(const struct pl_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++) {
		if (lines->v[i].depth)
			continue;
		if (is_divider(lines->v[i].text))
			return i;
		if (!is_field(lines->v[i].text, "From:"))
			continue;
		for (size_t k = i + 1; k < lines->n && k <= i + MAX_HEAD; k++)
			if (!lines->v[k].depth && is_field(lines->v[k].text, "Sent:"))
				return i;
	}
	return lines->n;
}

/* `@@ -1,3 +1,4 @@` */
static bool is_hunk(struct pl_text text)
{
	return pl_text_starts(text, PL_TEXT("@@ -")) && pl_text_find(text, " @@");
}

/* The line that begins a diff of git, of a tree without it, or of quilt, or a part of one */
static bool is_diff(struct pl_text text)
{
	return pl_text_starts(text, PL_TEXT("diff -")) || pl_text_starts(text, PL_TEXT("--- a/")) ||
	       pl_text_starts(text, PL_TEXT("Index: ")) || is_hunk(text);
}

bool pl_own_change(const struct pl_lines *lines)
{
	size_t n = pl_own_lines(lines);

	for (size_t i = 0; i < n; i++)
		if (!lines->v[i].depth &&
		    (is_diff(lines->v[i].text) || begins(lines->v[i].text, "signed-off-by:") ||
		     pl_own_patch_title(lines, i).len))
			return true;
	return false;
}

/* `---`, `-- >8 --`, `8< ---`, or a head's From: */
static bool begins_patch(struct pl_text text)
{
	text = pl_text_trim(text);
	if (pl_text_starts(text, PL_TEXT("From: ")))
		return true;
	for (size_t i = 0; i < text.len; i++)
		if (!strchr("-8<> %", text.ptr[i]))
			return false;
	return pl_text_find(text, "--");
}

struct pl_text pl_own_patch_title(const struct pl_lines *lines, size_t i)
{
	static const char name[] = "Subject:";
	struct pl_text text = lines->v[i].text;
	bool head = false;

	if (lines->v[i].depth || !pl_text_starts(text, PL_TEXT(name)))
		return PL_TEXT_NONE;
	text = pl_text_trim(pl_text_slice(text, strlen(name), text.len));
	/* the line above, past an empty one */
	for (size_t at = i; at && at + 2 >= i && !head; at--)
		if (!lines->v[at - 1].depth && pl_text_trim(lines->v[at - 1].text).len)
			head = begins_patch(lines->v[at - 1].text);
	return pl_is_patch(text) || (head && !pl_text_starts(text, PL_TEXT("Re:"))) ? text
										    : PL_TEXT_NONE;
}
