/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perflore index: mails of any source into the archive database. Says at the end what
 * became of every mail that was read.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perflore/index.h>
#include <perflore/store.h>

#include "commands.h"
#include "mail/progress_line.h"

static char *db, *maintainers, *repo, *text;
#define JOBS_NOT_GIVEN G_MININT
static int jobs = JOBS_NOT_GIVEN;

static const GOptionEntry options[] = {
    {"db", 0, 0, G_OPTION_ARG_FILENAME, &db, "the database folder", "DIR"},
    {"jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "threads that parse; else one a processor", "N"},
    {"maintainers", 0, 0, G_OPTION_ARG_FILENAME, &maintainers,
     "the kernel's MAINTAINERS: subsystems by the files of a commit", "FILE"},
    {"repo", 0, 0, G_OPTION_ARG_FILENAME, &repo,
     "a clone of the kernel, which knows these files; else patch mails do", "DIR"},
    {"text", 0, 0, G_OPTION_ARG_STRING, &text,
     "the words to be searchable: all, reports (of threads with a report; subjects and addresses "
     "of the rest), none",
     "WHAT"},
    {0}};

/* More threads than any machine has use for. */
#define MAX_JOBS 256

/* Five times a second, on a terminal only. */
struct progress {
	bool failed; /* first: cli_complain() is given its address */
	gint64 next, begin;
	uint64_t size; /* of the mbox that is being read, as far as it is one; 0: not known */
};

static void add_mails(GString *line, const struct progress *progress, gint64 now,
		      const struct pl_index_counts *counts)
{
	const double seconds = (double)(now - progress->begin) / G_USEC_PER_SEC;
	double left;

	g_string_append_printf(line,
			       "%" G_GUINT64_FORMAT " mails read, %" G_GUINT64_FORMAT
			       " new, %.0f MB, %.0f mails a second",
			       counts->read, counts->fresh, (double)counts->bytes / 1e6,
			       seconds > 0 ? (double)counts->read / seconds : 0);
	if (progress->size > counts->offset && counts->offset > 0 && seconds > 1) {
		left = seconds / (double)counts->bytes * (double)(progress->size - counts->offset);
		g_string_append_printf(line, ", %.0f:%02.0f left", floor(left / 60),
				       fmod(floor(left), 60));
	}
}

static void show_progress(void *context, const struct pl_index_counts *counts)
{
	struct progress *progress = context;
	gint64 now = g_get_monotonic_time();
	GString *line;

	if (now < progress->next)
		return;
	progress->next = now + G_USEC_PER_SEC / 5;
	line = g_string_new(NULL);
	if (counts->unsettled)
		g_string_append_printf(line, "%" G_GUINT64_FORMAT " threads left to settle",
				       counts->unsettled);
	else
		add_mails(line, progress, now, counts);
	progress_line_show(line->str);
	g_string_free(line, TRUE);
}

/* The time left is known where the source is a file that is not packed. */
static void begin_source(struct progress *progress, const char *path)
{
	static const char *const packed[] = {".gz", ".xz", ".zst"};
	struct stat status;

	progress->size =
	    stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
	for (size_t i = 0; i < G_N_ELEMENTS(packed); i++)
		if (g_str_has_suffix(path, packed[i]))
			progress->size = 0;
}

static void complain(void *context, bool fatal, const char *line)
{
	struct progress *progress = context;

	progress_line_clear();
	cli_complain(&progress->failed, fatal, line);
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void say_counts(const struct pl_index_counts *counts)
{
	GString *line = g_string_new(NULL);

	g_string_printf(line,
			"%" G_GUINT64_FORMAT " mail%s read: %" G_GUINT64_FORMAT
			" new, %" G_GUINT64_FORMAT " already known, %" G_GUINT64_FORMAT
			" unreadable; %" G_GUINT64_FORMAT " of the new ha%s problems",
			counts->read, plural(counts->read), counts->fresh, counts->known,
			counts->unreadable, counts->problems, counts->problems == 1 ? "s" : "ve");
	if (counts->versions)
		g_string_append_printf(line,
				       ", %" G_GUINT64_FORMAT " %s another version of a known mail",
				       counts->versions, counts->versions == 1 ? "is" : "are");
	if (counts->completed)
		g_string_append_printf(
		    line, ", %" G_GUINT64_FORMAT " replace%s the part of %s that was read before",
		    counts->completed, counts->completed == 1 ? "s" : "",
		    counts->completed == 1 ? "it" : "them");
	if (counts->skipped_files)
		g_string_append_printf(
		    line, "; %" G_GUINT64_FORMAT " file%s of the folders skipped, being no mail",
		    counts->skipped_files, plural(counts->skipped_files));
	if (counts->unchanged)
		g_string_append_printf(line,
				       "; %" G_GUINT64_FORMAT " unchanged file%s or folder%s not "
				       "read again",
				       counts->unchanged, plural(counts->unchanged),
				       plural(counts->unchanged));
	if (counts->reparsed)
		g_string_append_printf(line, "; %" G_GUINT64_FORMAT " known mail%s parsed again",
				       counts->reparsed, plural(counts->reparsed));
	if (counts->stale)
		g_string_append_printf(line,
				       "; %" G_GUINT64_FORMAT " not found any more, and left as "
				       "%s",
				       counts->stale, counts->stale == 1 ? "it was" : "they were");
	if (counts->vanished)
		g_string_append_printf(line, "; %" G_GUINT64_FORMAT " known source%s gone",
				       counts->vanished, counts->vanished == 1 ? " is" : "s are");
	if (counts->broken)
		g_string_append_printf(
		    line, "; %" G_GUINT64_FORMAT " source%s could not be read to %s end",
		    counts->broken, plural(counts->broken), counts->broken == 1 ? "its" : "their");
	if (maintainers)
		g_string_append_printf(
		    line, "; %" G_GUINT64_FORMAT " report%s ha%s a subsystem of %s", counts->placed,
		    plural(counts->placed), counts->placed == 1 ? "s" : "ve", maintainers);
	cli_note("%s", line->str);
	g_string_free(line, TRUE);
}

/* Whether mails may be read from path. A pipe is not looked into. */
static bool is_source(const char *path, struct pl_error *error)
{
	struct pl_source *source;

	if (strcmp(path, "-") == 0 ||
	    (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_DIR) &&
	     !g_file_test(path, G_FILE_TEST_IS_REGULAR)))
		return true;
	if (pl_source_open(path, NULL, NULL, NULL, &source, error) != PL_OK)
		return false;
	pl_source_close(source);
	return true;
}

/* No database is made for sources none of which can be read. */
static bool is_in_vain(const char *directory, char **paths, int n)
{
	struct pl_index_counts counts = {0};
	struct pl_error error;

	if (pl_store_exists(directory))
		return false;
	for (int i = 0; i < n; i++)
		if (is_source(paths[i], &error))
			return false;
	for (int i = 0; i < n; i++)
		if (!is_source(paths[i], &error))
			cli_error("%s", error.message);
	counts.broken = (uint64_t)n;
	say_counts(&counts);
	return true;
}

static enum cli_exit index_sources(const char *directory, const enum pl_text_mode *mode,
				   char **paths, int n)
{
	struct progress progress = {.begin = g_get_monotonic_time()};
	const struct pl_index_watch watch = {
	    .complain = complain,
	    .progress = isatty(STDERR_FILENO) ? show_progress : NULL,
	    .context = &progress,
	    .jobs = jobs == JOBS_NOT_GIVEN ? 0 : (unsigned)jobs,
	};
	enum pl_status status = PL_OK, end;
	struct pl_index_counts counts;
	struct pl_indexer *indexer;
	struct pl_error error, end_error;

	progress_line_say_when_stopped("perflore: stopped; what is committed stays, and the same "
				       "command, given again, goes on with the rest\n");
	if (pl_index_open(directory, &watch, &indexer, &error) != PL_OK)
		return cli_error("%s", error.message);
	if (mode)
		status = pl_index_set_text(indexer, *mode, &error);
	if (maintainers && status == PL_OK)
		status = pl_index_maintainers(indexer, maintainers, repo, &error);
	if (status != PL_OK)
		g_clear_pointer(&maintainers, g_free); /* nothing is to be said of it */
	if (n && status == PL_OK)
		status = pl_index_name_sources(indexer, paths, (size_t)n, &error);
	if (n == 0 && status == PL_OK)
		status = pl_index_known_sources(indexer, &error);
	for (int i = 0; i < n && status == PL_OK; i++) {
		begin_source(&progress, paths[i]);
		status = pl_index_source(indexer, paths[i], &error);
	}
	end = pl_index_close(indexer, &counts, &end_error);
	progress_line_clear();
	if (status == PL_NOTHING)
		cli_note("%s: no source is known; name a file or a folder", directory);
	else if (status != PL_OK)
		cli_error("%s", error.message);
	else if (end != PL_OK)
		cli_error("%s", end_error.message);
	say_counts(&counts);
	return status == PL_FAILED || end != PL_OK || progress.failed ? CLI_FAILED : CLI_DONE;
}

static enum cli_exit run(const struct command *self, int argc, char **argv)
{
	enum pl_text_mode mode;
	enum cli_exit status;
	char *directory;

	if (!cli_options(self, &argc, &argv, &status))
		return status;
	if (jobs != JOBS_NOT_GIVEN && (jobs < 1 || jobs > MAX_JOBS))
		return cli_usage(self, "-j %d: it is a number from 1 to %d", jobs, MAX_JOBS);
	if (text && !pl_text_mode_of(text, &mode))
		return cli_usage(self, "--text=%s: it is all, reports or none", text);
	if (repo && !maintainers)
		return cli_usage(self, "--repo is for --maintainers, which is missing");
	directory = cli_db_dir(db);
	if (argc < 2 && !pl_store_exists(directory))
		status = cli_usage(self, "what is to be indexed? Name a file, a folder, or -");
	else if (is_in_vain(directory, argv + 1, argc - 1))
		status = CLI_FAILED;
	else
		status = index_sources(directory, text ? &mode : NULL, argv + 1, argc - 1);
	g_free(directory);
	g_free(db);
	g_free(maintainers);
	g_free(repo);
	g_free(text);
	return status;
}

const struct command command_index = {
    .name = "index",
    .arguments = "[SOURCE...]",
    .summary = "add the mails of files, folders and repositories to the database",
    .options = options,
    .run = run,
};
