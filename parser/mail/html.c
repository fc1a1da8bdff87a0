/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Gumbo builds the tree, and has no bounds: it walks the open elements for many a
 * tag, copies open formatting elements into every paragraph, and frees its tree by
 * recursion. So size, depth and attributes are looked at first, its memory is counted and given
 * back here, and the tree is walked without recursion.
 */
#include "mail/html.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>

#include <gumbo.h>

#define MAX_BYTES ((size_t)2 << 20)
#define MAX_DEPTH 500
#define MAX_MEMORY ((size_t)32 << 20)
#define MAX_ATTRIBUTES 500 /* of one tag, about: each is compared with all before it */

struct chunk {
	struct chunk *next, *previous;
	size_t size;
	max_align_t bytes[];
};

struct heap {
	struct chunk *chunks;
	size_t used;
	jmp_buf full;
};

static void *heap_alloc(void *userdata, size_t size)
{
	struct heap *heap = userdata;
	struct chunk *chunk = NULL;

	if (size <= MAX_MEMORY - heap->used)
		chunk = malloc(sizeof(*chunk) + size);
	if (!chunk)
		longjmp(heap->full, 1);
	chunk->size = size;
	chunk->previous = NULL;
	chunk->next = heap->chunks;
	if (chunk->next)
		chunk->next->previous = chunk;
	heap->chunks = chunk;
	heap->used += size;
	return chunk->bytes;
}

static void heap_free(void *userdata, void *ptr)
{
	struct heap *heap = userdata;
	struct chunk *chunk;

	if (!ptr)
		return;
	chunk = (struct chunk *)((char *)ptr - offsetof(struct chunk, bytes));
	heap->used -= chunk->size;
	if (chunk->next)
		chunk->next->previous = chunk->previous;
	if (chunk->previous)
		chunk->previous->next = chunk->next;
	else
		heap->chunks = chunk->next;
	free(chunk);
}

static void heap_clear(struct heap *heap)
{
	while (heap->chunks) {
		struct chunk *chunk = heap->chunks;

		heap->chunks = chunk->next;
		free(chunk);
	}
}

/* The text so far. White space outside of <pre> is folded. */
struct page {
	GString *out;
	unsigned quotes, pre;
	bool open;  /* something stands on this line */
	bool space; /* white space was seen behind it */
};

static void begin_line(struct page *page)
{
	for (unsigned i = 0; i < page->quotes; i++)
		g_string_append(page->out, i + 1 < page->quotes || page->open ? "> " : ">");
}

static void end_line(struct page *page)
{
	if (!page->open)
		begin_line(page);
	g_string_append_c(page->out, '\n');
	page->open = page->space = false;
}

static void break_line(struct page *page)
{
	if (page->open)
		end_line(page);
	page->space = false;
}

static void put(struct page *page, const char *bytes, size_t len)
{
	if (!page->open) {
		page->open = true;
		begin_line(page);
	} else if (page->space) {
		g_string_append_c(page->out, ' ');
	}
	page->space = false;
	g_string_append_len(page->out, bytes, (gssize)len);
}

static void put_text(struct page *page, const char *text)
{
	for (const char *next; *text; text = next) {
		next = g_utf8_next_char(text);
		if (page->pre && (*text == '\n' || *text == '\r'))
			end_line(page);
		else if (g_utf8_get_char(text) == 0xA0)
			put(page, " ", 1);
		else if (page->pre || !g_ascii_isspace(*text))
			put(page, text, (size_t)(next - text));
		else
			page->space = page->open;
	}
}

static bool is_block(GumboTag tag)
{
	switch (tag) {
	case GUMBO_TAG_ADDRESS:
	case GUMBO_TAG_ARTICLE:
	case GUMBO_TAG_ASIDE:
	case GUMBO_TAG_BLOCKQUOTE:
	case GUMBO_TAG_BODY:
	case GUMBO_TAG_CAPTION:
	case GUMBO_TAG_CENTER:
	case GUMBO_TAG_DD:
	case GUMBO_TAG_DIV:
	case GUMBO_TAG_DL:
	case GUMBO_TAG_DT:
	case GUMBO_TAG_FIELDSET:
	case GUMBO_TAG_FIGURE:
	case GUMBO_TAG_FOOTER:
	case GUMBO_TAG_FORM:
	case GUMBO_TAG_H1:
	case GUMBO_TAG_H2:
	case GUMBO_TAG_H3:
	case GUMBO_TAG_H4:
	case GUMBO_TAG_H5:
	case GUMBO_TAG_H6:
	case GUMBO_TAG_HEADER:
	case GUMBO_TAG_HR:
	case GUMBO_TAG_LI:
	case GUMBO_TAG_MAIN:
	case GUMBO_TAG_NAV:
	case GUMBO_TAG_OL:
	case GUMBO_TAG_P:
	case GUMBO_TAG_PRE:
	case GUMBO_TAG_SECTION:
	case GUMBO_TAG_TABLE:
	case GUMBO_TAG_TR:
	case GUMBO_TAG_UL:
		return true;
	default:
		return false;
	}
}

static bool is_hidden(GumboTag tag)
{
	return tag == GUMBO_TAG_HEAD || tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE ||
	       tag == GUMBO_TAG_TITLE || tag == GUMBO_TAG_TEMPLATE;
}

