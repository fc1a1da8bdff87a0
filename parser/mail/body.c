/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two passes: the first walks the MIME structure and notes the leaves that may
 * be text, the second decodes them; only then is it known whether HTML is all
 * that there is. The structure is walked here and not by GMime, which has no
 * bounds of its own and drops a body whose boundary never comes.
 */
#include "mail/body.h"

#include "mail/charset.h"
#include "mail/content.h"
#include "mail/fields.h"
#include "mail/html.h"
#include "mail/transfer.h"

enum leaf_kind {
	LEAF_TEXT,
	LEAF_HTML,
	LEAF_HEAD, /* Subject and From of a message/rfc822: bytes is the text already */
};

struct leaf {
	enum leaf_kind kind;
	struct pl_text bytes;
	struct pl_content content;
};

struct walk {
	struct pl_arena *arena;
	const struct pl_limits *limits;
	struct pl_mail *mail;
	struct leaf *leaves;
	size_t n_leaves;
	size_t parts; /* MIME parts seen, text or not */
};

static void problem(struct walk *walk, struct pl_text code, struct pl_text detail)
{
	pl_problem_add(walk->arena, &walk->mail->problems, code, detail);
}

static void walk_part(struct walk *walk, const struct pl_header *header, struct pl_text body,
		      bool digest, size_t depth);

static struct pl_text transfer_decode(struct walk *walk, struct pl_text bytes,
				      struct pl_text encoding, char **buffer_out)
{
	enum pl_transfer_state state;
	struct pl_text decoded = pl_transfer_decode(bytes, encoding, buffer_out, &state);

	if (state == PL_TRANSFER_BROKEN)
		problem(walk, PL_TEXT("transfer-broken"), encoding);
	else if (state == PL_TRANSFER_UNKNOWN)
		problem(walk, PL_TEXT("transfer-unknown"), pl_utf8_cut(encoding, PL_DETAIL_MAX));
	return decoded;
}

static void add_leaf(struct walk *walk, enum leaf_kind kind, struct pl_text bytes,
		     const struct pl_content *content)
{
	struct leaf *leaf = PL_PUSH(walk->arena, walk->leaves, walk->n_leaves);

	leaf->kind = kind;
	leaf->bytes = bytes;
	leaf->content = *content;
}

/* True where line (from its first byte) is a delimiter of boundary. */
static bool is_delimiter(struct pl_text line, struct pl_text boundary, bool *final_out)
{
	if (!pl_text_starts(line, PL_TEXT("--")))
		return false;
	line = pl_text_slice(line, 2, line.len);
	if (!pl_text_starts(line, boundary))
		return false;
	line = pl_text_slice(line, boundary.len, line.len);
	*final_out = pl_text_starts(line, PL_TEXT("--"));
	if (*final_out)
		line = pl_text_slice(line, 2, line.len);
	return pl_text_trim(line).len == 0;
}

/* The next delimiter line of boundary at or behind byte at, which begins a line:
 * *end_out is where the text before it ends, *next_out where the text behind it begins. */
static bool find_delimiter(struct pl_text body, struct pl_text boundary, size_t at, size_t *end_out,
			   size_t *next_out, bool *final_out)
{
	struct pl_text line;

	for (size_t start = at; pl_header_line(body, &at, &line); start = at) {
		if (!is_delimiter(line, boundary, final_out))
			continue;
		/* The line end before a delimiter belongs to it. */
		*end_out = start;
		if (*end_out && body.ptr[*end_out - 1] == '\n')
			(*end_out)--;
		if (*end_out && body.ptr[*end_out - 1] == '\r')
			(*end_out)--;
		*next_out = at;
		return true;
	}
	return false;
}

