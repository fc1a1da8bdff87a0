/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mail.h"

#include <perflore/parse.h>
#include <perflore/source.h>

#include "commands.h"

enum pl_status mail_similar_to_file(struct pl_similar *similar, const char *path,
				    struct pl_error *error)
{
	enum pl_status status = PL_NOTHING;
	struct pl_source *source;
	struct pl_parser *parser;
	struct pl_item item;
	bool failed = false;

	if (pl_source_open(path, &pl_limits_default, cli_complain, &failed, &source, error) !=
	    PL_OK)
		return PL_FAILED;
	pl_mail_init();
	parser = pl_parser_new(NULL);
	pl_fail(error, PL_NOTHING, "%s: there is no mail in it", path);
	while (status == PL_NOTHING && pl_source_next(source, &item) == PL_OK)
		status = pl_similar_to_message(
		    similar, pl_parser_parse(parser, item.raw, item.shape), error);
	pl_parser_free(parser);
	pl_source_close(source);
	return failed && status != PL_OK ? PL_FAILED : status;
}

enum pl_status mail_open_repository(const char *directory, struct pl_repository **repository_out,
				    struct pl_error *error)
{
	return pl_repository_open(directory, repository_out, error);
}
