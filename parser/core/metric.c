/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/metric.h"

#include <glib.h>

static void push(struct pl_arena *arena, struct pl_texts *out, struct pl_text name)
{
	if (name.len && name.ptr[0] != '[')
		*PL_PUSH(arena, out->v, out->n) = name;
}

/* Pieces that a compiler appends to a function's name. */
static bool is_suffix(struct pl_text piece)
{
	static const struct pl_text suffixes[] = {
	    PL_TEXT("isra"), PL_TEXT("constprop"), PL_TEXT("part"),	  PL_TEXT("cold"),
	    PL_TEXT("llvm"), PL_TEXT("lto_priv"),  PL_TEXT("localalias"),
	};

	for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++)
		if (pl_text_equal(piece, suffixes[i]))
			return true;
	return false;
}

static bool is_digits(struct pl_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!g_ascii_isdigit(text.ptr[i]))
			return false;
	return text.len > 0;
}

/* Frames F0.F1...: split at points, a suffix (and the number behind it) stays with
 * the frame on its left. A frame in brackets may hold points ([libc.so.6]). */
static void push_chain(struct pl_arena *arena, struct pl_texts *out, struct pl_text chain,
		       char separator)
{
	struct pl_text frame = PL_TEXT_NONE;
	bool suffix_before = false;
	size_t i = 0;

	while (i < chain.len) {
		size_t start = i, brackets = 0;
		struct pl_text piece;

		for (; i < chain.len && (chain.ptr[i] != separator || brackets); i++) {
			if (chain.ptr[i] == '[')
				brackets++;
			else if (chain.ptr[i] == ']' && brackets)
				brackets--;
		}
		piece = pl_text_slice(chain, start, i);
		i++;
		if (frame.len && (is_suffix(piece) || (suffix_before && is_digits(piece)))) {
			frame.len = (size_t)(piece.ptr + piece.len - frame.ptr);
			suffix_before = is_suffix(piece);
			continue;
		}
		push(arena, out, frame);
		frame = piece;
		suffix_before = false;
	}
	push(arena, out, frame);
}

/* Cuts `prefix` off *rest. */
static bool cut_prefix(struct pl_text *rest, const char *prefix)
{
	struct pl_text p = pl_text_of(prefix);

	if (!pl_text_starts(*rest, p))
		return false;
	*rest = pl_text_slice(*rest, p.len, rest->len);
	return true;
}

/* The text up to the next point, which is cut off with the point. */
static struct pl_text cut_field(struct pl_text *rest)
{
	const char *point = rest->len ? memchr(rest->ptr, '.', rest->len) : NULL;
	size_t length = point ? (size_t)(point - rest->ptr) : rest->len;
	struct pl_text field = pl_text_slice(*rest, 0, length);

	*rest = pl_text_slice(*rest, length + 1, rest->len);
	return field;
}

/* A perf event as perf-profile prints it: cycles-pp, cycles:pp, cpu-cycles... */
static bool is_event(struct pl_text field)
{
	return pl_text_starts(field, PL_TEXT("cycles")) ||
	       pl_text_starts(field, PL_TEXT("cpu-cycles")) ||
	       pl_text_starts(field, PL_TEXT("cpu-clock")) ||
	       pl_text_starts(field, PL_TEXT("instructions"));
}

static void perf_profile(struct pl_arena *arena, struct pl_texts *out, struct pl_text rest)
{
	struct pl_text after = rest, field = cut_field(&after);

	if (pl_text_equal(field, PL_TEXT("children")) || pl_text_equal(field, PL_TEXT("self")) ||
	    pl_text_equal(field, PL_TEXT("func"))) {
		cut_field(&after);
		push(arena, out, after);
		return;
	}
	if (pl_text_equal(field, PL_TEXT("calltrace"))) {
		cut_field(&after);
		rest = after;
	} else if (is_event(field)) {
		rest = after;
	}
	push_chain(arena, out, rest, '.');
}

