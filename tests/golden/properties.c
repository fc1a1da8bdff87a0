/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Properties that hold for every mail, with no expected file: `properties CORPUS`, or
 * `properties --archive SOURCE...` for the mails of archives that have a report or an LKP
 * table, with a few cuts of each.
 *
 *   twice      parsed twice, the same bytes
 *   lines      every line number lies within the mail
 *   cut        cut at every line and at random bytes: still JSON, lines within; and
 *              the figures of rows well before the cut are those of the whole mail
 *   quoted     one more quote level: the same records, one deeper (not pages: they have
 *              no header to quote under)
 *   encoded    the same text under other encodings: the same records
 */
#include "support.h"
#include "transform.h"

#include <stdio.h>
#include <stdlib.h>

#include <perflore/json.h>
#include <perflore/source.h>

#define RANDOM_CUTS 50
#define ARCHIVE_CUTS 10
#define SEED 20240229

struct counts {
	unsigned checked, failed, not_applicable;
};

static struct counts twice, lines, cut, quoted, encoded;

/* Samples that rightly give other records with a further quote level. */
static const struct {
	const char *name, *why;
} own_words_only[] = {
    {"lkp-build/0151-list-in-own-words", "a list of errors alone is a piece of a report in one's "
					 "own words, a report in a quote"},
    {"lkp-report/0121-own-sentence-without-culprit", "a sentence without a culprit is talk in "
						     "one's own words, a report in a quote"},
};

static void judge(struct counts *counts, const struct sample *sample, const char *property,
		  const char *problem)
{
	counts->checked++;
	if (!problem)
		return;
	counts->failed++;
	printf("FAIL %s: %s\n%s\n", sample->name, property, problem);
}

static uint32_t count_lines(const struct pl_mail *mail)
{
	uint32_t n = 0;

	for (size_t i = 0; i < mail->n_parts; i++) {
		struct pl_text text = mail->parts[i].text;

		for (size_t j = 0; j < text.len; j++)
			n += text.ptr[j] == '\n';
		n += text.len && text.ptr[text.len - 1] != '\n';
	}
	return n;
}

/* The first `line` member anywhere in value that is not in 1..last; 0: all are. */
static json_int_t line_outside(json_t *value, json_int_t last)
{
	const char *key;
	json_t *member;
	json_int_t found = 0;
	size_t i;

	json_object_foreach(value, key, member)
	{
		if (strcmp(key, "line") == 0 &&
		    (json_integer_value(member) < 1 || json_integer_value(member) > last))
			return json_integer_value(member) ? json_integer_value(member) : -1;
		if (!found)
			found = line_outside(member, last);
	}
	json_array_foreach(value, i, member) if (!found) found = line_outside(member, last);
	return found;
}

/* Parses raw; NULL, with a complaint counted, where the result is no JSON or a line is
 * outside the mail. */
static json_t *parse_checked(struct pl_parser *parser, const struct sample *sample,
			     struct pl_text raw, struct counts *counts, const char *property)
{
	const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));
	uint32_t last = count_lines(message->mail);
	GString *out = g_string_new(NULL);
	json_t *value;

	pl_message_to_json(message, out);
	value = load_json(out->str, sample->name);
	g_string_free(out, TRUE);
	if (!value) {
		judge(counts, sample, property, "    not JSON");
	} else {
		json_int_t outside = line_outside(value, last);

		if (outside) {
			char *text =
			    g_strdup_printf("    line %lld of %u", (long long)outside, last);

			judge(counts, sample, property, text);
			g_free(text);
			g_clear_pointer(&value, json_decref);
		}
	}
	return value;
}

static void compare_records(struct counts *counts, const struct sample *sample,
			    const char *property, json_t *expected, json_t *actual)
{
	GString *differences = g_string_new(NULL);

	json_compare(expected, actual, differences, 6);
	judge(counts, sample, property, differences->len ? differences->str : NULL);
	g_string_free(differences, TRUE);
}

static void check_twice(struct pl_parser *parser, const struct sample *sample, struct pl_text raw)
{
	char *first = parse_to_json(parser, raw);
	char *second = parse_to_json(parser, raw);

	judge(&twice, sample, "parsed twice", strcmp(first, second) ? "    other bytes" : NULL);
	g_free(first);
	g_free(second);
}

