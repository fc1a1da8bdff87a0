/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options and help of the commands.
 */
#include <stdio.h>
#include <string.h>

#include "commands.h"

char *cli_db_dir(const char *option)
{
	const char *dir = option;

	if (!dir)
		dir = g_getenv("PERFLORE_DB");
	if (dir && *dir)
		return g_strdup(dir);
	return g_build_filename(g_get_user_data_dir(), "perflore", NULL);
}

static enum cli_exit print_help(const struct command *self)
{
	GString *out = g_string_new(NULL);

	g_string_append_printf(out, "usage: perflore %s [OPTION]...%s%s\n\n%s\n\n", self->name,
			       *self->arguments ? " " : "", self->arguments, self->summary);
	for (const GOptionEntry *option = self->options; option && option->long_name; option++) {
		char *shown = g_strdup_printf(
		    "--%s%s%s", option->long_name, option->arg_description ? "=" : "",
		    option->arg_description ? option->arg_description : "");

		g_string_append_printf(out, "  %-22s  %s\n", shown, option->description);
		g_free(shown);
	}
	g_string_append(out, "  --help                  this text\n");
	output_begin(false);
	output_string(out);
	g_string_free(out, TRUE);
	return output_end(CLI_DONE);
}

/* `-is:fixed`, `-(...)`, `-"..."`: a term of a query that is negated, and no option. */
static bool is_term(const char *argument)
{
	size_t at = 1;

	if (argument[0] != '-')
		return false;
	while (g_ascii_isalpha(argument[at]))
		at++;
	return at > 1 ? argument[at] == ':' : argument[1] == '(' || argument[1] == '"';
}

/* A blank in front makes a term an argument for GLib; show_terms() takes it away again. */
static GPtrArray *hide_terms(const struct command *self, int argc, char **argv)
{
	GPtrArray *hidden = g_ptr_array_new();

	for (int i = 1; i < argc && strstr(self->arguments, "QUERY") && strcmp(argv[i], "--"); i++)
		if (is_term(argv[i])) {
			argv[i] = g_strconcat(" ", argv[i], NULL);
			g_ptr_array_add(hidden, argv[i]);
		}
	return hidden;
}

static void show_terms(GPtrArray *hidden, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (g_ptr_array_find(hidden, argv[i], NULL))
			memmove(argv[i], argv[i] + 1, strlen(argv[i]));
}

/* `-j4` as `--jobs=4`: GLib takes no value that is glued to a letter. What was put into argv
 * is to be freed when the options are parsed. */
static GPtrArray *part_glued(const struct command *self, int argc, char **argv)
{
	GPtrArray *parted = g_ptr_array_new_with_free_func(g_free);

	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		const char *argument = argv[i];

		if (argument[0] != '-' || argument[1] == '-' || !argument[1] || !argument[2])
			continue;
		for (const GOptionEntry *option = self->options; option && option->long_name;
		     option++)
			if (option->short_name == argument[1] &&
			    option->arg != G_OPTION_ARG_NONE) {
				argv[i] =
				    g_strdup_printf("--%s=%s", option->long_name, argument + 2);
				g_ptr_array_add(parted, argv[i]);
			}
	}
	return parted;
}

bool cli_options(const struct command *self, int *argc, char ***argv, enum cli_exit *exit_out)
{
	gboolean help = FALSE;
	const GOptionEntry help_entry[] = {{"help", 'h', 0, G_OPTION_ARG_NONE, &help, NULL, NULL},
					   {0}};
	GOptionContext *context = g_option_context_new(NULL);
	GPtrArray *hidden = hide_terms(self, *argc, *argv);
	GPtrArray *parted = part_glued(self, *argc, *argv);
	GError *error = NULL;
	bool good;

	g_option_context_set_help_enabled(context, FALSE);
	if (self->options)
		g_option_context_add_main_entries(context, self->options, NULL);
	g_option_context_add_main_entries(context, help_entry, NULL);
	good = g_option_context_parse(context, argc, argv, &error);
	g_option_context_free(context);
	show_terms(hidden, *argc, *argv);
	g_ptr_array_free(hidden, TRUE);
	g_ptr_array_free(parted, TRUE);
	if (!good) {
		*exit_out = cli_usage(self, "%s", error->message);
		g_error_free(error);
		return false;
	}
	if (help) {
		*exit_out = print_help(self);
		return false;
	}
	for (const GOptionEntry *option = self->options; option && option->long_name; option++)
		if (!strcmp(option->long_name, "db") && *(char **)option->arg_data &&
		    !**(char **)option->arg_data) {
			*exit_out = cli_usage(self, "--db: it is the name of a folder");
			return false;
		}
	/* What ends the options stays in argv when an argument stands behind it. */
	if (*argc > 1 && !strcmp((*argv)[1], "--")) {
		memmove(*argv + 1, *argv + 2, (size_t)(*argc - 1) * sizeof(**argv));
		--*argc;
	}
	*exit_out = CLI_DONE;
	return true;
}
