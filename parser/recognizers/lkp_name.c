/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recognizers/lkp_name.h"

#include <glib.h>

#include "core/number.h"
#include "lines/row_text.h"

bool lkp_may_be_name(struct pl_text name)
{
	bool letter = false;
	double value;
	size_t number = pl_number_at(name, &value);

	if (!name.len || pl_row_text_is_sign(name) ||
	    (!g_ascii_isalnum(name.ptr[0]) && !strchr("_/[<(%", name.ptr[0])))
		return false;
	/* a figure that could not be read: some sign stands behind it */
	if (number && (number == name.len ||
		       (!g_ascii_isalpha(name.ptr[number]) && !strchr("_-./:#", name.ptr[number]))))
		return false;
	for (size_t i = 0; i < name.len; i++)
		letter |= g_ascii_isalpha(name.ptr[i]);
	return letter;
}

/* Where the name begins that stands behind the word of an aggregate, if one does. */
static size_t behind_aggregate(struct pl_text name)
{
	static const struct pl_text words[] = {PL_TEXT("TOTAL "), PL_TEXT("GEO-MEAN ")};
	size_t i = 0;

	for (size_t k = 0; k < G_N_ELEMENTS(words); k++)
		if (pl_text_starts(name, words[k]))
			i = words[k].len;
	while (i < name.len && pl_is_blank(name.ptr[i]))
		i++;
	return i;
}

bool lkp_is_one_word(struct pl_text name)
{
	return !pl_text_has(pl_text_slice(name, behind_aggregate(name), name.len), ' ');
}

/* The length of the first word of name, if it can only be the whole name: a metric or a test
 * of these printers has a point or a slash and no blanks. The ids of what fails may have
 * some, one at a time, but not those of kernel messages. */
static size_t whole_name(struct pl_text name, bool fails)
{
	size_t start = behind_aggregate(name), end = start;
	bool parted = false;

	while (end < name.len && !pl_is_blank(name.ptr[end])) {
		parted |= end > start && strchr("./", name.ptr[end]);
		end++;
	}
	if (!parted || !g_ascii_isalnum(name.ptr[start]) || name.ptr[end - 1] == '.')
		return 0;
	if (fails && !pl_text_starts(name, PL_TEXT("dmesg.")) &&
	    !pl_text_starts(name, PL_TEXT("kmsg.")) &&
	    !(end + 1 < name.len && pl_is_blank(name.ptr[end + 1])))
		return 0;
	return end;
}

struct pl_text lkp_cut_note(struct pl_text name, bool fails, bool broken_off,
			    enum lkp_note *note_out)
{
	size_t end = whole_name(name, fails), note = end;

	*note_out = LKP_NOTE_NONE;
	for (size_t i = 1; i < name.len; i++) {
		if (!pl_is_blank(name.ptr[i - 1]) || pl_is_blank(name.ptr[i]))
			continue;
		if ((i > 1 && pl_is_blank(name.ptr[i - 2]) && !g_ascii_isalnum(name.ptr[i])) ||
		    (name.ptr[i] == '<' && i + 1 < name.len &&
		     (name.ptr[i + 1] == '-' || name.ptr[i + 1] == '='))) {
			*note_out = LKP_NOTE_MARKED;
			return pl_text_trim(pl_text_slice(name, 0, i));
		}
	}
	while (note < name.len && pl_is_blank(name.ptr[note]))
		note++;
	if (!end || (broken_off && note < name.len &&
		     (g_ascii_isalnum(name.ptr[note]) ||
		      pl_text_has(pl_text_trim(pl_text_slice(name, note, name.len)), ' '))))
		return pl_text_trim(name);
	if (note < name.len)
		*note_out = g_ascii_isalnum(name.ptr[note]) ? LKP_NOTE_WORDS : LKP_NOTE_MARKED;
	return pl_text_slice(name, 0, end - (strchr(",;:", name.ptr[end - 1]) != NULL));
}

/* The length of the mark of a footnote that ends name, which no metric ends in: a star, a dagger,
 * a raised digit, `[1]`, `[a]`, `(1)`; else 0. */
static size_t footnote(struct pl_text name)
{
	static const struct pl_text marks[] = {
	    PL_TEXT("*"),	 PL_TEXT("\xE2\x80\xA0"), PL_TEXT("\xE2\x80\xA1"),
	    PL_TEXT("\xC2\xB9"), PL_TEXT("\xC2\xB2"),	  PL_TEXT("\xC2\xB3"),
	};
	size_t i = name.len, digits = 0, letters = 0;

	for (size_t k = 0; k < G_N_ELEMENTS(marks); k++)
		if (pl_text_ends(name, marks[k]))
			return marks[k].len;
	if (i < 4 || !strchr("])", name.ptr[--i]))
		return 0;
	for (; i && g_ascii_isalnum(name.ptr[i - 1]); i--) {
		digits += g_ascii_isdigit(name.ptr[i - 1]);
		letters += g_ascii_isalpha(name.ptr[i - 1]);
	}
	if (digits + letters == 0 || digits > 2 || letters > 1 || (digits && letters) || i < 2 ||
	    name.ptr[i - 1] != (pl_text_ends(name, PL_TEXT("]")) ? '[' : '(') ||
	    (letters && name.ptr[i - 1] == '(') ||
	    !(g_ascii_isalnum(name.ptr[i - 2]) || strchr(")%", name.ptr[i - 2])))
		return 0;
	return name.len - i + 1;
}

struct pl_text lkp_cut_footnotes(struct pl_text name)
{
	size_t length;

	while ((length = footnote(name)))
		name.len -= length;
	return name;
}

bool lkp_is_dotted(struct pl_text name)
{
	bool point = false;

	if (!name.len || !g_ascii_isalpha(name.ptr[0]) || pl_text_find(name, "://"))
		return false;
	for (size_t i = 0; i < name.len; i++) {
		if (pl_is_blank(name.ptr[i]))
			return false;
		if (name.ptr[i] == '.' && i + 1 < name.len)
			point = true;
	}
	return point;
}