static void check_encoded(struct pl_parser *parser, const struct sample *sample, struct pl_text raw,
			  json_t *whole)
{
	json_t *expected = json_deep_copy(whole);

	/* What is odd about an encoding goes with it. */
	json_object_del(expected, "problems");
	for (enum encoding encoding = 0; encoding < N_ENCODINGS; encoding++) {
		const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));
		GString *other = transform_encoding(raw, message, encoding);
		json_t *actual;

		if (!other) {
			encoded.not_applicable++;
			continue;
		}
		actual = parse_checked(parser, sample, (struct pl_text){other->str, other->len},
				       &encoded, encoding_names[encoding]);
		if (actual) {
			json_object_del(actual, "problems");
			compare_records(&encoded, sample, encoding_names[encoding], expected,
					actual);
		}
		json_decref(actual);
		g_string_free(other, TRUE);
	}
	json_decref(expected);
}

static void deepen(json_t *value)
{
	const char *key;
	json_t *member;
	size_t i;

	json_object_foreach(value, key, member)
	{
		if (strcmp(key, "depth") == 0)
			json_integer_set(member, json_integer_value(member) + 1);
		else
			deepen(member);
	}
	json_array_foreach(value, i, member) deepen(member);
}

static void check_quoted(struct pl_parser *parser, const struct sample *sample, struct pl_text raw,
			 json_t *whole)
{
	const struct pl_message *message = pl_parser_parse(parser, raw, pl_mail_shape(raw));
	bool summary = pl_text_find(message->mail->subject, "BUILD REGRESSION") != NULL;
	GString *other = transform_quote(raw, message);
	json_t *expected, *actual;

	/* A branch summary is told by its subject, and counts as the robot's own mail only. */
	if (other && summary) {
		g_string_free(other, TRUE);
		other = NULL;
	}
	for (size_t i = 0; other && i < G_N_ELEMENTS(own_words_only); i++) {
		if (strcmp(own_words_only[i].name, sample->name) != 0)
			continue;
		printf("     %s not quoted: %s\n", sample->name, own_words_only[i].why);
		g_string_free(other, TRUE);
		other = NULL;
	}
	if (!other) {
		quoted.not_applicable++;
		return;
	}
	expected = json_deep_copy(whole);
	deepen(expected);
	json_object_del(expected, "problems");
	actual = parse_checked(parser, sample, (struct pl_text){other->str, other->len}, &quoted,
			       "quoted once more");
	if (actual) {
		json_object_del(actual, "problems");
		compare_records(&quoted, sample, "quoted once more", expected, actual);
	}
	json_decref(actual);
	json_decref(expected);
	g_string_free(other, TRUE);
}

/* The first row of an LKP table in piece that stands well before line `last` and is not
 * the same in whole; NULL: none. The by-test shape names its metric last, and what
 * follows on the next two lines may belong to a row. */
static json_t *row_changed(json_t *whole, json_t *piece, json_int_t last)
{
	json_t *rows = json_object(), *found = NULL;
	json_t *table, *row;
	size_t i, j;

	json_array_foreach(json_object_get(whole, "tables"), i, table)
	{
		json_array_foreach(json_object_get(table, "rows"), j, row)
		{
			char line[24];

			snprintf(line, sizeof(line), "%lld",
				 (long long)json_integer_value(json_object_get(row, "line")));
			json_object_set(rows, line, row);
		}
	}
	json_array_foreach(json_object_get(piece, "tables"), i, table)
	{
		if (strcmp(json_string_value(json_object_get(table, "kind")), "lkp") != 0)
			continue;
		json_array_foreach(json_object_get(table, "rows"), j, row)
		{
			json_int_t number = json_integer_value(json_object_get(row, "line"));
			char line[24];
			json_t *same;

			snprintf(line, sizeof(line), "%lld", (long long)number);
			same = json_object_get(rows, line);
			if (json_object_get(row, "test") || json_object_get(same, "test"))
				continue;
			if (number + 2 < last && !json_equal(row, same) && !found)
				found = row;
		}
	}
	json_decref(rows);
	return found;
}

