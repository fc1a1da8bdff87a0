/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/machine.h"

#include <glib.h>

#include <perflore/arena.h>
#include <perflore/json.h>
#include <perflore/machine.h>

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
		tail = pl_text_trim(pl_text_slice(tail, length, tail.len));
		unit = tail.len ? tail.ptr[0] : '\0';
		tail = pl_text_slice(tail, 1, tail.len);
		if (tail.len && tail.ptr[0] == 'B')
			tail = pl_text_slice(tail, 1, tail.len);
		if (!pl_text_starts(pl_text_trim(tail), PL_TEXT("memory")) ||
		    (unit != 'M' && unit != 'G' && unit != 'T'))
			return 0;
		*rest = pl_text_trim(pl_text_slice(*rest, 0, i));
		return unit == 'M' ? value / 1024 : unit == 'T' ? value * 1024 : value;
	}
	return 0;
}

/* Length of (R) or (TM), in any case, at the start of text, else 0 */
static size_t mark_length(struct pl_text text)
{
	if (text.len >= 3 && !g_ascii_strncasecmp(text.ptr, "(R)", 3))
		return 3;
	return text.len >= 4 && !g_ascii_strncasecmp(text.ptr, "(TM)", 4) ? 4 : 0;
}

/* A last `(...)` that is not (R) or (TM), in any case: cuts it off. */
static struct pl_text cut_codename(struct pl_text *rest)
{
	struct pl_text name;
	size_t i = rest->len;

	if (!rest->len || rest->ptr[rest->len - 1] != ')')
		return PL_TEXT_NONE;
	while (i > 0 && rest->ptr[i - 1] != '(')
		i--;
	if (!i || mark_length(pl_text_slice(*rest, i - 1, rest->len)))
		return PL_TEXT_NONE;
	name = pl_text_slice(*rest, i, rest->len - 1);
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

/* text up to a bracket behind a blank that nothing closes: the description was broken there */
static struct pl_text without_open_bracket(struct pl_text text)
{
	for (size_t i = text.len; i > 1; i--) {
		if (text.ptr[i - 1] == ')')
			break;
		if (text.ptr[i - 1] == '(' && text.ptr[i - 2] == ' ')
			return pl_text_trim(pl_text_slice(text, 0, i - 1));
	}
	return text;
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
	machine_out->model = without_open_bracket(rest);
}

/* Words of a model that some descriptions have and others leave out */
static bool is_filler(struct pl_text word)
{
	static const struct pl_text fillers[] = {PL_TEXT("intel"), PL_TEXT("cpu"), PL_TEXT("xeon"),
						 PL_TEXT("processor")};

	for (size_t i = 0; i < G_N_ELEMENTS(fillers); i++)
		if (pl_text_equal(word, fillers[i]))
			return true;
	return false;
}

/* A model in lower case without marks and fillers; `2.40ghz` is `2.4ghz`. */
static struct pl_text plain_model(struct pl_arena *arena, struct pl_text model)
{
	static const struct pl_text clock = PL_TEXT("ghz");
	char *out = pl_arena_alloc(arena, model.len + 1);
	size_t n = 0, start = 0;

	for (size_t i = 0; i <= model.len; i++) {
		char c = i < model.len ? g_ascii_tolower(model.ptr[i]) : ' ';
		struct pl_text rest = pl_text_slice(model, i, model.len);

		if (mark_length(rest)) {
			i += mark_length(rest) - 1;
			continue;
		}
		if (c != ' ') {
			out[n++] = c;
			continue;
		}
		if (is_filler((struct pl_text){out + start, n - start}))
			n = start;
		else if (n > start)
			out[n++] = ' ';
		start = n;
	}
	if (n)
		n--;
	if (pl_text_ends((struct pl_text){out, n}, clock) && memchr(out, '.', n)) {
		n -= clock.len;
		while (out[n - 1] == '0')
			n--;
		if (out[n - 1] == '.')
			n--;
		memcpy(out + n, clock.ptr, clock.len);
		n += clock.len;
	}
	return (struct pl_text){out, n};
}

/* A host's name without the number that parts it from others of its group: `vm-snb-12`. */
static struct pl_text group_of(struct pl_text host)
{
	size_t n = host.len;

	while (n && g_ascii_isdigit(host.ptr[n - 1]))
		n--;
	return n > 1 && n < host.len && host.ptr[n - 1] == '-' ? pl_text_slice(host, 0, n - 1)
							       : host;
}

struct pl_text pl_machine_key(struct pl_arena *arena, const struct pl_machine *machine)
{
	struct pl_text model;
	char memory[32];

	if (machine->tbox.len)
		return group_of(machine->tbox);
	model = plain_model(arena, machine->model);
	if (!model.len)
		model = plain_model(arena, machine->codename);
	if (!machine->threads || !model.len)
		return machine->text;
	return pl_arena_printf(arena, "%u|%.*s|%s", machine->threads, (int)model.len, model.ptr,
			       pl_json_format_number(machine->memory_gib, memory));
}
