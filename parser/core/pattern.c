/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "core/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <glib.h>

struct pl_matcher {
	pcre2_match_context *context;
	pcre2_match_data *data;
	pcre2_jit_stack *stack;
	const char *limit_hit;
};

bool pl_pattern_count_hits;

void pl_pattern_compile(struct pl_pattern *pattern)
{
	int error;
	PCRE2_SIZE offset;

	if (pattern->code)
		return;
	pattern->code = pcre2_compile((PCRE2_SPTR)pattern->regex, PCRE2_ZERO_TERMINATED,
				      pattern->options, &error, &offset, NULL);
	if (!pattern->code)
		g_error("pattern %s: error %d at %zu", pattern->name, error, offset);
	/* without JIT support the interpreter is used */
	pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
}

struct pl_matcher *pl_matcher_new(const struct pl_limits *limits)
{
	struct pl_matcher *matcher = g_new0(struct pl_matcher, 1);

	matcher->context = pcre2_match_context_create(NULL);
	matcher->data = pcre2_match_data_create(PL_CAPTURES, NULL);
	matcher->stack = pcre2_jit_stack_create(32 * 1024, 1024 * 1024, NULL);
	pcre2_jit_stack_assign(matcher->context, NULL, matcher->stack);
	pcre2_set_match_limit(matcher->context, limits->match_steps);
	pcre2_set_depth_limit(matcher->context, limits->match_steps);
	return matcher;
}

void pl_matcher_free(struct pl_matcher *matcher)
{
	if (!matcher)
		return;
	pcre2_match_data_free(matcher->data);
	pcre2_match_context_free(matcher->context);
	pcre2_jit_stack_free(matcher->stack);
	g_free(matcher);
}

bool pl_match(struct pl_matcher *matcher, struct pl_pattern *pattern, struct pl_text text,
	      size_t from, struct pl_captures *captures_out)
{
	int rc = pcre2_match(pattern->code, (PCRE2_SPTR)(text.ptr ? text.ptr : ""), text.len, from,
			     0, matcher->data, matcher->context);

	if (rc < 0) {
		if (rc != PCRE2_ERROR_NOMATCH)
			matcher->limit_hit = pattern->name;
		return false;
	}
	if (pl_pattern_count_hits)
		__atomic_fetch_add(&pattern->hits, 1, __ATOMIC_RELAXED);
	if (captures_out) {
		PCRE2_SIZE *v = pcre2_get_ovector_pointer(matcher->data);

		for (int i = 0; i < PL_CAPTURES; i++) {
			if (i < rc && v[2 * i] != PCRE2_UNSET)
				captures_out->v[i] = pl_text_slice(text, v[2 * i], v[2 * i + 1]);
			else
				captures_out->v[i] = PL_TEXT_NONE;
		}
		captures_out->from = v[0];
		captures_out->to = v[1];
	}
	return true;
}

const char *pl_matcher_limit_hit(struct pl_matcher *matcher)
{
	const char *name = matcher->limit_hit;

	matcher->limit_hit = NULL;
	return name;
}
