/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/machine.h"

#include <glib.h>

#include "core/number.h"

/* `N WORD` at the start of *rest: cuts it off and returns N, else 0. */
static unsigned cut_count(struct pl_text *rest, const char *word)
{
	size_t i = 0, length = strlen(word);
	int64_t value;

	while (i < rest->len && g_ascii_isdigit(rest->ptr[i]))
		i++;
	if (!i || i > 7 || i + 1 + length > rest->len || rest->ptr[i] != ' ' ||
	    memcmp(rest->ptr + i + 1, word, length) != 0 ||
	    !pl_integer_of(pl_text_slice(*rest, 0, i), &value))
		return 0;
	i += 1 + length;
	if (i < rest->len && rest->ptr[i] == 's')
		i++;
	*rest = pl_text_trim(pl_text_slice(*rest, i, rest->len));
	return (unsigned)value;
}

/* `with 128G memory` at the end of *rest: cuts it off. GiB, 0 where it is not there. */
static double cut_memory(struct pl_text *rest)
{
	static const char mark[] = "with ";
	double value = 0;

	for (size_t i = rest->len; i-- > 0;) {
		struct pl_text tail = pl_text_slice(*rest, i, rest->len);
		size_t length;
		char unit;

		if (!pl_text_starts(tail, PL_TEXT("with ")) || (i && rest->ptr[i - 1] != ' '))
			continue;
		tail = pl_text_slice(tail, sizeof(mark) - 1, tail.len);
		length = pl_number_at(tail, &value);
		if (!length || length >= tail.len)
			return 0;
		unit = tail.ptr[length];
		tail = pl_text_trim(pl_text_slice(tail, length + 1, tail.len));
		if (!pl_text_starts(tail, PL_TEXT("memory")) || !strchr("MGT", unit))
			return 0;
		*rest = pl_text_trim(pl_text_slice(*rest, 0, i));
		return unit == 'M' ? value / 1024 : unit == 'T' ? value * 1024 : value;
	}
	return 0;
}

/* A last `(...)` that is not (R), (TM) or (tm): cuts it off. */
static struct pl_text cut_codename(struct pl_text *rest)
{
	struct pl_text name;
	size_t i = rest->len;

	if (!rest->len || rest->ptr[rest->len - 1] != ')')
		return PL_TEXT_NONE;
	while (i > 0 && rest->ptr[i - 1] != '(')
		i--;
	if (!i)
		return PL_TEXT_NONE;
	name = pl_text_slice(*rest, i, rest->len - 1);
	if (pl_text_equal(name, PL_TEXT("R")) || pl_text_equal(name, PL_TEXT("TM")) ||
	    pl_text_equal(name, PL_TEXT("tm")))
		return PL_TEXT_NONE;
	*rest = pl_text_trim(pl_text_slice(*rest, 0, i - 1));
	return name;
}

/* `NAME: ` in front of the description: cuts it off. */
static struct pl_text cut_tbox(struct pl_text *rest)
{
	size_t i = 0;
	struct pl_text name;

	while (i < rest->len &&
	       (g_ascii_isalnum(rest->ptr[i]) || rest->ptr[i] == '-' || rest->ptr[i] == '_'))
		i++;
	if (!i || i + 1 >= rest->len || rest->ptr[i] != ':' || rest->ptr[i + 1] != ' ')
		return PL_TEXT_NONE;
	name = pl_text_slice(*rest, 0, i);
	*rest = pl_text_trim(pl_text_slice(*rest, i + 1, rest->len));
	return name;
}

void pl_machine_parse(struct pl_text text, struct pl_machine *machine_out)
{
	struct pl_text rest = pl_text_trim(text);

	memset(machine_out, 0, sizeof(*machine_out));
	machine_out->text = rest;
	machine_out->tbox = cut_tbox(&rest);
	machine_out->threads = cut_count(&rest, "thread");
	if (!machine_out->threads)
		return;
	machine_out->sockets = cut_count(&rest, "socket");
	machine_out->memory_gib = cut_memory(&rest);
	machine_out->codename = cut_codename(&rest);
	machine_out->model = rest;
}
