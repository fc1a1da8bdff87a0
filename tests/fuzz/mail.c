/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as one mail: parsed as a mail and as a page, both written as JSON that a
 * JSON library reads. */
#include "fuzz.h"

#include <stdlib.h>

#include <jansson.h>

#include <perflore/json.h>
#include <perflore/parse.h>

static void parse(struct pl_parser *parser, struct pl_text raw, enum pl_shape shape, GString *out)
{
	json_t *value;

	g_string_truncate(out, 0);
	pl_message_to_json(pl_parser_parse(parser, raw, shape), out);
	value = json_loadb(out->str, out->len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
	if (!value)
		abort();
	json_decref(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct pl_parser *parser;
	static GString *out;
	struct pl_text raw = {(const char *)data, size};

	if (!parser) {
		pl_mail_init();
		parser = pl_parser_new(NULL);
		out = g_string_new(NULL);
	}
	pl_mail_shape(raw);
	parse(parser, raw, PL_SHAPE_MAIL, out);
	parse(parser, raw, PL_SHAPE_PAGE, out);
	return 0;
}
