/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "summary_groups.h"

static void free_group(gpointer data)
{
	struct pl_summary_group *group = data;

	if (group->candidates)
		g_array_free(group->candidates, TRUE);
	if (group->days)
		g_array_free(group->days, TRUE);
	g_free(group->key);
	g_free(group);
}

GPtrArray *pl_summary_groups_new(void)
{
	return g_ptr_array_new_with_free_func(free_group);
}

struct pl_summary_group *pl_summary_group_add(GPtrArray *groups, struct pl_text key)
{
	struct pl_summary_group *group = g_new0(struct pl_summary_group, 1);

	group->key = g_strndup(key.len ? key.ptr : "", key.len);
	for (size_t i = 0; i < PL_WORST_MAX; i++)
		group->largest[i] = -1;
	g_ptr_array_add(groups, group);
	return group;
}

/* Which of those that are as large are the worst is decided by their mails, which are only
 * looked at for what is shown. */
static void consider(struct pl_summary_group *group, const struct pl_summary_item *item)
{
	size_t at = PL_WORST_MAX;

	if (item->worse < group->largest[PL_WORST_MAX - 1])
		return;
	if (!group->candidates)
		group->candidates = g_array_new(FALSE, FALSE, sizeof(*item));
	g_array_append_val(group->candidates, *item);
	while (at > 0 && item->worse > group->largest[at - 1])
		at--;
	if (at == PL_WORST_MAX)
		return;
	for (size_t i = PL_WORST_MAX - 1; i > at; i--)
		group->largest[i] = group->largest[i - 1];
	group->largest[at] = item->worse;
}

void pl_summary_count(struct pl_summary_group *group, const struct pl_summary_item *item)
{
	group->reports++;
	group->verdicts[item->verdict]++;
	group->states[item->state]++;
	if (item->worse >= 0)
		consider(group, item);
	if (item->days >= 0) {
		if (!group->days)
			group->days = g_array_new(FALSE, FALSE, sizeof(double));
		g_array_append_val(group->days, item->days);
	}
}

static int compare_groups(gconstpointer a, gconstpointer b)
{
	const struct pl_summary_group *x = *(const struct pl_summary_group *const *)a;
	const struct pl_summary_group *y = *(const struct pl_summary_group *const *)b;

	if (x->verdicts[0] != y->verdicts[0])
		return x->verdicts[0] < y->verdicts[0] ? 1 : -1;
	if (x->reports != y->reports)
		return x->reports < y->reports ? 1 : -1;
	return strcmp(x->key, y->key);
}

void pl_summary_sort(GPtrArray *groups)
{
	g_ptr_array_sort(groups, compare_groups);
}

static int compare_numbers(gconstpointer a, gconstpointer b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

bool pl_summary_median(struct pl_summary_group *group, double *days_out)
{
	GArray *days = group->days;

	if (!days)
		return false;
	g_array_sort(days, compare_numbers);
	*days_out = (g_array_index(days, double, (days->len - 1) / 2) +
		     g_array_index(days, double, days->len / 2)) /
		    2;
	return true;
}
