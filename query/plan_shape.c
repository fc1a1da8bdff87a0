/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What kind of question a tree, or a part of it, is. */
#include "plan_internal.h"

bool pl_shape_has_row_terms(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_row_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (pl_shape_has_row_terms(node->children[i]))
			return true;
	return false;
}

bool pl_shape_needs_row(const struct pl_node *node)
{
	switch (node->kind) {
	case PL_NODE_TERM:
		return pl_node_is_row_term(node);
	case PL_NODE_NOT:
		return false;
	case PL_NODE_AND:
		for (size_t i = 0; i < node->n_children; i++)
			if (pl_shape_needs_row(node->children[i]))
				return true;
		return false;
	case PL_NODE_OR:
		for (size_t i = 0; i < node->n_children; i++)
			if (!pl_shape_needs_row(node->children[i]))
				return false;
		return true;
	}
	return false;
}

bool pl_shape_wants_row(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_row_term(node);
	if (node->kind == PL_NODE_NOT)
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (pl_shape_wants_row(node->children[i]))
			return true;
	return false;
}

static bool is_report_term(const struct pl_node *node)
{
	if (node->prefix == PL_PREFIX_IS)
		return node->is <= PL_IS_DISPUTED || node->is == PL_IS_ANSWERED ||
		       node->is == PL_IS_UNANSWERED;
	return node->prefix >= PL_PREFIX_TEST && node->prefix <= PL_PREFIX_CULPRIT;
}

bool pl_shape_has_report_terms(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return is_report_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (pl_shape_has_report_terms(node->children[i]))
			return true;
	return false;
}

bool pl_shape_is_text_only(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_text_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (!pl_shape_is_text_only(node->children[i]))
			return false;
	return true;
}

struct pl_node *pl_node_new(struct pl_arena *arena, enum pl_node_kind kind,
			    const struct pl_node *like)
{
	struct pl_node *node = pl_arena_alloc(arena, sizeof(*node));

	node->kind = kind;
	node->from = like->from;
	node->to = like->to;
	return node;
}

struct pl_node *pl_shape_simplify(struct pl_arena *arena, struct pl_node *node)
{
	struct pl_node *child, *result;

	if (node->kind == PL_NODE_NOT) {
		child = node->children[0];
		if (child->kind == PL_NODE_NOT)
			return pl_shape_simplify(arena, child->children[0]);
		if (child->kind == PL_NODE_OR) {
			result = pl_node_new(arena, PL_NODE_AND, node);
			for (size_t i = 0; i < child->n_children; i++) {
				struct pl_node *inner =
				    pl_node_new(arena, PL_NODE_NOT, child->children[i]);

				*PL_PUSH(arena, inner->children, inner->n_children) =
				    child->children[i];
				*PL_PUSH(arena, result->children, result->n_children) =
				    pl_shape_simplify(arena, inner);
			}
			return result;
		}
	}
	for (size_t i = 0; i < node->n_children; i++)
		node->children[i] = pl_shape_simplify(arena, node->children[i]);
	return node;
}

bool pl_shape_has_only_row_terms(const struct pl_node *node)
{
	if (node->kind == PL_NODE_TERM)
		return pl_node_is_row_term(node);
	for (size_t i = 0; i < node->n_children; i++)
		if (!pl_shape_has_only_row_terms(node->children[i]))
			return false;
	return true;
}
