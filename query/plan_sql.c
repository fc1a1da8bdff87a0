/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "plan_sql.h"

void pl_plan_add(struct pl_planner *planner, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	g_string_append_vprintf(planner->plan->sql, format, args);
	va_end(args);
}

static size_t add_bind(struct pl_planner *planner, struct pl_bind bind)
{
	struct pl_plan *plan = planner->plan;

	*PL_PUSH(planner->arena, plan->binds, plan->n_binds) = bind;
	return plan->n_binds;
}

size_t pl_plan_bind_text(struct pl_planner *planner, struct pl_text text)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_TEXT, .text = text});
}

size_t pl_plan_bind_integer(struct pl_planner *planner, int64_t integer)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_INTEGER, .integer = integer});
}

size_t pl_plan_bind_number(struct pl_planner *planner, double number)
{
	return add_bind(planner, (struct pl_bind){.kind = PL_BIND_NUMBER, .number = number});
}

/* A GLOB pattern in which only * has a meaning. */
static struct pl_text glob_of(struct pl_planner *planner, struct pl_text text)
{
	GString *glob = g_string_new(NULL);
	struct pl_text copy;

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '?' || text.ptr[i] == '[')
			g_string_append_printf(glob, "[%c]", text.ptr[i]);
		else
			g_string_append_c(glob, text.ptr[i]);
	copy = pl_arena_copy(planner->arena, (struct pl_text){glob->str, glob->len});
	g_string_free(glob, TRUE);
	return copy;
}

void pl_plan_add_match(struct pl_planner *planner, const char *column, struct pl_text value)
{
	if (memchr(value.ptr, '*', value.len))
		pl_plan_add(planner, "%s GLOB ?%zu", column,
			    pl_plan_bind_text(planner, glob_of(planner, value)));
	else
		pl_plan_add(planner, "%s = ?%zu", column, pl_plan_bind_text(planner, value));
}

struct pl_text pl_plan_lower_case(struct pl_planner *planner, struct pl_text text)
{
	struct pl_text copy = pl_arena_copy(planner->arena, text);

	for (size_t i = 0; i < copy.len; i++)
		((char *)copy.ptr)[i] = g_ascii_tolower(copy.ptr[i]);
	return copy;
}

void pl_plan_add_commit(struct pl_planner *planner, const char *column, struct pl_text value)
{
	struct pl_text id = pl_plan_lower_case(planner, value);
	size_t low = pl_plan_bind_text(planner, id);
	size_t high = pl_plan_bind_text(
	    planner, pl_arena_printf(planner->arena, "%.*sg", (int)id.len, id.ptr));

	pl_plan_add(planner, "(%s >= ?%zu AND %s < ?%zu", column, low, column, high);
	if (id.len > 7) {
		pl_plan_add(planner, " OR %s IN (", column);
		for (size_t n = 7; n < id.len; n++)
			pl_plan_add(planner, "%s?%zu", n > 7 ? ", " : "",
				    pl_plan_bind_text(planner, pl_text_slice(id, 0, n)));
		pl_plan_add(planner, ")");
	}
	pl_plan_add(planner, ")");
}

void pl_plan_add_range(struct pl_planner *planner, const char *expression,
		       const struct pl_range *range)
{
	if (range->has_low)
		pl_plan_add(planner, "%s >= ?%zu", expression,
			    pl_plan_bind_number(planner, range->low));
	if (range->has_high)
		pl_plan_add(planner, "%s%s <= ?%zu", range->has_low ? " AND " : "", expression,
			    pl_plan_bind_number(planner, range->high));
}

void pl_plan_add_period(struct pl_planner *planner, const char *column,
			const struct pl_period *period)
{
	if (period->has_from)
		pl_plan_add(planner, "%s >= ?%zu", column,
			    pl_plan_bind_integer(planner, period->from));
	if (period->has_to)
		pl_plan_add(planner, "%s%s <= ?%zu", period->has_from ? " AND " : "", column,
			    pl_plan_bind_integer(planner, period->to));
}

const char *pl_plan_owner(const struct pl_scope *scope)
{
	if (scope->context == PL_CONTEXT_BARE)
		return "p.id";
	return scope->removing ? "t2.owner" : "t.owner";
}