static bool keeps_space(const GumboElement *element)
{
	const GumboAttribute *style;
	const char *at;

	if (element->tag == GUMBO_TAG_PRE || element->tag == GUMBO_TAG_TEXTAREA)
		return true;
	style = gumbo_get_attribute(&element->attributes, "style");
	at = style ? strstr(style->value, "white-space") : NULL;
	if (!at)
		return false;
	at += strlen("white-space");
	return strncmp(at + strspn(at, " :"), "pre", 3) == 0;
}

/* False where the element's children are not shown. */
static bool enter(struct page *page, const GumboElement *element)
{
	if (is_hidden(element->tag))
		return false;
	if (is_block(element->tag))
		break_line(page);
	if (element->tag == GUMBO_TAG_BR)
		end_line(page);
	if ((element->tag == GUMBO_TAG_TD || element->tag == GUMBO_TAG_TH) && page->open)
		put(page, "  ", 2);
	if (element->tag == GUMBO_TAG_BLOCKQUOTE)
		page->quotes++;
	if (keeps_space(element))
		page->pre++;
	return true;
}

static void leave(struct page *page, const GumboElement *element)
{
	if (is_hidden(element->tag))
		return;
	if (is_block(element->tag))
		break_line(page);
	if (element->tag == GUMBO_TAG_BLOCKQUOTE)
		page->quotes--;
	if (keeps_space(element))
		page->pre--;
}

static void walk(struct page *page, const GumboNode *root)
{
	const GumboNode *node = root;

	for (;;) {
		bool down = false;

		if (node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE)
			down = enter(page, &node->v.element) && node->v.element.children.length;
		else if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
			 node->type == GUMBO_NODE_CDATA)
			put_text(page, node->v.text.text);
		if (down) {
			node = node->v.element.children.data[0];
			continue;
		}
		for (;;) {
			const GumboNode *parent = node->parent;

			if (node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE)
				leave(page, &node->v.element);
			if (node == root)
				return;
			if (node->index_within_parent + 1 < parent->v.element.children.length) {
				node =
				    parent->v.element.children.data[node->index_within_parent + 1];
				break;
			}
			node = parent;
		}
	}
}

static bool starts_tag(struct pl_text html, size_t at, const char *name)
{
	size_t n = strlen(name);

	return at + n < html.len && g_ascii_strncasecmp(html.ptr + at, name, n) == 0 &&
	       !g_ascii_isalnum(html.ptr[at + n]);
}

/* Elements that never nest in themselves, with or without an end tag. */
static bool never_nests(struct pl_text html, size_t at)
{
	static const char *const names[] = {
	    "p",    "br",   "li",    "td",  "tr",    "th",    "dd",   "dt",   "hr",   "img", "col",
	    "meta", "link", "input", "wbr", "tbody", "thead", "html", "head", "body", "o:p"};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (starts_tag(html, at, names[i]))
			return true;
	}
	return false;
}

/* What parts attributes, in the tag that begins at byte at; quoted values aside. */
static bool too_many_attributes(struct pl_text html, size_t at)
{
	unsigned n = 0;
	char quote = '\0';

	for (size_t i = at; i < html.len && n <= MAX_ATTRIBUTES; i++) {
		char c = html.ptr[i];

		if (quote) {
			if (c == quote)
				quote = '\0';
		} else if (c == '>') {
			break;
		} else if ((c == '"' || c == '\'') && html.ptr[i - 1] == '=') {
			quote = c;
			n++;
		} else if (g_ascii_isspace(c) || c == '/' || c == '"' || c == '\'') {
			n++;
		}
	}
	return n > MAX_ATTRIBUTES;
}

static bool is_costly(struct pl_text html)
{
	size_t depth = 0;

	if (html.len > MAX_BYTES)
		return true;
	for (size_t i = 0; i + 1 < html.len; i++) {
		if (html.ptr[i] != '<')
			continue;
		if (html.ptr[i + 1] == '/')
			depth -= depth && !never_nests(html, i + 2);
		else if (g_ascii_isalpha(html.ptr[i + 1]) && !never_nests(html, i + 1))
			depth++;
		if (depth > MAX_DEPTH ||
		    (g_ascii_isalpha(html.ptr[i + 1]) && too_many_attributes(html, i + 1)))
			return true;
	}
	return false;
}

static void strip_tags(struct pl_text html, GString *out)
{
	bool tag = false;

	for (size_t i = 0; i < html.len; i++) {
		if (html.ptr[i] == '<')
			tag = true;
		if (!tag || html.ptr[i] == '\n')
			g_string_append_c(out, html.ptr[i]);
		if (html.ptr[i] == '>')
			tag = false;
	}
}

struct pl_text pl_html_render(struct pl_text html, char **buffer_out, bool *costly_out)
{
	struct heap heap = {0};
	GumboOptions options = kGumboDefaultOptions;
	struct page page = {.out = g_string_sized_new(html.len / 2 + 1)};
	size_t len;

	options.allocator = heap_alloc;
	options.deallocator = heap_free;
	options.userdata = &heap;
	options.max_errors = 0;
	*costly_out = is_costly(html);
	if (!*costly_out && setjmp(heap.full) == 0) {
		GumboOutput *output = gumbo_parse_with_options(&options, html.ptr, html.len);

		walk(&page, output->root);
	} else {
		*costly_out = true;
		strip_tags(html, page.out);
	}
	heap_clear(&heap);
	len = page.out->len;
	*buffer_out = g_string_free(page.out, FALSE);
	return (struct pl_text){*buffer_out, len};
}