static void check_cut_at(struct pl_parser *parser, const struct sample *sample, json_t *whole,
			 size_t len)
{
	/* A copy of the exact size, so that reading past the end is seen. */
	char *piece = g_memdup2(sample->raw, len);
	struct pl_text raw = {piece, len};
	char *property = g_strdup_printf("cut at byte %zu", len);
	json_t *value = parse_checked(parser, sample, raw, &cut, property);

	if (value) {
		uint32_t last = count_lines(pl_parser_parse(parser, raw, pl_mail_shape(raw))->mail);
		json_t *row = row_changed(whole, value, last);
		char *text = row ? json_dumps(row, JSON_COMPACT) : NULL;

		judge(&cut, sample, property, text);
		free(text);
	}
	json_decref(value);
	g_free(property);
	g_free(piece);
}

static void check_cut(struct pl_parser *parser, const struct sample *sample, json_t *whole,
		      bool every_line, unsigned cuts)
{
	GRand *random = g_rand_new_with_seed(SEED);
	unsigned failed = cut.failed;

	for (size_t i = 0; every_line && i < sample->size && cut.failed == failed; i++)
		if (sample->raw[i] == '\n')
			check_cut_at(parser, sample, whole, i + 1);
	for (unsigned i = 0; i < cuts && sample->size && cut.failed == failed; i++)
		check_cut_at(parser, sample, whole, g_rand_int_range(random, 0, sample->size));
	g_rand_free(random);
}

static void report(const char *name, const struct counts *counts)
{
	printf("%-8s %6u checked, %u failed, %u not applicable\n", name, counts->checked,
	       counts->failed, counts->not_applicable);
}

static void check(struct pl_parser *parser, const struct sample *sample, bool every_line,
		  unsigned cuts)
{
	struct pl_text raw = {sample->raw, sample->size};
	json_t *whole = parse_checked(parser, sample, raw, &lines, "lines");

	if (!whole)
		return;
	lines.checked++;
	check_twice(parser, sample, raw);
	check_encoded(parser, sample, raw, whole);
	check_quoted(parser, sample, raw, whole);
	check_cut(parser, sample, whole, every_line, cuts);
	json_decref(whole);
}

static bool is_robots(const struct pl_message *message)
{
	for (size_t i = 0; i < message->n_tables; i++)
		if (message->tables[i].kind == PL_TABLE_LKP)
			return true;
	return message->n_reports > 0;
}

static bool check_source(struct pl_parser *parser, const char *path)
{
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;

	if (pl_source_open(path, NULL, NULL, NULL, &source, &error) != PL_OK) {
		printf("FAIL %s\n", error.message);
		return false;
	}
	while (pl_source_next(source, &item) == PL_OK) {
		const struct pl_message *message = pl_parser_parse(parser, item.raw, item.shape);
		struct sample sample = {0};

		/* An attachment's sheer size proves nothing more. */
		if (item.raw.len > (1 << 20) || !is_robots(message))
			continue;
		sample.name =
		    g_strndup(message->mail->message_id.ptr, message->mail->message_id.len);
		sample.raw = g_memdup2(item.raw.ptr, item.raw.len);
		sample.size = item.raw.len;
		check(parser, &sample, false, ARCHIVE_CUTS);
		g_free(sample.raw);
		g_free(sample.name);
	}
	pl_source_close(source);
	return true;
}

int main(int argc, char **argv)
{
	bool archive = argc > 2 && strcmp(argv[1], "--archive") == 0, readable = true;
	struct pl_parser *parser;

	if (!archive && argc != 2) {
		fprintf(stderr, "usage: properties CORPUS | --archive SOURCE...\n");
		return 2;
	}
	pl_mail_init();
	parser = pl_parser_new(NULL);
	if (archive) {
		for (int i = 2; i < argc; i++)
			readable = check_source(parser, argv[i]) && readable;
	} else {
		GPtrArray *samples = samples_load(argv[1], NULL);

		for (guint i = 0; i < samples->len; i++)
			check(parser, samples->pdata[i], true, RANDOM_CUTS);
		g_ptr_array_unref(samples);
	}
	report("twice", &twice);
	report("lines", &lines);
	report("cut", &cut);
	report("quoted", &quoted);
	report("encoded", &encoded);
	pl_parser_free(parser);
	return !readable || twice.failed || lines.failed || cut.failed || quoted.failed ||
	       encoded.failed || !encoded.checked || !quoted.checked || !cut.checked;
}