/* False where body has no part of boundary. */
static bool walk_multipart(struct walk *walk, struct pl_text body, struct pl_text boundary,
			   bool digest, size_t depth)
{
	size_t start, next, end, from;
	bool final = false, more;

	if (!boundary.len || !find_delimiter(body, boundary, 0, &start, &next, &final) || final)
		return false;
	if (depth >= walk->limits->depth) {
		problem(walk, PL_TEXT("nested-too-deep"), PL_TEXT_NONE);
		return true;
	}
	do {
		struct pl_header header;
		struct pl_text part;

		if (walk->parts++ >= walk->limits->parts) {
			problem(walk, PL_TEXT("too-many-parts"), PL_TEXT_NONE);
			return true;
		}
		from = next;
		more = find_delimiter(body, boundary, from, &end, &next, &final);
		if (!more) {
			end = body.len;
			problem(walk, PL_TEXT("mime-truncated"), PL_TEXT_NONE);
		}
		/* Two delimiters in a row share the line end between them. */
		part = pl_text_slice(body, from, MAX(from, end));
		from = pl_header_split(walk->arena, part, false, walk->limits,
				       &walk->mail->problems, &header);
		walk_part(walk, &header, pl_text_slice(part, from, part.len), digest, depth + 1);
	} while (more && !final);
	return true;
}

static void walk_message(struct walk *walk, const struct pl_content *content, struct pl_text body,
			 size_t depth)
{
	static const struct pl_content none;
	struct pl_header header;
	struct pl_text subject, from, decoded;
	size_t at;
	char *buffer;

	if (depth >= walk->limits->depth) {
		problem(walk, PL_TEXT("nested-too-deep"), PL_TEXT_NONE);
		return;
	}
	decoded = transfer_decode(walk, body, content->encoding, &buffer);
	if (buffer) {
		body = pl_arena_copy(walk->arena, decoded);
		g_free(buffer);
	}
	at = pl_header_split(walk->arena, body, pl_header_there(body), walk->limits,
			     &walk->mail->problems, &header);
	subject = pl_field_text(walk->arena, pl_header_find(&header, PL_TEXT("Subject")));
	from = pl_field_text(walk->arena, pl_header_find(&header, PL_TEXT("From")));
	if (subject.len || from.len)
		add_leaf(walk, LEAF_HEAD,
			 pl_arena_printf(walk->arena, "%s%.*s%s%s%.*s%s",
					 subject.len ? "Subject: " : "", (int)subject.len,
					 subject.len ? subject.ptr : "", subject.len ? "\n" : "",
					 from.len ? "From: " : "", (int)from.len,
					 from.len ? from.ptr : "", from.len ? "\n" : ""),
			 &none);
	walk_part(walk, &header, pl_text_slice(body, at, body.len), false, depth + 1);
}

static void walk_part(struct walk *walk, const struct pl_header *header, struct pl_text body,
		      bool digest, size_t depth)
{
	struct pl_content content;

	pl_content_read(walk->arena, header, digest, walk->limits, &walk->mail->problems, &content);
	if (pl_text_equal(content.type, PL_TEXT("multipart"))) {
		if (walk_multipart(walk, body, content.boundary,
				   pl_text_equal(content.subtype, PL_TEXT("digest")), depth))
			return;
		problem(walk, PL_TEXT("mime-broken"), PL_TEXT("no part behind its boundary"));
		content.charset = PL_TEXT_NONE;
		add_leaf(walk, LEAF_TEXT, body, &content);
	} else if (pl_text_equal(content.type, PL_TEXT("message"))) {
		if (pl_text_equal(content.subtype, PL_TEXT("rfc822")) ||
		    pl_text_equal(content.subtype, PL_TEXT("global")))
			walk_message(walk, &content, body, depth);
	} else if (pl_text_equal(content.type, PL_TEXT("text"))) {
		add_leaf(walk,
			 pl_text_equal(content.subtype, PL_TEXT("html")) ? LEAF_HTML : LEAF_TEXT,
			 body, &content);
	}
}

/* Appends text (valid UTF-8) as a part, within the limit on all text. */
static void add_part(struct walk *walk, struct pl_text text, const struct pl_content *content,
		     size_t *left)
{
	size_t nuls = pl_charset_nuls(text);
	struct pl_part *part;

	if (nuls)
		problem(walk, PL_TEXT("nul-bytes"), PL_TEXT_NONE);
	if (text.len + 2 * nuls > *left) {
		problem(walk, PL_TEXT("text-too-large"), PL_TEXT_NONE);
		text = pl_utf8_cut(text, nuls ? *left / 3 : *left);
	}
	part = PL_PUSH(walk->arena, walk->mail->parts, walk->mail->n_parts);
	part->text = pl_charset_lines(walk->arena, text);
	part->filename = content->filename;
	part->flowed = content->flowed;
	part->delsp = content->delsp;
	*left -= part->text.len;
}

