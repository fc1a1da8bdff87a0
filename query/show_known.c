/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "show_known.h"

#include <perflore/format.h>
#include <perflore/json.h>

static void line(GString *out, const char *indent, const char *name, const char *text)
{
	g_string_append_printf(out, "%s%s: ", indent, name);
	pl_plain(out, pl_text_of(text));
	g_string_append_c(out, '\n');
}

enum pl_status pl_show_known(struct pl_repository *repository, const char *id, const char *indent,
			     GString *out, struct pl_error *error)
{
	struct pl_commit_facts facts;
	enum pl_status status = pl_repository_facts(repository, id, &facts, error);
	char date[24];

	if (status != PL_OK)
		return status;
	line(out, indent, "title", facts.title);
	if (pl_date_format(facts.written, date))
		line(out, indent, "written", date);
	line(out, indent, "first tag", facts.tag ? facts.tag : "none yet");
	for (guint i = 0; i < facts.files->len; i++)
		line(out, indent, "file", g_ptr_array_index(facts.files, i));
	if (facts.n_files > facts.files->len)
		g_string_append_printf(out, "%sfile: and %zu more\n", indent,
				       facts.n_files - facts.files->len);
	pl_commit_facts_clear(&facts);
	return PL_OK;
}
