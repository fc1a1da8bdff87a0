/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the registry asks of every recognizer: `registry CORPUS`. It has samples of its
 * own in corpus/<id>/, each of its patterns matches in them, and nobody finds anything
 * in corpus/none/.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/features.h"
#include "core/recognizer.h"

static unsigned failures;

static void fail(const char *who, const char *what, const char *which)
{
	printf("FAIL %s: %s%s\n", who, what, which);
	failures++;
}

/* A mail in which it finds something has one of the features that it needs, or after the
 * next change of it this mail would not be parsed again. */
static bool has_feature(const struct pl_recognizer *recognizer, const struct pl_message *message)
{
	uint64_t needs = pl_features_needed(recognizer);
	bool found =
	    message->n_reports || message->n_tables || message->n_plots || message->n_trailers;

	return !found || (message->features & needs);
}

static void check_recognizer(struct pl_parser *parser, const char *corpus,
			     const struct pl_recognizer *recognizer)
{
	char *folder = g_build_filename(corpus, recognizer->id, NULL);
	GPtrArray *samples = NULL;

	if (!recognizer->summary || !*recognizer->summary)
		fail(recognizer->id, "no summary", "");
	if (!recognizer->origin || !*recognizer->origin)
		fail(recognizer->id, "no origin", "");
	if (recognizer->version == 0)
		fail(recognizer->id, "no version", "");
	/* after its next change the whole archive would be parsed again */
	if (!pl_features_needed(recognizer))
		fail(recognizer->id, "needles of which one begins with no word of a feature", "");
	if (g_file_test(folder, G_FILE_TEST_IS_DIR))
		samples = samples_load(corpus, recognizer->id);
	if (!samples || !samples->len) {
		fail(recognizer->id, "no samples in ", folder);
		g_free(folder);
		return;
	}
	for (size_t i = 0; i < recognizer->n_patterns; i++)
		recognizer->patterns[i].hits = 0;
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *sample = samples->pdata[i];
		struct pl_text raw = {sample->raw, sample->size};

		const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));

		if (!has_feature(recognizer, message))
			fail(recognizer->id, "no feature that it needs is in ", sample->name);
	}
	for (size_t i = 0; i < recognizer->n_patterns; i++) {
		if (!recognizer->patterns[i].hits)
			fail(recognizer->id, "no sample matches pattern ",
			     recognizer->patterns[i].name);
	}
	printf("%-12s version %u, %u samples, %zu patterns\n", recognizer->id, recognizer->version,
	       samples->len, recognizer->n_patterns);
	g_ptr_array_unref(samples);
	g_free(folder);
}

static void check_none(struct pl_parser *parser, const char *corpus)
{
	GPtrArray *samples = samples_load(corpus, "none");

	for (guint i = 0; i < samples->len; i++) {
		const struct sample *sample = samples->pdata[i];
		struct pl_text raw = {sample->raw, sample->size};
		const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));

		if (message->n_reports || message->n_tables || message->n_plots ||
		    message->n_trailers)
			fail(sample->name, "something was found in it", "");
	}
	if (!samples->len)
		fail("none", "no samples", "");
	g_ptr_array_unref(samples);
}

int main(int argc, char **argv)
{
	struct pl_parser *parser;

	if (argc != 2) {
		fprintf(stderr, "usage: registry CORPUS\n");
		return 2;
	}
	pl_mail_init();
	pl_pattern_count_hits = true;
	parser = pl_parser_new(NULL);
	for (size_t i = 0; i < pl_n_recognizers; i++) {
		for (size_t j = 0; j < i; j++) {
			if (strcmp(pl_recognizers[i]->id, pl_recognizers[j]->id) == 0)
				fail(pl_recognizers[i]->id, "registered twice", "");
		}
		check_recognizer(parser, argv[1], pl_recognizers[i]);
	}
	/* those of a file that several call: in the samples of any of them */
	for (size_t i = 0; i < pl_n_recognizers; i++) {
		const struct pl_recognizer *recognizer = pl_recognizers[i];

		for (size_t k = 0; recognizer->shared && k < *recognizer->n_shared; k++) {
			if (!recognizer->shared[k].hits)
				fail(recognizer->id, "no sample matches shared pattern ",
				     recognizer->shared[k].name);
		}
	}
	check_none(parser, argv[1]);
	pl_parser_free(parser);
	return failures != 0;
}