static void decode_leaf(struct walk *walk, const struct leaf *leaf, size_t *left)
{
	char *transfer, *charset, *rendered = NULL;
	enum pl_charset_used used;
	bool costly;
	struct pl_text label =
	    leaf->content.charset.len ? leaf->content.charset : PL_TEXT("us-ascii");
	struct pl_text text = transfer_decode(walk, leaf->bytes, leaf->content.encoding, &transfer);

	text = pl_charset_decode(text, label, &charset, &used);
	if (charset)
		g_clear_pointer(&transfer, g_free);
	if (used == PL_CHARSET_MISLABELLED)
		problem(walk, PL_TEXT("charset-mislabelled"), label);
	else if (used == PL_CHARSET_UNKNOWN)
		problem(walk, PL_TEXT("charset-unknown"), label);
	if (leaf->kind == LEAF_HTML) {
		text = pl_html_render(text, &rendered, &costly);
		if (costly)
			problem(walk, PL_TEXT("html-too-costly"), PL_TEXT_NONE);
	}
	add_part(walk, text, &leaf->content, left);
	g_free(rendered);
	g_free(charset);
	g_free(transfer);
}

/* A text part of more bytes is taken to hold some. */
#define MAX_BLANK_PART 1024

/* Nothing but white space stands in the leaf, NBSP among it: what programs put in front of the
 * HTML that holds all. */
static bool is_blank_leaf(struct walk *walk, const struct leaf *leaf)
{
	struct pl_text label =
	    leaf->content.charset.len ? leaf->content.charset : PL_TEXT("us-ascii");
	char *transfer, *charset;
	enum pl_charset_used used;
	struct pl_text text;
	bool blank = true;

	if (leaf->bytes.len > MAX_BLANK_PART)
		return false;
	text = transfer_decode(walk, leaf->bytes, leaf->content.encoding, &transfer);
	text = pl_charset_decode(text, label, &charset, &used);
	for (size_t i = 0; i < text.len && blank; i++) {
		if (pl_text_starts(pl_text_slice(text, i, text.len), PL_TEXT("\xC2\xA0")))
			i++;
		else
			blank = g_ascii_isspace(text.ptr[i]);
	}
	g_free(charset);
	g_free(transfer);
	return blank;
}

void pl_body_read(struct pl_arena *arena, const struct pl_header *header, struct pl_text body,
		  const struct pl_limits *limits, struct pl_mail *mail)
{
	struct walk walk = {.arena = arena, .limits = limits, .mail = mail};
	size_t left = limits->text_bytes;
	bool text = false, html = false;

	walk_part(&walk, header, body, false, 0);
	for (size_t i = 0; i < walk.n_leaves; i++)
		html = html || walk.leaves[i].kind == LEAF_HTML;
	for (size_t i = 0; i < walk.n_leaves && !text; i++)
		text = walk.leaves[i].kind == LEAF_TEXT &&
		       !(html && is_blank_leaf(&walk, &walk.leaves[i]));
	if (html && !text)
		problem(&walk, PL_TEXT("html-only"), PL_TEXT_NONE);
	for (size_t i = 0; i < walk.n_leaves; i++) {
		const struct leaf *leaf = &walk.leaves[i];

		if (leaf->kind == LEAF_HEAD)
			add_part(&walk, leaf->bytes, &leaf->content, &left);
		else if (leaf->kind == (html && !text ? LEAF_HTML : LEAF_TEXT))
			decode_leaf(&walk, leaf, &left);
	}
}

void pl_body_bare(struct pl_arena *arena, struct pl_text text, const struct pl_limits *limits,
		  struct pl_mail *mail)
{
	static const struct pl_content none;
	struct walk walk = {.arena = arena, .limits = limits, .mail = mail};
	size_t left = limits->text_bytes;
	enum pl_charset_used used;
	char *buffer;

	text = pl_charset_decode(text, PL_TEXT("utf-8"), &buffer, &used);
	if (used == PL_CHARSET_UNKNOWN)
		problem(&walk, PL_TEXT("charset-unknown"), PL_TEXT("us-ascii"));
	add_part(&walk, text, &none, &left);
	g_free(buffer);
}
