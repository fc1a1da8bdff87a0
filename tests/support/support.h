/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the test programs share: finding the corpus, parsing a mail in-process,
 * comparing JSON.
 */
#ifndef PERFLORE_TESTS_SUPPORT_H
#define PERFLORE_TESTS_SUPPORT_H

#include <glib.h>
#include <jansson.h>

#include <perflore/parse.h>

/* One sample: corpus/<folder>/NNNN-slug.{eml,txt}. */
struct sample {
	char *name; /* <folder>/NNNN-slug */
	char *folder;
	char *path;
	char *expected_path; /* the .json beside it; NULL: there is none */
	char *raw;
	size_t size;
};

/* The samples of the folders of corpus but threads/ in order of their names; folder
 * NULL: all. Aborts where the corpus cannot be read. */
GPtrArray *samples_load(const char *corpus, const char *folder);

/* raw parsed, as the JSON text of perflore.message/1. */
char *parse_to_json(struct pl_parser *parser, struct pl_text raw);

/* The line of that number, or NULL: it is of another part, or was joined to one above it. */
const struct pl_line *line_of(const struct pl_lines *lines, uint32_t number);

/* text as JSON; NULL after saying what is wrong and where. */
json_t *load_json(const char *text, const char *name);

/* Compares strictly: every key counts, the order of keys does not, numbers are equal
 * as printed. Writes one line a difference to out, at most `limit`; returns how many
 * there are. */
unsigned json_compare(json_t *expected, json_t *actual, GString *out, unsigned limit);

/* Takes the member that path names out of value: `plots`, or `tables.report` for the
 * member of every element. */
void json_remove_path(json_t *value, const char *path);

#endif