/* perf-sched.KIND.{avg.ms,max.ms,count}.CHAIN; the totals have no chain */
static void perf_sched(struct pl_arena *arena, struct pl_texts *out, struct pl_text rest)
{
	struct pl_text kind = cut_field(&rest);

	if (pl_text_starts(kind, PL_TEXT("total_")))
		return;
	if (cut_prefix(&rest, "avg.ms.") || cut_prefix(&rest, "max.ms.") ||
	    cut_prefix(&rest, "count."))
		push_chain(arena, out, rest, '.');
}

/* The function part of a kernel message id: up to `[module]`, `+` or `(`. */
static struct pl_text function_of_id(struct pl_text text)
{
	size_t i = 0;

	while (i < text.len && (g_ascii_isalnum(text.ptr[i]) || text.ptr[i] == '_' ||
				text.ptr[i] == '.' || text.ptr[i] == '#'))
		i++;
	return pl_text_slice(text, 0, i);
}

static bool is_identifier(struct pl_text text)
{
	return text.len && (g_ascii_isalpha(text.ptr[0]) || text.ptr[0] == '_');
}

static void kernel_message(struct pl_arena *arena, struct pl_texts *out, struct pl_text rest)
{
	const struct pl_text metric = rest;
	struct pl_text name = PL_TEXT_NONE;
	const char *mark;

	if (cut_prefix(&rest, "RIP:") || cut_prefix(&rest, "EIP:") ||
	    cut_prefix(&rest, "calltrace:") || cut_prefix(&rest, "backtrace:")) {
		name = function_of_id(rest);
	} else if (pl_text_starts(rest, PL_TEXT("WARNING:at"))) {
		mark = pl_text_find(rest, ":#");
		if (mark)
			name = function_of_id(
			    pl_text_slice(rest, (size_t)(mark + 2 - rest.ptr), rest.len));
	} else if (pl_text_starts(rest, PL_TEXT("BUG:K"))) {
		mark = pl_text_find(rest, "_in_");
		if (mark)
			name = function_of_id(
			    pl_text_slice(rest, (size_t)(mark + 4 - rest.ptr), rest.len));
	}
	if (!is_identifier(name))
		return;
	push(arena, out, name);
	/* the two sides of a race: F/G */
	rest = pl_text_slice(rest, (size_t)(name.ptr + name.len - rest.ptr), rest.len);
	if (cut_prefix(&rest, "/") && pl_text_find(metric, "data-race_in_")) {
		name = function_of_id(rest);
		if (is_identifier(name))
			push(arena, out, name);
	}
}

/* lock_stat.LOCK.contentions.FUNC; the lock's name may hold points */
static void lock_stat(struct pl_arena *arena, struct pl_texts *out, struct pl_text rest)
{
	static const char mark[] = ".contentions.";
	const char *found = pl_text_find(rest, mark);

	if (found)
		push(arena, out,
		     pl_text_slice(rest, (size_t)(found - rest.ptr) + sizeof(mark) - 1, rest.len));
}

struct pl_texts pl_metric_functions(struct pl_arena *arena, struct pl_text metric)
{
	struct pl_texts out = {NULL, 0};
	struct pl_text rest = metric;

	if (cut_prefix(&rest, "perf-profile.")) {
		perf_profile(arena, &out, rest);
	} else if (cut_prefix(&rest, "perf-sched.")) {
		perf_sched(arena, &out, rest);
	} else if (cut_prefix(&rest, "latency_stats.")) {
		cut_field(&rest);
		push_chain(arena, &out, rest, '.');
	} else if (cut_prefix(&rest, "lock_stat.")) {
		lock_stat(arena, &out, rest);
	} else if (cut_prefix(&rest, "kmsg.sanitizer.")) {
		const char *slash = pl_text_find(rest, "/");

		if (slash)
			push_chain(arena, &out,
				   pl_text_slice(rest, (size_t)(slash + 1 - rest.ptr), rest.len),
				   '/');
	} else if (cut_prefix(&rest, "dmesg.") || cut_prefix(&rest, "kmsg.") ||
		   cut_prefix(&rest, "last_state.")) {
		kernel_message(arena, &out, rest);
	}
	return out;
}
